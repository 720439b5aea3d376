"""Measure the prose of documents, messages and docstrings against docs/style.md.

``CEILINGS`` are close above today's figures. They may only be lowered.
"""

from __future__ import annotations

import re
import statistics
import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
CEILINGS = {
    "README.md": (10.5, 16, 0), "CHANGELOG.md": (11.3, 18, 0), "CONTRIBUTING.md": (12.4, 21.5, 0),
    "Learn": (11.9, 20, 1.3), "How to": (11.9, 20, 0.3), "Reference": (12.5, 21, 0.2),
    "Explanation": (14.1, 26, 1.6), "Evidence": (11.8, 20, 0), "Contributing": (10.6, 18, 0),
    "messages": (8.9, 15, 3.3), "docstrings": (11.7, 18, 2.9),
}  # fmt: skip
"""Group: words a sentence, their 90th percentile, semicolons per 100 sentences."""
BANNED = re.compile(
    r"what (?:is|was) (?:said|told) of|told apart|told from none|is told of|stands beside|stands in the|hand(?:s|ed) on"
    r"|in so many words|one of several that|knows nothing of|is held against|what it would take|asks what|wishes to"
)
"""Phrases that docs/style.md replaces."""
DOCSTRING = re.compile(r'^( *)"""(\S.*?)"""$', re.M | re.S)


def pages() -> dict[str, list[Path]]:
    """Return the pages of each part of the documents, as docs/index.md lists them."""
    text = (DOCS / "index.md").read_text(encoding="utf-8")
    parts = re.findall(r"^:caption: (.+)\n:maxdepth: 1\n\n((?:.+\n)+?)```", text, re.M)
    return {
        part: [DOCS / f"{name}.md" for name in names.split() if not name.startswith("generated")]
        for part, names in parts
    }


def paragraphs_of_page(text: str) -> Iterator[str]:
    """Yield the running text of a Markdown page: no code, tables, headings or link targets."""
    text = re.sub(r"^```.*?^```", "\n\n", text, flags=re.M | re.S)
    text = re.sub(r"^(?:\||#|    ).*$", "\n\n", text, flags=re.M)
    text = re.sub(r"!\[[^\]]*\]\([^)]*\)", "", text)
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)
    text = re.sub(r"`[^`]*`", "code", text).replace("*", "")
    for paragraph in re.split(r"\n\s*\n|^\s*(?:[-+]|\d+\.) ", text, flags=re.M):
        if paragraph and paragraph.strip():
            yield " ".join(paragraph.split())


def docstrings() -> Iterator[str]:
    """Yield the paragraphs of every docstring of the program."""
    for package in ("engine", "palimpsest", "workbench"):
        for file in sorted((ROOT / package).rglob("*.py")):
            for found in DOCSTRING.findall(file.read_text(encoding="utf-8")):
                yield from paragraphs_of_page(textwrap.dedent("".join(found)).replace("``", "`"))


def messages() -> list[str]:
    """Return the sentences that the engine can report."""
    lines = (ROOT / "resources" / "sentences.txt").read_text(encoding="utf-8").splitlines()
    return [re.sub(r"\{[^}]*\}", "name", line) for line in lines if line and not line.startswith("#")]


def texts(group: str) -> list[str]:
    """Return the paragraphs of a group of ``CEILINGS``."""
    if not group.endswith(".md") and group not in pages():
        return [*(messages if group == "messages" else docstrings)()]
    files = [ROOT / group] if group.endswith(".md") else pages()[group]
    return [each for file in files for each in paragraphs_of_page(file.read_text(encoding="utf-8"))]


def measure(paragraphs: list[str]) -> tuple[float, float, float]:
    """Return words a sentence, their 90th percentile and semicolons per 100 sentences, which spaCy's rules find."""
    import spacy

    nlp = spacy.blank("en")
    nlp.add_pipe("sentencizer")
    sentences = [sentence for each in nlp.pipe(paragraphs) for sentence in each.sents]
    lengths = [sum(not token.is_punct for token in each) for each in sentences if len(each) > 3]
    semicolons = 100 * sum(each.count(";") for each in paragraphs) / len(lengths)
    return statistics.mean(lengths), statistics.quantiles(lengths, n=10)[-1], semicolons


@pytest.mark.parametrize("group", CEILINGS)
def test_sentences_are_short(group: str) -> None:
    found = measure(texts(group))
    assert all(value <= ceiling for value, ceiling in zip(found, CEILINGS[group], strict=True)), found


def test_a_long_sentence_is_measured() -> None:
    words, _, semicolons = measure(
        ["One idea a sentence; " + "and then another word " * 9 + "ends. A short one ends here."]
    )
    assert (words, semicolons) == ((4 + 36 + 1 + 5) / 2, 50)


@pytest.mark.parametrize("group", ["documents", "messages", "docstrings"])
def test_no_phrase_is_banned(group: str) -> None:
    paragraphs = texts(group) if group != "documents" else [each for part in pages() for each in texts(part)]
    found = [phrase for each in paragraphs for phrase in BANNED.findall(each.casefold())]
    assert found == []
