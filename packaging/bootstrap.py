#!/usr/bin/env python3
"""Set Palimpsest up in its own virtual environment, then run or test it. Only Python is required.

    python packaging/bootstrap.py setup           environment and system libraries, no more
    python packaging/bootstrap.py run             the window; without a display, the Quickstart as text
    python packaging/bootstrap.py test [OPTIONS]  all tests, offscreen and in parallel; OPTIONS go to pytest
    python packaging/bootstrap.py programs        what further tests start, where apt installs it: Slurm, SSH, X11
    python packaging/bootstrap.py python [ARGS]   ARGS in the environment's Python
    python packaging/bootstrap.py audit           known vulnerabilities of the pinned packages
    python packaging/bootstrap.py pin             write the installed versions to constraints.txt

Every command first completes the set-up. The Makefile only calls this file, so that Linux, macOS and Windows share one
entry point. The code is limited to Python 3.8 syntax: on a machine whose `python3` is too old for the program, this
file must still run, to find a newer Python or to report what is missing.
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
NEWEST_TESTED = (3, 14)


class SetupError(Exception):
    """Error that the user can correct. The message states what to do."""


# --- Which Python


def python_version(command: str | Path) -> tuple[int, int] | None:
    """Return (major, minor) of a Python interpreter, or None if it does not run."""
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
    """Return the first interpreter with a tested version, else the first that is new enough.

    `versions` maps commands, in order of preference, to their versions (None: does not run). Raises SetupError, with
    the versions found, if none is suitable.
    """
    suitable = {command: version for command, version in versions.items() if version and version >= OLDEST}
    for command, version in suitable.items():
        if version <= NEWEST_TESTED:
            return command
    for command in suitable:
        return command
    text = ", ".join(f"{name} is {v[0]}.{v[1]}" for name, v in versions.items() if v) or "none was found"
    raise SetupError(
        f"Python {OLDEST[0]}.{OLDEST[1]} or newer is needed ({text}). Install one, for example:\n"
        "  sudo apt-get install -y python3.11 python3.11-venv     Debian, Ubuntu\n"
        "  brew install python@3.13                               macOS\n"
        "  winget install Python.Python.3.13                      Windows"
    )


def find_python() -> str:
    """Return an interpreter for the environment: the running one if it is suitable, else one on the PATH."""
    # Inside a virtual environment sys.executable may be the one to be replaced.
    current = getattr(sys, "_base_executable", None) or sys.executable
    versions = {current: python_version(current)}
    if not OLDEST <= (versions[current] or (0, 0)) <= NEWEST_TESTED:
        for name in ("python3", "python3.13", "python3.12", "python3.11", "python3.14", "python"):
            path = shutil.which(name)
            if path and path not in versions:
                versions[path] = python_version(path)
    return choose_python(versions)


# --- The environment


def venv_program(venv: Path, name: str, windows: bool = os.name == "nt") -> Path:
    """Return the path of a program in a virtual environment."""
    return venv / "Scripts" / f"{name}.exe" if windows else venv / "bin" / name


def fingerprint(root: Path) -> str:
    """Return a hash that changes when the environment must be reinstalled: requirements, pins, path of the checkout."""
    digest = hashlib.sha256(str(root).encode("utf-8"))
    for name in ("pyproject.toml", "constraints.txt"):
        digest.update(b"\0" + (root / name).read_bytes())
    return digest.hexdigest()


def is_current(stamp: Path, expected: str) -> bool:
    """Return whether the last successful set-up had this fingerprint."""
    return stamp.is_file() and stamp.read_text(encoding="utf-8").strip() == expected


def call(command: Sequence[str | Path], what: str) -> None:
    """Run a command and show its output. Raises SetupError with the command line if it fails."""
    arguments = [str(word) for word in command]
    code = subprocess.run(arguments, cwd=str(ROOT)).returncode
    if code:
        raise SetupError(f"{what} failed (exit code {code}): {' '.join(arguments)}")


def works(command: Sequence[str | Path]) -> bool:
    """Return whether a command exists and succeeds. Its output is hidden."""
    arguments = [str(word) for word in command]
    return subprocess.run(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0


def set_up() -> Path:
    """Update .venv according to pyproject.toml and constraints.txt, and return its Python. Fast without changes."""
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
        # Debian and Ubuntu have a separate package for these two standard modules.
        package = f"python{version}-venv"
        if not install_packages([package]):
            raise SetupError(f"{base} lacks the module to make environments:\n  {apt_line([package])}")
    say(f"creating .venv with Python {version} ({base})")
    call([base, "-m", "venv", "--clear", VENV], "creating the environment")


def pins(lines_of_freeze: Iterable[str]) -> list[str]:
    """Return the lines of `uv pip freeze` that are valid on every platform and contain no address, sorted."""
    exact = re.compile(r"[A-Za-z0-9._-]+==[^\s;@/]+")
    platform_specific = re.compile(r"nvidia-|cuda-|triton\b|pywin32\b|pip==|palimpsest\b")
    lines = (line.strip() for line in lines_of_freeze)
    portable = (line for line in lines if exact.fullmatch(line) and not platform_specific.match(line))
    return sorted(portable, key=lambda line: line.split("=="))


def pin(python: Path) -> None:
    """Rewrite constraints.txt from the installed versions. Its leading comment is kept."""
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
    """Return the result of `pip-audit --format json`, or None if it reached no database."""
    start = answer.find("{")
    try:
        packages = json.loads(answer[start:])["dependencies"] if start >= 0 else None
    except (ValueError, KeyError):
        return None
    if packages is None:
        return None
    known = [each for each in packages if "skip_reason" not in each]
    vulnerabilities = [
        f"{each['name']} {each['version']}: {flaw['id']}, mended in {', '.join(flaw['fix_versions']) or 'no version'}"
        for each in known
        for flaw in each["vulns"]
    ]
    return Audit(len(known), len(packages) - len(known), vulnerabilities)


def audit(python: Path) -> int:
    """Report known vulnerabilities of the pinned packages. An unreachable database is not a failure."""
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
    """Return whether a window would be visible. A Qt platform chosen by the user takes precedence."""
    qt_platform = environment.get("QT_QPA_PLATFORM", "").split(":")[0]
    if qt_platform:
        return qt_platform not in ("offscreen", "minimal")
    return system != "Linux" or bool(environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY"))


def replace_by(command: Sequence[str | Path], environment: Mapping[str, str] = os.environ) -> int:
    """Replace this process by a program, so that signals and the exit code are its own."""
    arguments = [str(word) for word in command]
    sys.stdout.flush()
    if os.name == "nt":  # on Windows exec would return to the prompt while the program is running
        return subprocess.run(arguments, env=dict(environment)).returncode
    os.execve(arguments[0], arguments, dict(environment))


def run(python: Path) -> int:
    """Open the window. On a machine without a screen, train the Quickstart in the terminal instead."""
    if not has_display(platform.system(), os.environ):
        say("there is no display here, so the Quickstart runs in the terminal")
        return replace_by([python, "-m", "engine", "run", "quickstart"])
    if ensure_libraries(VENV, os.environ):
        program = venv_program(VENV, "palimpsest")
        raise SetupError(f"no window can open without these; the terminal works:\n  {program} run quickstart")
    return replace_by([python, "-m", "engine"])


def with_bytecode(environment: Mapping[str, str], folder: Path) -> dict[str, str]:
    """Return an environment in which modules are compiled only once, into `folder` if writing next to them is disabled.

    Tests start hundreds of processes. Without byte-code, importing the training code takes twice as long in each.
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
COLLECT_TESTS = "; import pytest; pytest.main(['--collect-only', '-qq', {}])"
WORKER_IMPORTS = (
    "from engine.launch.preloading import import_training_code; import_training_code()"
    + COLLECT_TESTS.format("'tests/engine'"),
    "import matplotlib.figure, scipy.stats, sklearn.linear_model, workbench.app"
    + COLLECT_TESTS.format("'tests', '--ignore=tests/engine'"),
)
"""The slowest imports of test processes, and the tests, in parts that are compiled in parallel."""


def compile_imports(python: Path, environment: Mapping[str, str]) -> bool:
    """Import the modules of all test workers once if they have no byte-code yet. Return whether that was necessary.

    Workers start together. In a new environment each of them would compile everything itself.
    """
    if subprocess.run([str(python), "-c", IS_COMPILED], env=dict(environment)).returncode == 0:
        return False
    say("compiling what the tests import, once")
    processes = [
        subprocess.Popen(
            [str(python), "-c", each],
            env=dict(environment),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for each in WORKER_IMPORTS
    ]
    for each in processes:
        each.wait()  # the tests report failed imports
    return True


def worker_count(processors: int) -> int:
    """Return the number of test processes: slightly more than processors, because many tests wait for other programs.

    Each takes up to 1.5 GB.
    """
    return processors + min(4, processors // 2 + 1)


def memory_folder(folder: Path = Path("/dev/shm")) -> str:  # noqa: S108
    """Return a folder in memory for temporary files, with room and executable files, or "".

    Tests create thousands of stores and models, and each waits for the disk. Together they take 2 GB.
    """
    if sys.platform != "linux" or not os.access(folder, os.W_OK):
        return ""
    status = os.statvfs(folder)
    has_room = status.f_bavail * status.f_frsize >= 6 * 2**30 and memory_limit() >= 15 * 2**30
    return str(folder) if has_room and not status.f_flag & os.ST_NOEXEC else ""


def memory_limit(groups: Path = Path("/sys/fs/cgroup")) -> int:
    """Return the memory in bytes that this process may use, also limited by its control group (a container)."""
    limits = [os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")]
    for name in ("memory.max", "memory/memory.limit_in_bytes"):
        try:
            limits.append(int((groups / name).read_text(encoding="ascii")))
        except (OSError, ValueError):  # there is no such group, or no limit ("max")
            continue
    return min(limits)


def test(python: Path, options: Sequence[str]) -> int:
    """Run all tests without a screen. Neither the X11 nor the Wayland part of Qt is loaded."""
    environment = {"QT_QPA_PLATFORM": "offscreen", **os.environ}
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        environment.pop(name, None)
    if ensure_libraries(VENV, environment):
        raise SetupError("the tests of the window cannot run before these are installed")
    os.chdir(ROOT)
    environment = with_bytecode(environment, BYTECODE)
    # Each worker computes with one thread. Together they use the whole machine.
    environment.setdefault("OMP_NUM_THREADS", "1")
    if "nightly" in options:  # they install the program several times, which is too large for memory
        environment.setdefault("PALIMPSEST_TEST_MINUTES", "0")
        # Longer than the longest time limit of a test: some crash-point tests may take two hours.
        options = ["-o", "faulthandler_timeout=8000", *options]
    elif "TMPDIR" not in environment and (folder := memory_folder()):
        environment["TMPDIR"] = folder
        options = ["-o", "tmp_path_retention_count=1", *options]
    # A file stays on one worker, with its shared fixtures. tests/conftest.py determines which files start first.
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
            )  # for tests of the window on their own screen
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
