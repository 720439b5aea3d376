"""Text for LaTeX."""

from __future__ import annotations

_TEX = {"\\": r"\textbackslash{}", "&": r"\&", "%": r"\%", "#": r"\#", "_": r"\_", "$": r"\$", "{": r"\{", "}": r"\}",
        "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}  # fmt: skip
_SIGNS = {
    "±": r"$\pm$",
    "≈": r"$\approx$",
    "≠": r"$\neq$",
    "ξ": r"$\xi$",
    "−": "$-$",
    "×": r"$\times$",
    "β": r"$\beta$",
    "–": "--",
}


def escape_latex(text: str) -> str:
    """``text`` with what LaTeX would misread escaped."""
    return "".join(_TEX.get(char, _SIGNS.get(char, char)) for char in text)
