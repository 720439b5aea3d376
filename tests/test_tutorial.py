"""Run every command of the tutorials, the guides and README, in the order of the page."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from engine.store import Store, runs
from tests.engine.cli.test_app import Said, palimpsest

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
RUN = re.compile(r"^```sh\n(.*?)^```", re.M | re.S)
SHORTER = (
    "--set data.validation_share=0.2",
    "--set data.validation_share=0.2 --set least_steps=40 --set epochs=1",
)
"""What is put in place of the tutorial's setting: its runs train the same way, and many times as fast."""
PAGES = [*sorted(DOCS.glob("tutorial*.md")), *sorted((DOCS / "guides").glob("*.md"))]


def test_what_is_not_run_says_why() -> None:
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        fences = re.findall(r"^```(\w*)$", text, re.M)
        assert set(fences) <= {"sh", "console", ""}, page.name
        if "console" in fences:
            assert re.search(r"^\*Not run by the tests: .+?\.\*", text, re.M), page.name


NIGHTLY = {"tutorial", "tutorial-forgetting", "tutorial-paper"}
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
    assert follow(text.replace(*SHORTER))
    if page.stem == "tutorial":
        with Store(tmp_path / "home" / "palimpsest.sqlite", read_only=True) as store:
            finished = runs.list_runs(store, status=["finished"])
        assert [row.id for row in finished if row.name.startswith("tickets: seed ")] == [5, 4]
        assert (tmp_path / "predicted.csv").stat().st_size > (tmp_path / "tickets.csv").stat().st_size
        assert (tmp_path / "model" / "model.onnx").is_file() and (tmp_path / "tickets.capsule").is_file()


def follow(text: str) -> list[Said]:
    """Run the commands of a page in the current folder and return what each has said."""
    found = []
    for line in (line for block in RUN.findall(text) for line in block.splitlines() if line):
        words = shlex.split(line)
        target = Path(words.pop()) if ">" in words else None
        words = [word for word in words if word != ">"]
        assert words[0] == "palimpsest", line
        said = palimpsest(*words[1:])
        assert said.code == 0, f"{line}\n{said.out}\n{said.err}"
        assert "fault of Palimpsest" not in said.err, line
        if target is not None:
            target.write_text(said.out, encoding="utf-8")
        found.append(said)
    return found


@pytest.mark.slow
def test_readme_alone_leads_from_a_csv_to_transformers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two columns could be the label; six commands later plain transformers gives the stored answers."""
    (tmp_path / "docs" / "examples").mkdir(parents=True)
    shutil.copy(DOCS / "examples" / "tickets.csv", tmp_path / "docs" / "examples")
    monkeypatch.setenv("PALIMPSEST_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    run = "palimpsest run tickets.toml"
    assert text.count(f"{run}\n") == 1
    said = follow(text.replace(run, f"{run} --set least_steps=40 --set epochs=1 --set probes.on=false"))
    assert len(said) <= 6
    option = re.search(r"`--set (data\.label=\w+)`", text)
    assert option is not None
    choice = f"queue (3 classes). It may also be channel (2 classes): --set {option[1]} reads that."
    assert choice in said[0].out and choice in said[1].out, "who looks is told of the other column"
    assert "# Why it is as it is:" in said[1].out
    assert len((tmp_path / "answered.csv").read_text(encoding="utf-8").splitlines()) == 601
    stored = palimpsest("predictions", "last", "--out", "stored.jsonl")
    assert stored.code == 0, stored.err
    rows = [json.loads(line) for line in Path("stored.jsonl").read_text(encoding="utf-8").splitlines()]
    (code,) = re.findall(r"^```python\n(.*?)^```", text, re.M | re.S)
    names: dict[str, Any] = {}
    exec(code, names)
    assert "'label': 'billing'" in capsys.readouterr().out
    answers = [each["label"] for each in names["classify"]([row["text"] for row in rows], truncation=True)]
    assert answers == [row["predicted"] for row in rows] and len(set(answers)) > 1


def test_its_data_are_what_their_script_writes() -> None:
    done = subprocess.run(
        [sys.executable, "-c", "import make_tickets; print('\\n'.join(make_tickets.tickets()))"],
        cwd=DOCS / "examples", capture_output=True, text=True, encoding="utf-8", check=True,
    )  # fmt: skip
    assert done.stdout == (DOCS / "examples" / "tickets.csv").read_text(encoding="utf-8")
