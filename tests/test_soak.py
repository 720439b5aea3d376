"""Many runs through a real window and the command line on one store: none is lost or doubled, nothing is left."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.soak import SoakReport, soak

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="counts the open files of a process as Linux does"
)


def require_whole(report: SoakReport) -> None:
    assert report.unequal == []
    assert report.finished == report.wanted
    assert report.leases == 0
    assert report.processes == []


@pytest.mark.slow
@pytest.mark.gui
def test_four_runs_through_window_and_command_line(tiny_bert_folder: Path, tmp_path: Path) -> None:
    require_whole(soak(tiny_bert_folder, tmp_path, 4))


@pytest.mark.nightly
@pytest.mark.gui
@pytest.mark.timeout(7200)
def test_two_hundred_runs_through_window_and_command_line(tiny_bert_folder: Path, tmp_path: Path) -> None:
    """After the first twenty runs the window's memory grows by no more than 5 %, and it keeps no threads and files.

    It may sink: a system that is short of memory takes back what a program has not touched for long.
    """
    report = soak(tiny_bert_folder, tmp_path, 200)
    require_whole(report)
    assert report.before is not None and report.after is not None
    assert report.growth <= 0.05, report
    assert report.after.threads <= report.before.threads + 2, report
    assert report.after.handles <= report.before.handles + 4, report
