"""All commands: their functions, and what ``palimpsest --help`` says of each, in the order of a piece of work.

No command is imported for its help.
"""

from __future__ import annotations

SECTIONS: dict[str, dict[str, tuple[str, str]]] = {
    "Design": {
        "recipes": ("reference.recipes", "List the recipes, built-in and your own"),
        "new": ("reference.new", "Print a recipe, or a design for your own data"),
        "fields": ("reference.fields", "Explain each field: range, default, source"),
        "presets": ("reference.presets", "List the paper's settings, by its text and its code"),
        "schema": ("reference.schema", "Print the JSON schema of an experiment"),
        "encoders": ("encoders.app", "Rank encoders on your data before training"),
        "import-checkpoint": ("exchange.import_checkpoint", "Convert a BERT checkpoint to safetensors"),
    },
    "Data": {
        "data": ("data.app", "Inspect, register and prepare data sets"),
        "noise": ("noise.noise", "Find label errors, conflicts and near-duplicates"),
    },
    "Train": {
        "run": ("runs.run", "Train a design, with a progress bar"),
        "baseline": ("runs.baseline", "Train baselines without fine-tuning"),
        "search": ("search.search", "Search for better settings, within a budget"),
        "searches": ("search.searches", "List searches, their trials and the best"),
        "queue": ("queue.queue", "Train the queued runs"),
        "places": ("places.app", "Set up machines and clusters that compute runs"),
        "fetch": ("places.fetch", "Fetch the models of a run from its place"),
        "stop": ("runs.stop", "Stop a run and save a checkpoint"),
        "resume": ("runs.resume", "Continue a run from its last checkpoint"),
        "rerun": ("runs.rerun", "Train a finished run again and compare bit for bit"),
        "retry": ("runs.retry", "Train a run again with other settings"),
        "next": ("runs.next_runs", "Move queued runs to the front"),
        "reproduce": ("reproduce.reproduce", "Reproduce tables of the paper: plan, train, report"),
    },
    "Results": {
        "runs": ("runs.runs", "List runs"),
        "tag": ("runs.tag", "Add tags to a run, or remove them"),
        "show": ("runs.show", "Show a run: results, classes, confusion, details"),
        "compare": ("results.compare", "Compare runs side by side, with intervals"),
        "paper": ("results.paper", "Show a table of the paper next to our results"),
        "errors": ("slices.slices", "List wrong texts, and where errors are frequent"),
        "predictions": ("predict.predictions", "Write a run's stored predictions as a table"),
        "gate": ("results.gate", "Fail if a new model breaks what worked before"),
    },
    "Forgetting": {
        "forgetting": ("forgetting.forgetting", "Report what runs have forgotten"),
        "average": ("average.average", "Average the weights before and after training"),
    },
    "Use": {
        "predict": ("predict.predict", "Classify texts or tables"),
        "decide": ("decide.decide", "Tune thresholds, temperature and abstention"),
        "serve": ("predict.serve", "Answer over HTTP"),
        "export": ("export.export", "Write a Hugging Face folder or an ONNX graph"),
        "capsule": ("exchange.capsule", "Pack runs into one file"),
        "open-capsule": ("exchange.open_capsule", "Add the runs of a capsule to the store"),
        "import-log": ("exchange.import_log", "Store the curves of another program's training"),
        "export-log": ("exchange.export_log", "Write a run's curves to TensorBoard, MLflow or W&B"),
    },
    "Maintenance": {
        "store": ("store.app", "Check, back up and repair the store"),
        "cache": ("store.cache_app", "List, clear and limit the cache"),
        "doctor": ("reference.doctor", "Check this machine, and list what is missing"),
        "problem-report": ("reference.problem_report", "Print a report for a bug; nothing is sent"),
    },
}
"""Section, command: its function (or group of commands) in ``engine.cli``, what it does in at most 52 characters."""
WIDTH = 52
