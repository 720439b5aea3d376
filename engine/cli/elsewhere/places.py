"""``palimpsest places``: where runs may compute."""

from __future__ import annotations

import sys
from contextlib import closing, redirect_stdout
from typing import Annotated

import typer

from engine.cli import output
from engine.cli.options import JsonOption, SizeOption, StoreOption, store_path
from engine.cli.output import escape
from engine.errors import UserError
from engine.spec.recipes import load_plan
from engine.spec.sweep import apply_settings, require_one_value
from engine.store import Store, placed_runs

app = typer.Typer(
    help="Set up, test and follow the places where runs compute: machines over SSH, Slurm clusters.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
NameArgument = Annotated[str, typer.Argument(help="The name of a place.")]


@app.command()
def add(
    name: Annotated[str, typer.Argument(help="Its name here: small letters, digits, - and _.")],
    kind: Annotated[str, typer.Argument(help="The kind of place: ssh or slurm.")],
    settings: Annotated[
        list[str] | None, typer.Argument(metavar="KEY=VALUE", help="Its settings, e.g. host=me@gpubox.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Add a place, or change the one of that name. Nothing is connected to: 'palimpsest places test NAME' does that.

    ssh: host, port, command (how Palimpsest is called there), home (PALIMPSEST_HOME there), config (a ssh_config).
    slurm: partition, gpus, cpus, memory, time, account, qos, at_once, setup, home, and host for a login node over ssh.
    """
    from engine.places.settings import parse_place, save_place, settings_file

    table: dict[str, object] = {"kind": kind}
    for each in settings or []:
        key, equals, value = each.partition("=")
        if not equals:
            raise UserError("is not a setting.", place=each, remedy="Write KEY=VALUE, e.g. host=me@gpubox.")
        require_one_value(table.setdefault(key, value), value, place=key)
    place = parse_place(table, f"the place {name}")
    save_place(name, place)
    if as_json:
        output.print_json({"name": name, **place.model_dump(mode="json")})
    else:
        output.out.print(escape(f"{name}: {place.address}, in {settings_file()}"), soft_wrap=True)
        output.out.print(f"See what is there: palimpsest places test {name}")


@app.command("list")
def list_(store: StoreOption = None, as_json: JsonOption = False) -> None:
    """List the places, how many runs each was given, and what is wrong with the connection to it."""
    from engine.places.settings import read_places

    with Store(store_path(store)) as opened:
        known = read_places()
        rows = [
            {
                "name": name, **place.model_dump(mode="json"), "runs": placed_runs.count_placed_runs(opened, name),
                "active": len(found := placed_runs.list_open_runs(opened, name)),
                "trouble": next((each.trouble for each in found if each.trouble), ""),
            }
            for name, place in known.items()
        ]  # fmt: skip
    if as_json:
        output.print_json(rows)
    elif rows:
        table = output.plain_table(["Place", "Kind", "Where", "Runs", "Active", "Trouble"])
        for row in rows:
            where = known[str(row["name"])].address
            table.add_row(
                *(
                    escape(str(each))
                    for each in (row["name"], row["kind"], where, row["runs"], row["active"], row["trouble"])
                )
            )
        output.out.print(table)
    else:
        output.out.print(
            "Runs compute on this computer. Add a machine with: palimpsest places add NAME ssh host=HOST, "
            "or a cluster: palimpsest places add NAME slurm"
        )


@app.command()
def test(name: NameArgument, as_json: JsonOption = False) -> None:
    """Connect to a place and show what 'palimpsest doctor' finds there; nothing is sent."""
    from engine.places.examined import examine_place

    found = examine_place(name)
    if as_json:
        output.print_json({"name": name, **found.as_json()})
        return
    output.out.print(escape(found.sentence(name)), soft_wrap=True)
    for each in found.notes:
        output.out.print(escape(f"  {each}"), soft_wrap=True)


@app.command()
def plan(
    name: NameArgument,
    what: Annotated[str, typer.Argument(metavar="RECIPE|FILE.toml", help="A recipe's name or a TOML file.")],
    size: SizeOption = "",
    set_: Annotated[
        list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="Change a field.")
    ] = None,
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """Say what sending a design to a place would copy and ask for; nothing is sent or queued."""
    from engine import launch
    from engine.places.orders import orders_of_experiments
    from engine.places.settings import find_place

    path = store_path(store)
    Store(path).close()  # what is wrong with it is said first
    place = find_place(name)
    experiments = launch.resolve_names(path, apply_settings(load_plan(what, size), set_ or []).expand())
    with closing(place.connect()) as link:
        found = link.plan(orders_of_experiments(experiments))
    if as_json:
        output.print_json({"place": name, "bytes": found.bytes_to_copy, "said": list(found.sentences)})
    else:
        for each in found.sentences:
            output.out.print(escape(each), soft_wrap=True)


@app.command()
def remove(name: NameArgument, store: StoreOption = None, as_json: JsonOption = False) -> None:
    """Forget a place; its runs stay, here and there. Refused while one of them is going on."""
    from engine.places.settings import remove_idle_place

    with Store(store_path(store)) as opened:
        remove_idle_place(opened, name)
    if as_json:
        output.print_json({"removed": name})
    else:
        output.out.print(f"{escape(name)} is forgotten.")


@app.command()
def clean(name: NameArgument, as_json: JsonOption = False) -> None:
    """Remove the copies of data and encoders at a place that no unfinished run needs, and say how much became free."""
    from engine.places.settings import find_place

    with closing(find_place(name).connect()) as link:
        freed = link.clean()
    if as_json:
        output.print_json({"place": name, "freed": freed})
    else:
        output.out.print(escape(f"{name}: {freed / 1e6:,.1f} MB are free again."))


@app.command()
def follow(store: StoreOption = None) -> None:
    """Follow the runs at all places until they have ended: send, take over changes, connect again. Ctrl+C ends it.

    The window and 'palimpsest run --place' start this by themselves, in a process of its own; it is never needed twice.
    """
    from engine.places.follower import follow_places

    path = store_path(store)
    with Store(path) as opened:
        count = len(placed_runs.list_open_runs(opened))
    output.out.print(
        f"{count} {'run' if count == 1 else 'runs'} at places." if count else "No run is at any place."
    )
    try:
        if not follow_places(path, lambda: False):
            output.out.print("Another process follows them already.")
    except KeyboardInterrupt:
        raise typer.Exit(3) from None


@app.command()
def serve(
    store: StoreOption = None,
    slurm: Annotated[
        str | None,
        typer.Option(metavar="JSON", help="Let Slurm compute the runs; what each job asks for, as JSON."),
    ] = None,
) -> None:
    """Answer another Palimpsest over this command's input and output; SSH starts it. Nothing for a terminal."""
    from engine.places.queue_host import QueueHost
    from engine.places.serving import serve as answer_questions

    stdout = sys.stdout
    if sys.stdin.isatty():
        raise UserError(
            "this command is for another Palimpsest, not for people to type.",
            place="palimpsest places serve",
            remedy="On the other computer: palimpsest places add NAME ssh host=THIS-MACHINE",
        )
    # What anything prints goes to the error output: the other one carries answers.
    try:
        with redirect_stdout(sys.stderr):
            if slurm is not None:
                from engine.places.slurm.host import SlurmHost, parse_request

                answer_questions(SlurmHost(parse_request(slurm)), sys.stdin.buffer, stdout.buffer)
                return
            with Store(store_path(store)) as opened:
                answer_questions(QueueHost(opened), sys.stdin.buffer, stdout.buffer)
    except BrokenPipeError:
        raise typer.Exit(1) from None  # the other side has gone; it asks again when it can
