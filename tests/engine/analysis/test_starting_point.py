"""A design for one's own data: all of it is trained on, and what the data decide follows from them."""

from __future__ import annotations

import json
import math
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from engine.analysis.starting_point import (
    HEAD_RATE,
    MAX_EPOCHS,
    MIN_UPDATES,
    StartingPoint,
    propose_experiment,
)
from engine.data.inspection.browse import open_cached
from engine.data.inspection.dataset_report import inspect_dataset
from engine.errors import UserError
from engine.model.encoders import describe_encoder, recommended_pooling
from engine.model.tokenizer.tokenizer_core import load_counting_tokenizer
from engine.spec.checks.reasons import Reason
from engine.spec.data import DataSource
from engine.spec.experiment import Encoder, parse_experiment
from engine.spec.stages.finetune import Finetune
from engine.spec.sweep import assign_value
from engine.spec.toml import loads
from engine.store import Store
from engine.store.datasets import add_dataset
from tests.engine.cli.test_app import palimpsest

Propose = Callable[..., StartingPoint]


@pytest.fixture
def propose(tmp_path: Path, home: Path, tiny_bert_folder: Path) -> Propose:
    """The proposal for rows (text, label) in a file of other columns than usual."""

    def make(
        rows: list[tuple[str, str]], encoder: str = "palimpsest-tiny", pooling: str = "", **fields: object
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
        drawn = open_cached(report.fingerprint).source_parts["validation"] == "train"
        return propose_experiment(source, report, chosen.source, info, pooling=pooling, is_split_off=drawn)

    return make


def texts(count: int, words: int = 5) -> list[tuple[str, str]]:
    return [(f"number {n} is {'good ' * words}", "ab"[n % 2]) for n in range(count)]


def stage_of(found: StartingPoint) -> Finetune:
    (stage,) = found.experiment.stages
    assert isinstance(stage, Finetune)
    return stage


def reason_of(found: StartingPoint, code: str) -> Reason:
    (reason,) = [each for each in found.reasons if each.code == code]
    return reason


def test_the_head_learns_alone_and_then_everything_for_no_more_than_ten_epochs(propose: Propose) -> None:
    found = propose(texts(300))
    stage = stage_of(found)
    assert (stage.data.train_rows, stage.data.train_percent, stage.data.test_rows) == (0, 100.0, 0)
    assert (stage.data.text, stage.data.label) == (["said"], "verdict")
    train = 300 - 30  # a tenth to test; nothing is held out for validation
    per_epoch = math.ceil(train / stage.batch_size)
    total = stage.planned_updates([train])
    head, everything = stage.freezing.timetable(4, total)
    assert head.start == 0 and everything.start == MIN_UPDATES
    assert total - everything.start == MAX_EPOCHS * per_epoch
    assert stage.freezing.disables_dropout  # so that the head reads features that are kept
    assert stage.learning_rate * head.rate_factor == pytest.approx(HEAD_RATE)
    assert stage.max_length == 32 and stage.best_on == "error"
    assert found.experiment.name == "mine" and stage.learning_rate == 3e-4


def test_larger_data_are_read_twice_after_the_head_has_learnt(propose: Propose) -> None:
    stage = stage_of(propose(texts(9000, words=1), encoder="folder"))
    train = 9000 - 900 - 810
    total = stage.planned_updates([train])
    assert (stage.epochs, stage.batch_size, stage.least_steps) == (
        4,
        32,
        2 * MIN_UPDATES * (total < 2 * MIN_UPDATES),
    )
    assert stage.freezing.timetable(2, total)[1].start == total // 2


@pytest.mark.parametrize(
    "rows, share, checkpoint", [(300, 0.0, "last"), (2000, 0.1, "last"), (7000, 0.1, "best")]
)
def test_validation_that_cannot_choose_does_not_and_is_learnt_from_where_it_is_tiny(
    propose: Propose, rows: int, share: float, checkpoint: str
) -> None:
    found = propose(texts(rows, words=1))
    stage = stage_of(found)
    assert (stage.data.validation_share, stage.checkpoint, stage.patience) == (share, checkpoint, 0)
    if not share:
        reason = reason_of(found, "refit")
        assert "no validation error" in reason.message
        assert reason.changes == {"stages.0.data.validation_share": 0.1}


def test_a_rare_class_is_not_halved_by_validation(propose: Propose) -> None:
    rows = [(f"number {n} is here", "rare" if n % 150 == 0 else "ab"[n % 2]) for n in range(2000)]
    assert stage_of(propose(rows)).data.validation_share == 0


def test_a_validation_file_of_its_own_stays_validation(propose: Propose, tmp_path: Path) -> None:
    held = tmp_path / "held.csv"
    held.write_text("id;said;verdict\n1;one text;a\n2;another text;b\n", encoding="utf-8")
    stage = stage_of(propose(texts(300), validation=str(held)))
    assert stage.data.validation == str(held) and stage.data.validation_share == 0.1


def test_rates_fall_with_the_width_of_the_encoder(propose: Propose) -> None:
    found = propose(texts(120))
    info = describe_encoder(Encoder())
    report = inspect_dataset(DataSource(source="samples:headlines"), None, info.positions, sentences=False)
    for width, rate in ((128, 3e-4), (256, 3e-4), (384, 1e-4), (512, 1e-4), (768, 5e-5), (1024, 5e-5)):
        wide = replace(info, hidden=width)
        made = propose_experiment(DataSource(source="samples:headlines"), report, "palimpsest-tiny", wide)
        stage = stage_of(made)
        assert stage.learning_rate == rate, width
        assert stage.learning_rate * stage.freezing.timetable(4, 100)[0].rate_factor == pytest.approx(
            HEAD_RATE
        )
    assert f"{stage_of(found).learning_rate:g}" in reason_of(found, "rate").message


def test_long_texts_keep_beginning_and_end(propose: Propose) -> None:
    found = propose(texts(120, words=200), encoder="folder")  # which reads 64 tokens
    stage = stage_of(found)
    assert stage.max_length == 64 and stage.truncation.kind == "head_tail_share"
    assert "beginning and the end" in reason_of(found, "length").message


def test_skewed_classes_choose_by_macro_f1(propose: Propose) -> None:
    rows = [(f"number {n} is here", "rare" if n % 10 == 0 else "usual") for n in range(200)]
    found = propose(rows)
    assert stage_of(found).best_on == "macro_f1"
    reason = reason_of(found, "rare_classes")
    assert "'rare'" in reason.message and "9 times" in reason.message
    assert reason.action and "--" not in reason.message  # a button, not a flag
    ((path, value),) = reason.changes.items()
    table = found.experiment.model_dump(mode="json")
    assign_value(table, path, value)
    changed = parse_experiment(table).stages[0]
    assert isinstance(changed, Finetune) and changed.objective.kind == "single_label"
    assert changed.objective.model_dump()["class_weights"] == "effective"


def test_a_small_encoder_with_many_classes_is_told_to_look_at_a_bag_of_words(propose: Propose) -> None:
    many = [(f"number {n} is here", f"class {n % 25}") for n in range(300)]
    assert "bag of words" in reason_of(propose(many), "bag_of_words").message
    assert not [each for each in propose(texts(300)).reasons if each.code == "bag_of_words"]


def test_pooling_is_that_of_the_encoders_folder_and_cls_is_on_offer(
    propose: Propose, tiny_bert_folder: Path, tmp_path: Path
) -> None:
    assert stage_of(propose(texts(120), encoder="folder")).features.tokens == "cls"
    folder = tmp_path / "encoder"
    shutil.copytree(tiny_bert_folder, folder)
    pooling = folder / "1_Pooling" / "config.json"
    pooling.parent.mkdir()
    for way, tokens in (("mean_tokens", "mean"), ("cls_token", "cls"), ("max_tokens", "cls")):
        pooling.write_text(json.dumps({f"pooling_mode_{way}": True}), encoding="utf-8")
        said = recommended_pooling(Encoder(source=str(folder)))
        assert said == ("" if way == "max_tokens" else tokens)
        found = propose(texts(120), encoder="folder", pooling=said)
        assert stage_of(found).features.tokens == ("normed_mean" if tokens == "mean" else tokens)
        assert [each.changes for each in found.reasons if each.code == "pooling"] == [{}] * (tokens == "mean")


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
    (stage,) = loads(palimpsest("new", "--data", "catalogue:several").out).experiment.stages
    assert (
        isinstance(stage, Finetune) and stage.objective.kind == "multi_label" and stage.best_on == "micro_f1"
    )
    said = palimpsest("new", "--data", "catalogue:mine")
    design = loads(said.out).experiment
    (stage,) = design.stages
    assert design.encoder.source == "palimpsest-small" and "\n# The test split has 8 texts" in said.out
    assert stage.data.validation_share == 0 and "# 72 texts for training, 8 for testing." in said.out
    assert "stages.0.data.validation_share = 0.25" in said.out  # on offer: the share of the set


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
