"""The language of the window: every text that it shows goes through :func:`tr`.

English is the source: a text is looked up by itself in a catalogue of Qt Linguist, and stays as it is where there is
none. The language is chosen once, before any page is imported (:func:`start`), so constants of modules are translated
too.
"""

from __future__ import annotations

import os
import time
from dataclasses import dataclass, field
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QDate, QLibraryInfo, QLocale, QTranslator

from engine.formatting.phrases import Phrase

LANGUAGES = {"en": "English", "zh_CN": "中文", "ko": "한국어"}
"""The languages that there are, each by its own name."""
SYSTEM = "system"
FONTS = {
    "zh_CN": ("Noto Sans CJK SC", "Microsoft YaHei", "PingFang SC"),
    "ko": ("Noto Sans CJK KR", "Malgun Gothic", "Apple SD Gothic Neo"),
}
"""Fonts to write a language with where the window's own lacks its letters. Else the system finds one."""
ENVIRONMENT = "PALIMPSEST_LANGUAGE"
FOLDER = Path(__file__).resolve().parent.parent / "resources" / "translations"
WINDOW, ENGINE = "window", "engine"
"""Contexts of the catalogues: texts of this package, and those that the engine gives (labels, help, units, names)."""


@dataclass
class _Chosen:
    """The language of this process: its catalogue, none for English, and where each translation came from."""

    name: str = "en"
    catalogue: QTranslator | None = None
    sources: dict[str, str] = field(default_factory=dict)


_chosen = _Chosen()


def start(preferred: str = SYSTEM) -> str:
    """Choose the language of this process: ``PALIMPSEST_LANGUAGE``, else ``preferred``, else the system's. Returns it.

    Unknown names count as the system's language, and a language without a catalogue as English. Call it once the
    application exists and before pages are imported.
    """
    name = find(preferred)
    _chosen.name, _chosen.catalogue = name, None
    _chosen.sources.clear()
    if name == "en":
        return name
    catalogue = QTranslator()
    if not catalogue.load(str(FOLDER / f"palimpsest_{name}.qm")):
        _chosen.name = "en"
        return "en"
    _chosen.catalogue = catalogue
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
    return _chosen.name


def tr(text: str, comment: str = "", /, **values: object) -> str:
    """Return a text of the window in its language, with ``values`` at the places that it names.

    Texts are whole labels or sentences: a translation may order its places otherwise. ``comment`` tells apart equal
    English texts that other languages do not say alike. ``tr("{n:,} of {all}", n=3, all="5 texts")`` is "3 of 5 texts"
    in English. Without values the text stands for itself, braces too.
    """
    translation = _look_up(WINDOW, text, comment)
    return translation.format(**values) if values else translation


def tr_n(one: str, many: str, n: int, /, **values: object) -> str:
    """Return ``one`` where ``n`` is 1, else ``many``, as :func:`tr` does. Both may name ``{n}``."""
    return tr(one if n == 1 else many, n=n, **values)


def tr_engine(text: str) -> str:
    """Return a text of the engine (a label, help, a unit, the name of a measure). English where it is not known.

    Of a :class:`engine.formatting.phrases.Phrase` the template is looked up, and those of its values that are
    phrases too.
    """
    if not isinstance(text, Phrase) or _chosen.catalogue is None:
        return _look_up(ENGINE, text)
    translation = _look_up(ENGINE, text.template)
    if not text.values:
        return translation if translation != text.template else str(text)
    values = {
        name: tr_engine(each) if isinstance(each, Phrase) else each for name, each in text.values.items()
    }
    return translation.format(**values)


def source_of(text: str) -> str:
    """Return the English of a text that was translated in this process. What is stored is named by it."""
    return _chosen.sources.get(text, text)


def short_date(moment: time.struct_time) -> str:
    """Return day and month as the language writes them: "3 Nov", "11月3日"."""
    day = QDate(moment.tm_year, moment.tm_mon, moment.tm_mday)
    return QLocale(_chosen.name).toString(day, tr("d MMM", "format of a date: day and month"))


def _look_up(context: str, text: str, comment: str = "") -> str:
    if _chosen.catalogue is None or not text:
        return text
    translation = _chosen.catalogue.translate(context, text, comment)
    if not translation:
        return text
    _chosen.sources.setdefault(translation, text)
    return translation


def _language_of_system() -> str:
    """Return the first of the user's languages that there is. Chinese of any script is the simplified one."""
    for name in QLocale.system().uiLanguages():
        short = name.replace("-", "_").partition("_")[0]
        code = "zh_CN" if short == "zh" else short
        if code in LANGUAGES:
            return code
    return "en"
