"""Sentences, vocabularies and texts of a teacher."""

from __future__ import annotations

import gc
import sys
from pathlib import Path

import numpy as np
import pytest
from transformers import BertTokenizerFast, PreTrainedTokenizerFast

from engine.data.pretraining.corpus import WholeWordTokenizer
from engine.data.pretraining.sentences import (
    COLUMN_SEPARATOR,
    SentenceSplitter,
    is_cjk,
    load_pipeline,
    segment_documents,
    split_chinese,
)
from engine.data.pretraining.teacher_texts import TeacherTexts, TeacherTokenizer, WordTokens
from engine.errors import UserError
from engine.model.encoders import load_tokenizer
from engine.spec.experiment import Encoder
from engine.spec.stages.pretraining import FullWidthSentences, LineSentences, PipelineSentences, RuleSentences

pytestmark = pytest.mark.usefixtures("home")


@pytest.fixture(scope="module")
def rules() -> SentenceSplitter:
    return SentenceSplitter(RuleSentences())


def test_english_is_cut_by_spacy_s_rules(rules: SentenceSplitter) -> None:
    text = 'Mr. Ames paid 3.50 at the gate.\nHe said "Go!" and left. Why?'
    assert rules.split([text]) == [["Mr. Ames paid 3.50 at the gate.", 'He said "Go!"', "and left.", "Why?"]]


def test_line_breaks_within_a_sentence_become_blanks(rules: SentenceSplitter) -> None:
    assert rules.split(["The long\n  road goes\r\non. It ends.\n"]) == [
        ["The long road goes on.", "It ends."]
    ]


def test_a_sentence_crosses_neither_paragraphs_nor_columns(rules: SentenceSplitter) -> None:
    text = f"A title without a stop{COLUMN_SEPARATOR}The first part\n \nand the second"
    assert rules.split([text]) == [["A title without a stop", "The first part", "and the second"]]


def test_a_paragraph_longer_than_spacy_takes_at_once_loses_nothing(rules: SentenceSplitter) -> None:
    text = "The river is wide. " * 25_000
    (sentences,) = rules.split([text])
    assert " ".join(sentences).split() == text.split()
    assert set(sentences[:1000]) == {"The river is wide."}


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("今天下雨。我们不去了？好！", ["今天下雨。", "我们不去了？", "好！"]),
        ("他说：“走吧！”她没动。", ["他说：“走吧！”", "她没动。"]),
        ("「你好吗？」（他问。）然后走了", ["「你好吗？」", "（他问。）", "然后走了"]),
        ('他说："走！"她问："去哪？"没有回答。', ['他说："走！"', '她问："去哪？"', "没有回答。"]),
        ('天黑了。"是吗？"他问。', ["天黑了。", '"是吗？"', "他问。"]),
        ("真的吗?真的!好.行", ["真的吗?", "真的!", "好.", "行"]),
        ("价格是3.5元。见www.a.com/?id=3的说明。", ["价格是3.5元。", "见www.a.com/?id=3的说明。"]),
        ("什么？！他走了……再见。", ["什么？！", "他走了……再见。"]),
        ("。", ["。"]),
        ("没有标点", ["没有标点"]),
    ],
)
def test_chinese_ends_at_its_marks_with_the_quotes_that_close(text: str, sentences: list[str]) -> None:
    assert split_chinese(text) == sentences


def test_as_published_chinese_ends_at_exactly_three_marks() -> None:
    """Sun et al. 2019, 5.1: 。？！ and nothing else; not their ASCII forms, and no quote is taken along."""
    cutter = SentenceSplitter(FullWidthSentences())
    text = "他说：“好。”走？是！！真的? 行. 完｡尾；末"
    assert cutter.split([text]) == [["他说：“好。", "”走？", "是！！", "真的? 行. 完｡尾；末"]]
    assert cutter.split(["One. Two!\n\n三。四"]) == [["One. Two!", "三。", "四"]]
    assert cutter.split([""]) == [[]]


def test_chinese_is_known_by_its_share_of_characters(rules: SentenceSplitter) -> None:
    assert is_cjk("搜狐 IT 频道:Windows Vista 今天发布")
    assert not is_cjk("The word 水 means water in Chinese.")
    assert not is_cjk("3.14 - 15")
    english, chinese = "It rains。Does it? Yes.", "雨很大。是吗?\n是的。"
    assert rules.split([english, chinese, english]) == [
        ["It rains。Does it?", "Yes."],
        ["雨很大。", "是吗?", "是的。"],
        ["It rains。Does it?", "Yes."],
    ]


def test_lines_stand_as_they_are() -> None:
    text = f"One. Two.\n\n three  four \r\nfive{COLUMN_SEPARATOR}six"
    assert SentenceSplitter(LineSentences()).split([text, "  \n"]) == [
        ["One. Two.", "three four", "five", "six"],
        [],
    ]


def test_several_processes_give_the_same_sentences_in_the_same_order() -> None:
    documents = [f"Number {n} is here. It is {n % 7} o'clock!" for n in range(1300)]
    alone = list(segment_documents(documents, RuleSentences(), 0, processes=1))
    assert alone[3] == ["Number 3 is here.", "It is 3 o'clock!"]
    assert list(segment_documents(documents, RuleSentences(), 0, processes=2)) == alone


def test_a_reader_that_stops_early_leaves_no_process() -> None:
    import psutil

    before = {child.pid for child in psutil.Process().children()}
    documents = segment_documents((f"Text {n}. End." for n in range(5000)), LineSentences(), 0, processes=2)
    assert next(documents) == ["Text 0. End."]
    documents.close()
    assert {child.pid for child in psutil.Process().children()} <= before


def test_a_missing_pipeline_is_named_with_the_way_to_get_it() -> None:
    with pytest.raises(
        UserError, match="'xx_not_there' is not installed.*python -m spacy download xx_not_there"
    ):
        SentenceSplitter(PipelineSentences(name="xx_not_there"))
    with pytest.raises(UserError, match="'numpy' cannot be loaded"):
        SentenceSplitter(PipelineSentences(name="numpy"))


def _install(folder: Path, name: str, with_rules: bool) -> None:
    """A spaCy pipeline as pip leaves it: a package with ``load``, its data, and its metadata."""
    import spacy

    nlp = spacy.blank("en")
    nlp.meta["name"], nlp.meta["version"] = name.removeprefix("en_"), "0.0.1"
    if with_rules:
        nlp.add_pipe("sentencizer", config={"punct_chars": [";"]})
    (folder / name).mkdir()
    nlp.to_disk(folder / name / f"{name}-0.0.1")
    (folder / name / "meta.json").write_text(
        (folder / name / f"{name}-0.0.1" / "meta.json").read_text(encoding="utf-8"), encoding="utf-8"
    )
    (folder / name / "__init__.py").write_text(
        "from spacy.util import load_model_from_init_py\n\n"
        "def load(**overrides):\n    return load_model_from_init_py(__file__, **overrides)\n",
        encoding="utf-8",
    )
    metadata = folder / f"{name}-0.0.1.dist-info" / "METADATA"
    metadata.parent.mkdir()
    metadata.write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 0.0.1\n", encoding="utf-8")


def test_an_installed_pipeline_decides_and_one_without_boundaries_gets_the_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _install(tmp_path, "en_semicolons", with_rules=True)
    _install(tmp_path, "en_bare", with_rules=False)
    monkeypatch.syspath_prepend(str(tmp_path))
    try:
        text = "One; two. three"
        assert SentenceSplitter(PipelineSentences(name="en_semicolons")).split([text]) == [
            ["One;", "two. three"]
        ]
        assert load_pipeline("en_bare").pipe_names == ["sentencizer"]
        assert SentenceSplitter(PipelineSentences(name="en_bare")).split([text]) == [["One; two.", "three"]]
        assert SentenceSplitter(PipelineSentences(name="en_bare")).split(["雨很大。是吗?"]) == [
            ["雨很大。", "是吗?"]
        ]
    finally:
        gc.disable()  # spaCy's reader of msgpack switches collection on, whatever it was before
        for name in ("en_semicolons", "en_bare"):
            sys.modules.pop(name, None)


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


def test_pieces_of_a_word_join_and_a_sentence_without_tokens_is_empty(tiny_bert_folder: Path) -> None:
    tokenizer = load_tokenizer(Encoder(source=str(tiny_bert_folder)))
    encoder = WholeWordTokenizer(tokenizer, chinese_words=False)
    flat = encoder.encode(["good books", "\u200b\x01", "bad"])
    assert flat.lengths[1] == 0 and len(flat.ids) == len(flat.word_starts) == flat.lengths.sum()
    first, last = flat.word_starts[: flat.lengths[0]], flat.word_starts[flat.lengths[0] :]
    tokens = tokenizer.convert_ids_to_tokens(flat.ids.tolist())
    assert flat.word_starts.tolist() == [not token.startswith("##") for token in tokens]
    assert first.sum() == 2 and last.sum() == 1
