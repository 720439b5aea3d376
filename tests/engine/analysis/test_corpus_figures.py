"""Figures of a corpus before it is read, against counting by hand."""

from __future__ import annotations

import numpy as np

from engine.analysis.corpus_figures import corpus_figures, corpus_key
from engine.analysis.estimate import TokenLengths
from engine.analysis.stage_data import StageData, merge_stage_data
from engine.spec.checks.findings import DataFacts
from engine.spec.stages import FurtherPretrain


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
