"""No name leads out of its folder, on any system."""

from __future__ import annotations

from pathlib import Path, PurePosixPath, PureWindowsPath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import UserError
from engine.file_names import MOST_BYTES, file_name, name_problem, with_ending
from engine.spec.experiment import parse_experiment

HOSTILE = [
    "..", "../../x", "/etc/passwd", "C:\\Windows\\x", "\\\\server\\share", "a/../../b", "con", "NUL.txt", "com1",
    "a\0b", ".hidden", "x\n", "x" * 5000, "‮gpj.exe", "~", "$HOME", "a|b", "-rf", " ", "", "漢字", "..\\..",
]  # fmt: skip


def is_plain(name: str) -> bool:
    return (
        PurePosixPath(name).parts == (name,)
        and PureWindowsPath(name).parts == (name,)
        and not PureWindowsPath(name).is_reserved()
        and not name.startswith((".", "-"))
        and len(name.encode("utf-8")) <= MOST_BYTES + 10
        and "\0" not in name
    )


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_names_become_plain_ones(text: str) -> None:
    assert is_plain(file_name(text, "run")), file_name(text, "run")


@given(st.text())
def test_any_text_becomes_a_plain_name(text: str) -> None:
    assert is_plain(file_name(text, "run"))


def test_ordinary_names_can_be_read() -> None:
    assert file_name("My own: one", "x") == "My-own-one"
    assert file_name("uncased_L-12", "x") == "uncased_L-12"
    assert file_name("../..", "run") == "run"


@pytest.mark.parametrize("name", ["../up", "a/b", "a\\b", "..", ".x", "a:b", "x\0", "y" * 300])
def test_a_task_has_no_name_that_leads_elsewhere(name: str) -> None:
    assert name_problem(name)
    tasks = [{"name": name, "data": "samples:questions"}, {"data": "samples:reviews"}]
    with pytest.raises(UserError):
        parse_experiment({"stages": [{"kind": "multitask", "tasks": tasks}]})
    for source in (name, f"x/{name}", f"catalogue:{name}"):
        tasks = [{"data": {"source": source}}, {"data": "samples:reviews"}]
        try:
            made = parse_experiment({"stages": [{"kind": "multitask", "tasks": tasks}]})
        except UserError:
            continue
        shown = made.stages[0].labelled_tasks()[0].name
        assert PurePosixPath(shown).parts == (shown,) and PureWindowsPath(shown).parts == (shown,)
        assert not shown.startswith(".")


def test_a_file_without_an_ending_gets_that_of_the_proposal_and_replaces_none(tmp_path: Path) -> None:
    assert with_ending(str(tmp_path / "mine"), "table.csv") == tmp_path / "mine.csv"
    assert with_ending(str(tmp_path / "mine.txt"), "table.csv") == tmp_path / "mine.txt"
    assert with_ending(str(tmp_path / "mine"), "") == tmp_path / "mine"
    for name in ("mine.csv", "mine (2).csv"):
        (tmp_path / name).touch()
    assert with_ending(str(tmp_path / "mine"), "CSV (*.csv") == tmp_path / "mine (3).csv"
