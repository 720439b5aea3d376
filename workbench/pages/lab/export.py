"""Files the Lab page writes, and the legend of its marks."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QImage, QPainter, QPaintEvent, QPen
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QSizePolicy, QWidget

from engine.formatting.spreadsheets import delimited_text
from workbench.language import tr
from workbench.look import theme
from workbench.pages.lab.attributions import underline_color
from workbench.pages.lab.query import LabModel

if TYPE_CHECKING:
    from engine.lab.answers import Explanation, LabPrediction

FILES = {
    "json": ("prediction.json", tr("JSON (*.json)")),
    "png": ("attention.png", tr("Pictures (*.png *.svg)")),
    "csv": ("texts.csv", tr("CSV (*.csv)")),
}


class AttributionLegend(QWidget):
    """Legend of the marks under words."""

    CLASSES = (("support", tr("evidence for the prediction")), ("against", tr("evidence against it")))
    NUMBERS = (("support", tr("raises the number")), ("against", tr("lowers it")))

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.set_numbers(False)

    def set_numbers(self, numbers: bool) -> None:
        """Say what the marks mean for a class, or for a model that answers with numbers."""
        self.parts = self.NUMBERS if numbers else self.CLASSES
        self.setAccessibleName(
            tr(
                "Solid blue line: {support}. Dotted orange line: {against}.",
                support=self.parts[0][1],
                against=self.parts[1][1],
            )
        )
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        s = theme.sizes()
        word = theme.text_width("word", "caption") + 8
        width = sum(word + 8 + theme.text_width(text, "caption") + 16 for _, text in self.parts)
        return QSize(width - 16, s.readout)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, x = QPainter(self), 0
        painter.setFont(theme.font("caption"))
        word, middle = theme.text_width("word", "caption") + 8, Qt.AlignmentFlag.AlignVCenter
        for role, text in self.parts:
            box = QRect(x, (self.height() - 20) // 2, word, 20)
            painter.fillRect(box, theme.color(role, 130))
            pen = QPen(underline_color(role), 2)
            pen.setCapStyle(Qt.PenCapStyle.FlatCap)
            if role == "against":
                pen.setDashPattern([1, 1])
            painter.setPen(pen)
            painter.drawLine(box.left(), box.bottom(), box.right() + 1, box.bottom())
            painter.setPen(theme.color("text"))
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, tr("word"))
            x += word + 8
            painter.setPen(theme.color("text2"))
            width = theme.text_width(text, "caption")
            painter.drawText(QRect(x, 0, width + 2, self.height()), middle, text)
            x += width + 16


def save_picture(widget: QWidget, target: Path) -> None:
    """Save all of ``widget``, also what is out of sight: SVG by the file's name, else PNG at twice the size."""
    if target.suffix.casefold() == ".svg":
        drawn = QSvgGenerator()
        drawn.setFileName(str(target))
        drawn.setSize(widget.size())
        drawn.setViewBox(widget.rect())
        painter = QPainter(drawn)
    else:
        image = QImage(widget.size() * 2, QImage.Format.Format_ARGB32)
        image.setDevicePixelRatio(2.0)
        painter = QPainter(image)
    painter.fillRect(widget.rect(), theme.color("surface"))
    widget.render(painter, QPoint(), renderFlags=QWidget.RenderFlag.DrawChildren)
    painter.end()
    if target.suffix.casefold() != ".svg":
        image.save(str(target), "PNG")  # type: ignore[call-overload]  # the stubs know bytes only


def as_json(text: str, label: str, runs: Sequence[tuple[LabModel, LabPrediction, Explanation | None]]) -> str:
    """Text, true class, and of each run the probabilities and the attribution of each word."""
    records: list[dict[str, object]] = []
    for entry, prediction, explained in runs:
        words = None
        if explained is not None:
            words = [
                {"word": text[start:end], "start": start, "end": end, "read": bool(read), "value": value}
                for start, end, read, value in explained["words"]
            ]
        records.append(
            {
                **entry.place,
                "name": entry.label,
                "predicted": prediction["answer"],
                "probabilities": dict(zip(prediction["classes"], prediction["probabilities"], strict=True)),
                "attribution": None if explained is None else explained["method"],
                "words": words,
            }
        )
    record = {"text": text, "label": label or None, "runs": records}
    return json.dumps(record, ensure_ascii=False, indent=1) + "\n"


def as_csv(rows: Sequence[Sequence[str]]) -> str:
    """Return a table with its heads as CSV."""
    return delimited_text(rows)


def write(target: Path, text: str) -> None:
    """Write ``text``. An OSError names the file."""
    target.write_text(text, encoding="utf-8", newline="")
