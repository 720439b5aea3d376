"""A preview shows what is there even while the mapping is wrong, and says where it is mended."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from engine.data.inspection.preview import preview_source
from engine.errors import UserError
from engine.spec.command_line import parse_source

pytestmark = pytest.mark.usefixtures("home")

ROWS = [("spam" if i % 2 else "ham", f"text, number {i} ; of many", f"title {i}") for i in range(40)]


@pytest.fixture
def piped(tmp_path: Path) -> Path:
    file = tmp_path / "piped.csv"
    lines = ["kind|body|title", *("|".join(row) for row in ROWS)]
    file.write_text("\n".join(lines), encoding="utf-8")
    return file


@pytest.mark.parametrize(
    ("settings", "at"),
    [
        (["label=colour"], "columns"),
        (["label=body", "text=body"], "columns"),
        (["label=title", "text=body"], "rows"),
        (["format.kind=csv", "format.encoding=klingon"], "reading"),
    ],
)
def test_problems_keep_what_was_read(piped: Path, settings: list[str], at: str) -> None:
    preview = preview_source(parse_source(str(piped), settings))
    assert preview.problem is not None
    assert preview.problem.message and preview.problem.remedy
    assert preview.problem.at == at
    assert bool(preview.rows) == (at != "reading"), "the columns are needed to choose other ones"


def test_ragged_row_is_named_and_lines_are_shown(tmp_path: Path) -> None:
    file = tmp_path / "ragged.csv"
    file.write_text("label,text\na,one\nb,two\na,three,four\n", encoding="utf-8")
    preview = preview_source(parse_source(str(file)))
    assert preview.problem is not None
    assert preview.problem.at == "reading"
    assert preview.problem.place == "ragged.csv, row 4"
    assert preview.lines[3] == "a,three,four"


def test_settings_are_read_as_their_fields_want_them() -> None:
    source = parse_source(
        "x.csv", ["label=2", "text=1", "format.kind=csv", 'format.delimiter="tab"', "pair=false"]
    )
    assert (source.label, source.text, source.pair) == ("2", ["1"], False)
    assert source.format.model_dump()["delimiter"] == "tab"
    with pytest.raises(UserError, match="lable"):
        parse_source("x.csv", ["lable=2"])
    with pytest.raises(UserError, match="KEY=VALUE"):
        parse_source("x.csv", ["label"])


def test_command_line_answers_in_json_also_when_something_is_wrong(piped: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "engine",
        "data",
        "preview",
        str(piped),
        "--set",
        "label=nothing",
        "--json",
    ]
    answer = subprocess.run(command, capture_output=True, encoding="utf-8", check=True)
    preview = json.loads(answer.stdout)
    assert preview["problem"]["at"] == "columns"
    assert len(preview["rows"]) == 40


def test_a_set_of_the_catalogue_is_found_in_the_store_that_was_named(piped: Path, tmp_path: Path) -> None:
    from engine.store import Store
    from engine.store.data_names import resolve_source
    from engine.store.datasets import add_dataset

    with Store(tmp_path / "s.sqlite") as store:
        add_dataset(store, "Mail", {"source": str(piped), "text": ["title"], "label": "kind"})
    resolve = partial(resolve_source, tmp_path / "s.sqlite")
    assert preview_source(parse_source("catalogue:Mail"), resolve=resolve).text == [2]
    own = parse_source("catalogue:Mail", ["text=body"])
    assert preview_source(own, resolve=resolve).text == [1], "what is said goes first"
    missing = preview_source(parse_source("catalogue:Post"), resolve=resolve).problem
    assert missing is not None and "Mail" in missing.remedy
