"""Commands of the engine's modules, from an interpreter and from a program frozen into one executable."""

from __future__ import annotations

import sys

import pytest

from engine import child_processes


def test_commands_do_not_import_from_the_users_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    assert child_processes.module_command("engine.launch.child", "--run", "1")[:4] == [
        sys.executable,
        "-P",
        "-m",
        "engine.launch.child",
    ]
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert child_processes.module_command("engine", "runs") == [
        sys.executable,
        "--engine-module",
        "engine",
        "runs",
    ]


def test_a_frozen_program_runs_the_module_it_is_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    child_processes.dispatch_frozen_module(["runs"])  # an ordinary call: nothing happens
    child_processes.dispatch_frozen_module(["--engine-module", "os"])  # only our own modules
    with pytest.raises(SystemExit):
        child_processes.dispatch_frozen_module(["--engine-module", "engine.launch.child", "--help"])
    assert "Trains one run" in capsys.readouterr().out
