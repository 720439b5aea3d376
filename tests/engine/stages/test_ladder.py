"""The ladder of labels, by the command line and against a computation by hand."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from scipy import stats
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold
from sklearn.pipeline import make_pipeline

from engine.data.dataset import load_dataset
from engine.spec.data import DataSource
from engine.spec.stages.linear_baseline import CANDIDATES
from engine.stages.ladder import Worth
from engine.store import Store, runs
from tests.engine.cli.test_app import palimpsest

ROWS = {"train_rows": 120, "validation_rows": 40, "test_rows": 20}
DESIGN = """name = "reviews"
[[stages]]
kind = "finetune"
data = { source = "samples:reviews", train_rows = 120, validation_rows = 40, test_rows = 20 }
"""


def held_out_errors(strength: float) -> np.ndarray:
    splits = load_dataset(DataSource(source="samples:reviews", **ROWS)).splits
    texts = np.array([*splits["train"].texts, *splits["validation"].texts], dtype=object)
    labels = np.concatenate([splits["train"].labels, splits["validation"].labels])
    model = make_pipeline(
        TfidfVectorizer(sublinear_tf=True, ngram_range=(1, 2), token_pattern=r"(?u)\b\w+\b"),
        LogisticRegression(C=strength, max_iter=1000),
    )
    return np.array(
        [
            100 * (model.fit(texts[a], labels[a]).predict(texts[b]) != labels[b]).mean()
            for a, b in StratifiedKFold(5, shuffle=True, random_state=0).split(texts, labels)
        ]
    )


def test_its_last_rung_is_cross_validation_and_nothing_is_stored(home: Path, tmp_path: Path) -> None:
    file = tmp_path / "reviews.toml"
    file.write_text(DESIGN, encoding="utf-8")
    said = palimpsest("baseline", file, "--ladder", "--kind", "bag_of_words", "--further", "80", "--json")
    assert said.code == 0, said.err
    (ladder,) = said.json
    assert ladder["texts"] == 160
    rungs = ladder["rungs"]
    assert [rung["labels"] for rung in rungs] == [8, 16, 32, 64, 128]
    # One of the strengths gives both the error and its interval.
    found = [held_out_errors(strength) for strength in CANDIDATES["logistic_regression"]]
    wide = [stats.t.ppf(0.975, 4) * np.sqrt(each.var(ddof=1) * (1 / 5 + 1 / 4)) for each in found]
    expected = [(each.mean(), max(0.0, each.mean() - half)) for each, half in zip(found, wide, strict=True)]
    told = (rungs[-1]["error"], rungs[-1]["low"])
    assert any(told == pytest.approx(each, abs=1e-6) for each in expected)
    (worth,) = ladder["worth"]
    # From 160 labels another 80 are log2(1.5) doublings, of which the last measured was from 64 to 128.
    assert worth["points"] == pytest.approx((rungs[-2]["error"] - rungs[-1]["error"]) * np.log2(1.5))
    table = palimpsest("baseline", file, "--ladder", "--kind", "bag_of_words")
    assert "160 labelled texts" in table.out and "another" in table.out.splitlines()[-1]
    with Store(home / "palimpsest.sqlite") as store:
        assert list(runs.list_runs(store)) == []


@pytest.mark.parametrize(
    ("points", "low", "high", "said"),
    [
        (1.84, 0.6, 3.1, "another 500 labels are worth about 1.8 points (0.6 to 3.1)"),
        (0.3, -0.9, 1.5, "what another 500 labels are worth cannot be told (-0.9 to 1.5)"),
        (-1.2, -2.0, -0.4, "another 500 labels would not help: -1.2 points (-2.0 to -0.4)"),
    ],
)
def test_what_labels_are_worth_is_said_with_its_interval(
    points: float, low: float, high: float, said: str
) -> None:
    assert Worth("frozen", 500, points, low, high).sentence() == f"Frozen encoder: {said}."


def test_numbers_have_no_ladder(home: Path, tmp_path: Path) -> None:
    rows = ["text,score", *(f"a text of length {n},{n}.5" for n in range(30))]
    (tmp_path / "scores.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    file = tmp_path / "scores.toml"
    data = f'{{ source = "{tmp_path / "scores.csv"}", target = {{ kind = "number" }} }}'
    file.write_text(
        f'[[stages]]\nkind = "finetune"\nobjective = "regression"\ndata = {data}\n', encoding="utf-8"
    )
    said = palimpsest("baseline", file, "--ladder", "--kind", "bag_of_words")
    assert said.code == 2
    assert "its labels are numbers" in said.err and "--set data.train_rows=" in said.err
