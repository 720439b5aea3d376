"""Distillation: its loss is the formula of the module, its teacher is never touched, and a resumed run is the same."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from safetensors.torch import load_file, save_file
from torch.nn import functional
from transformers import (
    AutoModel,
    AutoTokenizer,
    BertConfig,
    BertForPreTraining,
    BertModel,
    BertTokenizerFast,
)

from engine.errors import UserError
from engine.events import Evaluation, Event, StageStarted, StepMetrics
from engine.model.distillation.teacher import Standardisation
from engine.preflight import preflight
from engine.spec.experiment import Encoder, Experiment, find_problems, parse_experiment
from engine.stages.distil import DistilMicroBatch, DistilTask
from engine.train.loop import train
from tests.engine.trainings import prepared

Make = Callable[..., Experiment]
pytestmark = pytest.mark.usefixtures("home")


@pytest.fixture(scope="session")
def teacher_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An untrained encoder of another vocabulary, width and depth than the student's, and without heads."""
    folder = tmp_path_factory.mktemp("teacher")
    characters = [chr(code) for code in range(ord("a"), ord("z") + 1)]
    pieces = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", ".", *characters, *(f"##{c}" for c in characters)]
    pieces += ["go", "##od", "film", "riv", "##er", "gr", "##eat"]
    tokenizer = BertTokenizerFast(vocab={p: n for n, p in enumerate(pieces)}, do_lower_case=True)
    tokenizer.save_pretrained(folder)
    config = BertConfig(
        vocab_size=len(pieces), hidden_size=48, num_hidden_layers=3, num_attention_heads=3,
        intermediate_size=64, max_position_embeddings=128,
    )  # fmt: skip
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(7)
        BertModel(config, add_pooling_layer=False).save_pretrained(folder)
    return folder


def experiment(make: Make, teacher: Path, compute: dict[str, Any] | None = None, **fields: Any) -> Experiment:
    return make(kind="distil", teacher=str(teacher), compute=compute, **({"dropout": 0.0} | fields))


def total_of(task: DistilTask, step: int = 0) -> tuple[torch.Tensor, dict[str, float]]:
    """The loss of an update and what is reported of it, as the trainer makes them of micro-batches."""
    parts = task.micro_batches(step)
    terms = sum(part.loss_terms for part in parts)
    losses = [task.compute_loss(part) for part in parts]
    shown = {
        name: sum(float(each.logged_sums[name].detach()) for each in losses) / terms
        for name in losses[0].logged_sums
    }
    return torch.stack([each.total for each in losses]).sum() / terms, shown


def by_hand(
    task: DistilTask, part: DistilMicroBatch, student: Path, teacher: Path, layer: int, text: str
) -> dict[str, torch.Tensor]:
    """The four terms with plain transformers, word by word and text by text, from the student's words alone."""
    learner: Any = task.model.model
    reader = AutoModel.from_pretrained(teacher, add_pooling_layer=False).eval()
    own, other = AutoTokenizer.from_pretrained(student), AutoTokenizer.from_pretrained(teacher)
    words, texts, firsts, masked, start = [], [], [], [], 0
    spread = task.teacher
    for length in part.texts.lengths.tolist():
        span = slice(start, start + length)
        hidden = [p - start for p in part.masked.positions.tolist() if start <= p < start + length]
        ids = torch.from_numpy(part.texts.ids[span])[None]
        output = learner(ids, torch.ones_like(ids), torch.zeros_like(ids), output_hidden_states=True)
        top = output.hidden_states[-1][0]
        targets = torch.from_numpy(part.masked.targets[np.isin(part.masked.positions - start, hidden)])
        masked.append(
            functional.cross_entropy(output.prediction_logits[0, hidden], targets, reduction="none")
        )
        # The words of the text, from the tokenizer's own marks, and how the teacher spells each of them.
        pieces = own.convert_ids_to_tokens(part.masked.original_ids[span].tolist())
        groups: list[list[int]] = []
        for place, piece in enumerate(pieces):
            if piece in own.all_special_tokens and piece != own.unk_token:
                continue
            if piece.startswith("##") and groups and groups[-1][-1] == place - 1:
                groups[-1].append(place)
            else:
                groups.append([place])
        row, spans = [other.cls_token_id], []
        for group in groups:
            spelled = "".join(pieces[place].removeprefix("##") for place in group)
            found = other(spelled, add_special_tokens=False)["input_ids"]
            spans.append(range(len(row), len(row) + len(found)))
            row += found
        row.append(other.sep_token_id)
        with torch.no_grad():
            states = reader(torch.tensor([row]), output_hidden_states=True).hidden_states
        assert isinstance(spread.words, Standardisation) and isinstance(spread.texts, Standardisation)
        vector = states[-1][0].mean(0) if text == "mean" else states[-1][0, 0]
        target = (vector - spread.texts.mean) / spread.texts.deviation
        maps: Any = task.model
        for group, place in zip(groups, spans, strict=True):
            goal = (states[layer][0, list(place)].mean(0) - spread.words.mean) / spread.words.deviation
            words.append((maps.word_map(top[group].mean(0)) - goal).square().mean())
        texts.append((maps.text_map(top.mean(0)) - target).square().mean())
        pooled = torch.tanh(learner.bert.pooler.dense(top[0]))
        firsts.append((maps.first_map(pooled) - target).square().mean())
        start += length
    means = [torch.cat(masked).mean(), *(torch.stack(each).mean() for each in (words, texts, firsts))]
    return dict(zip(("loss", "word_mse", "text_mse", "first_mse"), means, strict=True))


@pytest.mark.parametrize(("padding", "layer", "text"), [("packed", 2, "mean"), ("padded", 0, "first")])
def test_loss_and_gradients_are_those_of_the_formula(
    make: Make,
    tmp_path: Path,
    tiny_bert_folder: Path,
    teacher_folder: Path,
    padding: str,
    layer: int,
    text: str,
) -> None:
    weights = {"masked_weight": 0.5, "word_weight": 3.0, "text_weight": 0.7, "first_weight": 0.2}
    design = experiment(
        make, teacher_folder, {"padding": padding}, teacher_layer=layer, teacher_text=text, **weights
    )
    task = prepared(design, tmp_path)
    (part,) = task.micro_batches(0)
    assert isinstance(part, DistilMicroBatch)
    total, shown = total_of(task)
    total.backward()
    ours = {name: p.grad.clone() for name, p in task.model.named_parameters() if p.grad is not None}
    task.model.zero_grad()
    terms = by_hand(task, part, tiny_bert_folder, teacher_folder, layer or 3, text)
    for name, value in terms.items():
        assert shown[name] == pytest.approx(float(value.detach()), rel=1e-4), name
    expected = (
        0.5 * terms["loss"] + 3 * terms["word_mse"] + 0.7 * terms["text_mse"] + 0.2 * terms["first_mse"]
    )
    assert float(total.detach()) == pytest.approx(float(expected.detach()), rel=1e-5)
    expected.backward()
    learnt = {name: p.grad for name, p in task.model.named_parameters() if p.grad is not None}
    assert learnt.keys() == ours.keys() and any("pooler" in name for name in ours)
    assert not any("seq_relationship" in name for name in ours)
    for name, gradient in learnt.items():
        # Sums over all tokens, in another order.
        torch.testing.assert_close(ours[name], gradient, rtol=1e-3, atol=1e-4, msg=name)


def test_an_update_is_the_same_however_its_batch_is_split(
    make: Make, tmp_path: Path, teacher_folder: Path
) -> None:
    whole, split = (
        total_of(prepared(experiment(make, teacher_folder, {"micro_batches": n}), tmp_path / str(n)))
        for n in (1, 3)
    )
    assert float(whole[0].detach()) == pytest.approx(float(split[0].detach()), rel=1e-5)
    assert whole[1] == pytest.approx(split[1], rel=1e-5)


def test_targets_are_standardised_whatever_the_seed(make: Make, tmp_path: Path, teacher_folder: Path) -> None:
    one, other = (
        prepared(
            parse_experiment(experiment(make, teacher_folder).model_dump(mode="json") | {"seed": seed}),
            tmp_path / str(seed),
        )
        for seed in (1, 2)
    )
    assert one.teacher.words is not None and other.teacher.words is not None
    assert torch.equal(one.teacher.words.mean, other.teacher.words.mean)
    parts = [part for step in range(12) for part in one.micro_batches(step)]
    seen = torch.cat([one.teacher.states(p.teacher).words for p in parts if isinstance(p, DistilMicroBatch)])
    # The same corpus in other windows: about mean 0 and variance 1 in every coordinate.
    assert float(seen.mean(0).abs().max()) < 0.2 and float((seen.std(0) - 1).abs().max()) < 0.2


def test_a_student_comes_nearer_to_its_teacher_and_leaves_an_ordinary_encoder(
    make: Make, tmp_path: Path, teacher_folder: Path
) -> None:
    before = load_file(teacher_folder / "model.safetensors")
    design = experiment(make, teacher_folder, steps=120, evaluate_every=60, schedule={"kind": "constant"})
    events = list(train(design, tmp_path))
    measured = [event.values for event in events if isinstance(event, Evaluation)]
    names = {"loss", "perplexity", "accuracy", "word_mse", "text_mse", "first_mse"}
    assert {name for values in measured for name in values} == {f"heldout/{name}" for name in names}
    # A constant would have an error of about 1.
    assert (
        measured[-1]["heldout/word_mse"] < 0.75 and measured[-1]["heldout/loss"] < measured[0]["heldout/loss"]
    )
    steps = [
        event.values for event in events if isinstance(event, StepMetrics) and "train/loss" in event.values
    ]
    assert all({"train/word_mse", "train/text_mse", "train/first_mse"} <= values.keys() for values in steps)
    (started,) = (event for event in events if isinstance(event, StageStarted))
    assert started.info["teacher"] == str(teacher_folder) and started.info["teacher_parameters"]
    saved, loaded = BertForPreTraining.from_pretrained(
        tmp_path / "stage-1" / "encoder", output_loading_info=True
    )
    assert not loaded["missing_keys"] and not loaded["unexpected_keys"]
    assert saved.config.hidden_size == 32
    after = load_file(teacher_folder / "model.safetensors")
    assert all(torch.equal(before[name], after[name]) for name in before)


def test_resumed_to_the_last_bit(make: Make, tmp_path: Path, teacher_folder: Path) -> None:
    design = experiment(make, teacher_folder, dropout=0.1)
    list(train(design, tmp_path / "whole"))
    started: Iterator[Event] = train(design, tmp_path / "parts")
    for event in started:
        if isinstance(event, StepMetrics) and event.step >= 6:
            break
    started.close()  # type: ignore[attr-defined]
    resumed = list(train(design, tmp_path / "parts", resume=True))
    assert min(event.step for event in resumed if isinstance(event, StepMetrics)) > 5
    weights = [
        load_file(tmp_path / which / "stage-1" / "encoder" / "model.safetensors")
        for which in ("whole", "parts")
    ]
    assert weights[0].keys() == weights[1].keys()
    assert all(torch.equal(weights[0][name], weights[1][name]) for name in weights[0])


def test_a_pooler_that_nothing_teaches_is_not_left_as_a_trained_one(
    make: Make, tmp_path: Path, tiny_bert_folder: Path, teacher_folder: Path
) -> None:
    bare = tmp_path / "bare"
    shutil.copytree(tiny_bert_folder, bare)
    pooler = {n: w for n, w in load_file(bare / "model.safetensors").items() if "pooler" not in n}
    save_file(pooler, bare / "model.safetensors", metadata={"format": "pt"})
    for weight, there in ((1.0, True), (0.0, False)):
        design = experiment(make, teacher_folder, steps=2, first_weight=weight)
        table = design.model_dump(mode="json") | {"encoder": {"source": str(bare)}}
        folder = tmp_path / f"run-{weight}"
        list(train(parse_experiment(table), folder))
        saved = load_file(folder / "stage-1" / "encoder" / "model.safetensors")
        assert any("pooler" in name for name in saved) == there


@pytest.mark.parametrize("kind", ["roberta", "modernbert"])
def test_a_student_of_a_family_without_pooler_learns_too(
    make: Make, tmp_path: Path, family: Callable[[str], Encoder], teacher_folder: Path, kind: str
) -> None:
    design = experiment(make, teacher_folder, steps=2)
    source = {"encoder": family(kind).model_dump(mode="json")}
    events = list(train(parse_experiment(design.model_dump(mode="json") | source), tmp_path))
    values = [event.values for event in events if isinstance(event, Evaluation)][-1]
    assert all(np.isfinite(value) for value in values.values())
    assert (tmp_path / "stage-1" / "encoder" / "model.safetensors").is_file()


def test_a_family_whose_word_head_cannot_be_taken_apart_is_refused(
    make: Make, tmp_path: Path, family: Callable[[str], Encoder], teacher_folder: Path
) -> None:
    source = {"encoder": family("albert").model_dump(mode="json")}
    design = parse_experiment(experiment(make, teacher_folder).model_dump(mode="json") | source)
    with pytest.raises(UserError, match="albert cannot learn from a teacher") as caught:
        prepared(design, tmp_path)
    assert "bert" in caught.value.remedy


def test_what_cannot_be_asked_is_refused(make: Make, tmp_path: Path, teacher_folder: Path) -> None:
    def refused(**fields: Any) -> UserError:
        with pytest.raises(UserError) as caught:
            list(train(experiment(make, teacher_folder, **fields), tmp_path))
        return caught.value

    table = experiment(make, teacher_folder).model_dump(mode="json")
    for change, words in (
        ({"word_weight": 0, "text_weight": 0, "first_weight": 0}, "learns nothing from the teacher"),
        ({"objective": {"kind": "mlm_nsp"}}, "Set objective to mlm"),
        ({"teacher": " "}, "names no teacher"),
    ):
        stage = {**table["stages"][0], **change}
        assert words in " ".join(find_problems(table | {"stages": [stage]}).values())
    late = refused(teacher_layer=4)
    assert late.place == "teacher_layer" and "has 3 layers" in late.message and "0 for the top" in late.remedy
    stage = {**table["stages"][0], "teacher": str(tmp_path / "nowhere")}
    with pytest.raises(UserError, match=r"stages\.0\.teacher: there is no encoder") as caught:
        preflight([parse_experiment(table | {"stages": [stage]})])
    assert caught.value.place == "stages.0.teacher"
    empty = tmp_path / "empty"
    empty.mkdir()
    (empty / "config.json").write_text(json.dumps({"model_type": "bert"}), encoding="utf-8")
    with pytest.raises(UserError, match="teacher"):
        preflight([parse_experiment(table | {"stages": [stage | {"teacher": str(empty)}]})])
