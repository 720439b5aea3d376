"""Tables on disk take memory only while they are looked at, and stay what they are."""

from __future__ import annotations

import gc
import sys
from pathlib import Path

import pyarrow as pa
import pytest

from engine.cache import mapped_tables


def write(file: Path, rows: int) -> pa.Table:
    table = pa.table({"text": pa.array([f"text {n} " + "x" * 2000 for n in range(rows)], pa.large_string())})
    with pa.OSFile(str(file), "wb") as sink, pa.ipc.new_file(sink, table.schema) as writer:
        writer.write_table(table, max_chunksize=1000)
    return table


def mapped_kilobytes(file: Path) -> int:
    """The memory of this process that is pages of ``file``."""
    kilobytes, ours = 0, False
    for line in Path("/proc/self/smaps").read_text(encoding="utf-8").splitlines():
        if "-" in line.split(" ", 1)[0]:
            ours = line.endswith(str(file))
        elif ours and line.startswith("Rss:"):
            kilobytes += int(line.split()[1])
    return kilobytes


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_pages_go_and_come_again(tmp_path: Path) -> None:
    file = tmp_path / "t.arrow"
    table = write(file, 5000)
    found = mapped_tables.map_table(file)
    assert found.equals(table)
    assert mapped_kilobytes(file) > 9000
    mapped_tables.release_pages()
    assert mapped_kilobytes(file) < 500
    assert found["text"][4321].as_py() == table["text"][4321].as_py(), "read again from the file"


def test_a_table_outlives_its_name_and_goes_with_its_last_use(tmp_path: Path) -> None:
    file = tmp_path / "t.arrow"
    write(file, 10)
    gc.collect()  # tables of other tests, too, go with their last use
    before = len(mapped_tables._mapped)
    column = mapped_tables.map_table(file)["text"]
    if sys.platform != "win32":
        file.unlink()
    mapped_tables.release_pages()
    assert column[9].as_py().startswith("text 9 ") and len(mapped_tables._mapped) == before + 1
    del column
    gc.collect()
    assert len(mapped_tables._mapped) == before
