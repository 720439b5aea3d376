"""A design for one's own data: all of it is trained on, and what the data decide follows from them."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.analysis.starting_point import LEAST_UPDATES, StartingPoint, propose_experiment
from engine.data.inspection.dataset_report import inspect_dataset
from engine.errors import UserError
from engine.model.encoders import describe_encoder
from engine.model.tokenizer.tokenizer_core import load_counting_tokenizer
from engine.spec.data import DataSource
from engine.spec.experiment import Encoder
from engine.spec.stages.finetune import Finetune
from engine.spec.toml import loads
from engine.store import Store
from engine.store.datasets import add_dataset
from tests.engine.cli.test_app import palimpsest

Propose = Callable[..., StartingPoint]


@pytest.fixture
def propose(tmp_path: Path, home: Path, tiny_bert_folder: Path) -> Propose:
    """The proposal for rows (text, label) in a file of other columns than usual."""

    def make(
        rows: list[tuple[str, str]], encoder: str = "palimpsest-tiny", **fields: object
    ) -> StartingPoint:
        file = tmp_path / "mine.csv"
        lines = [f"{number};{text};{label}" for number, (text, label) in enumerate(rows)]
        file.write_text("\n".join(["id;said;verdict", *lines]) + "\n", encoding="utf-8")
        source = DataSource.model_validate(
            {"source": str(file), "text": ["said"], "label": "verdict", **fields}
        )
        chosen = Encoder(source=str(tiny_bert_folder) if encoder == "folder" else encoder)
        info = describe_encoder(chosen)
        report = inspect_dataset(source, load_counting_tokenizer(chosen), info.positions, sentences=False)
        return propose_experiment(source, report, chosen.source, info)

    return make


def texts(count: int, words: int = 5) -> list[tuple[str, str]]:
    return [(f"number {n} is {'good ' * words}", "ab"[n % 2]) for n in range(count)]


def stage_of(found: StartingPoint) -> Finetune:
    (stage,) = found.experiment.stages
    assert isinstance(stage, Finetune)
    return stage


def test_small_data_are_read_more_often_and_wholly(propose: Propose) -> None:
    found = propose(texts(300))
    stage = stage_of(found)
    assert (stage.data.train_rows, stage.data.train_percent, stage.data.test_rows) == (0, 100.0, 0)
    assert (stage.data.text, stage.data.label) == (["said"], "verdict")
    train = 300 - 30 - 27  # a tenth to test, a tenth of the rest to choose by
    per_epoch = math.ceil(train / stage.batch_size)
    assert stage.epochs == 20 and per_epoch * stage.epochs < LEAST_UPDATES  # no more than 20 epochs
    assert stage.max_length == 32 and stage.best_on == "error"
    assert found.experiment.name == "mine" and stage.learning_rate == 3e-4 and stage.features.tokens == "mean"
    assert found.experiment.notes == "\n".join(found.reasons)


def test_larger_data_take_the_papers_epochs_and_rate(propose: Propose) -> None:
    stage = stage_of(propose(texts(9000, words=1), encoder="folder"))
    assert (stage.epochs, stage.batch_size, stage.features.tokens) == (4, 32, "cls")
    assert stage_of(propose(texts(3000, words=1))).epochs == 4


def test_long_texts_keep_beginning_and_end(propose: Propose) -> None:
    found = propose(texts(120, words=200), encoder="folder")  # which reads 64 tokens
    stage = stage_of(found)
    assert stage.max_length == 64 and stage.truncation.kind == "head_tail_share"
    assert any("beginning and the end" in each for each in found.reasons)


def test_skewed_classes_choose_by_macro_f1(propose: Propose) -> None:
    rows = [(f"number {n} is here", "rare" if n % 10 == 0 else "usual") for n in range(200)]
    found = propose(rows)
    assert stage_of(found).best_on == "macro_f1"
    assert any("'rare'" in each and "9 times" in each for each in found.reasons)


def test_numbers_get_their_objective(propose: Propose) -> None:
    rows = [(f"number {n} is here", str(n % 7 + 0.5)) for n in range(120)]
    stage = stage_of(propose(rows, target={"kind": "number"}))
    assert stage.objective.kind == "regression" and stage.best_on == "rmse"


def test_the_design_of_a_set_of_the_catalogue_has_what_the_set_says_of_labels_and_share(
    tmp_path: Path, home: Path
) -> None:
    file = tmp_path / "mine.csv"
    file.write_text("".join(f"text {n} of many,{'ab'[n % 2]}\n" for n in range(80)), encoding="utf-8")
    several = tmp_path / "several.csv"
    several.write_text(
        "".join(f"text {n} of many,{('a', 'b', 'a|b', '')[n % 4]}\n" for n in range(80)), encoding="utf-8"
    )
    with Store(home / "palimpsest.sqlite") as store:
        add_dataset(store, "mine", {"source": str(file), "validation_share": 0.25})
        labels = {"kind": "labels", "delimiter": "|"}
        add_dataset(store, "several", {"source": str(several), "target": labels})
    of_several = palimpsest("new", "--data", "catalogue:several")
    (stage,) = loads(of_several.out).experiment.stages
    assert (
        isinstance(stage, Finetune) and stage.objective.kind == "multi_label" and stage.best_on == "micro_f1"
    )
    said = palimpsest("new", "--data", "catalogue:mine")
    assert said.code == 0, said.err
    (stage,) = loads(said.out).experiment.stages
    assert stage.data.validation_share == 0.25 and "54 texts to train" in said.out  # of 72, 8 for the test


@pytest.mark.nightly  # the tutorial trains such a file in every suite
def test_the_command_writes_a_file_that_trains(tmp_path: Path, home: Path) -> None:
    file = tmp_path / "mine.csv"
    lines = [f"{n};{'good' if n % 2 else 'bad'} number {n};{'ab'[n % 2]}" for n in range(60)]
    file.write_text("\n".join(["id;said;verdict", *lines]) + "\n", encoding="utf-8")
    said = palimpsest("new", "--data", file, "--set", "label=verdict", "--set", 'text=["said"]')
    assert said.code == 0, said.err
    assert loads(said.out).experiment.name == "mine" and "49 texts to train" in said.out
    design = tmp_path / "mine.toml"
    design.write_text(said.out, encoding="utf-8")
    done = palimpsest("run", design, "--set", "epochs=1", "--set", "probes.on=false", "--json")
    assert done.code == 0, done.err
    assert (
        done.json[0]["status"] == "finished"
        if isinstance(done.json, list)
        else done.json["status"] == "finished"
    )


def test_what_it_refuses(tmp_path: Path, home: Path) -> None:
    for arguments, words in (
        ((), "name a recipe"),
        (("quickstart", "--data", "samples:reviews"), "not both"),
        (("--data", str(tmp_path / "none.csv")), "no such file"),
        (("--data", "samples:headlines", "--encoder", str(tmp_path)), "encoder"),
    ):
        said = palimpsest("new", *arguments)
        assert said.code == 2 and words in said.err, said


def test_sets_that_cannot_be_read_are_refused(propose: Propose) -> None:
    with pytest.raises(UserError, match="no column 'nowhere'"):
        propose(texts(20), label="nowhere")
