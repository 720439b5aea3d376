"""Files that people have: each is read right without an option, or refused in one sentence with cause and remedy.

Every file is written here and asked for through ``palimpsest data inspect --json``. Expected are classes, rows and
sentences that follow from how the file was written.
"""

from __future__ import annotations

import csv
import io
import json
import tomllib
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from string import Template
from typing import Any

import openpyxl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from typer.testing import CliRunner

from engine.cli.app import app
from engine.errors import UserError

pytestmark = pytest.mark.usefixtures("home")

PLACES = "kitchen garden cellar attic porch hall".split()
THINGS = "lamp kettle ladder carpet mirror bucket".split()


def sentence(number: int) -> str:
    """A text of its own for every number."""
    place, thing = PLACES[number % 6], THINGS[number // 6 % 6]
    return f"The {thing} in the {place} was moved {number} times last year"


def table(rows: list[list[object]], delimiter: str = ",") -> str:
    out = io.StringIO()
    csv.writer(out, delimiter=delimiter, lineterminator="\n").writerows(rows)
    return out.getvalue()


def labelled(*labels: object, count: int = 60) -> list[list[object]]:
    return [[sentence(i), labels[i % len(labels)]] for i in range(count)]


def lines(values: list[object]) -> str:
    return "".join(json.dumps(value) + "\n" for value in values)


def records(count: int = 60) -> list[dict[str, object]]:
    return [{"text": sentence(i), "label": "ab"[i % 2]} for i in range(count)]


@dataclass(frozen=True)
class Case:
    """A folder of files, and what is said of it: classes, rows in all splits, columns, target, words of its notes."""

    files: dict[str, str | bytes]
    classes: list[str] | None = None
    rows: int = 60
    label: str = ""
    text: list[str] | None = None
    target: str = "class"
    says: list[str] = field(default_factory=list)
    hides: list[str] = field(default_factory=list)


def workbook(**sheets: list[list[object]]) -> bytes:
    book, out = openpyxl.Workbook(), io.BytesIO()
    book.remove(book.active)  # type: ignore[arg-type]
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    book.save(out)
    return out.getvalue()


def parquet(labels: list[int], names: list[str]) -> bytes:
    """Rows with a list beside, and the names of their class numbers as ``datasets`` writes them."""
    rows = {"text": [sentence(i) for i in range(len(labels))], "label": labels, "ids": [[1]] * len(labels)}
    features = {"label": {"_type": "ClassLabel", "names": names}}
    about = {b"huggingface": json.dumps({"info": {"features": features}}).encode()}
    out = io.BytesIO()
    pq.write_table(pa.table(rows).replace_schema_metadata(about), out)
    return out.getvalue()


def tree(
    *folders: str, encoding: str = "utf-8", start: str = "", suffix: str = ".txt"
) -> dict[str, str | bytes]:
    """Thirty texts in each folder."""
    return {
        f"{folder}/{i}{suffix}": f"{start}{sentence(i)}".encode(encoding)
        for folder in folders
        for i in range(30)
    }


def exported(table: dict[str, Any]) -> Case:
    """Return a case of ``exports.toml``."""
    row, file, cells = Template(table.pop("row")), table.pop("file", "d.csv"), table.pop("cells", {})
    body = table.pop("before", "")
    for n in range(60):
        values = {name: each[n % len(each)] for name, each in cells.items()}
        body += row.substitute(values, n=n, text=sentence(n))
    body += table.pop("after", "")
    content = workbook(data=[line.split(";") for line in body.splitlines()]) if "xlsx" in file else body
    return Case({file: content, **table.pop("beside", {})}, **table)


AB = ["a", "b"]
ROWS = [["text", "label"], *labelled(*AB)]
PLAIN = table(ROWS)
ZHANG = "".join(f'"{1 + i % 2}","Title {i}","{sentence(i)}, a ""late"" one"\n' for i in range(60))
CHINESE = "体育新闻湖人队昨天赢得了比赛，球迷们非常高兴。"
DESK = "Ticket ID;Opened At;Ticket Body;Priority;Queue\n" + "".join(
    f'T-{7000 + 37 * i};{1 + i % 28:02d}.03.2026 09:{i % 60:02d};"{"" if i == 5 else sentence(i)}";'
    f"{['low', 'high', 'normal'][i % 7 % 3]};{'' if i == 9 else ['Billing', 'Delivery', 'Returns', 'Other'][i % 4]}\n"
    for i in range(60)
)
TWEETS = [["tweet_id", "shop_sentiment", "shop_sentiment_confidence", "negativereason", "shop", "text"]] + [
    [9000000 + 7 * i, ["neutral", "negative", "positive"][i % 3], 0.5 + i % 5 / 10,
     ["late", "rude"][i // 3 % 2] if i % 3 == 1 else "", ["North", "South", "East", "West"][i // 2 % 4], sentence(i)]
    for i in range(60)
]  # fmt: skip
MARKED = [f"__label__{'ab'[i % 2]}{' __label__c' * (i % 4 == 0)} {sentence(i)}" for i in range(60)]
ONE_HOT = [["id", "remark", "wet", "cold", "loud"]] + [
    [i, sentence(i), i % 2, int(i % 3 == 0), int(i % 5 == 0)] for i in range(60)
]
PYTHON = ["['wet', 'cold']", "['loud']", "[]", "['wet']"]
INCOMPLETE = [
    ["", "a"] if i == 10 else [sentence(i), ""] if i == 20 else [sentence(i), "ab"[i % 2]] for i in range(40)
]
TAGS = ["Anna B-PER", "went O", "to O", "Bern B-LOC", ""]

CASES: dict[str, Case] = {
    "help desk": Case(
        {"tickets.csv": DESK},
        ["Billing", "Delivery", "Other", "Returns"], 58, "Queue", ["Ticket Body"],
        says=["Priority (3), with --set data.label=Priority", "1 row without text left out of",
              "1 row without label left out of"],
    ),
    "blank names": Case({"d.csv": table([["v1", "v2", "", ""], *([c, t, "", ""] for t, c in labelled("ham", "spam"))])},
                        ["ham", "spam"], label="v1", text=["v2"]),
    "one id column": Case({"d.csv": table([["ID", "Notiz", "Lage"]] + [[f"{i:08x}", *row] for i, row in
                           enumerate(labelled("nah", "fern"))])}, ["fern", "nah"], text=["Notiz"]),
    "header again": Case({"d.csv": table([*ROWS[:31], ROWS[0], *ROWS[31:]])}, AB,
                         says=["Repeated headers", "row 32"]),
    "class called as its column": Case({"d.csv": table([*ROWS, ["Some other heading", "label"]])}, AB,
                                       says=["'label', the name of the column, is read as no label"]),
    "split column": Case(
        {"d.csv": table([["text", "label", "subset"]] + [[*row, ["train", "train", "dev", "test"][i % 4]] for i, row in
                         enumerate(labelled("a", "a", "b", "b", "b", "a", "a"))])}, AB,
        says=["Column 'subset' assigns the rows to train"], hides=["held out"]),
    "other spellings beside": Case({"Tickets_TRAIN.CSV": PLAIN, "tickets_Test.csv": table(ROWS[:11])}, AB, 70,
                                   hides=["held out for it"]),
    "a test file beside": Case({"may.csv": PLAIN, "may-test.csv": table(ROWS[:11])}, AB, 70, hides=["held out for it"]),
    "the whole beside its parts": Case({f"may{part}.csv": PLAIN for part in ("", "-train", "-test")}, AB,
                                       says=["held out for it"]),
    "test without labels": Case(
        {"train.csv": PLAIN, "test.csv": table([["text"], *[[sentence(99)]] * 3])}, AB,
        says=["test.csv has no labels and is not used: predict it with: palimpsest predict RUN --file"]),
    "a folder of splits": Case({"set/train.csv": PLAIN, "set/valid.csv": table(ROWS[:15]), "set/test.csv":
                                table(ROWS[:31])}, AB, 104, hides=["held out for it"]),
    "test of -1": Case(
        {"train.csv": table([["text", "label"], *labelled(0, 1)]),
         "test.csv": table([["text", "label"], *[[sentence(i), -1] for i in range(9)]])},
        ["0", "1"], says=["test.csv has no labels"]),
    "-1 among codes": Case({"d.csv": table([["text", "label"], *labelled(0, 1, 2, -1)])}, ["0", "1", "2"], 45,
                           says=["-1 is read as no label", "15 rows without label left out"]),
    "opinions of -1, 0, 1": Case({"d.csv": table([["text", "label"], *labelled(-1, 0, 1)])}, ["-1", "0", "1"]),
    "incomplete CSV": Case({"d.csv": table([["text", "label"], *INCOMPLETE])}, AB, 38,
                           says=["without text left out of d.csv (row 12)", "label left out of d.csv (row 22)"]),
    "incomplete JSON lines": Case({"d.jsonl": lines([{"text": t, "label": c} for t, c in INCOMPLETE])}, AB, 38),
    "incomplete JSON lines with null": Case(
        {"d.jsonl": lines([{"text": t or None, "label": c or None} for t, c in INCOMPLETE])}, AB, 38),
    "incomplete JSON": Case({"d.json": json.dumps([{"text": t, "label": c} for t, c in INCOMPLETE])}, AB, 38),
    "incomplete lines": Case({"d.txt": "".join(f"{c} {t}\n" for t, c in INCOMPLETE)}, AB, 38),
    "incomplete fastText": Case(
        {"d.txt": "".join(f"{'__label__' * bool(c)}{c} {t}\n".lstrip() for t, c in INCOMPLETE)}, AB, 38),
    "incomplete TREC": Case(
        {"q.label": "".join(f"{ {'a': 'HUM:ind', 'b': 'LOC:city'}.get(str(c), '')} {t}\n" for t, c in INCOMPLETE)},
        ["HUM", "LOC"], 38),
    "lines sorted by label": Case(
        {"d.txt": "".join(f"{k} {sentence(i)} and again {sentence(i + 7)}\n" for k in "01" for i in range(1400))},
        ["0", "1"], 2800),
    "Python lists": Case({"d.csv": table([["text", "labels"], *labelled(*PYTHON)])}, ["cold", "loud", "wet"],
                         target="labels", says=["Labels are lists", "--set data.target.kind=labels"]),
    "JSON lists": Case({"d.jsonl": lines([{"text": sentence(i), "label": [["a"], ["a", "b"], []][i % 3]}
                                          for i in range(60)])}, AB, target="labels"),
    "lists of one": Case({"d.jsonl": lines([{"text": sentence(i), "label": ["ab"[i % 2]]} for i in range(60)])}, AB),
    "lists of 0 and 1": Case({"d.csv": table([["text", "labels"], *labelled("[1, 0, 1]", "[0, 0, 1]", "[0, 1, 0]")])},
                             ["0", "1", "2"], target="labels"),
    "columns of 0 and 1": Case({"d.csv": table(ONE_HOT)}, ["wet", "cold", "loud"], target="labels", text=["remark"]),
    "fastText": Case({"d.txt": "\n".join([sentence(90), *MARKED]) + "\n"}, ["a", "b", "c"], 61, target="labels",
                     says=["1 of 61 texts of d.txt have no label"]),
    "fastText with commas": Case({"d.txt": "\n".join(MARKED).replace(" __label__", ", __label__") + "\n"},
                                 ["a", "b", "c"], target="labels"),
    "fastText with tabs": Case({"d.txt": "\n".join(m.replace(" The", "\tThe") for m in MARKED) + "\n"},
                               ["a", "b", "c"], target="labels"),
    "scores": Case({"d.csv": table([["text", "score"], *[[sentence(i), f"{1 + i * 0.053:.3f}"] for i in range(60)]])},
                   [], target="number", says=["--set data.target.kind=number"]),
    "pair": Case({"d.csv": table([["premise", "hypothesis", "label"], *[[sentence(i), sentence(i + 70), "ab"[i % 2]]
                                                                        for i in range(60)]])}, AB,
                 text=["premise", "hypothesis"], says=["Texts are pairs of premise and hypothesis (--set data.pair"]),
    "leak": Case({"d.csv": table([["text", "mood", "mood_id"], *[[sentence(i), ["sad", "glad"][i % 2], i % 2]
                                                                for i in range(60)]])}, ["glad", "sad"], label="mood",
                 text=["text"], says=["Column 'mood_id' repeats the label"]),
    "tweets": Case({"d.csv": table(TWEETS)}, ["negative", "neutral", "positive"], label="shop_sentiment", text=["text"],
                   says=["shop (4)"]),
    "splits under keys": Case(
        {"d.json": json.dumps({"oos_val": [[sentence(80), "x"]], "train": [[t, c] for t, c in labelled(*AB)],
                               "val": [[t, c] for t, c in labelled(*AB)[:8]], "test": [[sentence(77), "a"]]})},
        AB, 69, says=["left out: oos_val"]),
    "rows under a key": Case({"d.json": json.dumps({"version": "2", "data": records()}, indent=1)}, AB),
    "rows within a key": Case({"d.json": json.dumps({"result": {"items": records()}}, indent=1)}, AB),
    "columns as lists": Case({"d.json": json.dumps({k: [r[k] for r in records()] for k in ("text", "label")})}, AB),
    "columns by index": Case(
        {"d.json": json.dumps({k: {str(i): r[k] for i, r in enumerate(records())} for k in ("text", "label")})}, AB),
    "rows by index": Case({"d.json": json.dumps({str(i): r for i, r in enumerate(records())})}, AB),
    "columns beside data": Case(
        {"d.json": json.dumps({"columns": ["text", "label"], "index": list(range(60)), "data": labelled(*AB)})}, AB),
    "Zhang's layout": Case({"train.csv": ZHANG, "classes.txt": "World\nSports\n"}, ["World", "Sports"],
                           text=["2", "3"]),
    "a number for each row": Case(
        {"d.csv": "".join(f'{i},"{sentence(i)}","{"ab"[i % 2]}"\n' for i in range(1, 61))}, AB, text=["2"]),
    "folders": Case({**tree("t/train/pos", "t/train/neg", "t/test/pos", "t/test/neg"), "t/train/unsup/0.txt": "none",
                     "t/train/urls.txt": "no class"}, ["neg", "pos"], 120, hides=["held out for it"]),
    "folders one level down": Case({**tree("t/all/pos", "t/all/neg"), "t/ClassCode.txt": "pos 1"}, ["neg", "pos"]),
    "folders of newsgroups": Case(tree("t/alt.atheism", "t/sci.space", suffix=""), ["alt.atheism", "sci.space"]),
    "folders in gb18030": Case(tree("t/a", "t/b", encoding="gb18030", start=CHINESE * 3), AB, says=["60 of 60 files"]),
    "folders with one other file": Case({**tree("t/a", "t/b"), "t/a/bad.txt": b"caf\xe9"}, AB, 61,
                                        says=["a/bad.txt", "\u201ccafé\u201d"]),
    "a folder's only file": Case({"t/d.csv": PLAIN, "t/README.md": "About", "t/.hidden": ""}, AB,
                                 says=["The folder's only file is read: d.csv"]),
    "workbook": Case({"d.xlsx": workbook(data=[["text", "label", "day"], *([*row, date(2024, 5, 1)] for row in
                                                                          labelled(1.0, 2.5, None))])},
                     ["1", "2.5"], 40),
    "workbook of splits": Case({"d.xlsx": workbook(about=[], train=ROWS, Test=ROWS[:9])}, AB, 68,
                               hides=["held out for it"]),
    "Parquet": Case({"d.parquet": parquet([1, 0, -1] * 20, ["z", "a"])}, ["z", "a"], 40,
                    says=["Columns with nested or binary values are left out: ids"]),
    "Excel's separator": Case({"d.csv": "sep=;\n" + table(ROWS, ";")}, AB, says=["above the table in d.csv: 1"]),
    "a survey's questions": Case(
        {"d.csv": table([["Start", "Done", "Q1", "Q2"], ["Start Date", "Finished", "What happened?", "Which team?"],
                         ['{"ImportId":"a"}', '{"ImportId":"b"}', '{"ImportId":"c"}', '{"ImportId":"d"}'],
                         *[[f"2026-05-{1 + i % 28}", 100, *row] for i, row in enumerate(ROWS[1:])]])},
        AB, label="Q2", text=["Q1"], says=["Lines left out below the header in d.csv: 2 (Start Date"], hides=["pair"]),
    "long questions": Case({"d.csv": table([["What went wrong? Tell us all " * 3, "Which team?"], *ROWS[1:]])}, AB),
    "blank fields beyond the header": Case({"d.csv": PLAIN.replace("a\n", "a,\n").replace("b\n", "b,\n")}, AB),
    "lines of old Macs": Case({"d.csv": PLAIN.replace("\n", "\r")}, AB),
    "a workbook called CSV": Case({"d.csv": workbook(data=ROWS)}, AB),
    "a workbook with notes": Case({"d.xlsx": workbook(about=[["Made in May"]], data=ROWS, codes=[["a", "b"]])}, AB,
                                  says=["that are not read: about, codes", "data.format.sheet=about"]),
    "choices": Case({"d.csv": table([["text", "topics"], *labelled('{"choices":["wet","cold"]}', "loud", "wet")])},
                    ["cold", "loud", "wet"], target="labels"),
    "other capitals": Case({"train.csv": PLAIN.replace("text,l", "Text,L"), "test.csv": table(ROWS[:10])}, AB, 69),
    "two of a split": Case({"t/train.csv": PLAIN, "t/train_old.csv": PLAIN}, AB, says=["Not read", "train_old.csv"]),
    "parts of a split": Case({f"t/train-{i}-of-2.parquet": parquet([1, 0] * 30, AB) for i in range(2)}, AB, 120),
    "rows behind a number": Case({"d.json": json.dumps({"version": 2, "data": records()})}, AB),
    "a list called lines": Case({"d.jsonl": json.dumps(records())}, AB),
    "folders of TXT": Case({**tree("t/a", "t/b", suffix=".TXT"), "t/a/1.md": "x"}, AB, says=["end in .txt: 1."]),
    "one line in another encoding": Case(
        {"d.csv": f"\ufeff{PLAIN}the café,a\n".encode() + "the café,b\n".encode("cp1252")}, AB, 62,
        says=["read as utf-8-with-cp1252, a guess (it reads “café”)"]),
    "texts under labels": Case(
        {"d.json": json.dumps({k: [sentence(i) for i in range(n, n + 30 + n)] for n, k in enumerate(AB)})}, AB, 61),
}  # fmt: skip


EXPORTS = tomllib.loads((Path(__file__).parent / "exports.toml").read_text(encoding="utf-8"))
CASES |= {name: exported(table) for name, table in EXPORTS.items()}


def inspect(folder: Path, *options: str) -> dict[str, object]:
    """Return the report, or raise what the command refuses with."""
    called = CliRunner().invoke(
        app, ["data", "inspect", str(folder), "--encoder", "", "--no-sentences", "--json", *options]
    )
    if called.exception is not None and not isinstance(called.exception, SystemExit):
        raise called.exception
    assert called.exit_code == 0, called.output
    report: dict[str, object] = json.loads(called.stdout[called.stdout.index("{") :])
    return report


def written(folder: Path, files: dict[str, str | bytes]) -> Path:
    """Write the files, and return the first, or the folder that it stands in."""
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    return folder / next(iter(files)).partition("/")[0]


@pytest.mark.parametrize("name", CASES)
def test_files_are_read_without_an_option(tmp_path: Path, name: str) -> None:
    case = CASES[name]
    report = inspect(written(tmp_path / "files", case.files))
    splits, detection = report["splits"], report["found"]
    assert sum(split["rows"] for split in splits.values()) == case.rows
    assert report["target"] == case.target
    if case.classes is not None:
        assert list(report["classes"]) == case.classes
    if case.label:
        assert detection["label"] == case.label
    if case.text is not None:
        assert detection["text"] == case.text
    messages = "\n".join([*report["notes"], *(finding["message"] for finding in report["health"])])
    assert [words for words in case.says if words not in messages] == []
    assert [words for words in case.hides if words in messages] == []


REFUSED: dict[str, tuple[dict[str, str | bytes], str]] = {
    "CoNLL": ({"d.txt": "\n".join(TAGS * 12)}, "one word a line, each with a tag: token classification, not texts"),
    "words with tags in columns": (
        {"d.csv": table([["word", "tag"], *[line.split() for line in TAGS * 12 if line]])},
        "token classification, not texts",
    ),
    "a list that does not end": (
        {"d.csv": table([["text", "labels"], *labelled("['a', 'b']", "['a']"), [sentence(1), "['a', 'b"]])},
        "d.csv, row 62: label.*begins like a list and cannot be read as one",
    ),
    "an empty mark": ({"d.txt": "\n".join([*MARKED, "__label__ words"])}, "d.txt, row 61.*a label without a name"),
    "Label Studio's full export": (
        {"d.json": json.dumps([{"id": i, "annotations": [{"result": []}], "data": {"text": sentence(i)}}
                               for i in range(9)])},
        "Label Studio's full JSON.*Export the project as JSON-MIN or CSV",
    ),
    "JSON of another layout": (
        {"d.json": json.dumps({"settings": {"depth": {"a": 1}}, "name": "x"}, indent=1)},
        "this is JSON, but an object with the keys settings, name, and there is no list of training rows",
    ),
    "an option that the format lacks": (
        {"d.jsonl": lines(list(records()))}, "read as JSON lines, which has no header.*data.format.header"),
    "a class that training lacks": (
        {"train.csv": PLAIN, "test.csv": "text,label\nfine,a\nodd,c\n"},
        r"test.csv, row 3: label 'c' does not occur in the training split \(a, b\)",
    ),
    "prose": ({"d.txt": "It was late, and dark.\nNobody came.\nThen, at last, a light, a voice.\n" * 9},
              "the format of the file is not known"),
    "bytes": ({"d.dat": b"\0\1\2" * 50}, "the format of the file is not known"),
    "an open quote": ({"d.csv": 'label,text\na,1\nb,"c, or\na,d\n'},
                      "row 3: a quote is opened and not closed .lines 3 to 4"),
    "a quote within quotes": ({"d.csv": 'label,text\na,1\nb,"c" d,e\na,f\n'}, "row 3: a quote occurs inside"),
    "a record of several lines": ({"d.csv": 'a,"b\nc"\nd,"e"\nf\n'},
                                  "row 3: the row has 1 columns, the first row has 2"),
    "blanks": ({"d.csv": "\n\n  \n"}, "the file is empty"),
    "one column": ({"d.csv": "just one\ncolumn here\n"}, "no delimiter was found"),
    "JSON lines cut short": ({"d.jsonl": '{"text": "a"}\n{"text": "b"\n'},
                             "d.jsonl, row 2: this is not JSON.*character"),
    "a line that is a list": ({"d.jsonl": '{"text": "a"}\n["b"]\n'}, "row 2: the line holds no JSON object"),
    "JSON lines of nothing": ({"d.jsonl": "\n"}, "the file is empty"),
    "JSON cut short": ({"d.json": '{"train": [{"text": "a"}'}, "not JSON.*line 1, character 25"),
    "no training rows": ({"d.json": '{"dev": [{"text": "a", "label": "b"}]}'}, "no list of training rows"),
    "an empty split": ({"d.json": '{"train": [],\n"test": [["a", "b"]]}'}, "d.json, train: the list is empty"),
    "a split twice": ({"d.json": '{"train": [["a", "b"]], "training": [["a", "b"]]}'}, "two of its lists.*training"),
    "a row that is a number": ({"d.json": '[{"text": "a"}, 3]'}, "row 2: the row is not a JSON object"),
    "a row too short": ({"d.json": '[["a", "b"], ["c"]]'}, "row 2: the row is not a list of 2 values"),
    "half a character": ({"d.json": '[{"text": "\\ud800"}]'}, "row 1.*half of a pair"),
    "nothing in JSON": ({"d.json": "[]"}, "holds no rows"),
    "an empty workbook": ({"d.xlsx": workbook(data=[])}, "sheet is empty"),
    "half a workbook": ({"d.xlsx": workbook(data=[["text"]])[:900]}, "d.xlsx: the format of the file is not supported"),
    "half a Parquet file": ({"d.parquet": parquet([1, 0] * 50, AB)[:-20]}, "cannot be read as Parquet"),
    "an old workbook": ({"d.xls": b"\xd0\xcf\x11\xe0" + b"\0" * 99}, "like a workbook or document of before 2007"),
    "a packed file": ({"d.csv": b"\x1f\x8b\x08\0 rows"}, "begins like a packed file. Save its rows as CSV or XLSX"),
    "no labels at all": ({"d.csv": table([["text", "label"], *labelled("")])}, "Without values: label"),
    "texts in objects": ({"d.jsonl": lines([{"at": {"text": sentence(i)}} for i in range(9)])}, "keys at hold lists"),
    "one row": ({"d.csv": "text,label\nfine,a\n"}, "column label: there is one row"),
    "a folder of two files": ({"t/d.csv": "text,label\na,x\n", "t/e.csv": "text,label\na,x\n"},
                              "layout of the folder is not known"),
    "a folder of nothing": ({"t/a.md": "text"}, "folder of text files for each class"),
    "ragged rows": (
        {"d.csv": "text,label\nfine,a\none, two,b\n"}, "row 3: the row has 3 columns.*--set data.format.delimiter"),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_read_is_said_with_its_remedy(tmp_path: Path, name: str) -> None:
    files, words = REFUSED[name]
    options = ["--set", "format.header=yes"] if "option" in name else []
    with pytest.raises(UserError, match=words):
        inspect(written(tmp_path / "files", files), *options)


def test_incomplete_rows_can_be_refused_in_every_format(tmp_path: Path) -> None:
    for name in [each for each in CASES if each.startswith("incomplete")]:
        file = written(tmp_path / name.replace(" ", "-"), CASES[name].files)
        with pytest.raises(
            UserError, match="row (11|12): the row has no text.*--set data.format.incomplete=skip"
        ):
            inspect(file, "--set", "data.format.incomplete=refuse")


def test_the_other_label_is_read_by_the_option_that_is_named(tmp_path: Path) -> None:
    file = written(tmp_path / "files", CASES["help desk"].files)
    report = inspect(file, "--set", "data.label=Priority", "--set", "data.format.header=yes")
    assert list(report["classes"]) == ["high", "low", "normal"]
    assert not any("Other choices" in note for note in report["notes"])


def test_columns_have_roles_with_a_confidence(tmp_path: Path) -> None:
    roles = inspect(written(tmp_path / "files", CASES["help desk"].files))["found"]["roles"]
    assert {name: each["role"] for name, each in roles.items()} == {
        "Ticket ID": "id", "Opened At": "date", "Ticket Body": "text", "Priority": "other", "Queue": "label"
    }  # fmt: skip
    assert all(0 <= each["confidence"] <= 1 for each in roles.values())


def test_a_test_file_that_is_asked_for_needs_labels(tmp_path: Path) -> None:
    file = written(tmp_path / "files", CASES["test without labels"].files)
    with pytest.raises(UserError, match="no labels.*Leave the file out of data.validation and data.test"):
        inspect(file, "--set", f"test={file.with_name('test.csv')}")


def test_options_of_formats(tmp_path: Path) -> None:
    """Another sheet, the finer labels, a named encoding; what the file has none of is refused with what there is."""
    sheets = {"own": ROWS, "more": [[t, c] for t, c in labelled("x", "y", "z")]}
    file = written(tmp_path / "files", {"d.xlsx": workbook(**sheets)})
    report = inspect(file, "--set", "format.kind=xlsx", "--set", "format.sheet=more")
    assert list(report["classes"]) == ["x", "y", "z"]
    with pytest.raises(UserError, match="no sheet 'x'.*own, more"):
        inspect(file, "--set", "format.kind=xlsx", "--set", "format.sheet=x")
    lines_of = "".join(f"{'HUM:ind' if i % 3 else 'LOC:city'} {sentence(i)}\n" for i in range(60))
    fine = written(tmp_path / "trec", {"q.label": lines_of})
    report = inspect(fine, "--set", "format.kind=trec", "--set", "format.labels=fine")
    assert list(report["classes"]) == ["HUM:ind", "LOC:city"]
    texts = written(
        tmp_path / "folders", {**tree("t/a", "t/b"), "t/a/bad.txt": b"caf\xe9", "t/a/bad2.txt": b"th\xe9"}
    )
    with pytest.raises(UserError, match=r"2 of 62 files .*a/bad.txt.* cannot be read as utf-8"):
        inspect(texts, "--set", "format.kind=folders", "--set", "format.encoding=utf-8")
    report = inspect(texts, "--set", "format.kind=folders", "--set", "format.encoding=cp1252")
    assert list(report["classes"]) == AB
