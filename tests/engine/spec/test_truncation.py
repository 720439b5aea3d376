"""Truncation, cleaning and numbers of a design, and words about them."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.analysis.estimate import SplitSizes, estimate_cost
from engine.errors import UserError
from engine.spec.checks.cross_field import check_experiment
from engine.spec.cleaning import HTML_TAGS, Cleaning, NoCleaning, UnescapeCleaning
from engine.spec.data import DataSource
from engine.spec.describe import FieldMeta, walk_fields
from engine.spec.experiment import Experiment, parse_experiment
from engine.spec.stages import Stage
from engine.spec.sweep import Plan, apply_settings
from engine.spec.toml import dumps, loads
from engine.spec.truncation import (
    HeadTailShareTruncation,
    HeadTailTruncation,
    HeadTruncation,
    HierarchicalTruncation,
    TailTruncation,
    Truncation,
)
from engine.spec.wording import friendly_message
from tests.engine.sized_encoder import SizedEncoder


def trunc_medium(k: int, length: int, room: int) -> list[int]:
    """The positions that Sun et al.'s --trunc_medium keeps of a text, restated from their code."""
    tokens = list(range(length))
    if length <= room:
        return tokens
    if k == -2:
        return tokens[:room]
    if k == -1:
        return tokens[-room:]
    if k == 0:
        return tokens[: room // 2] + tokens[-(room // 2) :]
    assert 0 < k < room
    return tokens[:k] + tokens[k - room :]


def positions(option: Truncation, length: int, room: int) -> list[int]:
    return [p for start, stop in option.kept_ranges(length, room) for p in range(start, stop)]


ROOMS = [510, 509, 126, 62, 61, 3, 2]
LENGTHS = [0, 1, 2, 3, 60, 61, 62, 63, 125, 126, 127, 508, 509, 510, 511, 512, 1019, 1020, 1021, 5000]


@pytest.mark.parametrize("room", ROOMS)
@pytest.mark.parametrize("length", LENGTHS)
def test_the_originals_table(length, room):
    assert positions(HeadTruncation(), length, room) == trunc_medium(-2, length, room)
    assert positions(TailTruncation(), length, room) == trunc_medium(-1, length, room)
    for k in {1, room // 3, 128, room - 1}:
        if 0 < k < room:
            assert not HeadTailTruncation(head=k).problem(room)
            assert positions(HeadTailTruncation(head=k), length, room) == trunc_medium(k, length, room)
        elif k >= room:  # the original fails at the first long text
            assert "leaves no tail" in HeadTailTruncation(head=k).problem(room)
    half, theirs = positions(HeadTailShareTruncation(head=0.5), length, room), trunc_medium(0, length, room)
    if room % 2 == 0 or length <= room:
        assert half == theirs
    else:  # the original loses a token of an odd room; ours is used in full
        assert len(half) == room and set(theirs) < set(half)


def test_128_and_382_of_510():
    assert HeadTailTruncation().kept_ranges(1000, 510) == [(0, 128), (618, 1000)]


def windows(length: int, room: int, overlap: int) -> list[tuple[int, int]]:
    """Fractions one after the other, until one reaches the end."""
    ranges, start = [], 0
    while True:
        ranges.append((start, min(length, start + room)))
        if start + room >= length:
            return ranges
        start += room - overlap


@given(
    length=st.integers(0, 400), room=st.integers(1, 60), overlap=st.integers(0, 59), most=st.integers(0, 9)
)
def test_fractions_are_those_of_a_plain_loop(length, room, overlap, most):
    option = HierarchicalTruncation(overlap=overlap, most=most)
    if overlap >= room:
        assert "nothing new to read" in option.problem(room)
        return
    assert not option.problem(room)
    every = windows(length, room, overlap)
    if most == 0 or len(every) <= most:
        read = every
    else:
        read = every[:1] if most == 1 else [*every[: most - 1], every[-1]]
    assert option.segments(length, room) == [[piece] for piece in read]
    ranges = option.kept_ranges(length, room)
    assert [p for a, b in ranges for p in range(a, b)] == sorted({p for a, b in read for p in range(a, b)})
    assert all(before[1] < after[0] for before, after in pairwise(ranges))


def test_an_article_of_48000_tokens():
    assert len(HierarchicalTruncation(most=0).segments(48_000, 510)) == 95
    assert HierarchicalTruncation(most=3).kept_ranges(48_000, 510) == [(0, 1020), (47_940, 48_000)]


@pytest.mark.parametrize(
    "option",
    [HeadTruncation(), TailTruncation(), HeadTailTruncation(), HeadTailShareTruncation()],
    ids=lambda each: each.kind,
)
def test_all_others_read_one_piece(option):
    assert option.segments(900, 510) == [option.kept_ranges(900, 510)] and option.combine_segments is None
    assert not option.pair_problem()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (r"falls apart.\n\nEither make it", "falls apart. Either make it"),
        (r"one\r\ntwo\tthree", "one two three"),
        (r"a \"good\" film", 'a "good" film'),
        (r"it\'s", "it's"),
        (r"C:\dir", "C: dir"),
        ('the ""best"" of', 'the "best" of'),
        ('\\""quoted\\""', '"quoted"'),
        ("Oil #36;5 a barrel", "Oil $5 a barrel"),
        ("AT&amp;T &lt; IBM", "AT&T < IBM"),
        ("Google #39;s quot;shares quot;", 'Google \'s "shares "'),
        ("a &amp;quot;b&amp;quot;", 'a "b"'),
        ("tea #151; coffee &#8212; cocoa &#x2014; milk", "tea — coffee — cocoa — milk"),
        ("good.<br /><br />Bad", "good. Bad"),
        ('see <A HREF="http://x.org/a?b=1">this</A> page', "see this page"),
        ("&lt;b&gt;bold&lt;/b&gt;", "bold"),
        ("a <!-- no\ncomment --> b", "a b"),
        ("  many \n blanks\u00a0here \u3000", "many blanks here"),
    ],
)
def test_what_is_undone(before: str, after: str) -> None:
    assert UnescapeCleaning().clean(before) == after


@pytest.mark.parametrize(
    "text",
    [
        "I <3 this",
        "a < b and b > c",
        "<unk> and <name>",
        "default; win;",
        "AT&T",
        "R&D;",
        "x &notathing; y",
        "#1 hit; yes",
    ],
)
def test_what_stays(text: str) -> None:
    assert UnescapeCleaning().clean(text) == text


def test_a_backslash_alone_is_a_line_break_where_that_is_said() -> None:
    assert UnescapeCleaning(line_breaks="backslash").clean(r"the\nation's\ttop \$5") == "the nation's ttop $5"
    assert UnescapeCleaning().clean(r"the\nation") == "the ation", "else the letter belongs to the escape"


@given(st.lists(st.text("abcXYZ019.,!?'()-é中", min_size=1), max_size=8))
def test_plain_texts_are_left_alone(words: list[str]) -> None:
    text = " ".join(words)
    assert UnescapeCleaning().clean(text) == text
    assert NoCleaning().clean(f" {text}\\n") == f" {text}\\n"


def test_every_tag_goes_and_its_namesakes_stay() -> None:
    for tag in HTML_TAGS:
        assert UnescapeCleaning().clean(f"a <{tag}>b</{tag.upper()}> c") == "a b c"
        assert UnescapeCleaning().clean(f"<{tag}zz>") == f"<{tag}zz>"


def test_a_data_set_takes_the_kind_alone() -> None:
    source = DataSource.model_validate({"source": "x", "cleaning": "escapes"})
    assert isinstance(source.cleaning, UnescapeCleaning)
    assert isinstance(DataSource(source="x").cleaning, NoCleaning)
    with pytest.raises(ValueError, match="there is no cleaning 'escape'. Did you mean 'escapes'"):
        Cleaning.choose("escape")


ODD = ("0", "-1", "1e308", "-1e308", "nan", "inf", "1000000000000000000", "0.5", "5e-324")
TEXTS = SplitSizes(train=900, validation=100, test=200)
BASES = {
    "finetune": {"data": "samples:reviews"},
    "further_pretrain": {"corpus": ["samples:reviews"]},
    "multitask": {"tasks": [{"data": "samples:reviews"}, {"data": "samples:questions"}]},
}


def base(kind: str) -> Plan:
    """A design with one stage of this kind."""
    return Plan(parse_experiment({"stages": [{"kind": kind, **BASES.get(kind, {})}]}))


def fields() -> list[tuple[str, FieldMeta]]:
    """Every numeric field, with the kind of the stage that has it."""
    pairs = [("finetune", meta) for meta in walk_fields(Experiment) if not meta.path.startswith("stages.")]
    for kind, stage in Stage.known_options().items():
        pairs += [(kind, meta) for meta in walk_fields(stage, "stages.0.")]
    return [(kind, meta) for kind, meta in pairs if meta.is_number]


def use(experiment: Experiment) -> None:
    """What becomes of a design that is accepted, before any run of it begins."""
    assert loads(dumps(experiment)).experiment == experiment
    check_experiment(experiment)
    for stage in experiment.stages:
        stage.planned_updates([900] * len(stage.labelled_tasks()))
    texts = [tuple(TEXTS for _ in stage.labelled_tasks()) or None for stage in experiment.stages]
    estimate_cost(experiment, SizedEncoder(), texts)


@pytest.mark.parametrize("every", [pytest.param(1, marks=pytest.mark.nightly), 3])
def test_every_number_of_a_design_is_refused_in_a_sentence_or_planned(every: int) -> None:
    """In every suite each field takes a third of the odd values, the next field the next third."""
    numbers, accepted, failed = fields(), 0, []
    assert len(numbers) > 100
    bases: dict[str, Plan | None] = {}
    for number, (kind, meta) in enumerate(numbers):
        if kind not in bases:
            try:
                bases[kind] = base(kind)
            except UserError:  # a training elsewhere is no design of ours
                bases[kind] = None
        plan = bases[kind]
        if plan is None:
            continue
        path = meta.path.replace(".N.", ".0.")
        option = [f"{meta.family}.kind={meta.option}"] if meta.family else []
        for value in ODD[number % every :: every]:
            try:
                use(apply_settings(plan, [*option, f"{path}={value}"]).experiment)
                accepted += 1
            except UserError as error:
                assert error.message
            except Exception as error:
                failed.append((kind, path, value, f"{type(error).__name__}: {error}"[:150]))
    assert failed == [] and accepted > 100


@pytest.mark.parametrize("length", [201, 10_001, 20_000])
def test_names_that_no_capsule_could_hold_are_refused(length: int) -> None:
    with pytest.raises(UserError, match="name"):
        parse_experiment({"name": "n" * length, "stages": [{"kind": "finetune", "data": "samples:reviews"}]})


def test_messages_of_the_validator_become_sentences() -> None:
    assert friendly_message("Value error, 'x' is not a choice of layers") == "'x' is not a choice of layers."
    assert friendly_message("Input should be greater than 0") == "Must be greater than 0."
    assert (
        friendly_message("List should have at least 1 item after validation, not 0") == "A value is required."
    )
