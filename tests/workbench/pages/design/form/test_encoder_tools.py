"""Encoders made from the Design page: the commands, and one made in earnest by a real job."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from engine.model.encoders import describe_encoder
from engine.spec.experiment import Encoder
from tests import patience
from workbench.backend.session import Session
from workbench.forms.suggestions import SuggestionSource
from workbench.pages.design.form.encoder_tools import CheckpointImport, EncoderTools, NewEncoder, folder_for

pytestmark = pytest.mark.gui
NOTHING = {name: SuggestionSource(lambda: []) for name in ("data sets", "texts")}


@pytest.fixture
def session(home: Path) -> Iterator[Session]:
    made = Session(home / "palimpsest.sqlite", run_queue=False)
    made.start()
    yield made
    made.close()


def test_the_commands_say_what_the_forms_say(tmp_path: Path) -> None:
    wanted = CheckpointImport(source="a.zip", config="c.json", case="cased")
    assert wanted.command(tmp_path) == [
        "import-checkpoint",
        "a.zip",
        str(tmp_path),
        "--config",
        "c.json",
        "--cased",
    ]
    words = NewEncoder(texts=["a.txt", "b.txt"], layers=2).command(tmp_path)
    assert words[:6] == ["new-encoder", str(tmp_path), "--text", "a.txt", "--text", "b.txt"]
    assert words[words.index("--layers") + 1] == "2" and "--cased" not in words


def test_folders_are_named_after_what_they_come_from_and_never_taken_twice(tmp_path: Path) -> None:
    place = folder_for({"source": "/x/uncased_L-12.zip"}, tmp_path)
    assert place == tmp_path / "encoders" / "uncased_L-12"
    place.mkdir(parents=True)
    assert folder_for({"source": "/x/uncased_L-12.zip"}, tmp_path).name == "uncased_L-12-2"
    assert folder_for({"name": "My own: one", "data": "x"}, tmp_path).name == "My-own-one"


@pytest.mark.nightly  # in every suite the command makes one, and the form writes that command
def test_a_new_encoder_is_made_and_chosen(qtbot: QtBot, session: Session, tmp_path: Path) -> None:
    text = tmp_path / "words.txt"
    text.write_text("\n".join(f"the cat {i} sat on the mat and purred" for i in range(300)), encoding="utf-8")
    tools = EncoderTools(session, NOTHING)
    qtbot.addWidget(tools)
    tools.resize(560, 500)
    tools.show()
    qtbot.mouseClick(tools.buttons["new"], Qt.MouseButton.LeftButton)
    qtbot.mouseClick(tools.start, Qt.MouseButton.LeftButton)
    form = tools.forms["new"]
    assert form.field("data").message.text().startswith("Choose a data set")
    tools._tables["new"] |= {
        "texts": [str(text)], "name": "cats", "vocabulary": 300, "layers": 1, "hidden": 32, "heads": 2, "positions": 64,
    }  # fmt: skip
    with qtbot.waitSignal(tools.created, timeout=patience.milliseconds(300)) as made:
        qtbot.mouseClick(tools.start, Qt.MouseButton.LeftButton)
    info = describe_encoder(Encoder(source=made.args[0]))
    assert info.layers == 1 and info.hidden == 32 and info.positions == 64
    assert tools.message.text().startswith("cats: 1 layers") and tools.panel.isHidden()


@pytest.mark.nightly
def test_what_cannot_be_imported_is_said_in_place(qtbot: QtBot, session: Session, tmp_path: Path) -> None:
    tools = EncoderTools(session, NOTHING)
    qtbot.addWidget(tools)
    tools.show()
    tools.open("import")
    tools._tables["import"] |= {"source": str(tmp_path / "nothing.bin")}
    tools.run()
    qtbot.waitUntil(lambda: tools.message.level() == "error", timeout=patience.milliseconds(300))
    assert "nothing.bin" in tools.message.text() and tools.start.isEnabled()
