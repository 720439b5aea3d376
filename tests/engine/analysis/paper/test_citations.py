"""Citations of the paper point at sections, tables, figures and equations that it has, and at the right ones."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.analysis.paper.published import published_names, published_table
from engine.spec.describe import walk_fields
from engine.spec.experiment import Experiment
from engine.spec.presets.published import published_values
from engine.spec.stages import Stage

ROOT = Path(__file__).parents[4]
PRESETS = ("finetune", "further_pretrain", "multitask")
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


SUBJECTS = {
    "learning_rate": {"5.2"}, "batch_size": {"5.2"}, "dropout": {"5.2"}, "epochs": {"5.2"}, "steps": {"5.2"},
    "warmup": {"5.2"}, "max_length": {"5.2", "5.3.1"}, "decay": {"4.1", "5.3.4"}, "xi": {"4.1"},
    "head": {"5.3.1"}, "combine": {"5.3.1"}, "data": {"4.2"}, "preset": {"5.2"},
}  # fmt: skip
"""Where the paper speaks of what a field sets."""


def test_fields_cite_the_section_that_speaks_of_them() -> None:
    metas = [meta for kind in Stage.known_options().values() for meta in walk_fields(kind)]
    cited = 0
    for meta in [*metas, *walk_fields(Experiment)]:
        for text in re.findall(r"Sun et al\. 2019, ([^;]*)", meta.source):
            for number in cited_sections(text):
                assert number in SUBJECTS[meta.name], f"{meta.path}: {meta.source}"
                cited += 1
    assert cited >= 15


PRESET_SUBJECTS = {
    "5.1": {"segmentation"},
    "5.2": {
        "learning_rate", "batch_size", "epochs", "steps", "dropout", "optimizer", "schedule", "best_on", "max_length",
    },
    "5.3.1": {"max_length"},
    "3": {"features.layers"},
    "4.2": {"objective", "splits"},
}  # fmt: skip
"""By section of the paper the fields whose published values it has: 5.2 lengths of pre-training, 5.3.1 of texts."""

ALSO_SUBJECTS = {
    "5.1": {"segmentation"},
    "5.3.1": {"truncation"},
    "5.3.2": {"features.layers", "features.combine"},
    "5.3.3": {"learning_rate", "epochs", "least_steps"},
    "5.3.4": {"learning_rate", "decay"},
    "5.4.1": {"steps"},
    "5.4.3": {"features.head", "freezing"},
    "5.7": {"steps", "batch_size"},
    "code": {"decay"},
}
"""By section, or the code, the fields of which one of its experiments has values of its own."""


def preset_tables(kind: str) -> dict[str, Any]:
    return tomllib.loads((ROOT / "resources" / "presets" / f"{kind}.toml").read_text(encoding="utf-8"))


def preset_citations(tables: dict[str, Any]) -> Iterator[tuple[str, str, bool]]:
    """(field, section, whether it is that of one experiment) of each citation in a file of presets."""
    for path, table in tables.items():
        sections = cited_sections(table.get("source", ""))
        assert bool(sections) == ("text" in table or path == "segmentation"), path
        yield from ((path, number, False) for number in sections)
        yield from ((path, place, True) for place in table.get("also", {}))


def misplaced(tables: dict[str, Any]) -> list[tuple[str, str]]:
    """The fields of a file of presets that cite a section which speaks of something else, with that section."""
    return [
        (path, place)
        for path, place, also in preset_citations(tables)
        if path not in (ALSO_SUBJECTS if also else PRESET_SUBJECTS).get(place, set())
    ]


@pytest.mark.parametrize("kind", PRESETS)
def test_presets_cite_the_section_that_has_the_value(kind: str) -> None:
    tables = preset_tables(kind)
    assert misplaced(tables) == []
    assert len([*preset_citations(tables)]) > 8
    assert {place for _, place, _ in preset_citations(tables)} <= {*SECTIONS, "code"}
    for each in published_values(kind).values():
        if "eq." in each.section:
            assert EQUATIONS[each.section[-1]] in cited_sections(each.section)
    length = published_values(kind)["max_length"].section
    assert length == ("5.2" if kind == "further_pretrain" else "5.3.1")


@pytest.mark.parametrize(
    ("path", "table"),
    [
        ("optimizer", {"text": {}, "source": "5.3"}),
        ("splits", {"text": "train", "source": "5.4.1"}),
        ("best_on", {"text": "error", "source": "5.1"}),
        ("steps", {"also": {"5.4.2": [120_000]}}),
    ],
)
def test_a_preset_that_cites_another_section_is_found(path: str, table: dict[str, Any]) -> None:
    (section,) = [table["source"]] if "source" in table else table["also"]
    assert section in SECTIONS and misplaced({path: table}) == [(path, section)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("5.2 (at most 4)", ["5.2"]),
        ("3, 5.3.1 and 5.3.2).", ["3", "5.3.1", "5.3.2"]),
        ("4.1, eq. 2", ["4.1"]),
        ("Table 3", []),
        ("5.4.2, Table 5", ["5.4.2"]),
        ("code (max_predictions_per_seq)", []),
        ("5.9", ["5.9"]),
    ],
)
def test_what_counts_as_a_section(text: str, expected: list[str]) -> None:
    assert cited_sections(text) == expected
