"""JSON lines of odd keys, folders that ``datasets`` saved, and the hub."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.data.readers.auto import AutoReader
from engine.data.readers.base import FormatReader
from engine.data.readers.hub import HubReader
from engine.data.readers.jsonl import JsonlReader
from engine.data.records import Records
from engine.errors import UserError
from engine.spec.data import DataSource

pytestmark = pytest.mark.usefixtures("home")

SOURCE = DataSource(source="unused")


def written(file: Path, content: str | bytes) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content.encode() if isinstance(content, str) else content)
    return file


def one(reader: FormatReader, path: Path) -> Records:
    table = reader.read(path, SOURCE)
    assert isinstance(table, Records)
    return table


def test_keys_that_turn_up_late_in_a_long_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("engine.data.readers.json_columns.BATCH", 4)
    rows = [{"text": str(i)} | ({"late": i} if i > 6 else {}) for i in range(10)]
    table = one(JsonlReader(), written(tmp_path / "file.jsonl", "\n".join(map(json.dumps, rows))))
    assert table.data["late"].to_pylist() == [None] * 7 + [7, 8, 9]
    assert table.data["text"].to_pylist() == [str(i) for i in range(10)]


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
