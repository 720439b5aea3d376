"""Rows of runs: list, search, create and edit them.

SQLite does all searching and sorting.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
import time
from collections.abc import Iterable, Sequence
from dataclasses import fields
from pathlib import Path

from engine import paths, private_files
from engine.errors import UserError, printable
from engine.formatting.numbers import read_index
from engine.json_types import ParsedJson
from engine.redaction import redact
from engine.spec.experiment import Experiment, parse_experiment
from engine.spec.stages.base import Stage
from engine.store.database import Store
from engine.store.metrics import LANGUAGE_RISE
from engine.store.rows import (
    RUN_STATUSES,
    Artefact,
    LogLine,
    RunRow,
    RunStatus,
    StageRow,
    path_inside,
    require_types,
    stored_types,
)
from engine.store.run_filters import (
    compile_filter,
    display_value,
    fail_at,
    measures_in_filter,
    metric_expression,
    text_condition,
    value_expression,
)

_MEASURE_COLUMNS = {
    "validation_best": "v.best",
    # A run without an encoder has no updates. Its steps count the tried candidates.
    "validation_best_step": "CASE WHEN r.encoder = '' THEN NULL ELSE v.best_step END",
    "validation_last": "v.last",
    "test": "t.at_best",
    "validation_loss_best": "vl.best",
    "test_loss": "tl.at_best",
    "heldout_best": "h.best",
    "heldout_last": "h.last",
    "retention_rise": LANGUAGE_RISE,
    "metric": "",  # see _select
    "place": "coalesce(p.place, '')",
    "place_trouble": "coalesce(p.trouble, '')",
    "trial": "n.number",
}
_FIELDS = [row.name for row in fields(RunRow)]
_COLUMNS = {name: _MEASURE_COLUMNS.get(name, f"r.{name}") for name in _FIELDS}
_ORDERS = _COLUMNS | {
    "final_test": "CASE WHEN r.status = 'finished' THEN t.at_best END",
    "time_left": "CASE WHEN r.status = 'running' THEN r.eta_seconds END",
}
"""Sort keys of runs: their fields, and values that lists show only for some runs."""
_TYPES, _STAGE_TYPES, _LINE_TYPES = map(stored_types, (RunRow, StageRow, LogLine))
_STATUS = _FIELDS.index("status")
_FOLDER, _TAGS, _ARCHIVED, _RESUME = map(_FIELDS.index, ("folder", "tags", "archived", "resume"))
_JOINED_KEYS = {
    "v": "validation/",
    "t": "test/",
    "vl": "validation/loss",
    "tl": "test/loss",
    "h": "heldout/loss",
}
"""Keys of the joined summaries, by alias. The run's metric is appended to a key that ends in a slash."""
STAR = "starred"
"""The tag behind the window's star."""
MAX_VALUES = 100
"""Maximum number of values per run in one query."""
_RECENT_RUNS = 32
"""Number of newest runs considered when a colour is chosen, about as many as are ever shown together."""


def list_runs(
    store: Store,
    search: str = "",
    *,
    order_by: str = "created",
    descending: bool = True,
    limit: int | None = None,
    offset: int = 0,
    archived: bool | None = False,
    status: Sequence[RunStatus] = (),
    ids: Sequence[int] | None = None,
    where: str = "",
) -> list[RunRow]:
    """Return the matching runs, sorted.

    Args:
        store: the store.
        search: words, each of which must occur in name, group, recipe, encoder, data, tags, notes or status.
        order_by: a field of ``RunRow``, or a name as in filters (``learning_rate``, ``test/macro_f1``). Unknown values
            come last in both directions.
        descending: largest (newest) first.
        limit: maximum number of runs.
        offset: number of runs to skip.
        archived: only archived runs (True), only others (False), or both (None).
        status: only runs with these statuses, empty for all.
        ids: only these runs.
        where: a filter (``engine.store.run_filters``).

    Raises UserError for a filter or an order with an unknown name.
    """
    condition, values = _where(search, archived, status, ids, where)
    for key, start in measures_in_filter(where):
        if store.execute("SELECT 1 FROM summary WHERE key = ? LIMIT 1", (key,)).fetchone() is None:
            fail_at(
                f"no run has the measure '{printable(key, 60)}'.", start, "Measures are such as test/error."
            )
    column = _ORDERS.get(order_by, "")
    bound: list[object] = []
    if order_by == "metric":
        column = metric_expression()
    elif not column:
        column, bound = value_expression(order_by)
    direction = "DESC" if descending else "ASC"
    collation = " COLLATE NOCASE" if order_by in ("name", "group_name", "encoder", "data", "recipe") else ""
    order = f"ORDER BY {column} IS NULL, {column}{collation} {direction}, r.id {direction}"
    # Select all columns only for this page. Otherwise SQLite computes them for every run before it sorts and limits.
    page_ids = f"SELECT r.id FROM runs r {_joins()}{condition} {order} LIMIT ? OFFSET ?"
    sql = f"{_select()} WHERE r.id IN ({page_ids}) {order}"
    paging = (-1 if limit is None else limit, offset)
    rows = store.execute(sql, (*values, *bound, *bound, *paging, *bound, *bound))
    return [_row(store, row) for row in rows]


def count_runs(
    store: Store,
    search: str = "",
    *,
    archived: bool | None = False,
    status: Sequence[RunStatus] = (),
    where: str = "",
) -> int:
    """Return the number of runs that ``list_runs`` would return without a limit."""
    condition, values = _where(search, archived, status, None, where)
    return int(store.execute(f"SELECT count(*) FROM runs r{condition}", values).fetchone()[0])


def read_run_values(
    store: Store, names: Sequence[str], run_ids: Iterable[int]
) -> dict[int, dict[str, float | str | None]]:
    """Return, by run, the values of ``names`` as in filters: quantities, settings (joined by commas), metrics.

    Raises UserError for an unknown name.
    """
    values_by_run: dict[int, dict[str, float | str | None]] = {}
    if len(names) > MAX_VALUES:
        raise UserError(
            f"there are {len(names):,}, and at most {MAX_VALUES} are shown at once.",
            place="columns",
            remedy="Choose fewer.",
        )
    if not names:
        return values_by_run
    expressions = [value_expression(name) for name in names]
    sql = f"SELECT r.id, {', '.join(each for each, _ in expressions)} FROM runs r "
    bound = [value for _, values in expressions for value in values]
    condition = "WHERE r.id IN (SELECT value FROM json_each(?))"
    for number, *values in store.execute(sql + condition, (*bound, json.dumps(list(run_ids)))):
        values_by_run[number] = {
            name: display_value(name, value) for name, value in zip(names, values, strict=True)
        }
    return values_by_run


def list_sweep_runs(store: Store, sweep: int) -> list[int]:
    """Return the numbers of the runs of a sweep, in the order of queueing."""
    rows = store.execute("SELECT id FROM runs WHERE sweep_id = ? ORDER BY id", (sweep,))
    return [row[0] for row in rows]


def count_active_runs(store: Store) -> tuple[int, int]:
    """Return the number of running and of queued runs."""
    running, queued, _ = count_active_and_queue_runs(store)
    return running, queued


def count_active_and_queue_runs(store: Store) -> tuple[int, int, int]:
    """Return the number of running runs, of queued runs, and of those among both that belong to the queue.

    Runs of a command that waits for them, or of a place, do not belong to the queue.
    """
    sql = """SELECT coalesce(sum(status = 'running'), 0), coalesce(sum(status = 'queued'), 0),
                    coalesce(sum(launcher = 'queue'), 0)
             FROM runs WHERE status IN ('running', 'queued')"""
    running, queued, of_queue = store.execute(sql).fetchone()
    return running, queued, of_queue


def change_counter(store: Store) -> int:
    """Return a number that grows whenever runs are added, removed, renamed or change their status.

    Progress does not change it.
    """
    return int(store.execute("SELECT runs FROM changes").fetchone()[0])


def progress_markers(store: Store) -> dict[int, tuple[object, ...]]:
    """Return, for each running run, a value that changes with each progress or heartbeat."""
    sql = "SELECT id, heartbeat, step, phase, phase_done FROM runs WHERE status = 'running'"
    return {row[0]: tuple(row[1:]) for row in store.execute(sql)}


def get_run(store: Store, run_id: int) -> RunRow:
    """Return the run with that number.

    Raises UserError if there is none.
    """
    row = store.execute(f"{_select()} WHERE r.id = ?", (run_id,)).fetchone()
    if row is None:
        raise UserError(
            f"there is no run {run_id}.", place=str(store.path), remedy="List them with: palimpsest runs"
        )
    return _row(store, row)


def find_run(store: Store, text: str) -> RunRow:
    """Return the run that a user names: by number, ``last`` for the newest, or a unique name.

    Raises UserError if there is none or several.
    """
    if text == "last" and (newest := list_runs(store, order_by="id", limit=1)):
        return newest[0]
    if (number := read_index(text)) is not None:
        return get_run(store, number)
    matches = [row[0] for row in store.execute("SELECT id FROM runs WHERE name = ? ORDER BY id", (text,))]
    if len(matches) > 1:
        numbers = ", ".join(str(number) for number in matches)
        raise UserError(f"{len(matches)} runs are called '{text}'.", remedy=f"Give a number: {numbers}.")
    if text == "last" and not matches and not count_runs(store, archived=None):
        raise UserError("there are no runs yet.", remedy="Make one with: palimpsest run quickstart")
    if not matches:
        raise UserError(f"there is no run called '{text}'.", remedy="List them with: palimpsest runs")
    return get_run(store, matches[0])


def _where(
    search: str, archived: bool | None, status: Sequence[str], ids: Sequence[int] | None, where: str
) -> tuple[str, list[object]]:
    parts: list[str] = []
    values: list[object] = []
    for condition, bound in (text_condition(search.split()), compile_filter(where)):
        if condition != "1":
            parts.append(condition)
            values += bound
    if archived is not None:
        parts.append("r.archived = ?")
        values.append(int(archived))
    if status:
        parts.append(f"r.status IN ({_placeholders(status)})")
        values += status
    if ids is not None:
        parts.append("r.id IN (SELECT value FROM json_each(?))")
        values.append(json.dumps(list(ids)))
    return (" WHERE " + " AND ".join(parts) if parts else ""), values


def _placeholders(values: Sequence[object]) -> str:
    return ", ".join("?" * len(values))


def _select() -> str:
    """Return the SELECT for the columns of ``RunRow``. Results use the main metric of each run's objective."""
    columns = _COLUMNS | {"metric": metric_expression()}
    return f"SELECT {', '.join(f'{sql} AS {name}' for name, sql in columns.items())} FROM runs r {_joins()}"


def _joins() -> str:
    """Return the joins for the columns of ``RunRow``. SQLite skips those that a statement does not use."""
    metric, joins = metric_expression(), []
    for alias, key in _JOINED_KEYS.items():
        value = f"'{key}' || {metric}" if key.endswith("/") else f"'{key}'"
        joins.append(f"LEFT JOIN summary {alias} ON {alias}.run_id = r.id AND {alias}.key = {value}")
    joins.append("LEFT JOIN placed_runs p ON p.run_id = r.id")
    joins.append("LEFT JOIN trials n ON n.run_id = r.id")
    return " ".join(joins)


def _row(store: Store, row: sqlite3.Row) -> RunRow:
    # By position, which halves the time for a table of ten thousand runs.
    values = list(row)
    require_types(values, _TYPES)
    if values[_STATUS] not in RUN_STATUSES:
        raise ValueError(f"a run has the status {values[_STATUS]}")
    name = values[_FOLDER] or f"{store.path.stem}-runs/{values[0]:06d}"
    if not name.endswith(f"-runs/{values[0]:06d}") or name.count("/") != 1:
        raise ValueError(f"run {values[0]} names another folder than its own")
    values[_FOLDER] = path_inside(store.path.parent, name)
    values[_TAGS] = tuple(json.loads(values[_TAGS])) if values[_TAGS] != "[]" else ()
    values[_ARCHIVED], values[_RESUME] = bool(values[_ARCHIVED]), bool(values[_RESUME])
    return RunRow(*values)


def create_sweep(store: Store, name: str) -> int:
    """Create a group for the runs of one plan, called ``name`` (not necessarily unique), and return its number."""
    rows = store.execute(
        "INSERT INTO sweeps (name, created) VALUES (?, ?) RETURNING id", (name, time.time())
    ).fetchall()
    return int(rows[0][0])


def create_run(
    store: Store, experiment: Experiment, sweep: int | None = None, *, launcher: str = "queue"
) -> int:
    """Store ``experiment`` as a queued run with a new number, folder and colour, and return the number.

    ``sweep`` is the number of its sweep (``create_sweep``).
    """
    now = time.time()
    group_identity, data, encoder = similarity_key(experiment)
    with store.transaction():
        row = {
            "id": next_run_number(store),
            "name": experiment.name,
            "recipe": experiment.recipe,
            "sweep_id": sweep,
            "group_name": _sweep_name(store, sweep),
            "identity": experiment.identity(),
            "group_identity": group_identity,
            "encoder": encoder,
            "data": data,
            "seed": experiment.seed,
            "spec": experiment.model_dump_json(),
            "device": experiment.compute.device,
            "precision": "" if experiment.compute.precision == "auto" else experiment.compute.precision,
            "launcher": launcher,
            "created": now,
            "queued": now,
            "notes": experiment.notes,
            "tags": json.dumps(experiment.tags, ensure_ascii=False),
            "slot": least_used_slot(store),
        }
        folder = paths.run_folder(store.path, int(row["id"]))  # type: ignore[call-overload]
        row["folder"] = folder.relative_to(store.path.parent).as_posix()
        store.execute(
            f"INSERT INTO runs ({', '.join(row)}) VALUES ({_placeholders(list(row))})", tuple(row.values())
        )
        private_files.make_folder(folder, root=folder.parent)
    return int(row["id"])  # type: ignore[call-overload]


def similarity_key(experiment: Experiment) -> tuple[str, str, str]:
    """Return the values by which runs count as similar: the identity without seeds, the data and the encoder."""
    encoder = experiment.encoder.source if experiment.reads_encoder else ""
    return experiment.group_identity(), _data_name(experiment.stages[-1]), encoder


def next_run_number(store: Store) -> int:
    """Return the number for the next run. Use it within the same transaction."""
    row = store.execute("SELECT seq FROM sqlite_sequence WHERE name = 'runs'").fetchone()
    number = (int(row[0]) if row else 0) + 1
    # Folders may outlive a deleted store, and no run may start among the checkpoints of another.
    while paths.run_folder(store.path, number).exists():
        number += 1
    return number


def _sweep_name(store: Store, sweep: int | None) -> str:
    row = store.execute("SELECT name FROM sweeps WHERE id = ?", (sweep,)).fetchone()
    return str(row[0]) if row else ""


def _data_name(stage: Stage) -> str:
    """Return the data sets and text files of a stage in one line, or the names of its tasks."""
    if stage.is_multi_task:
        return ", ".join(task.name for task in stage.labelled_tasks())
    return ", ".join([*(source.source for source in stage.sources().values()), *stage.text_files()])


def least_used_slot(store: Store) -> int:
    """Return the least used series colour, 1 to 8, of recent runs. None of the last seven runs has it."""
    sql = """SELECT slot FROM (SELECT slot FROM runs WHERE archived = 0 ORDER BY id DESC LIMIT ?)"""
    recent_slots = [row[0] for row in store.execute(sql, (_RECENT_RUNS,))]
    return min(range(1, 9), key=lambda slot: (slot in recent_slots[:7], recent_slots.count(slot), slot))


def get_stored_spec(store: Store, run_id: int) -> ParsedJson:
    """Return the stored record of a run: its specification with the data sets as resolved when it was queued."""
    row = store.execute("SELECT spec FROM runs WHERE id = ?", (run_id,)).fetchone()
    values: dict[str, object] = json.loads(row[0]) if row else {}
    return values


def get_spec(store: Store, run_id: int) -> ParsedJson:
    """Return the specification as it was requested, in plain values.

    This works even if the plug-in of an option is no longer installed.
    """
    return requested_spec(get_stored_spec(store, run_id))


_ENGINE_FIELDS = ("general_texts", "rerun_of", "trial_of")
"""Fields of a specification that the engine adds when a run is queued."""


def requested_spec(record: ParsedJson) -> ParsedJson:
    """Return the requested specification from the stored record."""
    return {key: _without_records(value) for key, value in record.items() if key not in _ENGINE_FIELDS}


def _without_records(value: object) -> object:
    """Return plain values without the records that the engine has added to data sets (``DataSource.resolved``)."""
    if isinstance(value, dict):
        is_source = "source" in value
        return {key: _without_records(v) for key, v in value.items() if not (is_source and key == "resolved")}
    if isinstance(value, list):
        return [_without_records(each) for each in value]
    return value


def get_experiment(store: Store, run_id: int) -> Experiment:
    """Return the requested specification. ``data_names.get_resolved_experiment`` returns the one to train.

    Raises UserError when this version cannot read it.
    """
    return parse_experiment(get_spec(store, run_id), place=f"run {run_id}")


def get_experiments(store: Store, run_ids: Iterable[int]) -> dict[int, Experiment]:
    """Return ``get_experiment`` for several runs."""
    return {number: get_experiment(store, number) for number in run_ids}


def package_versions(store: Store, run_id: int) -> dict[str, str]:
    """Return the package versions of the last training process of a run."""
    return _json(store, run_id, "versions")


def data_fingerprints(store: Store, run_id: int) -> dict[str, str]:
    """Return the hash of the data that each stage has read, by position of the stage."""
    return _json(store, run_id, "data_fingerprints")


def _json(store: Store, run_id: int, column: str) -> dict[str, str]:
    row = store.execute(f"SELECT {column} FROM runs WHERE id = ?", (run_id,)).fetchone()
    values: dict[str, str] = json.loads(row[0]) if row else {}
    return values


def list_stages(store: Store, run_id: int) -> list[StageRow]:
    """Return the stages that have started, in order."""
    sql = (
        "SELECT position, kind, title, first_step, steps, info FROM stages WHERE run_id = ? ORDER BY position"
    )
    rows = store.execute(sql, (run_id,)).fetchall()
    for row in rows:
        require_types(row, _STAGE_TYPES)
    return [StageRow(**dict(row) | {"info": json.loads(row["info"])}) for row in rows]


def list_log_lines(store: Store, run_id: int, after: int = 0) -> list[LogLine]:
    """Return the notes of a run with numbers above ``after``, oldest first."""
    sql = "SELECT id, time, level, text FROM messages WHERE run_id = ? AND id > ? ORDER BY id"
    rows = store.execute(sql, (run_id, after)).fetchall()
    for row in rows:
        require_types(row, _LINE_TYPES)
    return [LogLine(*row) for row in rows]


def add_message(store: Store, run_id: int, text: str) -> None:
    """Add a note of level ``info`` with the current time to a run. Secrets are removed."""
    sql = "INSERT INTO messages (run_id, time, level, text) VALUES (?, ?, 'info', ?)"
    store.execute(sql, (run_id, time.time(), redact(text)))


def list_artefacts(store: Store, run_id: int) -> list[Artefact]:
    """Return the existing artefacts of a run, newest first. A finished run has no checkpoints."""
    sql = (
        "SELECT kind, path, step, bytes, created FROM artefacts WHERE run_id = ? ORDER BY created DESC, kind"
    )
    folder = paths.run_folder(store.path, run_id)
    artefacts = [
        Artefact(row[0], path_inside(folder, row[1]), *row[2:]) for row in store.execute(sql, (run_id,))
    ]
    return [artefact for artefact in artefacts if artefact.path.exists()]


def read_log_tail(folder: Path, lines: int = 500) -> str:
    """Return the last lines of a run's ``run.log``, the output of its process.

    At most 1 MiB is read.
    """
    try:
        with (folder / "run.log").open("rb") as file:
            size = file.seek(0, 2)
            file.seek(max(0, size - 2**20))
            text = file.read().decode("utf-8", errors="replace")
    except FileNotFoundError:
        return ""
    return "\n".join(text.splitlines()[-lines:])


def set_run_columns(store: Store, run_ids: Iterable[int], **values: object) -> None:
    """Set columns of the rows ``run_ids``. Secrets in reasons are removed."""
    if isinstance(reason := values.get("reason"), str):
        values["reason"] = redact(reason)
    names = ", ".join(f"{name} = ?" for name in values)
    with store.transaction():
        for number in run_ids:
            store.execute(f"UPDATE runs SET {names} WHERE id = ?", (*values.values(), number))


def rename_run(store: Store, run_id: int, name: str) -> None:
    """Rename a run.

    Raises UserError if the name is empty.
    """
    if not name.strip():
        raise UserError("a run needs a name.", place=f"run {run_id}")
    set_run_columns(store, [run_id], name=name.strip())


def set_notes(store: Store, run_id: int, notes: str) -> None:
    """Replace the free-text notes of a run."""
    set_run_columns(store, [run_id], notes=notes)


def set_tags(store: Store, run_id: int, tags: Iterable[str]) -> None:
    """Replace the tags of a run. Duplicate and empty tags are dropped."""
    unique = list(dict.fromkeys(tag.strip() for tag in tags if tag.strip()))
    set_run_columns(store, [run_id], tags=json.dumps(unique, ensure_ascii=False))


def set_archived(store: Store, run_ids: Iterable[int], archived: bool) -> None:
    """Archive or unarchive runs."""
    set_run_columns(store, run_ids, archived=int(archived))


def set_slot(store: Store, run_id: int, slot: int) -> None:
    """Set the series colour of a run, 1..8."""
    set_run_columns(store, [run_id], slot=slot)


def delete_runs(store: Store, run_ids: Iterable[int]) -> None:
    """Delete runs: their rows, then their folders.

    Raises UserError, and deletes nothing, if one of them is running.
    """
    numbers = list(run_ids)
    with store.transaction(durable=True):  # a power cut must not restore rows whose folders are gone
        for number in numbers:
            if get_run(store, number).status == "running":
                raise UserError("is running.", place=f"run {number}", remedy="Stop it first.")
        for number in numbers:
            store.execute("DELETE FROM runs WHERE id = ?", (number,))
    for number in numbers:
        shutil.rmtree(paths.run_folder(store.path, number), ignore_errors=True)
    from engine.cache import stage_store

    stage_store.remove_unused_stages()
