"""Texts of progress are known by their templates: all of those that the engine's code reports."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import engine
from engine.formatting.phases import TEMPLATES, read_phase
from engine.formatting.phrases import Phrase

REPORTING = {"report", "report_progress", "say", "_say", "tell", "PhaseProgress"}


def reported() -> Iterator[str]:
    """Every literal that a call in the engine reports with two counts, with x where a value stands."""
    for file in sorted(Path(engine.__file__).parent.rglob("*.py")):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
            named = call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")
            if named in REPORTING and len(call.args) >= 3:
                for text in call.args[:3]:
                    if isinstance(text, ast.Constant) and isinstance(text.value, str) and text.value:
                        yield text.value
                    elif isinstance(text, ast.JoinedStr):
                        yield "".join(
                            part.value if isinstance(part, ast.Constant) else "x" for part in text.values
                        )


def test_what_the_engine_reports_is_known() -> None:
    texts = set(reported())
    assert {"Reading x", "Loading the encoder", "Hashing files for x"} <= texts
    composed = {"x: reading", "x in x", "Fetching x from x"}  # of parts that are listed whole
    assert [text for text in sorted(texts - composed) if not isinstance(read_phase(text), Phrase)] == []


@pytest.mark.parametrize("template", TEMPLATES)
def test_a_text_is_read_as_the_template_that_made_it(template: str) -> None:
    found = read_phase(template.format(name="a.csv", place="cluster", split="train", holder="run 3"))
    assert isinstance(found, Phrase) and found.template == template
    assert all(isinstance(value, Phrase) for value in found.values.values())


def test_other_texts_stay_as_they_are() -> None:
    assert read_phase("Fine-tuning") == "Fine-tuning" and not isinstance(read_phase("Fine-tuning"), Phrase)
