"""What a kept result depends on: a change anywhere in the engine, or in a plug-in, makes it another one."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from engine import plugins
from engine.cache import program_hash as module
from engine.cache.program_hash import ENGINE, program_hash
from engine.model.content_hash import encoder_content_hash
from engine.spec.experiment import Encoder


@pytest.fixture
def engine(tmp_path: Path) -> Path:
    return shutil.copytree(ENGINE, tmp_path / "engine", ignore=shutil.ignore_patterns("__pycache__"))


def test_every_module_of_the_engine_counts(engine: Path) -> None:
    whole = module._hash_program(engine, ())
    assert whole == module._hash_program(ENGINE, ())
    for name in ("random_streams.py", "progress.py", "spec/mitigation.py", "kernels/dropout.py"):
        file = engine / name
        text = file.read_text(encoding="utf-8")
        file.write_text(f"{text}\n", encoding="utf-8")
        module._hash_program.cache_clear()
        assert module._hash_program(engine, ()) != whole, name
        file.write_text(text, encoding="utf-8")
    module._hash_program.cache_clear()
    assert module._hash_program(engine, ()) == whole
    (engine / "new_module.py").write_text("", encoding="utf-8")
    module._hash_program.cache_clear()
    assert module._hash_program(engine, ()) != whole


def test_a_plug_in_counts_with_all_its_modules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = program_hash()
    package = tmp_path / "added_for_a_hash"
    package.mkdir()
    for name in ("__init__.py", "inner.py"):
        (package / name).write_text("", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("PALIMPSEST_PLUGINS", "added_for_a_hash")
    try:
        assert {file.name for file in plugins.plugin_files()} == {"__init__.py", "inner.py"}
        added = program_hash()
        assert added != plain
        (package / "inner.py").write_text("SCALE = 2\n", encoding="utf-8")
        module._hash_program.cache_clear()
        assert program_hash() not in (plain, added)
    finally:
        sys.modules.pop("added_for_a_hash", None)
        plugins._loaded.discard("added_for_a_hash")
    monkeypatch.delenv("PALIMPSEST_PLUGINS")
    assert program_hash() == plain


def test_an_encoder_is_known_by_the_content_of_its_files(tiny_bert_folder: Path, tmp_path: Path) -> None:
    copy = shutil.copytree(tiny_bert_folder, tmp_path / "copy")
    first = encoder_content_hash(Encoder(source=str(tiny_bert_folder)))
    assert first == encoder_content_hash(Encoder(source=str(copy)))
    config = copy / "config.json"
    config.write_text(f"{config.read_text(encoding='utf-8')} ", encoding="utf-8")
    assert encoder_content_hash(Encoder(source=str(copy))) != first
