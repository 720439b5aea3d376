"""Malformed data sets: files of every format, folders of texts, and places that are no files."""

# ruff: noqa: E501  (tables of odd values read better with many in a line)
from __future__ import annotations

import gzip
import io
import json
import os
import socket
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from tests.engine.malformed.cases import MalformedCase

LIMITS = ("--encoder", "", "--no-sentences", "--no-download")
ROWS = [(f"the {('dull', 'bright')[n % 2]} film number {n}", ("neg", "pos")[n % 2]) for n in range(24)]
"""Rows of a sound data set: what each malformed one would be without its fault."""


def data_cases() -> list[MalformedCase]:
    """Return all malformed data sets."""
    return [
        *encoding_cases(),
        *delimited_cases(),
        *json_cases(),
        *parquet_cases(),
        *folder_cases(),
        *place_cases(),
        *damaged_cases(),
    ]


def inspect(path: Path | str, *settings: str) -> list[str]:
    """Return the arguments that read a data set and count nothing in it."""
    return ["data", "inspect", str(path), *LIMITS, *(w for each in settings for w in ("--set", each))]


def file_case(
    name: str,
    file: str,
    content: bytes | str,
    *settings: str,
    mentions: tuple[str, ...] | None = None,
    legal: bool = False,
    says: str = "",
) -> MalformedCase:
    """Return the case of one file with this content; by default the message names the file."""

    def write(folder: Path) -> list[str]:
        data = content.encode("utf-8") if isinstance(content, str) else content
        (folder / file).write_bytes(data)
        return inspect(folder / file, *settings)

    return MalformedCase(name, write, (file,) if mentions is None else mentions, legal or bool(says), says)


def csv_text(rows: list[tuple[str, str]] = ROWS) -> str:
    """Return rows as CSV with a header."""
    return "text,label\n" + "".join(f'"{text}",{label}\n' for text, label in rows)


def json_lines(rows: list[tuple[str, str]] = ROWS) -> str:
    """Return rows as JSON lines."""
    return "".join(json.dumps({"text": text, "label": label}) + "\n" for text, label in rows)


def trec_lines() -> str:
    """Return rows in the form of the TREC questions."""
    return "".join(f"{('DESC', 'HUM')[n % 2]}:ind What is number {n} ?\n" for n in range(24))


def zhang_text() -> str:
    """Return rows in the form of Zhang et al.'s CSV files."""
    return "".join(f'"{n % 2 + 1}","Title {n}","Text number {n} of the file"\n' for n in range(24))


# -- encodings ---------------------------------------------------------------------------------------------

NO_TEXT_CODECS = ("base64", "base64_codec", "bz2", "hex", "quopri", "rot13", "uu", "zlib")
ODD_CODECS = ("undefined", "idna", "punycode", "unicode_escape", "raw_unicode_escape")
LEFT_OUT = "left out"
"""What is said of rows without a text or a label."""
NO_CODECS = ("no-such-codec", "utf-8 ", "../utf-8", "x" * 5000, "%", "ütf-8", "\ud800", "None", "\t")
FORMATS = {
    "csv": ("train.csv", csv_text),
    "zhang": ("train.csv", zhang_text),
    "jsonl": ("train.jsonl", json_lines),
    "trec": ("train.label", trec_lines),
}


def encoding_cases() -> Iterator[MalformedCase]:
    """Yield files read with codecs that are no text encodings, that do not exist, or that do not fit."""
    for kind, (file, made) in FORMATS.items():
        for codec in (*NO_TEXT_CODECS, *ODD_CODECS, *NO_CODECS):
            legal = codec in ("utf-8 ", "unicode_escape", "raw_unicode_escape", "\t")
            shown = codec[:20].encode("unicode_escape").decode()
            setting = (f"format.kind={kind}", f"format.encoding={codec}")
            yield file_case(f"{kind} as {shown}", file, made(), *setting, mentions=(), legal=legal)
        for codec in ("utf-16", "utf-32"):
            # Without a mark at the beginning nobody knows the order of the bytes.
            setting = (f"format.kind={kind}", f"format.encoding={codec}")
            content = made().encode(f"{codec}-le")
            yield file_case(f"{kind} as {codec} without a mark", file, content, *setting)
        for bad in (b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xf5\x80\x80\x80", b"\xc0\xaf", b"\x81"):
            lines = made().encode().splitlines()
            lines[3] = lines[3][:20] + bad + lines[3][20:]
            name = f"{kind} with the bytes {bad.hex()}"
            guessed = "" if kind == "trec" else "a guess"
            yield file_case(name, file, b"\n".join(lines) + b"\n", legal=True, says=guessed)
        setting = (f"format.kind={kind}", "format.encoding=ascii")
        lines = made().splitlines()
        lines[3] = lines[3][:20] + "é" + lines[3][20:]
        yield file_case(f"{kind}, é as ascii", file, "\n".join(lines), *setting, mentions=(file, "row 4"))
        setting = (f"format.kind={kind}", "format.encoding=utf-7")
        content = made().replace("number 3", "+2AA- 3")
        yield file_case(f"{kind}, half a surrogate pair in utf-7", file, content, *setting)


# -- CSV ---------------------------------------------------------------------------------------------------


def delimited_cases() -> Iterator[MalformedCase]:
    """Yield CSV and TSV files with faulty rows, quotes, headers and labels."""
    header, *rows = csv_text().splitlines()

    def with_row(row: str) -> str:
        return "\n".join([header, *rows[:4], row, *rows[5:]])

    for name, content in {
        "empty": "", "blanks only": " \n\t\n \n", "a mark only": b"\xef\xbb\xbf", "header only": header + "\n",
        "one row": f"{header}\n{rows[0]}", "one column": "\n".join(["text", *(r.split(",")[0] for r in rows)]),
        "one class": csv_text([(t, "pos") for t, _ in ROWS]), "no labels": csv_text([(t, "") for t, _ in ROWS]),
        "all labels differ": csv_text([(t, f"c{n}") for n, (t, _) in enumerate(ROWS)]),
        "no texts": csv_text([("", label) for _, label in ROWS]), "NUL bytes": csv_text().replace("number", "num\0ber"),
        "a megabyte in one line": "text,label\n" + "x" * 2**20,
    }.items():  # fmt: skip
        yield file_case(f"csv, {name}", "train.csv", content)
    for name, content in {
        "an open quote": with_row('"open,pos'), "a quote within quotes": with_row('"a "b" c",pos'),
        "NUL at the end": csv_text() + "x" * 5000 + "\0,pos\n", "carriage returns only": csv_text().replace("\n", "\r"),
        "mixed line ends": csv_text().replace("\n", "\r\n", 5),
        "two columns of one name": csv_text().replace("text,label", "label,label", 1),
        "columns without names": csv_text().replace("text,label", ",", 1),
        "names with escapes": csv_text().replace("text,label", "\x1b[31mtext,label", 1),
        "labels with escapes": csv_text().replace(",pos", ",\x1b]0;pos\x07"),
        "a label per paragraph separator": csv_text().replace("pos", "po\u2029s"),
        "non-characters": csv_text().replace("pos", "po\uffff\U0010ffff"),
    }.items():  # fmt: skip
        yield file_case(f"csv, {name}", "train.csv", content, legal=True)
    for name, row in (("text", '"",pos'), ("label", '"text",')):
        yield file_case(f"csv, a row without {name}", "train.csv", with_row(row), says=LEFT_OUT)
    short = "\n".join([header, *rows[:4], '"alone"', *rows[4:]])
    yield file_case("csv, a row too short", "train.csv", short, mentions=("train.csv", "row 6"))
    long = with_row(rows[4] + ",x,y")
    yield file_case("csv, a row too long", "train.csv", long, mentions=("train.csv", "row 6"))
    tabbed = "\n".join(f"{t}\t{label}" + "\tx" * (n == 5) for n, (t, label) in enumerate(ROWS))
    yield file_case("tsv, one field too many", "train.tsv", tabbed, mentions=("train.tsv", "row 6"))
    wide = "\n".join([",".join(map(str, range(10_000)))] * 5)
    yield file_case("csv, ten thousand columns", "train.csv", wide, mentions=(), legal=True)
    for label in ("nan", "NaN", "inf", "-inf", "1e400", "None", "null", "9" * 40, "-" * 40):
        rows_ = [(t, label if n % 2 else "1") for n, (t, _) in enumerate(ROWS)]
        yield file_case(f"csv, labels {label[:6]}", "train.csv", csv_text(rows_), legal=True)
    for target in ("number", "numbers", "classes"):
        for label in ("nan", "inf", "1e400", "word", "9" * 400, "9" * 5000, "0x10", "1_0", "٣", ""):
            rows_ = [(t, label if n == 3 else str(n % 5)) for n, (t, _) in enumerate(ROWS)]
            name = f"csv, label {label[:6]!a} ({len(label)}) as {target}"
            yield file_case(
                name, "train.csv", csv_text(rows_), f"target.kind={target}", mentions=(), legal=True
            )
    for key, value in (
        ("label", "absent"), ("label", "text"), ("label", "3"), ("label", "0"), ("label", "9" * 30), ("label", "9" * 5000),
        ("label", "²"), ("label", "٣"), ("text", "absent"), ("text", '["text", "absent"]'), ("text", '"+"'),
        ("text", '["text+absent"]'), ("text", "99999999999999999999"), ("text", "[[1]]"), ("text", "{a = 1}"),
    ):  # fmt: skip
        shown = f"{key}={value[:16]} ({len(value)})"
        yield file_case(
            f"csv, {shown}", "train.csv", csv_text(), f"{key}={value}", mentions=(), legal=value == '"+"'
        )
    for value in ("absent.csv", ".", "..", "/", "/dev/null", "x" * 300, "~nobody-here/x.csv"):
        for key in ("validation", "test"):
            yield file_case(
                f"csv, {key}={value[:12]}", "train.csv", csv_text(), f"{key}={value}", mentions=()
            )
    off = ("format.kind=csv", "format.quoting=off")
    yield file_case(
        "csv, quotes off", "train.csv", with_row('"a, b",pos'), *off, mentions=("train.csv", "row 6")
    )
    for name, settings, mentions in (
        ("the wrong delimiter", ("format.kind=csv", "format.delimiter=pipe"), ()),
        ("as JSON lines", ("format.kind=jsonl",), ("row 1",)), ("as TREC", ("format.kind=trec",), ("row 1",)),
        ("as Parquet", ("format.kind=parquet",), ()), ("as a tree of folders", ("format.kind=folders",), ()),
        ("as a folder of datasets", ("format.kind=hub",), ()), ("as Zhang's", ("format.kind=zhang",), ()),
    ):  # fmt: skip
        comma = "csv," if "delimiter" in name else "csv"
        yield file_case(
            f"{comma} {name}",
            "train.csv",
            csv_text(),
            *settings,
            mentions=("train.csv", *mentions),
            legal="Zhang" in name,
        )

    def with_test(folder: Path, test: str) -> list[str]:
        (folder / "train.csv").write_text(csv_text(), encoding="utf-8")
        (folder / "test.csv").write_text(test, encoding="utf-8")
        return inspect(folder / "train.csv")

    for name, test, mentions in (
        ("empty", "", ("test.csv",)),
        ("of one row with another label", "text,label\nx,other\n", ("test.csv", "row 2")),
        ("of other columns", "words,class\nx,pos\n", ()),
        ("of more columns", "text,label,more\nx,pos,y\n", ()),
        ("without label", "text,label\nx,\n", ()),
        ("of bytes", "\0\1\2", ()),
    ):
        yield MalformedCase(
            f"csv, a test file {name}", lambda f, t=test: with_test(f, t), mentions, legal=not mentions
        )  # type: ignore[misc]


# -- JSON lines --------------------------------------------------------------------------------------------


def json_cases() -> Iterator[MalformedCase]:
    """Yield JSON lines that are no JSON, no objects, too deep, or hold what no text can."""
    lines = json_lines().splitlines()

    def row_case(name: str, line: str, *, legal: bool = False, says: str = "") -> MalformedCase:
        content = "\n".join([*lines[:6], line, *lines[6:]])
        mentions = ("train.jsonl",) if legal else ("train.jsonl", "row 7")
        return file_case(f"jsonl, {name}", "train.jsonl", content, mentions=mentions, legal=legal, says=says)

    yield file_case("jsonl, empty", "train.jsonl", "")
    yield file_case("jsonl, blank lines only", "train.jsonl", "\n\n\n")
    for name, line in {
        "cut short": '{"text": "a', "a word": "word", "a number": "7", "a list": '["a", "b"]', "null": "null",
        "two objects": '{"text": "a", "label": "pos"}{"text": "b"}', "single quotes": "{'text': 'a', 'label': 'pos'}",
        "control character": '{"text": "a\x01b", "label": "pos"}',
        "half a surrogate pair in a text": r'{"text": "a \ud800 b", "label": "pos"}',
        "half a surrogate pair in a label": r'{"text": "a", "label": "\udfff"}',
        "half a surrogate pair in a key": r'{"text": "a", "label": "pos", "\udc80": 1}',
        "surrogates in the wrong order": r'{"text": "\udc00\ud800", "label": "pos"}',
        "nested 100,000 deep": '{"text": ' + "[" * 100_000,
        "nested 100,000 deep and closed": '{"text": ' + "[" * 100_000 + "]" * 100_000 + "}",
        "objects 50,000 deep": '{"a": ' * 50_000 + "1" + "}" * 50_000,
        "a number of 5,000 digits": '{"text": "a", "label": ' + "9" * 5000 + "}",
    }.items():  # fmt: skip
        yield row_case(name, line)
    for name, line, says in (
        ("a whole surrogate pair", r'{"text": "\ud83d\ude00", "label": "pos"}', ""),
        ("without text", '{"label": "pos"}', LEFT_OUT), ("without label", '{"text": "a"}', LEFT_OUT),
        ("a text of blanks", '{"text": "  ", "label": "pos"}', LEFT_OUT),
        ("a text that is a list", '{"text": ["a"], "label": "pos"}', ""),
        ("a label that is an object", '{"text": "a", "label": {"a": 1}}', ""),
        ("a text that is null", '{"text": null, "label": "pos"}', LEFT_OUT),
        ("a text that is a number", '{"text": 7, "label": "pos"}', ""),
    ):  # fmt: skip
        yield row_case(name, line, legal=not says, says=says)
    for name in (
        "NaN",
        "Infinity",
        "-Infinity",
        "1e400",
        "-1e999",
        str(2**63),
        str(2**200),
        "1.5",
        "-0",
        "true",
    ):
        half = [f'{{"text": "text {n}", "label": {name if n % 2 else 1}}}' for n in range(24)]
        yield file_case(f"jsonl, labels {name[:12]}", "train.jsonl", "\n".join(half), mentions=(), legal=True)
        half = [f'{{"text": {name if n % 2 else 1}, "label": {n % 3}}}' for n in range(24)]
        yield file_case(f"jsonl, texts {name[:12]}", "train.jsonl", "\n".join(half), mentions=(), legal=True)
    keys = [json.dumps({"text": f"t {n}", "label": n % 2, f"key {n}": n}) for n in range(24)]
    yield file_case("jsonl, other keys in each row", "train.jsonl", "\n".join(keys), legal=True)
    bare = "\n".join(json.dumps({"": f"t {n}", "label": n % 2}) for n in range(24))
    yield file_case("jsonl, an empty key", "train.jsonl", bare, legal=True)
    twice = '{"text": "a", "text": "b", "label": 1}\n' * 9 + '{"text": "c", "label": 2}\n' * 9
    yield file_case("jsonl, the same key twice", "train.jsonl", twice, legal=True)
    wide = json.dumps({str(n): n for n in range(5000)})
    yield file_case("jsonl, 5,000 keys", "train.jsonl", wide + "\n" + wide, mentions=())
    array = json.dumps([{"text": t, "label": y} for t, y in ROWS])
    yield file_case("json, one array", "train.json", array, legal=True)
    yield file_case(
        "json, one object over lines", "train.json", json.dumps({"splits": ROWS}, indent=1), legal=True
    )


# -- Parquet -----------------------------------------------------------------------------------------------


def parquet_cases() -> Iterator[MalformedCase]:
    """Yield Parquet files with columns of every type, and with class labels that do not fit."""
    n = len(ROWS)
    texts, labels = pa.array([t for t, _ in ROWS]), pa.array([y for _, y in ROWS])
    numbers = pa.array([k % 2 for k in range(n)], pa.int64())

    def table_case(
        name: str,
        columns: dict[str, pa.Array],
        *,
        features: object = None,
        legal: bool = False,
        says: str = "",
        raw: bytes | None = None,
    ) -> MalformedCase:
        def write(folder: Path) -> list[str]:
            table = pa.table(columns)
            if raw is not None:
                table = table.replace_schema_metadata({b"huggingface": raw})
            elif features is not None:
                info = json.dumps({"info": {"features": features}})
                table = table.replace_schema_metadata({b"huggingface": info.encode()})
            pq.write_table(table, folder / "train.parquet")
            return inspect(folder / "train.parquet")

        return MalformedCase(f"parquet, {name}", write, ("train.parquet",), legal or bool(says), says)

    label_types = {
        "string views": pa.array([y for _, y in ROWS], pa.string_view()),
        "dictionary": labels.dictionary_encode(),
        "dictionary of numbers": numbers.dictionary_encode(),
        "binary": pa.array([y.encode() for _, y in ROWS], pa.binary()),
        "binary, no UTF-8": pa.array([b"\xff\xfe" if k % 2 else b"\xfd" for k in range(n)], pa.binary()),
        "large binary": pa.array([y.encode() for _, y in ROWS], pa.large_binary()),
        "fixed binary": pa.array([y.encode() for _, y in ROWS], pa.binary(3)),
        "booleans": pa.array([bool(k % 2) for k in range(n)]),
        "nulls": pa.nulls(n),
        "lists": pa.array([[k % 2] for k in range(n)]),
        "structs": pa.array([{"a": k % 2} for k in range(n)]),
        "maps": pa.array([[("a", k % 2)] for k in range(n)], pa.map_(pa.string(), pa.int64())),
        "floats with NaN": pa.array([float("nan") if k == 5 else float(k % 2) for k in range(n)]),
        "floats with inf": pa.array([float("inf") if k % 2 else 1.0 for k in range(n)]),
        "floats beyond integers": pa.array([1e300 if k % 2 else 1.0 for k in range(n)]),
        "half floats": pa.array([float(k % 2) for k in range(n)], pa.float32()).cast(pa.float16()),
        "unsigned beyond 63 bits": pa.array([2**64 - 1 - k % 2 for k in range(n)], pa.uint64()),
        "decimals": pa.array([k % 2 for k in range(n)], pa.int64()).cast(pa.decimal128(30, 2)),
        "dates": pa.array([k % 2 for k in range(n)], pa.int32()).cast(pa.date32()),
        "times beyond years": pa.array([(k % 2) * 2**62 for k in range(n)], pa.int64()).cast(pa.timestamp("ns")),
        "durations": pa.array([k % 2 for k in range(n)], pa.int64()).cast(pa.duration("s")),
        "negative numbers": pa.array([-1 - k % 2 for k in range(n)], pa.int64()),
    }  # fmt: skip
    for name, column in label_types.items():
        yield table_case(f"labels are {name}", {"text": texts, "label": column}, legal=True)
        yield table_case(f"texts are {name}", {"text": column, "label": labels}, legal=True)
    bad_utf8 = pa.Array.from_buffers(
        pa.string(), 2, [*pa.array(["ab", "cd"]).buffers()[:2], pa.py_buffer(b"a\xffc\xfe")]
    )
    yield table_case("text is no UTF-8", {"text": pa.concat_arrays([texts[:22], bad_utf8]), "label": labels})
    yield table_case("label is no UTF-8", {"text": texts, "label": pa.concat_arrays([labels[:22], bad_utf8])})
    yield table_case("no rows", {"text": texts[:0], "label": labels[:0]})
    yield table_case("no columns", {})
    yield table_case("one column", {"text": texts})
    nulls = pa.array([None, *texts.to_pylist()[1:]])
    yield table_case("a text is null", {"text": nulls, "label": labels}, says=LEFT_OUT)

    def class_label(names: object) -> dict[str, object]:
        return {"label": {"_type": "ClassLabel", "names": names}}

    for name, names in {
        "too few names": ["only"],
        "names that are numbers": [1, 2],
        "names that are nested": [["a"], ["b"]],
        "names that are null": [None, None],
        "a name for a list": "ab",
        "names as an object": {"0": "a", "1": "b"},
        "names as a number": 7,
        "equal names": ["same", "same"],
        "empty names": ["", ""],
        "no names": [],
    }.items():
        yield table_case(name, {"text": texts, "label": numbers}, features=class_label(names), legal=True)
    good = class_label(["neg", "pos"])
    for name, column in {
        "index out of range": pa.array([k % 3 for k in range(n)], pa.int64()),
        "all unlabelled": pa.array([-1] * n, pa.int64()),
        "huge index": pa.array([2**62] * n, pa.int64()),
        "labels that are words": labels,
        "labels that are floats": pa.array([0.5 + k % 2 for k in range(n)]),
        "labels that are lists": pa.array([[k % 2] for k in range(n)]),
        "labels that are booleans": pa.array([bool(k % 2) for k in range(n)]),
        "labels that are nulls": pa.nulls(n),
    }.items():
        yield table_case(f"class labels, {name}", {"text": texts, "label": column}, features=good, legal=True)
    for name, value in {
        "a list": [1], "a word": "word", "null": None, "a number": 3, "nested": {"label": [good]},
        "a type that is a list": {"label": {"_type": ["ClassLabel"], "names": ["a"]}},
    }.items():  # fmt: skip
        yield table_case(f"features are {name}", {"text": texts, "label": labels}, features=value, legal=True)
    for name, raw in {
        "deep": b"[" * 200_000, "no UTF-8": b"\xff\xfe{", "no JSON": b"{{{", "empty": b"", "half a pair": rb'{"info": {"features": {"label": {"_type": "ClassLabel", "names": ["\ud800", "b"]}}}}',
    }.items():  # fmt: skip
        yield table_case(f"metadata {name}", {"text": texts, "label": numbers}, raw=raw, legal=True)

    def twice(folder: Path) -> list[str]:
        table = pa.Table.from_arrays([texts, texts, labels], names=["text", "text", "label"])
        pq.write_table(table, folder / "train.parquet")
        return inspect(folder / "train.parquet")

    yield MalformedCase("parquet, a column twice", twice, ("train.parquet",), legal=True)
    deep = pa.array([1] * n)
    for _ in range(60):
        deep = pa.StructArray.from_arrays([deep], ["a"])
    yield table_case("columns nested 60 deep", {"text": texts, "label": labels, "deep": deep}, legal=True)


def parquet_bytes() -> bytes:
    """Return a sound Parquet file."""
    sink = io.BytesIO()
    pq.write_table(pa.table({"text": [t for t, _ in ROWS], "label": [y for _, y in ROWS]}), sink)
    return sink.getvalue()


# -- folders -----------------------------------------------------------------------------------------------


def folder_cases() -> Iterator[MalformedCase]:
    """Yield trees of text files whose names, contents or shape are at fault."""

    def tree(folder: Path) -> Path:
        root = folder / "texts"
        for number, (text, label) in enumerate(ROWS):
            (root / label).mkdir(parents=True, exist_ok=True)
            (root / label / f"{number}.txt").write_text(text, encoding="utf-8")
        return root

    def case(
        name: str,
        change: Callable[[Path], object],
        *settings: str,
        legal: bool = False,
        mentions: tuple[str, ...] = ("texts",),
    ) -> MalformedCase:
        def write(folder: Path) -> list[str]:
            root = tree(folder)
            change(root)
            return inspect(root, *settings)

        return MalformedCase(f"folders, {name}", write, mentions, legal)

    def bytes_named(root: Path, name: bytes) -> None:
        folder = os.fsencode(root / "neg") + b"/" + name
        with open(folder, "wb") as stream:
            stream.write(b"a text")

    def loop(root: Path) -> None:
        (root / "neg" / "loop.txt").symlink_to("loop.txt")
        (root / "again").symlink_to(root, target_is_directory=True)

    def class_of_bytes(root: Path) -> None:
        os.rename(os.fsencode(root / "neg"), os.fsencode(root) + b"/n\xffg")

    yield case("a class whose name is no UTF-8", class_of_bytes)
    yield case("a file whose name is no UTF-8", lambda root: bytes_named(root, b"\xfe\xff.txt"), legal=True)
    yield case("a loop of links", loop, legal=True)
    yield case("a broken link", lambda root: (root / "neg" / "gone.txt").symlink_to("nowhere"), legal=True)
    yield case("a pipe among the texts", lambda root: os.mkfifo(root / "neg" / "pipe.txt"), legal=True)
    yield case("one class", lambda root: [p.unlink() for p in (root / "pos").iterdir()])
    yield case("no texts", lambda root: [p.unlink() for p in root.rglob("*.txt")])
    yield case("empty texts", lambda root: [p.write_bytes(b"") for p in root.rglob("*.txt")], mentions=())
    yield case(
        "texts that are bytes",
        lambda root: [p.write_bytes(b"\xff\xfe\x80") for p in root.rglob("*.txt")],
        legal=True,
    )
    yield case(
        "texts with NUL", lambda root: [p.write_bytes(b"a\0b") for p in root.rglob("*.txt")], legal=True
    )
    for codec in (*NO_TEXT_CODECS, *ODD_CODECS, "no-such-codec", "utf-16", "utf-32", "\ud800"):
        setting = ("format.kind=folders", f"format.encoding={codec}")
        yield case(f"as {codec!a}", lambda root: None, *setting, legal=codec in ODD_CODECS, mentions=())
    yield case("read as CSV", lambda root: None, "format.kind=csv")
    yield case("read as JSON lines", lambda root: None, "format.kind=jsonl")
    yield case("read as Parquet", lambda root: None, "format.kind=parquet")
    yield case("read as TREC", lambda root: None, "format.kind=trec")
    yield case("read as datasets", lambda root: None, "format.kind=hub")

    def codes(root: Path, content: bytes) -> None:
        (root / "ClassCode.txt").write_bytes(content)

    for name, content in {
        "bytes": b"\xff\xfe\0",
        "the same name twice": b"neg A\npos A\n",
        "a class missing": b"neg A\n",
    }.items():
        yield case(f"class codes of {name}", lambda root, c=content: codes(root, c), legal=True)  # type: ignore[misc]

    def arrow_folder(folder: Path, files: dict[str, bytes]) -> list[str]:
        for name, content in files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(content)
        return inspect(folder)

    for name, files in {
        "state.json is no JSON": {"state.json": b"{", "dataset_info.json": b"{}"},
        "state.json is a list": {"state.json": b"[]", "dataset_info.json": b"{}"},
        "state.json alone": {"state.json": b"{}"},
        "dataset_dict.json is no JSON": {"dataset_dict.json": b"\xff"},
        "dataset_dict.json of splits that lack": {"dataset_dict.json": b'{"splits": ["train"]}'},
        "dataset_dict.json deep": {"dataset_dict.json": b"[" * 100_000},
        "a data file missing": {"state.json": b'{"_data_files": [{"filename": "x.arrow"}]}', "dataset_info.json": b"{}"},
        "a data file of bytes": {"state.json": b'{"_data_files": [{"filename": "x.arrow"}], "_fingerprint": "a", "_format_columns": null, "_format_kwargs": {}, "_format_type": null, "_output_all_columns": false, "_split": null}', "dataset_info.json": b"{}", "x.arrow": b"\0" * 100},
        "Parquet files of bytes": {"train-00000.parquet": b"PAR1 nothing PAR1"},
        "Parquet files cut short": {"data/train-00000.parquet": parquet_bytes()[:-40]},
        "an empty Parquet file": {"train.parquet": b""},
    }.items():  # fmt: skip
        yield MalformedCase(f"datasets folder, {name}", lambda f, m=files: arrow_folder(f, m))  # type: ignore[misc]


# -- places ------------------------------------------------------------------------------------------------


def place_cases() -> Iterator[MalformedCase]:
    """Yield places that are no files: loops of links, pipes, devices, names beyond all limits."""

    def case(name: str, write: Callable[[Path], str | Path], mentions: tuple[str, ...] = ()) -> MalformedCase:
        return MalformedCase(f"place, {name}", lambda folder: inspect(write(folder)), mentions)

    def made(path: Path, make: Callable[[Path], object]) -> Path:
        make(path)
        return path

    def listening(path: Path) -> Path:
        before = os.getcwd()
        os.chdir(path.parent)  # the name of a socket may have a hundred bytes only
        try:
            with socket.socket(socket.AF_UNIX) as opened:
                opened.bind(path.name)
        finally:
            os.chdir(before)
        return path

    def two_links(folder: Path) -> Path:
        (folder / "a.csv").symlink_to(folder / "b.csv")
        (folder / "b.csv").symlink_to(folder / "a.csv")
        return folder / "a.csv"

    for name, word, write in (
        ("nothing", "absent.csv", lambda f: f / "absent.csv"),
        ("nothing in nothing", "file.csv", lambda f: f / "no" / "such" / "file.csv"),
        ("a loop of links", "a.csv", two_links),
        ("a link to itself", "a.csv", lambda f: made(f / "a.csv", lambda p: p.symlink_to(p))),
        ("a broken link", "a.csv", lambda f: made(f / "a.csv", lambda p: p.symlink_to("gone"))),
        ("a pipe", "pipe.csv", lambda f: made(f / "pipe.csv", os.mkfifo)),
        ("a socket", "socket.csv", lambda f: listening(f / "socket.csv")),
        ("a device that never ends", "/dev/zero", lambda f: "/dev/zero"),
        ("a device that is empty", "/dev/null", lambda f: "/dev/null"),
    ):  # fmt: skip
        yield case(name, write, (word,))
    yield case("a file as a folder", lambda f: made(f / "a.csv", lambda p: p.write_bytes(b"")) / "b.csv")
    yield case("a name of 300 letters", lambda folder: folder / ("x" * 300))
    yield case("a path of 5,000 letters", lambda folder: str(folder) + "/x" * 2500)
    yield case("a name that is no UTF-8", lambda folder: os.fsdecode(os.fsencode(folder) + b"/\xff\xfe.csv"))
    yield case("an empty folder", lambda folder: folder)
    for name, place in {
        "a path of 100,000 letters": "y" * 100_000, "a user who does not exist": "~no-such-user-here/x.csv",
        "half a surrogate pair": "\ud800.csv", "nothing at all": "", "a blank": " ", "the root's devices": "/dev",
        "an unknown sample": "samples:nothing", "a sample of no name": "samples:",
        "an unknown set of the paper": "paper:nothing", "an unknown entry of the catalogue": "catalogue:nothing",
        "half a pair in the catalogue": "catalogue:\udcff", "no set of the hub": "hub:",
        "an odd set of the hub": "hub:../../etc/passwd", "an odd name of the hub": "hub:a b/c:d:e",
        "a hub name with half a pair": "hub:\udcff",
    }.items():  # fmt: skip
        yield case(name, lambda folder, place=place: place)  # type: ignore[misc]

    def unreadable(folder: Path) -> Path:
        (folder / "train.csv").write_text(csv_text(), encoding="utf-8")
        (folder / "train.csv").chmod(0)
        return folder / "train.csv"

    if os.geteuid():
        yield case("a file nobody may read", unreadable, ("train.csv",))

    def unicode_named(folder: Path) -> list[str]:
        path = os.fsencode(folder) + b"/tr\xffin.csv"
        with open(path, "wb") as stream:
            stream.write(csv_text().encode())
        return inspect(os.fsdecode(path))

    yield MalformedCase("place, a sound file whose name is no UTF-8", unicode_named)


# -- damage ------------------------------------------------------------------------------------------------


def damaged_cases() -> Iterator[MalformedCase]:
    """Yield files cut short, of other programs, packed, or that unpack to something enormous."""
    whole = parquet_bytes()
    for share in (0, 4, 5, 12, 50, len(whole) // 2, len(whole) - 8, len(whole) - 1):
        yield file_case(f"parquet, {share} bytes of it", "train.parquet", whole[:share])
    for place in range(8, len(whole), max(1, len(whole) // 24)):
        changed = bytearray(whole)
        changed[place] ^= 0xFF
        yield file_case(f"parquet, byte {place} flipped", "train.parquet", bytes(changed), legal=True)
    lengths = bytearray(whole)
    lengths[-8:-4] = b"\xff\xff\xff\x7f"
    yield file_case("parquet, a footer of 2 GB", "train.parquet", bytes(lengths))
    packed = gzip.compress(csv_text().encode())
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as made:
        made.writestr("train.csv", csv_text())
    for name, file, content in (
        ("gzip", "train.csv.gz", packed), ("gzip called csv", "train.csv", packed),
        ("gzip called jsonl", "train.jsonl", packed), ("zip", "train.zip", archive.getvalue()),
        ("zip called csv", "train.csv", archive.getvalue()), ("tar", "train.tar", b"\0" * 10240),
        ("pickle", "train.pkl", b"\x80\x04."), ("pickle called csv", "train.csv", b"\x80\x04\x95\0\0."),
        ("xlsx called csv", "train.csv", archive.getvalue()), ("sqlite", "train.csv", b"SQLite format 3\0" + b"\0" * 200),
        ("png", "train.png", b"\x89PNG\r\n\x1a\n\0\0"), ("pdf", "train.csv", b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n"),
        ("html", "train.html", "<html><body>not found</body></html>"), ("prose", "train.txt", "One line.\nAnother one.\n"),
        ("one byte", "train.csv", b"x"), ("one NUL", "train.csv", b"\0"), ("a shell script", "train.sh", "#!/bin/sh\nexit 0\n"),
    ):  # fmt: skip
        yield file_case(f"{name} as data", file, content)
