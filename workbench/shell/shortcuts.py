"""Every key that a page knows: of its actions, buttons and fields, and what its widgets do with keys themselves."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtGui import QAction, QKeySequence, QShortcut
from PySide6.QtWidgets import QAbstractButton, QWidget

from workbench.widgets.actions import KeyHelp, strip_mnemonic


def action_keys(action: QAction) -> str:
    """Return the keys of ``action`` as the platform spells them; empty where it has none."""
    return _spelled(action.shortcut())


def shortcuts_of(actions: Iterable[QAction], root: QWidget) -> list[tuple[str, str]]:
    """(what, keys) of ``actions``, then of the widgets within ``root``, each pair once.

    A widget that handles keys in ``keyPressEvent`` says so in a class attribute ``KEY_HELP``: pairs of keys and what
    they do.
    """
    found = [(strip_mnemonic(action.text()), action_keys(action)) for action in actions]
    for button in root.findChildren(QAbstractButton):
        found.append((button.accessibleName() or strip_mnemonic(button.text()), _spelled(button.shortcut())))
    for shortcut in root.findChildren(QShortcut):
        owner = shortcut.parent()
        name = owner.accessibleName() if isinstance(owner, QWidget) else ""
        found.append((shortcut.whatsThis() or name, _spelled(shortcut.key())))
    for widget in [root, *root.findChildren(QWidget)]:
        help_of: KeyHelp = getattr(type(widget), "KEY_HELP", ())
        found += [(what, _spelled(QKeySequence(keys)) or keys) for keys, what in help_of]
    return [pair for pair in dict.fromkeys(found) if all(pair)]


def _spelled(keys: QKeySequence) -> str:
    return keys.toString(QKeySequence.SequenceFormat.NativeText)
