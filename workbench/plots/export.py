"""Saving a plot: a picture, a drawing, or its numbers. Writing happens on a worker thread."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFileDialog, QMenu, QToolButton

from engine.errors import UserError
from engine.file_names import file_name, with_ending
from workbench.backend.tasks import application_tasks
from workbench.language import tr

FILTERS = {
    tr("PNG picture (*.png)"): ".png",
    tr("SVG drawing (*.svg)"): ".svg",
    tr("CSV numbers (*.csv)"): ".csv",
}


def write_file(path: Path, data: bytes) -> Path:
    """Write ``data`` to ``path``. UserError with the reason when that fails."""
    try:
        path.write_bytes(data)
    except OSError as why:
        raise UserError(
            tr("{name} was not saved: {strerror}", name=path.name, strerror=why.strerror or why)
        ) from why
    return path


def attach_export_menu(
    button: QToolButton,
    title: Callable[[], str],
    save: Callable[[Path], object],
    copy: Callable[[], object],
) -> None:
    """Give ``button`` a menu: copy the picture; save it as one of ``FILTERS``.

    Each saving asks for a file, named after ``title()``, and calls ``save``.
    """
    menu = QMenu(button)

    def ask(kind: str) -> None:
        proposal = file_name(title().lower(), "plot") + FILTERS[kind]
        chosen, _ = QFileDialog.getSaveFileName(button, tr("Export {title}", title=title()), proposal, kind)
        if chosen:
            save(with_ending(chosen, proposal))

    menu.addAction(tr("Copy picture"), lambda: copy())
    menu.addSeparator()
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
        then=lambda written: report(tr("Saved {name}", name=written.name)),
        failed=report,
        owner=owner,
    )
