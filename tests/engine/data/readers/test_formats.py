"""Zhang et al. CSV, TREC, JSON lines, Parquet, class folders, datasets folders, and their detection."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import ClassVar, Literal

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from engine.data.dataset import load_dataset
from engine.data.readers.auto import AutoReader
from engine.data.readers.base import FormatReader
from engine.data.readers.folders import FolderReader
from engine.data.readers.hub import HubReader
from engine.data.readers.jsonl import JsonlReader
from engine.data.readers.parquet import ParquetReader
from engine.data.readers.trec import TrecReader
from engine.data.readers.zhang import ZhangReader
from engine.data.records import Records, table_from_batches
from engine.errors import UserError
from engine.spec.data import DataSource, FileFormat

pytestmark = pytest.mark.usefixtures("home")

SOURCE = DataSource(source="unused")
ZHANG = '"2","Late goal","A goal, and a ""late"" one #39;"\n"1","Vote","The vote is\\near"\n'
TREC = 'DESC:manner How did it develop ?\nENTY:animal What is a "Mule ?\nABBR:exp What is NASA ?\n'


def written(file: Path, content: str | bytes) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content.encode() if isinstance(content, str) else content)
    return file


def one(reader: FormatReader, path: Path) -> Records:
    table = reader.read(path, SOURCE)
    assert isinstance(table, Records)
    return table


def test_every_reader_is_a_known_option():
    assert set(FileFormat.known_options()) >= {
        "auto",
        "csv",
        "zhang",
        "trec",
        "folders",
        "jsonl",
        "parquet",
        "hub",
    }
    assert all(option.title and option.__doc__ for option in FileFormat.known_options().values())


def test_zhang(tmp_path: Path):
    written(tmp_path / "classes.txt", "World\nSports\n")
    table = one(ZhangReader(), written(tmp_path / "train.csv", ZHANG * 3))
    assert (table.label_column, table.text_columns, len(table)) == (0, (1, 2), 6)
    assert table.data.to_pylist()[0] == {"1": "2", "2": "Late goal", "3": 'A goal, and a "late" one #39;'}
    assert table.class_names == ("World", "Sports")
    assert table.detection["format"] == "zhang"


def test_trec(tmp_path: Path):
    file = written(tmp_path / "train.label", TREC.encode() + b"LOC:city Where is \xf0land ?\n")
    table = one(TrecReader(), file)
    assert table.detection["encoding"] == "cp1252" and "ðland" in table.notes[0]
    assert table.data["coarse"].to_pylist() == ["DESC", "ENTY", "ABBR", "LOC"]
    assert table.data["question"].to_pylist()[1] == 'What is a "Mule ?'
    assert table.data["question"].to_pylist()[3] == "Where is ðland ?"
    fine = one(TrecReader(labels="fine"), file)
    assert fine.data.column(fine.label_column).to_pylist()[0] == "DESC:manner"
    with pytest.raises(UserError, match="row 4.*not of the form COARSE:fine"):
        one(TrecReader(), written(tmp_path / "bad.label", TREC + "no label here\n"))


def test_json_lines(tmp_path: Path):
    rows = [
        {"text": "a\u2028b", "label": 1, "p": 0.5, "spans": ["x"]},
        {"text": "c", "label": 2, "more": True},
    ]
    file = written(
        tmp_path / "file.jsonl", "\n".join(json.dumps(row, ensure_ascii=False) for row in rows) + "\n\n"
    )
    table = one(JsonlReader(), file)
    assert table.data.to_pylist() == [
        {"text": "a\u2028b", "label": 1, "p": 0.5, "more": None},
        {"text": "c", "label": 2, "p": None, "more": "true"},
    ]
    assert "spans" in table.notes[0]
    assert table.rows.tolist() == [1, 2]


def test_keys_that_turn_up_late_in_a_long_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("engine.data.readers.json_columns.BATCH", 4)
    rows = [{"text": str(i)} | ({"late": i} if i > 6 else {}) for i in range(10)]
    table = one(JsonlReader(), written(tmp_path / "file.jsonl", "\n".join(map(json.dumps, rows))))
    assert table.data["late"].to_pylist() == [None] * 7 + [7, 8, 9]
    assert table.data["text"].to_pylist() == [str(i) for i in range(10)]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('{"text": "a"}\n{"text": "b"\n', "file.jsonl, row 2: this is not JSON.*character"),
        ('{"text": "a"}\n["b"]\n', "row 2: the line holds no JSON object"),
        ("\n", "the file is empty"),
    ],
)
def test_broken_json_lines(tmp_path: Path, content: str, message: str):
    with pytest.raises(UserError, match=message):
        one(JsonlReader(), written(tmp_path / "file.jsonl", content))


def test_parquet_keeps_the_class_names_of_datasets(tmp_path: Path):
    import datasets

    text, label = datasets.Value("string"), datasets.ClassLabel(names=["neg", "pos"])
    features = datasets.Features({"text": text, "label": label, "ids": [datasets.Value("int64")]})
    rows = {"text": ["a", "b", "c"], "label": [1, 0, -1], "ids": [[1], [2], [3]]}
    file = tmp_path / "file.parquet"
    datasets.Dataset.from_dict(rows, features).to_parquet(file)
    table = one(ParquetReader(), file)
    assert table.data.to_pylist() == [
        {"text": "a", "label": "pos"},
        {"text": "b", "label": "neg"},
        {"text": "c", "label": None},
    ]
    assert table.class_orders == {"label": ("neg", "pos")}
    assert "ids" in table.notes[0]


def test_broken_parquet(tmp_path: Path):
    file = tmp_path / "file.parquet"
    pq.write_table(pa.table({"text": ["a"] * 100}), file)
    file.write_bytes(file.read_bytes()[:-20])
    with pytest.raises(UserError, match="cannot be read as Parquet"):
        one(ParquetReader(), file)


def a_tree(
    root: Path, splits: tuple[str, ...] = ("train", "test"), encoding: str = "utf-8", text: str = "text"
) -> Path:
    for split in splits:
        for name in ("pos", "neg"):
            for i in range(6):
                written(root / split / name / f"{i}_{i}.txt", f"{text} {name} {i}\n".encode(encoding))
    return root


def test_class_folders_within_splits(tmp_path: Path):
    root = a_tree(tmp_path / "tree")
    written(root / "train" / "unsup" / "0_0.txt", "no label")
    written(root / "train" / "urls_pos.txt", "not a class")
    written(root / "imdb.vocab", "words")
    tables = FolderReader().read(root, SOURCE)
    assert isinstance(tables, dict) and set(tables) == {"train", "test"}
    train = tables["train"]
    assert train.data["label"].to_pylist() == ["neg"] * 6 + ["pos"] * 6
    assert train.describe_record(0) == "train/neg/0_0.txt"
    assert train.data["text"].to_pylist()[0] == "text neg 0\n"
    assert len(FolderReader().files(root)) == 24


def test_class_folders_without_splits_also_one_level_down(tmp_path: Path):
    root = a_tree(tmp_path / "tree", splits=("ClassFile",))
    written(root / "ClassCode.txt", "pos 1")
    for place in (root, root / "ClassFile"):
        assert len(one(FolderReader(), place)) == 12


def test_class_folders_in_another_encoding(tmp_path: Path):
    root = a_tree(
        tmp_path / "tree", ("all",), "gb18030", "体育新闻湖人队昨天赢得了比赛，球迷们非常高兴。" * 3
    )
    table = one(FolderReader(), root)
    assert table.detection["encoding"] == "gb18030" and "12 of 12 files" in table.notes[0]
    assert table.data["text"].to_pylist()[0].startswith("体育新闻")


def test_files_in_another_encoding_are_noted_and_those_not_in_a_named_one_refused(tmp_path: Path):
    root = a_tree(tmp_path / "tree", ("all",))
    written(root / "all" / "pos" / "bad.txt", b"caf\xe9")
    table = one(FolderReader(), root)
    assert "pos/bad.txt" in table.notes[0] and "café" in table.data["text"].to_pylist()
    written(root / "all" / "pos" / "bad2.txt", b"th\xe9")
    with pytest.raises(UserError, match=r"2 of 14 files .*pos/bad.txt.* cannot be read as utf-8"):
        one(FolderReader(encoding="utf-8"), root)
    assert one(FolderReader(encoding="cp1252"), root).data["text"].to_pylist()[-1] == "thé"


def test_newsgroup_files_have_no_suffix(tmp_path: Path):
    for name in ("alt.atheism", "sci.space"):
        for i in range(3):
            written(tmp_path / "tree" / name / str(51060 + i), f"post {i}")
    assert (
        one(FolderReader(), tmp_path / "tree").data["label"].to_pylist()
        == ["alt.atheism"] * 3 + ["sci.space"] * 3
    )


def test_no_class_folders(tmp_path: Path):
    written(tmp_path / "a.txt", "text")
    with pytest.raises(UserError, match="no class folders"):
        FolderReader().read(tmp_path, SOURCE)


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    import datasets

    features = datasets.Features(
        {"text": datasets.Value("string"), "label": datasets.ClassLabel(names=["b", "a"])}
    )

    def part(labels: list[int]) -> datasets.Dataset:
        return datasets.Dataset.from_dict(
            {"text": [f"t{i}" for i in range(len(labels))], "label": labels}, features
        )

    train = part([0, 1, 0, 1]).select([3, 2, 1, 0])
    hidden = {"test": part([-1, -1]), "unsupervised": part([-1])}
    whole = datasets.DatasetDict({"train": train, "validation": part([0, 1]), **hidden})
    folder = tmp_path / "saved"
    whole.save_to_disk(folder)
    return folder


def test_a_folder_that_datasets_saved(saved: Path):
    tables = HubReader().read(saved, SOURCE)
    assert set(tables) == {"train", "validation"}
    assert tables["train"].data.to_pylist()[0] == {"text": "t3", "label": "a"}
    assert tables["train"].class_orders == {"label": ("b", "a")}
    notes = " ".join(tables["train"].notes)
    assert "'test' has no labels" in notes and "'unsupervised' is not used" in notes


def test_a_single_saved_split_and_a_broken_one(saved: Path):
    assert set(HubReader().read(saved / "train", SOURCE)) == {"train"}
    (saved / "train" / "state.json").write_text("{", encoding="utf-8")
    with pytest.raises(UserError, match="the data set cannot be loaded"):
        HubReader().read(saved, SOURCE)


def test_a_hub_id_without_network_is_a_clear_message(monkeypatch: pytest.MonkeyPatch):
    import datasets

    monkeypatch.setattr(datasets.config, "HF_HUB_OFFLINE", True)
    reader = AutoReader().detect(Path("hub:palimpsest-tests/nowhere:plain"))
    assert isinstance(reader, HubReader)
    place = "hub:palimpsest-tests/nowhere:plain"
    with pytest.raises(UserError, match=f"{place}: the data set is not on this machine, and nothing may be"):
        reader.identity(Path(place))
    monkeypatch.delenv("HF_HUB_OFFLINE")
    with pytest.raises(UserError, match=f"{place}: the data set cannot be loaded.*network"):
        reader.identity(Path(place))


def test_detection(tmp_path: Path, saved: Path):
    prose = "It was late, and dark.\nNobody came.\nThen, at last, a light, a voice.\n" * 9
    samples = {
        "zhang": written(tmp_path / "z" / "train.csv", ZHANG),
        "csv": written(tmp_path / "c" / "train.csv", "text,label\na,1\nb,2\n"),
        "trec": written(tmp_path / "t" / "any.txt", TREC),
        "jsonl": written(tmp_path / "j" / "any.data", '{"text": "a", "label": 1}\n'),
        "folders": a_tree(tmp_path / "f"),
        "hub": saved,
    }
    pq.write_table(pa.table({"text": ["a"], "label": [1]}), tmp_path / "p")
    samples["parquet"] = tmp_path / "p"
    for kind, path in samples.items():
        assert AutoReader(incomplete="skip").detect(path).model_dump()["kind"] == kind, kind
        assert AutoReader(incomplete="skip").detect(path).incomplete == "skip"
    for path in (written(tmp_path / "prose.txt", prose), written(tmp_path / "b.dat", b"\0\1\2" * 50)):
        with pytest.raises(UserError, match="the format of the file is not known"):
            AutoReader().detect(path)
    shutil.rmtree(samples["folders"] / "train" / "pos")
    shutil.rmtree(samples["folders"] / "train" / "neg")
    with pytest.raises(UserError, match="folder for each class|folder of text files"):
        AutoReader().detect(samples["folders"] / "train")


def test_numbered_rows_are_no_classes(tmp_path: Path):
    rows = "".join(f'{i},"a text","{"ab"[i % 2]}"\n' for i in range(1, 200))
    assert AutoReader().detect(written(tmp_path / "numbered.csv", rows)).model_dump()["kind"] == "csv"
    rows = "".join(f'{i % 14 + 1},"a title","a text"\n' for i in range(200))
    assert AutoReader().detect(written(tmp_path / "classes.csv", rows)).model_dump()["kind"] == "zhang"


def test_a_reader_of_ones_own_takes_part(tmp_path: Path):
    """One class is all: it is an option by its kind, and detection asks it in its turn."""

    class ShoutReader(FormatReader):
        """Lines that begin with their label in capitals and an exclamation mark."""

        title: ClassVar[str] = "Shouts"
        kind: Literal["shout"] = "shout"
        precedence: ClassVar[int] = 35

        def recognises(self, path: Path) -> bool:
            return path.suffix == ".shout"

        def read(self, path: Path, source: DataSource) -> Records:
            lines = [line.split("! ", 1) for line in path.read_text(encoding="utf-8").splitlines()]
            data = table_from_batches(["label", "text"], [list(zip(*lines, strict=True))])
            return Records(
                data, np.arange(1, len(lines) + 1), path, text_columns=(1,), label_column=0, has_header=True
            )

    try:
        file = written(tmp_path / "file.shout", "GOOD! a film\nBAD! a book\n" * 20)
        assert isinstance(AutoReader().detect(file), ShoutReader)
        data = load_dataset(DataSource(source=str(file)))
        assert data.classes == ("BAD", "GOOD") and set(data.splits["train"].texts) == {"a film", "a book"}
        assert load_dataset(DataSource(source=str(file), format="shout")).classes == ("BAD", "GOOD")
    finally:
        del FileFormat.options["shout"]
