"""All commands: their functions, and what ``palimpsest --help`` says of each, in the order of a piece of work.

No command is imported for its help.
"""

from __future__ import annotations

SECTIONS: dict[str, dict[str, tuple[str, str]]] = {
    "Design": {
        "recipes": ("reference.recipes", "What comes with Palimpsest"),
        "new": ("reference.new", "Print a recipe, or a design for your own data"),
        "fields": ("reference.fields", "What each field means: range, default, source"),
        "presets": ("reference.presets", "The paper's settings: its text and its code"),
        "schema": ("reference.schema", "The JSON schema of an experiment"),
        "encoders": ("encoders.app", "Rank encoders on your data before training"),
        "import-checkpoint": ("exchange.import_checkpoint", "Convert a BERT checkpoint to safetensors"),
    },
    "Data": {
        "data": ("data.app", "Inspect, register and prepare data sets"),
        "noise": ("noise.noise", "Doubtful labels, conflicts and near-duplicates"),
    },
    "Train": {
        "run": ("runs.run", "Train, with a progress bar; --queue only queues"),
        "baseline": ("runs.baseline", "Linear models of a bag of words on the same splits"),
        "search": ("search.search", "Look for settings, within a budget"),
        "searches": ("search.searches", "Trials of searches, and the best"),
        "queue": ("queue.queue", "Run what is queued"),
        "places": ("places.app", "Set up machines and clusters that compute runs"),
        "fetch": ("places.fetch", "Bring the models of a run from its place"),
        "stop": ("runs.stop", "Stop a run, with a checkpoint"),
        "resume": ("runs.resume", "Go on from the last checkpoint"),
        "rerun": ("runs.rerun", "Run a finished run again, and compare bit for bit"),
        "retry": ("runs.retry", "Run again with other settings"),
        "next": ("runs.next_runs", "Put queued runs first"),
        "reproduce": ("reproduce.reproduce", "Tables of the paper: the plan, the runs, the result"),
    },
    "Results": {
        "runs": ("runs.runs", "List runs"),
        "tag": ("runs.tag", "Add and remove tags of runs"),
        "show": ("runs.show", "One run: results, classes, confusion, all details"),
        "compare": ("results.compare", "Runs side by side, with intervals"),
        "paper": ("results.paper", "A table of the paper beside our own results"),
        "errors": ("slices.slices", "Wrong texts, and where errors are frequent"),
        "predictions": ("predict.predictions", "Write a run's stored predictions as a table"),
        "gate": ("results.gate", "Refuse a model that breaks what was right before"),
    },
    "Forgetting": {
        "forgetting": ("forgetting.forgetting", "What runs have forgotten, as text or report"),
        "average": ("average.average", "Weights between before and after"),
    },
    "Use": {
        "predict": ("predict.predict", "Classify texts or tables"),
        "decide": ("decide.decide", "Tune thresholds, temperature and abstention"),
        "serve": ("predict.serve", "Answer over HTTP"),
        "export": ("export.export", "Write a Hugging Face folder or an ONNX graph"),
        "capsule": ("exchange.capsule", "Pack runs into one file"),
        "open-capsule": ("exchange.open_capsule", "Add the runs of a capsule"),
        "import-log": ("exchange.import_log", "Store the curves of another program's training"),
        "export-log": ("exchange.export_log", "Write a run's curves to TensorBoard, MLflow or W&B"),
    },
    "Maintenance": {
        "store": ("store.app", "Check, back up and repair the store"),
        "cache": ("store.cache_app", "List and clear what is cached"),
        "doctor": ("reference.doctor", "What this machine has and what is missing"),
        "problem-report": ("reference.problem_report", "What helps to find a problem; nothing is sent"),
    },
}
"""Section, command: its function (or group of commands) in ``engine.cli``, what it does in at most 52 characters."""
WIDTH = 52
