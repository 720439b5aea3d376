"""Table 1 as text: the published row under the copy's, the same numbers in every form."""

from __future__ import annotations

import csv
import io

from engine.analysis.paper.table1_formats import to_csv, to_markdown
from engine.data.paper.sets import find_paper_set
from engine.data.paper.table1 import Table1Comparison, Table1Row, published_row

OURS = Table1Row(
    title="TREC questions",
    classes=6,
    type="question",
    average=11.23,
    maximum=41,
    exceeding=0.0,
    train=5452,
    test=500,
)
FOUND = [
    Table1Comparison(
        source="paper:trec", encoder="small", ours=OURS, paper=published_row(find_paper_set("trec")),
        notes=["Tokens of small.", "Cleaned."],
    ),
    Table1Comparison(source="a|b.csv", encoder="small", ours=OURS.model_copy(update={"title": "a|b", "type": ""})),
]  # fmt: skip


def test_the_published_row_stands_under_the_copys() -> None:
    lines = to_markdown(FOUND).splitlines()
    assert lines[0].startswith("| Data set | Classes | Type | Average length | Max length |")
    assert lines[2] == "| TREC questions | 6 | Question | 11 | 41 | 0.00 % | 5,452 | 500 |"
    assert lines[3] == "| TREC questions (paper) | 6 | Question | 11 | 39 | 0.00 % | 5,452 | 500 |"
    assert lines[4].startswith(r"| a\|b | 6 | – |"), "a bar in a name ends no cell"
    assert lines[5:] == ["", "- TREC questions: Tokens of small. Cleaned."]


def test_the_csv_has_full_precision() -> None:
    rows = list(csv.DictReader(io.StringIO(to_csv(FOUND))))
    assert [(row["copy"], row["encoder"]) for row in rows] == [
        ("here", "small"),
        ("paper", ""),
        ("here", "small"),
    ]
    assert float(rows[0]["average"]) == 11.23
    assert rows[2]["source"] == "a|b.csv"
