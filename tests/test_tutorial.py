"""Every command of the tutorial and the guides runs, in the order in which it stands there."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from engine.store import Store, runs
from tests.engine.cli.test_app import palimpsest

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
RUN = re.compile(r"^```sh\n(.*?)^```", re.M | re.S)
SHORTER = (
    "--set data.validation_share=0.2",
    "--set data.validation_share=0.2 --set least_steps=40 --set epochs=1",
)
"""What is put in place of the tutorial's setting: its runs train the same way, and many times as fast."""
PAGES = [DOCS / "tutorial.md", *sorted((DOCS / "guides").glob("*.md"))]


def test_what_is_not_run_says_why() -> None:
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        fences = re.findall(r"^```(\w*)$", text, re.M)
        assert set(fences) <= {"sh", "console", ""}, page.name
        if "console" in fences:
            assert re.search(r"^\*Not run by the tests: .+?\.\*", text, re.M), page.name


NIGHTLY = {"tutorial"}
"""Pages whose commands train and export several times; in every suite the window's walk and each command's tests do."""


@pytest.mark.slow
@pytest.mark.parametrize(
    "page",
    [
        pytest.param(page, id=page.stem, marks=[pytest.mark.nightly] if page.stem in NIGHTLY else [])
        for page in PAGES
        if RUN.search(page.read_text("utf-8"))
    ],
)
def test_its_commands_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Within this process, which imports once what most of them need; other tests start them as processes."""
    shutil.copy(DOCS / "examples" / "tickets.csv", tmp_path)
    monkeypatch.setenv("PALIMPSEST_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    text = page.read_text(encoding="utf-8")
    assert text.count(SHORTER[0]) == (page.stem == "tutorial")
    commands = [line for block in RUN.findall(text.replace(*SHORTER)) for line in block.splitlines() if line]
    assert commands
    for line in commands:
        words = shlex.split(line)
        target = tmp_path / words.pop() if ">" in words else None
        words = [word for word in words if word != ">"]
        assert words[0] == "palimpsest", line
        said = palimpsest(*words[1:])
        assert said.code == 0, f"{line}\n{said.out}\n{said.err}"
        assert "fault of Palimpsest" not in said.err, line
        if target is not None:
            target.write_text(said.out, encoding="utf-8")
    if page.stem == "tutorial":
        with Store(tmp_path / "home" / "palimpsest.sqlite", read_only=True) as store:
            finished = runs.list_runs(store, status=["finished"])
        assert [row.name for row in finished if row.encoder] == ["tickets: seed 2", "tickets: seed 1"]
        assert (tmp_path / "predicted.csv").stat().st_size > (tmp_path / "tickets.csv").stat().st_size
        assert (tmp_path / "model" / "model.onnx").is_file() and (tmp_path / "tickets.capsule").is_file()


def test_its_data_are_what_their_script_writes() -> None:
    done = subprocess.run(
        [sys.executable, "-c", "import make_tickets; print('\\n'.join(make_tickets.tickets()))"],
        cwd=DOCS / "examples", capture_output=True, text=True, encoding="utf-8", check=True,
    )  # fmt: skip
    assert done.stdout == (DOCS / "examples" / "tickets.csv").read_text(encoding="utf-8")
