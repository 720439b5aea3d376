"""The preview of a file in the import form."""

from __future__ import annotations

import pytest

from engine.data.inspection.preview import Preview, PreviewProblem
from workbench.pages.data.importing.preview import faulty_line

pytestmark = pytest.mark.gui


def test_the_faulty_line_is_marked_only_when_it_is_certain() -> None:
    def marked(place: str, *lines: str) -> int:
        return faulty_line(
            Preview(lines=list(lines), problem=PreviewProblem("reading", "is odd.", place, ""))
        )

    assert marked("x.csv, row 3", "a,b", "1,2", "1,2,3") == 2
    assert marked("x.csv, row 3", "a,b", '"1,', "2,3") == -1
    assert marked("x.csv, row 9", "a,b", "1,2", "1,2,3") == -1
    assert faulty_line(Preview(lines=["a,b"])) == -1
