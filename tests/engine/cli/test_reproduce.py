"""``palimpsest reproduce``: from the plan to the filled tables, through interruption, with local stand-ins for the hub.

The encoder lies in a hub cache as a download would, and the data set is a registered copy, so everything between the
command and the table is what runs on a machine with a hub and a GPU; only the sizes are toys.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

from engine.events import Evaluation, RunFinished
from engine.store import Store, runs
from engine.store.writer import RunWriter
from tests.engine.cli.test_app import palimpsest
from tests.engine.small_experiments import sentence

pytestmark = pytest.mark.usefixtures("home")

TABLE_4 = 8
"""Runs of Table 4 with one seed: two rates, four decays."""


@pytest.fixture
def imdb(tmp_path: Path) -> Path:
    """72 reviews in the folders of IMDb, 48 to learn from."""
    draw = random.Random(3)
    for split, count in (("train", 24), ("test", 12)):
        for name, positive in (("pos", True), ("neg", False)):
            folder = tmp_path / "aclImdb" / split / name
            folder.mkdir(parents=True)
            for number in range(count):
                text = sentence(draw, positive, draw.choice([5, 9, 17]))
                (folder / f"{number}_7.txt").write_text(text, encoding="utf-8")
    return tmp_path / "aclImdb"


@pytest.fixture
def hub(tmp_path: Path, tiny_bert_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A hub cache in which bert-base-uncased is a BERT of 2 layers x 32 that reads 512 tokens."""
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path / "hub"))
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    from transformers import BertConfig, BertForPreTraining

    commit = "0123456789abcdef0123456789abcdef01234567"
    place = tmp_path / "hub" / "models--bert-base-uncased"
    snapshot = place / "snapshots" / commit
    shutil.copytree(tiny_bert_folder, snapshot)
    config = BertConfig.from_pretrained(tiny_bert_folder, max_position_embeddings=512)
    BertForPreTraining(config).save_pretrained(snapshot)
    (place / "refs").mkdir()
    (place / "refs" / "main").write_text(commit, encoding="utf-8")
    return place


def command(store: Path, out: Path) -> subprocess.Popen[str]:
    arguments = [sys.executable, "-m", "engine", "reproduce", "table-4", "--seeds", "1", "--yes"]
    return subprocess.Popen(
        [*arguments, "--out", str(out), "--device", "cpu", "--store", str(store)],
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=os.environ | {"OMP_NUM_THREADS": "1"},
        # A program started in the background of a shell may have been told to ignore Ctrl+C, and hands that on.
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),
    )


@pytest.mark.nightly  # in every suite the plan, what fills its places, and what is not trained again
@pytest.mark.skipif(sys.platform == "win32", reason="a Ctrl+C for one child only cannot be sent there")
def test_an_interrupted_reproduction_goes_on_and_fills_the_table(
    imdb: Path, hub: Path, tmp_path: Path
) -> None:
    store, out = tmp_path / "s.sqlite", tmp_path / "docs" / "reproduction.md"
    assert palimpsest("data", "register", "imdb", imdb, "--store", store).code == 0

    first = command(store, out)
    while first.poll() is None and not finished(store):
        time.sleep(0.05)
    first.send_signal(signal.SIGINT)
    said, _ = first.communicate()
    assert first.returncode == 3, said
    assert "To finish: 8 runs" in said
    assert "The same command goes on." in said
    partial = out.read_text(encoding="utf-8")
    assert "not run" in partial and "the same command goes on with the others" in partial

    second = command(store, out)
    said, _ = second.communicate()
    assert second.returncode == 0, said
    with Store(store) as opened:
        rows = runs.list_runs(opened)
    # Nothing was trained twice, and nothing else was trained.
    assert len(rows) == TABLE_4 == len({row.identity for row in rows})
    assert {row.status for row in rows} == {"finished"} and {row.launcher for row in rows} == {"queue"}
    whole = out.read_text(encoding="utf-8")
    assert "not run" not in whole and "8 of 8 runs have finished" in whole
    assert "| 2.5e-5 |" in whole and "paper 5.40" in whole and "None is missing." in whole
    for row in rows:
        assert f"{row.test:.2f}" in whole

    # Asked a third time, it has nothing to do, and says so.
    planned = palimpsest("reproduce", "table-4", "--seeds", "1", "--plan", "--json", "--store", store)
    plan = json.loads(planned.out)
    assert plan["unfinished"] == 0 and plan["hours"] == 0


def finished(store: Path) -> bool:
    if not store.is_file():
        return False
    with Store(store) as opened:
        return any(row.status == "finished" for row in runs.list_runs(opened))


def test_the_plan_is_said_before_anything_is_there(tmp_path: Path) -> None:
    """No encoder, no data, no network."""
    said = palimpsest("reproduce", "--plan", "--json", "--store", tmp_path / "s.sqlite")
    assert said.code == 0
    plan = json.loads(said.out)
    assert [table["runs"] for table in plan["tables"]] == [36, 57, 24]
    assert plan["unfinished"] == 117 and plan["hours"] is None
    with Store(tmp_path / "s.sqlite") as opened:
        assert runs.list_runs(opened) == []


def test_pre_trainings_are_counted_once_for_each_corpus_and_seed(tmp_path: Path) -> None:
    store = tmp_path / "s.sqlite"
    for seeds, shared in (("1", 11), ("2", 22), ("0", 33)):
        said = palimpsest("reproduce", "table-5", "--seeds", seeds, "--plan", "--json", "--store", store)
        assert json.loads(said.out)["shared_stages"] == shared
    # Figure 3's 100,000 steps, the rows of Table 6 within the task and its domain, and more are those of Table 5.
    both = palimpsest(
        "reproduce", "table-5", "figure-3", "--seeds", "1", "--plan", "--json", "--store", store
    )
    assert json.loads(both.out)["shared_stages"] == 11 + 10


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("table-9",), "no recipe 'table-9'"),
        (("two-tasks",), "has no table in the paper"),
        (("quickstart",), "has no table in the paper"),
        (("table-4", "--size", "huge"), "no size 'huge'"),
        (("table-4", "--size", "sample"), "Add --yes"),
    ],
)
def test_mistakes_are_named(arguments: tuple[str, ...], words: str, tmp_path: Path) -> None:
    said = palimpsest("reproduce", *arguments, "--store", tmp_path / "s.sqlite")
    assert said.code == 2 and words in said.err


def test_presets_are_listed_with_their_origins() -> None:
    said = palimpsest("presets")
    assert said.code == 0
    assert (
        "optimizer: bertadam (beta1 0.9, beta2 0.999, epsilon 1e-6) [the paper's code]; paper_text: adamw"
        in said.out
    )
    assert (
        "batch_size: 24 [the paper's text]" in said.out
        and "dropout: 0.1 [the paper's text and code]" in said.out
    )
    fields = {(each["kind"], each["field"]): each for each in palimpsest("presets", "--json").json}
    splits = fields["further_pretrain", "splits"]
    assert (splits["paper_code"], splits["paper_text"], splits["differ"]) == ("all", "train_validation", True)
    assert fields["finetune", "clip"]["origin"] == dict.fromkeys(
        ("paper_code", "paper_text"), "the paper's code"
    )


def test_only_queued_runs_wait_for_whoever_runs_the_queue(tmp_path: Path) -> None:
    store = tmp_path / "s.sqlite"
    said = palimpsest("reproduce", "table-4", "--size", "sample", "--yes", "--queue", "--store", store)
    assert said.code == 0
    with Store(store) as opened:
        rows = runs.list_runs(opened)
        assert [row.status for row in rows] == ["queued"] * TABLE_4 and len(
            {row.sweep_id for row in rows}
        ) == 1
        runs.set_run_columns(opened, [rows[0].id], status="failed")
    again = palimpsest("reproduce", "table-4", "--size", "sample", "--yes", "--queue", "--store", store)
    assert again.code == 0
    with Store(store) as opened:
        assert [row.status for row in runs.list_runs(opened)] == ["queued"] * TABLE_4


def test_a_run_whose_stored_hash_is_an_older_version_s_is_not_trained_again(tmp_path: Path) -> None:
    store = tmp_path / "s.sqlite"
    arguments = ("reproduce", "table-4", "--size", "sample", "--store", store)
    assert palimpsest(*arguments, "--yes", "--queue").code == 0
    with Store(store) as opened, opened.transaction():
        opened.execute("UPDATE runs SET identity = 'of before', status = 'finished'")
    assert palimpsest(*arguments, "--plan", "--json").json["unfinished"] == 0


def test_an_archived_run_that_has_finished_is_not_trained_again(tmp_path: Path) -> None:
    store = tmp_path / "s.sqlite"
    arguments = ("reproduce", "table-4", "--size", "sample", "--store", store)
    assert palimpsest(*arguments, "--yes", "--queue").code == 0
    with Store(store) as opened:
        done, broken, *_ = [row.id for row in runs.list_runs(opened, order_by="id", descending=False)]
        runs.set_run_columns(opened, [done], status="finished")
        runs.set_run_columns(opened, [broken], status="failed")
        runs.set_run_columns(opened, [done, broken], archived=True)
    plan = palimpsest(*arguments, "--plan", "--json").json
    assert plan["unfinished"] == TABLE_4 - 1
    assert palimpsest(*arguments, "--yes", "--queue").code == 0
    with Store(store) as opened:
        assert runs.get_run(opened, done).status == "finished"
        # What was put aside unfinished stays aside: a new run takes its place.
        assert runs.get_run(opened, broken).status == "failed"
        assert len(runs.list_runs(opened)) == TABLE_4 - 1


def test_what_was_queued_while_it_asked_is_not_queued_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = tmp_path / "s.sqlite"
    arguments = ("reproduce", "table-4", "--size", "sample", "--queue", "--store", store)

    def answer_late(yes: bool, as_json: bool) -> None:
        monkeypatch.undo()
        monkeypatch.setenv("PALIMPSEST_HOME", str(tmp_path / "home"))
        assert palimpsest(*arguments, "--yes").code == 0

    monkeypatch.setattr("engine.cli.reproduce._confirm", answer_late)
    assert palimpsest(*arguments).code == 0
    with Store(store) as opened:
        assert len(runs.list_runs(opened)) == TABLE_4


def test_a_name_with_another_size_is_refused(tmp_path: Path) -> None:
    store = tmp_path / "s.sqlite"
    said = palimpsest("reproduce", "table-4:sample", "--plan", "--store", store)
    assert said.code == 2 and "table-4 --size sample" in said.err
    both = palimpsest(
        "reproduce", "table-4", "table-4:sample", "--size", "sample", "--plan", "--json", "--store", store
    )
    assert both.json["unfinished"] == TABLE_4


def test_a_folder_with_the_name_of_the_encoder_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It would be frozen as a full path: such runs fill no table, and each call would queue them again."""
    (tmp_path / "bert-base-uncased").mkdir()
    monkeypatch.chdir(tmp_path)
    said = palimpsest("reproduce", "table-4", "--plan", "--store", tmp_path / "s.sqlite")
    assert said.code == 2 and "another folder" in said.err


def test_a_table_is_filled_by_runs_of_its_recipe_with_other_settings(tmp_path: Path) -> None:
    """Figure 4 without validation labels: the last checkpoint counts, and such runs fill a figure of their own."""
    store = tmp_path / "s.sqlite"
    options = ("figure-4", "--size", "sample", "--store", store)
    changed = ("--set", "checkpoint=last")
    assert palimpsest("reproduce", *options, *changed, "--yes", "--queue").code == 0
    with Store(store) as opened:
        made = [run.id for run in runs.list_runs(opened)]
        assert {runs.get_experiment(opened, number).stages[-1].checkpoint for number in made} == {"last"}
        for number in made:
            with RunWriter(store, number) as writer:
                writer.write(Evaluation("test", 10, {"test/error": 20.0}))
                writer.write(RunFinished(20, {"test/error": 20.0}))
            runs.set_run_columns(opened, [number], status="finished")
    assert palimpsest("reproduce", *options, "--plan", "--json").json["unfinished"] == len(made)
    assert palimpsest("reproduce", *options, *changed, "--plan", "--json").json["unfinished"] == 0
    published, own = (palimpsest("paper", *options, *more).out for more in ((), changed))
    assert f"0 of {len(made)} cells" in published and "--size sample\n" in published
    assert f"{len(made)} of {len(made)} cells" in own and "Not as published, but with checkpoint=last." in own
    without = palimpsest("paper", *options, "--set", "stages.1.data.train_percent=4")
    assert without.code == 2 and "makes the rows or columns of the table" in without.err
