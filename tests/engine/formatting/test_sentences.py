"""Findings, errors and notes are known by their templates: the listed ones are in the code, and read as themselves."""

from __future__ import annotations

import ast
import itertools
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import engine
from engine import paths
from engine.analysis.estimate import memory_advice
from engine.analysis.evidence import looks_sentence
from engine.errors import UserError
from engine.formatting import sentences
from engine.formatting.phrases import Phrase
from engine.formatting.sentences import read_sentences, templates
from engine.model.encoders import describe_encoder
from engine.spec.experiment import find_problems, parse_experiment
from engine.spec.wording import friendly_message
from engine.store.test_looks import TestLooks
from tests.engine.formatting.error_texts import HOLE, error_texts

ENGINE = Path(engine.__file__).parent
COMPOSED = Path(__file__).with_name("composed_sentences.txt").read_text(encoding="utf-8").splitlines()[2:]
"""Beginnings, or parts, of sentences that no single literal holds."""


def _texts(node: ast.expr) -> Iterator[str]:
    """Every text that a literal can be, with {} where a value stands; those of a choice both."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from (*_texts(node.body), *_texts(node.orelse))
    elif isinstance(node, ast.JoinedStr):
        parts = [
            list(_texts(part.value if isinstance(part, ast.FormattedValue) else part)) or ["{}"]
            for part in node.values
        ]
        yield from map("".join, itertools.product(*parts))


@cache
def _literals() -> str:
    """All literals of the engine and the texts of its resources, one beneath the other."""
    found = []
    for file in sorted(ENGINE.rglob("*.py")):
        if file.name != "sentences.py":
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Constant | ast.JoinedStr | ast.IfExp):
                    found += _texts(node)
    found.append((paths.RESOURCES / "paper.toml").read_text(encoding="utf-8"))
    return re.sub(r"\{\w+(:,)?\}", "{}", "\n".join(found))


@cache
def _errors() -> str:
    """All texts of errors, one beneath the other."""
    return "\n".join(each.text for each in error_texts()).replace(HOLE, "{}")


def test_a_listed_sentence_stands_in_the_code() -> None:
    listed = {each: re.sub(r"\{\w+\}", "{}", each).rstrip(".:") for each in templates()}
    known = f"{_literals()}\n{_errors()}"
    assert [
        template
        for template, bare in listed.items()
        if bare not in known and not any(each in bare for each in COMPOSED)
    ] == []


def test_no_sentence_is_listed_twice() -> None:
    assert sorted(set(templates())) == sorted(templates())


NOT_LISTED = {
    "Out of memory •. •": "where it was is said in one of a few ways, and a sentence is listed for each",
    "• Last output: •": "the end of a log, behind a sentence of its own",
    "transformers has no such model: .": "the reason is a sentence that who refuses hands in",
    "transformers has no such model: loaded back by transformers, its logits differ by •.": "a fault, for a report",
    "•: • Free some space and resume the run: it continues from its last checkpoint.": "what was refused, in its words",
    "is •.": "a state of a search: one sentence is listed for each state",
    "the freezing policy •.": "what a policy lacks is a sentence of its own, and listed with these words before it",
}
"""Texts of errors that are not listed as they stand in the code, and why."""


def _unknown(text: str) -> Iterator[str]:
    """Yield the parts of an error's text that cannot be said in another language, with what English is left in them."""
    for part in read_sentences(text):
        if isinstance(part, Phrase):
            left = {name: value for name, value in part.values.items() if not _is_told(name, value)}
            if left:
                yield f"{part.template}: {left}"
        elif re.search(r"[A-Za-z]{2}", part):
            yield part


def _is_told(name: str, value: object) -> bool:
    """Return whether a value of a sentence is a name or a number, or can be said in another language as well."""
    if isinstance(value, Phrase) and name in sentences.SENTENCE_VALUES:
        return True
    return not re.search(r"[A-Za-z]{2}.* |  *.*[A-Za-z]{2}", str(value))


def test_every_text_of_an_error_is_listed() -> None:
    """Who adds an error adds its sentences to ``resources/sentences.txt``, and says them in the other languages."""
    texts = {each.text: each.place for each in error_texts() if re.search(r"[A-Za-z]{2}", each.text)}
    assert len(texts) > 900 and "this is not a plain file." in texts
    unknown = {text: found for text in sorted(texts) if (found := list(_unknown(text)))}
    assert {
        f"{texts[text]}: {text}": found for text, found in unknown.items() if text not in NOT_LISTED
    } == {}
    assert set(NOT_LISTED) <= set(unknown), "an exception that is none any more"


def test_an_error_that_is_not_listed_is_found() -> None:
    assert list(_unknown("the bees of • have left. Check the path.")) == ["the bees of • have left."]
    assert list(_unknown("there is no hive of bees '•'.")) == [
        "there is no {noun} '{name}'.: {'noun': 'hive of bees'}"
    ]


def test_a_sentence_that_another_part_said_is_known_within_a_sentence() -> None:
    (said,) = read_sentences("the weights are damaged: the content of config.json has changed.")
    assert isinstance(said, Phrase) and said.template == "the weights are damaged: {reason}"
    reason = said.values["reason"]
    assert isinstance(reason, Phrase) and reason.template == "the content of {name} has changed."


def test_a_sentence_is_read_as_the_template_that_made_it() -> None:
    for template in templates():
        sentence = re.sub(r"\{\w+\}", "7", template)
        for text in (sentence, f"reviews.csv, row 18: {sentence}"):
            *place, found = read_sentences(text)
            assert isinstance(found, Phrase) and found == sentence
            assert found.template == template or re.sub(r"\{\w+\}", "7", found.template) == sentence
            assert place == (["reviews.csv, row 18:"] if text != sentence else [])


@pytest.mark.parametrize(
    "looks",
    [TestLooks(1, 1), TestLooks(3, 1), TestLooks(12, 5), TestLooks(12, 5, 3), TestLooks(3, 1, 3)],
    ids=str,
)
def test_looks_at_test_texts_that_a_command_told_are_known(looks: TestLooks) -> None:
    """The window reads such a sentence in answers of the command line, in dialogs that only a long walk opens."""
    said = read_sentences(str(looks_sentence(looks)))
    assert all(isinstance(each, Phrase) for each in said) and " ".join(said) == looks_sentence(looks)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("epochs", -1), ("epochs", "many"), ("epochs", float("inf")), ("batch_size", 2.5), ("dropout", 2),
        ("features", {"layers": "top"}), ("start", "end"), ("freezing", "no such policy"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_value_is_known(field: str, value: object) -> None:
    stage = {"kind": "finetune", "data": {"source": "samples:questions"}, field: value}
    wrong = find_problems({"name": "One", "stages": [stage]})
    assert wrong
    for message in wrong.values():
        said = read_sentences(friendly_message(message))
        assert said and all(isinstance(each, Phrase) for each in said), message


@pytest.mark.parametrize(
    ("free", "said"), [(0.5e9, "Weights, gradients and moments alone"), (2e9, "What helps")]
)
def test_what_a_run_lacks_in_memory_is_known(free: float, said: str) -> None:
    stage = {"kind": "finetune", "data": {"source": "samples:questions"}, "batch_size": 32}
    experiment = parse_experiment({"name": "One", "stages": [stage]})
    for needed, place in ((8e9, ""), (None, "on cuda:0")):
        advice = memory_advice(
            experiment, describe_encoder(experiment.encoder), free, place=place, needed=needed
        )
        if advice:
            assert all(isinstance(each, Phrase) for each in read_sentences(advice)), advice
    assert said in memory_advice(experiment, describe_encoder(experiment.encoder), free, needed=8e9)


def test_an_error_with_its_place_and_remedy_is_read_in_parts() -> None:
    error = UserError("no row has both text and label.", place="a. b.csv", remedy="Check the columns chosen.")
    assert [str(each) for each in read_sentences(str(error))] == [
        "a. b.csv:", "no row has both text and label.", "Check the columns chosen.",
    ]  # fmt: skip


def test_what_is_not_known_stays_as_it_is() -> None:
    text = "The bees left. Nobody knows why"
    said = read_sentences(text)
    assert " ".join(said) == text and not any(isinstance(each, Phrase) for each in said)
    assert read_sentences("") == ()


def test_a_text_of_many_sentences_is_read_in_steps_that_grow_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every end was tried from every beginning: 200 short sentences took twelve seconds, where windows wait."""
    tried: list[str] = []

    class Counted:
        def fullmatch(self, text: str, *ends: int) -> None:
            tried.append(text)

    monkeypatch.setattr(sentences, "_ranked_templates", lambda: [sentences._Template("{value}", "")])
    monkeypatch.setattr(sentences, "_pattern", lambda template: Counted())
    assert len(sentences.read_sentences("a. " * 200)) == 200
    assert len(tried) <= 200 * (sentences.MAX_ENDS + 1)


def test_only_patterns_of_sentences_that_have_the_words_are_tried() -> None:
    """A thousand patterns take a second to compile and to try: the window tells messages where they are drawn."""
    sentences._pattern.cache_clear()
    assert read_sentences("a.csv: the sheet is empty. Choose a sheet with rows.")[1:] == (
        "the sheet is empty.", "Choose a sheet with rows.",
    )  # fmt: skip
    assert sentences._pattern.cache_info().currsize < len(templates()) / 20
