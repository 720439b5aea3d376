"""What the window remembers."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QByteArray
from pytestqt.qtbot import QtBot

from workbench.backend.preferences import Preferences


@pytest.fixture(params=["file", "memory"])
def preferences(request: pytest.FixtureRequest, tmp_path: Path) -> Preferences:
    return Preferences(tmp_path / "window.ini" if request.param == "file" else None)


def test_values_come_back_as_the_kind_they_were(preferences: Preferences) -> None:
    assert preferences.get("text_size") == 1.0 and preferences.get("theme") == "system"
    for name, value in [
        ("text_size", 1.5),
        ("theme", "dark"),
        ("count", 3),
        ("on", True),
        ("bytes", QByteArray(b"x")),
    ]:
        preferences.put(name, value)
    assert preferences.get("text_size") == 1.5 and preferences.get("theme") == "dark"
    assert preferences.get("count", 0) == 3 and preferences.get("on", False) is True
    assert preferences.get("bytes") == QByteArray(b"x")
    assert preferences.get("nothing", 7) == 7 and preferences.get("nothing") is None


def test_change_is_told_once(qtbot: QtBot, preferences: Preferences) -> None:
    told: list[str] = []
    preferences.changed.connect(told.append)
    preferences.put("theme", "dark")
    preferences.put("theme", "dark")
    preferences.put("theme", "system")
    assert told == ["theme", "theme"]


def test_file_is_read_again_and_nonsense_in_it_is_ignored(tmp_path: Path) -> None:
    file = tmp_path / "window.ini"
    first = Preferences(file)
    first.put("smoothing", 0.5)
    first.save()
    assert Preferences(file).get("smoothing") == 0.5
    file.write_text("[General]\nsmoothing=a lot\ntext_size=\n", encoding="utf-8")
    again = Preferences(file)
    assert again.get("smoothing") == 0.9 and again.get("text_size") == 1.0
