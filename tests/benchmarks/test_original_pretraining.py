"""The re-stated original makes what the engine makes: same tokens, same shares, same distributions."""

from __future__ import annotations

import io
import random
import struct

import numpy as np
import pytest
from transformers import BertTokenizerFast

from benchmarks._original_pretraining import (
    Settings,
    WordPieces,
    make_examples,
    prepare,
    read_documents,
)
from engine.data.pretraining.corpus import Corpus
from engine.data.pretraining.instances import PairInstances, make_masked_batch
from engine.data.pretraining.masking import MaskingSettings
from engine.data.special_tokens import read_template

WORDS = [*"abcdefghij", *(f"##{each}" for each in "abcdefghij"), "good", "##ness", "film", ".", ",", "中"]
VOCABULARY = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *WORDS]
SETTINGS = Settings(length=64, most_masked=10, dupe_factor=12)


@pytest.fixture(scope="module")
def tokenizer(tmp_path_factory: pytest.TempPathFactory) -> BertTokenizerFast:
    file = tmp_path_factory.mktemp("vocabulary") / "vocab.txt"
    file.write_text("\n".join(VOCABULARY), encoding="utf-8")
    return BertTokenizerFast(str(file), do_lower_case=True)


def lines(documents: int = 300) -> list[str]:
    """Documents of 1 to 12 sentences of 2 to 20 words."""
    draw = random.Random(3)
    words = ["good", "film", "goodness", "a", "bad", "jig", "fed"]
    found = []
    for _ in range(documents):
        for _ in range(draw.randint(1, 12)):
            found.append(" ".join(draw.choice(words) for _ in range(draw.randint(2, 20))))
        found.append("")
    return found


def test_its_tokens_are_those_of_the_published_tokenizer(tokenizer: BertTokenizerFast) -> None:
    ours = WordPieces(VOCABULARY)
    for line in [
        "Good film, a jig.",
        "GOODNESS  \t bád\u00a0fe\u0301d",
        "ab中cd 中",
        "zebra a",
        "a\u200bb\0 c\ufffdd",
        "a" * 99,
        "(a) [b] c-d $e",
        "",
    ]:
        assert ours(line) == tokenizer.tokenize(line)


def distance(first: np.ndarray, second: np.ndarray) -> float:
    """The largest difference of two empirical distribution functions (Kolmogorov and Smirnov)."""
    grid = np.union1d(first, second)
    shares = [np.searchsorted(np.sort(each), grid, "right") / len(each) for each in (first, second)]
    return float(np.abs(shares[0] - shares[1]).max())


def corpus(documents: list[list[list[str]]], numbers: dict[str, int]) -> Corpus:
    sentences = [sentence for document in documents for sentence in document]
    ids = np.array([numbers[piece] for sentence in sentences for piece in sentence], np.int32)
    return Corpus(
        ids,
        np.ones(len(ids), bool),
        np.cumsum([0, *map(len, sentences)]),
        np.cumsum([0, *map(len, documents)]),
        "by hand",
        (),
        {},
    )


def test_its_examples_have_the_engine_s_distributions(tokenizer: BertTokenizerFast) -> None:
    draw, pieces = random.Random(1), WordPieces(VOCABULARY)
    documents = read_documents(lines(), pieces, draw)
    theirs = make_examples(documents, pieces.all, SETTINGS, draw)
    frame = read_template(tokenizer).pair
    pairs = PairInstances(
        corpus(documents, pieces.numbers),
        frame,
        SETTINGS.length,
        random_next=SETTINGS.random_next,
        short=SETTINGS.short,
        seed=7,
    )
    where = [(copy, index) for copy in range(SETTINGS.dupe_factor) for index in range(pairs.pass_size(copy))]
    masking = MaskingSettings(pieces.numbers["[MASK]"], len(VOCABULARY), SETTINGS.share, SETTINGS.most_masked)
    ours = make_masked_batch(pairs, where, masking, seed=7)

    # About 13,000 examples on each side: standard errors of a share are below 0.6 points.
    assert len(theirs) > 10_000 and len(where) / len(theirs) == pytest.approx(1, abs=0.03)
    assert ours.texts.labels.mean() == pytest.approx(np.mean([e.random_next for e in theirs]), abs=0.025)
    lengths = np.array([len(e.pieces) for e in theirs])
    assert lengths.max() == ours.texts.lengths.max() == SETTINGS.length
    assert distance(ours.texts.lengths, lengths) < 0.035
    counts = np.array([len(e.positions) for e in theirs])
    assert np.array_equal(counts, masking.masked_counts(lengths)), "one formula for both"
    assert len(ours.positions) / len(ours.texts.ids) == pytest.approx(counts.sum() / lengths.sum(), abs=0.002)
    # What stands at masked places: [MASK], the token itself, another.
    shown = np.concatenate([[pieces.numbers[e.pieces[p]] for p in e.positions] for e in theirs])
    hidden = np.array([pieces.numbers[piece] for e in theirs for piece in e.hidden])
    for test in (lambda shown, hidden: shown == masking.mask_id, lambda shown, hidden: shown == hidden):
        expected = test(shown, hidden).mean()
        assert test(ours.texts.ids[ours.positions], ours.targets).mean() == pytest.approx(expected, abs=0.008)
    relative = np.concatenate([np.array(e.positions) / len(e.pieces) for e in theirs])
    begins = np.cumsum(ours.texts.lengths) - ours.texts.lengths
    text = np.searchsorted(begins, ours.positions, "right") - 1
    mine = (ours.positions - begins[text]) / ours.texts.lengths[text]
    assert distance(mine, relative) < 0.02


def test_records_hold_seven_features_at_full_length() -> None:
    sink, settings = io.BytesIO(), Settings(length=16, most_masked=3, dupe_factor=1)
    count, tokens = prepare(["good film .", "a jig", "", "fed a film", "bad"], VOCABULARY, settings, sink)
    size = 8 * (3 * 16 + 2 * 3) + 4 * 3 + 8
    assert len(sink.getvalue()) == count * (8 + size) and count >= 2
    assert struct.unpack_from("<q", sink.getvalue())[0] == size
    ids = struct.unpack_from("<16q", sink.getvalue(), 8)
    mask = struct.unpack_from("<16q", sink.getvalue(), 8 + 128)
    assert sum(mask) <= 16 and all(number == 0 for number, real in zip(ids, mask, strict=True) if not real)
    assert ids[0] == VOCABULARY.index("[CLS]") and tokens >= count * 5
    again = io.BytesIO()
    prepare(["good film .", "a jig", "", "fed a film", "bad"], VOCABULARY, settings, again)
    assert again.getvalue() == sink.getvalue(), "the same seed, the same records"
