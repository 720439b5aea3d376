"""``palimpsest places`` and ``fetch``: where runs may compute, and their models brought here."""

from __future__ import annotations

import sys
import time
from contextlib import redirect_stdout, suppress
from pathlib import Path
from typing import Annotated

import typer

from engine import launch
from engine.analysis.tables import PlainTable
from engine.cli import output
from engine.cli.answer import Answer, PlanArgument, PlanSetOption, RunArgument, SizeOption, group
from engine.errors import UserError
from engine.spec.recipes import load_plan
from engine.spec.sweep import apply_settings, require_one_value
from engine.store import Store, placed_runs
from engine.store import runs as run_rows

NameArgument = Annotated[str, "The name of a place."]


def add(
    name: str, kind: str, settings: Annotated[list[str] | None, typer.Argument(metavar="KEY=VALUE")] = None
) -> Answer:
    """Add or change a place, without connecting to it ('palimpsest places test NAME' connects).

    ssh: host, port, command (the path of palimpsest there), home (PALIMPSEST_HOME there), config (a ssh_config).
    slurm: partition, gpus, cpus, memory, time, account, qos, at_once, setup, home, and host for a login node over ssh.

    Args:
        name: Its name here: lower-case letters, digits, - and _.
        kind: The kind of place: ssh or slurm.
        settings: Its settings, e.g. host=me@gpubox.
    """
    from engine.places.settings import parse_place, save_place, settings_file

    table: dict[str, object] = {"kind": kind}
    for item in settings or []:
        key, equals, value = item.partition("=")
        if not equals:
            raise UserError("is not a setting.", place=item, remedy="Write KEY=VALUE, e.g. host=me@gpubox.")
        require_one_value(table.setdefault(key, value), value, place=key)
    place = parse_place(table, f"the place {name}")
    save_place(name, place)
    parts = [
        f"{name}: {place.address}, in {settings_file()}",
        f"See what is there: palimpsest places test {name}",
    ]
    return Answer({"name": name, **place.model_dump(mode="json")}, parts)


def list_(store: Path) -> Answer:
    """List the places with their number of runs and any connection problem."""
    from engine.places.settings import read_places

    with Store(store) as database:
        places = read_places()
        rows = [
            {
                "name": name, **place.model_dump(mode="json"), "runs": placed_runs.count_placed_runs(database, name),
                "active": len(open_runs := placed_runs.list_open_runs(database, name)),
                "trouble": next((run.trouble for run in open_runs if run.trouble), ""),
            }
            for name, place in places.items()
        ]  # fmt: skip
    if not rows:
        message = (
            "Runs compute on this computer. Add a machine with: palimpsest places add NAME ssh host=HOST, "
            "or a cluster: palimpsest places add NAME slurm"
        )
        return Answer(rows, [message])
    lines = [
        [row["name"], row["kind"], place.address, row["runs"], row["active"], row["trouble"]]
        for row, place in zip(rows, places.values(), strict=True)
    ]
    return Answer(rows, [PlainTable(["Place", "Kind", "Where", "Runs", "Active", "Trouble"], lines)])


def test(name: NameArgument) -> Answer:
    """Connect to a place and show what 'palimpsest doctor' finds there; nothing is sent."""
    from engine.places.examined import examine_place

    findings = examine_place(name)
    parts = [findings.sentence(name), *(f"  {note}" for note in findings.notes)]
    return Answer({"name": name, **findings.as_json()}, parts)


def plan(
    name: NameArgument, recipe: PlanArgument, store: Path, size: SizeOption = "", set_: PlanSetOption = None
) -> Answer:
    """Show what sending a design to a place would copy and request; nothing is sent or queued."""
    from engine import launch
    from engine.places.orders import orders_of_experiments
    from engine.places.settings import find_place

    Store(store).close()  # report a damaged store first
    place = find_place(name)
    experiments = launch.resolve_names(store, apply_settings(load_plan(recipe, size), set_ or []).expand())
    with place.connect() as link:
        copies = link.plan(orders_of_experiments(experiments))
    record = {"place": name, "bytes": copies.bytes_to_copy, "said": list(copies.sentences)}
    return Answer(record, list(copies.sentences))


def remove(name: NameArgument, store: Path) -> Answer:
    """Remove a place; its runs stay, here and there. Refused while one of them is running."""
    from engine.places.settings import remove_idle_place

    with Store(store) as database:
        remove_idle_place(database, name)
    return Answer({"removed": name}, [f"{name} is forgotten."])


def clean(name: NameArgument) -> Answer:
    """Remove the copies of data and encoders at a place that no unfinished run needs, and report the space freed."""
    from engine.places.settings import find_place

    with find_place(name).connect() as link:
        freed = link.clean()
    return Answer({"place": name, "freed": freed}, [f"{name}: {freed / 1e6:,.1f} MB are free again."])


def follow(store: Path) -> None:
    """Follow the runs at all places until they end: send runs, receive results, reconnect. Ctrl+C ends it.

    The window and 'palimpsest run --place' start this automatically in a process of its own.
    """
    from engine.places.follower import follow_places

    with Store(store) as database:
        count = len(placed_runs.list_open_runs(database))
    output.say(
        f"{count} {'run' if count == 1 else 'runs'} at places." if count else "No run is at any place."
    )
    try:
        if not follow_places(store, lambda: False):
            output.say("Another process follows them already.")
    except KeyboardInterrupt:
        raise typer.Exit(3) from None


def answer(store: Path) -> None:
    """Answer one request of another Palimpsest, from input to output; SSH starts it. Not meant for a terminal."""
    from engine.places.answering import answer_question
    from engine.places.messages import PREFIX

    stdout = sys.stdout
    question = b""
    with suppress(OSError):
        question = b"" if sys.stdin.isatty() else sys.stdin.buffer.read()
    if not question:
        Store(store).close()  # report a damaged store first
        raise UserError(
            "this command is for another Palimpsest and is not meant to be typed.",
            place="palimpsest places answer",
            remedy="On the other computer: palimpsest places add NAME ssh host=THIS-MACHINE",
        )
    # All printed text goes to the error output, because the standard output carries the answer.
    with redirect_stdout(sys.stderr):
        line = answer_question(question, store)
    try:
        stdout.buffer.write(PREFIX + line.encode() + b"\n")
        stdout.flush()
    except BrokenPipeError:
        raise typer.Exit(1) from None  # the other side is gone and will ask again


app = group(
    "Set up, test and follow the places where runs compute: machines over SSH, Slurm clusters.",
    add=add, list=list_, test=test, plan=plan, remove=remove, clean=clean, follow=follow, answer=answer,
)  # fmt: skip


_POLL_SECONDS = 0.3
_CONNECT_SECONDS = 20.0
"""Seconds without an answer of a place before the command reports it."""


def fetch(
    run: RunArgument, store: Path, wait: Annotated[bool, typer.Option("--wait/--no-wait")] = True
) -> Answer:
    """Fetch the models of a finished run from its place; measures and predictions arrive automatically.

    Args:
        wait: Wait until they are here.
    """
    with Store(store) as db:
        row = run_rows.find_run(db, run)
        placed = placed_runs.require_placed_run(db, row.id)
        if row.status != "finished":
            raise UserError(
                f"has not finished ({output.status_text(row)}).",
                place=f"run {row.id}",
                remedy="Wait for its end.",
            )
        if placed.results < 2:
            launch.request_remote_action(db, row.id, "models")
        start = time.monotonic()
        with output.counted_progress() as report:
            while wait and placed.results < 2:
                time.sleep(_POLL_SECONDS)
                placed, row = placed_runs.require_placed_run(db, row.id), run_rows.get_run(db, row.id)
                if placed.trouble and time.monotonic() - start > _CONNECT_SECONDS:
                    raise UserError(
                        placed.trouble, place=f"run {row.id}", remedy="It is fetched once that has ended."
                    )
                if placed.results < 2 and not placed.requested:
                    notes = run_rows.list_log_lines(db, row.id)
                    raise UserError(
                        notes[-1].text if notes else "could not be fetched.", place=f"run {row.id}"
                    )
                report(row.phase or f"Contacting {placed.place}", row.phase_done, row.phase_total)
    message = f"The models of run {row.id} are being fetched from {placed.place}."
    if placed.results == 2:
        message = f"The models of run {row.id} are in {row.folder}."
    return Answer({"run": row.id, "place": placed.place, "fetched": placed.results == 2}, [message])
