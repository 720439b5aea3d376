"""Beside a data set: its health, the lengths of its texts and the paper's sets."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog

from engine.data.inspection.report import DataFinding
from engine.data.paper.sets import find_paper_set, paper_sets
from engine.spec.cleaning import NoCleaning, UnescapeCleaning
from engine.spec.data import DataSource
from engine.store import Store
from engine.store.datasets import add_dataset, list_paper_copies
from tests import patience
from tests.workbench.conftest import displayed, owned
from workbench.backend.session import Session
from workbench.pages.data.catalogue.entries import PAPER, YOURS, load_entries
from workbench.pages.data.importing.form import ImportForm
from workbench.pages.data.inspector.lengths import LengthsSection, SplitLengths
from workbench.pages.data.inspector.panel import InspectorPanel
from workbench.pages.data.page import DataPage

pytestmark = [pytest.mark.gui, pytest.mark.usefixtures("home")]


def test_dragging_the_line_changes_what_is_cut(qtbot) -> None:
    section = displayed(qtbot, LengthsSection(lambda: []), 344, 330)
    values = np.sort(np.random.default_rng(1).integers(5, 480, 1000))
    counts, edges = np.histogram(values, np.arange(0, 501, 20))
    section.show_tokens(SplitLengths(values, edges.tolist(), counts.tolist(), 3, 240.0, 241.0), 300, 400)
    assert dict(section.figures.facts())["Cut at 300"] == f"{(values > 300).mean() * 100:.1f} %"
    moved: list[int] = []
    section.room_moved.connect(moved.append)
    plot = section.histogram
    plot.cut_moved.emit(200.0)  # dragged: tests/workbench/plots/test_plot_parts.py
    assert moved == [200]
    assert (
        dict(section.figures.facts())[f"Cut at {moved[-1]}"] == f"{(values > moved[-1]).mean() * 100:.1f} %"
    )
    qtbot.keyClick(plot, Qt.Key.Key_Right)
    assert moved[-1] == moved[-2] + 1
    plot.cut_moved.emit(460.0)
    assert moved[-1] == 400, "no further than the encoder reads"
    assert plot.cut() == 400


def test_health_leads_with_what_needs_a_decision(qtbot) -> None:
    panel = owned(qtbot, InspectorPanel(lambda: []))
    findings = [
        DataFinding(level="warning", kind="duplicates", message="2 duplicate texts in train", split="train",
                    indices=(3, 9), count=2),
        DataFinding(level="good", kind="conflicts", message="No text with two labels"),
    ]  # fmt: skip
    wanted: list[DataFinding] = []
    panel.show_requested.connect(wanted.append)
    panel.clear("reading")
    assert panel._doubtful.isHidden()  # of a set that is being read, nothing can be looked through
    panel.show_health(findings, ["There is no test split."], 90)
    assert panel._doubtful.isHidden(), "of numbers and sets of labels none is called wrong for another"
    panel.show_health(findings, ["There is no test split."], 90, excludable=True)
    assert not panel._doubtful.isHidden()
    assert [row.text.text() for row in panel.health_rows()] == [
        "2 duplicate texts in train", "There is no test split.", "No text with two labels",
    ]  # fmt: skip
    links = [row.link for row in panel.health_rows() if row.link is not None]
    assert len(links) == 1
    links[0].click()
    assert wanted == [findings[0]]
    panel.show_labels("train", {"a": 30, "b": 10}, 40)
    assert [(bar.text, bar.note) for bar in panel.labels.rows()] == [("30", "75.0 %"), ("10", "25.0 %")]
    panel.show_labels("train", {"a": 30, "b": 20}, 40)  # some have both labels
    assert [bar.note for bar in panel.labels.rows()] == ["75.0 %", "50.0 %"]
    assert panel._labels_section.caption.text() == "train, 40 rows" and not panel._labels_section.isHidden()
    panel.show_labels("train", {}, 40)
    assert panel._labels_section.isHidden(), "of numbers there are no classes"


PATIENCE = patience.milliseconds(120)


@pytest.fixture
def news(tmp_path: Path) -> Path:
    """An AG's News folder with a tenth of a thousand texts, every other with escapes."""
    folder = tmp_path / "ag_news_csv"
    folder.mkdir()
    for part, many in (("train", 80), ("test", 20)):
        with (folder / f"{part}.csv").open("w", encoding="utf-8", newline="") as stream:
            writer = csv.writer(stream, quoting=csv.QUOTE_ALL)
            for i in range(many):
                text = f"Oil\\nears\\deep\\base {i} &lt;b&gt;now&lt;/b&gt;" if i % 2 else f"Shares rise {i}"
                writer.writerow([1 + i % 4, f"{part} title {i}", text])
    (folder / "classes.txt").write_text("World\nSports\nBusiness\nSci/Tech\n", encoding="utf-8")
    return folder


@pytest.fixture
def page(qtbot, open_session: Session, tiny_bert_folder: Path) -> Iterator[DataPage]:
    made = owned(qtbot, DataPage(open_session))
    made.inspector.lengths.encoder.set_value(str(tiny_bert_folder))
    made.resize(1208, 772)
    made.show()
    made.refresh()
    qtbot.waitUntil(lambda: len(made.catalogue.entries()) >= 11, timeout=PATIENCE)
    yield made
    made.sheet.stop()


def test_the_eight_are_listed_with_the_copy_in_use(tmp_path: Path) -> None:
    with Store(tmp_path / "s.sqlite") as store:
        add_dataset(store, "paper:ag_news", {"source": "/news/train.csv", "cleaning": "escapes"})
        add_dataset(store, "Mine", {"source": "m.csv"})
        found = load_entries(store)
    of_paper = {entry.name: entry for entry in found if entry.group == PAPER}
    assert list(of_paper) == [f"paper:{name}" for name in paper_sets()]
    assert [entry.title for entry in found if entry.group == YOURS] == ["Mine"]
    assert of_paper["paper:imdb"].summary() == "hub · 50,000 rows · sentiment"
    assert of_paper["paper:sogou"].summary() == "own copy needed · 60,000 rows · topic"
    assert of_paper["paper:ag_news"].summary() == "own copy · 127,600 rows · topic"
    assert of_paper["paper:ag_news"].source.source == "/news/train.csv"
    assert of_paper["paper:sogou"].matches("topic chinese") and found[0].paper() is None


def test_what_is_on_the_hub_waits_for_the_user(qtbot, page: DataPage) -> None:
    asked = []
    page.session.job = lambda argv, **_rest: asked.append(list(argv))  # type: ignore[method-assign]
    page.catalogue.select("paper:yelp_p")
    assert page.rows.state.accessibleName().startswith("Yelp polarity has not been read yet. The hub has")
    assert asked == [], "choosing it downloads nothing"
    facts = page.inspector.facts
    assert facts.facts["Copy"].text().replace("\u200b", "") == "Hub, fancyzhx/yelp_polarity"
    assert facts.facts["Sizes"].text() == "560,000 training, 38,000 test"
    assert facts.facts["Licence"].text() == find_paper_set("yelp_p").licence and facts.link.isHidden()
    assert facts.facts["Lengths"].text().endswith("4.60 % of texts have over 512")
    assert not page.inspector.lengths.isVisible() and not page.rows.head.design.isEnabled()
    page.rows.state.clicked.emit()
    assert asked[0][:3] == ["data", "inspect", "paper:yelp_p"] and "--no-download" not in asked[0]
    page.catalogue.select("paper:sogou")
    assert page.rows.state.accessibleName().startswith("Sogou news needs a copy of your own")
    page.catalogue.select("samples:reviews")
    assert page.inspector.facts.isHidden() and page.inspector.lengths.isVisible()


@pytest.mark.nightly  # in every suite the sets are listed, and a folder of another is refused
def test_a_folder_is_recognised_read_cleaned_and_left_again(
    qtbot, page: DataPage, session: Session, news: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_args: str(news.parent))
    page.catalogue.select("paper:ag_news")
    said: list[str] = []
    page.status_changed.connect(said.append)
    assert page.rows.head.mapping.text() == "Use a folder…"
    page.rows.head.mapping.click()
    qtbot.waitUntil(lambda: page.rows.model.rowCount() == 72, timeout=PATIENCE)
    assert said[-1].startswith("Recognised: ag_news_csv. A subset: 80 of 120,000 training texts.")
    with Store(session.store_path, read_only=True) as store:
        kept = DataSource.model_validate(list_paper_copies(store)["ag_news"].source)
    assert kept.source == str(news / "train.csv") and kept.join == " - "
    assert page.inspector.facts.facts["Copy"].text().replace("\u200b", "") == str(news / "train.csv")
    assert not page.inspector.facts.link.isHidden()

    cleaning = page.inspector.cleaning
    qtbot.waitUntil(cleaning.isVisible, timeout=PATIENCE)
    assert cleaning.changed.text() == "Texts changed: 40 of 80 in train, 10 of 20 in test."
    place, before, after, *_ = cleaning.examples.text().split("\n")
    assert place == "Row 2 of train, before and after"
    assert "&lt;b&gt;" in before.replace("\u200b", "") and "Oil nears deep base 1 now" in after
    assert not any(row.text.text().startswith("Cleaned") for row in page.inspector.health_rows())

    # As it is in the file: the health report offers the cleaning that fits, and it is taken.
    cleaning.link.clicked.emit()
    rows = page.inspector.health_rows
    qtbot.waitUntil(lambda: any(row.clean for row in rows()), timeout=PATIENCE)
    assert cleaning.isHidden() and isinstance(page.selection.entry.source.cleaning, NoCleaning)  # type: ignore[union-attr]
    offered = next(row for row in rows() if row.clean)
    offered.clean.clicked.emit()  # type: ignore[union-attr]
    qtbot.waitUntil(cleaning.isVisible, timeout=PATIENCE)
    assert page.selection.entry is not None and page.selection.entry.source.cleaning == UnescapeCleaning(
        line_breaks="backslash"
    )

    page.inspector.facts.link.clicked.emit()
    qtbot.waitUntil(lambda: "has not been read yet" in page.rows.state.accessibleName(), timeout=PATIENCE)
    with Store(session.store_path, read_only=True) as store:
        assert list_paper_copies(store) == {}


def test_a_folder_of_another_set_is_refused(
    qtbot, page: DataPage, news: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_args: str(news))
    page.catalogue.select("paper:trec")
    page.rows.head.mapping.click()
    line = page.rows.head.message
    qtbot.waitUntil(lambda: "this is not a copy of TREC questions" in line.text(), timeout=PATIENCE)
    assert page.rows.state.accessibleName().startswith("TREC questions has not been read yet")


def test_changing_the_mapping_keeps_what_the_form_does_not_show(qtbot) -> None:
    form = owned(qtbot, ImportForm())
    source = DataSource(source="x.csv", cleaning=UnescapeCleaning(), classes=["bad", "good"], train_rows=10)
    form.clear("Mapping", "Save")
    form.fill("x", source)
    assert form.source(own_text=False, own_label=False) == source
    form.clear("Import")
    form.source_field.setText("y.csv")
    assert form.source(own_text=False, own_label=False) == DataSource(source="y.csv")
