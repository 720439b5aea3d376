"""Every malformed input is refused with a sentence that names its place: no traceback, no fault, no other exit code.

The suite takes every twelfth case of each generator, spread over its tables; the nightly run takes all of them.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tests.engine.malformed.arguments import argument_cases
from tests.engine.malformed.cases import MalformedCase, check_answer, run_command_line
from tests.engine.malformed.data_files import data_cases
from tests.engine.malformed.model_folders import model_cases
from tests.engine.malformed.specs import spec_cases
from tests.engine.malformed.stores import store_cases

CASES = [*data_cases(), *spec_cases(), *argument_cases(), *store_cases(), *model_cases()]
SAMPLE = CASES[::12]
REST = [case for number, case in enumerate(CASES) if number % 12]
PARTS = 40
"""Of the rest: one test for each case would take every suite seconds to collect, which runs none of them."""


@pytest.fixture(autouse=True)
def one_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands that are given no store have one of their own."""
    monkeypatch.setenv("PALIMPSEST_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)


def examine(case: MalformedCase, folder: Path) -> None:
    folder.mkdir()
    check_answer(case, run_command_line(case.write(folder)))


@pytest.mark.parametrize("case", SAMPLE, ids=lambda case: ascii(case.name))
def test_a_malformed_input_is_refused_in_a_sentence(case: MalformedCase, tmp_path: Path) -> None:
    examine(case, tmp_path / "input")


@pytest.mark.nightly
@pytest.mark.parametrize("part", range(PARTS))
def test_the_rest_of_the_corpus_is_refused_in_a_sentence(
    part: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number, case in enumerate(REST[part::PARTS]):
        monkeypatch.setenv("PALIMPSEST_HOME", str(tmp_path / f"home-{number}"))
        try:
            examine(case, tmp_path / str(number))
        except BaseException as error:
            error.add_note(f"The case {case.name!a}")
            raise


def test_the_corpus_has_many_cases_and_no_two_of_one_name() -> None:
    assert [name for name, count in Counter(case.name for case in CASES).items() if count > 1] == []
    assert len(CASES) > 1000 and len(SAMPLE) > 150
