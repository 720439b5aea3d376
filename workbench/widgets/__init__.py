"""Small custom widgets. Each class docstring is its contract.

All follow the theme automatically, have an accessible name and a visible 2 px focus, and never animate.
"""

from workbench.widgets.bars import BarRows, HardwareGauge, LabelledBar
from workbench.widgets.buttons import Button, IconButton
from workbench.widgets.cards import Card, FactStrip, FigureRow, FigureRows, Readout
from workbench.widgets.chips import Chip, ChipRow, parse_values
from workbench.widgets.flow import FlowLayout
from workbench.widgets.forms import FieldRow, FoldSection, FormFoot
from workbench.widgets.inputs import CheckBox, ComboBox, SearchField, Slider, TextField
from workbench.widgets.labels import ElidedLabel, Label, LinkLabel, Tag
from workbench.widgets.messages import (
    ContentStack,
    EmptyState,
    FieldMessage,
    IconLabel,
    MessageLine,
    MessageOverlay,
)
from workbench.widgets.numbers import NumberField, parse_number
from workbench.widgets.panels import HLine, PageHead, Panel, Splitter, TabBar, Toolbar, VLine
from workbench.widgets.segmented import SegmentedControl
from workbench.widgets.stage_card import AddCard, StageCard

__all__ = [
    "AddCard",
    "BarRows",
    "Button",
    "Card",
    "CheckBox",
    "Chip",
    "ChipRow",
    "ComboBox",
    "ContentStack",
    "ElidedLabel",
    "EmptyState",
    "FactStrip",
    "FieldMessage",
    "FieldRow",
    "FigureRow",
    "FigureRows",
    "FlowLayout",
    "FoldSection",
    "FormFoot",
    "HLine",
    "HardwareGauge",
    "IconButton",
    "IconLabel",
    "Label",
    "LabelledBar",
    "LinkLabel",
    "MessageLine",
    "MessageOverlay",
    "NumberField",
    "PageHead",
    "Panel",
    "Readout",
    "SearchField",
    "SegmentedControl",
    "Slider",
    "Splitter",
    "StageCard",
    "TabBar",
    "Tag",
    "TextField",
    "Toolbar",
    "VLine",
    "parse_number",
    "parse_values",
]
