"""What the documents say of the code holds: places exist, and every term of the glossary stands for one thing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
DOCUMENTS = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
]
PLACE = re.compile(r"`((?:engine|workbench|tests|benchmarks|resources|packaging)/[\w./-]*)`")


def test_places_that_a_document_names_exist() -> None:
    named = {
        (file.name, place) for file in DOCUMENTS for place in PLACE.findall(file.read_text(encoding="utf-8"))
    }
    assert [(file, place) for file, place in sorted(named) if not (ROOT / place).exists()] == []


def claims() -> list[list[str]]:
    """The rows of the table of claims: claim, where, evidence, what would refute it."""
    text = (ROOT / "docs" / "claims.md").read_text(encoding="utf-8")
    rows = [line.strip("|").split("|") for line in text.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in row] for row in rows[1:]]


def test_every_claim_has_evidence_and_a_refutation() -> None:
    assert len(claims()) >= 15
    for row in claims():
        assert len(row) == 4 and all(row), row
        assert "`" in row[2], f"no command: {row[0]}"


def test_commands_of_claims_exist() -> None:
    from engine.cli.app import COMMANDS
    from engine.spec.recipes import list_recipes

    recipes = {recipe.name for recipe in list_recipes()}
    targets = re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M)
    for _, _, evidence, _ in claims():
        for command in re.findall(r"`([^`]+)`", evidence):
            words = command.split()
            match words[0]:
                case "palimpsest":
                    assert words[1] in COMMANDS, command
                    if words[1] in ("run", "baseline"):
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


def quickstart_as_measured() -> str:
    """What docs/measured.md says of the Quickstart, without how its set-up came about."""
    text = (ROOT / "docs" / "measured.md").read_text(encoding="utf-8")
    return text.partition("## Quickstart")[2].partition("**How this set-up was chosen.**")[0]


def test_the_readme_has_no_measured_figures() -> None:
    assert not figures((ROOT / "README.md").read_text(encoding="utf-8")), "they belong into docs/claims.md"


def test_figures_of_the_measured_quickstart_are_claimed() -> None:
    text = quickstart_as_measured()
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


def test_features_name_commands_and_tests_that_exist() -> None:
    from engine.cli.app import COMMANDS

    text = (ROOT / "docs" / "features.md").read_text(encoding="utf-8")
    assert set(re.findall(r"`palimpsest ([a-z-]+)", text)) <= set(COMMANDS)
    here = text.partition("## Not here")[0]
    rows = [line for line in here.splitlines() if line.startswith("| ") and not line.startswith("| feature")]
    assert len(rows) >= 30
    for row in rows:
        assert PLACE.search(row), f"no test: {row}"


def test_every_command_has_a_heading_and_an_example() -> None:
    from engine.cli.app import COMMANDS

    text = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
    assert sorted(re.findall(r"^### ([a-z-]+)\n\n```\npalimpsest \1", text, re.M)) == sorted(COMMANDS)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("has 2.3 ± 0.6 % errors", ["2.3 ± 0.6"]),
        ("**5.2 points** fewer (95 % interval 2.6 to 7.7, p 0.016)", ["2.6 to 7.7", "5.2"]),
        ("it differs by −6.5 to −1.2, −2.9 to 15.3", ["1.2 to 6.5", "2.9 to 15.3"]),
        ("6 to 8 %\ntest error", ["6 to 8"]),
        ("3.1 × the speed, × 1.27 and 11.1 times", ["3.1", "1.27", "11.1"]),
        ("Tables 2 to 4 as published; --keep 0.7", []),
        ("| twin | 13.7 ± 3.6 | 7.5 | +1.3 (−0.5 to 3.2) |", ["13.7 ± 3.6", "0.5 to 3.2", "7.5", "1.3"]),
    ],
)
def test_a_figure_is_taken_whole(text: str, expected: list[str]) -> None:
    assert figures(text) == expected
