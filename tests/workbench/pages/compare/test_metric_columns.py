"""Columns of Compare: all stored test metrics where everything is shown, else the usual ones and the judged one."""

from __future__ import annotations

from pathlib import Path

from engine.events import Evaluation, RunFinished, StageStarted
from engine.store import Store, runs
from engine.store.writer import RunWriter
from tests.engine.store.test_probabilities import EXPERIMENT, predictions
from workbench.pages.compare.query import load_comparison


def test_every_stored_metric_is_a_column_where_all_is_shown(tmp_path: Path) -> None:
    path = tmp_path / "s.sqlite"
    with Store(path) as store:
        for _ in range(2):
            runs.create_run(store, EXPERIMENT)
    for number in (1, 2):
        with RunWriter(path, number) as writer:
            writer.write(StageStarted(0, "finetune", "One", 0, 10, 10))
            values = {
                "error": 40.0,
                "accuracy": 60.0,
                "macro_f1": 55.0,
                "roc_auc": (0.8, 0.9)[number - 1],
                "loss": 1.0,
            }
            measured = {f"test/{name}": value for name, value in values.items()}
            writer.write(Evaluation("test", 8, measured, False, predictions(seed=number)).as_final())
            writer.write(RunFinished(10, measured))
            writer.set_columns(status="finished")
    with Store(path, read_only=True) as store:
        few, judged, everything = (
            load_comparison(store, [1, 2], every, False, metric=metric)
            for every, metric in ((False, ""), (False, "roc_auc"), (True, ""))
        )
    assert few is not None and judged is not None and everything is not None

    def keys(view: object) -> set[str]:
        return {c.key for c in view.comparison.columns if c.key.startswith("metric/")}  # type: ignore[attr-defined]

    assert keys(few) == {"metric/macro_f1"}
    assert keys(judged) == keys(everything) == {"metric/macro_f1", "metric/roc_auc"}
    assert [row.values["metric/roc_auc"] for row in everything.comparison.rows] == [0.8, 0.9]
    assert ("ROC AUC", "roc_auc") in few.metrics and judged.judged_by == "roc_auc"
