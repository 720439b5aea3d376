"""The inspector's sections about the paper: facts of a set, and cleaning."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFormLayout, QWidget

from workbench.language import tr, tr_engine
from workbench.look import formats
from workbench.widgets import ElidedLabel, HLine, Label, LinkLabel
from workbench.widgets.arrange import arrange_columns, arrange_rows

if TYPE_CHECKING:
    from engine.data.paper.sets import PaperSet

EXAMPLES = 2
LANGUAGES = {"en": tr("English"), "zh": tr("Chinese")}


class InspectorSection(QWidget):
    """A titled section with a line under it, hidden if empty. ``corner`` replaces its caption."""

    def __init__(self, title: str, corner: QWidget | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = Label(title, "strong")
        self.caption = ElidedLabel("", "caption", "text2", parent=self)
        self.caption.setHidden(corner is not None)
        self.caption.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        head = arrange_columns(self.title, (corner or self.caption, 1), spacing=8)
        self.body = arrange_rows(head, spacing=8, margins=(16, 12, 16, 12))
        arrange_rows(self.body, HLine(), on=self)
        self.hide()


class FactsSection(InspectorSection):
    """Section on the paper's facts of a set and the copy in use. ``hub_requested`` by the link next to an own copy."""

    hub_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("From the paper"), parent=parent)
        grid = QFormLayout()
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(4)
        self.facts: dict[str, Label] = {}
        for name in (
            tr("Copy", "where a data set is"),
            tr("Classes"),
            tr("Sizes"),
            tr("Lengths"),
            tr("Licence"),
            tr("Cite"),
            tr("Home"),
        ):
            value = self.facts[name] = Label("", "caption", wrap=True, selectable=True)
            value.setAccessibleName(name)
            grid.addRow(Label(name, "caption", "text2"), value)
        self.link = LinkLabel(tr("Use the hub's copy"), role="caption")
        self.link.clicked.connect(self.hub_requested)
        self.body.addLayout(grid)
        self.body.addWidget(self.link, 0, Qt.AlignmentFlag.AlignLeft)

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
            tr("Lengths"): tr(
                "{average} word pieces on average, {maximum} at most; {percent} % of texts have over 512",
                average=formats.count(chosen.average),
                maximum=formats.count(chosen.maximum),
                percent=f"{chosen.exceeding:.2f}",
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


class CleaningSection(InspectorSection):
    """Section on the effect of cleaning: the number of texts, some before and after. ``undo_requested`` by the link."""

    undo_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Cleaning"), parent=parent)
        self.summary = Label("", "body", wrap=True)
        self.examples = Label("", "caption", "text2", wrap=True, selectable=True)
        self.body.addWidget(self.summary)
        self.body.addWidget(self.examples)
        self.link = LinkLabel(tr("Read the texts as they are"), role="caption")
        self.link.clicked.connect(self.undo_requested)
        self.body.addWidget(self.link, 0, Qt.AlignmentFlag.AlignLeft)
        self.body.setSpacing(4)

    def show_cleaned(self, report: dict[str, Any]) -> None:  # Any: JSON of the report
        """Show ``report["cleaning"]``. Hidden if the texts were read unchanged."""
        cleaning = report.get("cleaning")
        self.setVisible(bool(cleaning))
        if not cleaning:
            return
        self.caption.set_text(
            tr("escapes and mark-up") if cleaning["kind"] == "escapes" else cleaning["kind"]
        )
        parts = [
            tr(
                "{count} of {total} in {name}",
                count=formats.count(cleaning["changed"][name]),
                total=formats.count(count),
                name=name,
            )
            for name, count in cleaning["texts"].items()
        ]
        self.summary.setText(tr("Texts changed: {parts}.", parts=", ".join(parts)))
        lines = []
        for example in cleaning["examples"][:EXAMPLES]:
            row, part = formats.count(example["row"]), example["part"]
            lines.append(tr("Row {row} of {part}, before and after", row=row, part=part))
            lines += [_breakable(example["before"]), _breakable(example["after"])]
        self.examples.setText("\n".join(lines))


def _breakable(text: str) -> str:
    """Return ``text`` with break opportunities in words longer than the column."""
    return "".join(f"{c}\u200b" if c in "/\\&;=_-" else c for c in text)
