"""docs/store.md names every table and column there is, and its example queries run."""

from __future__ import annotations

import math
import re
from pathlib import Path

import pytest

from engine.spec.experiment import parse_experiment
from engine.store import Store, metrics, runs

PAGE = Path(__file__).resolve().parents[3] / "docs" / "store.md"


@pytest.fixture
def store(tmp_path: Path):
    with Store(tmp_path / "s.sqlite") as db:
        for seed in (1, 2, 3):
            stage = {"kind": "finetune", "data": "samples:reviews", "batch_size": 8}
            number = runs.create_run(db, parse_experiment({"name": "x", "seed": seed, "stages": [stage]}))
            metrics.add_points(
                db, number, [("test/error", 5, 1.0, 4.0 + seed), ("validation/error", 5, 1.0, 4.0)]
            )
            retained = [("retention/loss", 0, 0.5, 3.0), ("retention/loss", 5, 1.0, 3.0 + math.log(1 + seed))]
            metrics.add_points(db, number, retained)
        db.execute("UPDATE runs SET status = 'finished'")
        db.execute("UPDATE summary SET at_best = last")
        yield db


def test_every_table_and_column_is_described(store: Store) -> None:
    words = set(re.findall(r"`([a-z_]+)`", PAGE.read_text(encoding="utf-8")))
    words |= set(
        re.findall(r"[a-z_]+", " ".join(re.findall(r"`\(([^)]*)\)`", PAGE.read_text(encoding="utf-8"))))
    )
    tables = [
        row[0]
        for row in store.execute("SELECT name FROM sqlite_master WHERE type IN ('table', 'view')")
        if not row[0].startswith("sqlite_")
    ]
    missing = [name for name in tables if name not in words]
    for table in tables:
        if table not in ("results", "changes"):
            columns = [row[1] for row in store.execute(f"PRAGMA table_info({table})")]
            missing += [f"{table}.{name}" for name in columns if name not in words]
    assert missing == []


def test_the_example_queries_run(store: Store) -> None:
    queries = re.findall(r"```sql\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert len(queries) == 6
    results = [store.execute(query).fetchall() for query in queries]
    assert [len(rows) for rows in results[:2]] == [3, 1]
    # 5, 6, 7: mean 6, standard deviation 1
    assert (results[1][0]["n"], results[1][0]["mean"], results[1][0]["sd"]) == (3, 6.0, pytest.approx(1.0))
    assert [row["rate"] for row in results[3]] == [2e-5] * 3
    assert [row["times_as_perplexed"] for row in results[5]] == pytest.approx([2.0, 3.0, 4.0])
