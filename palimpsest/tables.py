"""Read the store as tables: runs, curves, predictions, comparisons."""

from __future__ import annotations

import io
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from engine import launch
from engine.errors import UserError
from engine.store import metrics as metric_rows
from engine.store import runs as run_rows
from engine.store.database import Store
from palimpsest.running import Run, find_run, store_path

if TYPE_CHECKING:
    import pandas

RUN_COLUMNS = (
    "id name status reason metric validation_best validation_best_step test seed encoder data group_name sweep_id "
    "precision device created started finished active_seconds"
).split()


def runs(store: Path | str | None = None, search: str = "") -> pandas.DataFrame:
    """Return one row per run: number, name, status, best validation and test value, main settings, times.

    ``test_looks`` and ``test_strategies`` are the numbers of runs and strategies evaluated on the same test texts.

    Args:
        store: the store. None: the user's own.
        search: only runs with this text in name, data or tags.
    """
    import pandas as pd

    from engine.analysis.evidence import looks_by_run
    from engine.store.test_looks import TestLooks

    with Store(store_path(store)) as opened:
        launch.reconcile_runs(opened)
        rows = run_rows.list_runs(opened, search)
        looks = looks_by_run(opened, rows)
    table = pd.DataFrame({name: [getattr(row, name) for row in rows] for name in RUN_COLUMNS})
    looks_of_rows = [looks.get(row.id, TestLooks(0, 0)) for row in rows]
    index = table.columns.get_loc("test") + 1
    table.insert(index, "test_strategies", [each.strategies for each in looks_of_rows])
    table.insert(index, "test_looks", [each.experiments for each in looks_of_rows])
    return table


def metrics(
    run: Run | int | str | Sequence[Run | int | str],
    keys: Iterable[str] | None = None,
    *,
    store: Path | str | None = None,
) -> pandas.DataFrame:
    """Return all measured points of one or several runs: ``run``, ``key``, ``step``, ``seconds``, ``value``.

    Args:
        keys: only these keys, such as ``["validation/error"]``. None: all.
    """
    import pandas as pd

    path, names = _find_runs([run] if isinstance(run, Run | int | str) else run, store)
    with Store(path) as opened:
        numbers = [run_rows.find_run(opened, name).id for name in names]
        selected = list(keys) if keys is not None else metric_rows.list_metric_keys(opened, numbers)
        curves = metric_rows.read_curves(opened, numbers, selected)
    columns = ["run", "key", "step", "seconds", "value"]
    parts = [
        pd.DataFrame(dict(zip(columns, (number, key, curve.step, curve.time, curve.value), strict=True)))
        for (number, key), curve in curves.items()
    ]
    return pd.concat(parts, ignore_index=True) if parts else pd.DataFrame(columns=columns)


def predictions(
    run: Run | int | str,
    split: str = "",
    *,
    texts: bool = True,
    store: Path | str | None = None,
) -> pandas.DataFrame:
    """Return the stored predictions of a run for one split, one row per text, as in ``palimpsest predictions``.

    Args:
        split: ``test``, ``validation`` ... Empty: the test split.
        texts: whether to add a column of texts from the data set.
    """
    import pandas as pd

    from engine.delivery.stored_predictions import export_predictions

    path, name = find_run(run, store)
    with tempfile.TemporaryDirectory(prefix="palimpsest-") as folder, Store(path) as opened:
        file = Path(folder) / "predictions.parquet"
        export_predictions(opened, run_rows.find_run(opened, name).id, file, split, with_texts=texts)
        return pd.read_parquet(file)


def compare(
    runs: Sequence[Run | int | str],
    *,
    seeds: bool = False,
    all_settings: bool = False,
    store: Path | str | None = None,
) -> pandas.DataFrame:
    """Return a comparison of runs as in ``palimpsest compare``: differing settings, errors, forgetting, cost.

    ``attrs["notes"]`` of the table has notes on the evidence, and on the number of evaluations on the test texts.

    Args:
        seeds: one row per strategy, with mean, standard deviation and number of seeds.
        all_settings: include settings that do not differ.
    """
    import pandas as pd

    from engine.analysis.run_groups import compare_stored_runs

    path, names = _find_runs(runs, store)
    with Store(path) as opened:
        rows = [run_rows.find_run(opened, name) for name in names]
        answer = compare_stored_runs(opened, rows, all_settings=all_settings, group_seeds=seeds)
    table = pd.read_csv(io.StringIO(answer.document().text("csv")))
    table.attrs["notes"] = [*answer.generated, *answer.evidence, *answer.looks_notes]
    return table


def _find_runs(runs: Sequence[Run | int | str], store: Path | str | None) -> tuple[Path, list[str]]:
    resolved = [find_run(each, store) for each in runs]
    stores = {path for path, _ in resolved}
    if len(stores) != 1:
        raise UserError(
            "runs of several stores." if stores else "no run was named.",
            place="runs",
            remedy="Name runs of one store.",
        )
    return stores.pop(), [name for _, name in resolved]
