"""The built wheel, installed by pip, uv and pipx into empty environments without the engine, works there."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import venv
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pytest

from engine.installation import INSTALL_ENGINE
from tests.engine.malformed.stores import sound_store

ROOT = Path(__file__).resolve().parent.parent.parent
CONSTRAINTS = ROOT / "constraints.txt"
UV = [sys.executable, "-m", "uv"]
MOST_MEGABYTES = 500
"""What docs/install.md says of the installed size without bytecode, and a little room for another platform's wheels."""

pytestmark = [pytest.mark.nightly, pytest.mark.timeout(1800)]


def call(command: Sequence[str | Path], environment: Mapping[str, str] = os.environ) -> str:
    """What a command that must end well wrote to its output."""
    answer = subprocess.run(
        list(map(str, command)), capture_output=True, encoding="utf-8", env=dict(environment)
    )
    assert answer.returncode == 0, f"{command}\n{answer.stdout}\n{answer.stderr}"
    return answer.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this checkout. Skips where no registry can be reached."""
    folder = tmp_path_factory.mktemp("wheel")
    answer = subprocess.run(
        [*UV, "build", "--quiet", "--wheel", "-o", str(folder), str(ROOT)],
        capture_output=True,
        encoding="utf-8",
    )
    if answer.returncode and any(
        word in answer.stderr for word in ("Failed to fetch", "offline", "dns error")
    ):
        pytest.skip(f"the wheel cannot be built without a package registry: {answer.stderr.splitlines()[-1]}")
    assert answer.returncode == 0, answer.stderr
    return next(folder.glob("*.whl"))


def installed_by_pip(wheel: Path, folder: Path) -> Path:
    venv.create(folder / "environment", with_pip=True)
    programs = folder / "environment" / ("Scripts" if os.name == "nt" else "bin")
    call([programs / "python", "-m", "pip", "install", "-q", "-c", CONSTRAINTS, wheel])
    return programs


def installed_by_uv(wheel: Path, folder: Path) -> Path:
    places = {"UV_TOOL_DIR": str(folder / "tools"), "UV_TOOL_BIN_DIR": str(folder / "bin")}
    call(
        [*UV, "tool", "install", "-q", "--python", sys.executable, "--constraints", CONSTRAINTS, wheel],
        os.environ | places,
    )
    return folder / "bin"


def installed_by_pipx(wheel: Path, folder: Path) -> Path:
    places = {
        "PIPX_HOME": str(folder / "pipx"),
        "PIPX_BIN_DIR": str(folder / "bin"),
        "PIPX_MAN_DIR": str(folder / "man"),
    }
    pipx = [*UV, "tool", "run", "--python", sys.executable, "pipx"]
    call(
        [*pipx, "install", "-q", "--python", sys.executable, f"--pip-args=-c {CONSTRAINTS}", wheel],
        os.environ | places,
    )
    return folder / "bin"


@pytest.mark.parametrize("install", [installed_by_pip, installed_by_uv, installed_by_pipx])
def test_a_wheel_in_an_empty_environment(
    install: Callable[[Path, Path], Path], wheel: Path, tmp_path: Path
) -> None:
    programs = install(wheel, tmp_path)
    home = tmp_path / "home"
    home.mkdir()
    shutil.copy(sound_store(), home / "palimpsest.sqlite")
    clean = {
        name: value
        for name, value in os.environ.items()
        if name not in ("PYTHONPATH", "VIRTUAL_ENV", "PYTHONHOME")
    }
    environment = clean | {"PALIMPSEST_HOME": str(home), "QT_QPA_PLATFORM": "offscreen"}
    palimpsest = programs / "palimpsest"
    assert call([palimpsest, "--version"], environment).startswith("palimpsest ")
    assert "Quickstart" in call([palimpsest, "runs"], environment)
    assert "Quickstart" in call([palimpsest, "compare", "1", "2", "--format", "markdown"], environment)
    assert INSTALL_ENGINE in " ".join(call([palimpsest, "doctor"], environment).split())
    refused = subprocess.run(
        [palimpsest, "run", "quickstart"],
        capture_output=True,
        encoding="utf-8",
        env=environment,
        cwd=tmp_path,
    )
    assert refused.returncode == 2
    assert INSTALL_ENGINE in refused.stderr
    _window_opens(programs, environment)
    files = [file for file in tmp_path.rglob("*") if file.is_file() and "__pycache__" not in file.parts]
    megabytes = sum(file.lstat().st_size for file in files) / 1e6
    assert megabytes < MOST_MEGABYTES


def _window_opens(programs: Path, environment: Mapping[str, str]) -> None:
    """The window stays open until it is asked to end; what it writes shows no traceback."""
    window = subprocess.Popen(
        [programs / "palimpsest-window"], stderr=subprocess.PIPE, encoding="utf-8", env=dict(environment)
    )
    with pytest.raises(subprocess.TimeoutExpired):
        window.wait(timeout=10)  # it ends at once where anything is missing
    window.terminate()
    assert "Traceback" not in window.communicate(timeout=60)[1]
