"""The documents as a site: it is built without a warning, and every link of every document leads somewhere."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.test_documents import DOCUMENTS

ROOT = Path(__file__).resolve().parent.parent
LINK = re.compile(r"\]\(([^)\s]+)\)")


def headings(file: Path) -> set[str]:
    """The anchors of a document's headings, as GitHub and MyST make them."""
    found = set()
    for line in file.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            words = re.sub(r"[^\w\s-]", "", line.lstrip("#").strip().casefold().replace("`", ""))
            found.add(re.sub(r"\s", "-", words))
    return found


def test_links_lead_somewhere() -> None:
    for document in DOCUMENTS:
        for link in LINK.findall(document.read_text(encoding="utf-8")):
            place, _, anchor = link.partition("#")
            target = (document.parent / place).resolve() if place else document
            assert "://" in link or target.exists(), f"{document.name} links to {link}"
            if anchor and target.suffix == ".md":
                assert anchor in headings(target), f"{document.name} links to {link}"


@pytest.mark.nightly  # in every suite each link leads somewhere
def test_the_site_is_built_without_a_warning(tmp_path: Path) -> None:
    pytest.importorskip("sphinx", reason="the extra 'dev' is not installed")
    words = [sys.executable, *"-m sphinx -q -W --keep-going -n -b html -d".split(), str(tmp_path / "trees")]
    done = subprocess.run([*words, str(ROOT / "docs"), str(tmp_path / "site")], capture_output=True, text=True,
                          encoding="utf-8", cwd=ROOT)  # fmt: skip
    assert done.returncode == 0, done.stderr
    pages = {each.relative_to(tmp_path / "site").as_posix() for each in (tmp_path / "site").rglob("*.html")}
    assert {
        "index.html",
        "tutorial.html",
        "cli.html",
        "generated/commands.html",
        "generated/fields.html",
    } <= pages
    commands = (tmp_path / "site" / "generated" / "commands.html").read_text(encoding="utf-8")
    assert "palimpsest run" in commands and "palimpsest store repair" in commands
