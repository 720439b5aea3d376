"""Every key of the window, listed from the actions and widgets that own them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from PySide6.QtGui import QAction, QKeySequence, QShortcut
from PySide6.QtWidgets import QAbstractButton, QWidget

from workbench.language import tr
from workbench.widgets.actions import KeyHelp, strip_mnemonic

EVERYWHERE = tr("Everywhere")
"""Where actions of the window work, as opposed to a page's."""


@dataclass(frozen=True)
class Shortcut:
    """One line of the list: where a key works, what it does, the key as the platform spells it."""

    where: str
    what: str
    keys: str


class ShortcutBook:
    """The actions of the window and its pages under their keys."""

    def __init__(self) -> None:
        self._added: list[tuple[str, list[QAction], QWidget]] = []

    def add(self, where: str, actions: Iterable[QAction], root: QWidget) -> None:
        """Take up the actions of a page, or of the window, and whatever keys the widgets within ``root`` know."""
        self._added.append((where, list(actions), root))

    def shortcuts(self) -> list[Shortcut]:
        """Return all keys, each once: of each place its actions' before its widgets'."""
        shortcuts: dict[Shortcut, None] = {}
        for where, actions, root in self._added:
            pairs = [(strip_mnemonic(action.text()), action_keys(action)) for action in actions]
            for what, keys in (*pairs, *widget_keys(root)):
                if keys:
                    shortcuts[Shortcut(where, what, keys)] = None
        return list(shortcuts)


def action_keys(action: QAction) -> str:
    """Return the keys of ``action`` as the platform spells them, empty where it has none."""
    return spell(action.shortcut())


def widget_keys(root: QWidget) -> list[tuple[str, str]]:
    """(what, keys) of the widgets within ``root``, each pair once.

    A widget that handles keys in ``keyPressEvent`` says so in a class attribute ``KEY_HELP``: pairs of keys and what
    they do.
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
    """Return ``keys`` as the platform spells them."""
    return keys.toString(QKeySequence.SequenceFormat.NativeText)
