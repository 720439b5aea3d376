"""Update the translation catalogues of the window: ``make translations``.

Every text in ``tr(...)`` of ``workbench/`` (context *window*) and every label, help, unit and name from the engine
(context *engine*) is listed in ``resources/translations/palimpsest_LANGUAGE.ts``, for Qt Linguist. Existing
translations are kept, new texts are marked unfinished, and old texts are removed. Then the ``.qm`` file next to it,
which the window reads, is compiled. Arguments are JSON files of translations by English text, in folders named after
their language. They replace existing translations.
"""

from __future__ import annotations

import ast
import importlib
import json
import pkgutil
import string
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "resources" / "translations"
LANGUAGES = ("zh_CN", "ko")
WINDOW, ENGINE = "window", "engine"
FUNCTIONS = {"tr": 1, "tr_n": 2}
"""The translating functions, each with its number of text arguments."""


@dataclass(frozen=True, order=True)
class Source:
    """An English text to translate: its context, the text, and a comment that distinguishes equal texts."""

    context: str
    text: str
    comment: str = ""


@dataclass
class Catalogue:
    """The translations of one language, "" for a missing one, and the modules with each text."""

    language: str
    texts: dict[Source, str] = field(default_factory=dict)
    places: dict[Source, list[str]] = field(default_factory=dict)

    def unfinished(self) -> list[Source]:
        """Return the texts without a translation."""
        return [source for source, translation in self.texts.items() if not translation]


def window_sources() -> dict[Source, list[str]]:
    """Return the texts of ``workbench/`` with their modules.

    Raises ValueError, with file and line, for a text that is not a literal, because it cannot be listed.
    """
    sources: dict[Source, list[str]] = {}
    for file in sorted((ROOT / "workbench").rglob("*.py")):
        name = file.relative_to(ROOT).as_posix()
        if name == "workbench/language.py":
            tree = ast.parse(file.read_text(encoding="utf-8"))
            calls = [node for node in _calls(tree) if isinstance(node.args[0], ast.Constant)]
        else:
            calls = list(_calls(ast.parse(file.read_text(encoding="utf-8"))))
        for call in calls:
            for source in _sources(call, f"{name}:{call.lineno}"):
                places = sources.setdefault(source, [])
                if name not in places:
                    places.append(name)
    return sources


def _calls(tree: ast.AST) -> Iterator[ast.Call]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in FUNCTIONS:
            yield node


def _sources(call: ast.Call, place: str) -> Iterator[Source]:
    assert isinstance(call.func, ast.Name)
    text_count = FUNCTIONS[call.func.id]
    comment = ""
    if text_count == 1 and len(call.args) > 1:
        comment = next(_literals(call.args[1], place))
    for argument in call.args[:text_count]:
        for text in _literals(argument, place):
            yield Source(WINDOW, text, comment)


def _literals(node: ast.expr, place: str) -> Iterator[str]:
    if isinstance(node, ast.IfExp):
        yield from _literals(node.body, place)
        yield from _literals(node.orelse, place)
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    else:
        raise ValueError(f"{place}: a text to translate must be a literal, not {ast.unparse(node)}")


def engine_sources() -> dict[Source, list[str]]:
    """Return the texts from the engine: fields, options, metrics, states and verdicts."""
    sys.path.insert(0, str(ROOT))
    sources: dict[Source, list[str]] = {}
    for text, place in _phrases():
        sources.setdefault(Source(ENGINE, text), []).append(place)
    for text in (*_field_texts(), *_measure_texts(), *_state_texts(), *_resource_texts()):
        sources.setdefault(Source(ENGINE, text), [])
    # Signs and numbers are the same everywhere.
    return {source: sorted(set(places)) for source, places in sources.items() if _has_words(source.text)}


def _has_words(text: str) -> bool:
    """Return whether a text has letters outside of its placeholders."""
    return any(each.isalpha() for literal, *_ in string.Formatter().parse(text) for each in literal)


def _phrases() -> Iterator[tuple[str, str]]:
    """Yield the templates of ``phrase("...")`` in ``engine/``, each with its module. Other calls name listed texts."""
    for file in sorted((ROOT / "engine").rglob("*.py")):
        name = file.relative_to(ROOT).as_posix()
        for call in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "phrase":
                choices = [call.args[0]]
                while choices:
                    each = choices.pop()
                    if isinstance(each, ast.IfExp):
                        choices += [each.body, each.orelse]
                    elif isinstance(each, ast.Constant):
                        yield str(each.value), name


def _resource_texts() -> Iterator[str]:
    """Yield the titles, descriptions, notes and alternatives of bundled recipes, presets and data sets."""
    from engine.data.catalogue import sample_datasets
    from engine.data.paper.sets import paper_sets
    from engine.spec.presets.published import published_values
    from engine.spec.recipes import list_recipes
    from engine.spec.stages import Stage
    from engine.spec.sweep import Variant

    for recipe in list_recipes():
        yield from (recipe.title, recipe.description)
        for axis, values in recipe.plan.axes.items():
            named = [each.name for each in values if isinstance(each, Variant)]
            yield from (axis.replace("_", " ").capitalize(), *named) if named else ()
    for sample in sample_datasets().values():
        yield from (sample.title, sample.task, sample.description)
    for each in paper_sets().values():
        yield from (each.title, each.domain, each.note)
    for kind in Stage.known_options():
        yield from (value.note for value in published_values(kind).values() if value.note)
    yield from ("the paper's text", "the paper's code", "ours", "the paper's text and code")


def _field_texts() -> Iterator[str]:
    """Yield labels, help, units, value names and sections of an experiment, a place and every option."""
    import engine.data.readers
    import engine.places
    import engine.spec
    from engine.spec.base import Choice
    from engine.spec.describe import help_of, label_of, walk_fields
    from engine.spec.experiment import Experiment
    from engine.spec.wording import singular_label

    for package in (
        engine.spec,
        engine.places,
        engine.data.readers,
    ):  # families register on import
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            importlib.import_module(module.name)
    options = [option for family in Choice.__subclasses__() for option in family.known_options().values()]
    yield from (
        "entry",
        "field",
        *(family.noun for family in Choice.__subclasses__()),
    )  # used in messages about unknown names
    for owner in (Experiment, *options):
        if issubclass(owner, Choice):
            yield label_of(owner)
        yield help_of(owner)
        yield from getattr(owner, "sections", ())
        for meta in walk_fields(owner):
            yield from (meta.label, meta.help, meta.unit, meta.zero, meta.section, *meta.choices.values())
            if meta.kind in ("models", "choices"):
                yield singular_label(meta)


def _measure_texts() -> Iterator[str]:
    """Yield the names of metrics, of other measurements and of the columns of a comparison."""
    from engine.analysis import comparison
    from engine.analysis.forgetting.stability_plasticity import PLASTICITY_AXES, STABILITY_AXES, axis_label
    from engine.metrics.base import known_metrics
    from engine.metrics.keys import MEASUREMENTS, PREFIX_TITLES, SPLIT_TITLES, describe_key
    from engine.store.run_filters import run_quantities

    yield from (each.title for each in run_quantities().values())
    for metric in known_metrics().values():
        yield from (metric.title, metric.help, metric.unit, metric.score_title)
        yield from (axis_label(axis, metric) for axis in PLASTICITY_AXES)
    names = [f"{prefix}{name}" for prefix in ("", *PREFIX_TITLES) for name in known_metrics()]
    keys = [*MEASUREMENTS, *(f"{split}/{name}" for split in SPLIT_TITLES for name in names)]
    for words in map(describe_key, keys):
        yield from (words.title, words.short, words.unit)
    yield from comparison.COLUMN_MEANINGS.values()
    for column in (*comparison.MEASURE_COLUMNS, *comparison.FORGETTING_COLUMNS):
        yield from (column.label, column.unit)
    for axis in (*STABILITY_AXES, *PLASTICITY_AXES):
        yield from (axis.label, axis.unit)


def _state_texts() -> Iterator[str]:
    """Yield states of runs and searches, messages, parts of a run, splits, verdicts, the paper's tables."""
    from engine.analysis.paper.published import published_names, published_table
    from engine.formatting import sentences
    from engine.store.rows import RUN_STATUSES

    yield from RUN_STATUSES
    yield from sentences.TEMPLATES
    yield from sentences.templates()
    for table in map(published_table, published_names()):
        yield from (table.title, table.trust, table.row_head)
    yield from (
        "Starting",
        "Head",
        "Everything",
        "Train",
        "Validation",
        "Test",
        "train",
        "validation",
        "test",
    )
    yield from ("better", "worse", "equivalent", "cannot tell", "baseline", "error", "not run")
    yield from (
        "waiting",
        "running",
        "finished",
        "pruned",
        "failed",
        "active",
        "stopped",
    )  # of searches
    scopes = ("these weights", "this checkpoint")
    yield from (f"{verdict}, {scope}" for verdict in ("better", "worse", "equivalent") for scope in scopes)


def placeholders_of(text: str) -> dict[str, str]:
    """Return the placeholders of a text with their formats: "{n:,} of {all}" has {"n": ",", "all": ""}."""
    return {name: spec or "" for _, name, spec, _ in string.Formatter().parse(text) if name is not None}


def catalogue_file(language: str) -> Path:
    """Return the file of a language's catalogue."""
    return FOLDER / f"palimpsest_{language}.ts"


def read_catalogue(language: str) -> Catalogue:
    """Return a catalogue, empty if there is none yet."""
    catalogue, file = Catalogue(language), catalogue_file(language)
    if not file.exists():
        return catalogue
    for context in ET.parse(file).getroot().iter("context"):  # noqa: S314  (our own file)
        name = context.findtext("name", "")
        for message in context.iter("message"):
            source = Source(name, message.findtext("source", ""), message.findtext("comment", ""))
            translation = message.find("translation")
            is_finished = translation is not None and translation.get("type") is None
            catalogue.texts[source] = (translation.text or "") if is_finished else ""
    return catalogue


def write_catalogue(catalogue: Catalogue) -> None:
    """Write a catalogue like Qt Linguist, sorted by text, so that a change affects few lines."""
    root = ET.Element("TS", version="2.1", language=catalogue.language, sourcelanguage="en")
    for name in (WINDOW, ENGINE):
        context = ET.SubElement(root, "context")
        ET.SubElement(context, "name").text = name
        for source in sorted(each for each in catalogue.texts if each.context == name):
            message = ET.SubElement(context, "message")
            for place in catalogue.places.get(source, []):
                ET.SubElement(message, "location", filename=f"../../{place}")
            ET.SubElement(message, "source").text = source.text
            if source.comment:
                ET.SubElement(message, "comment").text = source.comment
            translation = ET.SubElement(message, "translation")
            translation.text = catalogue.texts[source]
            if not translation.text:
                translation.set("type", "unfinished")
    ET.indent(root, "    ")
    FOLDER.mkdir(parents=True, exist_ok=True)
    text = ET.tostring(root, encoding="unicode")
    catalogue_file(catalogue.language).write_text(
        f'<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n{text}\n', encoding="utf-8", newline="\n"
    )


def compile_catalogue(language: str, target: Path | None = None) -> Path:
    """Compile a catalogue for Qt into ``target`` or next to it, and return the file. Needs PySide6's ``lrelease``."""
    import PySide6

    program = next(
        each for each in Path(PySide6.__file__).parent.rglob("lrelease*") if each.suffix in ("", ".exe")
    )
    target = target or catalogue_file(language).with_suffix(".qm")
    subprocess.run(
        [program, "-silent", "-removeidentical", catalogue_file(language), "-qm", target], check=True
    )
    return target


def update(
    language: str, sources: Mapping[Source, list[str]], new_texts: Mapping[str, str]
) -> tuple[Catalogue, list[str]]:
    """Return a language's catalogue for the texts ``sources``, and the invalid translations in ``new_texts``.

    ``new_texts``: translations by English text. A translation with other placeholders than its source is refused.
    """
    existing, invalid = read_catalogue(language), []
    catalogue = Catalogue(language, places=dict(sources))
    for source in sources:
        translation = existing.texts.get(source, "")
        new = new_texts.get(f"{source.text}|{source.comment}" if source.comment else source.text, "")
        if new and placeholders_of(new) != placeholders_of(source.text):
            invalid.append(f"{language}: {source.text!r}: the places for values differ in {new!r}")
            new = ""
        catalogue.texts[source] = new or translation
    return catalogue, invalid


def read_translations(files: list[Path]) -> dict[str, dict[str, str]]:
    """Return the translations of JSON files by language, the name of a file's folder."""
    translations: dict[str, dict[str, str]] = {language: {} for language in LANGUAGES}
    for file in sorted(files):
        translations[file.parent.name] |= json.loads(file.read_text(encoding="utf-8"))
    return translations


def main(arguments: list[str]) -> int:
    """Update and compile all catalogues, and report unfinished texts."""
    sources = window_sources() | engine_sources()
    translations = read_translations([Path(each) for each in arguments])
    for language in LANGUAGES:
        catalogue, invalid = update(language, sources, translations[language])
        write_catalogue(catalogue)
        compile_catalogue(language)
        unfinished = catalogue.unfinished()
        print(f"{language}: {len(sources) - len(unfinished)} of {len(sources)} texts translated")
        for line in [*invalid, *(f"  unfinished: {source.text!r}" for source in unfinished[:20])]:
            print(line)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
