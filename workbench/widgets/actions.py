"""Creation of actions: text, shortcut, icon and tooltip together, so that none is forgotten."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from workbench.language import source_of, tr
from workbench.look import icons

_BEHIND = re.compile(r"\s*\(&\w\)")
KeyHelp = tuple[tuple[str, str], ...]
"""(keys, description) of a widget that handles keys itself, in its class attribute ``KEY_HELP``, for the help page."""
MENUS = {
    "File": tr("&File"),
    "Edit": tr("&Edit"),
    "View": tr("&View"),
    "Run": tr("&Run", "menu"),
    "Window": tr("&Window"),
    "Help": tr("&Help"),
}
"""The menus by name, with their titles."""


def group_actions(groups: Iterable[Iterable[QAction]]) -> None:
    """Mark groups of actions: the window's menus separate them by lines."""
    for index, group in enumerate(groups, 1):
        for each in group:
            each.setProperty("group", index)


def make_action(
    parent: QWidget,
    text: str,
    slot: Callable[[], object],
    shortcut: str | QKeySequence | QKeySequence.StandardKey | None = None,
    icon: str | None = None,
    menu: str = "Run",
    tip: str = "",
    words: str = "",
) -> QAction:
    """Return a QAction of ``parent`` that calls ``slot`` with no arguments.

    ``menu`` (one of :data:`MENUS`) is the menu that contains it; the command field and the help page list it too, also
    under the synonyms ``words``. The tooltip is ``tip`` (default: the text) followed by the shortcut. Raises
    ValueError for an unknown menu.
    """
    if menu not in MENUS:
        raise ValueError(f"menu is one of {', '.join(MENUS)}, not {menu!r}")
    action = QAction(text, parent)
    action.setObjectName(
        strip_mnemonic(source_of(text))
    )  # in English, under which keys are stored; the text may change
    if shortcut is not None:
        action.setShortcut(QKeySequence(shortcut))
    if icon is not None:
        action.setIcon(icons.icon(icon))
        action.setIconVisibleInMenu(False)
    action.setProperty("menu", menu)
    action.setProperty("tip", tip or strip_mnemonic(text))
    action.setProperty("words", words)
    set_shortcut(action, action.shortcut())
    action.triggered.connect(lambda _checked=False: slot())
    return action


def set_shortcut(action: QAction, keys: QKeySequence) -> None:
    """Give an action of :func:`make_action` its keys, and its tooltip with them."""
    action.setShortcut(keys)
    action.setToolTip(with_shortcut(str(action.property("tip")), keys))


def strip_mnemonic(text: str) -> str:
    """Return ``text`` without mnemonic marks and trailing dots: "&Open..." is "Open", and so is "Open(&O)..."."""
    text = _BEHIND.sub("", text)  # the notation of languages with other scripts
    return text.replace("&&", "\0").replace("&", "").replace("\0", "&").rstrip(".…")


def with_shortcut(text: str, shortcut: QKeySequence | str | None) -> str:
    """Return ``text`` followed by the shortcut in brackets, in the platform's notation; only ``text`` if none."""
    keys = QKeySequence(shortcut) if isinstance(shortcut, str) else shortcut
    if keys is None or keys.isEmpty():
        return text
    return f"{text} ({keys.toString(QKeySequence.SequenceFormat.NativeText)})"


def add_heading(menu: QMenu, text: str) -> None:
    """Add a heading to a menu, because style sheets prevent Qt's own section titles."""
    menu.addAction(text).setEnabled(False)
    menu.addSeparator()
