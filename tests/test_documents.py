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
)
PLACE = re.compile(r"`((?:engine|workbench|tests|benchmarks|resources|packaging)/[\w./-]*)`")


@pytest.mark.parametrize("document", DOCUMENTS)
def test_places_that_a_document_names_exist(document: str) -> None:
    text = (ROOT / document).read_text(encoding="utf-8")
    missing = sorted({place for place in PLACE.findall(text) if not (ROOT / place).exists()})
    assert not missing, f"{document} names what is not there: {', '.join(missing)}"


def test_a_term_of_the_glossary_stands_for_one_thing() -> None:
    rows = re.findall(
        r"^\| ([^|]+) \| [^|]+ \| `", (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8"), re.M
    )
    terms = [term.strip().casefold() for term in rows]
    assert len(terms) > 80
    assert sorted(terms) == sorted(set(terms))
