"""The map from roles of Qt's palette to tokens of the theme. The style sheet and labels name roles and follow at once.

Roles that Qt's own style uses only for shades of native controls carry tokens that have no Qt role.
"""

from __future__ import annotations

from PySide6.QtGui import QColor, QPalette

from workbench.look.tokens import Theme

_Role = QPalette.ColorRole
TOKENS: dict[QPalette.ColorRole, str] = {
    _Role.Window: "window",
    _Role.Base: "surface",
    _Role.Button: "surface",
    _Role.AlternateBase: "alt",
    _Role.Midlight: "hover",
    _Role.Mid: "line",
    _Role.Dark: "control",
    _Role.ToolTipText: "text",  # the only text role that is the same for disabled widgets
    _Role.Text: "text",
    _Role.WindowText: "text",
    _Role.ButtonText: "text",
    _Role.HighlightedText: "text",
    _Role.LinkVisited: "text2",
    _Role.PlaceholderText: "text3",
    _Role.Accent: "accent",
    _Role.Link: "accent",
    _Role.Shadow: "accent_hover",
    _Role.Highlight: "tint",
    _Role.Light: "tint_line",
    _Role.ToolTipBase: "warning",
    _Role.BrightText: "error",
}
ROLES = {token: role for role, token in reversed(TOKENS.items())}
"""The first role of each token."""
_DISABLED = {
    _Role.Text: "text3",
    _Role.WindowText: "text3",
    _Role.ButtonText: "text3",
    _Role.HighlightedText: "text3",
    _Role.Accent: "control",
}


def palette_for(theme: Theme) -> QPalette:
    """Return the Qt palette of a theme, for all groups."""
    palette = QPalette()
    for role, token in TOKENS.items():
        palette.setColor(role, QColor(getattr(theme, token)))
    for role, token in _DISABLED.items():
        palette.setColor(QPalette.ColorGroup.Disabled, role, QColor(getattr(theme, token)))
    return palette
