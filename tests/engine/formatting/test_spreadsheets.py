"""Spreadsheets, Markdown and phases of a run in words."""

from __future__ import annotations

import ast
import csv
import io
from collections.abc import Callable, Iterator
from pathlib import Path

import pandas as pd
import pyarrow as pa
import pyarrow.csv
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from openpyxl import load_workbook

import engine
from engine.analysis.noise.decisions import read_decisions, write_decisions
from engine.analysis.noise.triage import DoubtfulText
from engine.analysis.tables import PlainTable, to_csv
from engine.delivery.row_writer import open_writer
from engine.errors import printable
from engine.formatting.phrases import Phrase
from engine.formatting.sentences import TEMPLATES, read_phase
from engine.formatting.spreadsheets import begins_like_formula, delimited_text, neutralise, restore
from engine.formatting.templates import code_span, escape_markdown

Read = Callable[[str, str], list[list[str]]]
LETTERS = st.characters(exclude_categories=("Cs",))
ODD = st.sampled_from(
    [
        "\r",
        "\n",
        "\r\n",
        '"',
        "'",
        "=",
        "@",
        "\t",
        ",",
        "\ufeff",
        "\u2028",
        "\x85",
        " ",
        "\x1c",
        "a",
        "-1",
        "",
    ]
)
CELLS = st.lists(LETTERS | ODD, max_size=8).map("".join)
WIDTH = 3
TABLES = st.lists(st.lists(CELLS, min_size=WIDTH, max_size=WIDTH), min_size=1, max_size=6)
SAMPLE = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
MANY = settings(SAMPLE, max_examples=1000)


def by_csv(text: str, delimiter: str) -> list[list[str]]:
    """Read by Python's csv module."""
    return list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))


def by_arrow(text: str, delimiter: str) -> list[list[str]]:
    """Read by Arrow, every column as text."""
    names = [str(n) for n in range(WIDTH)]
    table = pyarrow.csv.read_csv(
        io.BytesIO(text.encode()),
        read_options=pyarrow.csv.ReadOptions(column_names=names),
        parse_options=pyarrow.csv.ParseOptions(
            delimiter=delimiter, newlines_in_values=True, ignore_empty_lines=False
        ),
        convert_options=pyarrow.csv.ConvertOptions(column_types=dict.fromkeys(names, pa.string())),
    )
    return [list(row) for row in zip(*(table[name].to_pylist() for name in names), strict=True)]


def by_pandas(text: str, delimiter: str) -> list[list[str]]:
    """Read by pandas, every column as text."""
    frame = pd.read_csv(
        io.StringIO(text, newline=""), sep=delimiter, header=None, dtype=str, keep_default_na=False,
        skip_blank_lines=False,
    )  # fmt: skip
    return frame.to_numpy().tolist()


def check_table(rows: list[list[str]]) -> None:
    """Assert that three readers give the cells back, and ``restore`` what an apostrophe was put before."""
    for delimiter in (",", "\t"):
        plain = delimited_text(rows, delimiter, keep_formulas=True)
        guarded = delimited_text(rows, delimiter)
        for read in (by_csv, by_arrow, by_pandas):
            if read is by_pandas and "\0" in plain:
                continue  # its parser, in C, ends a cell there
            assert read(plain, delimiter) == rows, read
            safe = read(guarded, delimiter)
            assert [[restore(cell) for cell in row] for row in safe] == rows, read
            assert not any(begins_like_formula(cell) for row in safe for cell in row)


@SAMPLE
@given(rows=TABLES)
def test_a_table_is_read_back_as_it_was(rows: list[list[str]]) -> None:
    check_table(rows)


@pytest.mark.nightly
@MANY
@given(rows=TABLES)
def test_a_thousand_tables_are_read_back_as_they_were(rows: list[list[str]]) -> None:
    check_table(rows)


@SAMPLE
@given(cell=CELLS)
def test_an_apostrophe_is_put_before_and_taken_away(cell: str) -> None:
    assert restore(neutralise(cell)) == cell
    assert not begins_like_formula(neutralise(cell))


def check_files(rows: list[list[str]], folder: Path) -> None:
    """Assert that predictions and plain tables are written by that writer, and a workbook keeps what XML can hold."""
    names = ["text", "predicted", "note"]
    records = [dict(zip(names, row, strict=True)) for row in rows]
    for ending, delimiter in ((".csv", ","), (".tsv", "\t")):
        with open_writer(folder / f"a{ending}", names, {}, overwrite=True) as writer:
            writer.write(records, [{}] * len(rows))
        written = (folder / f"a{ending}").read_bytes().decode("utf-8")
        assert [[restore(cell) for cell in row] for row in by_csv(written, delimiter)] == [names, *rows]
    assert by_csv(to_csv(PlainTable(names, rows), keep_formulas=True), ",") == [names, *rows]
    with open_writer(folder / "a.xlsx", names, {}, overwrite=True) as writer:
        writer.write(records, [{}] * len(rows))
    book = load_workbook(folder / "a.xlsx")
    assert all(cell.data_type in "sn" for row in book.active.iter_rows() for cell in row)
    for read, row in zip(book.active.iter_rows(min_row=2, values_only=True), rows, strict=False):
        for found, cell in zip(read, row, strict=True):
            assert (found or "").split() == _in_xml(cell).split()


def _in_xml(cell: str) -> str:
    return "".join(
        each if each in "\t\n\r" or (each >= " " and each not in "\ufffe\uffff") else " " for each in cell
    )


@settings(SAMPLE, max_examples=20)
@given(rows=TABLES)
def test_files_are_read_back_as_they_were(rows: list[list[str]], tmp_path: Path) -> None:
    check_files(rows, tmp_path)


@pytest.mark.nightly
@MANY
@given(rows=TABLES)
def test_a_thousand_files_are_read_back_as_they_were(rows: list[list[str]], tmp_path: Path) -> None:
    check_files(rows, tmp_path)


NAMES = st.lists(CELLS.map(str.strip).filter(bool), min_size=2, max_size=4, unique=True)


@SAMPLE
@example(text="", classes=["0", "\0"], ending=".tsv")
@given(text=CELLS, classes=NAMES, ending=st.sampled_from([".tsv", ".jsonl"]))
def test_decisions_are_applied_as_they_were_written(
    text: str, classes: list[str], ending: str, tmp_path: Path
) -> None:
    queue = [
        DoubtfulText(f"key{n}", "train", n, n, text, classes[0], each, 0.5, ())
        for n, each in enumerate(classes[1:], start=2)
    ]
    write_decisions(tmp_path / f"d{ending}", queue, prefill=True)
    found = read_decisions(tmp_path / f"d{ending}", classes)
    written = [(each.row, each.key, each.suggested) for each in queue]
    assert [(each.row, each.key, each.label) for each in found] == written


EVIL = [
    "![x](http://a.example/t.png)", "<img src=x onerror=alert(1)>", "[a](javascript:alert(1))", "# a", "1. b", "- c",
    "> d", "*e* _f_ **g** `h` ~~i~~", "a | b", "&lt;b&gt;", "a\\b", "<http://a.example>", "+ x", "====", "---", "a_b_c",
    "$x$", "\x1b[31m",
]  # fmt: skip
PARSER = MarkdownIt("commonmark").enable(["table", "strikethrough"])


def plain(text: str) -> str:
    return printable(" ".join(text.split()), limit=max(len(text), 1))


@pytest.mark.parametrize("text", EVIL)
def test_marks_are_shown(text: str) -> None:
    _, inline, _ = PARSER.parse(f"Name: {escape_markdown(text)}")
    assert inline.type == "inline"
    assert {each.type for each in inline.children or []} <= {"text", "text_special"}
    assert "".join(each.content for each in inline.children or []) == f"Name: {plain(text)}"


@given(st.text(alphabet=st.sampled_from("ab1 .-#*_`[]()<>!&\\|~+=:/\n$;"), max_size=30))
def test_any_text_is_one_paragraph_of_text(text: str) -> None:
    tokens = PARSER.parse(f"Name: {escape_markdown(text)}")
    inline = tokens[1]
    assert len(tokens) == 3
    assert "".join(each.content for each in inline.children or []) == f"Name: {plain(text)}".rstrip()


@given(st.text(alphabet=st.sampled_from("a`| <&\\"), max_size=20))
def test_code_is_code(text: str) -> None:
    _, inline, _ = PARSER.parse(f"x {code_span(text)} y")
    (code,) = [each for each in inline.children or [] if each.type == "code_inline"]
    assert code.content.strip() == plain(text).strip()


REPORTING = {"report", "report_progress", "say", "_set_phase", "tell", "PhaseProgress"}


def reported() -> Iterator[str]:
    """Every literal that a call in the engine reports with two counts, with x where a value stands."""
    for file in sorted(Path(engine.__file__).parent.rglob("*.py")):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
            named = call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")
            if named in REPORTING and len(call.args) >= 3:
                for text in call.args[:3]:
                    if isinstance(text, ast.Constant) and isinstance(text.value, str) and text.value:
                        yield text.value
                    elif isinstance(text, ast.JoinedStr):
                        yield "".join(
                            part.value if isinstance(part, ast.Constant) else "x" for part in text.values
                        )


def test_what_the_engine_reports_is_known() -> None:
    texts = set(reported())
    assert {"Reading x", "Loading the encoder", "Hashing files for x"} <= texts
    composed = {"x: reading", "x in x", "Fetching x from x"}  # of parts that are listed whole
    assert [text for text in sorted(texts - composed) if not isinstance(read_phase(text), Phrase)] == []


@pytest.mark.parametrize("template", TEMPLATES)
def test_a_text_is_read_as_the_template_that_made_it(template: str) -> None:
    found = read_phase(template.format(name="a.csv", place="cluster", split="train", holder="run 3"))
    assert isinstance(found, Phrase) and found.template == template
    assert all(isinstance(value, Phrase) for value in found.values.values())


def test_other_texts_stay_as_they_are() -> None:
    assert read_phase("Fine-tuning") == "Fine-tuning" and not isinstance(read_phase("Fine-tuning"), Phrase)
