"""Notes on the evidence behind figures: generated texts, and the choice of a checkpoint."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.data.data_titles import data_titles
from engine.errors import UserError
from engine.formatting.phrases import phrase
from engine.spec.checks.findings import too_few_test_texts
from engine.spec.data import find_sources, is_generated
from engine.spec.experiment import Experiment
from engine.store import Store, runs
from engine.store.rows import StageRow


def evidence_notes(store: Store, run_ids: Iterable[int]) -> list[str]:
    """Return notes that qualify the figures of these runs."""
    experiments, stages = _read(store, run_ids)
    return [*generated_notes(experiments), *selection_notes(experiments, stages), *size_notes(stages)]


def checkpoint_notes(store: Store, run_ids: Iterable[int]) -> list[str]:
    """Return which labels chose the tested checkpoints of these runs."""
    return selection_notes(*_read(store, run_ids))


def _read(store: Store, run_ids: Iterable[int]) -> tuple[list[Experiment], list[Sequence[StageRow]]]:
    """Return the experiments of runs and the stages that each has begun. Runs whose options are gone are left out."""
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
    """Return that the test split of a run's last stage is too small to say anything, where one is."""
    row_counts = [rows for rows_ in stages if rows_ and isinstance(rows := rows_[-1].info.get("rows"), dict)]
    sizes = [size for rows in row_counts if isinstance(size := rows.get("test"), int)]
    few = too_few_test_texts(min((size for size in sizes if size), default=0))
    return [few] if few else []


def generated_notes(experiments: Iterable[Experiment]) -> list[str]:
    """Return a sentence that names the data sets of ``experiments`` whose texts are generated, none without such."""
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
    """Return which labels chose the tested checkpoints of runs, given the stages that each has begun.

    Examples: ``The checkpoint was chosen on 2,500 validation labels, more than the 100 it learnt from.`` and
    ``The last update was tested: no validation labels chose the checkpoint.``
    """
    sizes_: dict[tuple[int, int], None] = {}
    last = False
    for experiment, rows_ in zip(experiments, stages, strict=True):
        for row in reversed(rows_):
            if row.position >= len(experiment.stages):
                continue
            stage = experiment.stages[row.position]
            if not stage.labelled_tasks():
                continue
            last = last or not stage.passes_on_best_checkpoint
            rows = row.info.get("rows")
            if stage.passes_on_best_checkpoint and isinstance(rows, dict):
                sizes = (rows.get("train"), rows.get("validation"))
                if isinstance(sizes[0], int) and isinstance(sizes[1], int):
                    sizes_[sizes[0], sizes[1]] = None
            break
    sentences: list[str] = []
    if sizes_:
        most = max(validation for _, validation in sizes_)
        few = min(validation for _, validation in sizes_)
        labels = phrase("{few} to {most} validation labels", few=f"{few:,}", most=f"{most:,}")
        if few == most:
            labels = phrase("{n} validation label" if most == 1 else "{n} validation labels", n=f"{most:,}")
        least = [train for train, validation in sizes_ if validation > train]
        if not least:
            sentences.append(phrase("The checkpoint was chosen on {labels}.", labels=labels))
        elif len({train for train, _ in sizes_}) == 1:
            sentences.append(
                phrase(
                    "The checkpoint was chosen on {labels}, more than the {n} it learnt from.",
                    labels=labels,
                    n=f"{least[0]:,}",
                )
            )
        else:
            sentences.append(
                phrase(
                    "The checkpoint was chosen on {labels}, of some runs more than the {n} it learnt from.",
                    labels=labels,
                    n=f"{min(least):,}",
                )
            )
    if last:
        sentences.append(
            phrase("Of some runs the last update was tested: no validation labels chose the checkpoint.")
            if sizes_
            else phrase("The last update was tested: no validation labels chose the checkpoint.")
        )
    return sentences
