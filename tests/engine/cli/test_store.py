"""Commands of a store, its queue, baselines and splits."""

from __future__ import annotations

import gc
import json
import shutil
import time
from pathlib import Path

import pytest

from engine import launch
from engine.events import Evaluation, StageStarted
from engine.launch import processes, queue
from engine.store import Store, runs
from engine.store.writer import RunWriter
from tests.engine.cli.test_app import palimpsest
from tests.engine.malformed.cases import run_command_line
from tests.engine.malformed.stores import sound_store
from tests.engine.store.test_probabilities import CLASSES, EXPERIMENT, predictions
from tests.engine.store.test_repair import damage

pytestmark = pytest.mark.usefixtures("home")


@pytest.fixture
def path(home: Path) -> Path:
    return Path(shutil.copy(sound_store(), home / "palimpsest.sqlite"))


def test_damage_is_listed_saved_and_gone(path: Path) -> None:
    assert run_command_line(["store", "check"]).code == 0
    answer = run_command_line(["store", "repair"])
    assert answer.code == 0 and "is sound; nothing was changed" in answer.out
    damage(path, "UPDATE runs SET phase = X'00' WHERE id = 2")
    for command in (["runs"], ["show", "2"]):
        refused = run_command_line(command)
        assert refused.code == 2 and "palimpsest store repair" in refused.err, refused
    gc.collect()  # the commands above were of this process: their errors hold cursors, and with them the store
    answer = run_command_line(["store", "check", "--json"])
    found = json.loads(answer.out)
    assert answer.code == 1 and not found["sound"]
    assert [each["table"] for each in found["findings"] if each["is_damage"]] == ["runs"]
    done = json.loads(run_command_line(["store", "repair", "--json"]).out)
    assert done["mended"] == {"runs.phase": 1} and Path(done["damaged"]).is_file()
    assert run_command_line(["store", "check"]).code == 0
    assert run_command_line(["runs"]).code == 0


def test_a_copy_is_made_and_put_back(path: Path) -> None:
    made = json.loads(run_command_line(["store", "backup", "--json"]).out)
    assert made["rows"]["runs"] == 2
    with Store(path) as store:
        runs.rename_run(store, 1, "Later")
    answer = run_command_line(["store", "restore", made["path"]])
    assert answer.code == 0 and "The store as it was" in answer.out
    with Store(path) as store:
        assert runs.get_run(store, 1).name == "Quickstart"


def test_without_a_store_there_is_nothing_to_look_at(home: Path) -> None:
    for command in ("check", "repair", "backup"):
        answer = run_command_line(["store", command])
        assert answer.code == 2 and "no store here yet" in answer.err
    answer = run_command_line(["store", "restore", str(home / "nothing.sqlite")])
    assert answer.code == 2 and "nothing.sqlite" in answer.err
    assert list(home.iterdir()) == []


@pytest.fixture
def three_queued(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(launch, "local_devices", lambda: ("cpu",))
    return tmp_path / "s.sqlite"


def queued(three_queued: Path) -> list[int]:
    said = palimpsest(
        "run", "quickstart", "--set", "seed=[1,2,3]", "--queue", "--json", "--store", three_queued
    )
    assert said.code == 0
    assert [row["status"] for row in said.json] == ["queued"] * 3
    return [row["id"] for row in said.json]


def test_queued_runs_wait_for_the_queue_and_a_failure_is_its_exit_code(three_queued: Path) -> None:
    numbers = queued(three_queued)
    with Store(three_queued) as opened:
        assert [runs.get_run(opened, number).launcher for number in numbers] == ["queue"] * 3
        # An option that no plug-in knows: each run fails within a second of its start.
        opened.execute("UPDATE runs SET spec = json_set(spec, '$.stages[0].freezing.kind', 'glacier')")
    said = palimpsest("queue", "--slots", "3", "--store", three_queued)
    assert said.code == 1
    with Store(three_queued) as opened:
        rows = [runs.get_run(opened, number) for number in numbers]
    assert [row.status for row in rows] == ["failed"] * 3
    assert all("glacier" in row.reason for row in rows)
    assert said.out.count("failed") == 3
    # What had ended before is not told again.
    said = palimpsest("queue", "--store", three_queued)
    assert said.code == 0 and "Nothing is queued" in said.out


def test_a_queue_that_another_program_runs_is_left_to_it(
    three_queued: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queue, "LEASE_SECONDS", 1e6)  # not stale for as long as the test takes
    numbers = queued(three_queued)
    with Store(three_queued) as opened:
        me = processes.start_time(processes.os.getpid())
        sql = (
            "INSERT INTO leases (host, device, holder, pid, pid_started, heartbeat) VALUES (?, ?, ?, ?, ?, ?)"
        )
        beat = time.time()
        opened.execute(sql, (processes.host_name(), "cpu", "window", processes.os.getpid(), me, beat))
    said = palimpsest("queue", "--store", three_queued)
    assert said.code == 0 and "Another program" in said.out
    said = palimpsest("queue", "--store", three_queued, "--json")
    assert [row["id"] for row in json.loads(said.out)] == numbers


def test_no_slots_are_refused(three_queued: Path) -> None:
    assert palimpsest("queue", "--slots", "0", "--store", three_queued).code == 2


DESIGN = """name = "tiny"
[[stages]]
kind = "finetune"
data = { source = "samples:headlines", train_rows = 60, validation_rows = 40, test_rows = 40 }
"""


@pytest.fixture
def design(home: Path, tmp_path: Path) -> Path:
    file = tmp_path / "tiny.toml"
    file.write_text(DESIGN, encoding="utf-8")
    return file


def test_a_design_has_a_baseline_of_each_kind_that_makes_sense(design: Path) -> None:
    said = palimpsest("baseline", design, "--queue", "--json")
    assert said.code == 0, said.err
    assert [row["name"] for row in said.json] == [
        "Bag of words, logistic regression: Headlines",
        "Bag of words, naive Bayes: Headlines",
        "Frozen encoder, linear head: Headlines",
    ]
    assert [row["encoder"] for row in said.json] == ["", "", "palimpsest-tiny"]
    assert {row["data"] for row in said.json} == {"samples:headlines"}
    kinds = palimpsest(
        "baseline", design, "--kind", "prototypes", "--kind", "bag_of_words", "--queue", "--json"
    )
    assert [row["name"].partition(":")[0] for row in kinds.json] == [
        "Bag of words, logistic regression",
        "Bag of words, naive Bayes",
        "Class names",
    ]
    (one,) = palimpsest("baseline", design, "--classifier", "naive_bayes", "--queue", "--json").json
    assert one["identity"] == said.json[1]["identity"]


def test_run_takes_them_along(design: Path) -> None:
    said = palimpsest("run", design, "--set", "seed=[1,2]", "--baseline", "--queue", "--json")
    assert said.code == 0, said.err
    tiny = "palimpsest-tiny"
    assert [row["encoder"] for row in said.json] == [tiny, tiny, "", "", tiny]


def test_another_kind_or_classifier_is_refused(design: Path) -> None:
    for option, value, words in (
        ("--classifier", "svm", "Use logistic_regression or naive_bayes"),
        ("--kind", "knn", "Use bag_of_words, frozen, setfit, prototypes"),
    ):
        said = palimpsest("baseline", design, option, value)
        assert said.code == 2 and words in said.err


def test_data_in_place_of_a_design_lead_to_one(tmp_path: Path) -> None:
    (tmp_path / "d.csv").write_text("text,label\nfine,a\n", encoding="utf-8")
    for command in ("run", "baseline", "new"):
        said = palimpsest(command, tmp_path / "d.csv")
        assert said.code == 2 and "is a data set, not a design" in said.err and "new --data" in said.err


def test_what_is_fitted_at_once_has_no_updates_and_its_texts_are_named(design: Path, home: Path) -> None:
    """Its steps are the strengths that it tried: the table gave the first of those that tie as the best step."""
    ended = palimpsest("baseline", design, "--classifier", "naive_bayes")
    assert ended.code == 0 and "palimpsest predict" not in ended.out, ended.err
    assert "Demonstration texts (Headlines): figures on them show how the program works" in ended.out
    row = next(line for line in ended.out.splitlines() if "naive Bayes" in line)
    with Store(home / "palimpsest.sqlite", read_only=True) as store:
        (kept,) = runs.list_runs(store)
    assert kept.validation_best_step is None and kept.validation_best is not None
    assert f"{kept.validation_best:.2f}" in row and "–" in row
    shown = palimpsest("show", "last", "--details").out
    assert "Stage 1, Linear baseline: 6 fits, no updates; one of them was taken" in shown
    measures = shown.partition("Measures (of the fit that was taken)\n")[2].partition("\n\n")[0]
    assert f"test/error: {kept.test:.4g}\n" in measures and " at " not in measures
    split = palimpsest("show", "last", "--metrics").out
    assert split.startswith(f"Run {kept.id}, {kept.name}\n")
    results = palimpsest("show", "last", "--json").json["results"]
    assert [each["validation_best_step"] for each in results] == [None]


@pytest.fixture(scope="module")
def two_tested(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("split") / "s.sqlite"
    with Store(path) as opened:
        runs.create_run(opened, EXPERIMENT)
        runs.create_run(opened, EXPERIMENT)
    for number in (1, 2):
        with RunWriter(path, number) as writer:
            writer.write(StageStarted(0, "finetune", "One", 0, 10, 10))
            for split in ("validation", "test"):
                measured = {f"{split}/error": 40.0}
                writer.write(Evaluation(split, 8, measured, False, predictions(split, number)).as_final())
            writer.set_columns(status="finished")
    return path


def test_what_a_split_tells_is_printed_and_is_json(two_tested: Path) -> None:
    told = palimpsest("show", "1", "--metrics", "--per-class", "--confusion", "--store", two_tested)
    assert told.code == 0, told.err
    for words in ("ROC AUC", "Matthews correlation", "Brier score", "Reliability", *CLASSES, "Recall, %"):
        assert words in told.out
    assert "been tested on these texts" in told.out
    found = palimpsest(
        "show", "1", "--metrics", "--split", "validation", "--json", "--store", two_tested
    ).json
    assert (found["run"], found["split"], found["texts"], len(found["confusion"])) == (
        1,
        "validation",
        200,
        3,
    )
    assert 0 <= found["metrics"]["roc_auc"] <= 1 and found["by_class"][0]["name"] == "ham"


def test_columns_of_metrics_stand_beside_each_other(two_tested: Path) -> None:
    asked = ("compare", "1", "2", "--store", two_tested, "--metrics")
    told = palimpsest(*asked, "roc_auc, balanced_accuracy", "--format", "csv")
    assert told.code == 0, told.err
    head = told.out.splitlines()[0]
    assert "Test ROC AUC" in head and "Test balanced accuracy" in head
    assert "ROC AUC" in palimpsest(*asked, "roc_auc", "--format", "latex").out


def test_mistakes_name_the_remedy(two_tested: Path) -> None:
    told = palimpsest("show", "1", "--metrics", "--split", "held", "--store", two_tested)
    assert told.code == 2 and "Add --split test or --split validation." in told.err
    told = palimpsest("compare", "1", "2", "--metrics", "f7", "--store", two_tested)
    assert told.code == 2 and "there is no metric 'f7'" in told.err and "macro_f1" in told.err
