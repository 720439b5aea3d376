"""Rules of docs/design.md on words, as far as a program can tell."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.workbench.visible_strings import field_strings, window_strings, write

AMERICAN = re.compile(
    r"\b(colors?|behaviors?|optimizers?|optimization|normaliz\w+|regulariz\w+|initializ\w+|summariz\w+|analyz\w+|centered|"
    r"gray|labeled|catalogs?|artifacts?)\b",
    re.IGNORECASE,
)
RULES = {
    "an exclamation mark": re.compile(r"\w!(\s|$)"),
    "three dots in place of one ellipsis": re.compile(r"\w\.\.\."),
    "American spelling": AMERICAN,
    "the singular in brackets": re.compile(r"\w\((s|es)\)"),
    "please": re.compile(r"\bplease\b", re.IGNORECASE),
}


@pytest.fixture(scope="module")
def texts() -> list[tuple[str, str]]:
    """(place, text) of everything that can be seen."""
    shown = [(f"{module}:{line}", text) for module, found in window_strings().items() for line, text in found]
    return [*shown, *field_strings()]


@pytest.mark.parametrize("rule", RULES)
def test_no_text_of_the_window_has(rule: str, texts: list[tuple[str, str]]) -> None:
    pattern = RULES[rule]
    assert [f"{place}: {text}" for place, text in texts if pattern.search(text)] == []


def test_the_list_holds_what_is_seen_and_no_docstring(tmp_path: Path) -> None:
    file = tmp_path / "strings.txt"
    assert write(file) > 1500
    lines = file.read_text(encoding="utf-8").splitlines()
    shown = [line.strip().partition(" ")[2] for line in lines]
    assert "Only add" in shown and "Which column is the text?" in shown
    assert "Guessing" in shown, "a word by itself is a text too"
    assert (
        "Frozen encoder + linear head, data: The texts and labels." in lines
        and "the row has no label." in lines
    )
    of_window = shown[: lines.index("== fields of an experiment")]
    assert of_window.count("Validation") == 1, "each text once"
    assert not any("from the outside in" in line.casefold() for line in lines), "comments are not seen"
    assert not any(
        line.endswith("changes it. A list is written with commas between its entries.") for line in lines
    )
