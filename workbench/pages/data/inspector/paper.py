"""The inspector's sections about the paper: facts of a set, Table 1's columns beside the published ones, cleaning."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QWidget

from engine.formatting.phrases import capital, small
from engine.spec.data import DataSource
from workbench.engine_texts import label_text, sentence_text
from workbench.language import tr, tr_engine
from workbench.look import formats
from workbench.widgets import ElidedLabel, HLine, Label, LinkLabel
from workbench.widgets.arrange import arrange_columns, arrange_rows

if TYPE_CHECKING:
    from engine.data.paper.sets import PaperSet, Table1Comparison
    from engine.data.token_counts import TokenCounts
    from engine.store.database import Store

EXAMPLES = 2
LANGUAGES = {"en": tr("English"), "zh": tr("Chinese")}
TABLE1 = (
    tr("Classes"),
    tr("Type"),
    tr("Average length"),
    tr("Longest"),
    tr("Over 512"),
    tr("Train"),
    tr("Test"),
)


def table1(store: Store, name: str, source: DataSource, counted: TokenCounts) -> Table1Comparison:
    """Table 1's columns for a set whose tokens were counted. For the reader thread."""
    from engine.data.paper.sets import compare_counted

    return compare_counted(name, source, counted)


class InspectorSection(QWidget):
    """A titled section with a line under it, hidden while it has nothing to say; for subclasses."""

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = Label(title, "strong")
        self.caption = ElidedLabel("", "caption", "text2")
        self.caption.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        head = arrange_columns(self.title, (self.caption, 1), spacing=8)
        self.body = arrange_rows(head, spacing=8, margins=(16, 12, 16, 12))
        arrange_rows(self.body, HLine(), on=self)
        self.hide()


class FactsSection(InspectorSection):
    """Section on the paper's facts of a set and the copy in use. ``hub_wanted`` by the link beside an own copy."""

    hub_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("From the paper"), parent)
        self._grid = QGridLayout()
        self._grid.setColumnStretch(1, 1)
        self.facts: dict[str, Label] = {}
        for row, name in enumerate(
            (
                tr("Copy", "where a data set is"),
                tr("Classes"),
                tr("Sizes"),
                tr("Licence"),
                tr("Cite"),
                tr("Home"),
            )
        ):
            caption = Label(name, "caption", "text2")
            value = Label("", "caption", wrap=True, selectable=True)
            value.setAccessibleName(name)
            self._grid.addWidget(caption, row, 0, Qt.AlignmentFlag.AlignTop)
            self._grid.addWidget(value, row, 1)
            self.facts[name] = value
        self.link = LinkLabel(tr("Use the hub's copy"), role="caption")
        self.link.clicked.connect(self.hub_wanted)
        self.body.addLayout(self._grid)
        self.body.addWidget(self.link, 0, Qt.AlignmentFlag.AlignLeft)
        self._grid.setHorizontalSpacing(12)
        self._grid.setVerticalSpacing(4)

    def show_set(self, chosen: PaperSet, place: str) -> None:
        """Show ``chosen``. ``place`` is the copy in use, "" for none."""
        names = [
            f"{name} {meaning}" for name, meaning in zip(chosen.classes, chosen.meanings, strict=False)
        ] or list(chosen.classes)
        own = bool(place) and not place.startswith("hub:")
        copy = (
            place
            if own
            else tr("Hub, {name}", name=place.removeprefix("hub:"))
            if place
            else tr("None yet: choose your own")
        )
        texts = {
            tr("Copy", "where a data set is"): _breakable(copy),
            tr("Classes"): ", ".join(names),
            tr("Sizes"): tr(
                "{train} training, {test} test",
                train=formats.count(chosen.rows["train"]),
                test=formats.count(chosen.rows["test"]),
            ),
            tr("Licence"): chosen.licence,
            tr("Cite"): chosen.citation,
            tr("Home"): _breakable(chosen.home),
        }
        for name, text in texts.items():
            self.facts[name].setText(text)
        self.caption.set_text(
            f"{tr_engine(chosen.domain)}, {LANGUAGES.get(chosen.language, chosen.language)}"
        )
        self.link.setVisible(own and chosen.hub is not None)
        self.show()


AS_SPLITS = len(TABLE1) - 2
"""Columns before the sizes of train and test."""


class Table1Section(InspectorSection):
    """The columns of Table 1, one under the other: this copy, and the paper's where it has the set."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Key figures"), parent)
        self._grid = QGridLayout()
        self._grid.setColumnStretch(0, 1)
        self._heads = (Label(tr("This copy"), "caption", "text2"), Label(tr("Paper"), "caption", "text2"))
        self._cells: list[tuple[Label, Label]] = []
        right = Qt.AlignmentFlag.AlignRight
        for column, head in enumerate(self._heads, 1):
            self._grid.addWidget(head, 0, column, right)
        self._names: list[Label] = []
        for row, name in enumerate(TABLE1, 1):
            ours, paper = Label("", "body"), Label("", "body", "text2")
            self._names.append(Label(name, "caption", "text2"))
            self._grid.addWidget(self._names[-1], row, 0)
            self._grid.addWidget(ours, row, 1, right)
            self._grid.addWidget(paper, row, 2, right)
            self._cells.append((ours, paper))
        self.notes = Label("", "caption", "text2", wrap=True)
        self.body.addLayout(self._grid)
        self.body.addWidget(self.notes)
        self._grid.setHorizontalSpacing(16)
        self._grid.setVerticalSpacing(4)

    def show_paper(self, chosen: PaperSet) -> None:
        """Only what the paper says: the copy has not been read."""
        from engine.data.paper.sets import published_row

        self._fill(["–"] * len(TABLE1), published_row(chosen).cells()[1:])
        self.caption.set_text(tr("Table 1 of the paper; word pieces of BERT"))
        self._note([])
        self.show()

    def show_copy(self, comparison: Table1Comparison) -> None:
        """Show a copy's columns, beside the paper's where there are any."""
        name = comparison.encoder.replace("\\", "/").rstrip("/").rsplit("/", 1)[-1]
        self.caption.set_text(
            tr("compared with Table 1 of the paper, tokens of {name}", name=name)
            if comparison.paper
            else tr("tokens of {name}", name=name)
        )
        self._fill(comparison.ours.cells()[1:], comparison.paper.cells()[1:] if comparison.paper else [])
        self._note(comparison.notes)
        self.show()

    def rows(self) -> list[tuple[str, str, str]]:
        """(name, this copy, paper) as shown."""
        return [
            (name, ours.text(), paper.text())
            for name, (ours, paper) in zip(TABLE1, self._cells, strict=True)
            if not ours.isHidden()
        ]

    def _fill(self, ours: Sequence[str], paper: Sequence[str]) -> None:
        # Of the cells only the type is a word; the others are numbers.
        ours, paper = ([capital(label_text(small(each))) for each in cells] for cells in (ours, paper))
        self._heads[1].setVisible(bool(paper))
        for index, (own, other) in enumerate(self._cells):
            own.setText(ours[index])
            own.setAccessibleName(f"{TABLE1[index]}: {ours[index]}")
            other.setText(paper[index] if paper else "")
            other.setVisible(bool(paper))
            # Table 1 counts validation texts held out of train as training texts: beside the splits' own numbers that
            # is only of use where it is held against the paper's.
            # Numbers have no classes, and a set of one's own no type.
            visible = bool(paper) or (index < AS_SPLITS and ours[index] != "–")
            for cell in (self._names[index], own):
                cell.setVisible(visible)

    def _note(self, notes: Sequence[str]) -> None:
        self.notes.setText(" ".join(map(sentence_text, notes)))
        self.notes.setVisible(bool(notes))


class CleaningSection(InspectorSection):
    """Section on what cleaning changed: how many texts, some before and after. ``undo_wanted`` by the link."""

    undo_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Cleaning"), parent)
        self.changed = Label("", "body", wrap=True)
        self.examples: list[tuple[Label, Label, Label]] = []
        self.body.addWidget(self.changed)
        for _ in range(EXAMPLES):
            place = Label("", "caption", "text2")
            before, after = (
                Label("", "caption", colour, wrap=True, selectable=True) for colour in ("text2", "text")
            )
            for label in (place, before, after):
                self.body.addWidget(label)
            self.examples.append((place, before, after))
        self.link = LinkLabel(tr("Read the texts as they are"), role="caption")
        self.link.clicked.connect(self.undo_wanted)
        self.body.addWidget(self.link, 0, Qt.AlignmentFlag.AlignLeft)
        self.body.setSpacing(4)

    def show_cleaned(self, report: dict[str, Any]) -> None:  # Any: JSON of the report
        """Show what reading found: ``report["cleaning"]`` of a report. Hidden when texts were read as they are."""
        cleaning = report.get("cleaning")
        self.setVisible(bool(cleaning))
        if not cleaning:
            return
        self.caption.set_text(
            tr("escapes and mark-up") if cleaning["kind"] == "escapes" else cleaning["kind"]
        )
        parts = [
            tr(
                "{changed} of {many} in {name}",
                changed=formats.count(cleaning["changed"][name]),
                many=formats.count(count),
                name=name,
            )
            for name, count in cleaning["texts"].items()
        ]
        self.changed.setText(tr("Texts changed: {parts}.", parts=", ".join(parts)))
        shown = cleaning["examples"][:EXAMPLES]
        for index, (place, before, after) in enumerate(self.examples):
            for label in (place, before, after):
                label.setVisible(index < len(shown))
            if index < len(shown):
                example = shown[index]
                place.setText(
                    tr(
                        "Row {row} of {part}, before and after",
                        row=formats.count(example["row"]),
                        part=example["part"],
                    )
                )
                before.setText(_breakable(example["before"]))
                after.setText(_breakable(example["after"]))


def _breakable(text: str) -> str:
    """Return ``text`` with places to break a line in words longer than the column."""
    return "".join(f"{c}\u200b" if c in "/\\&;=_-" else c for c in text)
