"""The set-up script: which Python, when to install, what Qt misses, window or terminal."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bootstrap
import system_packages
from workbench import system_libraries

# --- Which Python


def test_the_first_tried_python_wins_a_newer_one_is_better_than_none_and_none_is_told() -> None:
    tried = {"python3.12": (3, 12), "python3.11": (3, 11)}
    found = {"python3": (3, 9), "shim": None, "python3.99": (3, 99), **tried}
    assert bootstrap.choose_python(found) == "python3.12"
    assert bootstrap.choose_python({"python3": (3, 10), "python": (3, 99)}) == "python"
    with pytest.raises(
        bootstrap.SetupError, match=r"(?s)3\.11 or newer.*python3 is 3\.9.*apt-get install"
    ) as caught:
        bootstrap.choose_python({"python3": (3, 9), "python": None})
    assert "None" not in str(caught.value)
    with pytest.raises(bootstrap.SetupError, match="none was found"):
        bootstrap.choose_python({})


def test_python_version_of_real_and_missing_interpreters(tmp_path: Path) -> None:
    assert bootstrap.python_version(sys.executable) == sys.version_info[:2]
    assert bootstrap.python_version(tmp_path / "python-that-is-not-there") is None


@pytest.mark.skipif(os.name == "nt", reason="the stand-in interpreter is a shell script")
def test_a_stub_that_only_fails_is_no_python(tmp_path: Path) -> None:
    """As the shims of version managers do for a version that is not installed."""
    shim = tmp_path / "python3.12"
    shim.write_text("#!/bin/sh\necho 'python3.12: command not found'\nexit 127\n", encoding="utf-8")
    shim.chmod(0o755)
    assert bootstrap.python_version(shim) is None


def test_scripts_need_nothing_newer_than_python_3_8() -> None:
    """They must parse, and import only the standard library and each other, on an old python3."""
    for module in (bootstrap, system_packages, system_libraries):
        source = Path(module.__file__).read_text(encoding="utf-8")
        tree = ast.parse(source, feature_version=(3, 8))
        imported = set()
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                imported |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                imported.add((node.module or "").partition(".")[0])
        assert imported <= sys.stdlib_module_names | {"system_packages", "workbench"}


# --- The environment


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    (tmp_path / "pyproject.toml").write_text("[project]\n", encoding="utf-8")
    (tmp_path / "constraints.txt").write_text("torch==2.15.0\n", encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("changed", ["pyproject.toml", "constraints.txt"])
def test_set_up_is_repeated_when_requirements_change(checkout: Path, changed: str) -> None:
    stamp = checkout / "stamp"
    assert not bootstrap.is_current(stamp, bootstrap.fingerprint(checkout)), "never set up"
    stamp.write_text(bootstrap.fingerprint(checkout) + "\n", encoding="utf-8")
    assert bootstrap.is_current(stamp, bootstrap.fingerprint(checkout))
    with (checkout / changed).open("a", encoding="utf-8") as file:
        file.write("# more\n")
    assert not bootstrap.is_current(stamp, bootstrap.fingerprint(checkout))


def test_set_up_is_repeated_when_the_checkout_moves(
    checkout: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """The editable installation points at the old place."""
    before = bootstrap.fingerprint(checkout)
    moved = checkout.rename(tmp_path_factory.mktemp("elsewhere") / "palimpsest")
    assert bootstrap.fingerprint(moved) != before


def test_pins_leave_out_what_is_bound_to_a_platform_or_an_address() -> None:
    frozen = """
        torch==2.15.0
        accelerate==1.15.0
        nvidia-cublas==13.4.1.3
        cuda-bindings==13.5.0
        triton==3.9.0
        tritonclient==2.0
        pip==26.3
        pipdeptree==2.0
        palimpsest @ file:///home/somebody/palimpsest
        -e /home/somebody/palimpsest
        private==1.0 @ https://example.org/private.whl
    """.splitlines()
    assert bootstrap.pins(frozen) == [
        "accelerate==1.15.0", "pipdeptree==2.0", "torch==2.15.0", "tritonclient==2.0",
    ]  # fmt: skip


def test_committed_constraints_are_exact_sorted_and_without_addresses() -> None:
    lines = bootstrap.CONSTRAINTS.read_text(encoding="utf-8").splitlines()
    pinned = [line for line in lines if not line.startswith("#")]
    assert bootstrap.pins(pinned) == pinned
    names = {line.partition("==")[0] for line in pinned}
    assert {"torch", "transformers", "pyside6-essentials", "uv", "pytest"} <= names


# --- System libraries

LDD = """\
	linux-vdso.so.1 (0x00007ffc8a1f2000)
	libQt6Gui.so.6 => /opt/x/libQt6Gui.so.6 (0x00007f3b1c200000)
	libEGL.so.1 => not found
	libxcb-icccm.so.4 => not found
	libEGL.so.1 => not found
	libc.so.6 => /lib/x86_64-linux-gnu/libc.so.6 (0x00007f3b1be00000)
	/lib64/ld-linux-x86-64.so.2 (0x00007f3b1ca5b000)
"""


def test_missing_libraries_are_read_from_ldd() -> None:
    assert system_libraries.missing_in(LDD) == ["libEGL.so.1", "libxcb-icccm.so.4"]
    assert system_libraries.missing_in("	not a dynamic executable\n") == []


@given(st.lists(st.sampled_from([*sorted(system_libraries.DEBIAN_PACKAGES), "libother.so.1"])))
def test_every_missing_library_leads_to_a_package_or_to_its_name(libraries: list[str]) -> None:
    packages, unknown = system_libraries.packages_for(libraries)
    for library in libraries:
        assert library in unknown or system_libraries.DEBIAN_PACKAGES[library] in packages
    assert len(packages) + len(unknown) <= len(set(libraries))


def test_only_the_platform_in_use_is_examined(tmp_path: Path) -> None:
    platforms = tmp_path / "PySide6" / "Qt" / "plugins" / "platforms"
    platforms.mkdir(parents=True)
    for name in ("libqoffscreen.so", "libqxcb.so", "libqwayland.so"):
        (platforms / name).touch()

    def names(environment: dict[str, str]) -> list[str]:
        return [file.name for file in system_libraries.qt_files(tmp_path, environment)]

    assert names({}) == ["libqoffscreen.so"]
    assert names({"DISPLAY": ":0"}) == ["libqoffscreen.so", "libqxcb.so"]
    assert names({"DISPLAY": "", "WAYLAND_DISPLAY": "wayland-0"}) == ["libqoffscreen.so", "libqwayland.so"]


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux takes these libraries from the system")
def test_table_knows_every_system_library_that_installed_qt_names() -> None:
    """The C runtime aside. What those libraries need in turn comes with their packages."""
    import PySide6

    package = Path(PySide6.__file__).parent
    files = system_libraries.qt_files(package.parent, {"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"})
    assert len(files) == 5
    listing = subprocess.run(["ldd", *map(str, files)], capture_output=True, encoding="utf-8").stdout
    qt = {package / "Qt" / "lib" / name for name in re.findall(r"libQt6\S+", listing)}
    loaded = [*files, *(library for library in qt if library.exists())]
    assert len(loaded) > len(files)

    named = set().union(*map(named_libraries, loaded)) - {file.name for file in loaded}
    runtime = {"libc.so.6", "libm.so.6", "libdl.so.2", "libpthread.so.0", "librt.so.1", "libgcc_s.so.1"}
    bundled = {name for name in named if name.startswith(("libQt6", "libicu", "libpyside6", "libshiboken6"))}
    assert named - bundled - runtime <= set(system_libraries.DEBIAN_PACKAGES)


def test_programs_of_tests_that_cannot_be_installed_are_named_with_their_packages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in system_packages.TEST_PROGRAMS:
        (tmp_path / name).touch(mode=0o755)
    assert system_packages.ensure_test_programs(str(tmp_path)) == []
    assert capsys.readouterr().out == "", "nothing is said where nothing is missing"

    (tmp_path / "xdotool").unlink()
    monkeypatch.setenv("PATH", str(tmp_path))  # neither apt nor sudo is there
    monkeypatch.setattr(system_packages, "SYSTEM", "")
    assert system_packages.ensure_test_programs(str(tmp_path)) == ["xdotool"]
    assert re.search(
        r"need xdotool are skipped.*\n.*apt-get install.* xdotool$", capsys.readouterr().out, re.M
    )


def test_each_program_that_a_test_skips_without_is_one_that_ci_installs() -> None:
    from tests.engine.places.slurm_cluster import PROGRAMS
    from tests.workbench.walks.pointer import NEEDED

    packages = {system_packages.TEST_PROGRAMS.get(name) for name in [*PROGRAMS, *NEEDED]} - {None}
    assert packages == {"slurmctld", "slurmd", "slurm-client", "xvfb", "openbox", "xdotool"}


def named_libraries(file: Path) -> set[str]:
    """Strings of an ELF file that are library names: what it needs, and its own name."""
    found = re.findall(rb"(?<=\0)lib[A-Za-z0-9_+.-]+\.so(?:\.\d+)?(?=\0)", file.read_bytes())
    return {name.decode("ascii") for name in found}


# --- Window or terminal


@pytest.mark.parametrize(
    ("system", "environment", "expected"),
    [
        ("Linux", {}, False),
        ("Linux", {"DISPLAY": "", "WAYLAND_DISPLAY": ""}, False),
        ("Linux", {"DISPLAY": ":0"}, True),
        ("Linux", {"WAYLAND_DISPLAY": "wayland-0"}, True),
        ("Linux", {"QT_QPA_PLATFORM": "vnc:port=5901"}, True),
        ("Linux", {"DISPLAY": ":0", "QT_QPA_PLATFORM": "offscreen"}, False),
        ("Darwin", {}, True),
        ("Windows", {}, True),
        ("Windows", {"QT_QPA_PLATFORM": "minimal"}, False),
    ],
)
def test_display(system: str, environment: dict[str, str], expected: bool) -> None:
    assert bootstrap.has_display(system, environment) is expected


@pytest.mark.parametrize(
    ("environment", "folder"),
    [
        ({"PYTHONDONTWRITEBYTECODE": "1"}, "bytecode"),
        ({"PYTHONDONTWRITEBYTECODE": "1", "PYTHONPYCACHEPREFIX": "chosen"}, "chosen"),
        ({"PYTHONDONTWRITEBYTECODE": ""}, "__pycache__"),
    ],
)
def test_tests_compile_modules_once_where_writing_byte_code_is_off_too(
    environment: dict[str, str], folder: str, tmp_path: Path
) -> None:
    (tmp_path / "once.py").write_text("number = 1\n", encoding="utf-8")
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    own = bootstrap.with_bytecode(kept | environment, tmp_path / "bytecode")
    subprocess.run([sys.executable, "-c", "import once"], env=own, cwd=tmp_path, check=True)
    assert {file.relative_to(tmp_path).parts[0] for file in tmp_path.rglob("once.*.pyc")} == {folder}


def test_what_workers_import_is_compiled_before_them_and_only_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    torch, first, second = (tmp_path / name for name in ("torch", "first.py", "second.py"))
    torch.mkdir()
    for file in (torch / "__init__.py", first, second):
        file.write_text("number = 1\n", encoding="utf-8")
    monkeypatch.setattr(bootstrap, "WORKER_IMPORTS", ("import torch, first", "import second, absent"))
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    own = kept | {"PYTHONPATH": str(tmp_path), "PYTHONPYCACHEPREFIX": str(tmp_path / "bytecode")}
    assert bootstrap.compile_imports(Path(sys.executable), own)
    compiled = {file.name.partition(".")[0] for file in (tmp_path / "bytecode").rglob("*.pyc")}
    assert {"__init__", "first", "second"} <= compiled
    assert not bootstrap.compile_imports(Path(sys.executable), own)


def test_unknown_command_shows_the_help_and_fails(capsys: pytest.CaptureFixture[str]) -> None:
    assert bootstrap.main(["fly"]) == 2
    assert "bootstrap.py run" in capsys.readouterr().out
    assert bootstrap.main([]) == 0


# --- Known vulnerabilities


def test_an_audit_names_holes_and_what_it_does_not_know() -> None:
    answer = """a warning
    {"dependencies": [
      {"name": "sound", "version": "1.0", "vulns": []},
      {"name": "old", "version": "2.0", "vulns": [{"id": "PYSEC-1", "fix_versions": ["2.1", "3.0"], "aliases": []}]},
      {"name": "local", "skip_reason": "not found"}
    ], "fixes": []}"""
    assert bootstrap.read_audit(answer) == bootstrap.Audit(2, 1, ["old 2.0: PYSEC-1, mended in 2.1, 3.0"])


@pytest.mark.parametrize("answer", ["", "no network", "{}", "{broken", '{"fixes": []}'])
def test_an_audit_that_reached_nobody_knows_nothing(answer: str) -> None:
    assert bootstrap.read_audit(answer) is None


def test_a_database_that_cannot_be_asked_is_no_failure(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def answers(stdout: str) -> None:
        done = subprocess.CompletedProcess([], 1, stdout, "")
        monkeypatch.setattr(bootstrap.subprocess, "run", lambda *_, **__: done)

    answers('{"dependencies": [{"name": "a", "skip_reason": "not found"}]}')
    assert bootstrap.audit(Path(sys.executable)) == 0
    assert "nothing is known" in capsys.readouterr().out
    answers('{"dependencies": [{"name": "a", "version": "1", "vulns": [{"id": "X", "fix_versions": []}]}]}')
    assert bootstrap.audit(Path(sys.executable)) == 1
    assert "a 1: X, mended in no version" in capsys.readouterr().out


@pytest.mark.skipif(sys.platform != "linux", reason="it is asked on Linux only")
def test_memory_that_a_container_may_not_use_is_not_counted(tmp_path: Path) -> None:
    machine = bootstrap.memory_limit(tmp_path)  # no groups at all
    (tmp_path / "memory.max").write_text("max\n", encoding="ascii")
    assert (
        bootstrap.memory_limit(tmp_path)
        == machine
        == os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    )
    (tmp_path / "memory.max").write_text("1048576\n", encoding="ascii")
    assert bootstrap.memory_limit(tmp_path) == 2**20
    (tmp_path / "memory").mkdir()
    (tmp_path / "memory" / "memory.limit_in_bytes").write_text("4096\n", encoding="ascii")
    assert bootstrap.memory_limit(tmp_path) == 4096
