"""The help desk: texts written by hand, whole and as its card describes them."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

from engine.data.catalogue import find_sample

FOLDER = Path(__file__).resolve().parents[3] / "resources" / "samples" / "help-desk"
FILES = ("may", "may-test", "june", "june-test", "none")


def rows_of(name: str) -> list[dict[str, str]]:
    with (FOLDER / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_the_card_and_the_catalogue_count_the_files() -> None:
    card = (FOLDER / "README.md").read_text(encoding="utf-8")
    for month, name in (("may", "help-desk"), ("june", "help-desk-june")):
        sample = find_sample(name)
        assert sample.rows == {"train": len(rows_of(month)), "test": len(rows_of(f"{month}-test"))}
        assert sample.classes == tuple(sorted({row["queue"] for row in rows_of(month)}))
        assert f"| {sample.rows['train']} + {sample.rows['test']} |" in card
    for name in ("none", "wrong-labels", "arguable"):
        assert f"| `{name}.csv` | {len(rows_of(name))} |" in card


def test_no_text_comes_twice_and_june_has_a_new_queue() -> None:
    texts = Counter(" ".join(row["message"].casefold().split()) for name in FILES for row in rows_of(name))
    assert max(texts.values()) == 1
    queues = {name: {row["queue"] for row in rows_of(name)} for name in FILES[:4]}
    assert queues["may"] == queues["may-test"]
    assert queues["june"] - queues["may"] == queues["june-test"] - queues["may"] == {"recall"}


def test_the_wrong_labels_are_those_of_the_list() -> None:
    given = {row["id"]: row["queue"] for row in rows_of("may")}
    wrong = rows_of("wrong-labels")
    assert len(wrong) == round(0.03 * len(given))
    for row in wrong:
        assert given[row["id"]] == row["given"] != row["right"]
