"""The options of a family come in one order, whatever was imported first."""

from __future__ import annotations

import subprocess
import sys

import pytest

from engine import plugins
from engine.errors import UserError

PROGRAM = """
import importlib, sys
for name in sys.argv[1:]:
    importlib.import_module(name)
from engine.data.readers.base import FormatReader
from engine.spec.freezing import Freezing
from engine.spec.data import FileFormat
print(*FileFormat.known_options(), *Freezing.known_options())
"""


def options_after(*first: str) -> list[str]:
    return subprocess.run(
        [sys.executable, "-c", PROGRAM, *first], capture_output=True, check=True, encoding="utf-8"
    ).stdout.split()


def test_options_have_one_order_whatever_was_imported_first() -> None:
    """A specification is written with the kinds of its fields: two processes must write the same file."""
    usual = options_after()
    assert usual.index("auto") < usual.index("csv") < usual.index("hub") < usual.index("zhang")
    assert options_after("engine.data.readers.zhang", "engine.data.readers.hub") == usual


@pytest.mark.parametrize("name", ["nosuch.module", "no-module", "..", "x" * 3000])
def test_a_misspelt_plug_in_is_named(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PALIMPSEST_PLUGINS", name)
    for _ in range(2):  # it is tried again, and not taken for loaded
        with pytest.raises(UserError, match="PALIMPSEST_PLUGINS: the plug-in"):
            plugins._load("")
