"""``palimpsest drift``: two encoders on the command line."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from safetensors.torch import load_file, save_file
from typer.testing import CliRunner

from engine.cli.app import app
from engine.errors import UserError

pytestmark = pytest.mark.usefixtures("home")


@pytest.fixture
def changed(tmp_path: Path, tiny_bert_folder: Path) -> str:
    """The tiny encoder with feed-forward weights of its first layer doubled."""
    folder = tmp_path / "changed"
    shutil.copytree(tiny_bert_folder, folder)
    state = load_file(folder / "model.safetensors")
    for name, value in state.items():
        if "layer.0.intermediate.dense.weight" in name or "layer.0.output.dense.weight" in name:
            value.mul_(2)
    save_file(state, folder / "model.safetensors", metadata={"format": "pt"})
    return str(folder)


def asked(*arguments: str) -> str:
    result = CliRunner().invoke(app, ["drift", *arguments], catch_exceptions=False)
    assert result.exit_code == 0
    return result.stdout


def test_the_record_has_the_keys_of_the_store(changed, tiny_bert_folder, tmp_path):
    text = tmp_path / "text.txt"
    lines = [f"the film about the river {word} was good and the story was great" for word in "abcdefghij"]
    text.write_text("\n".join(line + f" number {i}" for i, line in enumerate(lines * 8)), encoding="utf-8")
    options = [
        "--text",
        str(text),
        "--known",
        "samples:questions",
        "--texts",
        "20",
        "--passages",
        "8",
        "--json",
    ]
    record = json.loads(asked(str(tiny_bert_folder), changed, *options))
    assert record["encoder"]["layers"] == 2
    assert (record["text"], record["passages"]) == ("text.txt", 8)
    assert record["maps"]["drift/kinds"][1][1] == pytest.approx(1, rel=1e-5), "doubled: as far as it was long"
    assert record["maps"]["drift/kinds"][2][:3] == [0, 0, 0]
    assert record["maps"]["drift/kinds"][0][0] is None, "embeddings have no attention"
    assert set(record["values_before"]) == {
        "retention/loss", "retention/accuracy", "knowledge/questions/error"
    }  # fmt: skip
    assert set(record["values_before"]) < set(record["values"])
    assert len(record["maps_before"]["knowledge/questions"]) == 3


def test_the_table_has_a_row_for_every_depth(changed, tiny_bert_folder):
    shown = asked(str(tiny_bert_folder), changed, "--passages", "8", "--no-retention")
    rows = {line.split()[0]: line.split() for line in shown.splitlines() if line.strip()}
    assert {"embeddings", "1", "2", "pooler"} <= set(rows)
    assert float(rows["1"][4]) == pytest.approx(1)
    assert rows["2"][1] == "0.0000"
    assert "Language" not in shown


def test_bad_input_is_named(changed, tiny_bert_folder, tmp_path):
    for arguments, message in [
        ([str(tiny_bert_folder), "palimpsest-tiny"], "of different kinds"),
        ([str(tiny_bert_folder), changed, "--text", str(tmp_path / "gone.txt")], "no such file"),
        ([str(tiny_bert_folder), "run:no-such-run"], "no"),
    ]:
        with pytest.raises(UserError, match=message):
            CliRunner().invoke(app, ["drift", *arguments], catch_exceptions=False)
