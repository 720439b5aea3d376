"""Cleaning of texts when they are read: pure functions of one text, so that the window can preview them."""

from __future__ import annotations

import html
import re
from html.entities import html5
from typing import ClassVar, Literal

from engine.spec.base import Choice, field

HTML_TAGS = (
    "a abbr b big blockquote body br center code dd div dl dt em embed font form h1 h2 h3 h4 h5 h6 head "
    "hr html i iframe img input li link meta nobr object ol option p param pre q s samp script select "
    "small span strike strong style sub sup table tbody td textarea tfoot th thead title tr tt u ul var"
).split()
"""Removed HTML elements. Other text in angle brackets stays (``<unk>``, ``<3``, ``a < b``)."""

_TAG = re.compile(rf"</?(?:{'|'.join(HTML_TAGS)})(?:\s[^<>]*)?/?>", re.IGNORECASE)
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_NUMBERED = re.compile(r"&?#(?:([0-9]{2,6})|[xX]([0-9a-fA-F]{2,6}));")
_NAMED = re.compile(r"&([A-Za-z][A-Za-z0-9]{1,31};)")
# References without their ampersand, for names that are not ordinary words.
_LAMED = re.compile(
    r"(?<![\w&])(?:amp;)*(quot|amp|lt|gt|nbsp|apos|hellip|rsquo|lsquo|rdquo|ldquo|mdash|ndash);"
)
_MARK = re.compile(r"[\\&<#;\"]|\s\s|[^\S ]")


class Cleaning(Choice):
    """How each text is cleaned as it is read; part of the data set's fingerprint."""

    noun: ClassVar[str] = "cleaning"

    def clean(self, text: str) -> str:
        """Return ``text`` cleaned."""
        return text


class NoCleaning(Cleaning):
    """Texts are read as they stand in the file."""

    title: ClassVar[str] = "None"
    kind: Literal["none"] = "none"


class UnescapeCleaning(Cleaning):
    r"""Undoes the escapes and mark-up that copies of a data set carry over from where they were found.

    In this order: literal \n, \r and \t become blanks. \" and \' become quotes, as does each "" that is left, and any
    other backslash becomes a blank. Character references become characters, also those that lost their ampersand (#39;
    quot;). HTML tags and comments become blanks. Runs of blanks become one, none is left at the ends.
    """

    title: ClassVar[str] = "Escapes and mark-up"
    kind: Literal["escapes"] = "escapes"
    line_breaks: Literal["escaped", "backslash"] = field(
        "escaped",
        label="Line breaks",
        help="What a line break was turned into: the two characters \\n (Yelp, Yahoo), or a backslash alone, after "
        "which a word may begin with n (AG's News).",
        choices={"escaped": "\\n", "backslash": "A backslash alone"},
    )

    def clean(self, text: str) -> str:
        if not _MARK.search(text):
            return text.strip()
        if "\\" in text:
            text = self._without_backslashes(text)
        text = text.replace('""', '"')
        if ";" in text:
            text = _referenced(text)
        if "<" in text:
            text = _TAG.sub(" ", _COMMENT.sub(" ", text))
        return " ".join(text.split())

    def _without_backslashes(self, text: str) -> str:
        if self.line_breaks == "escaped":
            text = re.sub(r"\\[nrt]", " ", text)
        text = re.sub(r"\\+([\"'])", r"\1", text)
        return text.replace("\\", " ")


def _referenced(text: str) -> str:
    """Replace character references in ``text``, twice because some are escaped twice (``&amp;quot;``)."""
    for _ in range(2):
        text = _NAMED.sub(_named, _NUMBERED.sub(_numbered, text))
    return _NAMED.sub(_named, _LAMED.sub(r"&\1;", text))


def _numbered(match: re.Match[str]) -> str:
    number = match[1] or f"x{match[2]}"
    # html.unescape decodes 128 to 159 as Windows-1252 and handles invalid code points.
    return html.unescape(f"&#{number};")


def _named(match: re.Match[str]) -> str:
    return html5.get(match[1], match[0])
