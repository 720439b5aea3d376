"""Compare two runs of one specification bit for bit, with differences and possible reasons.

The comparison uses only the store, so the folders of the runs need not exist.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from engine.formatting.templates import state
from engine.json_types import JsonObject
from engine.store import runs
from engine.store.database import Store
from engine.weights_digest import weights_digest

TIME_KEYS = ("speed/", "system/", "probe/", "probes/", "progress/")
"""Key prefixes of values that depend on the clock."""
STEP_KEYS = ("train/", "validation/", "heldout/", "test/", "stage-")
"""Key prefixes of values measured at fixed updates. Other probes depend on a time budget."""
NOT_RECORDED = "not recorded"


@dataclass(frozen=True, slots=True)
class CircumstanceDifference:
    """Difference of circumstances: ``what`` differs in the software, hardware, computation or data (``kind``)."""

    kind: str
    what: str
    before: str
    after: str

    def sentence(self) -> str:
        """Return the difference as a sentence."""
        return f"{self.kind.capitalize()}, {self.what}: {self.before} then, {self.after} now."


@dataclass(frozen=True, slots=True)
class RerunComparison:
    """Result of a rerun.

    Attributes:
        original, rerun: numbers of the runs.
        weights: for each stage, from 1, whether both runs have the same weights; None if a digest is unknown.
        predictions: number of compared predictions, and number of differing ones.
        values: number of compared metric values, and number of differing ones.
        first_difference: the first differing value (``train/loss at update 3``), empty without differences.
        missing: metrics, predictions or stages of only one run.
        differences: differences of circumstances.
    """

    original: int
    rerun: int
    weights: dict[int, bool | None]
    predictions: tuple[int, int]
    values: tuple[int, int]
    first_difference: str
    missing: tuple[str, ...]
    differences: tuple[CircumstanceDifference, ...]

    @property
    def is_identical(self) -> bool:
        """Whether all recorded values are identical bit for bit, and some values are recorded."""
        is_equal = not (self.predictions[1] or self.values[1] or self.missing)
        return is_equal and False not in self.weights.values() and self.values[0] > 0

    def sentences(self) -> list[str]:
        """Return sentences on the result, on weights that were not compared, and on possible reasons."""
        compared_stages = {stage: same for stage, same in self.weights.items() if same is not None}
        lines = [state("verdicts", "rerun", self, compared_stages)]
        if uncompared := [str(stage) for stage, same in self.weights.items() if same is None]:
            lines.append(
                f"The weights of stage {', '.join(uncompared)} were not compared, because one run has none."
            )
        lines += [difference.sentence() for difference in self.differences]
        if not self.is_identical:
            if not self.differences:
                lines.append("No recorded difference of software, hardware, computation or data explains it.")
            lines.append(f"Results side by side: palimpsest compare {self.original} {self.rerun}")
        return lines

    def as_json(self) -> JsonObject:
        """Return everything as JSON."""
        values = asdict(self) | {"identical": self.is_identical}
        values["weights"] = {str(stage): same for stage, same in self.weights.items()}
        for name in ("predictions", "values"):
            values[name] = dict(zip(("compared", "differing"), values[name], strict=True))
        return values


def compare_rerun(store: Store, original: int, rerun: int) -> RerunComparison:
    """Compare two runs of one specification. Raises UserError for an unknown run."""
    values, first, missing = _compare_values(store, original, rerun)
    predictions, unpaired = _compare_predictions(store, original, rerun)
    return RerunComparison(
        original=original,
        rerun=rerun,
        weights=_compare_weights(store, original, rerun),
        predictions=predictions,
        values=values,
        first_difference=first,
        missing=(*missing, *unpaired),
        differences=tuple(_compare_circumstances(store, original, rerun)),
    )


def _compare_values(store: Store, original: int, rerun: int) -> tuple[tuple[int, int], str, list[str]]:
    """Return the number of common and of differing metric values, the first difference, and unmatched values."""
    before, after = (_values(store, number) for number in (original, rerun))
    common = before.keys() & after.keys()
    differing = [key for key in common if before[key] != after[key]]
    key, step = min(differing, key=lambda key: (key[1], key[0]), default=("", 0))
    unmatched = {
        f"{key} at update {step:,}"
        for key, step in before.keys() ^ after.keys()
        if key.startswith(STEP_KEYS) or "/" not in key
    }
    first = f"{key} at update {step:,}" if differing else ""
    return (len(common), len(differing)), first, sorted(unmatched)


def _values(store: Store, number: int) -> dict[tuple[str, int], float | None]:
    sql = "SELECT key, step, value FROM metrics WHERE run_id = ?"
    rows = store.execute(sql, (number,))
    return {(key, step): value for key, step, value in rows if not key.startswith(TIME_KEYS)}


def _compare_predictions(store: Store, original: int, rerun: int) -> tuple[tuple[int, int], list[str]]:
    before, after = (_predictions(store, number) for number in (original, rerun))
    common = before.keys() & after.keys()
    splits = {split for split, _ in before.keys() ^ after.keys()}
    differing = sum(before[key] != after[key] for key in common)
    return (len(common), differing), [f"predictions for {split}" for split in sorted(splits)]


def _predictions(store: Store, number: int) -> dict[tuple[str, int], tuple[object, ...]]:
    sql = "SELECT split, position, source_row, label, predicted, confidence, loss FROM predictions WHERE run_id = ?"
    return {(row[0], row[1]): tuple(row)[2:] for row in store.execute(sql, (number,))}


def _compare_weights(store: Store, original: int, rerun: int) -> dict[int, bool | None]:
    before, after = (_weights(store, number) for number in (original, rerun))
    return {
        stage: None if not before.get(stage) or not after.get(stage) else before[stage] == after[stage]
        for stage in sorted(before.keys() | after.keys())
    }


def _weights(store: Store, number: int) -> dict[int, str]:
    """Return the digest of each stage's weights, as recorded or computed from the files; "" if unknown.

    A baseline without an encoder has no weights.
    """
    if not runs.get_experiment(store, number).trains_encoder:
        return {}
    folders = {
        item.path.name: item.path for item in runs.list_artefacts(store, number) if item.kind == "stage"
    }
    digests = {}
    for stage in runs.list_stages(store, number):
        folder = folders.get(f"stage-{stage.position + 1}")
        digest = stage.info.get("weights")
        digests[stage.position + 1] = (
            digest if isinstance(digest, str) else weights_digest(folder) if folder is not None else ""
        )
    return digests


def _compare_circumstances(store: Store, original: int, rerun: int) -> list[CircumstanceDifference]:
    differences: list[CircumstanceDifference] = []

    def note(kind: str, what: str, values: Sequence[object]) -> None:
        before, after = map(str, values)
        if before != after:
            differences.append(CircumstanceDifference(kind, what, before, after))

    numbers = (original, rerun)
    versions = [runs.package_versions(store, number) for number in numbers]
    for name in sorted(versions[0].keys() | versions[1].keys()):
        kind = "hardware" if name == "system" else "software"
        note(kind, name, [each.get(name, NOT_RECORDED) for each in versions])
    note("hardware", "machine", [runs.get_run(store, number).host or NOT_RECORDED for number in numbers])
    stages = [{stage.position: stage.info for stage in runs.list_stages(store, number)} for number in numbers]
    for position in sorted(stages[0].keys() | stages[1].keys()):
        infos = [each.get(position, {}) for each in stages]
        records = [record if isinstance(record := info.get("computation"), dict) else {} for info in infos]
        for name in sorted(records[0].keys() | records[1].keys()):
            what = f"{name.replace('_', ' ')} of stage {position + 1}"
            note(_KINDS.get(name, "computation"), what, [each.get(name, NOT_RECORDED) for each in records])
        for name in ("data", "held_out", "encoder_content"):
            what = f"{name.replace('_', ' ')} of stage {position + 1}"
            note("data", what, [info.get(name, NOT_RECORDED) for info in infos])
    return differences


_KINDS = {"processor": "hardware", "device": "hardware", "program": "software"}
"""Kinds of those entries of a computation record that are not about the computation itself."""
