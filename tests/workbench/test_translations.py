"""The window in other languages: nothing outside ``tr()``, nothing untranslated, nothing joined from halves or cut."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import translations
from PySide6.QtCore import QTranslator
from translations import Source

from engine import paths
from engine.errors import UserError
from engine.formatting.phrases import Phrase, capital, phrase
from engine.formatting.sentences import read_sentences
from engine.spec.stages import Finetune, SummaryFacts
from tests import patience
from tests.engine.formatting import error_texts
from tests.workbench import translation_rules as rules
from tests.workbench.pages.design.drafted import Known, quickstart
from tests.workbench.shown_texts import leftovers
from tests.workbench.translated_window import FILLED, fill
from workbench import language
from workbench.backend.tasks import error_sentence
from workbench.engine_texts import sentence_text, task_title
from workbench.pages.design.context.findings import find_problems

CHECKOUT = Path(__file__).resolve().parents[2]
LETTERS = {"zh_CN": re.compile(r"[一-鿿]"), "ko": re.compile(r"[가-힣]")}


SOURCES = """
import json, translations
found = translations.window_sources() | translations.engine_sources()
print(json.dumps([[each.context, each.text, each.comment] for each in found]))
"""


def environment(**more: str) -> dict[str, str]:
    paths = os.pathsep.join((str(CHECKOUT), str(CHECKOUT / "packaging")))
    without = {language.ENVIRONMENT, "PALIMPSEST_PLUGINS"}
    return (
        {name: value for name, value in os.environ.items() if name not in without}
        | {"PYTHONPATH": paths}
        | more
    )


@cache
def sources() -> set[Source]:
    """What is to be translated, listed in a process of its own: in this one other tests may have added options."""
    done = subprocess.run(
        [sys.executable, "-c", SOURCES],
        capture_output=True, encoding="utf-8", env=environment(), timeout=patience.seconds(300), cwd=CHECKOUT,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    return {Source(*each) for each in json.loads(done.stdout)}


def test_nothing_that_can_be_seen_is_outside_tr() -> None:
    assert rules.untranslated() == []


def test_no_sentence_is_joined_from_translated_parts() -> None:
    assert rules.joined() == []
    assert [source.text for source in translations.window_sources() if rules.is_half(source.text)] == []


def test_the_rules_see_what_they_are_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "workbench").mkdir()
    (tmp_path / "workbench" / "page.py").write_text(
        '"""Not seen."""\n'
        'button = Button("Open the folder", icon="folder")\n'
        'note = tr("{n} runs", n=2) + " are queued"\n'
        "head = f\"Saved {tr('the file')}\"\n"
        'key = preferences.get("a stored key")\n',
        encoding="utf-8",
    )
    monkeypatch.setattr(rules, "ROOT", tmp_path)
    untranslated = sorted(each.split(": ", 1)[1] for each in rules.untranslated())
    assert untranslated == [" are queued", "Open the folder", "Saved {}"]
    assert len(rules.joined()) == 2
    assert rules.is_half(", and more") and rules.is_half("From ") and not rules.is_half("From here")
    assert rules.differing_places({"{n:,} runs": "{n} 次运行", "{n:,} of {all}": "{all} 中的 {n:,}"}) == [
        "{n} 次运行"
    ]


@pytest.mark.parametrize("name", translations.LANGUAGES)
def test_everything_is_translated_and_names_the_same_values(name: str) -> None:
    """What is new is brought in, and marked, by ``make translations``."""
    catalogue = translations.read_catalogue(name)
    assert set(catalogue.texts) == sources()
    assert [source.text for source in catalogue.unfinished()] == []
    assert rules.differing_places({source.text: said for source, said in catalogue.texts.items()}) == []
    assert [said for source, said in catalogue.texts.items() if rules.is_half(said)] == []
    spoken = [said for said in catalogue.texts.values() if LETTERS[name].search(said)]
    assert len(spoken) > 0.9 * len(catalogue.texts), "the rest are names and signs"


UNLISTED = Path(__file__).with_name("unlisted_sentences.txt").read_text(encoding="utf-8").partition("\n\n")
ELSEWHERE = tuple(line.partition(": ")[0] for line in UNLISTED[0].splitlines()[2:])
COMPOSED = set(UNLISTED[2].splitlines())


def unlisted(listed: set[str]) -> dict[str, str]:
    """Return the parts of the engine's sentences that no catalogue has, with their places."""
    return {
        part: each.place
        for each in error_texts.literal_texts()
        if re.match(r"['A-Za-z•]", each.text) and " " in each.text and each.text.endswith(".")
        if len(re.findall("[A-Za-z]{2}", each.text)) > 2 and each.text not in listed
        if not each.place.startswith(ELSEWHERE)
        for part in read_sentences(each.text)
        if not isinstance(part, Phrase) and len(re.findall("[A-Za-z]{2,}", part)) > 1
    }


def test_every_sentence_of_the_engine_can_be_translated() -> None:
    """Who adds a sentence lists it in ``resources/sentences.txt``, or in ``unlisted_sentences.txt`` with a reason."""
    found = unlisted({source.text for source in sources()})
    assert {part: place for part, place in found.items() if part not in COMPOSED} == {}
    assert set(found) >= COMPOSED, "an exception that is none any more"


def test_a_sentence_that_is_not_listed_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "stages.py").write_text('notes = [f"The bees have left {n} hives."]\n', encoding="utf-8")
    monkeypatch.setattr(error_texts, "ENGINE", tmp_path)
    assert unlisted(set()) == {"The bees have left • hives.": "stages.py:1"}


@pytest.mark.parametrize("name", translations.LANGUAGES)
def test_what_the_window_reads_is_the_catalogue(name: str) -> None:
    compiled = QTranslator()
    assert compiled.load(str(translations.catalogue_file(name).with_suffix(".qm")))
    wrong = [
        source.text
        for source, said in translations.read_catalogue(name).texts.items()
        if said and (compiled.translate(source.context, source.text, source.comment) or source.text) != said
    ]
    assert wrong == [], "make translations compiles it"


def test_a_catalogue_keeps_what_is_translated_and_marks_what_is_new(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(translations, "FOLDER", tmp_path)
    old, new, plain = (Source("window", text) for text in ("{n} runs", "{n} texts", "Open"))
    verb = Source("window", "Open", "verb")
    made, refused = translations.update(
        "ko", {old: ["workbench/a.py"], verb: [], plain: []}, {"{n} runs": "실행 {n}개"}
    )
    assert refused == [] and made.unfinished() == [verb, plain]
    translations.write_catalogue(made)
    given = {"{n} texts": "텍스트", "Open|verb": "열기"}
    made, refused = translations.update("ko", {old: ["workbench/b.py"], new: [], verb: []}, given)
    assert made.texts == {old: "실행 {n}개", new: "", verb: "열기"}
    assert len(refused) == 1 and "{n} texts" in refused[0]
    translations.write_catalogue(made)
    written = translations.read_catalogue("ko")
    assert written.texts == made.texts
    assert "../../workbench/b.py" in translations.catalogue_file("ko").read_text(encoding="utf-8")
    compiled = QTranslator()
    assert compiled.load(str(translations.compile_catalogue("ko")))
    assert compiled.translate("window", "Open", "verb") == "열기"
    assert not compiled.translate("window", "{n} texts")


def test_a_text_that_is_no_literal_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "workbench").mkdir()
    (tmp_path / "workbench" / "page.py").write_text("words = tr(f'{n} runs')\n", encoding="utf-8")
    monkeypatch.setattr(translations, "ROOT", tmp_path)
    with pytest.raises(ValueError, match=r"workbench/page\.py:1: a text to translate must be a literal"):
        translations.window_sources()


def test_english_is_said_as_it_stands() -> None:
    assert language.current() == "en"
    assert language.tr("Braces {stay}") == "Braces {stay}"
    assert language.tr("{n:,} of {all}", n=3000, all="5 texts") == "3,000 of 5 texts"
    counted = [language.tr_n("{n} run", "{n:,} runs", n) for n in (0, 1, 2000)]
    assert counted == ["0 runs", "1 run", "2,000 runs"]
    assert language.tr_engine("Learning rate") == language.source_of("Learning rate") == "Learning rate"


@pytest.mark.parametrize(
    ("asked", "preferred", "system", "name"),
    [
        ("", "ko", ["de-DE"], "ko"),
        ("zh_CN", "ko", [], "zh_CN"),
        ("", "system", ["de-DE", "zh-Hans-CN", "ko-KR"], "zh_CN"),
        ("", "system", ["fr-FR"], "en"),
        ("Klingon", "ko", ["ko-KR"], "ko"),
        ("", "a language of a later version", ["en-GB"], "en"),
    ],
)
def test_the_language_is_the_asked_one_else_the_preferred_else_the_systems(
    monkeypatch: pytest.MonkeyPatch, asked: str, preferred: str, system: list[str], name: str
) -> None:
    class System:
        def uiLanguages(self) -> list[str]:
            return system

    monkeypatch.setenv(language.ENVIRONMENT, asked)
    monkeypatch.setattr(language.QLocale, "system", System)
    assert language.find(preferred) == name


@pytest.fixture(scope="module")
def filled_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with a store of runs, for both languages: the window's process need not import what trains."""
    folder = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PALIMPSEST_HOME", str(folder))
        assert fill(paths.default_store()) == list(FILLED)
    return folder


def opened(name: str, home: Path) -> dict[str, Any]:
    """What a walk through the window in a language found, in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.workbench.translated_window", name],
        capture_output=True, encoding="utf-8", timeout=patience.seconds(600), cwd=CHECKOUT,
        env=environment(PALIMPSEST_HOME=str(home), QT_QPA_PLATFORM="offscreen"),
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


@pytest.mark.nightly  # in every suite nothing is untranslated or joined from parts, and pages fit in English
@pytest.mark.parametrize(
    ("name", "runs", "cancel", "date"),
    [("zh_CN", "运行", "取消", "11月3日"), ("ko", "실행", "취소", "11월 3일")],
)
def test_the_window_opens_in_the_language_and_all_of_it_fits(
    filled_home: Path, name: str, runs: str, cancel: str, date: str
) -> None:
    found = opened(name, filled_home)
    answers = found["answers"]
    assert (answers["language"], answers["runs"], answers["date"]) == (name, runs, date)
    assert answers["cancel"].partition("(")[0] == cancel, "Qt's own dialogs speak it too"
    assert answers["source"] == "Runs" and answers["decimal"] == "."
    assert "Larger text" in answers["actions"], "keys are stored under English names"
    assert len(answers["found"]) == 1, "a command is found by its English name"
    assert found["large"] == {}, "every page fits 1200 x 720"
    assert found["cut"] == {}
    assert found["leftovers"] == [], "what stays in English is listed in shown_texts, with the reason"


def test_a_forgotten_text_is_seen_and_names_are_not() -> None:
    shown = {
        "4 epochs, 16 × 32": "Card",
        "头部, 最后一层": "Card",
        "BERT-base，512 个词元": "Label",
        "my run 的决策": "Title",
    }
    assert leftovers(shown, ["my run"]) == ["Card: 4 epochs, 16 × 32"]
    assert leftovers({"learning_rate：Learning rate": "Tip"}, []) == ["Tip: learning_rate：Learning rate"]


def choose(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """From now on the window speaks this language."""
    catalogue = QTranslator()
    assert catalogue.load(str(translations.catalogue_file(name).with_suffix(".qm")))
    monkeypatch.setattr(language, "_language", language._Language(name, catalogue))


def test_a_phrase_of_the_engine_is_said_part_by_part(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Finetune.model_validate(
        {"data": "samples:questions", "epochs": 4, "learning_rate": 1e-3, "max_length": 32}
    )
    facts = SummaryFacts({"samples:questions": "问题"}, texts=700)
    assert stage.summary(facts)[1] == "4 epochs, 24 × 32, rate 0.001", "English wherever it is not the window"
    choose(monkeypatch, "zh_CN")
    said = [language.tr_engine(line) for line in stage.summary(facts)]
    assert said[:2] == ["问题, 700 个生成的训练文本".replace(", ", "，"), "4 轮, 24 × 32, 学习率 0.001"]
    traces = phrase("{what} in {n} texts", what=capital(phrase("traces of a wrong encoding")), n=3)
    assert language.tr_engine(traces) == "3 个文本中有错误编码的痕迹"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "reviews.csv, row 18: the row has no label. Check the columns chosen.",
            "reviews.csv 第 18 行：该行没有标签。请检查所选的列。",
        ),
        ("The train split has no rows.", "训练集没有行。"),
        ("there is no column 'train'.", "没有列“train”。"),
        ("nobody has translated this. Check the path.", "nobody has translated this. 请检查路径。"),
    ],
)
def test_a_sentence_of_the_engine_is_told_again_by_its_template(
    monkeypatch: pytest.MonkeyPatch, text: str, said: str
) -> None:
    assert sentence_text(text) == text, "English wherever it is not the window"
    choose(monkeypatch, "zh_CN")
    assert sentence_text(text) == said


def test_a_finding_and_an_error_are_shown_in_the_windows_language(monkeypatch: pytest.MonkeyPatch) -> None:
    choose(monkeypatch, "ko")
    found = find_problems(quickstart().with_value("stages.0.epochs", -1), Known(), {})["stages.0.epochs"]
    assert LETTERS["ko"].search(found.message)
    assert LETTERS["ko"].search(error_sentence(UserError("the file is empty.", remedy="Check the file.")))


def test_a_task_of_a_bundled_data_set_has_its_title(monkeypatch: pytest.MonkeyPatch) -> None:
    assert [task_title(name) for name in ("headlines", "my own task")] == ["Headlines", "my own task"]
    choose(monkeypatch, "ko")
    assert LETTERS["ko"].search(task_title("headlines"))
