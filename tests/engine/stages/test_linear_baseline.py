"""The linear baseline against scikit-learn run by hand, on English and on Chinese texts."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from scipy import stats
from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold
from sklearn.naive_bayes import MultinomialNB
from sklearn.pipeline import make_pipeline

from engine.data.dataset import load_dataset
from engine.errors import UserError
from engine.events import Evaluation, Event, RunNotice
from engine.spec.data import DataSource
from engine.spec.experiment import Experiment
from engine.spec.stages.baseline import CANDIDATES, LinearBaseline
from engine.stages.ladder import LabelGain
from engine.stages.linear_baseline import LinearBaselineFit, build_fit, describe_choice
from engine.store import Store, runs
from tests.engine.cli.test_app import palimpsest

REVIEWS = DataSource(source="samples:reviews", train_rows=300, test_rows=200, validation_rows=100)


def prepare(stage: LinearBaseline) -> LinearBaselineFit:
    return build_fit(stage, Experiment(stages=[stage]), lambda text, done, total: None)


def fit(stage: LinearBaseline) -> list[Event]:
    return list(prepare(stage).events(0))


def evaluations(events: list[Event], split: str) -> list[Evaluation]:
    return [e for e in events if isinstance(e, Evaluation) and e.split == split and e.values]


def by_hand(classifier: str, strength: float) -> object:
    counting = {"analyzer": "word", "ngram_range": (1, 2), "token_pattern": r"(?u)\b\w+\b"}
    if classifier == "naive_bayes":
        return make_pipeline(CountVectorizer(**counting), MultinomialNB(alpha=strength))
    return make_pipeline(
        TfidfVectorizer(sublinear_tf=True, **counting), LogisticRegression(C=strength, max_iter=1000)
    )


@pytest.mark.parametrize("classifier", ["logistic_regression", "naive_bayes"])
def test_it_is_scikit_learns_own_model(home: Path, classifier: str) -> None:
    splits = load_dataset(REVIEWS).splits
    texts = {name: list(split.texts) for name, split in splits.items()}
    events = fit(LinearBaseline(data=REVIEWS, classifier=classifier))
    expected = []
    for strength in CANDIDATES[classifier]:  # type: ignore[index]
        model = by_hand(classifier, strength).fit(texts["train"], splits["train"].labels)  # type: ignore[attr-defined]
        wrong = model.predict(texts["validation"]) != splits["validation"].labels
        logs = model.predict_log_proba(texts["validation"])
        loss = -logs[np.arange(len(logs)), splits["validation"].labels].mean()
        expected.append((100 * wrong.mean(), loss, strength, model))
    measured = evaluations(events, "validation")
    assert [e.step for e in measured] == [*range(1, len(expected) + 1)]
    np.testing.assert_allclose([e.values["validation/error"] for e in measured], [e[0] for e in expected])
    np.testing.assert_allclose(
        [e.values["validation/loss"] for e in measured], [e[1] for e in expected], rtol=1e-4
    )
    best = min(expected, key=lambda each: each[:2])
    (test,) = evaluations(events, "test")
    chances = best[3].predict_proba(texts["test"])
    assert test.step == 1 + expected.index(best) == [e.step for e in measured if e.best][-1]
    assert test.predictions is not None
    np.testing.assert_allclose(test.predictions.probabilities, chances, atol=1e-5)
    np.testing.assert_array_equal(test.predictions.predicted, chances.argmax(1))
    np.testing.assert_array_equal(test.predictions.rows, splits["test"].rows)
    assert test.values["test/error"] == pytest.approx(
        100 * (chances.argmax(1) != splits["test"].labels).mean()
    )


def test_without_validation_labels_one_strength_is_taken(home: Path) -> None:
    events = fit(LinearBaseline(data=REVIEWS, select="fixed"))
    (measured,), (test,) = evaluations(events, "validation"), evaluations(events, "test")
    assert (measured.step, test.step) == (1, 1)
    notes = " ".join(event.text for event in events if isinstance(event, RunNotice))
    assert "C 1: fixed, without validation labels" in notes


@pytest.mark.parametrize(
    ("costs", "chosen", "said"),
    [
        ([(3.0, 0.4), (2.0, 0.5), (4.0, 0.2)], 1, "fewest validation errors"),
        ([(3.0, 0.4), (2.0, 0.5)], 1, "fewest validation errors, the least regularised of those tried"),
        ([(2.0, 0.4), (3.0, 0.5)], 0, "fewest validation errors, the most regularised of those tried"),
        (
            [(2.0, 0.4), (2.0, 0.3), (4.0, 0.2)],
            1,
            "2 strengths have the fewest validation errors; the one with the lowest validation loss was taken",
        ),
        (
            [(0.0, 0.4), (0.0, 0.3), (0.0, 0.2)],
            2,
            "all 3 strengths have the same validation error; the one with the lowest validation loss was taken, "
            "the least regularised of those tried",
        ),
    ],
)
def test_how_a_strength_was_chosen_is_said(costs: list[tuple[float, float]], chosen: int, said: str) -> None:
    """Of equal errors the loss decides, which prefers what is hardly regularised; at an end a better may lie beyond."""
    assert describe_choice(costs, chosen) == said


def test_the_note_says_what_was_measured(home: Path) -> None:
    events = fit(LinearBaseline(data=REVIEWS))
    measured = evaluations(events, "validation")
    costs = [(e.values["validation/error"], e.values["validation/loss"]) for e in measured]
    (note,) = [e.text for e in events if isinstance(e, RunNotice) and " terms, C " in e.text]
    assert note.endswith(f": {describe_choice(costs, costs.index(min(costs)))}.")


def write(folder: Path, rows: list[tuple[str, str]]) -> DataSource:
    lines = ["text,label", *(f"{text},{label}" for text, label in rows)]
    for name in ("train", "test"):
        (folder / f"{name}.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return DataSource(source=str(folder), validation_share=0.25)


def test_chinese_is_counted_by_characters(home: Path, tmp_path: Path) -> None:
    # Each text is one unbroken word: only characters can tell the classes apart.
    rows = [(f"{'好' if n % 2 else '坏'}电影看了很{'喜欢' if n % 2 else '失望'}第{n}", "ab"[n % 2])
            for n in range(40)]  # fmt: skip
    source = write(tmp_path, rows)
    fitted = prepare(LinearBaseline(data=source))
    assert fitted.unit == "characters"
    (test,) = evaluations(list(fitted.events(0)), "test")
    assert test.values["test/error"] == 0
    words = fit(LinearBaseline(data=source, terms="words"))
    train = load_dataset(source).splits["train"]
    assert evaluations(words, "validation")[0].values["validation/error"] > 0, len(train)


def test_english_with_a_chinese_name_is_counted_by_words(home: Path, tmp_path: Path) -> None:
    source = write(
        tmp_path,
        [(f"the film 电影 number {n} was {'good' if n % 2 else 'bad'}", "ab"[n % 2]) for n in range(24)],
    )
    assert prepare(LinearBaseline(data=source)).unit == "words"


def test_texts_without_words_are_an_error_with_a_remedy(home: Path, tmp_path: Path) -> None:
    source = write(tmp_path, [("?!" if n % 2 else "...", "ab"[n % 2]) for n in range(24)])
    with pytest.raises(UserError, match="no terms to count"):
        fit(LinearBaseline(data=source))


# -- the ladder of labels, by the command line and against a computation by hand


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
    answer = palimpsest("baseline", file, "--ladder", "--kind", "bag_of_words", "--further", "80", "--json")
    assert answer.code == 0, answer.err
    (ladder,) = answer.json
    assert ladder["texts"] == 160
    rungs = ladder["rungs"]
    assert [rung["labels"] for rung in rungs] == [8, 16, 32, 64, 128]
    # One of the strengths gives both the error and its interval.
    errors = [held_out_errors(strength) for strength in CANDIDATES["logistic_regression"]]
    wide = [stats.t.ppf(0.975, 4) * np.sqrt(each.var(ddof=1) * (1 / 5 + 1 / 4)) for each in errors]
    expected = [(each.mean(), max(0.0, each.mean() - half)) for each, half in zip(errors, wide, strict=True)]
    interval = (rungs[-1]["error"], rungs[-1]["low"])
    assert any(interval == pytest.approx(each, abs=1e-6) for each in expected)
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
        (0.3, -0.9, 1.5, "no significant gain from another 500 labels (-0.9 to 1.5)"),
        (-1.2, -2.0, -0.4, "another 500 labels would not help: -1.2 points (-2.0 to -0.4)"),
    ],
)
def test_what_labels_are_worth_is_said_with_its_interval(
    points: float, low: float, high: float, said: str
) -> None:
    assert LabelGain("frozen", 500, points, low, high).sentence() == f"Frozen encoder: {said}."


def test_numbers_have_no_ladder(home: Path, tmp_path: Path) -> None:
    rows = ["text,score", *(f"a text of length {n},{n}.5" for n in range(30))]
    (tmp_path / "scores.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    file = tmp_path / "scores.toml"
    data = f'{{ source = "{tmp_path / "scores.csv"}", target = {{ kind = "number" }} }}'
    file.write_text(
        f'[[stages]]\nkind = "finetune"\nobjective = "regression"\ndata = {data}\n', encoding="utf-8"
    )
    answer = palimpsest("baseline", file, "--ladder", "--kind", "bag_of_words")
    assert answer.code == 2
    assert "its labels are numbers" in answer.err and "--set data.train_rows=" in answer.err
