"""The paper's questions on real texts (and one on generated ones) with small encoders, over seeds: docs/measured.md.

Each question is an experiment with a sweep (``benchmarks/real_data/*.toml``), put into the queue and trained as a user
does it. What has finished in the store of ``--home`` is kept, and its figures are written to
``benchmarks/real_data/measured`` (``--record`` does only that); runs that stand there are not trained again. So a
question may be answered in several sittings, on several machines. ``--table`` prints what is there, with intervals and
with what it would take to tell what is undecided, and trains nothing.

- ``decay``: Table 4's layer-wise decay, MiniLM, on TREC and on IMDb.
- ``layers``: Table 3's layers that a classifier reads, MiniLM, on IMDb.
- ``rates``: Figure 2's rates on IMDb, palimpsest-tiny, with the language that each costs.
- ``tasks``: Table 7's multi-task fine-tuning, MiniLM, on TREC, AG's News and DBpedia.
- ``further``: Figure 4's within-task pre-training on IMDb before 250 labels, palimpsest-tiny; each seed has a
  pre-training of its own.
- ``protect``: TREC and then AG's News with each strategy against forgetting, palimpsest-tiny.
- ``long``: Table 2's parts of a long text at 512 tokens, MiniLM, on the whole of IMDb (made on a GPU, ``--slots 5``).
- ``reviews``: the same parts at 128 tokens on the bundled long reviews, which are generated, palimpsest-tiny and an
  untrained encoder of its shape: what its card aims at.
- ``pretraining``: how TREC's and IMDb's errors fall with what palimpsest-tiny has learnt beside its teacher, from an
  untrained encoder of its shape to its second weights. ``--texts`` has the states in between in ``encoders``; its
  ``make/curve.toml`` says how they are made.

``--texts`` holds ``trec/train_5500.label``, ``trec/TREC_10.label``, ``aclImdb``, ``ag_news_csv``, ``dbpedia_csv`` and
``general.txt`` (paragraphs of general English, the same for all runs of a question: ``--table`` tells of those that had
another); none is part of Palimpsest.

    python benchmarks/real_data.py decay --texts FOLDER --home FOLDER
    python benchmarks/real_data.py decay --table
"""

from __future__ import annotations

import argparse
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks._evidence import (
    MeasuredRun,
    forgetting_table,
    measure,
    measure_table,
    read_evidence,
    table,
    variant_of,
    write_evidence,
)
from benchmarks._harness import minilm
from benchmarks._queue import finish, palimpsest, runs_of

if TYPE_CHECKING:
    from engine.spec.experiment import Experiment

TEMPLATES = Path(__file__).resolve().parent / "real_data"
MEASURED = TEMPLATES / "measured"
QUESTIONS = sorted(file.stem for file in TEMPLATES.glob("*.toml"))


def main(arguments: Sequence[str] | None = None) -> None:
    """Train what is missing of each chosen question and print its table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("questions", nargs="+", choices=QUESTIONS)
    parser.add_argument("--texts", type=Path, help="where the data sets are")
    parser.add_argument("--home", type=Path, help="where the store of this benchmark is kept")
    parser.add_argument(
        "--only", default="", metavar="WORDS", help="train runs whose name has these words, such as: seed 43"
    )
    parser.add_argument(
        "--slots", type=int, default=1, help="runs trained side by side, as palimpsest queue --slots has it"
    )
    parser.add_argument("--record", action="store_true", help="write down what has finished; train nothing")
    parser.add_argument("--table", action="store_true", help="print what was measured; train nothing")
    parser.add_argument(
        "--against", default="", metavar="RUN", help="the run beside which the others are put; else the first"
    )
    chosen = parser.parse_args(arguments)
    if not chosen.table and chosen.home is None:
        parser.error("--home is needed, or --table")
    if not chosen.table and not chosen.record and chosen.texts is None:
        parser.error("--texts is needed to train")
    for question in chosen.questions:
        if chosen.against and chosen.against not in (known := list(dict.fromkeys(order_of(question)))):
            parser.error(f"--against: {question} has no run '{chosen.against}', but {', '.join(known)}")
    for question in chosen.questions:
        if not chosen.table:
            home = chosen.home.absolute()
            home.mkdir(parents=True, exist_ok=True)
            try:
                if not chosen.record:
                    train_missing(question, home, expand(question, chosen.texts), chosen.only, chosen.slots)
            finally:
                record(question, home)
        found = recorded(question)
        order = [chosen.against, *order_of(question)] if chosen.against else order_of(question)
        told = table(found, order) if found else "No run of this question is recorded."
        further = measure_table(found, order), forgetting_table(found, order)
        print("\n\n".join(filter(None, (question, told, *further))) + "\n")


def template_of(question: str) -> str:
    """Return the plan of a question, its folders still to be filled in."""
    return (TEMPLATES / f"{question}.toml").read_text(encoding="utf-8")


def recorded(question: str) -> list[MeasuredRun]:
    """Return the runs of a question that stand in the repository."""
    return read_evidence(MEASURED / f"{question}.json", template_of(question))


def expand(question: str, texts: Path) -> list[Experiment]:
    """Return the experiments of a question."""
    from engine.spec.toml import plan_from_table

    filled = Template(template_of(question)).substitute(
        texts=texts.absolute().as_posix(), minilm=minilm().as_posix()
    )
    return plan_from_table(tomllib.loads(filled), place=question).expand()


def order_of(question: str) -> list[str]:
    """Return the names of a question's variants, in the order of its plan."""
    whole = expand(question, Path())
    return [variant_of(each.name.partition(": ")[2], each.seed) for each in whole]


def train_missing(question: str, home: Path, whole: Sequence[Experiment], only: str, slots: int = 1) -> None:
    """Queue the runs that are neither recorded nor in the store of ``home``, and train until the queue is empty."""
    from engine import launch
    from engine.store import Store

    names = {f"{question}: {run.name}" for run in recorded(question)}
    names |= {name for _, name, _ in runs_of(home, question)}
    missing = [each for each in whole if each.name not in names and only in each.name]
    if missing:
        palimpsest(home, "runs")  # makes the store
        with Store(home / "palimpsest.sqlite") as store:
            launch.enqueue(store, missing, question)
    finish(home, question, slots)


def record(question: str, home: Path) -> None:
    """Write down the runs of a question that have finished in the store of ``home``."""
    from engine.store import Store, runs

    found = {run.name: run for run in recorded(question)}
    with Store(home / "palimpsest.sqlite", read_only=True) as store:
        for row in runs.list_runs(store):
            if row.status == "finished" and row.name.startswith(f"{question}: "):
                one = measure(store, row)
                found[one.name] = one
    if found:
        write_evidence(MEASURED / f"{question}.json", template_of(question), list(found.values()))


if __name__ == "__main__":
    main()
