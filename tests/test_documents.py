"""What the documents say of the code holds: places exist, and every term of the glossary stands for one thing."""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
DOCUMENTS = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
]
PLACE = re.compile(r"`((?:engine|workbench|tests|benchmarks|resources|packaging)/[\w./-]*)`")

COMMAND = re.compile(r"(?:`|^(?:\$ )?)palimpsest ([a-z][^`>|]*?)(?:[`>|]|$)", re.M)


def test_places_that_a_document_names_exist() -> None:
    named = {
        (file.name, place) for file in DOCUMENTS for place in PLACE.findall(file.read_text(encoding="utf-8"))
    }
    assert [(file, place) for file, place in sorted(named) if not (ROOT / place).exists()] == []


def claims() -> list[list[str]]:
    """The rows of the tables of claims: where (a heading), claim, evidence, what would refute it."""
    rows: list[list[str]] = []
    for section in (ROOT / "docs" / "claims.md").read_text(encoding="utf-8").split("\n## ")[1:]:
        head, *lines = (line for line in section.splitlines() if not line.startswith("| claim"))
        cells = (line.strip("|").split("|") for line in lines if line.startswith("| "))
        rows += [[head, *map(str.strip, each)] for each in cells]
    return rows


def test_every_claim_has_evidence_and_a_refutation() -> None:
    assert len(claims()) >= 15
    for row in claims():
        assert len(row) == 4 and all(row), row
        assert "`" in row[2], f"no command: {row[1]}"


def test_commands_of_claims_exist() -> None:
    from engine.spec.recipes import list_recipes

    recipes = {recipe.name for recipe in list_recipes()}
    targets = re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M)
    for _, _, evidence, _ in claims():
        for command in re.findall(r"`([^`]+)`", evidence):
            words = command.split()
            match words[0]:
                case "palimpsest" if words[1] in ("run", "baseline"):
                    assert words[2] in recipes, command
                case "python":
                    assert (ROOT / words[1]).is_file(), command
                case "make":
                    assert words[1] in targets, command
        for file in re.findall(r"\btests/[\w/.]+\w", evidence):
            assert (ROOT / file).exists(), file


NUMBER = r"\d+(?:,\d{3})*(?:\.\d+)?"
SPREAD = re.compile(rf"({NUMBER}) ± ({NUMBER})")
RANGE = re.compile(rf"[−+]?({NUMBER}) to [−+]?({NUMBER})( %| points| times|\))?")
AMOUNT = re.compile(rf"({NUMBER})(?: %| points| times| ×)|× ({NUMBER})")
DECIMAL = re.compile(r"(?<![\d.])(\d+\.\d+)(?![\d.])")


def spreads(text: str) -> list[str]:
    """Means with their spread, "2.3 ± 0.6"."""
    return [" ± ".join(found) for found in SPREAD.findall(text)]


def ranges(text: str) -> list[str]:
    """Ranges without their signs, the smaller end first: fewer errors by "1.2 to 6.5" are −6.5 to −1.2 more.

    One without a decimal point, a unit or a bracket behind it, as in "Tables 2 to 4", is none.
    """
    return [
        " to ".join(sorted((low, high), key=lambda end: float(end.replace(",", ""))))
        for low, high, unit in RANGE.findall(text)
        if unit or "." in low + high
    ]


def figures(text: str) -> list[str]:
    """The measured figures of a text, each whole; in tables every number with a decimal point is one."""
    text = text.replace("**", "").replace("95 %", "")
    plain = re.sub(r"\s+", " ", text)
    alone = [one or other for one, other in AMOUNT.findall(RANGE.sub("", SPREAD.sub("", plain)))]
    cells = "\n".join(line for line in text.splitlines() if line.startswith("|"))
    return spreads(plain) + ranges(plain) + alone + DECIMAL.findall(RANGE.sub("", SPREAD.sub("", cells)))


def unclaimed(text: str) -> list[str]:
    """The figures of a text that no row of docs/claims.md has."""
    rows = [" | ".join(row) for row in claims()]
    claimed = {figure for row in rows for figure in (*spreads(row), *ranges(row), *re.findall(NUMBER, row))}
    return [figure for figure in figures(text) if figure not in claimed]


def test_the_readme_has_no_measured_figures() -> None:
    assert not figures((ROOT / "README.md").read_text(encoding="utf-8")), "they belong into docs/claims.md"


def test_figures_of_the_measured_quickstart_are_claimed() -> None:
    """All but how its set-up was chosen."""
    text = (ROOT / "docs" / "measured.md").read_text(encoding="utf-8").partition("## Quickstart")[2]
    text = text.partition("**How this set-up was chosen.**")[0]
    assert len(figures(text)) >= 10
    assert not unclaimed(text), "docs/measured.md has figures of the Quickstart that docs/claims.md has not"


@pytest.mark.parametrize(
    "invented", ["98.7 ± 0.6 %", "fewer errors (98.6 to 98.7)", "98.7 times", "| twin | 98.7 |"]
)
def test_an_invented_figure_is_not_claimed(invented: str) -> None:
    assert len(unclaimed(invented)) == 1


def test_a_term_of_the_glossary_stands_for_one_thing() -> None:
    rows = re.findall(
        r"^\| ([^|]+) \| [^|]+ \| `", (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8"), re.M
    )
    terms = [term.strip().casefold() for term in rows]
    assert len(terms) >= 55
    assert sorted(terms) == sorted(set(terms))


def plain(label: str) -> str:
    """Return a label without its shortcut, dots, value and line breaks."""
    return " ".join(label.replace("&", "").partition(":")[0].rstrip("…").casefold().split())


def test_ways_through_the_window_exist() -> None:
    """Each step of *Data → Import…* is a text of the window, as its catalogue lists them."""
    catalogue = (ROOT / "resources" / "translations" / "palimpsest_ko.ts").read_text(encoding="utf-8")
    texts = {plain(html.unescape(each)) for each in re.findall("<source>(.*?)</source>", catalogue, re.S)}
    ways = {way for file in DOCUMENTS for way in re.findall(r"\*([^*]+ → [^*]+)\*", file.read_text("utf-8"))}
    steps = {plain(step) for way in ways for step in re.split(r"\s→\s|:\s", way)}
    assert len(steps) >= 35 and steps <= texts, steps - texts


def test_commands_and_their_options_exist() -> None:
    import click
    from typer.main import get_command

    from engine.cli.app import app

    lines = {line for file in DOCUMENTS for line in COMMAND.findall(file.read_text(encoding="utf-8"))}
    assert len(lines) >= 200
    for line in lines:
        command, words = get_command(app), line.split()
        while words and words[0].islower() and hasattr(command, "get_command"):
            command, words = command.get_command(click.Context(command), words[0]), words[1:]
            assert command, line
        options = {option for each in command.params for option in (*each.opts, *each.secondary_opts)}
        assert {word for word in words if word.startswith("--")} <= options | {"--help"}, line


def test_features_name_tests_that_exist() -> None:
    text = (ROOT / "docs" / "features.md").read_text(encoding="utf-8")
    here = text.partition("## Not here")[0]
    rows = [line for line in here.splitlines() if line.startswith("| ") and not line.startswith("| feature")]
    assert len(rows) >= 30
    for row in rows:
        assert PLACE.search(row), f"no test: {row}"


def test_every_command_has_a_heading_and_an_example() -> None:
    from engine.cli.app import COMMANDS

    text = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
    assert sorted(re.findall(r"^### ([a-z-]+)\n\n```\npalimpsest \1", text, re.M)) == sorted(COMMANDS)
