"""A model card: training data, results with intervals, and limits of a model.

The front matter follows the Hub's metadata for model cards. The sections follow Mitchell et al. 2019 ("Model Cards for
Model Reporting") as far as a run provides them. Facts that only people know (licence, intended use) are requested, not
guessed. A card is published, so it contains no local path, and names data sets and encoders by base name or hub id.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import version

from engine.analysis.evidence import evidence_notes, looks_of_runs, looks_sentence
from engine.analysis.verdicts.statistics import wilson_interval
from engine.data.readers.hub import HUB_SCHEME
from engine.delivery.finished_model import FinishedModel
from engine.errors import printable
from engine.formatting.templates import escape_markdown, render_template
from engine.json_types import JsonObject
from engine.metrics.keys import KeyDescription, describe_key
from engine.model.conversion.layouts import HUGGING_FACE, INT8, ONNX, PALIMPSEST, compare_layouts
from engine.model.encoders import is_hub_id
from engine.spec.data import is_generated
from engine.spec.experiment import Experiment
from engine.store import runs, summaries
from engine.store.database import Store

NOT_STATED = "not said"
LIBRARIES = {HUGGING_FACE: "transformers", ONNX: "onnx", PALIMPSEST: "palimpsest", INT8: "palimpsest"}
"""Library that loads each layout, by the Hub's name."""
_FULL_PATH = re.compile(r"^(/|~|[A-Za-z]:[\\/]|\\\\|\.\.?[\\/])")


@dataclass(frozen=True)
class TestScore:
    """Number of wrong predictions for a test split, and the 95 % interval of the error in percent (Wilson 1927).

    ``is_multi_label``: a text may have several labels, and counts as correct when all of them are.
    """

    wrong: int
    texts: int
    low: float
    high: float
    is_multi_label: bool = False

    __test__ = False  # not a test class for pytest

    @property
    def error(self) -> float:
        """Percent of wrong predictions."""
        return 100 * self.wrong / self.texts


def write_model_card(
    store: Store, finished: FinishedModel, licence: str = "", use: str = "", layout: str = HUGGING_FACE
) -> str:
    """Return the card of a run's model as Markdown with front matter.

    Args:
        licence: an identifier of the Hub (``mit``, ``apache-2.0``). Empty: the card reports that none was given.
        use: the intended use, in a sentence. Empty: the card reports that none was given.
        layout: of the export with this card.
    """
    stages = {each.position: each.info for each in runs.list_stages(store, finished.run.id)}
    info: JsonObject = stages.get(finished.stage - 1, {})
    if isinstance(tasks := info.get("tasks"), dict):
        info = tasks.get(finished.task, {})
    score, experiment = _test_score(store, finished), runs.get_experiment(store, finished.run.id)
    layouts = [each for each in compare_layouts(finished.folder, finished.head) if each.name == layout]
    notes = (*evidence_notes(store, [finished.run.id]), looks_sentence(looks_of_runs(store, [finished.run])))
    card = render_template(
        "model_card.md",
        front=_front_matter(finished, score, licence, layout),
        found=finished,
        experiment=experiment,
        version=version("palimpsest"),
        layout=layout,
        remarks=layouts[0].remarks,
        data_name=finished.task or _data_name(finished),
        info={"rows": None, "classes": None, "texts_cut_percent": None, "guessing_error": None} | info,
        score=score,
        measured=_other_metrics(store, finished),
        notes=[note for note in notes if note],
        use=use,
        licence=licence,
        unsaid=NOT_STATED,
    )
    return strip_local_paths(card, experiment)


def strip_local_paths(text: str, experiment: Experiment) -> str:
    """Return ``text`` with every full path in ``experiment``, escaped or not, replaced by its base name."""
    local_paths = {each for each in _strings(experiment.model_dump(mode="json")) if _FULL_PATH.match(each)}
    for path in sorted(local_paths, key=len, reverse=True):
        for spelling in (str, escape_markdown, lambda each: json.dumps(each, ensure_ascii=False)[1:-1]):
            text = text.replace(spelling(path), spelling(_base_name(path)))
    return text


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _strings(each)


def _base_name(path: str) -> str:
    return re.split(r"[\\/]", path.rstrip("\\/"))[-1]


def _data_name(finished: FinishedModel) -> str:
    """Return a public name of the data set: a hub id, a bundled set's name, or a file's name."""
    source_name, run_data = finished.source.source, finished.run.data
    if source_name.startswith(HUB_SCHEME):
        return source_name.removeprefix(HUB_SCHEME)
    return run_data if is_generated(run_data) and not finished.task else _base_name(source_name)


def _front_matter(finished: FinishedModel, score: TestScore | None, licence: str, layout: str) -> list[str]:
    """Return the metadata as YAML lines, one for each key, with values in JSON (a subset of YAML).

    Only transformers' own layout has a ``pipeline_tag``. With it the Hub offers ``pipeline``, which loads no other
    layout. Results are only listed for data sets of the Hub, because the Hub requires their ids. Other results are in
    the text.
    """
    values: JsonObject = {"library_name": LIBRARIES[layout], "tags": ["palimpsest", "text-classification"]}
    if layout == HUGGING_FACE:
        values["pipeline_tag"] = "text-classification"
    if licence:
        values["license"] = licence
    if is_hub_id(finished.run.encoder):
        values["base_model"] = finished.run.encoder
    hub, name = finished.source.source.startswith(HUB_SCHEME), _data_name(finished)
    if hub:
        values["datasets"] = [name]
    if score is not None and hub:
        result = {
            "task": {"type": "text-classification"},
            "dataset": {"name": name, "type": name, "split": "test"},
            "metrics": [
                {
                    "type": "subset_accuracy" if score.is_multi_label else "accuracy",
                    "value": round(1 - score.wrong / score.texts, 6),
                }
            ],
        }
        values["model-index"] = [{"name": finished.run.name, "results": [result]}]
    lines = [f"{name}: {json.dumps(value, ensure_ascii=False)}" for name, value in values.items()]
    # YAML forbids some control characters that JSON allows, and others end a line.
    return [printable(line, limit=len(line)) for line in lines]


def _test_score(store: Store, finished: FinishedModel) -> TestScore | None:
    """Return the test score, or None without stored test predictions or classes."""
    names = [f"test/{finished.task}" if finished.task else "test"]
    names.append(f"stage-{finished.stage}/{names[0]}")
    splits = summaries.prediction_splits(store, finished.run.id)
    # Predictions of an earlier stage are named after it, those of the last stage are not.
    for name in reversed(names):
        if name in splits and (answers := summaries.read_answers(store, finished.run.id, name)) is not None:
            wrong, count = int((~answers.right).sum()), len(answers.labels)
            low, high = wilson_interval(wrong, count)
            return TestScore(wrong, count, low, high, answers.labels.ndim == 2)
    return None


def _other_metrics(store: Store, finished: FinishedModel) -> list[tuple[KeyDescription, float]]:
    """Return the test metrics of the model's task, sorted by key, without error, loss and metrics of single classes."""
    stored = summaries.read_summaries(store, [finished.run.id]).get(finished.run.id, {})
    suffix, rows = f"/{finished.task}" if finished.task else "", []
    for key, value in sorted(stored.items()):
        split, _, name = key.removesuffix(suffix).partition("/")
        plain = split == "test" and name not in ("error", "loss") and not {"/", ":"} & set(name)
        if plain and key.endswith(suffix) and value.at_best is not None:
            rows.append((describe_key(f"test/{name}"), value.at_best))
    return rows
