"""Processor time of a command's own process, as a multiple of what its libraries cost to import.

    python benchmarks/parent.py --rounds 5

What a command needs of Python's libraries it cannot do without: ``import typer, pydantic, pyarrow`` is the unit. Ours
are commands that answer at once (refused specifications, queueing, looking at data) and a run in the foreground, whose
training happens in a process of its own that is not counted. Processor time of all threads up to the end of ``main``;
the ways take turns, so that a busy machine is busy for all of them.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import _harness as harness

UNIT = "import typer, pydantic, pyarrow"
LIMIT = 2.0
"""What every command should stay below."""
_ENDS = "\nimport sys, time\nprint('PROCESSOR', time.process_time(), file=sys.stderr)"
_COMMAND = """
import sys
sys.argv[0] = "palimpsest"
from engine.cli.app import main
try:
    main()
except SystemExit:
    pass
"""
COMMANDS = {
    "refused specification": "run quickstart --set epochs=-1",
    "refused data": "run quickstart --set data.source=/no/such/file.csv",
    "queued": "run quickstart --queue",
    "missing file inspected": "data inspect /no/such/file.csv",
    "data inspected, no sentences": "data inspect samples:reviews --no-sentences",
    "data inspected": "data inspect samples:reviews",
    "run in the foreground": "run quickstart --set epochs=1 --set compute.threads=1",
}


def processor_seconds(code: str, words: str, place: Path) -> float:
    """Processor time of a process that runs ``code``, without that of its children. Ends the benchmark on failure."""
    # Compiled byte code is kept, as it is where the program is installed.
    inherited = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    store = ["--store", str(place / "parent.sqlite")] if words else []
    done = subprocess.run(
        [sys.executable, "-c", code + _ENDS, *words.split(), *store],
        capture_output=True,
        encoding="utf-8",
        cwd=place,
        env=inherited
        | {
            "PALIMPSEST_HOME": str(place / "home"),
            "PYTHONPATH": str(Path(__file__).resolve().parents[1]),
            "PYTHONPYCACHEPREFIX": str(place / "bytecode"),
        },
    )
    lines = [line for line in done.stderr.splitlines() if line.startswith("PROCESSOR ")]
    if not lines:
        raise SystemExit(f"{words or code} failed:\n{done.stderr}")
    return float(lines[-1].split()[1])


def main() -> None:
    parser = harness.parser(__doc__)
    parser.add_argument("--only", default="", help="commands whose name contains this")
    options = parser.parse_args()
    ways = {name: words for name, words in COMMANDS.items() if options.only in name}
    units: list[harness.Figures] = []
    found: dict[str, list[harness.Figures]] = {name: [] for name in ways}
    # A fork server that outlives its run may still write there.
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        place = Path(folder)
        for number in range(options.rounds + 1):  # the first fills the cache of files and of byte code
            for name, words in ways.items():
                unit = processor_seconds(UNIT, "", place)
                own = processor_seconds(_COMMAND, words, place)
                if number:
                    units.append({"processor": unit})
                    found[name].append({"processor": own, "ratio": own / unit})
    middle = {name: harness.middle(each) for name, each in found.items()}
    rows = [{"process": f"`{UNIT}`", "processor, s": harness.middle(units)["processor"], "ratio": 1.0}]
    for name, words in ways.items():
        own = middle[name]
        rows.append({"process": f"`{words}`", "processor, s": own["processor"], "ratio": own["ratio"]})
    print(harness.table(rows))
    harness.save(options.json, {"parents": rows})
    over = [name for name, own in middle.items() if own["ratio"] > LIMIT]
    if over:
        print(f"\nmore than {LIMIT:g} times: {', '.join(over)}")


if __name__ == "__main__":
    main()
