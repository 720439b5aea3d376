"""The short style sheet: what a palette cannot express (borders, radii, the filled button, tabs, heads)."""

from __future__ import annotations

import re
from functools import cache
from types import SimpleNamespace

from workbench.look.palette import ROLES
from workbench.look.tokens import Sizes


@cache
def stylesheet() -> str:
    """Return the Qt style sheet for every theme: its colours are roles of the palette, its lengths px.

    Focus widens a border from 1 to 2 px and reduces the padding, so nothing moves. Tooltips and message boxes show
    plain text: Qt would take names that contain tags for rich text and open the files named in them.

    Painted grounds carry the state ``:vertical``. A ground with a state is only painted. A ground without one is also
    stored in the widget's palette, which a change of theme would have to update.
    """
    tokens = SimpleNamespace(**{token: in_sheet(token) for token in ROLES})
    return "".join(rules(tokens, Sizes()) for rules in (_fields, _buttons, _menus, _tables, _bars))


@cache
def ruled_names() -> frozenset[str]:
    """Return the names of classes whose palette a rule sets. Rules for parts and states set none."""
    names = set()
    for selectors, declarations in re.findall(r"([^{}]+)\{([^}]*)\}", stylesheet()):
        if re.search(r"(?<!-)(background|color): palette", declarations):
            names |= set(re.findall(r"(Q\w+)(?:\[[^]]*\])?\s*(?:,|$)", selectors))
    return frozenset(names)


def in_sheet(token: str) -> str:
    """Return the style-sheet notation of the colour ``token`` in the present theme."""
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", "-", ROLES[token].name).lower()
    return f"palette({words.replace('tool-tip', 'tooltip')})"


def _fields(t: SimpleNamespace, s: Sizes) -> str:
    """Return the rules for fields: a border that focus widens, and the colours of their states."""
    return f"""
QLineEdit, QPlainTextEdit[field="true"] {{
    background: {t.surface}; color: {t.text}; border: 1px solid {t.control}; border-radius: {s.radius}px;
    placeholder-text-color: {t.text3};
    padding: 0 {8}px; selection-background-color: {t.tint_line}; selection-color: {t.text}; }}
QLineEdit:focus, QPlainTextEdit[field="true"]:focus {{
    border: 2px solid {t.accent}; padding: 0 {8 - 1}px; }}
QLineEdit:disabled {{ color: {t.text3}; border-color: {t.line}; }}
QLineEdit[state="error"] {{ border-color: {t.error}; }}
QLineEdit[state="warning"] {{ border-color: {t.warning}; }}
QLineEdit[bare="true"] {{ border: none; background: transparent; padding: 0; }}"""


def _buttons(t: SimpleNamespace, s: Sizes) -> str:
    """Return the rules for buttons: outline, filled, flat, and icons that are tools."""
    return f"""
QPushButton:vertical {{ background: {t.surface}; }}
QPushButton {{
    border: 1px solid {t.control}; border-radius: {s.radius}px;
    padding: 0 {12}px; min-height: {s.control - 2}px; max-height: {s.control - 2}px; }}
QPushButton[head="true"] {{ min-height: {s.control_head - 2}px; max-height: {s.control_head - 2}px; }}
QPushButton:hover {{ background: {t.hover}; }}
QPushButton:pressed, QPushButton:checked {{ background: {t.tint}; }}
QAbstractButton[dashed="true"] {{ border: 1px dashed {t.control}; }}
QPushButton:focus {{ border: 2px solid {t.accent}; padding: 0 {12 - 1}px;
    min-height: {s.control - 4}px; max-height: {s.control - 4}px; }}
QPushButton[head="true"]:focus {{ min-height: {s.control_head - 4}px; max-height: {s.control_head - 4}px; }}
QPushButton:disabled:vertical {{ border-color: {t.line}; background: {t.surface}; }}
QPushButton[kind="primary"]:vertical {{ background: {t.accent}; border-color: {t.accent}; }}
QPushButton[kind="primary"]:hover {{ background: {t.accent_hover}; border-color: {t.accent_hover}; }}
QPushButton[kind="primary"]:focus {{ border-color: {t.text}; }}
QPushButton[kind="primary"]:disabled:vertical {{ background: {t.surface}; border-color: {t.line}; }}
QPushButton[kind="flat"], QToolButton {{ background: transparent; border: 1px solid transparent; }}
QToolButton {{ border-radius: {s.radius}px; padding: 0; }}
QPushButton[kind="flat"]:hover, QToolButton:hover {{ background: {t.hover}; }}
QToolButton:checked {{ background: {t.tint}; border-color: {t.tint_line}; }}
QPushButton[kind="flat"]:focus, QToolButton:focus {{ border: 2px solid {t.accent}; }}
QToolButton::menu-indicator {{ image: none; }}
RailButton {{ border: none; border-left: 3px solid transparent; border-radius: 0; padding: 6px 3px 5px 0; }}
QDialogButtonBox {{ dialogbuttonbox-buttons-have-icons: 0; }}"""


def _menus(t: SimpleNamespace, s: Sizes) -> str:
    """Return the rules for the menu bar, menus, the status bar and tooltips."""
    return f"""
QMenuBar {{ background: {t.window}; border: none; }}
QMenuBar::item {{ padding: {8}px {8}px {4}px; background: transparent; color: {t.text2}; }}
QMenuBar::item:selected {{ background: {t.hover}; color: {t.text}; }}
QMenu:vertical {{ background: {t.surface}; }}
QMenu {{ border: 1px solid {t.line}; padding: {4}px 0; }}
QMenu::item {{ padding: {4}px {24}px {4}px {12}px; }}
QMenu::item:selected {{ background: {t.tint}; }}
QMenu::item:disabled {{ color: {t.text3}; }}
QMenu::separator {{ height: 1px; background: {t.line}; margin: {4}px 0; }}
QStatusBar {{ background: {t.alt}; border-top: 1px solid {t.line}; }}
QToolTip, QMessageBox QLabel, QInputDialog QLabel {{ qproperty-textFormat: PlainText; }}
QInputDialog QLineEdit {{ min-height: {s.control_head - 2}px; }}
QToolTip {{ background: {t.surface}; color: {t.text}; border: 1px solid {t.control}; padding: {4}px; }}"""


def _tables(t: SimpleNamespace, s: Sizes) -> str:
    """Return the rules for splitters, heads of tables and views of items."""
    return f"""
QSplitter::handle {{ background: {t.line}; }}
QAbstractItemView:vertical {{ background: {t.surface}; }}
QHeaderView::section {{ background: {t.alt}; color: {t.text2}; border: none;
    border-bottom: 1px solid {t.line}; padding: 0 {8}px; }}
QTableCornerButton::section {{ background: {t.surface}; border: none; }}
QComboBox {{ combobox-popup: 0; }}
QAbstractScrollArea, QStatusBar::item {{ border: none; outline: none; }}
QListView[popup="true"] {{ border: 1px solid {t.control}; }}
QListView[framed="true"] {{ border: 1px solid {t.control}; border-radius: {s.radius}px; }}"""


def _bars(t: SimpleNamespace, s: Sizes) -> str:
    """Return the rules for bars: of scrolling, tabs and sliders."""
    return f"""
QScrollBar, QAbstractScrollArea::corner {{ background: transparent; border: none; margin: 0; }}
QScrollBar:vertical {{ width: {12}px; }}
QScrollBar:horizontal {{ height: {12}px; }}
QScrollBar::handle {{ background: {t.control}; border: 3px solid transparent; border-radius: {12 // 2}px;
    background-clip: padding; }}
QScrollBar::handle:vertical {{ min-height: {24}px; }}
QScrollBar::handle:horizontal {{ min-width: {24}px; }}
QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
QTabBar {{ background: transparent; }}
QTabBar::tab {{ padding: 0 {12}px; border: none; border-bottom: 2px solid transparent; color: {t.text2};
    height: {s.tab_bar - 3}px; }}
QTabBar::tab:hover {{ color: {t.text}; }}
QTabBar::tab:selected {{ color: {t.text}; border-bottom-color: {t.accent}; font-weight: 600; }}
QTabBar::tab:focus {{ border: 2px solid {t.accent}; padding: 0 {12 - 2}px; }}
QSlider::groove:horizontal {{ height: 2px; background: {t.line}; }}
QSlider::sub-page:horizontal {{ background: {t.accent}; }}
QSlider::handle:horizontal {{ width: {8}px; margin: -{5}px 0; border: 2px solid {t.accent};
    border-radius: {(8 + 4) // 2}px; background: {t.surface}; }}
QSlider::handle:horizontal:focus {{ background: {t.accent}; }}"""
