"""Every key of the window: listed from the actions and widgets that own them, and changed by the user."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass

from PySide6.QtGui import QAction, QKeySequence, QShortcut
from PySide6.QtWidgets import QAbstractButton, QWidget

from workbench.backend.preferences import Preferences
from workbench.language import source_of, tr
from workbench.widgets.actions import KeyHelp, set_shortcut, strip_mnemonic

EVERYWHERE = tr("Everywhere")
"""Where actions of the window work, as opposed to a page's."""
STORED = "shortcuts"


@dataclass(frozen=True)
class Shortcut:
    """One line of the list: where a key works, what it does, the key as the platform spells it.

    ``action`` identifies the action whose key the user may change; empty where a widget handles the key itself.
    """

    where: str
    what: str
    keys: str
    action: str = ""


class ShortcutBook:
    """The actions of the window and its pages under their keys.

    Args:
        preferences: keep the keys that the user has chosen, as JSON: action → keys, "" for none.
    """

    def __init__(self, preferences: Preferences) -> None:
        self._preferences = preferences
        self._actions: dict[str, tuple[str, QAction, QKeySequence]] = {}
        self._roots: list[tuple[str, QWidget]] = []

    def add(self, where: str, actions: Iterable[QAction], root: QWidget) -> None:
        """Take up the actions of a page, or of the window, and whatever keys the widgets within ``root`` know."""
        chosen = self._chosen()
        for action in actions:
            name = f"{source_of(where)}/{action.objectName() or strip_mnemonic(action.text())}"
            self._actions[name] = (where, action, action.shortcut())
            if name in chosen:
                set_shortcut(action, QKeySequence(chosen[name]))
        self._roots.append((where, root))

    def shortcuts(self) -> list[Shortcut]:
        """Return all keys by place; actions without one too, so that they can be given one."""
        shortcuts: list[Shortcut] = []
        for where in dict.fromkeys(place for place, _root in self._roots):
            shortcuts += [
                Shortcut(where, strip_mnemonic(action.text()), action_keys(action), name)
                for name, (place, action, _usual) in self._actions.items()
                if place == where
            ]
            known = {(each.what, each.keys) for each in shortcuts if each.where == where}
            for place, root in self._roots:
                if place == where:
                    keys = [pair for pair in widget_keys(root) if pair not in known]
                    shortcuts += [Shortcut(where, what, key) for what, key in keys]
        return shortcuts

    def change(self, name: str, keys: QKeySequence) -> str:
        """Give the action other keys, none where ``keys`` is empty; returns why not, or "" when it has them."""
        where, action, default = self._actions[name]
        spelled = spell(keys)
        for other in self.shortcuts():
            meets = where in (other.where, EVERYWHERE) or other.where == EVERYWHERE
            if spelled and other.keys == spelled and other.action != name and meets:
                return tr(
                    "{spelled} is taken: {what} ({where})",
                    spelled=spelled,
                    what=other.what,
                    where=other.where,
                )
        chosen = self._chosen()
        if keys == default:
            chosen.pop(name, None)
        else:
            chosen[name] = keys.toString(QKeySequence.SequenceFormat.PortableText)
        self._preferences.put(STORED, json.dumps(chosen))
        set_shortcut(action, keys)
        return ""

    def usual(self, name: str) -> QKeySequence:
        """Return the keys that the action has unless the user chooses others."""
        return self._actions[name][2]

    def _chosen(self) -> dict[str, str]:
        try:
            stored = json.loads(self._preferences.get(STORED, "{}"))
        except ValueError:
            return {}
        return {str(name): str(keys) for name, keys in stored.items()} if isinstance(stored, dict) else {}


def action_keys(action: QAction) -> str:
    """Return the keys of ``action`` as the platform spells them; empty where it has none."""
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
