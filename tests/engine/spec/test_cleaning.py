"""Cleaning, rule by rule, on what the public copies of the data sets really hold."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.spec.cleaning import HTML_TAGS, Cleaning, NoCleaning, UnescapeCleaning
from engine.spec.data import DataSource


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
