"""Notes on the evidence behind figures: generated texts, checkpoint selection, and evaluations on a test split."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from engine.data.catalogue import data_titles
from engine.errors import UserError
from engine.formatting.phrases import phrase
from engine.spec.checks.findings import too_few_test_texts
from engine.spec.data import find_sources, is_generated
from engine.spec.experiment import Experiment
from engine.store import Store, runs
from engine.store.rows import RunRow, StageRow
from engine.store.test_looks import (
    TestLooks,
    TestTexts,
    count_looks,
    is_last_test_split,
    read_content,
    read_fingerprint,
    read_looks,
)


def evidence_notes(store: Store, run_ids: Iterable[int]) -> list[str]:
    """Return notes that qualify the figures of these runs."""
    experiments, stages = _read_runs(store, run_ids)
    return [*generated_notes(experiments), *selection_notes(experiments, stages), *size_notes(stages)]


def checkpoint_notes(store: Store, run_ids: Iterable[int]) -> list[str]:
    """Return a note on the labels that selected the tested checkpoints of these runs."""
    return selection_notes(*_read_runs(store, run_ids))


def _read_runs(store: Store, run_ids: Iterable[int]) -> tuple[list[Experiment], list[Sequence[StageRow]]]:
    """Return the experiments of runs and their started stages. Runs with options that are not installed are omitted."""
    experiments: list[Experiment] = []
    stages: list[Sequence[StageRow]] = []
    for number in run_ids:
        try:
            experiments.append(runs.get_experiment(store, number))
        except UserError:
            continue
        stages.append(runs.list_stages(store, number))
    return experiments, stages


def size_notes(stages: Iterable[Sequence[StageRow]]) -> list[str]:
    """Return a note if the test split of some run's last stage is too small for a statement."""
    row_counts = [rows for run in stages if run and isinstance(rows := run[-1].info.get("rows"), dict)]
    sizes = [size for rows in row_counts if isinstance(size := rows.get("test"), int)]
    few = too_few_test_texts(min((size for size in sizes if size), default=0))
    return [few] if few else []


def generated_notes(experiments: Iterable[Experiment]) -> list[str]:
    """Return a note on the data sets of ``experiments`` with generated texts, if there are any."""
    names = {
        source.source
        for experiment in experiments
        for stage in experiment.stages
        for _, source in find_sources(stage)
        if is_generated(source.source)
    }
    if not names:
        return []
    return [
        phrase(
            "Demonstration texts ({names}): figures on them show how the program works, not what a method does with "
            "real ones.",
            names=data_titles(", ".join(sorted(names))),
        )
    ]


def selection_notes(experiments: Sequence[Experiment], stages: Sequence[Sequence[StageRow]]) -> list[str]:
    """Return notes on the labels that selected the tested checkpoints of runs, given their started stages.

    Examples: ``The checkpoint was chosen on 2,500 validation labels, more than the 100 it learnt from.`` and
    ``The last update was tested: no validation labels chose the checkpoint.``
    """
    size_pairs: dict[tuple[int, int], None] = {}
    tests_last_update = False
    for experiment, stage_rows in zip(experiments, stages, strict=True):
        for row in reversed(stage_rows):
            if row.position >= len(experiment.stages):
                continue
            stage = experiment.stages[row.position]
            if not stage.labelled_tasks():
                continue
            tests_last_update = tests_last_update or not stage.passes_on_best_checkpoint
            rows = row.info.get("rows")
            if stage.passes_on_best_checkpoint and isinstance(rows, dict):
                sizes = (rows.get("train"), rows.get("validation"))
                if isinstance(sizes[0], int) and isinstance(sizes[1], int):
                    size_pairs[sizes[0], sizes[1]] = None
            break
    sentences: list[str] = []
    if size_pairs:
        high, low = (choose(validation for _, validation in size_pairs) for choose in (max, min))
        labels = phrase("{few} to {most} validation labels", few=f"{low:,}", most=f"{high:,}")
        if low == high:
            labels = phrase("{n} validation label" if high == 1 else "{n} validation labels", n=f"{high:,}")
        train_sizes = [train for train, validation in size_pairs if validation > train]
        sentences.append(
            phrase(
                "The checkpoint was chosen on {labels}, more than the {n} it learnt from."
                if len({train for train, _ in size_pairs}) == 1
                else "The checkpoint was chosen on {labels}, of some runs more than the {n} it learnt from.",
                labels=labels,
                n=f"{min(train_sizes):,}",
            )
            if train_sizes
            else phrase("The checkpoint was chosen on {labels}.", labels=labels)
        )
    if tests_last_update:
        sentences.append(
            phrase("In some runs the last update was tested: no validation labels chose the checkpoint.")
            if size_pairs
            else phrase("The last update was tested: no validation labels chose the checkpoint.")
        )
    return sentences


def looks_sentence(looks: TestLooks) -> str:
    """Return ``12 runs of 5 strategies have been tested on these texts: ...``, empty for none."""
    if not looks.experiments:
        return ""
    n, strategies = f"{looks.experiments:,}", f"{looks.strategies:,}"
    if looks.strategies < 2 and looks.splits > 1:
        return phrase(
            "On each of these {splits} test splits, runs of only one strategy have been tested.",
            splits=looks.splits,
        )
    if looks.strategies < 2:
        return phrase(
            "{n} run of one strategy has been tested on these texts."
            if looks.experiments == 1
            else "{n} runs of one strategy have been tested on these texts.",
            n=n,
        )
    return phrase(
        "{n} runs of {strategies} strategies have been tested on these texts. If the best is chosen by its test "
        "result, it looks better than it is."
        if looks.splits == 1
        else "Up to {n} runs of {strategies} strategies have been tested on one of these test splits. If the best "
        "is chosen by its test result, it looks better than it is.",
        n=n,
        strategies=strategies,
    )


def looks_notes(store: Store, rows: Sequence[RunRow]) -> list[str]:
    """Return ``looks_sentence`` of the test texts of runs as a list, empty without test texts."""
    sentence = looks_sentence(looks_of_runs(store, rows))
    return [sentence] if sentence else []


def looks_by_run(store: Store, rows: Sequence[RunRow]) -> dict[int, TestLooks]:
    """Return the looks at the test texts of each tested run, by its number. Fast enough for lists of many runs."""
    tested_rows = [row for row in rows if row.test is not None]
    looks = read_looks(store.connection) if tested_rows else {}
    return {row.id: most_looks(looks, [row]) for row in tested_rows if row.identity in looks}


def looks_of_runs(store: Store, rows: Sequence[RunRow]) -> TestLooks:
    """Return the looks at the test texts of runs, the most of their test splits. (0, 0) without test texts."""
    texts = {text for row in rows for text in _test_texts(store, row)}
    most = max(count_looks(store.connection, sorted(texts)).values(), key=_order, default=TestLooks(0, 0))
    # One fingerprint has two entries if the content of a file was unknown at some time.
    return replace(most, splits=max(1, len({fingerprint for fingerprint, _ in texts})))


def most_looks(looks: Mapping[str, TestLooks], rows: Sequence[RunRow]) -> TestLooks:
    """Return the most of ``looks`` (by identity of an experiment) that any of the runs has, else (0, 0).

    This serves lists of many runs, where ``looks_of_runs`` would read the predictions of each. Among equal experiments
    on different texts, the one evaluated last counts.
    """
    candidates = [looks[row.identity] for row in rows if row.identity in looks]
    return max(candidates, key=_order, default=TestLooks(0, 0))


def _order(looks: TestLooks) -> tuple[int, int]:
    return looks.strategies, looks.experiments


def _test_texts(store: Store, run: RunRow) -> tuple[TestTexts, ...]:
    """Return the test texts of a run with stored predictions, by task."""
    if run.finished is None:
        return _read_texts(store, run.id)
    return _cached_texts(store.path, run.id, run.finished)


@lru_cache(maxsize=2048)
def _cached_texts(path: Path, run_id: int, _finished: float) -> tuple[TestTexts, ...]:
    """Read and cache: the predictions of a finished run do not change."""
    with Store(path, read_only=True) as store:
        return _read_texts(store, run_id)


def _read_texts(store: Store, run_id: int) -> tuple[TestTexts, ...]:
    sets = store.execute("SELECT split, step, classes FROM prediction_sets WHERE run_id = ?", (run_id,))
    texts = []
    for split, step, classes in sets.fetchall():
        if is_last_test_split(split):
            fingerprint = read_fingerprint(store.connection, run_id, split, json.loads(classes))
            if fingerprint:
                texts.append((fingerprint, read_content(store.connection, run_id, split, step)))
    return tuple(texts)
