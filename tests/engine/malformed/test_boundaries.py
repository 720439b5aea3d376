"""Each door by itself: whatever comes through it, what leaves is a value or a ``UserError``, and nothing too large."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.data import read_errors
from engine.data.character_encodings import choose_encoding
from engine.data.dataset import load_dataset
from engine.errors import UserError, is_unicode, printable
from engine.spec.command_line import parse_source
from engine.spec.data import DataSource
from engine.spec.experiment import parse_experiment
from engine.spec.recipes import find_recipe
from engine.spec.sweep import apply_settings
from engine.spec.toml import loads
from tests import patience

EXAMPLES = settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
SUFFIXES = st.sampled_from([".csv", ".tsv", ".jsonl", ".json", ".parquet", ".txt", ".label"])
STARTS = st.sampled_from([b"", b"text,label\n", b'{"text": "', b"PAR1", b"\xff\xfe", b"DESC:def ", b'"1","'])
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(), max_size=20),
    lambda inner: st.lists(inner, max_size=4)
    | st.dictionaries(st.text(st.characters(), max_size=10), inner, max_size=4),
    max_leaves=10,
)  # fmt: skip


@EXAMPLES
@given(start=STARTS, content=st.binary(max_size=400), suffix=SUFFIXES)
def test_any_bytes_are_a_data_set_or_a_user_error(
    tmp_path: Path, home: Path, start: bytes, content: bytes, suffix: str
) -> None:
    file = tmp_path / f"train{suffix}"
    file.write_bytes(start + content)
    try:
        load_dataset(DataSource(source=str(file)))
    except UserError as error:
        assert "train" in str(error)


@EXAMPLES
@given(
    encoding=st.text(min_size=1, max_size=20)
    | st.sampled_from(sorted(set(__import__("encodings.aliases").aliases.aliases.values()))),
    content=st.binary(max_size=100),
)
def test_any_encoding_reads_a_file_or_is_refused(tmp_path: Path, encoding: str, content: bytes) -> None:
    file = tmp_path / "file.csv"
    file.write_bytes(content)
    try:
        chosen = choose_encoding(file, encoding)
    except UserError:
        return
    file.read_text(encoding=chosen.name)


@EXAMPLES
@given(
    table=st.dictionaries(
        st.sampled_from(["name", "seed", "stages", "encoder", "compute", "tags", "probes", "x"]), VALUES
    )
)
def test_any_values_are_a_design_or_a_user_error(table: dict[str, object]) -> None:
    try:
        parse_experiment(table).model_dump_json()
    except UserError as error:
        assert is_unicode(printable(str(error)))


@EXAMPLES
@given(text=st.text(st.characters(exclude_categories=()), max_size=60))
def test_any_text_is_a_setting_a_source_and_a_file_or_a_user_error(text: str) -> None:
    plan = find_recipe("quickstart").plan
    for attempt in (
        lambda: apply_settings(plan, [text]),
        lambda: apply_settings(plan, [f"seed={text}"]),
        lambda: apply_settings(plan, [f"{text}=1"]),
        lambda: parse_source(text or "x", [f"label={text}"]),
        lambda: loads(text),
    ):
        try:
            attempt()
        except UserError:
            pass


def test_a_line_a_table_and_a_packed_file_are_refused_by_their_size(
    tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    monkeypatch.setattr(read_errors, "MOST_LINE_BYTES", 2000)
    monkeypatch.setattr(read_errors, "MOST_COLUMNS", 50)
    monkeypatch.setattr(read_errors, "MOST_ROWS", 1000)
    (tmp_path / "line.csv").write_text("text,label\n" + "x" * 3000 + ",a\n", encoding="utf-8")
    (tmp_path / "wide.csv").write_text("\n".join([",".join(map(str, range(60)))] * 4), encoding="utf-8")
    (tmp_path / "wide.jsonl").write_text(
        "{" + ", ".join(f'"k{n}": {n}' for n in range(60)) + "}\n", encoding="utf-8"
    )
    pq.write_table(
        pa.table({"text": ["same"] * 100_000, "label": [1] * 100_000}), tmp_path / "packed.parquet"
    )
    for name in ("line.csv", "wide.csv", "wide.jsonl", "packed.parquet"):
        with pytest.raises(UserError, match=name):
            load_dataset(DataSource(source=str(tmp_path / name)))


@pytest.mark.nightly
@pytest.mark.skipif(sys.platform != "linux", reason="limits the memory of the process")
def test_enormous_files_are_refused_within_their_memory(tmp_path: Path) -> None:
    with (tmp_path / "line.csv").open("wb") as file:
        file.write(b"text,label\n")
        for _ in range(100):
            file.write(b"x" * 2**20)
    (tmp_path / "wide.csv").write_text("\n".join([",".join(["c"] * 1_000_000)] * 3), encoding="utf-8")
    for name in ("line.csv", "wide.csv"):
        done = installed(
            "data",
            "inspect",
            str(tmp_path / name),
            "--encoder",
            "",
            home=tmp_path,
            limit="ulimit -v 6000000; ",
        )
        assert done.returncode == 2 and name in done.stderr and "Traceback" not in done.stderr


def installed(
    *arguments: str, home: Path, limit: str = "", outside: str = ""
) -> subprocess.CompletedProcess[str]:
    """Run the command line in a process of its own, with limits before it and redirections behind it."""
    words = " ".join(f"'{each}'" for each in arguments)
    return subprocess.run(
        ["bash", "-c", f"{limit}'{sys.executable}' -m engine {words} {outside}"],
        capture_output=True,
        encoding="utf-8",
        env=os.environ | {"PALIMPSEST_HOME": str(home)},
        timeout=patience.seconds(120),
    )
