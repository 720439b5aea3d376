"""The design that ``new --data`` makes, exported: plain transformers gives the answers stored for the test texts."""

from __future__ import annotations

import csv
import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from transformers import pipeline

from tests.engine.cli.test_app import palimpsest

pytestmark = pytest.mark.usefixtures("home")

TOPICS = {
    "billing": "invoice refund charge money card",
    "delivery": "parcel courier van doorstep address",
    "login": "password account locked email code",
    "quality": "broken torn scratched faulty worn",
}
COMMON = "the my was please again today and not".split()
TARGETS: dict[str, tuple[str, ...]] = {
    "two": (),
    "many": (),
    "several": ("target.kind=labels",),
    "number": ("target.kind=number",),
    "ordinal": ("target.kind=rank",),
    "pair": ("pair=true",),
}


def write_rows(kind: str, file: Path, count: int = 110) -> None:
    """Generated messages with labels of one kind, some of them longer than the rest."""
    draw = random.Random(kind)

    def text(*topics: str) -> str:
        words = [word for topic in topics for word in TOPICS[topic].split()] + COMMON
        return " ".join(draw.choice(words) for _ in range(draw.choice((6, 9, 14))))

    names, rows = list(TOPICS), []
    for number in range(count):
        one, other = draw.choice(names[:2]), draw.choice(names)
        rows.append(
            {
                "two": (text(one), one),
                "many": (text(other), other),
                "several": (text(one, other), ",".join(sorted({one, other}))),
                "number": (text(other), 10 * names.index(other) + number / 100),
                "ordinal": (text(other), 1 + names.index(other)),
                "pair": (text(one), text(other), "same" if one == other else "different"),
            }[kind]
        )
    head = ("question", "answer", "label") if kind == "pair" else ("text", "label")
    with file.open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream).writerows([head, *rows])


def stored_answers(folder: Path) -> list[dict[str, Any]]:
    said = palimpsest("predictions", "last", "--out", folder / "stored.jsonl")
    assert said.code == 0, said.err
    return [json.loads(line) for line in (folder / "stored.jsonl").read_text(encoding="utf-8").splitlines()]


def transformers_answers(folder: Path, kind: str, rows: Sequence[dict[str, Any]]) -> list[Any]:
    """Return what ``transformers.pipeline`` says in the form in which answers are stored."""
    classify = pipeline("text-classification", model=str(folder))
    inputs = [
        {"text": row["text"], "text_pair": row["second"]} if kind == "pair" else row["text"] for row in rows
    ]
    if kind == "number":
        return [each["score"] for each in classify(inputs, truncation=True)]
    if kind != "several":
        return [each["label"] for each in classify(inputs, truncation=True)]
    found = classify(inputs, truncation=True, top_k=None)
    return [{each["label"] for each in scores if each["score"] >= 0.5} for scores in found]


@pytest.mark.slow
@pytest.mark.parametrize("kind", TARGETS)
@pytest.mark.parametrize(
    "encoder", ["palimpsest-tiny", pytest.param("minilm", marks=pytest.mark.nightly)]
)  # the larger one takes half a minute each
def test_transformers_gives_the_stored_test_answers(
    kind: str, encoder: str, tmp_path: Path, minilm_folder: Path
) -> None:
    write_rows(kind, tmp_path / "messages.csv")
    source = str(minilm_folder) if encoder == "minilm" else encoder
    options = [word for setting in TARGETS[kind] for word in ("--set", setting)]
    said = palimpsest("new", "--data", tmp_path / "messages.csv", "--encoder", source, *options)
    assert said.code == 0, said.err
    (tmp_path / "design.toml").write_text(said.out, encoding="utf-8")
    shorter = ["epochs=1", "least_steps=8", "probes.on=false"]
    assert ('tokens = "normed_mean"' in said.out) == (encoder == "minilm")  # which is better read by means
    settings = [word for setting in shorter for word in ("--set", setting)]
    said = palimpsest("run", tmp_path / "design.toml", *settings)
    assert said.code == 0, said.err
    said = palimpsest("export", "last", "--json")
    assert said.code == 0, said.err
    offered = {each["name"]: each for each in said.json["layouts"]}
    said = palimpsest("export", "last", tmp_path / "model")
    # An ordinal answer is a median, which no classifier of transformers gives. All others must load.
    if kind == "ordinal":
        assert "ordinal" in offered["huggingface"]["obstacle"] and offered["huggingface"]["change"]
        assert said.code == 2 and "--layout palimpsest" in said.err and not (tmp_path / "model").exists()
        return
    assert said.code == 0 and not offered["huggingface"]["obstacle"], said.err
    rows = stored_answers(tmp_path)
    found = transformers_answers(tmp_path / "model", kind, rows)
    if kind == "number":
        assert found == pytest.approx([float(row["predicted"]) for row in rows], abs=1e-3)
    elif kind == "several":
        assert found == [set(filter(None, row["predicted"].split(","))) for row in rows]
    else:
        assert found == [row["predicted"] for row in rows]
    assert_names_no_place(tmp_path / "model", tmp_path, minilm_folder)


def assert_names_no_place(folder: Path, *places: Path) -> None:
    for file in folder.rglob("*"):
        if file.suffix in (".json", ".md", ".txt"):
            text = file.read_text(encoding="utf-8")
            assert not [place for place in (*places, Path.home()) if str(place) in text], file
