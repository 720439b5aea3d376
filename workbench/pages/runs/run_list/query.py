"""Data of the Runs page, read from the store (in the reader thread). No Qt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from engine.analysis.sweeps import summarise_runs
from workbench.language import tr
from workbench.look.names import distinct_ends
from workbench.pages.runs.run_list.wording import value_text

if TYPE_CHECKING:
    from engine.analysis.task_results import TaskResult
    from engine.store import Store
    from engine.store.metrics import MetricCurve
    from engine.store.rows import LogLine, RunRow, StageRow

MAX_ROWS = 2000
"""Largest number of rows read. A search reaches the others."""

Grouping = str
"""``none``, ``sweep``, ``seed`` (within sweeps), or ``by:`` and a name as in a filter."""
BY = "by:"


@dataclass(frozen=True)
class RunTableRow:
    """One row of the table: a run, or a group of runs (``run`` is None) with its progress, its best value of
    ``metric`` and the mean forgetting of its runs.

    ``key`` is the run's id, or the group's path; ``level`` the indentation. ``open``: whether a group is unfolded.
    """

    key: int | str
    name: str
    level: int = 0
    run: RunRow | None = None
    open: bool | None = None
    members: tuple[int, ...] = ()
    finished: int = 0
    active: int = 0
    share: float | None = None
    eta: float | None = None
    best: float | None = None
    data: str = ""
    started: float | None = None
    forgot: float | None = None
    metric: str = "error"
    looks: str = ""
    """Number of evaluations on the run's test texts as a sentence, empty if unknown."""
    values: Mapping[str, float | str | None] = field(default_factory=dict)
    """Values of the user's columns, by name."""
    queue_place: int = 0
    """Position among the queued runs, from 1; 0 for others and for a single queued run."""
    distinct_end: str = ""
    """The distinguishing end of the run's name in its group, which is elided last."""


@dataclass(frozen=True)
class RunTable:
    """The lines shown, all runs read by id, and the number of matching runs."""

    lines: tuple[RunTableRow, ...]
    runs: Mapping[int, RunRow]
    total: int


@dataclass(frozen=True)
class RunDetails:
    """The data of the log and settings tabs for one run."""

    row: RunRow
    toml: str
    stages: tuple[StageRow, ...]
    notes: tuple[LogLine, ...]
    versions: Mapping[str, str]
    fingerprints: Mapping[str, str]
    log: str
    latest: Mapping[str, float] = field(default_factory=dict)
    results: tuple[TaskResult, ...] = ()
    splits: tuple[str, ...] = ()
    looks: str = ""
    """Number of evaluations on its test texts as a sentence, empty if unknown."""
    evidence: tuple[str, ...] = ()
    """Caveats on its figures as sentences: generated texts, the labels that selected the checkpoint."""


def load_table(
    store: Store, where: str, order_by: str, descending: bool, grouping: Grouping, folded: frozenset[str],
    expanded: frozenset[int], archived: bool = False, left_out: frozenset[int] = frozenset(),
    names: tuple[str, ...] = (), lanes: int = 1,
) -> RunTable:  # fmt: skip
    """Return the rows of the table: sorted and filtered in SQL, then grouped.

    A group has the position of its first run. Sweeps of one run are no groups. Runs ``left_out`` are omitted, because
    they are about to be deleted. Runs ``expanded`` are added to the newest ``MAX_ROWS``. ``names`` are those of the
    user's columns. ``lanes``: number of runs that this computer runs at once.

    Raises UserError for an invalid filter, order or name.
    """
    from engine.analysis.durations import estimate_queue
    from engine.analysis.evidence import looks_sentence, most_looks
    from engine.launch.queue_order import queued_ids
    from engine.store import runs
    from engine.store.test_looks import read_looks

    which = None if archived else False
    rows = runs.list_runs(
        store, where=where, order_by=order_by, descending=descending, limit=MAX_ROWS, archived=which
    )
    total = len(rows) if len(rows) < MAX_ROWS else runs.count_runs(store, where=where, archived=which)
    if total > len(rows) and not where:
        # Drawn runs, and runs requested by another page, are included at any age.
        beyond = sorted(expanded - {row.id for row in rows})
        rows += runs.list_runs(store, ids=beyond, order_by=order_by, descending=descending, archived=which)
    waiting = queued_ids(store)
    if order_by == "created":
        rows = _waiting_last(rows, waiting)
    total -= sum(row.id in left_out for row in rows)
    rows = [row for row in rows if row.id not in left_out]
    by = grouping.removeprefix(BY) if grouping.startswith(BY) else ""
    columns = tuple(dict.fromkeys((*names, by) if by else names))
    values = runs.read_run_values(store, columns, [row.id for row in rows])
    if by:
        lines = _by_value(rows, by, values, folded)
    else:
        lines = _by_sweep(rows, grouping, folded)
    if names:
        lines = [
            line if line.run is None else replace(line, values=values.get(line.run.id, {})) for line in lines
        ]
    places = {number: index for index, number in enumerate(waiting, 1)} if len(waiting) > 1 else {}
    lines = [
        replace(line, queue_place=places[line.run.id])
        if line.run is not None and line.run.id in places
        else line
        for line in lines
    ]
    if any(line.active for line in lines):
        ends = estimate_queue(store, lanes).ends
        lines = [
            replace(line, eta=max((ends[number] for number in line.members if number in ends), default=None))
            for line in lines
        ]
    looks = read_looks(store.connection)
    lines = [
        replace(line, looks=looks_sentence(most_looks(looks, [line.run])))
        if line.run is not None and line.run.test is not None
        else line
        for line in lines
    ]
    return RunTable(tuple(_with_distinct_ends(lines)), {row.id: row for row in rows}, total)


def _waiting_last(rows: Sequence[RunRow], waiting: Sequence[int]) -> list[RunRow]:
    """Return runs in their order, with queued ones after the others, the next one to start first."""
    places = {number: index for index, number in enumerate(waiting)}
    queued = sorted((row for row in rows if row.id in places), key=lambda row: places[row.id])
    return [*(row for row in rows if row.id not in places), *queued]


def _by_sweep(rows: Sequence[RunRow], grouping: Grouping, folded: frozenset[str]) -> list[RunTableRow]:
    sweeps: dict[int, list[RunRow]] = {}
    for row in rows:
        if row.sweep_id is not None:
            sweeps.setdefault(row.sweep_id, []).append(row)
    lines: list[RunTableRow] = []
    for row in rows:
        members = sweeps.get(row.sweep_id, []) if row.sweep_id is not None else []
        if grouping == "none" or len(members) < 2:
            lines.append(RunTableRow(row.id, row.name, 0, row))
        elif members[0] is row:
            lines += _group(members, grouping, folded)
    return lines


def _by_value(
    rows: Sequence[RunRow],
    name: str,
    values: Mapping[int, Mapping[str, float | str | None]],
    folded: frozenset[str],
) -> list[RunTableRow]:
    """Return a group for each value of ``name``, in the order of their first runs, those without one last."""
    groups: dict[float | str | None, list[RunRow]] = {}
    for row in rows:
        groups.setdefault(values.get(row.id, {}).get(name) or None, []).append(row)
    lines: list[RunTableRow] = []
    for value, members in sorted(groups.items(), key=lambda each: each[0] is None):
        key = f"{BY}{name}\n{value}"
        title = tr("No {name}", name=name) if value is None else f"{name} = {value_text(name, value)}"
        lines.append(_head(members, key, title, 0, key not in folded))
        if key not in folded:
            lines += [RunTableRow(row.id, row.name, 1, row) for row in members]
    return lines


def _group(members: Sequence[RunRow], grouping: Grouping, folded: frozenset[str]) -> list[RunTableRow]:
    name, key = members[0].group_name, sweep_group(members[0])
    lines = [_head(members, key, name, 0, key not in folded)]
    if key in folded:
        return lines
    seeds = sorted({row.seed for row in members})
    if grouping == "seed" and 1 < len(seeds) < len(members):
        for seed in seeds:
            inside = [row for row in members if row.seed == seed]
            path = seed_group(inside[0])
            title = tr("seed {seed}, {runs} runs", seed=seed, runs=len(inside))
            lines.append(_head(inside, path, title, 1, path not in folded))
            if path not in folded:
                label = tr("seed {seed}", seed=seed)
                lines += [RunTableRow(row.id, _short(row.name, name, label), 2, row) for row in inside]
        return lines
    return lines + [RunTableRow(row.id, _short(row.name, name, ""), 1, row) for row in members]


def sweep_group(row: RunRow) -> str:
    """Return the key of the group of all runs of a run's sweep."""
    return f"sweep:{row.sweep_id}"


def seed_group(row: RunRow) -> str:
    """Return the key of the group within its sweep that a run with this seed belongs to."""
    return f"{sweep_group(row)}\n{row.seed}"


def _short(name: str, group: str, without: str) -> str:
    """Return a run's name without the part already in its group's name."""
    parts = name.removeprefix(f"{group}: ").split(", ")
    return ", ".join(part for part in parts if part != without) or name


def _with_distinct_ends(lines: Sequence[RunTableRow]) -> list[RunTableRow]:
    """Return lines with the distinguishing name ends of runs in the same group, or outside groups."""
    families: dict[int | str, list[int]] = {}
    head: int | str = ""
    for place, line in enumerate(lines):
        if line.run is None:
            head = line.key
        else:
            families.setdefault(head if line.level else "", []).append(place)
    lines_out = list(lines)
    for places in families.values():
        for place, end in zip(places, distinct_ends([lines[each].name for each in places]), strict=True):
            lines_out[place] = replace(lines[place], distinct_end=end)
    return lines_out


def _head(members: Sequence[RunRow], key: str, name: str, level: int, unfolded: bool) -> RunTableRow:
    summary = summarise_runs(members)
    return RunTableRow(
        key, name, level, None, unfolded, tuple(row.id for row in members), summary.finished, summary.active,
        summary.share, None, summary.best, summary.data, summary.started,
        forgot=summary.forgot, metric=summary.metric or "error",
    )  # fmt: skip


def load_details(store: Store, run_id: int) -> RunDetails:
    """Return the details of one run."""
    from engine.analysis.evidence import evidence_notes, looks_of_runs, looks_sentence
    from engine.analysis.task_results import task_results_of_runs
    from engine.spec.toml import dumps
    from engine.store import metrics, runs, summaries

    row, experiment = runs.get_run(store, run_id), runs.get_experiment(store, run_id)
    return RunDetails(
        row,
        dumps(experiment, comments=False),
        tuple(runs.list_stages(store, run_id)),
        tuple(runs.list_log_lines(store, run_id)),
        runs.package_versions(store, run_id),
        runs.data_fingerprints(store, run_id),
        runs.read_log_tail(row.folder, lines=2000),
        metrics.latest_values(store, run_id),
        tuple(task_results_of_runs(store, {run_id: experiment})[run_id]),
        tuple(summaries.prediction_splits(store, run_id)),
        looks_sentence(looks_of_runs(store, [row])),
        tuple(evidence_notes(store, [run_id])),
    )


def load_tasks(store: Store, run_id: int) -> tuple[str, ...]:
    """Return the tasks with a head in the run's last multi-task stage, none if the last stage learns one task."""
    from engine.spec.experiment import task_names
    from engine.store import runs

    names = next((name for name in reversed(task_names(runs.get_experiment(store, run_id))) if name), ())
    return names if len(names) > 1 else ()


CURVE_KEYS = (
    "train/loss",
    "rate/top",
    "rate/bottom",
    "speed/texts_per_second",
    "speed/tokens_per_second",
    "system/cpu",
    "system/memory_gb",
    "system/gpu_memory_gb",
)


CURVE_PREFIXES = ("heldout/", "validation/")
"""Prefixes of measures that only some runs have."""


@dataclass(frozen=True)
class NewPoints:
    """New points of the drawn runs by (run, key), and the stages of new runs."""

    curves: Mapping[tuple[int, str], MetricCurve]
    stages: Mapping[int, tuple[StageRow, ...]]


def load_points(
    store: Store, ids: Sequence[int], after: Mapping[tuple[int, str], int], stages_of: Sequence[int]
) -> NewPoints:
    """Return points after the given steps: of ``CURVE_KEYS`` and of every metric of validation and held-out text."""
    from engine.store import metrics, runs

    more = (
        [key for key in metrics.list_metric_keys(store, ids) if key.startswith(CURVE_PREFIXES)] if ids else []
    )
    keys = dict.fromkeys((*CURVE_KEYS, *more))
    new = metrics.read_curves(store, list(ids), list(keys), dict(after)) if ids else {}
    return NewPoints(new, {i: tuple(runs.list_stages(store, i)) for i in stages_of})
