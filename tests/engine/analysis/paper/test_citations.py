"""Citations of the paper point at sections, tables, figures and equations that it has."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

from engine.analysis.paper.published import published_names, published_table

ROOT = Path(__file__).parents[4]
SECTIONS = tomllib.loads((ROOT / "resources" / "paper.toml").read_text(encoding="utf-8"))["sections"]
SHOWN = {name: number for number, section in SECTIONS.items() for name in section.get("shows", ())}
EQUATIONS = {"1": "3", "2": "4.1"}
"""The paper's equations, with the sections they stand in."""

CITATION = re.compile(r"Sun et al\.,? \(?2019\)?,? ([^|;\n\")]*)")
NUMBER = re.compile(r"(?<![\w.-])[1-6](?:\.\d){0,2}(?![\w.]*\d|\s*(?:runs|seeds|%))")
REFERENCE = re.compile(r"(Table|Figure) (\d)|eq\. (\d)")


def citations() -> Iterator[tuple[str, str]]:
    """(place, what follows "Sun et al. 2019,") in code, resources and documents."""
    for folder, ending in (("engine", "py"), ("workbench", "py"), ("resources", "toml"), ("docs", "md")):
        for file in sorted((ROOT / folder).rglob(f"*.{ending}")):
            for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
                for found in CITATION.finditer(line):
                    yield f"{file.relative_to(ROOT)}:{number}", found[1].strip()


def cited_sections(text: str) -> list[str]:
    """The section numbers at the head of a citation: ``5.2 (at most 4)`` and ``3, eq. 1`` name one each."""
    head = re.split(r"[:(]|\. ", REFERENCE.sub("", text))[0]
    return NUMBER.findall(head) if re.match(r"^[\s,]*\d", head) else []


def test_the_table_of_sections_is_whole() -> None:
    assert list(SECTIONS) == sorted(SECTIONS, key=lambda number: [int(part) for part in number.split(".")])
    for number in SECTIONS:
        assert "." not in number or number.rpartition(".")[0] in SECTIONS
    assert sorted(SHOWN) == [*(f"Figure {n}" for n in (2, 3, 4)), *(f"Table {n}" for n in range(1, 9))]


def test_there_are_such_sections_tables_and_equations() -> None:
    found = [*citations()]
    assert len(found) > 60
    for place, text in found:
        for number in cited_sections(text):
            assert number in SECTIONS, f"{place}: there is no section {number}"
        for what, number, equation in REFERENCE.findall(text):
            if what:
                assert f"{what} {number}" in {*SHOWN, "Figure 1"}, f"{place}: there is no {what} {number}"
            else:
                assert EQUATIONS[equation] in cited_sections(text), f"{place}: equation {equation}"


def test_a_citation_of_a_section_and_a_table_names_the_section_of_that_table() -> None:
    for name in published_names():
        source = published_table(name).source
        (number,) = cited_sections(source.removeprefix("Sun et al. 2019, "))
        shown = name.replace("-", " ").capitalize()
        assert source == f"Sun et al. 2019, {number}, {shown}" and SHOWN[shown] == number
