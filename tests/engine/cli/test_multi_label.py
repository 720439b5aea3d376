"""Label sets, the paper's data and recent encoders, all the way."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.model.saved_model import load_saved_model
from engine.store import Store, damage, metrics, runs
from engine.store.datasets import list_paper_copies
from tests import patience
from tests.engine.cli.test_app import palimpsest
from tests.engine.malformed.stores import unguarded
from tests.engine.objectives.test_ordinal import write_topics
from tests.engine.recent_encoders import RECENT

pytestmark = pytest.mark.usefixtures("home")


def read_rows(file: Path) -> list[dict[str, str]]:
    with file.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def test_label_sets_go_all_the_way(tmp_path: Path, tiny_bert_folder: Path) -> None:
    store = tmp_path / "store.sqlite"
    write_topics(tmp_path / "topics.csv")
    (tmp_path / "topics.toml").write_text(
        f"""
name = "topics"
encoder = {{ source = '{tiny_bert_folder}' }}
probes = {{ on = false }}
compute = {{ device = "cpu", precision = "fp32" }}
[[stages]]
kind = "finetune"
objective = "multi_label"
data = {{ source = '{tmp_path / "topics.csv"}', label = "topics", target = {{ kind = "labels", delimiter = "|" }} }}
max_length = 32
epochs = 12
batch_size = 8
learning_rate = 3e-3
evaluations = 1
""",
        encoding="utf-8",
    )
    assert palimpsest("run", tmp_path / "topics.toml", "--queue", "--store", store).code == 0
    assert palimpsest("queue", "--store", store).code == 0
    shown = palimpsest("show", "1", "--json", "--store", store).json
    assert shown["summary"]["metric"] == "micro_f1"
    words = palimpsest("show", "1", "--metrics", "--per-class", "--confusion", "--store", store).out
    assert "Hamming loss" in words and "war" in words and "so none is taken for another" in words
    rule = palimpsest("decide", "1", "--metric", "macro_f1", "--save", "--store", store, "--json").json
    assert len(rule["thresholds"]) == 3 and rule["chosen_for"] == "thresholds for macro F1"
    held = rule["splits"][0]
    assert held["after"]["macro_f1"] >= held["before"]["macro_f1"] and held["coverage"] == 1
    fitted = palimpsest("decide", "1", "--temperature", "--store", store, "--json")
    assert fitted.code == 0 and fitted.json["temperature"] > 0
    (tmp_path / "new.csv").write_text("text\nthe bank of the army\non the of\n", encoding="utf-8")
    done = palimpsest(
        "predict", "1", "--file", tmp_path / "new.csv", "--out", tmp_path / "out.csv", "--store", store
    )
    assert done.code == 0, done.err
    rows = read_rows(tmp_path / "out.csv")
    assert list(rows[0]) == [
        "text", "predicted", "confidence", "probability:money", "probability:sport", "probability:war"
    ]  # fmt: skip
    for row in rows:
        expected = [
            name for name, threshold in zip(("money", "sport", "war"), rule["thresholds"], strict=True)
            if float(row[f"probability:{name}"]) >= threshold
        ]  # fmt: skip
        assert row["predicted"] == "|".join(expected)
    exported = tmp_path / "export"
    assert palimpsest("export", "1", exported, "--store", store).code == 0
    assert "Test texts with any label wrong" in (exported / "README.md").read_text(encoding="utf-8")
    assert palimpsest("decide", "1", "--clear", "--store", store).code == 0
    assert palimpsest("predictions", "1", "--out", tmp_path / "test.csv", "--store", store).code == 0
    tested = read_rows(tmp_path / "test.csv")
    assert len(tested) == 16 and {row["correct"] for row in tested} <= {"0", "1"}
    assert all((row["gold"] == row["predicted"]) == (row["correct"] == "1") for row in tested)
    assert palimpsest("slices", "1", "--store", store).code == 0
    assert palimpsest("gate", "1", "1", "--max-flips", "0", "--store", store).code == 0
    assert palimpsest("store", "check", "--store", store).code == 0
    with unguarded(store) as damaged:
        damaged.execute("UPDATE predictions SET predicted = '[0,7]' WHERE position = 3")
    found = damage.explain_damage(store)
    assert found is not None and "a prediction beyond the classes of its split, run 1" in str(found)


def test_rows_and_labels_that_do_not_fit_are_refused_before_anything_is_queued(
    tmp_path: Path, tiny_bert_folder: Path
) -> None:
    write_topics(tmp_path / "topics.csv")
    table, path = tmp_path / "plain.toml", tmp_path / "topics.csv"
    for objective, target, words in (
        ("multi_label", "class", "multi-label classification learns from other labels"),
        ("single_label", "labels", "Learn multi-label classification"),
    ):
        table.write_text(
            f"encoder = {{ source = '{tiny_bert_folder}' }}\n[[stages]]\nkind = 'finetune'\n"
            f"objective = '{objective}'\ndata = {{ source = '{path}', label = 'topics', target = '{target}' }}\n",
            encoding="utf-8",
        )
        said = palimpsest("run", table, "--queue", "--store", tmp_path / "store.sqlite")
        assert said.code == 2 and words in said.err


@pytest.fixture
def trec(tmp_path: Path) -> Path:
    folder = tmp_path / "trec"
    folder.mkdir()
    kinds = ("ABBR", "DESC", "ENTY", "HUM", "LOC", "NUM")
    for name, many in (("train_5500.label", 60), ("TREC_10.label", 30)):
        rows = [f"{kinds[i % 6]}:any What is number {i} in {name} ?" for i in range(many)]
        (folder / name).write_text("\n".join(rows) + "\n", encoding="latin-1")
    return folder


def test_list_register_read_and_go_back(trec: Path, tmp_path: Path) -> None:
    store = tmp_path / "s.sqlite"
    listed = palimpsest("data", "paper", "--store", store, "--json")
    assert listed.code == 0 and len(listed.json) == 8
    by_name = {each["name"]: each for each in listed.json}
    assert by_name["trec"]["copy"] == {"kind": "hub", "place": "hub:SetFit/TREC-QC"}
    assert by_name["sogou"]["copy"]["kind"] == "none" and by_name["sogou"]["hub"] is None
    assert by_name["imdb"]["layouts"] and by_name["imdb"]["rows"] == {"train": 25000, "test": 25000}
    text = palimpsest("data", "paper", "--store", store).out
    assert "yahoo" in text and "1,400,000" in text

    said = palimpsest("data", "register", "trec", trec.parent, "--store", store, "--json")
    assert said.code == 0, said.err
    assert said.json["rows"] == {"train": 60, "test": 30}
    assert said.json["differences"][0] == "a subset: 60 of 5,452 training texts"
    with Store(store) as opened:
        assert list_paper_copies(opened)["trec"].source["source"] == str(trec / "train_5500.label")

    report = palimpsest("data", "inspect", "paper:trec", "--store", store, "--no-sentences", "--json").json
    assert report["splits"]["test"]["rows"] == 30

    back = palimpsest("data", "register", "trec", "--hub", "--store", store)
    assert back.code == 0 and "hub:SetFit/TREC-QC again" in back.out
    with Store(store) as opened:
        assert list_paper_copies(opened) == {}
    lost = palimpsest("data", "inspect", "paper:trec", "--store", store, "--no-download")
    assert lost.code == 2 and "the data set is not on this machine, and nothing may be downloaded" in lost.err


def test_complaints(trec: Path, tmp_path: Path) -> None:
    store = tmp_path / "s.sqlite"
    for arguments, words in [
        (["register", "imdb", str(trec)], "this is not a copy of IMDb"),
        (["register", "trek", str(trec)], "Did you mean 'paper:trec'"),
        (["register", "trec"], "needs a folder, or --hub"),
        (["register", "sogou", "--hub"], "there is no copy of it on the hub"),
    ]:
        said = palimpsest("data", *arguments, "--store", str(store))
        assert said.code == 2 and words in said.err and said.out == "", (arguments, said)


SPEC = """
[probes]
on = false
[compute]
device = "cpu"
precision = "fp32"
threads = 1
[[stages]]
kind = "further_pretrain"
data = [{ source = "samples:questions" }]
steps = 2
batch_size = 4
max_length = 32
[[stages]]
kind = "finetune"
data = { source = "samples:questions", train_rows = 16, test_rows = 8 }
epochs = 1
batch_size = 8
max_length = 24
reinitialise = 1
truncation = { kind = "head_tail", head = 6 }
decay = "zhang"
freezing = { kind = "lowest", layers = 1 }
"""


@pytest.mark.nightly  # in every suite each gives transformers' own features and gradients
def test_all_families_learn_from_the_queue(recent_encoder: Callable[[str], Path], tmp_path: Path) -> None:
    store = tmp_path / "s.sqlite"
    for name in RECENT:
        design = tmp_path / f"{name}.toml"
        head = f"name = {json.dumps(name)}\n[encoder]\nsource = {json.dumps(str(recent_encoder(name)))}\n"
        design.write_text(head + SPEC, encoding="utf-8")
        said = palimpsest("run", design, "--queue", "--store", store)
        assert said.code == 0, said.err
    done = subprocess.run(
        [sys.executable, "-m", "engine", "queue", "--store", store],
        capture_output=True, encoding="utf-8", cwd=Path(__file__).parents[3], timeout=patience.seconds(250),
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    with Store(store) as opened:
        for number, name in enumerate(RECENT, 1):
            row = runs.get_run(opened, number)
            assert (row.name, row.status) == (name, "finished"), row.reason
            known = metrics.list_metric_keys(opened, [number])
            assert {"heldout/loss", "validation/error", "test/error"} <= set(known)
            assert load_saved_model(Path(row.folder) / "stage-2").model.encoder is not None
