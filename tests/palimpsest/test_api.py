"""The Python interface: its notebook runs as it is printed, and its names give what the store has."""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

import pytest

import palimpsest
from engine.store import Store, summaries
from tests.engine.cli.test_app import palimpsest as command
from tests.engine.lab.trained import trained

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("api") / "store.sqlite"
    trained(path, "one", encoder="palimpsest-tiny")
    trained(path, "two", encoder="palimpsest-tiny", seed=2)
    return path


@pytest.mark.nightly  # in every suite what the notebook calls is called below
def test_the_notebook_runs(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Cell by cell in one namespace, as a kernel would; the last expression of a cell is evaluated too."""
    monkeypatch.setattr(tempfile, "tempdir", str(home))  # it leaves its folder to whoever goes on with it
    cells = json.loads((ROOT / "docs" / "examples" / "python.ipynb").read_text(encoding="utf-8"))["cells"]
    names: dict[str, object] = {"__name__": "__main__"}
    for number, cell in enumerate(each for each in cells if each["cell_type"] == "code"):
        exec(compile("".join(cell["source"]), f"cell {number}", "exec"), names)
    both, answers = names["both"], names["answers"]
    assert [run.status for run in both] == ["finished", "finished"]  # type: ignore[attr-defined]
    assert set(answers["gold"]) <= {"up", "down"}  # type: ignore[index]


def test_tables_say_what_the_store_has(store: Path) -> None:
    rows = palimpsest.runs(store)
    assert rows["name"].tolist() == ["two", "one"] or rows["name"].tolist() == ["one", "two"]
    with Store(store) as opened:
        kept = summaries.read_predictions(opened, 1)
    assert kept is not None
    found = palimpsest.predictions("one", store=store)
    assert found["correct"].tolist() == (kept.labels == kept.predicted).tolist()
    assert rows["test_looks"].tolist() == rows["test_strategies"].tolist() == [1, 1]
    assert "text" not in palimpsest.predictions(1, texts=False, store=store)
    points = palimpsest.metrics([1, 2], ["test/error"], store=store)
    assert points["run"].tolist() == [1, 2]
    assert points["value"].tolist() == pytest.approx(
        [100 * float((palimpsest.predictions(n, store=store)["correct"] == 0).mean()) for n in (1, 2)]
    )
    assert palimpsest.metrics(1, ["none/such"], store=store).empty
    compared = palimpsest.compare([1, 2], store=store)
    assert len(compared) == 2
    assert any("been tested on these texts" in note for note in compared.attrs["notes"])


def test_models_answer_as_the_command_does(store: Path, tmp_path: Path) -> None:
    texts = ["Who wrote it?", "Where is the river?"]
    said = command("predict", "one", "--store", store, "--text", texts[0], "--text", texts[1], "--json").json
    found = palimpsest.predict("one", texts, store=store)
    assert found["label"].tolist() == [each["label"] for each in said]
    model = palimpsest.load(1, store=store)
    assert list(said[0]["probabilities"]) == list(model.classes)
    for name in model.classes:
        expected = [each["probabilities"][name] for each in said]
        assert found[f"probability:{name}"].tolist() == pytest.approx(expected, abs=1e-6)
    assert "Hugging Face" in palimpsest.export("one", tmp_path / "out", store=store)
    with pytest.raises(palimpsest.UserError, match="no layout"):
        palimpsest.export("one", tmp_path / "other", "pickle", store=store)


def test_bad_input_is_said_before_anything_is_queued(home: Path, store: Path) -> None:
    with pytest.raises(palimpsest.UserError, match="makes 2 runs"):
        palimpsest.run("quickstart", {"seed": [1, 2]}, store=home / "new.sqlite")
    with pytest.raises(palimpsest.UserError, match="learning_rat"):
        palimpsest.run("quickstart", {"learning_rat": 1}, store=home / "new.sqlite")
    assert not (home / "new.sqlite").exists()
    with pytest.raises(palimpsest.UserError, match="no run"):
        palimpsest.compare([], store=store)


def test_importing_it_is_cheap() -> None:
    """Names are there before torch or pandas are."""
    import subprocess

    code = (
        "import sys, palimpsest; print(*[n for n in ('torch', 'transformers', 'pandas') if n in sys.modules])"
    )
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT)
    assert answer.returncode == 0 and answer.stdout.split() == [], answer
