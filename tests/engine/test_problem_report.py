"""The problem report: what it says, and what it never says."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import faults, launch, paths
from engine.problem_report import write_problem_report
from engine.spec.experiment import parse_experiment
from engine.store import Store, runs


def fail_with(text: str) -> None:
    raise ValueError(text)


def test_it_has_states_and_places_and_neither_texts_nor_names(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOME_TOKEN", "k3pt-to-ourselves")
    store = paths.default_store()
    spec = {"name": "Confidential trial", "stages": [{"kind": "finetune", "data": "samples:reviews"}]}
    with Store(store) as opened:
        number = launch.enqueue(opened, [parse_experiment(spec)])[0]
        reason = "ValueError: 'a private sentence' k3pt-to-ourselves"
        runs.set_run_columns(opened, [number], status="failed", reason=reason)
    try:
        fail_with("another private sentence")
    except ValueError as error:
        faults.report_fault(error)
    text = write_problem_report(store)
    assert f"run {number}: failed at 0 of 0, ValueError\n" in text
    assert "test_problem_report.py" in text and "in fail_with" in text
    assert "ok: Python: " in text and "1 failed" in text
    for hidden in (
        "private sentence",
        "Confidential",
        "k3pt-to-ourselves",
        "samples:reviews",
        str(Path.home()) + "/",
    ):
        assert hidden not in text


def test_without_a_store_it_says_so(home: Path) -> None:
    assert "There is no store yet." in write_problem_report(home / "none.sqlite")
