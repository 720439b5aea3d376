"""Sentences are counted by spaCy's rules, in a process of their own."""

from __future__ import annotations

import pytest

from engine.data.inspection.sentence_counter import count_sentences

TEXTS = ["One. Two! Three?", "", "no end", "Ein Satz. Noch “einer”.\nUnd dieser", "第一。第二！"]


def test_counts_are_those_of_spacy_in_this_process() -> None:
    import spacy  # by this test alone, and not by every worker that collects it

    nlp = spacy.blank("xx")
    nlp.add_pipe("sentencizer")
    assert count_sentences(TEXTS) == [max(1, len(list(nlp(text).sents))) for text in TEXTS]


def test_a_failure_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.data.inspection.sentence_counter.module_command", lambda _: ["false"])
    with pytest.raises(RuntimeError, match="has failed"):
        count_sentences(["One."])
