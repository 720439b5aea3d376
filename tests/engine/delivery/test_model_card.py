"""A card says what the store knows, with an interval, and leaves open what only people know."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from huggingface_hub import ModelCard
from scipy import stats

from engine.delivery.finished_model import find_finished_model
from engine.delivery.model_card import write_model_card
from engine.model.conversion.layouts import LAYOUTS
from engine.paths import RESOURCES
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
    assert card.data.library_name == "transformers" and card.data.eval_results is None  # no set of the Hub
    assert (
        f"({wrong} of 24 texts), 95 % interval {100 * interval.low:.2f} to {100 * interval.high:.2f} %"
        in text
    )
    assert "Demonstration texts (Questions)" in text and "been tested on these texts" in text
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


def test_a_card_names_no_place_of_this_machine(tmp_path: Path) -> None:
    """Data by its base name, the encoder too, wherever a card says them; escaped signs in a path hide nothing."""
    folder = tmp_path / "my_private [folder]"
    folder.mkdir()
    rows = [
        f"the {'good' if n % 2 else 'bad'} film number {n},{'pos' if n % 2 else 'neg'}" for n in range(60)
    ]
    (folder / "mail_box.csv").write_text("\n".join(["text,label", *rows]), encoding="utf-8")
    encoder = folder / "our_encoder"
    shutil.copytree(RESOURCES / "models" / "palimpsest-tiny", encoder)
    store = tmp_path / "s.sqlite"
    trained(store, encoder=encoder, data={"source": str(folder / "mail_box.csv")}, test=0)
    for layout in LAYOUTS:
        library = {"huggingface": "transformers", "onnx": "onnx"}.get(layout, "palimpsest")
        with Store(store) as opened:
            text = write_model_card(opened, find_finished_model(opened, "one"), layout=layout)
        assert str(tmp_path) not in text and "private" not in text and str(Path.home()) not in text
        assert "`mail_box.csv`" in text and "`our_encoder`" in text
        data = ModelCard(text).data
        assert data.library_name == library and data.base_model is None and data.eval_results is None
        assert data.pipeline_tag == ("text-classification" if layout == "huggingface" else None)


def test_a_set_of_the_hub_stands_by_its_id(store: Path) -> None:
    """What the Hub can look up stands in the front matter; a run of another set is said to be of this one here."""
    with Store(store) as opened:
        found = find_finished_model(opened, "one")
        source = found.source.model_copy(update={"source": "hub:somebody/questions"})
        card = ModelCard(write_model_card(opened, replace(found, source=source)))
    (result,) = card.data.eval_results or []
    assert result.dataset_type == result.dataset_name == "somebody/questions"
    assert card.data.datasets == ["somebody/questions"] and result.metric_type == "accuracy"
    assert 0 <= result.metric_value <= 1


EVIL = "![x](http://a.example/t.png) <img src=x onerror=alert(1)> # a | b\x1b[31m \u2028"


def test_a_card_shows_names_and_runs_none(store: Path) -> None:
    """A name of a run, and words for the card, are text to a parser of Markdown and of its front matter."""
    from markdown_it import MarkdownIt

    with Store(store) as opened:
        opened.execute("UPDATE runs SET name = ? WHERE id = 1", (EVIL,))
        try:
            text = write_model_card(opened, find_finished_model(opened, "1"), use=EVIL)
        finally:
            opened.execute("UPDATE runs SET name = 'one' WHERE id = 1")
    card = ModelCard(text)
    kinds = set[str]()
    for token in MarkdownIt("commonmark").enable("table").parse(card.text):
        kinds |= {token.type, *(each.type for each in token.children or [])}
    assert not kinds & {"image", "html_inline", "html_block", "link_open", "table_open"}
    assert "\x1b" not in text
