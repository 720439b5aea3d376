"""Sentences: spaCy's rules, Chinese marks and quotes, installed pipelines, lines; by one process or several."""

from __future__ import annotations

import gc
import sys
from pathlib import Path

import pytest

from engine.data.pretraining.sentence_workers import segment_documents
from engine.data.pretraining.sentences import (
    COLUMN_SEPARATOR,
    SentenceSplitter,
    is_cjk,
    load_pipeline,
    split_chinese,
)
from engine.errors import UserError
from engine.spec.stages.pretraining import FullWidthSentences, LineSentences, PipelineSentences, RuleSentences


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
