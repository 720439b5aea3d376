"""The corpus of further pre-training: which documents, which sentences, which tokens, made once."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
import pytest
from transformers import AutoTokenizer, BertTokenizerFast, PreTrainedTokenizerFast

from engine import paths
from engine.data.pretraining.corpus import Corpus, read_corpus
from engine.errors import UserError
from engine.preflight import check_text_files
from engine.spec.data import DataSource
from engine.spec.stages.pretraining import FurtherPretrain

pytestmark = pytest.mark.usefixtures("home")


@pytest.fixture
def tokenizer(tiny_bert_folder: Path) -> PreTrainedTokenizerFast:
    return AutoTokenizer.from_pretrained(tiny_bert_folder)


def texts(corpus: Corpus, tokenizer: PreTrainedTokenizerFast) -> list[list[str]]:
    """The corpus in words: sentences of documents."""
    return [
        [
            tokenizer.decode(corpus.ids[corpus.sentence_offsets[s] : corpus.sentence_offsets[s + 1]].tolist())
            for s in range(first, last)
        ]
        for first, last in zip(corpus.document_offsets[:-1], corpus.document_offsets[1:], strict=True)
    ]


def both(stage: FurtherPretrain, tokenizer: PreTrainedTokenizerFast, **options: object) -> list[list[str]]:
    """All documents, those held out last."""
    parts = [read_corpus(stage, tokenizer, part=part, **options) for part in ("train", "held_out")]  # type: ignore[arg-type]
    return [document for corpus in parts for document in texts(corpus, tokenizer)]


def labelled(file: Path, rows: Iterable[Sequence[str]], columns: Sequence[str] = ("label", "text")) -> Path:
    with file.open("w", encoding="utf-8", newline="") as out:
        csv.writer(out).writerows([columns, *rows])
    return file


def made() -> dict[str, int]:
    """Every file of cached corpora with its time of change."""
    root = paths.cache_folder() / "corpora"
    return {
        str(path.relative_to(root)): path.stat().st_mtime_ns for path in root.rglob("*") if path.is_file()
    }


def test_text_files_become_sentences_of_documents(tmp_path: Path, tokenizer: PreTrainedTokenizerFast) -> None:
    (tmp_path / "a.txt").write_text("\ufeffgood\nfilm. bad book\n\n\nthe city\n", encoding="utf-8")
    (tmp_path / "b.txt").write_text("river!", encoding="utf-8")
    (tmp_path / "h.md").write_text("the match\n", encoding="utf-8")
    stage = FurtherPretrain(corpus=[str(tmp_path)], held_out=[str(tmp_path / "h.md")])
    corpus = read_corpus(stage, tokenizer, part="train")
    assert texts(corpus, tokenizer) == [["good film.", "bad book"], ["the city"], ["river!"]]
    assert corpus.sentence_offsets.tolist() == [0, 3, 5, 7, 9] and corpus.document_offsets.tolist() == [
        0,
        2,
        3,
        4,
    ]
    assert corpus.ids.dtype == np.uint16 and corpus.word_starts.all()
    assert corpus.facts["documents"] == 3 and corpus.facts["sentences"] == 4 and corpus.facts["tokens"] == 9
    assert corpus.facts["single_sentence_percent"] == pytest.approx(66.67)
    assert corpus.facts["sources"] == [str(tmp_path)] and corpus.facts["splits"] == ""
    assert texts(read_corpus(stage, tokenizer, part="held_out"), tokenizer) == [["the match"]]


def test_pieces_of_a_word_belong_to_its_first(tmp_path: Path, tokenizer: PreTrainedTokenizerFast) -> None:
    (tmp_path / "a.txt").write_text("good xyz film\n", encoding="utf-8")
    corpus = read_corpus(
        FurtherPretrain(corpus=[str(tmp_path / "a.txt")], held_out=[str(tmp_path)]),
        tokenizer,
        part="held_out",
    )
    assert tokenizer.convert_ids_to_tokens(corpus.ids.tolist()) == ["good", "x", "##y", "##z", "film"]
    assert corpus.word_starts.tolist() == [True, True, False, False, True]


def test_columns_and_pairs_are_consecutive_sentences(
    tmp_path: Path, tokenizer: PreTrainedTokenizerFast
) -> None:
    rows = [("ab"[n % 2], f"title {n}", f"It is {n}. The end") for n in range(20)]
    file = labelled(tmp_path / "news.csv", rows, ("label", "title", "description"))
    for pair in (False, True):
        stage = FurtherPretrain(
            data=[DataSource(source=str(file), text=["title", "description"], label="label", pair=pair)],
            drop_overlap=False,
            splits="all",
        )
        corpora = both(stage, tokenizer)
        assert sorted(corpora) == sorted([f"title {n}", f"it is {n}.", "the end"] for n in range(20))


def test_splits_are_those_asked_for(tmp_path: Path, tokenizer: PreTrainedTokenizerFast) -> None:
    words = {"train": "actor", "test": "story"}
    for name, word in words.items():
        labelled(tmp_path / f"{name}.csv", (("ab"[n % 2], f"{word} {name} {n}") for n in range(40)))
    source = DataSource(source=str(tmp_path / "train.csv"), test=str(tmp_path / "test.csv"))
    counts = {}
    for splits in ("train", "train_validation", "all"):
        stage = FurtherPretrain(data=[source], splits=splits)
        corpora = [read_corpus(stage, tokenizer, part=part) for part in ("train", "held_out")]  # type: ignore[arg-type]
        counts[splits] = sum(corpus.facts["documents"] for corpus in corpora)
        assert any("test texts" in note for note in corpora[0].notes) == (splits == "all")
        assert corpora[0].facts["splits"] == splits
    assert counts == {"train": 36, "train_validation": 40, "all": 80}


def test_documents_that_two_sets_share_or_a_later_test_holds_are_left_out(
    tmp_path: Path, tokenizer: PreTrainedTokenizerFast
) -> None:
    def write(name: str, train: Sequence[str], test: Sequence[str]) -> DataSource:
        for part, rows in (("train", train), ("test", test)):
            labelled(tmp_path / f"{name}_{part}.csv", (("ab"[i % 2], text) for i, text in enumerate(rows)))
        return DataSource(
            source=str(tmp_path / f"{name}_train.csv"), test=str(tmp_path / f"{name}_test.csv"), train_rows=0
        )

    # Two sets of one origin: 10 training texts are in both, 5 of the first are test texts of the second.
    first = [f"film number {n}" for n in range(60)]
    second = [f"FILM   number {n}" for n in range(10)] + [f"book number {n}" for n in range(50)]
    polarity = write("p", first, ["Game number 1", "game number 2"])
    full = write("f", second, [f"film number {n}" for n in range(20, 25)] + ["game number 9"])
    target = write("t", ["a match", "the match"] * 20, ["film number 30", "Book number 30"])
    stage = FurtherPretrain(data=[polarity, full])

    plain = both(stage.model_copy(update={"drop_overlap": False}), tokenizer)
    # 90 % of 60 each: a tenth of the training rows is held out for validation.
    assert len(plain) == 108
    corpora = [
        read_corpus(stage, tokenizer, part=part, later_sources=[target]) for part in ("train", "held_out")
    ]  # type: ignore[arg-type]
    documents = [document for corpus in corpora for (document,) in texts(corpus, tokenizer)]
    assert len(documents) == len(set(documents))
    assert not {f"film number {n}" for n in (*range(20, 25), 30)} & set(documents)
    assert "book number 30" not in documents and "film number 31" in {d for (d,) in plain}
    # Independently: the plain corpus without repetitions and without any validation or test text.
    from engine.data.dataset import load_dataset

    banned = {
        " ".join(text.split()).lower()
        for source in (polarity, full, target)
        for split in ("validation", "test")
        for text in load_dataset(source).splits[split].texts
    }
    assert sorted(documents) == sorted({document for (document,) in plain} - banned)
    left_out = corpora[0].facts["left_out"]
    assert left_out["overlap"] == sum(document in banned for (document,) in plain)
    assert left_out["overlap"] + left_out["duplicates"] == 108 - len(documents)
    assert any(f"documents ({left_out['duplicates']})" in note for note in corpora[0].notes)
    # A later stage's data set changes what is left out; a split asked for in so many words stays in.
    assert read_corpus(stage, tokenizer, part="train").fingerprint != corpora[0].fingerprint
    everything = both(stage.model_copy(update={"splits": "all"}), tokenizer, later_sources=[full])
    assert ["film number 22"] in everything and ["game number 9"] in everything


def test_what_was_left_out_for_a_target_counts_only_where_something_was(
    tmp_path: Path, tokenizer: PreTrainedTokenizerFast
) -> None:
    """Corpora are equal when their documents are, whatever they had to be kept apart from."""
    words = "good bad film book plot actor story team match goal".split()
    rows = [f"the {first} {second}" for first in words for second in words]
    own = labelled(tmp_path / "own.csv", [(str(n % 2), text) for n, text in enumerate(rows)])
    far = labelled(tmp_path / "far.csv", [(str(n % 2), f"a city {n}") for n in range(40)])
    near = labelled(tmp_path / "near.csv", [(str(n % 2), text) for n, text in enumerate(rows[:40])])
    stage = FurtherPretrain(data=[DataSource(source=str(own))])
    targets = [DataSource(source=str(file)) for file in (far, near)]

    def fingerprint(stage: FurtherPretrain, *later: DataSource) -> str:
        return read_corpus(stage, tokenizer, part="train", later_sources=later).fingerprint

    alone, with_far, with_near = (fingerprint(stage), *(fingerprint(stage, target) for target in targets))
    assert alone == with_far != with_near
    # Kept apart from both whatever the target is, a corpus serves both.
    apart = stage.model_copy(update={"apart_from": targets})
    assert fingerprint(apart, targets[0]) == fingerprint(apart, targets[1]) == fingerprint(apart) == with_near
    assert [*apart.sources()] == ["data.0"]


def test_keeping_apart_from_others_needs_overlap_left_out() -> None:
    source = DataSource(source="samples:reviews")
    with pytest.raises(ValueError, match="only if overlap is excluded too"):
        FurtherPretrain(data=[source], apart_from=[source], drop_overlap=False)


def test_trec_without_what_is_repeated_or_tested(shared_data: Path, minilm_folder: Path) -> None:
    """The questions that stay are those that a few lines of plain Python leave."""
    folder = shared_data / "trec"
    if not (folder / "train_5500.label").is_file():
        pytest.skip("TREC is not among the shared data sets")

    def questions(file: str) -> list[str]:
        lines = (folder / file).read_text(encoding="latin-1").splitlines()
        return [" ".join(line.split()[1:]).casefold() for line in lines if line.strip()]

    learnt, tested = questions("train_5500.label"), set(questions("TREC_10.label"))
    stage = FurtherPretrain(data=[DataSource(source=str(folder))], splits="train_validation")
    tokenizer = AutoTokenizer.from_pretrained(minilm_folder)
    corpora = [read_corpus(stage, tokenizer, part=part) for part in ("train", "held_out")]  # type: ignore[arg-type]
    assert sum(corpus.facts["documents"] for corpus in corpora) == len(set(learnt) - tested)
    for corpus in corpora:
        left_out = corpus.facts["left_out"]
        assert left_out["overlap"] == sum(question in tested for question in learnt) > 5
        assert left_out["overlap"] + left_out["duplicates"] == len(learnt) - len(set(learnt) - tested)
        assert corpus.facts["single_sentence_percent"] > 90
        assert any("are a single sentence" in note for note in corpus.notes)


def test_held_out_files_are_not_learnt_from(tmp_path: Path, tokenizer: PreTrainedTokenizerFast) -> None:
    (tmp_path / "a.txt").write_text("good film\n\nbad book\n\nthe city\n", encoding="utf-8")
    (tmp_path / "b.txt").write_text("Bad  book\n", encoding="utf-8")
    stage = FurtherPretrain(corpus=[str(tmp_path / "a.txt")], held_out=[str(tmp_path / "b.txt")])
    assert texts(read_corpus(stage, tokenizer, part="train"), tokenizer) == [["good film"], ["the city"]]
    assert texts(read_corpus(stage, tokenizer, part="held_out"), tokenizer) == [["bad book"]]


def test_one_document_in_a_hundred_is_held_out_by_its_content(
    tmp_path: Path, tokenizer: PreTrainedTokenizerFast
) -> None:
    documents = [f"number {n}" for n in range(3000)]
    (tmp_path / "a.txt").write_text("\n\n".join(documents), encoding="utf-8")
    (tmp_path / "b.txt").write_text("\n\n".join(reversed(documents[:1500])), encoding="utf-8")
    parts = {}
    for name in "ab":
        stage = FurtherPretrain(corpus=[str(tmp_path / f"{name}.txt")])
        train, held_out = (
            [document for (document,) in texts(read_corpus(stage, tokenizer, part=part), tokenizer)]  # type: ignore[arg-type]
            for part in ("train", "held_out")
        )
        assert not set(train) & set(held_out)
        parts[name] = (len(train) + len(held_out), set(held_out))
    assert [count for count, _ in parts.values()] == [3000, 1500]
    # Binomial: 30 ± 5.4.
    assert 12 <= len(parts["a"][1]) <= 50
    assert parts["b"][1] == parts["a"][1] & set(documents[:1500])


@pytest.mark.parametrize("count", [2, 3, 20])
def test_few_documents_leave_some_on_either_side(
    tmp_path: Path, tokenizer: PreTrainedTokenizerFast, count: int
) -> None:
    (tmp_path / "a.txt").write_text("\n\n".join(f"number {n}" for n in range(count)), encoding="utf-8")
    stage = FurtherPretrain(corpus=[str(tmp_path / "a.txt")])
    sizes = [read_corpus(stage, tokenizer, part=part).facts["documents"] for part in ("train", "held_out")]  # type: ignore[arg-type]
    assert min(sizes) >= 1 and sum(sizes) == count


def test_a_single_document_gives_its_last_sentences(
    tmp_path: Path, tokenizer: PreTrainedTokenizerFast
) -> None:
    (tmp_path / "book.txt").write_text("\n".join(f"number {n}." for n in range(250)), encoding="utf-8")
    stage = FurtherPretrain(corpus=[str(tmp_path / "book.txt")])
    ((*train,),) = texts(read_corpus(stage, tokenizer, part="train"), tokenizer)
    assert len(train) == 248
    assert texts(read_corpus(stage, tokenizer, part="held_out"), tokenizer) == [
        ["number 248.", "number 249."]
    ]


def test_what_was_made_is_found_again_by_content(
    tmp_path: Path, tokenizer: PreTrainedTokenizerFast, minilm_folder: Path
) -> None:
    text = "\n\n".join(f"number {n}. The end" for n in range(50))
    (tmp_path / "a.txt").write_text(text, encoding="utf-8")
    corpus = read_corpus(FurtherPretrain(corpus=[str(tmp_path / "a.txt")]), tokenizer, part="train")
    before = made()

    (tmp_path / "moved.txt").write_text(text, encoding="utf-8")
    phases: list[str] = []
    again = read_corpus(
        FurtherPretrain(corpus=[str(tmp_path / "moved.txt")], learning_rate=1e-4),
        tokenizer,
        part="train",
        report=lambda what, done, total: phases.append(what),
    )
    assert again.fingerprint == corpus.fingerprint and made() == before and not phases
    assert np.array_equal(again.ids, corpus.ids)

    # Another vocabulary reads the same sentences.
    other = AutoTokenizer.from_pretrained(minilm_folder)
    read_corpus(FurtherPretrain(corpus=[str(tmp_path / "a.txt")]), other, part="train")
    fresh = {name for name in made() if name not in before}
    assert fresh and all(name.startswith("tokens-") for name in fresh)

    (tmp_path / "a.txt").write_text(text + "!", encoding="utf-8")
    changed = read_corpus(FurtherPretrain(corpus=[str(tmp_path / "a.txt")]), tokenizer, part="train")
    assert changed.fingerprint != corpus.fingerprint


@pytest.fixture(scope="module")
def chinese(tmp_path_factory: pytest.TempPathFactory) -> PreTrainedTokenizerFast:
    words = [
        "[PAD]",
        "[UNK]",
        "[CLS]",
        "[SEP]",
        "[MASK]",
        *"研究生命起源他来到北京大学。",
        "t",
        "##v",
        "film",
    ]
    return BertTokenizerFast(vocab={word: index for index, word in enumerate(words)})


def test_chinese_words_are_those_of_the_segmenter(tmp_path: Path, chinese: PreTrainedTokenizerFast) -> None:
    jieba = pytest.importorskip("jieba")
    text = "他来到北京大学研究tv film。"
    (tmp_path / "a.txt").write_text(text, encoding="utf-8")
    file = str(tmp_path / "a.txt")
    stage = FurtherPretrain(corpus=[file], held_out=[file], drop_overlap=False)
    corpus = read_corpus(stage, chinese, part="train", whole_words=True)
    tokens = chinese.convert_ids_to_tokens(corpus.ids.tolist())
    words, current = [], ""
    for token, begins in zip(tokens, corpus.word_starts, strict=True):
        if begins and current:
            words.append(current)
            current = ""
        current += token.removeprefix("##")
    assert [*words, current] == [word for word in jieba.cut(text) if word.strip()]
    assert "北京大学" in words and not corpus.notes[:-1]
    assert read_corpus(stage, chinese, part="train").word_starts.tolist() == [t != "##v" for t in tokens]


def test_without_a_segmenter_each_character_is_a_word_and_that_is_said(
    tmp_path: Path, chinese: PreTrainedTokenizerFast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.data.pretraining.corpus.chinese_segmenter_installed", lambda: False)
    (tmp_path / "a.txt").write_text("他来到北京大学。", encoding="utf-8")
    file = str(tmp_path / "a.txt")
    stage = FurtherPretrain(corpus=[file], held_out=[file], drop_overlap=False)
    corpus = read_corpus(stage, chinese, part="train", whole_words=True)
    assert corpus.word_starts.all() and any("jieba" in note for note in corpus.notes)
    assert not any("jieba" in note for note in read_corpus(stage, chinese, part="train").notes)


def test_bad_corpora_are_named(tmp_path: Path, tokenizer: PreTrainedTokenizerFast) -> None:
    def corpus(*files: str, **fields: object) -> FurtherPretrain:
        return FurtherPretrain(corpus=[str(tmp_path / file) for file in files], **fields)  # type: ignore[arg-type]

    (tmp_path / "empty").mkdir()
    (tmp_path / "blank.txt").write_text("\n  \n\u3000\n", encoding="utf-8")
    (tmp_path / "latin.txt").write_bytes("Gute Größe. Sie ist gut.\nschön, ".encode() + b"sch\xf6n")
    (tmp_path / "one.txt").write_text("good film", encoding="utf-8")
    (tmp_path / "same.txt").write_text("good film\n\nGood film", encoding="utf-8")
    cases = [
        (corpus("gone.txt"), r"gone\.txt: there is no such file"),
        (corpus("empty"), "holds no .txt file"),
        (corpus("blank.txt"), r"blank\.txt: there is no text in it"),
        (corpus("same.txt"), "a single sentence"),
        (
            corpus("same.txt", held_out=[str(tmp_path / "one.txt")]),
            "nothing is left of the corpus.*drop_overlap",
        ),
        (corpus("one.txt", segmentation={"kind": "pipeline", "name": "xx_gone"}), "spacy download xx_gone"),
    ]
    for stage, message in cases:
        with pytest.raises(UserError, match=message):
            read_corpus(stage, tokenizer, part="train")
    assert not any("tokens" in name for name in made())
    for stage in (cases[0][0], cases[1][0], cases[-1][0]):
        with pytest.raises(UserError):
            check_text_files(stage)
    check_text_files(corpus("one.txt"))
    notes = read_corpus(corpus("latin.txt"), tokenizer, part="train").notes
    assert any("it reads “schön”" in note and "save it as UTF-8" in note for note in notes)


def test_sentences_on_disk_can_be_read_by_people_and_as_lines(
    tmp_path: Path, tokenizer: PreTrainedTokenizerFast
) -> None:
    (tmp_path / "a.txt").write_text("Good film. Bad\nbook.\n\nThe city.\n", encoding="utf-8")
    stage = FurtherPretrain(corpus=[str(tmp_path / "a.txt")])
    whole = sorted(both(stage, tokenizer))
    (file,) = (paths.cache_folder() / "corpora").rglob("sentences.txt")
    assert file.read_text(encoding="utf-8") == "Good film.\nBad book.\n\nThe city.\n\n"
    lines = FurtherPretrain(corpus=[str(file)], segmentation={"kind": "lines"})
    assert sorted(both(lines, tokenizer)) == whole
