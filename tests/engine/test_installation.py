"""Without the engine: every command works, or says in a sentence that it needs the engine and how to install it."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tomllib
from html import unescape
from multiprocessing import get_context
from pathlib import Path

import pytest

from engine import installation
from engine.installation import ENGINE_PACKAGES, INSTALL_ENGINE, EngineMissingError, engine_missing_error
from tests.engine.cli.test_app import palimpsest
from tests.engine.malformed.commands import command_line, list_commands, write_inputs
from tests.engine.malformed.stores import sound_store
from tests.patience import seconds
from tests.without_engine import ROOT, environment_without_engine

REFUSED = {
    "run", "baseline", "resume", "queue", "search", "encoders rank", "average", "errors", "noise", "drift",
    "import-checkpoint", "layers", "predictions",
    "data tokens", "data preview", "data register",
}  # fmt: skip
"""Train, read data, or load models."""
REFUSED_FOR_A_MODEL = {
    "rerun",
    "export",
    "predict",
    "serve",
    "decide",
    "gate",
    "capsule",
    "data inspect",
    "open-capsule",
}
"""Are told before that that the example's run has no model, or that its file is not there."""

RUN_COMMANDS = """
import contextlib, io, json, sys
from engine.cli import app
answers = {}
for name, line in json.load(sys.stdin).items():
    sys.argv = ["palimpsest", *line]
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True) for _ in range(2))
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = app._run()
    answers[name] = [code, *(each.buffer.getvalue().decode() for each in (out, err))]
print(json.dumps(answers))
"""


@pytest.fixture
def without_engine(home: Path, tmp_path: Path) -> dict[str, str]:
    """The environment of processes without the engine, whose home has a store."""
    shutil.copy(sound_store(), home / "palimpsest.sqlite")
    (tmp_path / "blocking").mkdir()
    return environment_without_engine(tmp_path / "blocking")


def test_every_command_works_or_says_that_it_needs_the_engine(
    home: Path, tmp_path: Path, without_engine: dict[str, str]
) -> None:
    work = tmp_path / "work"
    work.mkdir()
    write_inputs(work)
    # `reproduce` measures the machine for a long time before it refuses; it is tried by its own tests.
    lines = {name: command_line(name) for name in list_commands() if name != "reproduce"}
    answer = subprocess.run(
        [sys.executable, "-c", RUN_COMMANDS],
        input=json.dumps(lines),
        capture_output=True,
        encoding="utf-8",
        cwd=work,
        env=without_engine,
        timeout=seconds(240),
    )
    assert answer.returncode == 0, answer.stderr
    answers = json.loads(answer.stdout)
    assert not (home / "faults").exists(), {name: each for name, each in answers.items() if each[0] == 70}
    assert "Traceback" not in answer.stdout + answer.stderr
    wrong = {}
    for name, (code, _out, err) in answers.items():
        says_so = INSTALL_ENGINE in err and code == 2 and len(err.strip().splitlines()[-1]) < 240
        # A command that is not listed may do either, and says why it does nothing.
        right = says_so if name in REFUSED else code == 2 if name in REFUSED_FOR_A_MODEL else code in (0, 2)
        if not right:
            wrong[name] = (code, err)
    assert wrong == {}
    for name in (
        "runs",
        "show",
        "compare",
        "forgetting",
        "import-log",
        "new",
        "fields",
        "doctor",
        "store backup",
    ):
        assert answers[name][0] == 0, answers[name]
    assert "Engine" in answers["doctor"][1]
    assert INSTALL_ENGINE in " ".join(answers["doctor"][1].split())


def test_reports_are_written_without_the_engine(tmp_path: Path, without_engine: dict[str, str]) -> None:
    """Comparisons with intervals need SciPy, which every installation has; a report is whole but for its pictures."""
    environment = without_engine
    command = [sys.executable, "-m", "engine", "compare", "1", "2", "--format", "markdown"]
    answer = subprocess.run(command, capture_output=True, encoding="utf-8", env=environment, cwd=tmp_path)
    assert answer.returncode == 0, answer.stderr
    assert "Quickstart" in answer.stdout
    page = tmp_path / "report.html"
    command = [sys.executable, "-m", "engine", "forgetting", "1", "--html", str(page)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=environment, cwd=tmp_path)
    text = page.read_text(encoding="utf-8")
    assert "Pictures" in text and INSTALL_ENGINE in unescape(text) and "<svg" not in text


def test_predictions_leave_the_store_without_the_engine(
    tmp_path: Path, without_engine: dict[str, str]
) -> None:
    files = [tmp_path / name for name in ("with.csv", "without.csv")]
    assert palimpsest("predictions", "1", "--no-texts", "--out", files[0]).code == 0
    command = [sys.executable, "-m", "engine", "predictions", "1", "--no-texts", "--out", str(files[1])]
    answer = subprocess.run(command, capture_output=True, encoding="utf-8", env=without_engine, cwd=ROOT)
    assert answer.returncode == 0 and "requires the engine" in answer.stderr, answer.stderr
    assert files[0].read_bytes() == files[1].read_bytes() != b""


def test_which_failed_imports_are_the_engines() -> None:
    try:
        import torch.there_is_no_such_module  # type: ignore[import-not-found]  # noqa: F401
    except ModuleNotFoundError as error:
        found = engine_missing_error(error)
    assert found is not None
    assert found.module == "torch"
    assert engine_missing_error(ModuleNotFoundError(name="engine.modle")) is None
    assert engine_missing_error(ImportError("cannot import name 'a' from 'torch'", name="torch")) is None
    wrapped = RuntimeError("a library's own words")
    wrapped.__cause__ = ModuleNotFoundError(name="spacy.language")
    assert isinstance(engine_missing_error(wrapped), EngineMissingError)


def test_the_error_survives_a_process_boundary() -> None:
    """Another process makes it and hands it over, as workers do."""
    error = EngineMissingError("Training on this computer", "torch")
    with get_context("spawn").Pool(1) as pool:
        again = pool.apply(EngineMissingError, ("Training on this computer", "torch"))
    assert (str(again), again.module) == (str(error), "torch")


def test_a_lacking_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    installation.require_engine("This")  # nothing lacks where the tests run
    monkeypatch.setitem(installation.ENGINE_PACKAGES, "no_such_package", "no-such-package")
    installation.missing_engine_packages.cache_clear()
    try:
        assert not installation.is_engine_installed()
        with pytest.raises(
            EngineMissingError, match=r"^Reading data needs the engine.*no_such_package.*pip install"
        ):
            installation.require_engine("Reading data")
    finally:
        monkeypatch.undo()
        installation.missing_engine_packages.cache_clear()


def test_the_table_is_that_of_the_extra() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

    def names(requirements: list[str]) -> set[str]:
        return {re.split(r"[<>=\[;]", each)[0].lower() for each in requirements}

    assert names(project["optional-dependencies"]["engine"]) == set(ENGINE_PACKAGES.values())
    assert not names(project["dependencies"]) & set(ENGINE_PACKAGES.values())
    assert "palimpsest[chinese,engine,onnx,search,serve]" in project["optional-dependencies"]["dev"]


QUEUE_AT_A_PLACE = """
import sys
from engine import installation, launch
from engine.errors import UserError
from engine.places.orders import order_of_run
from engine.spec.recipes import find_recipe
from engine.store import Store, runs
experiment = find_recipe("quickstart").plan.experiment
with Store(sys.argv[1]) as store:
    try:
        launch.enqueue(store, [experiment])
    except installation.EngineMissingError:
        print("refused here")
    (number,) = launch.enqueue(store, [experiment], place="box")
    order = order_of_run(store, number, "0123456789ab")
    print(runs.get_run(store, number).status, order.record.spec["name"])
"""


def test_a_run_for_a_place_needs_no_engine_here(tmp_path: Path, without_engine: dict[str, str]) -> None:
    """It is queued and its order is made, with the files that go along: the place has the engine."""
    answer = subprocess.run(
        [sys.executable, "-c", QUEUE_AT_A_PLACE, str(tmp_path / "new.sqlite")],
        capture_output=True,
        encoding="utf-8", env=without_engine, cwd=tmp_path,
    )  # fmt: skip
    assert answer.returncode == 0, answer.stderr
    assert answer.stdout.split("\n")[:2] == ["refused here", "queued Quickstart"]
