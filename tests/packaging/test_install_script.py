"""The installer for Linux and macOS: installs, updates, leaves what is there alone when it fails, goes back, removes.

What it installs here is a small wheel of our own under Palimpsest's name, with its commands and nothing to fetch; that
the real wheel works in an empty environment is tried by ``test_installing.py``.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
SCRIPT = ROOT / "packaging" / "install.sh"

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the script is for Linux and macOS")

PROGRAM = """
import sys

def main():
    if sys.argv[1:] == ["--version"]:
        print("palimpsest {version}")
    sys.exit({code} if sys.argv[1:] == ["fields"] else 0)
"""
METADATA = "Metadata-Version: 2.1\nName: palimpsest\nVersion: {version}\nProvides-Extra: engine\n"
WHEEL = "Wheel-Version: 1.0\nGenerator: tests\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
COMMANDS = "[console_scripts]\npalimpsest = standin:main\npalimpsest-window = standin:main\n"


def write_wheel(folder: Path, version: str, code: int = 0) -> Path:
    """Write a wheel whose ``palimpsest fields`` ends with ``code``."""
    folder.mkdir(parents=True, exist_ok=True)
    file, info = folder / f"palimpsest-{version}-py3-none-any.whl", f"palimpsest-{version}.dist-info"
    contents = {
        "standin.py": PROGRAM.format(version=version, code=code),
        "resources/icons/palimpsest.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>",
        f"{info}/METADATA": METADATA.format(version=version),
        f"{info}/WHEEL": WHEEL,
        f"{info}/entry_points.txt": COMMANDS,
    }
    record = "".join(f"{name},,\n" for name in [*contents, f"{info}/RECORD"])
    with zipfile.ZipFile(file, "w") as wheel:
        for name, text in {**contents, f"{info}/RECORD": record}.items():
            wheel.writestr(name, text)
    return file


class Installer:
    """The script, for somebody with a home of their own whose name has blanks in it."""

    def __init__(self, folder: Path) -> None:
        self.home = folder / "a 100% new home"
        self.home.mkdir()
        self.bin = self.home / ".local" / "bin"
        self.app = self.home / ".local" / "share" / "palimpsest-app"
        uv = Path(sys.executable).parent
        path = os.pathsep.join([str(uv), "/usr/bin", "/bin"])
        kept = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("XDG_", "PALIMPSEST_", "VIRTUAL"))
        }
        self.environment = kept | {
            "HOME": str(self.home),
            "PATH": path,
            "UV_OFFLINE": "1",
            "UV_CACHE_DIR": str(folder / "cache"),
            "UV_PYTHON": sys.executable,
        }

    def __call__(self, *words: str | Path, code: int = 0) -> str:
        command = ["sh", str(SCRIPT), *map(str, words)]
        answer = subprocess.run(
            command, capture_output=True, encoding="utf-8", env=self.environment, cwd=self.home
        )
        assert answer.returncode == code, answer.stdout + answer.stderr
        return answer.stdout + answer.stderr

    def version(self) -> str:
        """What the installed command calls itself."""
        return subprocess.run(
            [self.bin / "palimpsest", "--version"], capture_output=True, encoding="utf-8", check=True
        ).stdout.strip()


@pytest.fixture
def installer(tmp_path: Path) -> Installer:
    if not shutil.which("uv", path=str(Path(sys.executable).parent)):
        pytest.skip("uv is not in this environment")
    return Installer(tmp_path)


def test_it_installs_updates_goes_back_and_removes(installer: Installer, tmp_path: Path) -> None:
    runs = installer.home / "my runs.sqlite"
    runs.touch()
    first, second = write_wheel(tmp_path / "first wheel", "1.0"), write_wheel(tmp_path / "second", "2.0")
    said = installer("--engine", "none", "--from", first)
    assert "palimpsest 1.0 is installed" in said
    assert "not on your PATH" in said
    assert installer.version() == "palimpsest 1.0"

    entry = (installer.home / ".local/share/applications/palimpsest.desktop").read_text("utf-8")
    program = str(installer.bin / "palimpsest-window").replace("%", "%%")
    assert f'Exec="{program}" %f\n' in entry
    own = (ROOT / "packaging" / "palimpsest.desktop").read_text("utf-8")
    assert {line for line in own.splitlines() if line.startswith("MimeType=")} <= set(entry.splitlines())
    if checker := shutil.which("desktop-file-validate"):
        subprocess.run([checker, installer.home / ".local/share/applications/palimpsest.desktop"], check=True)
    assert (installer.home / ".local/share/icons/hicolor/scalable/apps/palimpsest.svg").is_file()
    kinds = (installer.home / ".local/share/mime/packages/palimpsest.xml").read_text("utf-8")
    assert kinds == (ROOT / "packaging" / "palimpsest-mime.xml").read_text("utf-8")

    installer("--engine", "none", "--from", second)
    assert installer.version() == "palimpsest 2.0"
    installer("rollback")
    assert installer.version() == "palimpsest 1.0"
    installer("rollback")
    assert installer.version() == "palimpsest 2.0"

    installer("remove")
    left = [file for file in installer.home.rglob("*") if file.is_file() or file.is_symlink()]
    assert [file for file in left if "palimpsest" in file.name] == []
    assert runs in left


def test_an_update_that_fails_leaves_what_was_there(installer: Installer, tmp_path: Path) -> None:
    installer("--engine", "none", "--from", write_wheel(tmp_path / "first", "1.0"))
    there = sorted((installer.app / "versions").iterdir())
    said = installer("--engine", "none", "--from", write_wheel(tmp_path / "broken", "2.0", code=1), code=2)
    assert "what was installed does not work" in said
    assert "what was there is as it was" in said
    damaged = tmp_path / "palimpsest-3.0-py3-none-any.whl"
    damaged.write_bytes(b"no wheel")
    installer("--engine", "none", "--from", damaged, code=2)
    assert installer.version() == "palimpsest 1.0"
    assert sorted((installer.app / "versions").iterdir()) == there
    assert "no version before" in installer("rollback", code=2)


def test_versions_before_the_last_two_are_removed(installer: Installer, tmp_path: Path) -> None:
    for version in ("1.0", "2.0", "3.0"):
        installer("--no-menu", "--from", write_wheel(tmp_path / version, version))
    assert len(list((installer.app / "versions").iterdir())) == 2
    assert not (installer.home / ".local/share/applications").exists()
    installer("rollback")
    assert installer.version() == "palimpsest 2.0"


def test_a_command_of_somebody_else_is_not_replaced(installer: Installer, tmp_path: Path) -> None:
    installer.bin.mkdir(parents=True)
    (installer.bin / "palimpsest").write_text("mine", encoding="utf-8")
    said = installer("--engine", "none", "--from", write_wheel(tmp_path / "first", "1.0"), code=2)
    assert "was not made by this script" in said
    assert (installer.bin / "palimpsest").read_text(encoding="utf-8") == "mine"
    assert list((installer.app / "versions").iterdir()) == []


@pytest.mark.parametrize("words", [("--engine", "gpus"), ("--from",), ("upgrade",)])
def test_words_it_does_not_know_are_refused(installer: Installer, words: tuple[str, ...]) -> None:
    assert installer(*words, code=2).startswith("palimpsest: ")
    assert not installer.app.exists()


def test_nothing_to_install_is_said(installer: Installer, tmp_path: Path) -> None:
    alone = shutil.copy(SCRIPT, tmp_path / "install.sh")
    answer = subprocess.run(["sh", alone], capture_output=True, encoding="utf-8", env=installer.environment)
    assert answer.returncode == 2
    assert "put a wheel beside this script" in answer.stderr
    assert "sh install.sh rollback" in installer("--help")


def test_the_recipe_of_the_container() -> None:
    """Read line by line, for there may be no builder: unknown instructions and the user root are mistakes."""
    text = (ROOT / "packaging" / "Containerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line.split(None, 1) for line in text.splitlines() if line and not line.startswith("#")]
    names = [words[0] for words in lines]
    assert set(names) <= {"FROM", "ARG", "COPY", "RUN", "ENV", "USER", "WORKDIR", "ENTRYPOINT", "CMD"}
    assert names[0] == "FROM"
    assert names.index("USER", names.index("FROM", 1)) < names.index("ENTRYPOINT")
    for words in lines:
        if words[0] == "FROM":
            assert re.fullmatch(r"\S+:\S+( AS \w+)?", words[1]), words
        if words[0] in ("ENTRYPOINT", "CMD"):
            assert re.fullmatch(r'\["[\w-]+"\]', words[1]), words
        if words[0] == "RUN":
            subprocess.run(["sh", "-n", "-c", words[1]], check=True)
    assert "palimpsest[engine]" in text
    assert "constraints.txt" in text


def test_an_image_is_not_built_from_an_environment_or_caches() -> None:
    """A clone's own environment is 5.6 GB, which COPY would take into the image; what git leaves out stays out too."""
    left_out = (ROOT / ".containerignore").read_text(encoding="utf-8").split()
    ignored = (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()
    folders = {line.strip("/") for line in ignored if line.endswith("/") and not line.startswith("#")}
    assert folders - {pattern.removeprefix("**/") for pattern in left_out} == set()
    assert ".git" in left_out
    needed = {
        "pyproject.toml",
        "constraints.txt",
        "README.md",
        "LICENSE",
        "engine",
        "workbench",
        "palimpsest",
        "resources",
    }
    assert not needed & set(left_out)
