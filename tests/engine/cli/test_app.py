"""The command line's contract: output, exit codes, messages; one real training run for all of it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import Mock

import pytest

from engine.__main__ import main
from engine.cli import app
from engine.cli.command_help import SECTIONS, WIDTH
from engine.spec.recipes import list_recipes
from engine.spec.toml import loads
from engine.store import Store, runs
from tests import patience
from tests.engine.malformed.cases import Answer, run_command_line
from tests.film_reviews import write_reviews


def palimpsest(*arguments: str | Path) -> Answer:
    """Runs the command line within this process, through its real entry point."""
    return run_command_line(list(map(str, arguments)))


def test_ctrl_c_is_no_traceback_not_even_during_imports(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.cli.app.main", Mock(side_effect=KeyboardInterrupt))
    with pytest.raises(SystemExit, match="^130$"):
        main()
    script = "import sys, engine.__main__; assert 'typer' not in sys.modules"
    subprocess.run([sys.executable, "-c", script], check=True)


def test_a_store_before_the_command_is_that_of_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is used in place of the user's own, which is not even made; one after the command goes before it."""
    monkeypatch.setenv("PALIMPSEST_HOME", str(tmp_path / "home"))
    mine, other = tmp_path / "mine.sqlite", tmp_path / "other.sqlite"
    for place, words in ((mine, ()), (other, ("--store", other))):
        said = palimpsest("--store", mine, "runs", *words)
        assert said.code == 0 and "no runs yet" in said.out and place.is_file()
    assert not list(tmp_path.glob("home/*.sqlite")), "the user's own is not touched"
    assert palimpsest("runs").code == 0 and list(tmp_path.glob("home/*.sqlite")), "nor is it remembered"


# -- one run, reused ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Place:
    """A folder with data, a TOML file and the store that a run has been put into."""

    folder: Path
    file: Path
    store: Path
    said: Answer


def write_data(folder: Path) -> None:
    for name, count in (("train", 48), ("test", 12)):
        write_reviews(folder / f"{name}.csv", count, count)


def write_spec(file: Path, encoder: Path, data: Path) -> None:
    file.write_text(
        f"""name = "tiny"
seed = 7
[encoder]
source = {json.dumps(str(encoder))}
[compute]
device = "cpu"
precision = "fp32"
threads = 1
[[stages]]
kind = "finetune"
data = {{ source = {json.dumps(str(data))}, validation_share = 0.25 }}
epochs = 2
batch_size = 8
max_length = 24
learning_rate = 1e-3
""",
        encoding="utf-8",
    )


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory, tiny_bert_folder: Path) -> Place:
    """A finished run, trained by ``palimpsest run FILE --json`` in a process of its own."""
    folder = tmp_path_factory.mktemp("command line")
    data = folder / "data"
    data.mkdir()
    write_data(data)
    write_spec(folder / "tiny.toml", tiny_bert_folder, data)
    store = folder / "s.sqlite"
    done = subprocess.run(
        [sys.executable, "-m", "engine", "run", folder / "tiny.toml", "--store", store, "--json"],
        capture_output=True, encoding="utf-8", cwd=Path(__file__).parents[2], timeout=patience.seconds(250),
    )  # fmt: skip
    return Place(folder, folder / "tiny.toml", store, Answer(done.returncode, done.stdout, done.stderr))


@pytest.fixture
def untouched(place: Place) -> Iterator[None]:
    """Holds a command to leave the store's runs and folder as they were."""

    def state() -> tuple[int, list[str]]:
        with Store(place.store) as store:
            count = runs.count_runs(store, archived=False)
        return count, sorted(p.name for p in (place.folder / "s-runs").iterdir())

    before = state()
    yield
    assert state() == before


def test_run_prints_its_result_as_json_and_ends_with_0(place: Place) -> None:
    assert place.said.code == 0, place.said.err
    (row,) = place.said.json
    assert row["status"] == "finished"
    assert (row["id"], row["name"], row["seed"]) == (1, "tiny", 7)
    assert row["step"] == row["steps"] == 10  # 36 texts in batches of 8, twice
    assert 0 <= row["summary"]["test_error_at_best_validation"] <= 100
    assert 0 < row["summary"]["validation_error"]["best_step"] <= 10
    assert row["guessing_error"] == pytest.approx(50, abs=5)
    with Store(place.store, read_only=True) as store:
        kept = runs.get_run(store, 1)
    assert kept.test == row["summary"]["test_error_at_best_validation"]
    assert kept.validation_best == row["summary"]["validation_error"]["best"]


def test_runs_lists_them(place: Place) -> None:
    listed = palimpsest("runs", "--store", place.store)
    assert listed.code == 0
    assert "tiny" in listed.out
    assert "finished" in listed.out
    as_json = palimpsest("runs", "--store", place.store, "--json").json
    expected = {key: value for key, value in place.said.json[0].items() if key != "guessing_error"}
    assert as_json == [expected]
    assert palimpsest("runs", "--store", place.store, "--search", "no such", "--json").json == []


def test_an_empty_store_lists_nothing_and_says_what_to_do(home: Path) -> None:
    said = palimpsest("runs")
    assert said.code == 0
    assert "palimpsest run quickstart" in said.out
    assert (home / "palimpsest.sqlite").is_file()  # PALIMPSEST_HOME names the default store


@pytest.fixture
def pair(place: Place) -> Iterator[list[str]]:
    """The finished run and a queued one beside it, which is gone afterwards."""
    from engine import launch

    with Store(place.store) as store:
        experiment = runs.get_experiment(store, 1)
        stage = experiment.stages[0].model_copy(update={"learning_rate": 2e-5})
        other = experiment.model_copy(update={"name": "a | b", "stages": [stage]})
        (number,) = launch.enqueue(store, [other], launcher="cli")
        yield ["1", str(number)]
        runs.delete_runs(store, [number])


def test_all_settings_are_compared_where_asked(place: Place, pair: list[str]) -> None:
    plain, everything = (
        palimpsest("compare", *pair, "--store", place.store, *more).out for more in ((), ("--all",))
    )
    assert "Learning rate" in plain and "1 of " in plain and "Batch size" not in plain
    assert "Batch size" in everything


def test_results_are_shown_as_errors_or_as_accuracies(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    def test_value(name: str) -> float:
        lines = palimpsest("runs", "--store", place.store).out.splitlines()
        head, line = lines[0], next(each for each in lines if each.split()[0] == "1")
        start = head.index(f"Test {name}, %")
        return float(line[start : start + len(f"Test {name}, %")])

    def says(*words: str) -> str:
        return palimpsest(*words, "--store", place.store).out

    error = test_value("error")
    assert f"error, % {error:.2f} (" in says("errors", "1", "--errors", "0", "--by", "class")
    monkeypatch.setenv("PALIMPSEST_RESULTS", "accuracy")
    assert test_value("accuracy") == pytest.approx(100 - error, abs=0.01)
    assert f"accuracy, % {100 - error:.2f} (" in says("errors", "1", "--errors", "0", "--by", "class")
    assert f"{100 - error:.2f} % accuracy now" in says("gate", "1", "1", "--max-flips", "1")
    report = palimpsest("forgetting", "1", "--store", place.store).out
    assert "Test accuracy at best, %" in report and "Test error" not in report
    summary = palimpsest("show", "1", "--store", place.store, "--json").json["summary"]
    assert summary["test_accuracy_at_best_validation"] == pytest.approx(100 - error, abs=0.01)
    monkeypatch.setenv("PALIMPSEST_RESULTS", "errors")
    wrong = palimpsest("runs", "--store", place.store)
    assert wrong.code == 2 and "PALIMPSEST_RESULTS is 'errors'. Set it to error or accuracy" in wrong.err


def test_a_text_is_answered(place: Place) -> None:
    asked = ("predict", "1", "--store", place.store, "--text", "a good film")
    (only,) = palimpsest(*asked, "--json").json
    assert only["text"] == "a good film"
    assert only["label"] == max(only["probabilities"], key=only["probabilities"].get)
    assert palimpsest(*asked).out.split()[0] == only["label"]


# -- what needs no run -------------------------------------------------------------------------------------


def test_recipes_are_listed_and_printed_so_that_they_read_back() -> None:
    listed = palimpsest("recipes", "--json").json
    assert [each["name"] for each in listed] == [r.name for r in list_recipes()]
    assert listed[0]["name"] == "quickstart"
    text = palimpsest("recipes").out
    for each in list_recipes():
        assert each.name in text
        printed = palimpsest("new", each.name)
        assert printed.code == 0
        again = loads(printed.out)
        assert again.experiment.identity() == each.plan.experiment.identity()
        assert again.axes == each.plan.axes


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (("data", "preview", "x.csv", "--set", "label=a", "--set", "label=b"), "label: is given twice"),
        (("new", "--data", "x.csv", "--set", "label=a", "--set", "label=b"), "label: is given twice"),
        (("new", "quickstart", "--set", "epochs=1"), "--set and --encoder have an effect only"),
        (("new", "quickstart", "--encoder", "x"), "--set and --encoder have an effect only"),
        (("search", "quickstart", "--over", "epochs=[1,2]", "--over", "epochs=[2,3]"), "epochs: is given twice"),
        (("places", "add", "box", "ssh", "host=a", "host=b"), "host: is given twice, as a and as b"),
    ],
)  # fmt: skip
@pytest.mark.usefixtures("home")
def test_what_contradicts_itself_is_refused(command: tuple[str, ...], words: str) -> None:
    said = palimpsest(*command)
    assert said.code == 2 and said.out == ""
    assert words in " ".join(said.err.split())


def test_fields_are_found_by_the_path_that_set_takes() -> None:
    answer = palimpsest("fields", "stages.0.data.target", "--json")
    keys = [each["key"] for each in json.loads(answer.out)]
    assert keys and all("data.target" in key and key.startswith("stages.N[") for key in keys)
    unknown = palimpsest("fields", "stages.0.colour")
    assert unknown.code == 2 and "stages.0.colour" in unknown.err and "palimpsest fields" in unknown.err


def test_doctor_looks_at_this_machine() -> None:
    said = palimpsest("doctor", "--json")
    findings = {each["name"]: each for each in said.json}
    assert findings["torch"]["ok"]
    assert findings["Python"]["found"].startswith(f"{sys.version_info.major}.{sys.version_info.minor}")
    assert "matrix products" in findings["Attention"]["found"]
    missing = [each for each in findings.values() if not each["ok"]]
    assert all(each["remedy"] for each in missing)
    assert said.code in (0, 1)
    assert "torch" in palimpsest("doctor").out


def test_help_lists_every_command_once_and_whole(home: Path) -> None:
    listed = [name for commands in SECTIONS.values() for name in commands]
    assert sorted(listed) == sorted(app.COMMANDS)
    said = palimpsest("--help")
    assert said.code == 0
    for commands in SECTIONS.values():
        for name, (_, summary) in commands.items():
            assert len(summary) <= WIDTH
            assert re.search(rf"^  {name} +{re.escape(summary)}$", said.out, re.MULTILINE)
    assert max(map(len, said.out.splitlines())) <= 80


def test_version_and_unknown_commands() -> None:
    assert palimpsest("--version").out.startswith("palimpsest ")
    assert palimpsest("run").code == 2
    assert palimpsest("no-such-command").code == 2


# -- what is wrong is said, with exit code 2 and nothing written -------------------------------------------


@pytest.mark.usefixtures("untouched")
@pytest.mark.parametrize(
    ("settings", "words"),
    [
        (["data.source=/no/such/file.csv"], ["/no/such/file.csv"]),
        (["data.label=sentiment"], ["sentiment"]),
        (["data.text=[\"body\"]"], ["body"]),
        (["learning_rat=1"], ["learning_rat", "learning_rate"]),
        (["learning_rate=fast"], ["learning_rate"]),
        (["learning_rate"], ["KEY=VALUE"]),
        (["encoder.source=/no/such/model"], ["/no/such/model"]),
        (["max_length=100"], ["max_length", "64"]),
        (["features.layers=[7]"], ["layers", "7"]),
        (["epochs=-1"], ["epochs"]),
    ],
)  # fmt: skip
def test_bad_settings_name_their_place(place: Place, settings: list[str], words: list[str]) -> None:
    options = [word for setting in settings for word in ("--set", setting)]
    said = palimpsest("run", place.file, "--store", place.store, *options)
    assert said.code == 2
    assert said.out == ""
    assert said.err.startswith("palimpsest: ")
    for word in words:
        assert word in said.err
    assert "Traceback" not in said.err


def test_unknown_recipes_and_files(tmp_path: Path) -> None:
    said = palimpsest("run", "quickstrat", "--store", tmp_path / "s.sqlite")
    assert said.code == 2
    assert "Did you mean 'quickstart'?" in said.err
    missing = palimpsest("run", tmp_path / "missing.toml", "--store", tmp_path / "s.sqlite")
    assert missing.code == 2
    assert "missing.toml" in missing.err.replace("\n", "")
    (tmp_path / "odd.toml").write_text("name = \n", encoding="utf-8")
    odd = palimpsest("run", tmp_path / "odd.toml", "--store", tmp_path / "s.sqlite")
    assert odd.code == 2
    assert "odd.toml" in odd.err.replace("\n", "")
    assert not (tmp_path / "s.sqlite").exists()
    assert palimpsest("new", "quickstrat").code == 2


@pytest.mark.usefixtures("untouched")
@pytest.mark.parametrize(
    ("command", "words"),
    [
        (["show", "99"], ["99"]),
        (["compare", "1", "nobody"], ["nobody"]),
        (["compare", "1", "--format", "html"], ["html", "markdown"]),
        (["predict", "1"], ["--text"]),
        (["predict", "1", "--file", "/no/such/texts"], ["/no/such/texts"]),
        (["resume", "1"], ["finished"]),
    ],
)
def test_what_cannot_be_done_with_a_run(place: Place, command: list[str], words: list[str]) -> None:
    said = palimpsest(*command, "--store", place.store)
    assert said.code == 2
    for word in words:
        assert word in said.err


def test_a_run_without_a_model_cannot_be_used(place: Place, pair: list[str], tmp_path: Path) -> None:
    for command in (["predict", pair[1], "--text", "x"], ["export", pair[1], str(tmp_path / "x")]):
        said = palimpsest(*command, "--store", place.store)
        assert said.code == 2
        assert "has no chosen model" in said.err
    assert not (tmp_path / "x").exists()


def test_without_docstrings_options_keep_their_names() -> None:
    """``python -OO`` removes the texts that are the help, and no more."""
    command = [sys.executable, "-OO", "-m", "engine", "compare", "--help"]
    done = subprocess.run(command, capture_output=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    assert "--keep-formulas" in done.stdout and "--margin" in done.stdout and "--format " in done.stdout
