"""A teacher of another vocabulary reads the same words, and each word is found in both rows of tokens."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from transformers import BertTokenizerFast, PreTrainedTokenizerFast

from engine.data.pretraining.teacher_texts import TeacherTexts, TeacherTokenizer, WordTokens

SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]


def tokenizer(*pieces: str) -> PreTrainedTokenizerFast:
    vocabulary = {piece: number for number, piece in enumerate([*SPECIAL, *pieces])}
    return BertTokenizerFast(vocab=vocabulary, do_lower_case=True)


def words_of(ids: np.ndarray, words: WordTokens, spelling: PreTrainedTokenizerFast) -> list[str]:
    parts = np.split(words.positions, np.cumsum(words.counts)[:-1])
    return ["".join(spelling.convert_ids_to_tokens(ids[part].tolist())).replace("##", "") for part in parts]


def encode(
    student: PreTrainedTokenizerFast, teacher: PreTrainedTokenizerFast, texts: list[str], room: int = 64
) -> tuple[np.ndarray, TeacherTexts]:
    """Texts as the student reads them, with its words, and what becomes of them."""
    ids, words, lengths = list[int](), list[int](), list[int]()
    for text in texts:
        encoding = student(text)
        numbers = [-1 if word is None else word for word in encoding.word_ids()]
        ids += encoding["input_ids"]
        words += numbers
        lengths.append(len(numbers))
    flat = np.asarray(ids, np.int64)
    result = TeacherTokenizer(student, teacher, room).encode(flat, np.asarray(words), np.asarray(lengths))
    return flat, result


def test_a_hand_made_example() -> None:
    student = tokenizer("play", "##ing", "good", "film")
    teacher = tokenizer("playing", "go", "##od", "film")
    ids, texts = encode(student, teacher, ["playing good", "film"])
    assert ids.tolist() == [2, 5, 6, 7, 3, 2, 8, 3]
    assert texts.texts.ids.tolist() == [2, 5, 6, 7, 3, 2, 8, 3]
    assert texts.texts.lengths.tolist() == [5, 3]
    assert texts.own_words.positions.tolist() == [1, 2, 3, 6] and texts.own_words.counts.tolist() == [2, 1, 1]
    assert texts.teacher_words.positions.tolist() == [1, 2, 3, 6]
    assert texts.teacher_words.counts.tolist() == [1, 2, 1]


def test_a_teacher_with_the_same_vocabulary_reads_the_same_tokens(tiny_bert_folder: Path) -> None:
    from transformers import AutoTokenizer

    spelling = AutoTokenizer.from_pretrained(tiny_bert_folder)
    texts = ["The great film was dull; why?", "city", "(1984) unbelievable!"]
    ids, both = encode(spelling, spelling, texts)
    _, cut = encode(spelling, spelling, texts, room=5)
    assert both.texts.ids.tolist() == ids.tolist()
    for words in (both.own_words, both.teacher_words):
        assert "".join(words_of(ids, words, spelling)) == "".join(spelling.tokenize(" ".join(texts))).replace(
            "##", ""
        )
    assert cut.texts.lengths.max() == 5, "what is longer than the teacher reads is cut"


def test_both_rows_hold_the_same_words_and_the_teacher_reads_them_as_its_own_tokenizer_does(
    tiny_bert_folder: Path, minilm_folder: Path
) -> None:
    from transformers import AutoTokenizer

    student, teacher = (AutoTokenizer.from_pretrained(place) for place in (tiny_bert_folder, minilm_folder))
    texts = ["The great film was dull; why?", "city", "it's a river-country (1984), and 3.5 of unbelievable!"]
    ids, both = encode(student, teacher, texts)
    assert words_of(ids, both.own_words, student) == words_of(both.texts.ids, both.teacher_words, teacher)
    assert both.texts.ids.tolist() == [token for text in texts for token in teacher(text)["input_ids"]]


def test_words_beyond_the_teachers_length_have_no_place_in_it() -> None:
    student, teacher = tokenizer("one", "two", "three"), tokenizer("one", "tw", "##o", "three")
    ids, texts = encode(student, teacher, ["one two three", "three three"], room=5)
    assert texts.texts.lengths.tolist() == [5, 4]
    assert words_of(ids, texts.own_words, student) == ["one", "two", "three", "three"]
    assert words_of(texts.texts.ids, texts.teacher_words, teacher) == ["one", "two", "three", "three"]
    _, tight = encode(student, teacher, ["one two three"], room=4)
    assert tight.texts.ids.tolist() == [2, 5, 3], "half a word is no word"


def test_unknown_words_separators_and_pieces_cut_off_from_their_word() -> None:
    student, teacher = tokenizer("play", "##ing", "."), tokenizer("play", "ing", ".")
    unknown, separator = student.unk_token_id, student.sep_token_id
    ids = np.array([2, 6, 7, unknown, separator, 5, 3])
    texts = TeacherTokenizer(student, teacher, 64).encode(
        ids, np.array([-1, 0, 1, 2, -1, 3, -1]), np.array([7])
    )
    assert teacher.convert_ids_to_tokens(texts.texts.ids.tolist()) == [
        "[CLS]", "ing", ".", "[UNK]", "play", "[SEP]",
    ]  # fmt: skip
    assert texts.own_words.positions.tolist() == [1, 2, 3, 5]


@pytest.mark.parametrize("lengths", [[4, 4], [8]])
def test_neighbours_with_one_number_are_one_word_only_within_a_text(lengths: list[int]) -> None:
    student = tokenizer("play", "##ing")
    ids, words = np.array([2, 5, 6, 3, 2, 5, 6, 3]), np.array([-1, 0, 0, -1, -1, 0, 0, -1])
    texts = TeacherTokenizer(student, student, 64).encode(ids, words, np.array(lengths))
    assert texts.own_words.counts.tolist() == [2, 2] and texts.word_count == 2
