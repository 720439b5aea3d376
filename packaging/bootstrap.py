#!/usr/bin/env python3
"""Set Palimpsest up in its own virtual environment, then run or test it. Needs nothing but Python.

    python packaging/bootstrap.py setup           environment and system libraries, no more
    python packaging/bootstrap.py run             the window; without a display, the Quickstart as text
    python packaging/bootstrap.py test [OPTIONS]  all tests, offscreen and in parallel; OPTIONS go to pytest
    python packaging/bootstrap.py programs        what further tests start, where apt installs it: Slurm, SSH, X11
    python packaging/bootstrap.py python [ARGS]   ARGS in the environment's Python
    python packaging/bootstrap.py audit           known vulnerabilities of the pinned packages
    python packaging/bootstrap.py pin             write the installed versions to constraints.txt

Every command first does the set-up that is still missing. The Makefile only calls this file, so Linux, macOS
and Windows share one way in. The code keeps to Python 3.8's syntax: on a machine whose `python3` is older
than the program needs, this file must still run, to find a newer one or to say what is missing.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from system_packages import apt_line, ensure_libraries, ensure_test_programs, install_packages, say

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
CONSTRAINTS = ROOT / "constraints.txt"
STAMP = VENV / "palimpsest-setup.stamp"
BYTECODE = VENV / "bytecode"

OLDEST = (3, 11)
NEWEST_TRIED = (3, 14)


class SetupError(Exception):
    """Something the user has to put right; the message says what and how."""


# --- Which Python


def python_version(command: str | Path) -> tuple[int, int] | None:
    """(major, minor) of a Python interpreter, or None if it does not run."""
    question = "import sys; print(*sys.version_info[:2])"
    try:
        answer = subprocess.run(
            [str(command), "-c", question],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            encoding="utf-8",
            timeout=60,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    numbers = answer.stdout.split()
    if answer.returncode or len(numbers) != 2:
        return None
    return int(numbers[0]), int(numbers[1])


def choose_python(versions: Mapping[str, tuple[int, int] | None]) -> str:
    """The first interpreter of a tried version, else the first that is at least new enough.

    `versions` maps commands, in order of preference, to their versions (None: does not run).
    Raises SetupError, naming what was found, if none will do.
    """
    new_enough = {command: version for command, version in versions.items() if version and version >= OLDEST}
    for command, version in new_enough.items():
        if version <= NEWEST_TRIED:
            return command
    for command in new_enough:
        return command
    seen = ", ".join(f"{name} is {v[0]}.{v[1]}" for name, v in versions.items() if v) or "none was found"
    raise SetupError(
        f"Python {OLDEST[0]}.{OLDEST[1]} or newer is needed ({seen}). Install one, for example:\n"
        "  sudo apt-get install -y python3.11 python3.11-venv     Debian, Ubuntu\n"
        "  brew install python@3.13                               macOS\n"
        "  winget install Python.Python.3.13                      Windows"
    )


def find_python() -> str:
    """An interpreter for the environment: the one running this file if it will do, else one on the PATH."""
    # Inside a virtual environment sys.executable may be the very one about to be replaced.
    here = getattr(sys, "_base_executable", None) or sys.executable
    versions = {here: python_version(here)}
    if not OLDEST <= (versions[here] or (0, 0)) <= NEWEST_TRIED:
        for name in ("python3", "python3.13", "python3.12", "python3.11", "python3.14", "python"):
            path = shutil.which(name)
            if path and path not in versions:
                versions[path] = python_version(path)
    return choose_python(versions)


# --- The environment


def venv_program(venv: Path, name: str, windows: bool = os.name == "nt") -> Path:
    """Path of a program inside a virtual environment."""
    return venv / "Scripts" / f"{name}.exe" if windows else venv / "bin" / name


def fingerprint(root: Path) -> str:
    """Changes when the environment must be installed anew: requirements, pins, or the checkout's place."""
    digest = hashlib.sha256(str(root).encode("utf-8"))
    for name in ("pyproject.toml", "constraints.txt"):
        digest.update(b"\0" + (root / name).read_bytes())
    return digest.hexdigest()


def is_current(stamp: Path, expected: str) -> bool:
    """Whether the last set-up that ended well had this fingerprint."""
    return stamp.is_file() and stamp.read_text(encoding="utf-8").strip() == expected


def call(command: Sequence[str | Path], what: str) -> None:
    """Run a command, its output shown; raises SetupError with the command line if it fails."""
    words = [str(word) for word in command]
    code = subprocess.run(words, cwd=str(ROOT)).returncode
    if code:
        raise SetupError(f"{what} failed (exit code {code}): {' '.join(words)}")


def works(command: Sequence[str | Path]) -> bool:
    """Whether a command exists and ends well; its output is not shown."""
    words = [str(word) for word in command]
    return subprocess.run(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0


def set_up() -> Path:
    """Make .venv what pyproject.toml and constraints.txt say; return its Python. Cheap if nothing changed."""
    python = venv_program(VENV, "python")
    digest = fingerprint(ROOT)
    if python.exists() and is_current(STAMP, digest):
        return python
    if not python.exists() or (python_version(python) or (0, 0)) < OLDEST:
        make_venv(find_python())
    if not works([python, "-m", "uv", "--version"]):
        if not works([python, "-m", "pip", "--version"]):
            call([python, "-m", "ensurepip"], "installing pip")
        say("installing uv into the environment")
        pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        call([*pip, "-c", CONSTRAINTS, "uv"], "installing uv")
    say("installing what Palimpsest needs (the first time some gigabytes, mostly PyTorch)")
    install = [str(python), "-m", "uv", "pip", "install", "--python", str(python)]
    call([*install, "-c", CONSTRAINTS, "-e", ".[dev]"], "installing the requirements")
    STAMP.write_text(digest + "\n", encoding="utf-8")
    say(f"the command line is {venv_program(VENV, 'palimpsest')}")
    return python


def make_venv(base: str) -> None:
    """Create .venv, or replace a broken one, with the given interpreter."""
    version = "{}.{}".format(*(python_version(base) or OLDEST))
    if not works([base, "-c", "import ensurepip, venv"]):
        # Debian and Ubuntu keep these two standard modules in a package of their own.
        package = f"python{version}-venv"
        if not install_packages([package]):
            raise SetupError(f"{base} lacks the module to make environments:\n  {apt_line([package])}")
    say(f"creating .venv with Python {version} ({base})")
    call([base, "-m", "venv", "--clear", VENV], "creating the environment")


def pins(frozen: Iterable[str]) -> list[str]:
    """The lines of `uv pip freeze` that hold on every platform and name no address, sorted."""
    exact = re.compile(r"[A-Za-z0-9._-]+==[^\s;@/]+")
    bound_to_a_platform = re.compile(r"nvidia-|cuda-|triton\b|pywin32\b|pip==|palimpsest\b")
    lines = (line.strip() for line in frozen)
    portable = (line for line in lines if exact.fullmatch(line) and not bound_to_a_platform.match(line))
    return sorted(portable, key=lambda line: line.split("=="))


def pin(python: Path) -> None:
    """Rewrite constraints.txt from what is installed; the comment at its head stays."""
    freeze = [str(python), "-m", "uv", "pip", "freeze", "--python", str(python)]
    answer = subprocess.run(freeze, stdout=subprocess.PIPE, encoding="utf-8", check=True)
    head = [line for line in CONSTRAINTS.read_text(encoding="utf-8").splitlines() if line.startswith("#")]
    lines = [*head, *pins(answer.stdout.splitlines())]
    CONSTRAINTS.write_text("\n".join(lines) + "\n", encoding="utf-8")
    STAMP.write_text(fingerprint(ROOT) + "\n", encoding="utf-8")


# --- Known vulnerabilities


@dataclass(frozen=True)
class Audit:
    """The vulnerabilities of the pinned packages in a database.

    Attributes:
        known: number of packages in the database.
        unknown: number of packages that it lacks.
        vulnerabilities: a line for each: package, version, its name, the versions that fix it.
    """

    known: int
    unknown: int
    vulnerabilities: list[str]


def read_audit(answer: str) -> Audit | None:
    """The answer of `pip-audit --format json`; None where it has none, since it reached nobody."""
    start = answer.find("{")
    try:
        packages = json.loads(answer[start:])["dependencies"] if start >= 0 else None
    except (ValueError, KeyError):
        return None
    if packages is None:
        return None
    known = [each for each in packages if "skip_reason" not in each]
    vulnerabilities = [
        f"{each['name']} {each['version']}: {hole['id']}, mended in {', '.join(hole['fix_versions']) or 'no version'}"
        for each in known
        for hole in each["vulns"]
    ]
    return Audit(len(known), len(packages) - len(known), vulnerabilities)


def audit(python: Path) -> int:
    """Ask which vulnerabilities of the pinned packages are known; a database that cannot be asked is no failure."""
    tool = [str(python), "-m", "uv", "tool", "run", "pip-audit", "--requirement", str(CONSTRAINTS), "--no-deps",
            "--disable-pip", "--format", "json", "--progress-spinner", "off"]  # fmt: skip
    try:
        answer = subprocess.run(tool, capture_output=True, encoding="utf-8", timeout=900)
        report = read_audit(answer.stdout)
    except subprocess.TimeoutExpired:
        report = None
    if report is None or not report.known:
        say("no database of vulnerabilities could be asked, so nothing is known of the pinned packages")
        return 0
    say(f"{report.known} packages were looked up, {len(report.vulnerabilities)} vulnerabilities are known")
    if report.unknown:
        say(f"of {report.unknown} packages the database says nothing")
    for line in report.vulnerabilities:
        print(f"  {line}")
    return 1 if report.vulnerabilities else 0


# --- Commands


def has_display(system: str, environment: Mapping[str, str]) -> bool:
    """Whether a window would be seen. A Qt platform that the user chose is believed."""
    chosen = environment.get("QT_QPA_PLATFORM", "").split(":")[0]
    if chosen:
        return chosen not in ("offscreen", "minimal")
    return system != "Linux" or bool(environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY"))


def replace_by(command: Sequence[str | Path], environment: Mapping[str, str] = os.environ) -> int:
    """Run a program in place of this one, so that signals and the exit code are its own."""
    words = [str(word) for word in command]
    sys.stdout.flush()
    if os.name == "nt":  # exec on Windows would return to the prompt while the program still runs
        return subprocess.run(words, env=dict(environment)).returncode
    os.execve(words[0], words, dict(environment))


def run(python: Path) -> int:
    """Open the window; on a machine without a screen, train the Quickstart in the terminal instead."""
    if not has_display(platform.system(), os.environ):
        say("there is no display here, so the Quickstart runs in the terminal")
        return replace_by([python, "-m", "engine", "run", "quickstart"])
    if ensure_libraries(VENV, os.environ):
        program = venv_program(VENV, "palimpsest")
        raise SetupError(f"no window can open without these; the terminal works:\n  {program} run quickstart")
    return replace_by([python, "-m", "engine"])


def with_bytecode(environment: Mapping[str, str], folder: Path) -> dict[str, str]:
    """An environment in which modules are compiled once, not by every process; where writing is off, in `folder`.

    Tests start hundreds of processes; without byte-code, importing what trains takes twice as long in each.
    """
    changed = dict(environment)
    if changed.pop("PYTHONDONTWRITEBYTECODE", None):
        changed.setdefault("PYTHONPYCACHEPREFIX", str(folder))
    return changed


IS_COMPILED = """
import importlib.util, os, sys
found = importlib.util.find_spec("torch")
sys.exit(found is not None and not os.path.exists(importlib.util.cache_from_source(found.origin)))
"""
COLLECTS = "; import pytest; pytest.main(['--collect-only', '-qq', {}])"
WORKERS_IMPORT = (
    "from engine.launch.preloading import import_training_code; import_training_code()"
    + COLLECTS.format("'tests/engine'"),
    "import matplotlib.figure, scipy.stats, sklearn.linear_model, workbench.app"
    + COLLECTS.format("'tests', '--ignore=tests/engine'"),
)
"""What takes longest to import in every process that tests, and the tests, in parts that are compiled side by side."""


def compile_imports(python: Path, environment: Mapping[str, str]) -> bool:
    """Import once what each worker imports, where it has no byte-code yet; return whether that was so.

    Workers begin together: in a fresh environment each of them would compile all of it for itself.
    """
    if subprocess.run([str(python), "-c", IS_COMPILED], env=dict(environment)).returncode == 0:
        return False
    say("compiling what the tests import, once")
    started = [
        subprocess.Popen(
            [str(python), "-c", each],
            env=dict(environment),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for each in WORKERS_IMPORT
    ]
    for each in started:
        each.wait()  # what cannot be imported is told by the tests
    return True


def worker_count(processors: int) -> int:
    """How many processes test at once: some more than there are processors, for many tests wait for other programs.

    Each takes up to 1.5 GB.
    """
    return processors + min(4, processors // 2 + 1)


def memory_folder(folder: Path = Path("/dev/shm")) -> str:  # noqa: S108
    """A folder in memory for temporary files, with room and where programs can be run; "" where there is none.

    Tests make thousands of stores and models, each of which waits for the disk; together they take 2 GB.
    """
    if sys.platform != "linux" or not os.access(folder, os.W_OK):
        return ""
    status = os.statvfs(folder)
    room = status.f_bavail * status.f_frsize >= 6 * 2**30 and memory_allowed() >= 15 * 2**30
    return str(folder) if room and not status.f_flag & os.ST_NOEXEC else ""


def memory_allowed(groups: Path = Path("/sys/fs/cgroup")) -> int:
    """The bytes of memory that this process may use: the machine's, or fewer where its group (a container) has less."""
    limits = [os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")]
    for name in ("memory.max", "memory/memory.limit_in_bytes"):
        try:
            limits.append(int((groups / name).read_text(encoding="ascii")))
        except (OSError, ValueError):  # there is no such group, or "max": no limit
            continue
    return min(limits)


def test(python: Path, options: Sequence[str]) -> int:
    """All tests, without a screen: neither the X11 nor the Wayland part of Qt is loaded."""
    environment = {"QT_QPA_PLATFORM": "offscreen", **os.environ}
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        environment.pop(name, None)
    if ensure_libraries(VENV, environment):
        raise SetupError("the tests of the window cannot run before these are installed")
    os.chdir(ROOT)
    environment = with_bytecode(environment, BYTECODE)
    # Each worker computes with one thread; together they have the machine.
    environment.setdefault("OMP_NUM_THREADS", "1")
    if "nightly" in options:  # which installs the program several times, too much for memory
        environment.setdefault("PALIMPSEST_TEST_MINUTES", "0")
        # Beyond the longest limit of a test of its own: some of the campaign of crash points has two hours.
        options = ["-o", "faulthandler_timeout=8000", *options]
    elif "TMPDIR" not in environment and (folder := memory_folder()):
        environment["TMPDIR"] = folder
        options = ["-o", "tmp_path_retention_count=1", *options]
    # A file stays on one worker, with what its tests share; tests/conftest.py says which files begin first.
    workers = ["-n", str(worker_count(os.cpu_count() or 1)), "--dist", "loadfile", "--no-loadscope-reorder"]
    parallel = [] if {"-n", "--pdb"} & set(options) else workers
    if parallel:
        compile_imports(python, environment)
    return replace_by([python, "-m", "pytest", *parallel, *options], environment)


def main(arguments: Sequence[str]) -> int:
    command, rest = (arguments[0], arguments[1:]) if arguments else ("help", [])
    try:
        if command == "setup":
            set_up()
            return 1 if ensure_libraries(VENV, os.environ) else 0
        if command == "run":
            return run(set_up())
        if command == "test":
            return test(set_up(), rest)
        if command == "programs":
            set_up()
            ensure_test_programs(os.environ.get("PATH", ""))
            ensure_libraries(
                VENV, {**os.environ, "DISPLAY": ":0"}
            )  # for the window on a screen of the tests' own
            return 0
        if command == "audit":
            return audit(set_up())
        if command == "python":
            return replace_by([set_up(), *rest])
        if command == "pin":
            pin(set_up())
            return 0
    except SetupError as problem:
        say(str(problem))
        return 1
    except KeyboardInterrupt:
        say("stopped; the next call goes on from here")
        return 130
    print(__doc__)
    return 0 if command in ("help", "-h", "--help") else 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
