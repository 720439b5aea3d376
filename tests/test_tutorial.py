"""Run every command of the tutorials, the guides and README, in the order of the page."""

from __future__ import annotations

import csv
import json
import re
import shlex
import shutil
from pathlib import Path
from typing import Any

import pytest

from engine.store import Store, runs
from tests.engine.cli.test_app import palimpsest
from tests.engine.malformed.cases import Answer

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
RUN = re.compile(r"^```sh\n(.*?)^```", re.M | re.S)
TRAINING = r"--set data.validation_share=0.2|palimpsest run (forgetting-rates|help-desk-months.toml)"
SHORTER = r"\g<0> --set least_steps=40 --set epochs=1 --set stages.0.epochs=1 --set compute.threads=1"
"""What is put in place of ``TRAINING`` in tutorials: their runs train the same way, and many times as fast."""
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
LONG = [pytest.mark.nightly, pytest.mark.timeout(1200)]


@pytest.mark.slow
@pytest.mark.parametrize(
    "page",
    [
        pytest.param(page, id=page.stem, marks=LONG if page.stem in NIGHTLY else [])
        for page in PAGES
        if RUN.search(page.read_text("utf-8"))
    ],
)
def test_its_commands_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Within this process, which imports once what most of them need; other tests start them as processes."""
    copy_the_help_desk(tmp_path)
    monkeypatch.setenv("PALIMPSEST_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    text = page.read_text(encoding="utf-8")
    assert follow(re.sub(TRAINING, SHORTER, text))
    if page.stem == "tutorial":
        with Store(tmp_path / "home" / "palimpsest.sqlite", read_only=True) as store:
            finished = runs.list_runs(store, status=["finished"])
        assert [row.id for row in finished if row.name.startswith("may: seed ")] == [5, 4]
        assert (tmp_path / "predicted.csv").stat().st_size > (tmp_path / "june.csv").stat().st_size
        assert (tmp_path / "model" / "model.onnx").is_file() and (tmp_path / "may.capsule").is_file()


def copy_the_help_desk(folder: Path) -> None:
    """Copy the two months of messages that the pages use, and the design that learns one after the other."""
    for file in (*(ROOT / "resources/samples/help-desk").glob("*.csv"), *(DOCS / "examples").glob("*.toml")):
        shutil.copy(file, folder)


def follow(text: str) -> list[Answer]:
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
    """Two columns could be the label; four commands later plain transformers gives the stored answers."""
    copy_the_help_desk(tmp_path)
    monkeypatch.setenv("PALIMPSEST_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    run = "palimpsest run may.toml"
    assert text.count(f"{run}\n") == 1
    said = follow(text.replace(run, f"{run} --set least_steps=40 --set epochs=1 --set probes.on=false"))
    assert len(said) <= 4
    assert "`--set data.label=channel`" in text
    choice = "queue (8 classes). Other choices: channel (4), with --set data.label=channel."
    assert choice in palimpsest("data", "inspect", "may.csv").out and choice in said[0].out
    assert "# Reasons for this design:" in said[0].out
    assert sum(1 for _ in csv.reader(Path("answered.csv").read_text(encoding="utf-8").splitlines())) == 181
    stored = palimpsest("predictions", "last", "--out", "stored.jsonl")
    assert stored.code == 0, stored.err
    rows = [json.loads(line) for line in Path("stored.jsonl").read_text(encoding="utf-8").splitlines()]
    rows = [row for row in rows if len(row["text"]) < 300]  # not cut
    assert len(rows) >= 200
    (code,) = re.findall(r"^```python\n(.*?)^```", text, re.M | re.S)
    names: dict[str, Any] = {}
    exec(code, names)
    assert "'label': 'billing'" in capsys.readouterr().out
    answers = [each["label"] for each in names["classify"]([row["text"] for row in rows], truncation=True)]
    assert answers == [row["predicted"] for row in rows] and len(set(answers)) > 1
