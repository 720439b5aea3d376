"""A model card: what a model learnt from, how well it does, with intervals, and what it must not be taken for.

The front matter follows the Hub's metadata for model cards; the sections follow Mitchell et al. 2019 ("Model Cards for
Model Reporting") as far as a run knows them. What only people know (licence, intended use) is asked for, not guessed.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from importlib.metadata import version

from engine.analysis.evidence import evidence_notes
from engine.analysis.verdicts.odometer import looks_of_runs, looks_sentence
from engine.analysis.verdicts.statistics import wilson_interval
from engine.delivery.finished_model import FinishedModel
from engine.errors import printable
from engine.formatting.markdown import code_span, escape_markdown
from engine.json_types import JsonObject
from engine.metrics.keys import describe_key
from engine.paths import RESOURCES
from engine.store import runs, summaries
from engine.store.database import Store
from engine.store.rows import StageRow

UNSAID = "not said"


@dataclass(frozen=True)
class TestScore:
    """Texts predicted wrongly of a test split, and the 95 % interval of the error in percent (Wilson 1927).

    Where a text may have ``several`` labels it is right when all of them are.
    """

    wrong: int
    texts: int
    low: float
    high: float
    several: bool = False

    __test__ = False  # no test class, whatever pytest thinks of its name

    @property
    def error(self) -> float:
        """Percent of the texts predicted wrongly."""
        return 100 * self.wrong / self.texts


def write_model_card(
    store: Store, found: FinishedModel, licence: str = "", use: str = "", library: str = "transformers"
) -> str:
    """Return the card of a run's model as Markdown with front matter.

    Args:
        licence: an identifier of the Hub (``mit``, ``apache-2.0``); empty: the card says that none was given.
        use: what the model is meant for, in a sentence; empty: the card says that nothing was said.
        library: what loads the model, as the Hub names it.
    """
    stage = next(
        (each for each in runs.list_stages(store, found.run.id) if each.position == found.stage - 1), None
    )
    score = _test_score(store, found)
    experiment = runs.get_experiment(store, found.run.id)
    looks = looks_sentence(looks_of_runs(store, [found.run]))
    lines = [
        "---",
        *_front_matter(found, score, licence, library),
        "---",
        "",
        f"# {escape_markdown(found.run.name)}",
        "",
        f"A text classifier, fine-tuned with Palimpsest {version('palimpsest')}. This card was written by the program "
        f"from the record of the run; what is *{UNSAID}* only its makers know.",
        "",
        "## Data",
        "",
        *_data_lines(found, stage),
        "",
        "## Results",
        "",
        *_result_lines(store, found, score),
        *(f"- {escape_markdown(note)}" for note in (*evidence_notes(store, [found.run.id]), looks) if note),
        "",
        "## Training",
        "",
        f"- Encoder: {code_span(experiment.encoder.source)}. Seed {experiment.seed}.",
        *(
            f"- Stage {number}: {escape_markdown('; '.join(each.summary()))}"
            for number, each in enumerate(experiment.stages[: found.stage], 1)
        ),
        "",
        "## Limits",
        "",
        *_limit_lines(found, stage),
        "",
        "## Use and licence",
        "",
        f"- Intended use: {escape_markdown(use or UNSAID)}.",
        f"- Licence: {escape_markdown(licence or UNSAID)}. The licences of the encoder and of the data hold beside it.",
        "",
    ]
    return "\n".join(lines)


def _front_matter(found: FinishedModel, score: TestScore | None, licence: str, library: str) -> list[str]:
    """Return the metadata as YAML: a line for each key, its value as JSON, which YAML contains."""
    values: JsonObject = {
        "library_name": library,
        "pipeline_tag": "text-classification",
        "tags": ["palimpsest"],
    }
    if licence:
        values["license"] = licence
    encoder = found.run.encoder
    local = encoder.startswith(("run:", "/", ".")) or (RESOURCES / "models" / encoder).is_dir()
    if encoder and not local:
        values["base_model"] = encoder
    if score is not None:
        result = {
            "task": {"type": "text-classification"},
            "dataset": {"name": found.run.data, "type": found.run.data, "split": "test"},
            "metrics": [
                {
                    "type": "subset_accuracy" if score.several else "accuracy",
                    "value": round(1 - score.wrong / score.texts, 6),
                }
            ],
        }
        values["model-index"] = [{"name": found.run.name, "results": [result]}]
    lines = [f"{name}: {json.dumps(value, ensure_ascii=False)}" for name, value in values.items()]
    # YAML forbids some control characters that JSON lets pass, and breaks lines at others.
    return [printable(line, most=len(line)) for line in lines]


def _test_score(store: Store, found: FinishedModel) -> TestScore | None:
    """Return how many test texts were wrong; None without stored test predictions or classes."""
    names = [f"test/{found.task}" if found.task else "test"]
    names.append(f"stage-{found.stage}/{names[0]}")
    known = summaries.prediction_splits(store, found.run.id)
    # The predictions of an earlier stage have its name; the plain ones are the last stage's.
    for name in reversed(names):
        if name in known and (answers := summaries.read_answers(store, found.run.id, name)) is not None:
            wrong, count = int((~answers.right).sum()), len(answers.labels)
            low, high = wilson_interval(wrong, count)
            return TestScore(wrong, count, low, high, answers.labels.ndim == 2)
    return None


def _data_lines(found: FinishedModel, stage: StageRow | None) -> list[str]:
    info = _task_info(found, stage)
    lines = [f"- Data set: {code_span(found.task or found.run.data)}."]
    if found.text_columns:
        lines.append(f"- Text: {escape_markdown(', '.join(found.text_columns))}.")
    rows, classes = info.get("rows"), info.get("classes")
    if isinstance(rows, dict):
        lines.append(f"- Texts: {', '.join(f'{number:,} {name}' for name, number in rows.items())}.")
    if isinstance(classes, list) and classes:
        lines.append(f"- Classes: {escape_markdown(', '.join(map(str, classes)))}.")
    return lines


def _task_info(found: FinishedModel, stage: StageRow | None) -> JsonObject:
    """Return what the stage recorded of the task."""
    info: JsonObject = stage.info if stage is not None else {}
    tasks = info.get("tasks")
    own = tasks.get(found.task) if isinstance(tasks, dict) else info
    return own if isinstance(own, dict) else {}


def _result_lines(store: Store, found: FinishedModel, score: TestScore | None) -> list[str]:
    if score is None:
        return ["- No test predictions of classes are stored for this model."]
    what = "Test texts with any label wrong:" if score.several else "Test error"
    lines = [
        f"- {what} {score.error:.2f} % ({score.wrong:,} of {score.texts:,} texts), 95 % interval {score.low:.2f} "
        f"to {score.high:.2f} % (Wilson). The interval is of these texts' number alone: it knows of no other seed, and "
        "of no other kind of text."
    ]
    prefix = "test/"
    measured = summaries.read_summaries(store, [found.run.id]).get(found.run.id, {})
    for key, value in sorted(measured.items()):
        plain = key.removesuffix(f"/{found.task}") if found.task else key
        if (
            not plain.startswith(prefix)
            or plain in ("test/error", "test/loss")
            or "/" in plain[len(prefix) :]
        ):
            continue
        if ":" in plain or value.at_best is None or (found.task and plain == key):
            continue
        about = describe_key(plain)
        unit = f" {about.unit}" if about.unit else ""
        lines.append(f"- {escape_markdown(about.title)}: {value.at_best:.{about.digits}f}{unit}.")
    return lines


def _limit_lines(found: FinishedModel, stage: StageRow | None) -> list[str]:
    info = _task_info(found, stage)
    lines = [
        "- It answers with one of its classes whatever the text; a text of another kind or language is not noticed.",
        "- Probabilities are those of the training objective; they were not checked here for calibration.",
    ]
    cut = info.get("texts_cut_percent")
    if isinstance(cut, int | float):
        lines.append(
            f"- {cut:.1f} % of the training texts were longer than what the model reads, and were cut."
        )
    guessing = info.get("guessing_error")
    if isinstance(guessing, int | float):
        lines.append(f"- Always guessing the largest class gives {guessing:.2f} % error.")
    return lines
