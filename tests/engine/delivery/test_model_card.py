"""A card says what the store knows, with an interval, and leaves open what only people know."""

from __future__ import annotations

from pathlib import Path

import pytest
from huggingface_hub import ModelCard
from scipy import stats

from engine.delivery.finished_model import find_finished_model
from engine.delivery.model_card import write_model_card
from engine.store import Store, summaries
from tests.engine.cli.test_app import palimpsest
from tests.engine.lab.trained import trained


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("card") / "store.sqlite"
    trained(path, "one", encoder="palimpsest-tiny")
    trained(path, "untested", encoder="palimpsest-tiny", predicted=False)
    return path


def test_the_card_has_results_with_their_interval_and_what_they_rest_on(store: Path) -> None:
    with Store(store) as opened:
        text = write_model_card(opened, find_finished_model(opened, "one"), "mit", "Sorting questions")
        kept = summaries.read_predictions(opened, 1)
    assert kept is not None
    wrong = int((kept.labels != kept.predicted).sum())
    interval = stats.binomtest(wrong, 24).proportion_ci(0.95, method="wilson")
    card = ModelCard(text)  # as the Hub reads it
    assert card.data.license == "mit" and card.data.pipeline_tag == "text-classification"
    assert card.data.base_model is None  # a bundled encoder is no model of the Hub
    (result,) = card.data.eval_results or []
    assert result.metric_type == "accuracy" and result.metric_value == pytest.approx(1 - wrong / 24, abs=1e-6)
    assert (
        f"({wrong} of 24 texts), 95 % interval {100 * interval.low:.2f} to {100 * interval.high:.2f} %"
        in text
    )
    assert "Generated texts (samples:questions)" in text
    assert "Intended use: Sorting questions." in text and "Licence: mit." in text


def test_what_is_not_known_is_not_claimed(store: Path) -> None:
    with Store(store) as opened:
        text = write_model_card(opened, find_finished_model(opened, "untested"))
    assert "No test predictions" in text and "Licence: not said." in text
    assert "model-index" not in text and "license:" not in text


def test_an_export_has_its_card(store: Path, tmp_path: Path) -> None:
    said = palimpsest("export", "one", tmp_path / "out", "--store", store, "--license", "apache-2.0")
    assert said.code == 0
    assert 'license: "apache-2.0"' in (tmp_path / "out" / "README.md").read_text(encoding="utf-8")
