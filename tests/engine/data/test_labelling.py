"""Labels of every kind, and texts that are cut at random."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from transformers import AutoTokenizer, PreTrainedTokenizerFast

from engine.data.dataset import Split, load_dataset
from engine.data.inspection.browse import read_page
from engine.data.inspection.dataset_report import inspect_dataset
from engine.data.tokens import RandomCutSplit, cut_split, cut_text, encode_split, find_cut_positions
from engine.errors import UserError
from engine.spec.data import DataSource
from engine.spec.truncation import HeadTruncation, Truncation

pytestmark = pytest.mark.usefixtures("home")


def written(folder: Path, labels: Sequence[str]) -> Path:
    file = folder / "rows.csv"
    rows = "\n".join(f'text number {i},"{label}"' for i, label in enumerate(labels))
    file.write_text(f"text,label\n{rows}\n", encoding="utf-8")
    return file


def topics(folder: Path, cells: Sequence[str], target: object = None, name: str = "rows.csv") -> DataSource:
    written(folder, cells)
    return DataSource(
        source=str(folder / name), label="label", target=target or {"kind": "labels", "delimiter": "|"}
    )


def test_numbers_stay_numbers(tmp_path: Path) -> None:
    labels = [str(i / 4) for i in range(60)]
    source = DataSource(source=str(written(tmp_path, labels)), target="number")
    data = load_dataset(source)
    assert data.classes == ()
    for split in data.splits.values():
        assert split.labels.dtype == np.float64
        np.testing.assert_array_equal(split.labels, (split.rows - 2) / 4)
    # Without classes there is nothing to count, and all else is told as ever.
    report = inspect_dataset(source)
    assert report.classes == [] and report.splits["train"].rows == len(data.splits["train"])
    page = read_page(data.fingerprint, "train", 0, 3, order="label")
    values = [float(row.label) for row in page.rows]
    assert values == sorted(values)


def test_a_column_for_each_label_holds_0_or_1(tmp_path: Path) -> None:
    file = tmp_path / "rows.csv"
    lines = [f"text {i},{i % 2},{int(i % 3 == 0)},0" for i in range(60)]
    file.write_text("\n".join(["text,odd,third,never", *lines]) + "\n", encoding="utf-8")
    target = {"kind": "labels", "columns": ["odd", "third", "never"]}
    data = load_dataset(DataSource(source=str(file), target=target))
    assert data.classes == ("odd", "third", "never") and data.detection["label"] == "odd, third, never"
    for split in data.splits.values():
        numbers = split.rows - 2
        np.testing.assert_array_equal(
            split.labels, np.stack([numbers % 2, numbers % 3 == 0, 0 * numbers], axis=1)
        )
    for cell, words in (("2", "column 'third' holds '2', neither 0 nor 1"), ("", "the row has no label")):
        file.write_text(
            "\n".join(["text,odd,third,never", *lines, f"odd,1,{cell},0"]) + "\n", encoding="utf-8"
        )
        with pytest.raises(UserError, match=words) as refused:
            load_dataset(DataSource(source=str(file), target=target, format={"incomplete": "refuse"}))
        assert "row 62" in refused.value.place
    with pytest.raises(UserError, match="no column 'fourth'"):
        load_dataset(DataSource(source=str(file), target={"kind": "labels", "columns": ["odd", "fourth"]}))


@pytest.mark.parametrize(
    ("cells", "words"),
    [(["art"] * 30, "'art' is the only label of 30 rows"), ([""] * 30, "all 30 rows lack labels")],
)
def test_label_sets_of_one_label_or_none_are_refused(tmp_path: Path, cells: list[str], words: str) -> None:
    with pytest.raises(UserError, match=words):
        load_dataset(topics(tmp_path, cells))


def test_health_and_counts_are_those_of_label_sets(tmp_path: Path) -> None:
    report = inspect_dataset(topics(tmp_path, ["art", "art|war", "", "sea|war"] * 30))
    counts = report.splits["train"].classes
    assert counts["art"] + counts["sea"] > counts["war"] > 0
    note = next(each for each in report.health if each.kind == "label_sets")
    assert "labels for a training text on average, 2 at most" in note.message and "have none" in note.message
    page = read_page(report.fingerprint, "train", 0, 5, label="sea")
    assert {row.label for row in page.rows} == {"sea|war"} and page.total == counts["sea"]


def test_numbers_reach_the_loss_as_they_are(tmp_path: Path) -> None:
    from engine.data.tokens import TokenBatch
    from engine.kernels.tensor_batch import to_tensors

    none = np.zeros(2, np.int64)
    for labels in (np.array([3.5, 0.25]), np.array([[0.2, 0.8], [1.0, 0.0]])):
        batch = TokenBatch(np.array([1, 2]), none, np.array([1, 1]), labels, np.arange(2))
        assert to_tensors(batch, "cpu", True, 0).labels.tolist() == labels.tolist()


@pytest.mark.parametrize(
    ("labels", "names", "unknown"),
    [
        (["pos", "neg", "other"], ["pos", "neg"], "other"),
        (["1", "2", "7"], ["pos", "neg"], "7"),  # 1 and 2 have a name
    ],
    ids=["words", "numbers"],
)
def test_a_label_outside_of_the_names_given_is_named_with_its_row(
    tmp_path: Path, labels: list[str], names: list[str], unknown: str
) -> None:
    file = written(tmp_path, labels * 10)
    with pytest.raises(
        UserError, match=f"label '{unknown}' is not one of the class names \\(pos, neg\\)"
    ) as refused:
        load_dataset(DataSource(source=str(file), classes=names))
    assert f"row {labels.index(unknown) + 2}" in refused.value.place
    assert "data.classes" in refused.value.remedy
    listed = load_dataset(DataSource(source=str(file), classes=[*labels, "unused"]))
    assert set(listed.classes) <= set(labels)


@pytest.mark.parametrize("cell", ["nan", "inf", "-inf", "NaN", "many", "3,500"])
def test_a_number_that_is_none_is_named_with_its_row(tmp_path: Path, cell: str) -> None:
    file = written(tmp_path, [*(str(i / 2) for i in range(30)), cell])
    with pytest.raises(UserError, match=f"label '{cell}'") as refused:
        load_dataset(DataSource(source=str(file), target="number"))
    assert "row 32" in refused.value.place


def test_label_sets_stand_between_delimiters_or_in_json_lists(tmp_path: Path) -> None:
    data = load_dataset(topics(tmp_path, ["art", "art | war", "", '[""sea"", ""war""]'] * 20))
    assert data.classes == ("art", "sea", "war")
    expected = {0: [1, 0, 0], 1: [1, 0, 1], 2: [0, 0, 0], 3: [0, 1, 1]}
    for split in data.splits.values():
        np.testing.assert_array_equal(split.labels, [expected[(row - 2) % 4] for row in split.rows.tolist()])
    assert any("20 of 80 texts of rows.csv have no label" in note for note in data.notes)
    show = data.source.target.show
    assert show([1, 0, 1], data.classes) == "art|war" and show([0, 0, 0], data.classes) == ""
    assert show([1, 0, 1], ("a|b", "c", "d")) == '["a|b", "d"]', "a label that holds the delimiter"


def test_every_split_has_its_share_of_rare_labels(tmp_path: Path) -> None:
    data = load_dataset(topics(tmp_path, [*["art"] * 60, *["art|war"] * 20, *["war|sea"] * 4]))
    assert all(split.labels[:, data.classes.index("sea")].sum() >= 1 for split in data.splits.values())


def test_an_unknown_label_of_a_later_split_is_named_with_its_row(tmp_path: Path) -> None:
    source = topics(tmp_path, ["art", "war", "art|war"] * 10)
    test = tmp_path / "test.csv"
    test.write_text("text,label\none,art\ntwo,art|seas\n", encoding="utf-8")
    with pytest.raises(UserError, match="label 'seas' does not occur in the training split") as refused:
        load_dataset(source.model_copy(update={"test": str(test)}))
    assert "row 3" in refused.value.place


WORDS = "good film bad book the a of and not story team match unheardof".split()


@pytest.fixture
def tokenizer(tiny_bert_folder: Path) -> PreTrainedTokenizerFast:
    return AutoTokenizer.from_pretrained(tiny_bert_folder)


def a_split(texts: list[str], name: str = "print") -> Split:
    count = len(texts)
    return Split("train", texts, None, np.arange(count) % 2, np.arange(101, 101 + count), name)


def some_texts(count: int = 30, longest: int = 40) -> list[str]:
    draw = np.random.default_rng(3)
    return [" ".join(draw.choice(WORDS, draw.integers(2, longest))) for _ in range(count)]


def cuts(
    texts: list[str], tokenizer: PreTrainedTokenizerFast, length: int = 64, copies: int = 5, seed: int = 7
) -> RandomCutSplit:
    return RandomCutSplit(
        a_split(texts, str(len(texts))),
        tokenizer,
        copies=copies,
        seed=seed,
        truncation=HeadTruncation(),
        max_length=length,
    )


def segments(split: RandomCutSplit, tokenizer: PreTrainedTokenizerFast, epoch: int) -> list[tuple[str, str]]:
    """Both segments of every input as words."""
    batch = split.batch(np.arange(len(split)), epoch)
    pairs = []
    for ids in np.split(batch.ids, np.cumsum(batch.lengths)[:-1]):
        first, second, rest = "".join(f" {t}" for t in tokenizer.convert_ids_to_tokens(ids)).split(" [SEP]")
        assert first.startswith(" [CLS]") and rest == ""
        pairs.append((first.removeprefix(" [CLS]").strip(), second.strip()))
    return pairs


@given(st.text(alphabet="ab \n\t.,你好é", max_size=40))
def test_a_text_is_cut_between_two_words_and_nothing_is_lost(text):
    first, second = cut_text(text)
    assert first + second == text
    assert (first, second) == cut_text(text), "a function of the text alone"
    if find_cut_positions(text):
        assert first.strip() and second.strip()
        assert second[0].isspace() or first[-1] in "你好" or second[0] in "你好"
    else:
        assert second == ""


def test_every_place_is_drawn():
    texts = [f"{number} b c d e" for number in range(300)]
    sizes = np.bincount([len(cut_text(text)[0].split()) for text in texts], minlength=5)
    assert sizes[0] == 0 and sizes[1:].min() > 45 and len(sizes) == 5, "uniform over four places"


def test_the_copies_of_an_epoch_differ_and_cover_the_places_evenly(tokenizer):
    text = "the film and the book of the team"
    split = cuts([text], tokenizer, copies=7)
    for epoch in range(3):
        pairs = segments(split, tokenizer, epoch)
        assert all(f"{first} {second}" == text for first, second in pairs)
        assert {len(first.split()) for first, _ in pairs} == set(range(1, 8)), "all seven places, once each"


def test_cuts_change_with_the_epoch_and_the_seed_and_with_nothing_else(tokenizer):
    texts = some_texts()
    split, again = cuts(texts, tokenizer), cuts(texts, tokenizer)
    first = segments(split, tokenizer, 0)
    assert segments(split, tokenizer, 1) != first != segments(cuts(texts, tokenizer, seed=8), tokenizer, 0)
    split.batch(np.array([3, 4]), 2)
    assert segments(again, tokenizer, 0) == segments(split, tokenizer, 0) == first
    # By the row in the source: the same text in a subset is cut at the same places.
    few = Split("train", texts[10:12], None, np.array([0, 1]), np.array([111, 112]), "few")
    part = RandomCutSplit(few, tokenizer, copies=5, seed=7, truncation=HeadTruncation(), max_length=64)
    assert segments(part, tokenizer, 0) == first[50:60]


def test_batches_name_texts_and_carry_their_labels(tokenizer):
    texts = some_texts(4)
    split = cuts(texts, tokenizer)
    assert len(split) == 20
    batch = split.batch(np.array([0, 4, 5, 19]), 0)
    assert batch.indices.tolist() == [0, 0, 1, 3] and batch.labels.tolist() == [0, 0, 1, 1]
    assert batch.lengths.tolist() == split.lengths[[0, 4, 5, 19]].tolist()
    assert set(batch.token_types.tolist()) == {0, 1}


@pytest.mark.parametrize("length", [8, 13, 20])
def test_long_texts_are_shortened_as_pairs(length, tokenizer):
    # Against the rule written out: the last token of the longer segment goes, of the second when both are as long.
    texts = some_texts(12)
    short, whole = cuts(texts, tokenizer, length), cuts(texts, tokenizer, 200)
    for (first, second), (a, b) in zip(
        segments(whole, tokenizer, 1), segments(short, tokenizer, 1), strict=True
    ):
        one, two = first.split(), second.split()
        while len(one) + len(two) > length - 3:
            (one if len(one) > len(two) else two).pop()
        assert (a.split(), b.split()) == (one, two)
    lost = whole.lengths - short.lengths
    assert short.lengths.max() == length
    assert (
        short.truncation_summary.tokens == lost[::5].sum()
        and short.truncation_summary.texts == (lost[::5] > 0).sum()
    )


def test_training_and_measuring_cut_the_same_tokens(tokenizer):
    """A text cut once as a string gives the tokens that the same cut gives in training."""
    texts = [*some_texts(10), "Unheardof words, badly-punctuated...  and   spaced", "你好 film 你好"]
    once = encode_split(cut_split(a_split(texts)), tokenizer, truncation=HeadTruncation(), max_length=400)
    whole = encode_split(a_split(texts), tokenizer, truncation=HeadTruncation(), max_length=400)
    split = cuts(texts, tokenizer, copies=40, length=400)
    for index in range(len(texts)):
        pair = once.batch(np.array([index]))
        inner = pair.ids[(pair.ids != tokenizer.cls_token_id) & (pair.ids != tokenizer.sep_token_id)]
        assert np.array_equal(inner, whole.batch(np.array([index])).ids[1:-1])
        inputs = np.arange(40 * index, 40 * index + 40)
        drawn = split.batch(inputs, 0)
        same = [np.array_equal(ids, pair.ids) for ids in np.split(drawn.ids, np.cumsum(drawn.lengths)[:-1])]
        assert any(same), "the place is one of those drawn in training"


def test_a_text_of_one_word_stays_whole(tokenizer):
    split = cuts(["film", "the film"], tokenizer, copies=2)
    assert segments(split, tokenizer, 0) == [("film", ""), ("film", ""), ("the", "film"), ("the", "film")]
    assert cut_text("film") == ("film", "") and cut_text("") == ("", "")


def test_what_cannot_be_a_pair_is_refused(tokenizer):
    with pytest.raises(UserError, match="leave no room"):
        cuts(["the film"], tokenizer, length=3)
    with pytest.raises(UserError, match="in fractions"):
        RandomCutSplit(
            a_split(["the film"]),
            tokenizer,
            copies=1,
            seed=0,
            truncation=Truncation.choose("hierarchical"),
            max_length=16,
        )
