"""The guide that a first start sees in place of the form's head."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QWidget

from workbench.language import tr
from workbench.look import theme
from workbench.widgets import Button, FlowLayout, Label, Tag
from workbench.widgets.arrange import arrange_columns, arrange_rows


class FirstStepsGuide(QWidget):
    """Three steps to a first result. ``dismissed`` when the user has seen enough."""

    dismissed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Train your first model"))
        self._heading = Label(tr("Train your first model"), "title")
        self._all_settings = Button(tr("All settings"), tip=tr("Close the guide and show the whole form"))
        self._all_settings.clicked.connect(lambda: self.dismissed.emit())
        self._lead = Label("", "body", "text2", wrap=True)
        self._steps = [(Label("", "strong"), Label("", "caption", "text2", wrap=True)) for _ in range(3)]
        head = arrange_columns(self._heading, ..., self._all_settings, spacing=None)
        self._column = arrange_rows(head, self._lead, on=self, margins=(16, 12, 16, 4), spacing=8)
        for number, (title, text) in enumerate(self._steps, 1):
            grid = QGridLayout()
            grid.setHorizontalSpacing(12)
            grid.setVerticalSpacing(0)
            grid.addWidget(Tag(str(number), "tint"), 0, 0, 2, 1, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(title, 0, 1)
            grid.addWidget(text, 1, 1)
            grid.setColumnStretch(1, 1)
            self._column.addLayout(grid)
        # How long training takes is found out late, and has one line or two.
        takes = self._steps[0][1]
        takes.setAlignment(Qt.AlignmentFlag.AlignTop)
        takes.setMinimumHeight(2 * theme.metrics("caption").height())

    def set_words(self, lead: str, takes: str, offer: str) -> None:
        """Set what the example is, how long it takes, in a sentence, and the second value on offer."""
        self._lead.setText(lead)
        steps = [
            (
                tr("Press Run, top right, or Ctrl ↵"),
                tr("{takes} You may close the window; the run goes on.", takes=takes),
            ),
            (
                tr("Watch it learn"),
                tr("Loss and error fall while it trains; the best moment is marked and kept."),
            ),
            (
                tr("Try a second learning rate and compare"),
                tr(
                    "One click on the dashed chip {offer} below adds a second run. Compare then shows "
                    "what changed, and by how much.",
                    offer=offer,
                ),
            ),
        ]
        for (title, text), (title_words, text_words) in zip(self._steps, steps, strict=True):
            title.setText(title_words)
            text.setText(text_words)


class StartOptions(QWidget):
    """Other ways to begin: ``own_data``, ``recipe_wanted(name)``."""

    own_data = Signal()
    recipe_wanted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._flow = FlowLayout(self)
        self._flow.addWidget(Label(tr("Or begin with"), "body", "text2"))
        own = Button(
            tr("Your own data…"),
            icon="plus",
            tip=tr("Choose a CSV, JSONL or Parquet file, or a folder of texts"),
        )
        own.clicked.connect(lambda: self.own_data.emit())
        paper = Button(
            tr("The paper's IMDb set-up"), tip=tr("Sun et al. 2019: BERT-base, 512 tokens, head + tail")
        )
        paper.clicked.connect(lambda: self.recipe_wanted.emit("paper-imdb"))
        for button in (own, paper):
            self._flow.addWidget(button)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self._flow.setContentsMargins(16, 8, 16, 8)
