"""Names in Markdown are read as text by a parser of CommonMark."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from engine.errors import printable
from engine.formatting.markdown import code_span, escape_markdown

EVIL = [
    "![x](http://a.example/t.png)", "<img src=x onerror=alert(1)>", "[a](javascript:alert(1))", "# a", "1. b", "- c",
    "> d", "*e* _f_ **g** `h` ~~i~~", "a | b", "&lt;b&gt;", "a\\b", "<http://a.example>", "+ x", "====", "---", "a_b_c",
    "$x$", "\x1b[31m",
]  # fmt: skip
PARSER = MarkdownIt("commonmark").enable(["table", "strikethrough"])


def plain(text: str) -> str:
    return printable(" ".join(text.split()), most=max(len(text), 1))


@pytest.mark.parametrize("text", EVIL)
def test_marks_are_shown(text: str) -> None:
    _, inline, _ = PARSER.parse(f"Name: {escape_markdown(text)}")
    assert inline.type == "inline"
    assert {each.type for each in inline.children or []} <= {"text", "text_special"}
    assert "".join(each.content for each in inline.children or []) == f"Name: {plain(text)}"


@given(st.text(alphabet=st.sampled_from("ab1 .-#*_`[]()<>!&\\|~+=:/\n$;"), max_size=30))
def test_any_text_is_one_paragraph_of_text(text: str) -> None:
    tokens = PARSER.parse(f"Name: {escape_markdown(text)}")
    inline = tokens[1]
    assert len(tokens) == 3
    assert "".join(each.content for each in inline.children or []) == f"Name: {plain(text)}".rstrip()


@given(st.text(alphabet=st.sampled_from("a`| <&\\"), max_size=20))
def test_code_is_code(text: str) -> None:
    _, inline, _ = PARSER.parse(f"x {code_span(text)} y")
    (code,) = [each for each in inline.children or [] if each.type == "code_inline"]
    assert code.content.strip() == plain(text).strip()
