"""The card of a model, and its predictions as files."""

from __future__ import annotations

import csv
import json
import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest
from huggingface_hub import ModelCard
from scipy import stats

from engine.data.dataset import load_dataset
from engine.delivery.finished_model import find_finished_model
from engine.delivery.model_card import write_model_card
from engine.delivery.stored_predictions import export_predictions
from engine.errors import UserError
from engine.model.conversion.layouts import LAYOUTS
from engine.paths import RESOURCES
from engine.spec.data import DataSource
from engine.store import Store, probabilities, runs, summaries
from tests.engine.cli.test_app import palimpsest
from tests.engine.lab.trained import trained
from tests.film_reviews import write_reviews


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
    write_reviews(folder / "mail_box.csv", numbers=60)
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


DATA = {"source": "samples:questions", "test_rows": 24, "train_rows": 60}


def test_every_test_text_stands_beside_its_prediction(store: Path, tmp_path: Path) -> None:
    said = palimpsest("predictions", "one", "--store", store, "--out", tmp_path / "a.csv", "--json").json
    with (tmp_path / "a.csv").open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    split = load_dataset(DataSource.model_validate(DATA)).splits["test"]
    with Store(store) as opened:
        kept = summaries.read_predictions(opened, 1)
    assert kept is not None and len(rows) == 24 == said["texts"]
    assert [row["text"] for row in rows] == list(split.texts)
    assert [int(row["row"]) for row in rows] == split.rows.tolist()
    assert [row["gold"] for row in rows] == [kept.classes[n] for n in split.labels]
    assert [row["predicted"] for row in rows] == [kept.classes[n] for n in kept.predicted]
    assert [row["correct"] == "1" for row in rows] == (split.labels == kept.predicted).tolist()
    np.testing.assert_allclose([float(row["confidence"]) for row in rows], kept.confidence, atol=1e-6)
    np.testing.assert_allclose([float(row["loss"]) for row in rows], kept.losses, atol=1e-6)
    assert said["wrong"] == sum(row["correct"] == "0" for row in rows) > 0
    assert said["split"] == "test" and str(tmp_path / "a.csv") in said["said"]


def test_other_formats_hold_the_same(store: Path, tmp_path: Path) -> None:
    with Store(store) as opened:
        for name in ("a.jsonl", "a.parquet"):
            export_predictions(opened, 1, tmp_path / name, with_texts=False)
    lines = (tmp_path / "a.jsonl").read_text(encoding="utf-8").splitlines()
    table = pq.read_table(tmp_path / "a.parquet")
    assert table.column_names == ["row", "gold", "predicted", "correct", "confidence", "loss"]
    for line, row in zip(lines, table.to_pylist(), strict=True):
        assert json.loads(line) == {k: round(v, 6) if isinstance(v, float) else v for k, v in row.items()}


def test_probabilities_are_written_where_they_were_kept(store: Path, tmp_path: Path) -> None:
    with Store(store) as opened:
        kept = summaries.read_predictions(opened, 1)
        assert kept is not None
        chances = np.random.default_rng(1).dirichlet(np.ones(len(kept.classes)), len(kept.rows))
        folder = runs.get_run(opened, 1).folder
        file = probabilities.file_of(folder, 0, "test")
        probabilities.write(file, kept.rows, chances, kept.classes)
        opened.execute(
            "INSERT INTO artefacts (run_id, kind, path, step, bytes, created) VALUES (1, ?, ?, ?, 0, 0)",
            (probabilities.ARTEFACT, file.relative_to(folder).as_posix(), kept.step),
        )
        opened.connection.commit()
        export_predictions(opened, 1, tmp_path / "a.parquet", with_texts=False)
    table = pq.read_table(tmp_path / "a.parquet").to_pandas()
    written = table[[f"probability:{name}" for name in kept.classes]].to_numpy()
    np.testing.assert_allclose(written, chances, rtol=0.01, atol=1e-4)  # as exact as they are kept


def test_what_is_not_there_is_named(store: Path, tmp_path: Path) -> None:
    out = tmp_path / "a.csv"
    with Store(store) as opened:
        with pytest.raises(UserError, match="no predictions for 'validation'") as error:
            export_predictions(opened, 1, out, "validation")
        assert "Add --split test." in str(error.value)
        with pytest.raises(UserError, match="no stored predictions"):
            export_predictions(opened, 2, out)
        out.write_text("mine", encoding="utf-8")
        with pytest.raises(UserError, match="already exists"):
            export_predictions(opened, 1, out)
        export_predictions(opened, 1, out, overwrite=True)
    assert out.read_text(encoding="utf-8").startswith("row,text,gold")
