"""A data set's name is resolved once, and what it stood for is what every part of the program reads."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from engine import launch
from engine.data.dataset import load_dataset
from engine.data.dataset_artefacts import source_to_read
from engine.data.inspection.dataset_report import inspect_dataset
from engine.errors import UserError
from engine.lab.laboratory import Laboratory
from engine.probes.passages import load_passages
from engine.spec.cleaning import UnescapeCleaning
from engine.spec.data import DataSource, find_sources
from engine.spec.experiment import Experiment, parse_experiment
from engine.spec.toml import dumps, loads
from engine.store import Store, runs
from engine.store.data_names import get_resolved_experiment, resolve_data, resolve_source
from engine.store.datasets import add_dataset, get_dataset, remove_dataset

pytestmark = pytest.mark.usefixtures("home")


def write_rows(file: Path, count: int, word: str = "") -> None:
    """Rows of two classes, numbered, in a form that needs every option to be read: see ``ENTRY``."""
    rows = [f"{n % 2}|Q{n}{word}|an &amp; answer <br> {n % 2}|{n}" for n in range(count)]
    rows[3] = "1||  |"  # no text at all
    file.write_text("\n".join(["kind|question|answer|id", *rows]), encoding="utf-16")


ENTRY: dict[str, Any] = {
    "format": {
        "kind": "csv", "incomplete": "skip", "header": "yes", "delimiter": "pipe", "quoting": "off",
        "encoding": "utf-16",
    },
    "text": ["answer", "question"],
    "label": "kind",
    "pair": True,
    "join": " / ",
    "classes": ["calm", "loud"],
    "cleaning": {"kind": "escapes", "line_breaks": "backslash"},
    "validation_share": 0.25,
    "split_seed": 99,
    "train_rows": 40,
    "draw": 2,
    "validation_rows": 12,
    "test_rows": 10,
}  # fmt: skip
"""Every option at another value than its default."""


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """A store whose catalogue has 'mine', a data set with files of its own for each split."""
    entry = dict(ENTRY)
    for field, name, count in (("source", "a", 120), ("validation", "b", 30), ("test", "c", 40)):
        write_rows(tmp_path / f"{name}.txt", count, field)
        entry[field] = str(tmp_path / f"{name}.txt")
    with Store(tmp_path / "s.sqlite") as opened:
        add_dataset(opened, "mine", entry)
    return tmp_path / "s.sqlite"


def experiment(data: Any, **more: Any) -> Experiment:
    stage = {"kind": "finetune", "data": data, "epochs": 1.0, "batch_size": 8, "max_length": 24}
    compute = {"device": "cpu", "precision": "fp32", "threads": 1}
    return parse_experiment({"stages": [stage], "compute": compute, "probes": {"on": False}} | more)


def first_data(design: Experiment) -> DataSource:
    return next(source for _, source in find_sources(design))


def test_the_entry_of_this_test_changes_every_option() -> None:
    entry, plain = DataSource.model_validate({"source": "x", **ENTRY}), DataSource(source="x")
    same = {name for name in DataSource.model_fields if getattr(entry, name) == getattr(plain, name)}
    # A percentage excludes rows, and there is one kind of target.
    assert same == {"source", "validation", "test", "train_percent", "resolved", "target", "split_column"}
    reader = entry.format
    assert [name for name in type(reader).model_fields if getattr(reader, name) == "auto"] == []


def written_out(name: str) -> dict[str, Any]:
    """A data set as a form, a template and the store write it: with every default."""
    return DataSource(source=name).model_dump(mode="json")


def test_what_was_accepted_at_import_is_what_is_shown_trained_and_read_in_the_lab(
    store: Path, tiny_bert_folder: Path
) -> None:
    shown = inspect_dataset(resolve_source(store, DataSource(source="catalogue:mine")), None, 24)
    assert {name: split.rows for name, split in shown.splits.items()} == {
        "train": 40, "validation": 12, "test": 10,
    }  # fmt: skip
    assert shown.classes == ["calm", "loud"]
    design = experiment(written_out("catalogue:mine"), encoder={"source": str(tiny_bert_folder)})
    (number,) = launch.enqueue(store, [design], launcher="cli")
    last = list(launch.run_foreground(store, number))[-1]
    assert last.exit_code == 0, runs.read_log_tail(last.row.folder)
    with Store(store) as opened:
        assert runs.data_fingerprints(opened, number) == {"0": shown.fingerprint}
        (stage,) = runs.list_stages(opened, number)
        read = load_dataset(first_data(get_resolved_experiment(opened, number)))
        assert runs.get_run(opened, number).data == "catalogue:mine", "tables show the name"
        assert runs.get_experiment(opened, number) == design, "what was asked for stays as it was"
        assert get_dataset(opened, "mine").used is not None, (
            "the catalogue says when a run has used a data set"
        )
    assert stage.info["classes"] == ["calm", "loud"]
    assert read.fingerprint == shown.fingerprint
    assert {name: len(split) for name, split in read.splits.items()} == {
        name: split.rows for name, split in shown.splits.items()
    }
    train = read.splits["train"]
    assert train.second_texts is not None and train.second_texts[0].startswith("Q")
    assert all(text in ("an & answer 0", "an & answer 1") for text in train.texts)
    assert isinstance(read.source.cleaning, UnescapeCleaning)
    laboratory = Laboratory(store)
    row = int(read.splits["test"].rows[4])
    assert laboratory.texts("test", [row], number)["texts"] == [
        f"{read.splits['test'].texts[4]}\t{read.splits['test'].second_texts[4]}"  # type: ignore[index]
    ]
    assert laboratory.sample(3, number)["label"] in ("calm", "loud")


def test_what_the_experiment_sets_goes_first_and_defaults_never_do(store: Path) -> None:
    data = {**written_out("catalogue:mine"), "train_rows": 24, "label": "1"}
    (resolved,) = resolve_data(store, [experiment(data)])
    read = source_to_read(first_data(resolved))
    assert (read.train_rows, read.label, read.validation_rows) == (24, "1", 12)


def test_a_default_that_is_swept_over_is_meant(store: Path) -> None:
    several = [experiment({"source": "catalogue:mine", "train_rows": rows}) for rows in (0, 20)]
    assert [source_to_read(first_data(each)).train_rows for each in resolve_data(store, several)] == [0, 20]
    (alone,) = resolve_data(store, several[:1])
    assert source_to_read(first_data(alone)).train_rows == 40, "alone, the default says nothing"


def test_a_changed_file_is_refused_with_both_fingerprints(store: Path) -> None:
    (number,) = launch.enqueue(store, [experiment("catalogue:mine")])
    with Store(store) as opened:
        source = first_data(get_resolved_experiment(opened, number))
    load_dataset(source)
    assert source.resolved is not None and source.resolved.content is not None
    before = source.resolved.content["validation"]
    write_rows(store.parent / "b.txt", 31, "other")
    with pytest.raises(UserError, match=f"b.txt: the validation data have changed .*{before} then, .* now"):
        load_dataset(source)
    launch.enqueue(store, [experiment("catalogue:mine")])


def test_the_catalogue_may_change_while_a_run_waits(store: Path) -> None:
    (number,) = launch.enqueue(store, [experiment("catalogue:mine", probes={"text": "catalogue:mine"})])
    with Store(store) as opened:
        before = get_resolved_experiment(opened, number)
        assert before.identity() == runs.get_run(opened, number).identity
        add_dataset(opened, "mine", {"source": str(store.parent / "a.txt"), **ENTRY, "train_rows": 20})
        assert get_resolved_experiment(opened, number) == before
        (again,) = resolve_data(opened, [experiment("catalogue:mine")])
        assert again.identity() != before.identity(), "it is another data set now"
        remove_dataset(opened, 1)
        assert get_resolved_experiment(opened, number) == before
        with pytest.raises(UserError, match="no data set 'mine'"):
            launch.enqueue(opened, [experiment("catalogue:mine")])
    assert len(load_dataset(first_data(before)).splits["train"]) == 40


def test_files_count_by_what_they_hold_wherever_they_lie(store: Path) -> None:
    """A folder that was moved or copied; a run of a catalogue's entry on the same files is the same run."""
    folder = store.parent
    other = folder / "moved"
    other.mkdir()
    for name in "abc":
        (other / f"{name}.txt").write_bytes((folder / f"{name}.txt").read_bytes())

    def placed(where: Path, **more: Any) -> Experiment:
        files = {"source": where / "a.txt", "validation": where / "b.txt", "test": where / "c.txt"}
        declared = experiment(ENTRY | {key: str(file) for key, file in files.items()} | more)
        return resolve_data(store, [declared])[0]

    here, there = placed(folder), placed(other)
    assert (here.identity(), here.group_identity()) == (there.identity(), there.group_identity())
    assert here.identity() == resolve_data(store, [experiment("catalogue:mine")])[0].identity()
    assert placed(other, draw=1).identity() != here.identity()
    assert here.identity_by_path() != there.identity_by_path()
    assert here.identity_by_path() == parse_experiment(runs.requested_spec(here.model_dump())).identity()
    write_rows(other / "c.txt", 41, "test")
    assert placed(other).identity() != here.identity(), "another test split"
    (named,) = resolve_data(store, [experiment("samples:reviews")])
    assert named.identity() == experiment("samples:reviews").identity(), "by name, as in stores of before"


def test_general_texts_are_resolved_too(store: Path, tiny_bert_folder: Path) -> None:
    from transformers import AutoTokenizer

    design = experiment("samples:reviews", probes={"text": "catalogue:mine", "texts": 8})
    (number,) = launch.enqueue(store, [design])
    with Store(store) as opened:
        text = get_resolved_experiment(opened, number).general_text("catalogue:mine")
        assert "general_texts" not in runs.get_spec(opened, number)
    assert isinstance(text, DataSource) and text.resolved is not None and text.resolved.content
    tokenizer = AutoTokenizer.from_pretrained(tiny_bert_folder)
    passages = load_passages(text, tokenizer, count=4, length=24, role="probe")
    assert passages.name == "catalogue:mine, validation split" and len(passages) == 4


def test_a_relative_place_is_that_of_whoever_queues(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "here").mkdir()
    write_rows(tmp_path / "here" / "a.txt", 160)
    monkeypatch.chdir(tmp_path / "here")
    (resolved,) = resolve_data(None, [experiment({"source": "a.txt", **ENTRY})])
    monkeypatch.chdir(tmp_path)
    assert len(load_dataset(first_data(resolved)).splits["train"]) == 40
    assert first_data(resolved).source == "a.txt", "shown as it was written"


def test_text_files_are_those_of_whoever_queues(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the corpus, of held-out text and of every strategy's and probe's general text; names stay names."""
    here = tmp_path / "here"
    here.mkdir()
    for name in ("corpus.txt", "held.txt", "general.txt"):
        (here / name).write_text("A sentence.\n", encoding="utf-8")
    monkeypatch.chdir(here)
    stages = [
        {
            "kind": "further_pretrain", "corpus": ["corpus.txt", "nowhere.txt"], "held_out": ["held.txt"],
            "steps": 1,
        },
        {"kind": "finetune", "data": "samples:reviews", "replay": {"kind": "text", "text": "general.txt"}},
    ]  # fmt: skip
    design = parse_experiment({"stages": stages, "probes": {"text": "./general.txt"}})
    (resolved,) = resolve_data(None, [design])
    monkeypatch.chdir(tmp_path)
    stage, replaying = (each.model_dump() for each in resolved.stages)
    assert stage["corpus"] == [str(here / "corpus.txt"), "nowhere.txt"]
    assert stage["held_out"] == [str(here / "held.txt")]
    assert replaying["replay"]["text"] == resolved.probes.text == str(here / "general.txt")
    (named,) = resolve_data(None, [experiment("samples:reviews", probes={"text": "samples:headlines"})])
    assert named.probes.text == "samples:headlines"


COMMIT = "0123456789abcdef0123456789abcdef01234567"


def test_a_set_of_the_hub_is_queued_at_the_commit_that_was_downloaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder laid out as the hub's cache stands in for the hub; nothing is asked over the network."""
    from huggingface_hub import constants

    refs = tmp_path / "datasets--owner--films" / "refs"
    refs.mkdir(parents=True)
    (refs / "main").write_text(COMMIT, encoding="utf-8")
    (refs / "v2").write_text(COMMIT[::-1], encoding="utf-8")
    monkeypatch.setattr(constants, "HF_HUB_CACHE", str(tmp_path))
    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", True)
    monkeypatch.chdir(tmp_path)

    def read(data: Any) -> DataSource:
        (run,) = resolve_data(None, [experiment(data)])
        resolved = first_data(run).resolved
        assert resolved is not None
        assert run.identity() == experiment(data).identity(), "counts by its name, as in stores of before"
        return resolved.source

    lenient = {"source": "hub:owner/films", "format": {"kind": "auto", "incomplete": "skip"}}
    assert read(lenient).format.model_dump() == {"kind": "hub", "incomplete": "skip", "revision": COMMIT}
    newer = {"source": "hub:owner/films:plain", "format": {"kind": "hub", "revision": "v2"}}
    assert read(newer).format.model_dump()["revision"] == COMMIT[::-1]
    assert read("hub:owner/unknown").format.kind == "auto"
    # The library reads such a folder in place of the hub's.
    (tmp_path / "owner" / "films").mkdir(parents=True)
    assert read("hub:owner/films").format.kind == "auto"


def test_no_name_no_file(store: Path) -> None:
    for name, message in (
        ("catalogue:post", "no data set 'post'"), ("samples:nothing", "no such bundled data set"),
        ("paper:nothing", "no data set of that name"), ("/no/such/file.csv", "no such file"),
    ):  # fmt: skip
        with pytest.raises(UserError, match=message):
            launch.enqueue(store, [experiment(name)])
    with Store(store) as opened:
        assert runs.list_runs(opened) == []


def test_forms_and_files_show_no_record(store: Path) -> None:
    (run,) = resolve_data(store, [experiment("catalogue:mine", probes={"text": "catalogue:mine"})])
    assert loads(dumps(run)).experiment == experiment("catalogue:mine", probes={"text": "catalogue:mine"})
    assert "resolved" not in experiment("catalogue:mine").model_dump_json()


def test_a_run_of_0_1_0_is_read_as_it_was_then(store: Path) -> None:
    """It wrote out every default, and these went before the entry's: so its splits were these."""
    design = experiment(written_out("samples:reviews"))
    (number,) = launch.enqueue(store, [design])
    old = json.loads(design.model_dump_json())
    (store.parent / "d.csv").write_text(
        "text,label\n" + "\n".join(f"t {n},{n % 2}" for n in range(60)), encoding="utf-8"
    )
    with Store(store) as opened:
        add_dataset(opened, "plain", {"source": str(store.parent / "d.csv"), "validation_share": 0.5})
        old["stages"][0]["data"]["source"] = "catalogue:plain"
        with sqlite3.connect(store) as direct:
            direct.execute("UPDATE runs SET spec = ? WHERE id = ?", (json.dumps(old), number))
        resolved = get_resolved_experiment(opened, number)
        assert source_to_read(first_data(resolved)).validation_share == 0.1
        assert resolved.identity() == parse_experiment(old).identity(), "its checkpoint is still its own"
        old["stages"][0]["data"]["source"] = "catalogue:gone"
        with sqlite3.connect(store) as direct:
            direct.execute("UPDATE runs SET spec = ? WHERE id = ?", (json.dumps(old), number))
        resolved = get_resolved_experiment(opened, number)
    with pytest.raises(UserError, match="catalogue:gone: there is no data set of this name"):
        load_dataset(first_data(resolved))
