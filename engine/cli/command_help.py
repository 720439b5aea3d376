"""What ``palimpsest --help`` says of each command, in the order of a piece of work; no command is imported for it."""

from __future__ import annotations

SECTIONS: dict[str, dict[str, str]] = {
    "Design": {
        "recipes": "What comes with Palimpsest",
        "new": "Print a recipe, or a design for your own data",
        "fields": "What each field means: range, default, source",
        "presets": "The paper's settings: its text and its code",
        "schema": "The JSON schema of an experiment",
        "encoders": "Rank encoders on your data before training",
        "new-encoder": "Learn a vocabulary and write an untrained BERT",
        "import-checkpoint": "Convert a BERT checkpoint to safetensors",
    },
    "Data": {
        "data": "Inspect, register and prepare data sets",
        "noise": "Doubtful labels, conflicts and near-duplicates",
    },
    "Train": {
        "run": "Train, with a progress bar; --queue only queues",
        "baseline": "Linear models of a bag of words on the same splits",
        "search": "Look for settings, within a budget",
        "searches": "Trials of searches, which fields mattered, the best",
        "queue": "Run what is queued",
        "places": "Set up machines and clusters that compute runs",
        "fetch": "Bring the models of a run from its place",
        "stop": "Stop a run, with a checkpoint",
        "resume": "Go on from the last checkpoint",
        "rerun": "Run a finished run again, and compare bit for bit",
        "retry": "Run again with other settings",
        "next": "Put queued runs first",
        "reproduce": "Tables of the paper: the plan, the runs, the result",
    },
    "Results": {
        "runs": "List runs",
        "tag": "Add and remove tags of runs",
        "show": "One run: settings, measures, classes, confusion",
        "compare": "Runs side by side, with intervals",
        "pivot": "Runs as a table of two quantities",
        "paper": "A table of the paper beside our own results",
        "slices": "On which texts a run is wrong",
        "predictions": "Write a run's stored predictions as a table",
        "gate": "Refuse a model that breaks what was right before",
    },
    "Forgetting": {
        "forgetting": "What runs have forgotten, as text or report",
        "drift": "Compare two encoders layer by layer",
        "layers": "What can be read from each layer",
        "attention": "Attention to a text, before and after",
        "average": "Weights between before and after",
    },
    "Use": {
        "predict": "Classify texts or tables",
        "decide": "Tune thresholds, temperature and abstention",
        "serve": "Answer over HTTP",
        "export": "Write a Hugging Face folder or an ONNX graph",
        "push": "Upload a model to the hub",
        "capsule": "Pack runs into one file",
        "open-capsule": "Add the runs of a capsule",
        "import-log": "Store the curves of another program's training",
        "export-log": "Write a run's curves to TensorBoard, MLflow or W&B",
    },
    "Maintenance": {
        "store": "Check, back up and repair the store",
        "cache": "List and clear what is cached",
        "doctor": "What this machine has and what is missing",
        "problem-report": "What helps to find a problem; nothing is sent",
    },
}
"""Section, command, what it does in at most 52 characters."""
WIDTH = 52
