"""Experiments of the paper on real texts (and one on generated ones) with small encoders, over seeds: docs/measured.md.

Each question is an experiment with a sweep (``benchmarks/real_data/*.toml``), queued and trained with the ordinary
commands. Finished runs in the store of ``--home`` are kept, and their figures are written to
``benchmarks/real_data/measured`` (``--record`` does only that). Recorded runs are not trained again, so a question can
be measured in several sessions and on several machines. ``--table`` prints the recorded figures with intervals, and
the number of runs that undecided differences would need. It trains nothing.

- ``decay``: Table 4's layer-wise decay, MiniLM, on TREC and on IMDb.
- ``layers``: Table 3's layers that a classifier reads, MiniLM, on IMDb.
- ``rates``: Figure 2's rates on IMDb, palimpsest-tiny, with the loss of general language at each rate.
- ``tasks``: Table 7's multi-task fine-tuning, MiniLM, on TREC, AG's News and DBpedia.
- ``further``: Figure 4's within-task pre-training on IMDb before 250 labels, palimpsest-tiny. Each seed has its own
  pre-training.
- ``protect``: TREC and then AG's News with each strategy against forgetting, palimpsest-tiny.
- ``long``: Table 2's parts of a long text at 512 tokens, MiniLM, on all of IMDb (measured on a GPU, ``--slots 5``).
- ``reviews``: the same parts at 128 tokens on the bundled long reviews, which are generated, with palimpsest-tiny and
  an untrained encoder of the same shape. This is the aim that its model card states.
- ``pretraining``: the errors on TREC and IMDb by the extent of palimpsest-tiny's pre-training with its teacher, from an
  untrained encoder of the same shape to its second weights. ``--texts`` contains the intermediate states in
  ``encoders``, and its ``make/curve.toml`` describes how they were made.

``--texts`` contains ``trec/train_5500.label``, ``trec/TREC_10.label``, ``aclImdb``, ``ag_news_csv``, ``dbpedia_csv``
and ``general.txt`` (paragraphs of general English, the same for all runs of a question; ``--table`` reports runs that
used another text). None is part of Palimpsest.

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
from benchmarks._queue import experiment_runs, finish, palimpsest

if TYPE_CHECKING:
    from engine.spec.experiment import Experiment

TEMPLATES = Path(__file__).resolve().parent / "real_data"
MEASURED = TEMPLATES / "measured"
QUESTIONS = sorted(file.stem for file in TEMPLATES.glob("*.toml"))


def main(arguments: Sequence[str] | None = None) -> None:
    """Train the missing runs of each selected question and print its table."""
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
    args = parser.parse_args(arguments)
    if not args.table and args.home is None:
        parser.error("--home is needed, or --table")
    if not args.table and not args.record and args.texts is None:
        parser.error("--texts is needed to train")
    for question in args.questions:
        if args.against and args.against not in (names := list(dict.fromkeys(variant_order(question)))):
            parser.error(f"--against: {question} has no run '{args.against}', but {', '.join(names)}")
    for question in args.questions:
        if not args.table:
            home = args.home.absolute()
            home.mkdir(parents=True, exist_ok=True)
            try:
                if not args.record:
                    train_missing(question, home, expand(question, args.texts), args.only, args.slots)
            finally:
                record(question, home)
        runs = recorded(question)
        order = [args.against, *variant_order(question)] if args.against else variant_order(question)
        text = table(runs, order) if runs else "No run of this question is recorded."
        more_tables = measure_table(runs, order), forgetting_table(runs, order)
        print("\n\n".join(filter(None, (question, text, *more_tables))) + "\n")


def read_template(question: str) -> str:
    """Return the plan of a question as a template without its folders."""
    return (TEMPLATES / f"{question}.toml").read_text(encoding="utf-8")


def recorded(question: str) -> list[MeasuredRun]:
    """Return the recorded runs of a question."""
    return read_evidence(MEASURED / f"{question}.json", read_template(question))


def expand(question: str, texts: Path) -> list[Experiment]:
    """Return the experiments of a question."""
    from engine.spec.toml import plan_from_table

    filled = Template(read_template(question)).substitute(
        texts=texts.absolute().as_posix(), minilm=minilm().as_posix()
    )
    return plan_from_table(tomllib.loads(filled), place=question).expand()


def variant_order(question: str) -> list[str]:
    """Return the names of a question's variants, in the order of its plan."""
    experiments = expand(question, Path())
    return [variant_of(each.name.partition(": ")[2], each.seed) for each in experiments]


def train_missing(question: str, home: Path, plan: Sequence[Experiment], only: str, slots: int = 1) -> None:
    """Queue the runs that are neither recorded nor in the store of ``home``, and train until the queue is empty."""
    from engine import launch
    from engine.store import Store

    names = {f"{question}: {run.name}" for run in recorded(question)}
    names |= {name for _, name, _ in experiment_runs(home, question)}
    missing = [each for each in plan if each.name not in names and only in each.name]
    if missing:
        palimpsest(home, "runs")  # creates the store
        with Store(home / "palimpsest.sqlite") as store:
            launch.enqueue(store, missing, question)
    finish(home, question, slots)


def record(question: str, home: Path) -> None:
    """Record the finished runs of a question in the store of ``home``."""
    from engine.store import Store, runs

    measured = {run.name: run for run in recorded(question)}
    with Store(home / "palimpsest.sqlite", read_only=True) as store:
        for row in runs.list_runs(store):
            if row.status == "finished" and row.name.startswith(f"{question}: "):
                one = measure(store, row)
                measured[one.name] = one
    if measured:
        write_evidence(MEASURED / f"{question}.json", read_template(question), list(measured.values()))


if __name__ == "__main__":
    main()
