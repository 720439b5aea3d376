"""What the documents say of the code holds: places exist, and every term of the glossary stands for one thing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
DOCUMENTS = (
    "README.md",
    "CONTRIBUTING.md",
    "docs/architecture.md",
    "docs/glossary.md",
    "docs/store.md",
    "docs/performance.md",
    "docs/reproduction.md",
    "docs/claims.md",
    "docs/reliability.md",
    "docs/security.md",
    "SECURITY.md",
    "docs/tutorial.md",
    "docs/features.md",
    "docs/design.md",
    "docs/window-review.md",
)
PLACE = re.compile(r"`((?:engine|workbench|tests|benchmarks|resources|packaging)/[\w./-]*)`")


@pytest.mark.parametrize("document", DOCUMENTS)
def test_places_that_a_document_names_exist(document: str) -> None:
    text = (ROOT / document).read_text(encoding="utf-8")
    missing = sorted({place for place in PLACE.findall(text) if not (ROOT / place).exists()})
    assert not missing, f"{document} names what is not there: {', '.join(missing)}"


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


def test_figures_of_the_readme_are_claimed() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    claimed = (ROOT / "docs" / "claims.md").read_text(encoding="utf-8")
    figures = re.findall(r"(\d+(?:\.\d+)?) %", readme) + re.findall(r"(\d+\.\d+) to", readme)
    assert figures
    missing = [
        figure for figure in figures if not re.search(rf"(?<![\d.]){re.escape(figure)}(?![\d.]*\d)", claimed)
    ]
    assert not missing, f"README has figures that docs/claims.md has not: {', '.join(missing)}"


def test_a_term_of_the_glossary_stands_for_one_thing() -> None:
    rows = re.findall(
        r"^\| ([^|]+) \| [^|]+ \| `", (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8"), re.M
    )
    terms = [term.strip().casefold() for term in rows]
    assert len(terms) > 80
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
