"""Every key of the window, listed from the actions and widgets that define them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from PySide6.QtGui import QAction, QKeySequence, QShortcut
from PySide6.QtWidgets import QAbstractButton, QWidget

from workbench.language import tr
from workbench.widgets.actions import KeyHelp, strip_mnemonic

EVERYWHERE = tr("Everywhere")
"""Scope of the window's actions, as opposed to a page's."""


@dataclass(frozen=True)
class Shortcut:
    """One line of the list: the scope of a key, its action, and the key in the platform's notation."""

    where: str
    what: str
    keys: str


class ShortcutBook:
    """The actions of the window and its pages under their keys."""

    def __init__(self) -> None:
        self._scopes: list[tuple[str, list[QAction], QWidget]] = []

    def add(self, where: str, actions: Iterable[QAction], root: QWidget) -> None:
        """Add the actions of a page, or of the window, and the keys of the widgets within ``root``."""
        self._scopes.append((where, list(actions), root))

    def shortcuts(self) -> list[Shortcut]:
        """Return all distinct keys, for each scope those of actions before those of widgets."""
        shortcuts: dict[Shortcut, None] = {}
        for where, actions, root in self._scopes:
            pairs = [(strip_mnemonic(action.text()), action_keys(action)) for action in actions]
            for what, keys in (*pairs, *widget_keys(root)):
                if keys:
                    shortcuts[Shortcut(where, what, keys)] = None
        return list(shortcuts)


def action_keys(action: QAction) -> str:
    """Return the keys of ``action`` in the platform's notation, or ""."""
    return spell(action.shortcut())


def widget_keys(root: QWidget) -> list[tuple[str, str]]:
    """Return the distinct (action, keys) of the widgets within ``root``.

    A widget that handles keys in ``keyPressEvent`` lists them in a class attribute ``KEY_HELP``: pairs of keys and
    description.
    """
    pairs: list[tuple[str, str]] = []
    for button in root.findChildren(QAbstractButton):
        pairs.append((button.accessibleName() or strip_mnemonic(button.text()), spell(button.shortcut())))
    for shortcut in root.findChildren(QShortcut):
        owner = shortcut.parent()
        name = owner.accessibleName() if isinstance(owner, QWidget) else ""
        pairs.append((shortcut.whatsThis() or name, spell(shortcut.key())))
    for widget in [root, *root.findChildren(QWidget)]:
        help_of: KeyHelp = getattr(type(widget), "KEY_HELP", ())
        pairs += [(what, spell(QKeySequence(keys)) or keys) for keys, what in help_of]
    return [pair for pair in dict.fromkeys(pairs) if all(pair)]


def spell(keys: QKeySequence) -> str:
    """Return ``keys`` in the platform's notation."""
    return keys.toString(QKeySequence.SequenceFormat.NativeText)
