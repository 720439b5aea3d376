"""Saving a plot: a picture, a drawing, or its numbers. Writing happens on a worker thread."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from PySide6.QtCore import (
    QBuffer,
    QByteArray,
    QIODevice,
    QObject,
    QPoint,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QAction, QPainter, QPixmap
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QFileDialog, QMenu, QToolButton, QWidget

from engine.errors import UserError
from engine.file_names import file_name
from workbench.backend.tasks import application_tasks

FILTERS = {"PNG picture (*.png)": ".png", "SVG drawing (*.svg)": ".svg", "CSV numbers (*.csv)": ".csv"}


def png(*widgets: QWidget, ratio: float = 2.0) -> bytes:
    """Return widgets as they are shown, under each other and flush right, as a PNG of ``ratio`` times their px."""
    picture = QPixmap(_size(widgets) * ratio)
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    _paint(painter, widgets)
    painter.end()
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    picture.save(buffer, "PNG")
    return bytes(data.data())


def svg(*widgets: QWidget, title: str) -> bytes:
    """Return widgets under each other and flush right, as an SVG drawing with text as text."""
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setSize(_size(widgets))
    generator.setViewBox(QRectF(QPoint(), _size(widgets)))
    generator.setTitle(title)
    painter = QPainter(generator)
    _paint(painter, widgets)
    painter.end()
    return bytes(data.data())


def _size(widgets: Sequence[QWidget]) -> QSize:
    return QSize(max(w.width() for w in widgets), sum(w.height() for w in widgets))


def _paint(painter: QPainter, widgets: Sequence[QWidget]) -> None:
    wide, top = _size(widgets).width(), 0
    for widget in widgets:
        # A graphics view has another render of its own.
        QWidget.render(widget, painter, QPoint(wide - widget.width(), top))
        top += widget.height()


def write_file(path: Path, data: bytes) -> Path:
    """Write ``data`` to ``path``. UserError with the reason when that fails."""
    try:
        path.write_bytes(data)
    except OSError as why:
        raise UserError(f"{path.name} was not saved: {why.strerror or why}") from why
    return path


def attach_export_menu(button: QToolButton, title: Callable[[], str], save: Callable[[Path], object]) -> None:
    """Give ``button`` a menu of ``FILTERS``; each asks for a file, named after ``title()``, and calls ``save``."""
    menu = QMenu(button)

    def ask(kind: str) -> None:
        proposal = file_name(title().lower(), "plot") + FILTERS[kind]
        chosen, _ = QFileDialog.getSaveFileName(button, f"Export {title()}", proposal, kind)
        if chosen:
            path = Path(chosen)
            save(path if path.suffix else path.with_suffix(FILTERS[kind]))

    for kind in FILTERS:
        item = QAction(f"{kind.partition(' (')[0]}…", menu)
        item.triggered.connect(lambda _checked=False, kind=kind: ask(kind))
        menu.addAction(item)
    button.setMenu(menu)


def save_as(
    path: Path, makers: Mapping[str, Callable[[], bytes]], report: Callable[[str], object], owner: QObject
) -> None:
    """Write what the maker of ``path``'s suffix gives, in a thread.

    ``report`` says how it went, unless ``owner`` is gone by then.

    Raises ValueError for a suffix that has no maker.
    """
    make = makers.get(path.suffix.lower())
    if make is None:
        raise ValueError(f"a plot is saved as .png, .svg or .csv, not {path.suffix!r}")
    application_tasks().run(
        write_file,
        path,
        make(),
        then=lambda written: report(f"Saved {written.name}"),
        failed=report,
        owner=owner,
    )
