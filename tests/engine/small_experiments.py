"""A data set and an experiment small enough to train many times in a test."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.spec.experiment import Experiment, parse_experiment

GOOD = "good great bright".split()
BAD = "bad poor dull".split()
REST = "the a film book plot actor story team match goal city river and it was of in".split()


def sentence(draw: random.Random, positive: bool, length: int) -> str:
    words = [draw.choice(REST) for _ in range(length)]
    words[draw.randrange(length)] = draw.choice(GOOD if positive else BAD)
    return " ".join(words)


@pytest.fixture
def csv_file(tmp_path: Path) -> Path:
    """66 labelled sentences of very different lengths (3 to 40 words), decided by one word each."""
    draw = random.Random(5)
    rows = [(draw.random() < 0.5, draw.choice([3, 5, 9, 17, 40])) for _ in range(66)]
    lines = ["label,text"] + [f"{'yes' if p else 'no'},{sentence(draw, p, n)}" for p, n in rows]
    file = tmp_path / "tiny.csv"
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return file


@pytest.fixture
def corpus_file(tmp_path: Path) -> Path:
    """40 documents of a few sentences."""
    draw = random.Random(6)
    documents = ["\n".join(sentence(draw, True, 12) for _ in range(4)) for _ in range(40)]
    file = tmp_path / "corpus.txt"
    file.write_text("\n\n".join(documents) + "\n", encoding="utf-8")
    return file


@pytest.fixture
def make(csv_file: Path, corpus_file: Path, tiny_bert_folder: Path) -> Callable[..., Experiment]:
    """Builds an experiment: ``make(batching="grouped")`` fine-tunes, ``make(kind="further_pretrain")`` pre-trains.

    Forgetting is measured only where ``probes`` ask for it.
    """

    def build(
        kind: str = "finetune",
        compute: dict[str, Any] | None = None,
        probes: dict[str, Any] | None = None,
        **fields: Any,
    ) -> Experiment:
        stage: dict[str, Any] = {"kind": kind, "learning_rate": 2e-3, "batch_size": 8, "max_length": 32}
        if kind == "finetune":
            stage |= {"data": str(csv_file), "epochs": 2}
        else:
            stage |= {"corpus": [str(corpus_file)], "steps": 12, "evaluate_every": 5}
        return parse_experiment(
            {
                "encoder": {"source": str(tiny_bert_folder)},
                "stages": [stage | fields],
                "probes": probes or {"on": False},
                # One thread: tests share the machine, and two threads that wait for each other are slower.
                "compute": {"device": "cpu", "precision": "fp32", "threads": 1, "reuse": False}
                | (compute or {}),
            }
        )

    return build
