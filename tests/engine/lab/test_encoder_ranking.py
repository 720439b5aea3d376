"""LogME beside the marginal likelihood computed directly, and encoders ranked on real texts."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from scipy import optimize, stats

from engine.errors import UserError
from engine.lab.encoder_ranking import log_maximum_evidence, rank_encoders
from engine.spec.data import DataSource


def direct_evidence(x: np.ndarray, labels: np.ndarray) -> float:
    """The same by its definition: log N(y; 0, I/β + F Fᵀ/α), maximised over α and β by a general optimiser."""
    terms = []
    for each in np.unique(labels):
        y = (labels == each).astype(float)

        def negative(logs: np.ndarray, y: np.ndarray = y) -> float:
            alpha, beta = np.exp(logs)
            spread = np.eye(len(y)) / beta + x @ x.T / alpha
            return -float(stats.multivariate_normal(np.zeros(len(y)), spread).logpdf(y))

        starts = [(0.0, 0.0), (3.0, 1.0), (-2.0, 2.0)]
        terms.append(-min(optimize.minimize(negative, s, method="Nelder-Mead").fun for s in starts) / len(y))
    return float(np.mean(terms))


@pytest.mark.parametrize(("n", "d"), [(40, 5), (20, 30)])
def test_logme_is_the_largest_evidence(n: int, d: int) -> None:
    draw = np.random.default_rng(n)
    x = draw.normal(size=(n, d))
    labels = (x[:, 0] + 0.5 * draw.normal(size=n) > 0).astype(int) + (x[:, 1] > 1)
    assert log_maximum_evidence(x, labels) == pytest.approx(direct_evidence(x, labels), abs=2e-3)


def test_features_that_tell_the_classes_have_more_evidence_than_noise() -> None:
    draw = np.random.default_rng(0)
    labels = draw.integers(0, 3, 200)
    informative = np.eye(3)[labels] + 0.1 * draw.normal(size=(200, 3))
    noise = draw.normal(size=(200, 3))
    assert log_maximum_evidence(informative, labels) > log_maximum_evidence(noise, labels) + 0.5
    # The order of texts and a rotation of the features change nothing.
    order, (turn, _) = draw.permutation(200), np.linalg.qr(draw.normal(size=(3, 3)))
    assert log_maximum_evidence(informative[order] @ turn, labels[order]) == pytest.approx(
        log_maximum_evidence(informative, labels)
    )


@pytest.fixture
def reviews(tmp_path: Path) -> Path:
    """Sixty texts of two classes that one word tells apart."""
    rows = [
        f"the {'good' if n % 2 else 'bad'} film number {n % 10},{'pos' if n % 2 else 'neg'}"
        for n in range(60)
    ]
    file = tmp_path / "reviews.csv"
    file.write_text("\n".join(["text,label", *rows]) + "\n", encoding="utf-8")
    return file


@pytest.mark.usefixtures("home")
def test_encoders_are_ranked_beside_a_bag_of_words(
    reviews: Path, tiny_bert_folder: Path, tmp_path: Path
) -> None:
    names = [str(tmp_path / "nothing"), str(tiny_bert_folder), "palimpsest-tiny"]
    (tmp_path / "nothing").mkdir()
    ranking = rank_encoders(DataSource(source=str(reviews)), names, 40)
    assert [each.name for each in ranking.encoders][-1] == names[0] and ranking.encoders[-1].problem
    scores = [each.logme for each in ranking.encoders[:2]]
    assert scores == sorted(scores, key=lambda each: -(each or 0))
    assert (ranking.bag_of_words, ranking.guessing, ranking.learnt, ranking.tested) == (0.0, 40.0, 40, 5)
    for each in ranking.encoders[:2]:
        assert each.best_error is not None and each.error is not None and each.best_error <= each.error
    # Again: nothing is drawn anew.
    assert rank_encoders(DataSource(source=str(reviews)), names[1:], 40).encoders == ranking.encoders[:2]


@pytest.mark.usefixtures("home")
def test_data_without_classes_and_no_encoder_are_refused(reviews: Path, tmp_path: Path) -> None:
    with pytest.raises(UserError, match="nothing"):
        rank_encoders(DataSource(source=str(reviews)), [str(tmp_path / "nothing")])
    numbers = tmp_path / "numbers.csv"
    numbers.write_text(
        "text,label\n" + "\n".join(f"film {n},{n / 7:.3f}" for n in range(40)), encoding="utf-8"
    )
    source = DataSource.model_validate(
        {"source": str(numbers), "target": "number", "label": "label", "text": ["text"]}
    )
    with pytest.raises(UserError, match="not classes"):
        rank_encoders(source, ["palimpsest-tiny"])
