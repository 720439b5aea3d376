"""Every answer of ``compare --test``, word for word, as it was when its numbers were last checked by hand.

python -m tests.engine.analysis.verdicts.test_answers        writes the file again, where an answer is to change
"""

from __future__ import annotations

import json
import re
import tempfile
from pathlib import Path

import numpy as np
import pytest

from engine.events import Evaluation, Predictions
from engine.store import Store
from engine.store.writer import RunWriter
from tests.engine.cli.test_app import palimpsest
from tests.workbench.pages.stored import finished

TEXTS = 600
ANSWERS = Path(__file__).with_name("answers.json")
FORMATS = ("table", "markdown", "csv", "latex", "json")
STRATEGIES = (
    # rate, error in percent by seed, share of its mistakes that are its own
    (1e-5, (12.0, 12.4, 11.8), 0.1),
    (2e-5, (12.1, 12.0, 12.3), 0.1),  # the same
    (3e-5, (7.0, 7.4, 6.8), 0.1),  # better
    (4e-5, (18.0, 17.0, 19.5), 0.5),  # worse
    (5e-5, (10.9, 12.2, 11.2), 0.2),  # cannot be told
    (6e-5, (12.0, 12.5, 40.0), 0.2),  # one seed fails
)


def _write_store(path: Path) -> None:
    """Write 18 runs: six strategies of three seeds on the same three classes of ``TEXTS`` texts, and three more.

    Runs 19 and 20 have no predictions, run 21 is another seed of the first strategy.
    """
    random = np.random.default_rng(3)
    truth = random.choice(3, TEXTS, p=(0.6, 0.3, 0.1))
    hard = random.standard_normal(TEXTS)

    def add(rate: float, seed: int, error: float, own: float, predicted: bool = True) -> None:
        number = finished(path, f"rate {rate:g}, seed {seed}", seed=seed, rate=rate, test=error)
        of_rate = np.random.default_rng(int(1e7 * rate)).standard_normal(TEXTS)
        of_run = np.random.default_rng([int(1e7 * rate), seed]).standard_normal(TEXTS)
        difficulty = hard + np.sqrt(own) * of_rate + np.sqrt(0.1) * of_run
        wrong = np.argsort(np.argsort(-difficulty)) < round(TEXTS * error / 100)
        guess = np.where(wrong, (truth + 1) % 3, truth)
        made = Predictions(
            "test", np.arange(TEXTS), truth, guess, np.full((TEXTS, 3), 1 / 3), 2.0 * wrong, ("a", "b", "c")
        )
        with RunWriter(path, number) as writer:
            values = {"test/error": 100 * float(wrong.mean())} if predicted else {"test/error": error}
            writer.write(Evaluation("test", 10, values, predictions=made if predicted else None))

    Store(path).close()
    for rate, errors, own in STRATEGIES:
        for seed, error in enumerate(errors, 1):
            add(rate, seed, error, own)
    for seed in (1, 2):
        add(7e-5, seed, 9.0 + seed, 0.1, predicted=False)
    add(1e-5, 9, 12.2, 0.1)
    with Store(path) as store:
        store.execute("UPDATE runs SET active_seconds = 90")


def _ask(path: Path) -> dict[str, list[str]]:
    """Return every answer by its question: lines, numbers to five digits; of JSON the tests alone."""
    everything = [str(number) for number in range(1, 19)]
    questions = [[*everything, "--format", each] for each in FORMATS]
    questions += [
        [*everything, "--details", *more] for more in (["--judge-by", "macro_f1"], ["--margin", "5"])
    ]
    questions += [
        [*everything[:6], "19", "20", "--judge-by", "accuracy", "--format", "json"],
        ["1", "2", "3", "13", "14", "15", "--details"],  # paired by seed
        ["1", "2", "21", "13", "14", "15", "--details"],  # seeds without a partner
        ["1", "2", "7", "--details"],  # one run against two
        ["1", "4", "19", "20", "--format", "json"],
        ["1", "2", "3", "19", "20", "--judge-by", "loss"],  # one has no predictions
    ]
    found = {}
    for question in questions:
        told = palimpsest("compare", *question, "--test", "--store", path)
        text = json.dumps(told.json["tests"], indent=1) if "json" in question else told.out
        text = re.sub(r"\d+ of \d+ settings?", "Of all settings one", text)
        rounded = re.sub(r"-?\d+\.\d{6,}(e-?\d+)?", lambda number: f"{float(number[0]):.5g}", text)
        found[" ".join(question)] = rounded.splitlines()
    return found


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    path = tmp_path_factory.mktemp("answers") / "s.sqlite"
    _write_store(path)
    return _ask(path)


FROZEN: dict[str, list[str]] = json.loads(ANSWERS.read_text()) if ANSWERS.exists() else {}


@pytest.mark.parametrize("question", FROZEN)
def test_an_answer_is_what_it_was(answers: dict[str, list[str]], question: str) -> None:
    assert answers[question] == FROZEN[question]


def test_every_question_has_an_answer(answers: dict[str, list[str]]) -> None:
    assert list(answers) == list(FROZEN)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        _write_store(Path(folder, "s.sqlite"))
        ANSWERS.write_text(json.dumps(_ask(Path(folder, "s.sqlite")), indent=1) + "\n")
