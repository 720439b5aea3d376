"""Label sets from the command line: queued, trained in a process of its own, shown, tuned, predicted and written."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from engine.store import damage
from tests.engine.cli.test_app import palimpsest
from tests.engine.malformed.stores import unguarded
from tests.engine.objectives.test_multi_label import write_topics

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
