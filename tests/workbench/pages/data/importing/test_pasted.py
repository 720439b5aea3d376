"""Rows from the clipboard, imported like a file; and a set with one column per label."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.errors import UserError
from tests import patience
from workbench.backend.session import Session
from workbench.pages.data.importing.sheet import keep_pasted

pytestmark = pytest.mark.gui
WAIT = patience.milliseconds(60)
ROWS = "text\tlabel\n" + "\n".join(
    f"a {'good' if n % 2 else 'bad'} film, number {n}\t{n % 2}" for n in range(30)
)


@pytest.fixture
def session(home: Path) -> Iterator[Session]:
    made = Session(home / "palimpsest.sqlite", run_queue=False)
    made.start()
    yield made
    made.close()


def test_pasted_rows_are_kept_as_a_file(tmp_path: Path) -> None:
    store = tmp_path / "s.sqlite"
    first = keep_pasted(store, ROWS.replace("\n", "\r\n"))
    assert first == keep_pasted(store, ROWS + "\n\n") and first.suffix == ".tsv"
    assert first.read_text(encoding="utf-8") == ROWS + "\n" and list(first.parent.iterdir()) == [first]
    assert keep_pasted(store, "0 a film\n1 another").suffix == ".txt"
    with pytest.raises(UserError, match="clipboard holds no text"):
        keep_pasted(store, " \n\n")
