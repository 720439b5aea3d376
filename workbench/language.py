"""The language of the window: every displayed text goes through :func:`tr`.

The source language is English. A text is looked up in a Qt Linguist catalogue and stays English if it has no
translation. :func:`start` sets the language once, before any page is imported, so module constants are translated too.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QDate, QLibraryInfo, QLocale, QTranslator

from engine.formatting.phrases import Phrase

LANGUAGES = {"en": "English", "zh_CN": "中文", "ko": "한국어"}
"""The available languages, each under its own name."""
SYSTEM = "system"
FONTS = {
    "zh_CN": ("Noto Sans CJK SC", "Microsoft YaHei", "PingFang SC", "DejaVu Sans", "WenQuanYi Micro Hei"),
    "ko": ("Noto Sans CJK KR", "Malgun Gothic", "Apple SD Gothic Neo", "DejaVu Sans", "NanumGothic"),
}
"""Fonts for languages whose letters the window's own font lacks. Otherwise the system chooses one.

The last of each has poor Latin letters (no bold, low full stops), which DejaVu Sans therefore draws.
"""
ENVIRONMENT = "PALIMPSEST_LANGUAGE"
FOLDER = Path(__file__).resolve().parent.parent / "resources" / "translations"
_WIDE_ENDS = "。？！："
WINDOW, ENGINE = "window", "engine"
"""Contexts of the catalogues: texts of this package, and texts of the engine (labels, help, units, names)."""


@dataclass
class _Language:
    """The language of this process: its catalogue (None for English) and the source of each translation."""

    name: str = "en"
    catalogue: QTranslator | None = None
    sources: dict[str, str] = field(default_factory=dict)


_language = _Language()


def start(preferred: str = SYSTEM) -> str:
    """Set the language of this process to ``PALIMPSEST_LANGUAGE``, else ``preferred``, else the system's. Return it.

    An unknown name means the system's language. A language without a catalogue falls back to English. Call this once,
    after the application is created and before pages are imported.
    """
    name = find(preferred)
    _language.name, _language.catalogue = name, None
    _language.sources.clear()
    if name == "en":
        return name
    catalogue = QTranslator()
    if not catalogue.load(str(FOLDER / f"palimpsest_{name}.qm")):
        _language.name = "en"
        return "en"
    _language.catalogue = catalogue
    QLocale.setDefault(QLocale(name))
    # The buttons of Qt's own dialogs.
    own, app = QTranslator(QCoreApplication.instance()), QCoreApplication.instance()
    folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    if app is not None and own.load(f"qtbase_{name}", folder):
        app.installTranslator(own)
    return name


def find(preferred: str = SYSTEM) -> str:
    """Return the language that a start with this preference would have."""
    language = os.environ.get(ENVIRONMENT) or preferred
    return language if language in LANGUAGES else _language_of_system()


def current() -> str:
    """Return the language of this process: a key of :data:`LANGUAGES`."""
    return _language.name


def tr(text: str, comment: str = "", /, **values: object) -> str:
    """Return a text of the window in the current language, with ``values`` in its placeholders.

    Texts are whole labels or sentences, because a translation may order the placeholders differently. ``comment``
    distinguishes equal English texts with different translations. ``tr("{n:,} of {all}", n=3, all="5 texts")`` is "3
    of 5 texts" in English. Without values, braces are kept.
    """
    translation = _look_up(WINDOW, text, comment)
    return translation.format(**values) if values else translation


def tr_n(one: str, many: str, n: int, /, **values: object) -> str:
    """Return ``one`` if ``n`` is 1, else ``many``, translated as by :func:`tr`. Both may contain ``{n}``."""
    return tr(one if n == 1 else many, n=n, **values)


def tr_engine(text: str) -> str:
    """Return a text of the engine (a label, help, a unit, the name of a measure). An unknown text stays English.

    For a :class:`engine.formatting.phrases.Phrase` the template is looked up, and those of its values that are
    phrases.
    """
    if not isinstance(text, Phrase) or _language.catalogue is None:
        return _look_up(ENGINE, text)
    translation = _look_up(ENGINE, text.template)
    if not text.values:
        return translation if translation != text.template else str(text)
    values = {
        name: tr_engine(each) if isinstance(each, Phrase) else each for name, each in text.values.items()
    }
    return translation.format(**values)


def join_sentences(sentences: Iterable[str], *, stops: bool = True) -> str:
    """Join translated sentences with spaces, except after full-width marks.

    With ``stops``, a sentence without an end gets the full stop of the language.
    """
    joined, stop = "", "。" if _language.name == "zh_CN" else "."
    for each in filter(None, sentences):
        space = "" if not joined or joined[-1] in _WIDE_ENDS else " "
        joined += space + each + (stop if stops and each[-1] not in f".?!…:{_WIDE_ENDS}" else "")
    return joined


def source_of(text: str) -> str:
    """Return the English source of a text translated in this process. Stored names are English."""
    return _language.sources.get(text, text)


def short_date(moment: time.struct_time) -> str:
    """Return day and month in the format of the language: "3 Nov", "11月3日"."""
    day = QDate(moment.tm_year, moment.tm_mon, moment.tm_mday)
    return QLocale(_language.name).toString(day, tr("d MMM", "format of a date: day and month"))


def _look_up(context: str, text: str, comment: str = "") -> str:
    if _language.catalogue is None or not text:
        return text
    translation = _language.catalogue.translate(context, text, comment)
    if not translation:
        return text
    _language.sources.setdefault(translation, text)
    return translation


def _language_of_system() -> str:
    """Return the first of the user's languages that is available. Chinese in any script maps to simplified Chinese."""
    for name in QLocale.system().uiLanguages():
        short = name.replace("-", "_").partition("_")[0]
        code = "zh_CN" if short == "zh" else short
        if code in LANGUAGES:
            return code
    return "en"
