"""Texts of findings are left out of a new version: the split that measures stays whole, the first of duplicates too."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from engine.analysis.noise.findings import exclude_findings
from engine.data.dataset import Dataset, load_dataset
from engine.errors import UserError
from engine.spec.data import DataSource
from engine.store import Store
from engine.store.data_names import resolve_source
from tests.engine.cli.test_app import palimpsest

PARTS = {
    "train": [
        ("a", "x"),
        ("b", "x"),
        ("A ", "x"),
        ("c", "x"),
        ("d", "y"),
        ("e", "y"),
        ("d", "x"),
        ("f", "y"),
    ],
    "validation": [("c", "x"), ("g", "y"), ("h", "y"), ("i", "x"), ("g", "y")],
    "test": [("b", "x"), ("h", "y"), ("k", "x"), ("k", "x"), ("l", "y")],
}


@pytest.fixture
def source(tmp_path: Path) -> DataSource:
    for name, rows in PARTS.items():
        with (tmp_path / f"{name}.csv").open("w", encoding="utf-8", newline="") as stream:
            csv.writer(stream).writerows([["text", "label"], *rows])
    return DataSource(
        source=str(tmp_path / "train.csv"),
        validation=str(tmp_path / "validation.csv"),
        test=str(tmp_path / "test.csv"),
    )


def left_out(data: Dataset, *findings: str) -> list[str]:
    """Returns split and text of what is left out."""
    return [
        f"{each.split} {PARTS[each.split][each.row - 2][0].strip()}"
        for each in exclude_findings(data, findings)
    ]


def test_each_finding_leaves_out_what_it_is_about(source: DataSource, home: Path) -> None:
    data = load_dataset(source)
    assert left_out(data, "duplicates") == ["train A", "validation g"], "d has two labels: a conflict"
    assert left_out(data, "duplicates:test") == ["test k"]
    assert left_out(data, "shared") == ["train b", "train c", "validation h"]
    assert left_out(data, "shared:test") == left_out(data, "shared")
    assert left_out(data, "shared:train") == ["train b", "train c"]
    assert left_out(data, "conflicts") == ["train d", "train d"]
    assert left_out(data, "conflicts:validation") == []
    assert len(left_out(data, "duplicates:train", "conflicts")) == 3
    for wrong in ("doubles", "duplicates:dev", ""):
        with pytest.raises(UserError, match="not a finding"):
            exclude_findings(data, [wrong])


def test_a_version_is_made_by_the_command(source: DataSource, tmp_path: Path, home: Path) -> None:
    files = ["--set", f"validation={source.validation}", "--set", f"test={source.test}"]
    made = palimpsest(
        "noise", source.source, *files, "--exclude", "shared", "--exclude", "duplicates", "--json"
    )
    assert made.code == 0, made.err
    assert (made.json["name"], made.json["excluded"]) == ("train@2", 5)
    with Store(home / "palimpsest.sqlite") as store:
        found = load_dataset(resolve_source(store, DataSource(source="catalogue:train@2")))
    assert list(found.splits["train"].texts) == ["a", "d", "e", "d", "f"]
    assert list(found.splits["validation"].texts) == ["c", "g", "i"]
    assert list(found.splits["test"].texts) == [text for text, _ in PARTS["test"]]
    again = palimpsest("noise", "catalogue:train@2", "--exclude", "duplicates")
    assert again.code == 2 and "no texts to leave out" in again.err
    assert palimpsest("noise", source.source, "--exclude", "doubles").code == 2
    assert palimpsest("noise", source.source, "--exclude", "shared", "--out", tmp_path / "q.tsv").code == 2


def test_labels_that_are_no_classes_are_refused(tmp_path: Path, home: Path) -> None:
    file = tmp_path / "grades.csv"
    file.write_text("text,label\n" + "".join(f"t{i},{i / 7}\n" for i in range(40)), encoding="utf-8")
    said = palimpsest("noise", file, "--set", "target.kind=number", "--exclude", "duplicates")
    assert said.code == 2 and "no single class" in said.err
