"""Word pieces: those of the text, repeatable, able to spell plain text; Chinese by the character."""

from __future__ import annotations

import string
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers

from engine.data.pretraining.vocabulary import (
    SPECIAL_TOKENS,
    LearntVocabulary,
    TextNormalisation,
    learn_vocabulary,
    vocabulary_sources,
)
from engine.errors import UserError
from engine.spec.data import DataSource

pytestmark = pytest.mark.usefixtures("home")

CHINESE = (
    "今天天气很好，我们去公园散步。\n北京大学的学生正在研究生命的起源。\n\n公司今年的收入增长了百分之二十。\n"
)
ENGLISH = (
    "The river runs through the city. Running rivers ran on and on, Étienne said.\n\nThe runner runs.\n" * 20
)


def write(folder: Path, text: str, name: str = "a.txt") -> str:
    (folder / name).write_text(text, encoding="utf-8")
    return str(folder / name)


def tokens(vocabulary: LearntVocabulary, text: str) -> list[str]:
    """``text`` cut with the learnt pieces by a WordPiece tokenizer put together here."""
    numbers = {piece: number for number, piece in enumerate(vocabulary.pieces)}
    tokenizer = Tokenizer(models.WordPiece(numbers, unk_token="[UNK]"))
    tokenizer.normalizer = vocabulary.normalisation.normalizer()
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    return tokenizer.encode(text).tokens


def test_special_tokens_come_first_and_plain_text_can_be_spelled(tmp_path: Path) -> None:
    learnt = learn_vocabulary(vocabulary_sources([], [write(tmp_path, ENGLISH)]), 300)
    assert learnt.pieces[:5] == SPECIAL_TOKENS and len(set(learnt.pieces)) == len(learnt.pieces) <= 300
    assert "[UNK]" not in tokens(learnt, "Zebra-crossing: 1984! " + string.printable)
    assert tokens(learnt, "the RIVER") == ["the", "river"]
    assert learnt.document_count == 21 and learnt.coverage == 1.0


def test_the_first_joined_piece_is_the_most_frequent_pair(tmp_path: Path) -> None:
    learnt = learn_vocabulary(vocabulary_sources([], [write(tmp_path, ENGLISH)]), 300)
    pairs: Counter[str] = Counter()
    text = normalizers.BertNormalizer().normalize_str(ENGLISH)
    for word, _ in pre_tokenizers.BertPreTokenizer().pre_tokenize_str(text):
        letters = [word[0], *(f"##{letter}" for letter in word[1:])]
        pairs.update(a + b.removeprefix("##") for a, b in pairwise(letters))
    joined = next(
        piece for piece in learnt.pieces if len(piece.removeprefix("##")) > 1 and piece not in SPECIAL_TOKENS
    )
    assert pairs[joined] == max(pairs.values())


def test_equal_texts_give_equal_pieces_in_equal_order(tmp_path: Path) -> None:
    parts = vocabulary_sources([], [write(tmp_path, ENGLISH + CHINESE)])
    assert len({learn_vocabulary(parts, 400).pieces for _ in range(4)}) == 1


def test_every_chinese_character_is_a_piece_of_its_own(tmp_path: Path) -> None:
    learnt = learn_vocabulary(vocabulary_sources([], [write(tmp_path, CHINESE)]), 400)
    characters = {c for c in CHINESE if c not in "\n"}
    assert characters <= set(learnt.pieces)
    assert "[MASK]" in learnt.pieces
    assert not any(piece.startswith("##") and piece[2] in characters for piece in learnt.pieces)
    assert tokens(learnt, "北京大学。") == list("北京大学。")


def test_rare_characters_give_way_when_there_is_no_room(tmp_path: Path) -> None:
    common, rare = [chr(0x4E00 + n) for n in range(50)], [chr(0x5E00 + n) for n in range(2000)]
    learnt = learn_vocabulary(
        vocabulary_sources([], [write(tmp_path, "".join(common) * 20 + "".join(rare))]), 400
    )
    assert len(learnt.pieces) <= 400 and set(common) <= set(learnt.pieces)
    count = len(set(rare) & set(learnt.pieces))
    assert 0 < count < 250
    assert learnt.coverage == pytest.approx((1000 + count) / 3000)
    assert learnt.character_count == 50 + count


@pytest.mark.parametrize(
    ("writing", "expected"),
    [
        (TextNormalisation(), ["the", "etienne"]),
        (TextNormalisation(lowercase=False), ["The", "Étienne"]),
        (TextNormalisation(keep_accents=True), ["the", "étienne"]),
        (TextNormalisation(lowercase=False, keep_accents=False), ["The", "Etienne"]),
    ],
)
def test_capitals_and_accents_are_kept_as_asked(
    tmp_path: Path, writing: TextNormalisation, expected: list[str]
) -> None:
    learnt = learn_vocabulary(vocabulary_sources([], [write(tmp_path, "The Étienne. " * 400)]), 400, writing)
    assert tokens(learnt, "The Étienne") == expected


def test_data_sets_give_their_training_texts_only(tmp_path: Path) -> None:
    for name, word in (("train", "zebra"), ("test", "quagga")):
        rows = "\n".join(f"{'ab'[n % 2]},{word} {n}" for n in range(40))
        (tmp_path / f"{name}.csv").write_text(f"label,text\n{rows}\n", encoding="utf-8")
    source = DataSource(source=str(tmp_path / "train.csv"), test=str(tmp_path / "test.csv"))
    learnt = learn_vocabulary(vocabulary_sources([source], []), 300)
    assert "zebra" in learnt.pieces and "quagga" not in learnt.pieces and learnt.document_count == 36


def test_bad_input_is_named(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="no text to learn from"):
        vocabulary_sources([], [])
    parts = vocabulary_sources([], [write(tmp_path, " \n\n")])
    with pytest.raises(UserError, match=r"a\.txt: there is no text in it"):
        learn_vocabulary(parts, 300)
    with pytest.raises(UserError, match="100 pieces cannot hold the alphabet.*256"):
        learn_vocabulary(parts, 100)
