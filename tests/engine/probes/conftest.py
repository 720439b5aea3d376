"""Runs of several tasks in a row, small enough to train many times in a test."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.spec.experiment import Experiment, parse_experiment

WORDS = "the a film book plot actor story team match goal city river and it was of in".split()


def table(file: Path, classes: dict[str, str], seed: int, count: int = 48) -> str:
    """A data set whose classes are told apart by one word each."""
    draw = random.Random(seed)
    lines = ["label,text"]
    for _ in range(count):
        label = draw.choice(list(classes))
        words = [draw.choice(WORDS) for _ in range(draw.choice([3, 6, 12]))] + [classes[label]]
        draw.shuffle(words)
        lines.append(f"{label},{' '.join(words)}")
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(file)


@pytest.fixture
def sequence(tmp_path: Path, tiny_bert_folder: Path) -> Callable[..., Experiment]:
    """``sequence("mood", ("topic", {"start": "1"}))``: stages by name, with changes."""
    mood = table(tmp_path / "mood.csv", {"yes": "good", "no": "bad"}, 1)
    third = table(tmp_path / "third.csv", {"early": "was", "late": "year"}, 3)
    topic = table(tmp_path / "topic.csv", {"world": "city", "sport": "goal", "money": "price"}, 2)
    common: dict[str, Any] = {"learning_rate": 5e-3, "batch_size": 8, "max_length": 32, "epochs": 1}
    known = {
        "mood": {"kind": "finetune", "data": mood} | common,
        "topic": {"kind": "finetune", "data": topic} | common,
        "third": {"kind": "finetune", "data": third} | common,
        "both": {"kind": "multitask", "tasks": [{"name": "feeling", "data": mood}, {"data": topic}]} | common,
        "text": {"kind": "further_pretrain", "data": [{"source": mood}], "steps": 3, "batch_size": 8}
        | {"max_length": 32},
    }

    def build(*stages: str | tuple[str, dict[str, Any]], **changes: Any) -> Experiment:
        chosen = [known[each] if isinstance(each, str) else known[each[0]] | each[1] for each in stages]
        compute = {"device": "cpu", "precision": "fp32", "threads": 1, "reuse": False}
        values = {"encoder": {"source": str(tiny_bert_folder)}, "stages": chosen, "compute": compute}
        return parse_experiment(values | {"probes": {"on": False}} | changes)

    return build
