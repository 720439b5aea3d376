"""What figures rest on is said beside them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from engine.analysis.evidence import evidence_notes, generated_notes, selection_notes, size_notes
from engine.spec.experiment import Experiment, parse_experiment
from engine.store import Store
from engine.store.rows import StageRow
from tests.workbench.pages.stored import finished


def design(source: str = "samples:reviews", **fields: Any) -> Experiment:
    return parse_experiment({"stages": [{"kind": "finetune", "data": source} | fields]})


def begun(train: int, validation: int) -> list[StageRow]:
    return [
        StageRow(0, "finetune", "Fine-tuning", 0, 9, {"rows": {"train": train, "validation": validation}})
    ]


def test_generated_texts_are_named() -> None:
    (said,) = generated_notes([design(), design("samples:headlines"), design("imdb.csv")])
    assert said.startswith("Demonstration texts (Headlines, Long reviews)")
    assert generated_notes([design("imdb.csv")]) == []


def test_labels_that_chose_the_checkpoint_are_counted() -> None:
    assert selection_notes([design()], [begun(2000, 222)]) == [
        "The checkpoint was chosen on 222 validation labels."
    ]
    few = selection_notes([design()] * 3, [begun(100, 2500), begun(400, 2500), begun(22500, 2500)])
    assert few == [
        "The checkpoint was chosen on 2,500 validation labels, of some runs more than the 100 it learnt from."
    ]
    assert selection_notes([design()], [begun(100, 2500)]) == [
        "The checkpoint was chosen on 2,500 validation labels, more than the 100 it learnt from."
    ]
    assert selection_notes([design()] * 2, [begun(900, 100), begun(1800, 200)]) == [
        "The checkpoint was chosen on 100 to 200 validation labels."
    ]


def test_of_the_last_update_none_did() -> None:
    last = design(checkpoint="last")
    assert selection_notes([last], [begun(100, 2500)]) == [
        "The last update was tested: no validation labels chose the checkpoint."
    ]
    both = selection_notes([design(), last], [begun(900, 100), begun(900, 100)])
    assert both[1] == "Of some runs the last update was tested: no validation labels chose the checkpoint."


def test_a_test_split_that_says_nothing_is_told() -> None:
    def tested(*sizes: int) -> list[list[StageRow]]:
        return [[replace(begun(9, 9)[0], info={"rows": {"train": 9, "test": size}})] for size in sizes]

    assert size_notes(tested(50, 4000)) == size_notes([begun(9, 9)]) == size_notes([[]]) == []
    assert size_notes(tested(600, 49, 60)) == [
        "The test split has 49 texts: too few for a conclusion (at least 50 are needed)."
    ]
    assert size_notes(tested(1)) == [
        "The test split has 1 text: too few for a conclusion (at least 50 are needed)."
    ]


def test_of_stored_runs(home: Path) -> None:
    path = home / "palimpsest.sqlite"
    Store(path).close()
    number = finished(path)
    with Store(path, read_only=True) as store:
        (said,) = evidence_notes(store, [number])  # its stage does not say how many rows it had
    assert "Long reviews" in said
