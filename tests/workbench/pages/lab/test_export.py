"""Files that the Lab writes."""

from __future__ import annotations

import json

import pytest

from workbench.pages.lab.export import as_csv, as_json
from workbench.pages.lab.query import LabModel

pytestmark = pytest.mark.gui


ENTRY = LabModel(3, 1, "", "a run", 1, "questions")


TEXT = "What metal melts ?"


WORDS = [[0, 4, 1, 0.5], [5, 10, 1, -0.4], [11, 16, 1, 0.001], [17, 18, 0, 0.0]]


FOUND = {
    "classes": ["ENTY", "NUM", "LOC"],
    "probabilities": [0.2, 0.7, 0.1],
    "predicted": 1,
    "answer": "NUM",
    "withheld": False,
    "rule": "",
    "words": [word[:3] for word in WORDS],
    "milliseconds": 3.0,
}


def test_files() -> None:
    record = json.loads(as_json(TEXT, "NUM", [(ENTRY, FOUND, None)]))
    assert record["runs"][0]["predicted"] == "NUM" and record["runs"][0]["words"] is None
    assert record["runs"][0]["probabilities"]["ENTY"] == 0.2
    assert as_csv([["Text"], ['a "b", c']]) == 'Text\n"a ""b"", c"\n'
