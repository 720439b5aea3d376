"""A model card: what a model learnt from, how well it does, with intervals, and what it must not be taken for.

The front matter follows the Hub's metadata for model cards; the sections follow Mitchell et al. 2019 ("Model Cards for
Model Reporting") as far as a run knows them. What only people know (licence, intended use) is asked for, not guessed.
A card leaves the machine, so it names no place on it: data sets and encoders stand there by base name or hub id.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import version

from engine.analysis.evidence import evidence_notes
from engine.analysis.verdicts.odometer import looks_of_runs, looks_sentence
from engine.analysis.verdicts.statistics import wilson_interval
from engine.data.readers.hub import HUB_SCHEME
from engine.delivery.finished_model import FinishedModel
from engine.errors import printable
from engine.formatting.markdown import code_span, escape_markdown
from engine.json_types import JsonObject
from engine.metrics.keys import describe_key
from engine.model.conversion.layouts import HUGGING_FACE, INT8, ONNX, PALIMPSEST, compare_layouts
from engine.model.encoders import is_hub_id
from engine.spec.data import is_generated
from engine.spec.experiment import Experiment
from engine.store import runs, summaries
from engine.store.database import Store
from engine.store.rows import StageRow

UNSAID = "not said"
LIBRARIES = {HUGGING_FACE: "transformers", ONNX: "onnx", PALIMPSEST: "palimpsest", INT8: "palimpsest"}
"""What loads each layout, as the Hub names it."""
_FULL_PATH = re.compile(r"^(/|~|[A-Za-z]:[\\/]|\\\\|\.\.?[\\/])")


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
    store: Store, found: FinishedModel, licence: str = "", use: str = "", layout: str = HUGGING_FACE
) -> str:
    """Return the card of a run's model as Markdown with front matter.

    Args:
        licence: an identifier of the Hub (``mit``, ``apache-2.0``); empty: the card says that none was given.
        use: what the model is meant for, in a sentence; empty: the card says that nothing was said.
        layout: of the export that it lies beside.
    """
    stage = next(
        (each for each in runs.list_stages(store, found.run.id) if each.position == found.stage - 1), None
    )
    score = _test_score(store, found)
    experiment = runs.get_experiment(store, found.run.id)
    looks = looks_sentence(looks_of_runs(store, [found.run]))
    lines = [
        "---",
        *_front_matter(found, score, licence, layout),
        "---",
        "",
        f"# {escape_markdown(found.run.name)}",
        "",
        f"A text classifier, fine-tuned with Palimpsest {version('palimpsest')}. This card was written by the program "
        f"from the record of the run; what is *{UNSAID}* only its makers know.",
        "",
        "## How to use it",
        "",
        *_usage_lines(found, layout),
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
    return without_places("\n".join(lines), experiment)


def without_places(text: str, experiment: Experiment) -> str:
    """Return ``text`` with every full path that ``experiment`` names, however it is escaped, cut to its last part."""
    places = {each for each in _strings(experiment.model_dump(mode="json")) if _FULL_PATH.match(each)}
    for place in sorted(places, key=len, reverse=True):
        for spelled in (str, escape_markdown, lambda each: json.dumps(each, ensure_ascii=False)[1:-1]):
            text = text.replace(spelled(place), spelled(_last_part(place)))
    return text


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _strings(each)


def _last_part(place: str) -> str:
    return re.split(r"[\\/]", place.rstrip("\\/"))[-1]


def _data_name(found: FinishedModel) -> str:
    """Return the data set as a stranger may know it: a hub id, a bundled set's name, or a file's name."""
    given, named = found.source.source, found.run.data
    if given.startswith(HUB_SCHEME):
        return given.removeprefix(HUB_SCHEME)
    return named if is_generated(named) and not found.task else _last_part(given)


_OURS = """\
The folder has Palimpsest's own layout: `pip install "palimpsest[engine]"`, then

```python
from pathlib import Path
from engine.model.predict import predict
from engine.model.saved_model import load_saved_model

print(predict(load_saved_model(Path("the folder")), ["A text."]))
```

"""
_USAGE = {
    HUGGING_FACE: """\
```python
from transformers import pipeline

classify = pipeline("text-classification", model="the folder or the repository's name")
classify({example}, truncation=True)
```
""",
    ONNX: "README.txt beside this card has the lines of Python; they need onnxruntime, tokenizers and NumPy.\n",
    PALIMPSEST: _OURS
    + "transformers' `AutoModel` and `AutoTokenizer` open the encoder in `encoder/`, without the head.\n",
    INT8: _OURS
    + "Its weights are in 8 bits, which no other program opens; the lines of Python in README.txt restore them.\n",
}


def _usage_lines(found: FinishedModel, layout: str) -> list[str]:
    """Return how the model is loaded, and what has to be known of its input."""
    pair = found.source.pair
    example = '{"text": "A text.", "text_pair": "Another."}' if pair else '"A text."'
    lines = [_USAGE[layout].replace("{example}", example)]
    if layout == HUGGING_FACE:
        ours = next(each for each in compare_layouts(found.folder, found.head) if each.name == layout)
        lines += [f"- {escape_markdown(each)}" for each in ours.remarks]
    cleaning = type(found.source.cleaning)
    if found.source.cleaning.kind != "none" and layout not in (PALIMPSEST, INT8):
        lines.append(
            f"- Its texts were cleaned in training ({cleaning.title.lower()}); new ones come as they are."
        )
    if len(found.text_columns) > 1 and not pair:
        lines.append(
            f"- A text is the columns {escape_markdown(', '.join(found.text_columns))}, joined by "
            f"{code_span(json.dumps(found.source.join))}."
        )
    return lines


def _front_matter(found: FinishedModel, score: TestScore | None, licence: str, layout: str) -> list[str]:
    """Return the metadata as YAML: a line for each key, its value as JSON, which YAML contains.

    Only for transformers' own layout there is a ``pipeline_tag``: with it the Hub offers ``pipeline``, which opens no
    other. Results stand there for data sets of the Hub alone, whose id the Hub asks for; all others are in the text.
    """
    values: JsonObject = {"library_name": LIBRARIES[layout], "tags": ["palimpsest", "text-classification"]}
    if layout == HUGGING_FACE:
        values["pipeline_tag"] = "text-classification"
    if licence:
        values["license"] = licence
    if is_hub_id(found.run.encoder):
        values["base_model"] = found.run.encoder
    hub, name = found.source.source.startswith(HUB_SCHEME), _data_name(found)
    if hub:
        values["datasets"] = [name]
    if score is not None and hub:
        result = {
            "task": {"type": "text-classification"},
            "dataset": {"name": name, "type": name, "split": "test"},
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
    lines = [f"- Data set: {code_span(found.task or _data_name(found))}."]
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
