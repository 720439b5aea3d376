"""Figures of a corpus before it is read, against counting by hand."""

from __future__ import annotations

import os
import time
from pathlib import Path

import numpy as np
import pytest

from engine import launch
from engine.analysis.corpus_figures import corpus_figures, corpus_key, load_corpora
from engine.analysis.estimate import TokenLengths
from engine.analysis.stage_data import StageData, merge_stage_data
from engine.events import StageStarted
from engine.spec.checks.findings import DataFacts
from engine.spec.experiment import parse_experiment
from engine.spec.stages import FurtherPretrain
from engine.store import Store
from engine.store.writer import RunWriter


def part(train: int, lengths: list[int], single: float | None = None) -> StageData:
    facts = DataFacts(train, 10, 20, {"a": train})
    return StageData(facts, TokenLengths(np.array(lengths)), single=single)


def test_a_corpus_in_figures() -> None:
    table = {"kind": "further_pretrain", "data": ["a", "b"], "steps": 300, "batch_size": 2, "max_length": 12}
    stage = FurtherPretrain.model_validate(table)
    found = corpus_figures(stage, merge_stage_data([part(3, [100, 200, 300]), part(2, [50, 150])]), 10)
    assert found.documents == 5 and found.tokens == 800
    assert found.per_pass == 800 / (10 * 2) and found.passes == 300 / 40 and not found.exact
    every = corpus_figures(
        stage.model_copy(update={"splits": "all"}), merge_stage_data([part(3, [100, 200, 300])] * 2), 10
    )
    assert every.documents == 66 and every.tokens == 66 * 200
    stored = {
        "documents": 7,
        "sentences": 9,
        "tokens": 1000,
        "single_sentence_percent": 50.0,
        "left_out": {"twice": 2},
    }
    exact = corpus_figures(stage, merge_stage_data([]), 10, stored)
    assert exact.exact and exact.left_out == 2 and exact.per_pass == 50
    assert (
        corpus_figures(stage.model_copy(update={"corpus": ["x.txt"]}), merge_stage_data([]), 10).documents
        is None
    )


def test_stages_share_a_corpus_whatever_they_learn_of_it() -> None:
    stage = FurtherPretrain.model_validate({"kind": "further_pretrain", "data": ["a"], "steps": 300})
    assert corpus_key(stage, "tiny") == corpus_key(
        stage.model_copy(update={"steps": 9, "batch_size": 2}), "tiny"
    )
    assert corpus_key(stage, "tiny") != corpus_key(stage, "base")
    assert corpus_key(stage, "tiny") != corpus_key(stage.model_copy(update={"splits": "all"}), "tiny")


def test_a_design_finds_the_figures_of_its_own_run_until_a_file_is_written_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is recorded of a queued run (full paths, contents) is not in a design; both have the same corpus."""
    monkeypatch.chdir(tmp_path)
    Path("films.csv").write_text("text,label\ngood film,a\nbad film,b\n" * 20, encoding="utf-8")
    Path("plays.txt").write_text("A play.\n\nAnother play.\n", encoding="utf-8")
    for name in ("films.csv", "plays.txt"):
        os.utime(name, (time.time() - 60, time.time() - 60))
    stage = {"kind": "further_pretrain", "data": ["films.csv"], "corpus": ["plays.txt"], "steps": 10}
    design = parse_experiment({"stages": [stage]})
    with Store(tmp_path / "s.sqlite") as store:
        (number,) = launch.enqueue(store, [design], launcher="cli")
        with RunWriter(store.path, number) as writer:
            writer.write(StageStarted(0, "further_pretrain", "Pre-training", 0, 10, 10, {"documents": 42}))
        wanted = corpus_key(design.stages[0], "palimpsest-tiny")
        assert [(key == wanted, info["documents"]) for key, info in load_corpora(store)] == [(True, 42)]
        for name in ("films.csv", "plays.txt"):
            os.utime(name, (time.time() + 60, time.time() + 60))
            assert load_corpora(store) == []
            os.utime(name, (time.time() - 60, time.time() - 60))
        assert len(load_corpora(store)) == 1
