"""The middle of the Data page: head, splits, search, the table of texts, and the reading pane under it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QStackedWidget, QVBoxLayout, QWidget

from workbench.backend.session import require_session
from workbench.language import tr, tr_n
from workbench.look import formats
from workbench.pages.data.catalogue.entries import BUNDLED, PAPER, CatalogueEntry
from workbench.pages.data.texts.reading_pane import ReadingPane, TextSpan, text_spans
from workbench.pages.data.texts.table import LABEL, PAGE_ROWS, ROW, TOKENS, TextsModel, TextsTable
from workbench.widgets import (
    Button,
    ElidedLabel,
    EmptyState,
    IconButton,
    Label,
    LinkLabel,
    MessageLine,
    Panel,
    SearchField,
    SegmentedControl,
    Splitter,
    Tag,
    Toolbar,
)
from workbench.widgets.arrange import arrange_columns, arrange_rows, clear_layout

if TYPE_CHECKING:
    from engine.data.inspection.browse import BrowsedRow, RowPage
    from engine.data.inspection.report import DataFinding
    from engine.store.database import Store
    from workbench.backend.session import Session


class TextsHead(Panel):
    """Title, tags and actions, and a line on how the set was read."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("surface", "b", parent)
        self.title = ElidedLabel("", "title")
        self.title.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        self.note = ElidedLabel("", "caption", "text2")
        self.mapping = Button(tr("Edit import…"), tip=tr("Choose other columns or another format"))
        self.design = Button(
            tr("Design a model"), "primary", shortcut="Ctrl+Return",
            tip=tr("A design for this data set: length, epochs, batch and metric follow from its texts and labels"),
        )  # fmt: skip
        self.message = MessageLine()
        self._tags = QHBoxLayout()
        self._row = arrange_columns(self.title, self._tags, ..., self.mapping, self.design, spacing=8)
        arrange_rows(self._row, self.note, self.message, on=self, margins=(16, 12, 16, 12), spacing=8)
        self._tags.setSpacing(8)
        self._fit_tags()

    def set_tags(self, tags: list[str]) -> None:
        """Set the short words after the title."""
        clear_layout(self._tags)
        for word in tags:
            self._tags.addWidget(Tag(word))
        self._fit_tags()

    def _fit_tags(self) -> None:
        """Show the tags that fit. The title has priority."""
        others = (self.title, self.mapping, self.design)
        room = self.width() - 2 * 16 - sum(each.sizeHint().width() + 8 for each in others)
        for index in range(self._tags.count()):
            item = self._tags.itemAt(index)
            tag = item.widget() if item is not None else None
            if tag is not None:
                room -= tag.sizeHint().width() + 8
                tag.setVisible(room >= 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Hide tags that do not fit."""
        super().resizeEvent(event)
        self._fit_tags()


SPLITS = {"train": tr("Train"), "validation": tr("Validation"), "test": tr("Test")}
RANDOM_TEXTS = 50


@dataclass(frozen=True)
class TextQuery:
    """The texts shown in the table, and their order."""

    fingerprint: str = ""
    split: str = "train"
    search: str = ""
    order: str = "row"
    seed: int = 0
    only: tuple[int, ...] | None = None
    notice: str = ""
    keys: tuple[str, ...] = ()


def load_text_page(store: Store, view: TextQuery, number: int) -> RowPage:
    """Return page ``number`` of ``view``. For the reader thread."""
    from engine.data.inspection.browse import read_page

    limit = RANDOM_TEXTS if view.order == "random" else PAGE_ROWS
    page = read_page(
        view.fingerprint, view.split, number * PAGE_ROWS, limit, view.search, order=view.order,  # type: ignore[arg-type]
        seed=view.seed, tokens=view.keys, positions=view.only,
    )  # fmt: skip
    return replace(page, total=min(page.total, RANDOM_TEXTS)) if view.order == "random" else page


class TextsPanel(QWidget):
    """One data set's texts. Signals: ``split_chosen(name)``, ``design_requested``, ``mapping_requested``.

    Pages of the table and passages of the reading pane come from the session's reader thread.
    """

    split_chosen = Signal(str)
    design_requested = Signal()
    mapping_requested = Signal()
    action_requested = Signal()

    def __init__(self, session: Session | None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._view = TextQuery()
        self._shown_query: TextQuery | None = None
        self._sizes: dict[str, int] = {}
        self._tokenizer = ""
        self._keys: dict[str, tuple[str, ...]] = {}
        self._row: BrowsedRow | None = None
        self._requested_pages: set[int] = set()
        self.is_readable = False
        """Whether the texts of the data set can be shown, and used in a design."""
        self.head = TextsHead()
        self.splits = SegmentedControl(list(SPLITS.items()), tr("Split"))
        self.search = SearchField(tr("Search texts"))
        self.random = IconButton("dice", tr("Show {count} texts drawn at random", count=RANDOM_TEXTS))
        self.bar = Toolbar(edges="b")
        self.notice = Label("", "caption", "text2")
        self.all = LinkLabel(tr("Show all"), role="caption")
        self.model = TextsModel()
        self.table = TextsTable(self.model)
        self.pane = ReadingPane()
        self.state = EmptyState("", "")
        self._lay_out()
        self._connect()
        self.search.setMinimumWidth(72)
        self.search.setMaximumWidth(200)

    def _lay_out(self) -> None:
        self.bar.add(self.splits)
        self.bar.add_stretch()
        self.bar.add(self.search, 3)  # as wide as possible
        self.bar.add(self.random)
        self._notice_bar = Panel("alt", "b")
        arrange_columns(self.notice, self.all, ..., on=self._notice_bar, margins=(16, 4, 16, 4), spacing=8)
        self._notice_bar.hide()
        upper = QWidget()
        arrange_rows(self.bar, self._notice_bar, (self.table, 1), on=upper)
        self.splitter = Splitter(Qt.Orientation.Vertical, "reading")
        self.splitter.add_parts((upper, 2), (self.pane, 1))
        self.splitter.setSizes([200, 100])
        waiting = Panel("surface")
        inside = QVBoxLayout(waiting)
        inside.addWidget(self.state)
        self.stack = QStackedWidget()
        self.stack.addWidget(self.splitter)
        self.stack.addWidget(waiting)
        arrange_rows(self.head, (self.stack, 1), on=self)

    def _connect(self) -> None:
        self.head.design.clicked.connect(lambda: self.design_requested.emit())
        self.head.mapping.clicked.connect(lambda: self.mapping_requested.emit())
        self.state.clicked.connect(self.action_requested)
        self.splits.chosen.connect(self._choose_split)
        self.search.search.connect(self._search)
        self.random.clicked.connect(self.show_random)
        self.all.clicked.connect(self.show_all)
        self.model.page_requested.connect(self._request_page)
        self.table.current_changed.connect(self._current_changed)
        self.table.order_requested.connect(self._reorder)
        self.pane.truncation_bar.changed.connect(self.show_room)
        # While the user drags the scroll bar, only the rows where it stops are read.
        self._fetch = QTimer(self, interval=15, singleShot=True)
        self._fetch.timeout.connect(self._fetch_visible)

    # -- what is shown -------------------------------------------------------------------------------------

    def begin(self, entry: CatalogueEntry) -> None:
        """Show the head of ``entry``. Its texts follow."""
        self.head.title.set_text(entry.title)
        self.head.set_tags(entry.tags())
        self.head.note.set_text(entry.description)
        self.head.message.clear()
        bundled, paper = entry.group == BUNDLED, entry.group == PAPER
        self.head.mapping.setEnabled(not bundled)
        self.head.mapping.set_text(tr("Use a folder…") if paper else tr("Edit import…"))
        tip = (
            tr("Choose your own copy of the data set")
            if paper
            else tr("Choose other columns or another format")
        )
        self.head.mapping.set_tip(tr("Bundled sets are read unchanged") if bundled else tip)
        self._set_readable(False)
        self.head.mapping.show()
        self.head.design.show()
        self._row = None
        self._tokenizer, self._keys = "", {}
        self._view, self._shown_query = TextQuery(), None
        self.model.start(0)
        self.model.set_room(0)

    def _set_readable(self, readable: bool) -> None:
        self.is_readable = readable
        self.head.design.setEnabled(readable)

    def wait_again(self, text: str) -> None:
        """Show the work in progress. The cache no longer contains the texts shown so far."""
        self._set_readable(False)
        self.wait(text)

    def wait(self, text: str, sentence: str = "", action: str = "") -> None:
        """Show the work in progress, or why there is nothing. ``action_requested`` when the user chooses ``action``."""
        self.state.set_texts(text, sentence, action)
        self.stack.setCurrentIndex(1)

    def show_nothing(self, heading: str, sentence: str, action: str) -> None:
        """Show that no data set is chosen."""
        self.head.title.set_text(tr("Data"))
        self.head.set_tags([])
        self.head.note.set_text("")
        self.head.message.clear()
        self.head.mapping.hide()
        self.head.design.hide()
        self.wait(heading, sentence, action)

    def show_set(
        self, fingerprint: str, rows: dict[str, int], classes: list[str], *, several: bool = False
    ) -> None:
        """Show the texts of the cached data set ``fingerprint``. ``several``: each may have several of ``classes``."""
        self._set_readable(True)
        self._sizes = rows
        for name, count in rows.items():
            self.splits.set_label(name, f"{SPLITS[name]} {formats.count(count)}")
        # Most cells with several labels have two at most.
        longest = sorted(classes, key=len, reverse=True)[: 2 if several else 1]
        self.table.fit_words("label", [*classes, ", ".join(longest)])
        self.stack.setCurrentIndex(0)
        split = self._view.split if self._view.split in rows else "train"
        self.splits.set_current(split)
        self._show(replace(self._view, fingerprint=fingerprint, split=split))

    def split(self) -> str:
        """Return the split shown."""
        return self._view.split

    def show_tokens(self, tokenizer: str, keys: dict[str, tuple[str, ...]], limit: int) -> None:
        """Fill the token columns and mark cut texts, once the tokens of all splits are counted."""
        self.pane.truncation_bar.set_limit(limit)
        self._tokenizer, self._keys = tokenizer, keys
        self._take_keys()
        self.show_room()

    def clear_tokens(self) -> None:
        """Clear the token columns while tokens are counted for another encoder."""
        if self._tokenizer:
            self.show_tokens("", {}, self.pane.truncation_bar.limit())

    def show_room(self) -> None:
        """Update the column and the text after a change of the truncation."""
        self.model.set_room(self.pane.truncation_bar.room() if self._tokenizer else 0)
        self._read()

    def show_finding(self, finding: DataFinding) -> None:
        """Show the texts of a finding of the health report."""
        only = finding.indices
        notice = finding.message
        if finding.count > len(only):
            notice = tr("{finding}; the first {count} are shown", finding=notice, count=len(only))
        split = finding.split or self._view.split
        if split != self._view.split:
            self.splits.set_current(split)
            self._view = replace(self._view, split=split, keys=self._keys.get(split, ()))
            self.split_chosen.emit(split)
        self.search.blockSignals(True)
        self.search.clear()
        self.search.blockSignals(False)
        self._show(replace(self._view, only=only, search="", order="row", notice=notice))

    def show_random(self) -> None:
        """Show some texts drawn at random, different ones each time."""
        self._show(replace(self._view, order="random", seed=self._view.seed + 1, only=None, notice=""))

    def show_all(self) -> None:
        """Show all texts in the order of the file again."""
        self.search.clear()
        self._show(replace(self._view, search="", order="row", only=None, notice=""))

    # -- asking --------------------------------------------------------------------------------------------

    def _choose_split(self, name: object) -> None:
        split = str(name)
        self._show(replace(self._view, split=split, only=None, notice="", keys=self._keys.get(split, ())))
        self.split_chosen.emit(split)

    def _search(self, text: str) -> None:
        self._show(replace(self._view, search=text.strip()))

    def _reorder(self, column: int) -> None:
        now = self._view.order
        order = {ROW: "row", LABEL: "label", TOKENS: "shortest" if now == "longest" else "longest"}.get(
            column
        )
        if order is not None:
            self._show(replace(self._view, order=order))

    def _show(self, view: TextQuery) -> None:
        """Read the first page of ``view``. The shown page stays until it arrives."""
        self._view = view
        self._requested_pages.clear()
        if view.fingerprint and self._session is not None:
            self._ask(0, then=partial(self._started, view))

    def _ask(self, number: int, then: Callable[[RowPage], None]) -> None:
        slot, session = f"page {number}", require_session(self._session)
        session.query(
            load_text_page, self._view, number, then=then, owner=self, slot=slot, failed=self._failed
        )

    def _started(self, view: TextQuery, page: RowPage) -> None:
        if view != self._view:
            return
        self._shown_query = view
        self.model.start(page.total)
        self.model.put(0, page.rows)
        self.table.scrollToTop()
        self._show_notice(view, page.total)
        if page.total:
            self.table.setCurrentIndex(self.model.index(0, 0))
        else:
            self._row = None
            self.pane.facts.set_text("")
            self.pane.text.set_hint("")

    def _show_notice(self, view: TextQuery, total: int) -> None:
        count, size = formats.count(total), formats.count(self._sizes.get(view.split, total))
        if view.order == "random":
            text = (
                tr("{count} texts that contain “{search}”, drawn at random.", count=count, search=view.search)
                if view.search
                else tr("{count} of {total} texts, drawn at random.", count=count, total=size)
            )
        elif view.search:
            text = tr_n(
                "{count} of {total} texts contains “{search}”.",
                "{count} of {total} texts contain “{search}”.",
                total,
                count=count,
                total=size,
                search=view.search,
            )
        else:
            text = ""
        if view.notice:
            text = f"{view.notice}. {text}".strip()
        self.notice.setText(text)
        self.table.setAccessibleDescription(text)
        self._notice_bar.setVisible(bool(text))

    def _request_page(self, number: int) -> None:
        self._requested_pages.add(number)
        if not self._fetch.isActive():
            self._fetch.start()

    def _fetch_visible(self) -> None:
        row_ids, self._requested_pages = self._requested_pages, set()
        for number in self.table.visible_pages():
            if number in row_ids and not self.model.has(number):
                self._ask(number, then=partial(self._fetched, self._view, number))

    def _fetched(self, view: TextQuery, number: int, page: RowPage) -> None:
        if view == self._view:
            self.model.put(number, page.rows)
            current = self.table.currentIndex()
            if current.isValid() and current.row() // PAGE_ROWS == number:
                self._current_changed(current.row())

    def _take_keys(self) -> None:
        """Read the same rows again with their tokens: visible rows at once, others when they become visible."""
        keys = self._keys.get(self._view.split, ())
        if keys == self._view.keys:
            return
        before, self._view = self._view, replace(self._view, keys=keys)
        if self._shown_query != before or before.order in ("longest", "shortest"):
            self._show(self._view)  # no rows yet, or they were ordered by characters
            return
        self._shown_query = self._view
        self.model.forget(keep=self.table.visible_pages())
        for number in self.table.visible_pages():
            self._ask(number, then=partial(self._fetched, self._view, number))

    def _failed(self, sentence: str) -> None:
        self.wait(tr("The texts cannot be shown"), sentence, tr("Read again"))

    # -- reading -------------------------------------------------------------------------------------------

    def _current_changed(self, number: int) -> None:
        row = self.model.row(number) if number >= 0 else None
        if row is not None and row != self._row:
            self._row = row
            self._read()

    def _read(self) -> None:
        row = self._row
        if row is None:
            return
        facts = tr("Row {row}, {label}", row=formats.count(row.row), label=row.label)
        if row.tokens >= 0:
            facts = tr("{row}, {tokens} tokens", row=facts, tokens=formats.count(row.tokens))
        self.pane.facts.set_text(facts)
        if not self._tokenizer or self._session is None:
            spans = [TextSpan("", row.text, True)]
            if row.second:
                spans = [TextSpan(tr("first"), row.text, True), TextSpan(tr("second"), row.second, True)]
            self.pane.text.set_spans(spans)
            return
        keep = self.pane.truncation_bar
        self._session.query(
            text_spans, self._tokenizer, row.text, row.second, keep.truncation(), keep.room(),
            then=self.pane.text.set_spans, owner=self.pane, slot="passages",
            failed=self.pane.text.set_hint,
        )  # fmt: skip
