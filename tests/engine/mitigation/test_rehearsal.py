"""Replay and distillation: their terms recomputed by hand, exact resuming, and heads that stay as they were."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from torch.nn import functional

from engine.compute.device import choose_device
from engine.data.tokens import TokenBatch
from engine.errors import UserError
from engine.events import StepMetrics
from engine.kernels.tensor_batch import to_tensors
from engine.mitigation.base import build_regularisers
from engine.mitigation.distillation import distillation_divergence, mask_texts
from engine.mitigation.replay import cycle_index, replay_count, select_memory
from engine.model.encoders import load_tokenizer
from engine.model.saved_model import load_saved_model
from engine.spec.experiment import Encoder, Experiment, parse_experiment
from engine.stages.base import StageContext, prepare_stage
from engine.stages.outputs import starting_encoder
from engine.train.loop import train
from tests.engine.trainings import assert_same, run_until
from tests.sampling import nightly_but

pytestmark = pytest.mark.usefixtures("home")
PASSAGES = [
    f"the {noun} and the {other} were {how} this year, and what a man in the {place} {verb} was not that."
    for noun in ("film", "bank", "match", "story")
    for other in ("plot", "price", "goal")
    for how, place, verb in (("good", "city", "lost"), ("dull", "river", "found"), ("poor", "country", "saw"))
]


@pytest.fixture
def run(tiny_bert_folder: Path, tmp_path: Path) -> Callable[..., Experiment]:
    """Two small tasks in a row; ``run(replay=...)`` gives the second stage fields, ``first`` the first."""
    draw = np.random.default_rng(4)
    good, bad, rest = ("good", "great", "bright"), ("bad", "poor", "dull"), ("the", "film", "was", "it", "of")
    rows = []
    for number in range(44):
        words = [rest[i] for i in draw.integers(0, len(rest), 4 + number % 9)]
        rows.append((number % 2, " ".join([*words, (good, bad)[number % 2][number % 3]])))
    for name, labels in (("mood", ("good", "bad")), ("size", ("short", "long"))):
        lines = [f"{labels[k] if name == 'mood' else labels[len(t) > 38]},{t}" for k, t in rows]
        (tmp_path / f"{name}.csv").write_text("label,text\n" + "\n".join(lines) + "\n", encoding="utf-8")
    (tmp_path / "general.txt").write_text("\n".join(PASSAGES) + "\n", encoding="utf-8")

    def build(*, first: dict[str, Any] | None = None, compute: Any = None, **fields: Any) -> Experiment:
        stage = {"kind": "finetune", "learning_rate": 2e-3, "batch_size": 6, "max_length": 32, "epochs": 1}
        one = stage | {"data": str(tmp_path / "mood.csv")} | (first or {})
        two = stage | {"data": str(tmp_path / "size.csv")} | fields
        if fields.get("kind") == "further_pretrain":
            two = {k: v for k, v in two.items() if k not in ("data", "epochs")}
            two |= {"corpus": [str(tmp_path / "general.txt")], "steps": 5, "evaluate_every": 5}
        if fields.get("kind") == "multitask":
            names = ("mood", "size")
            two["tasks"] = [{"name": name, "data": str(tmp_path / f"{name}.csv")} for name in names]
            del two["data"]
        return parse_experiment(
            {
                "encoder": {"source": str(tiny_bert_folder)},
                "stages": [one, two],
                "probes": {"on": False},
                "compute": {"device": "cpu", "precision": "fp32", "threads": 1, "reuse": False}
                | (compute or {}),
            }
        )

    return build


def silent(text: str, done: int, total: int) -> None:
    pass


def opened(experiment: Experiment, folder: Path, index: int = 1) -> tuple[Any, Any]:
    """Stage ``index`` and its one guard, after the stages before it have been trained."""
    if index:
        events = train(experiment, folder)
        for event in events:
            if isinstance(event, StepMetrics) and (folder / f"stage-{index}" / "encoder").is_dir():
                break
        events.close()  # type: ignore[attr-defined]
    device = choose_device(experiment.compute)
    context = StageContext(experiment, index, starting_encoder(experiment, index, folder), device, folder)
    task = prepare_stage(experiment.stages[index], context, silent)
    (made,) = build_regularisers(task, context, silent)
    task.model.train()
    return task, made


def term(task: Any, made: Any, step: int) -> torch.Tensor:
    """The guard's whole term of an update, as the loop gathers it."""
    parts, total = task.micro_batches(step), torch.zeros(())
    made.before_update(step)
    for number, part in enumerate(parts):
        task.compute_loss(part)
        found = made.loss_term(step, part, number, len(parts))
        total = total if found is None else total + found
    made.after_backward(step)
    return total


def text(tmp_path: Path, ratio: float = 0.25) -> dict[str, Any]:
    return {"kind": "text", "ratio": ratio, "text": str(tmp_path / "general.txt")}


def test_a_share_of_the_batch_is_replayed() -> None:
    assert [replay_count(r, 24) for r in (0.1, 0.2, 0.5, 0.8, 0.001)] == [3, 6, 24, 96, 1]


def test_turns_pass_over_everything_before_anything_comes_again() -> None:
    found = [cycle_index(number, 7, 3, "x") for number in range(21)]
    for before in range(3):
        assert sorted(found[7 * before : 7 * before + 7]) == [(index, before) for index in range(7)]
    assert [i for i, _ in found[:7]] != [i for i, _ in found[7:14]]


@pytest.mark.parametrize("micro", [1, 2])
def test_replayed_words_by_transformers_own_loss(
    micro: int, run: Callable[..., Experiment], tmp_path: Path, tiny_bert_folder: Path
) -> None:
    from transformers import BertForPreTraining

    experiment = run(replay=text(tmp_path), dropout=0.0, compute={"micro_batches": micro})
    task, made = opened(experiment, tmp_path / "run")
    assert made.name == "replay" and made.loss_factor == 0.75
    found = term(task, made, 3)
    drawn = made.sources[0].draw_texts(3)
    assert len(drawn) == 2
    reference = BertForPreTraining.from_pretrained(tiny_bert_folder).eval()
    body = task.model.encoder.state_dict()
    # The head is the original one, its decoder included; the body is the stage's.
    decoder = reference.cls.predictions.decoder.weight.detach().clone()
    reference.cls.predictions.decoder.weight = torch.nn.Parameter(decoder)
    reference.bert.load_state_dict(body, strict=False)
    losses = []
    for one in drawn:
        ids = torch.from_numpy(one.texts.ids)[None]
        with torch.no_grad():
            logits = reference(ids, torch.ones_like(ids)).prediction_logits[0, one.positions]
        losses.append(functional.cross_entropy(logits, torch.from_numpy(one.targets), reduction="none"))
    torch.testing.assert_close(found, 0.25 * torch.cat(losses).mean(), rtol=1e-4, atol=1e-5)
    found.backward()
    head = [p for n, p in task.model.named_parameters() if not n.startswith("encoder.")]
    assert all(p.grad is None for p in [*head, *made.sources[0].head.parameters()])
    assert task.model.encoder.embeddings.word_embeddings.weight.grad.abs().sum() > 0


def test_replayed_texts_are_read_by_their_own_head(run: Callable[..., Experiment], tmp_path: Path) -> None:
    experiment = run(replay={"kind": "earlier", "ratio": 0.5, "samples": 10}, dropout=0.0)
    task, made = opened(experiment, tmp_path / "run")
    found = term(task, made, 1)
    memory = made.sources[0]
    drawn = memory.draw_texts(1)
    assert len(drawn) == 6
    native = load_saved_model(tmp_path / "run" / "stage-1")
    native.model.encoder.load_state_dict(task.model.encoder.state_dict())
    native.model.eval()
    encoded = memory.tasks[0].texts.encoded["train"]
    losses = []
    for _, index, _ in drawn:
        batch = to_tensors(encoded.batch(np.array([index])), "cpu", False, 0)
        with torch.no_grad():
            losses.append(functional.cross_entropy(native.model(batch), batch.labels))
    torch.testing.assert_close(found, 0.5 * torch.stack(losses).mean(), rtol=1e-4, atol=1e-5)
    assert {index for step in range(9) for _, index, _ in memory.draw_texts(step)} == set(
        memory.memory_indices[0].tolist()
    )


def test_both_count_half_each(run: Callable[..., Experiment], tmp_path: Path) -> None:
    both = text(tmp_path, 0.5) | {"kind": "both", "samples": 10}
    task, made = opened(run(replay=both, dropout=0.0), tmp_path / "run")
    words, memory = made.sources
    assert len(words.draw_texts(0)) == len(memory.draw_texts(0)) == 3
    with torch.no_grad():
        encoder = task.model.encoder
        parts = [
            each.loss(encoder, each.draw_texts(2)) / each.term_count(each.draw_texts(2))
            for each in (words, memory)
        ]
        torch.testing.assert_close(term(task, made, 2), 0.25 * (parts[0] + parts[1]))


def test_the_memory_is_stratified_nested_and_the_same_for_every_later_stage(
    run: Callable[..., Experiment], tmp_path: Path
) -> None:
    experiment = run(replay={"kind": "earlier", "samples": 8}, seed=99)
    _, made = opened(experiment, tmp_path / "run")
    earlier = made.sources[0].tasks[0]
    labels = earlier.texts.splits["train"].labels
    small, large = select_memory(earlier, 8, 42), select_memory(earlier, 20, 42)
    assert made.sources[0].memory_indices[0].tolist() == small.tolist() == large[:8].tolist()
    assert abs(np.bincount(labels[small])[0] - 4) <= 1
    assert sorted(select_memory(earlier, 0, 42).tolist()) == list(range(len(labels)))


def test_nothing_to_replay_is_said_before_training(run: Callable[..., Experiment], tmp_path: Path) -> None:
    experiment = run(first={"replay": "earlier"})
    with pytest.raises(UserError, match="no earlier stage that it builds on"):
        list(train(experiment, tmp_path / "run"))


def test_divergence_by_hand() -> None:
    draw = np.random.default_rng(0)
    before, now = draw.normal(size=(5, 4)) * 3, draw.normal(size=(5, 4)) * 3

    def chances(logits: np.ndarray) -> np.ndarray:
        powers = np.exp(logits / 2.5)
        return powers / powers.sum(1, keepdims=True)

    p, q = chances(before), chances(now)
    expected = 2.5**2 * (p * np.log(p / q)).sum()
    teacher, student = torch.tensor(before, requires_grad=True), torch.tensor(now, requires_grad=True)
    found = distillation_divergence(teacher.detach(), student, 2.5)
    assert float(found.detach()) == pytest.approx(expected, rel=1e-5)
    found.backward()
    # d/dz = T (q − p): the gradient of the cross-entropy too, which the authors use.
    np.testing.assert_allclose(student.grad, 2.5 * (q - p), atol=1e-5)
    assert float(distillation_divergence(teacher, teacher, 2.5).detach()) == pytest.approx(0, abs=1e-6)


def moved(model: Any) -> None:
    torch.manual_seed(5)
    with torch.no_grad():
        for parameter in model.encoder.parameters():
            parameter.add_(0.05 * torch.randn_like(parameter))


LONG = {"truncation": {"kind": "hierarchical"}, "max_length": 8, "compute": {"evaluation_tokens": 64}}
READINGS: list[dict[str, Any]] = [
    {},
    {"compute": {"micro_batches": 3}},
    {"first": {"features": {"layers": "1, last"}}},
    LONG,
]


@pytest.mark.parametrize("fields", READINGS, ids=["whole", "split", "lower layers", "in portions"])
def test_lwf_asks_earlier_heads_about_the_new_texts(
    fields: dict[str, Any], run: Callable[..., Experiment], tmp_path: Path
) -> None:
    lwf = {"kind": "lwf", "strength": 3.0, "temperature": 2.0}
    experiment = run(distillation=lwf, dropout=0.0, **fields)
    task, made = opened(experiment, tmp_path / "run")
    assert float(term(task, made, 0).detach()) == pytest.approx(0, abs=1e-5)
    moved(task.model)
    found = term(task, made, 2)
    teacher, student = (
        load_saved_model(tmp_path / "run" / "stage-1"),
        load_saved_model(tmp_path / "run" / "stage-1"),
    )
    student.model.encoder.load_state_dict(task.model.encoder.state_dict())
    logits = []
    for native in (teacher, student):
        rows = []
        for part in task.micro_batches(2):
            batch = to_tensors(part.texts, "cpu", False, 0)
            with torch.no_grad():
                rows.append(native.model.eval()(batch))
        logits.append(torch.cat(rows))
    assert len(logits[0]) == 6
    assert (fields is LONG) == any(
        made.to_batch(part.texts).sub_batches != () for part in task.micro_batches(2)
    )
    expected = 3.0 * distillation_divergence(logits[0], logits[1], 2.0) / 6
    assert float(found.detach()) == pytest.approx(float(expected), rel=1e-3)
    found.backward()
    assert all(p.grad is None for p in made.teacher.parameters())
    assert all(p.grad is None for p in made.earlier_tasks[0].head.parameters())
    assert all(p.grad is None for n, p in task.model.named_parameters() if not n.startswith("encoder."))
    assert task.model.encoder.embeddings.word_embeddings.weight.grad.abs().sum() > 0


@pytest.mark.parametrize("kind", ["finetune", "further_pretrain"])
def test_lwf_asks_for_words_where_nothing_was_taught(
    kind: str, run: Callable[..., Experiment], tmp_path: Path
) -> None:
    lwf = {"kind": "lwf", "of": "words"}
    task, made = opened(run(kind=kind, distillation=lwf, dropout=0.0), tmp_path / "run")
    assert float(term(task, made, 0).detach()) == pytest.approx(0, abs=1e-5)
    moved(task.model)
    found = float(term(task, made, 1).detach())
    (part,) = task.micro_batches(1)
    hidden = made._mask_batch(1, part)
    share = len(hidden.positions) / len(hidden.texts.ids)
    assert 0.08 < share < 0.25
    batch = to_tensors(hidden.texts, "cpu", False, 0)
    logits = []
    for encoder in (made.teacher, task.model.encoder):
        with torch.no_grad():
            inputs = (batch.ids, batch.token_mask.long(), batch.token_types)
            states = batch.to_flat(encoder.eval()(*inputs).last_hidden_state)
            logits.append(made.head(states[torch.from_numpy(hidden.positions)]))
    expected = distillation_divergence(*logits, 2.0) / len(hidden.positions)
    assert found == pytest.approx(float(expected), rel=1e-3) and found > 0


def test_hidden_words_do_not_depend_on_how_a_batch_is_split(tiny_bert_folder: Path) -> None:
    from engine.probes.masked_head import standard_masking

    encoder = Encoder(source=str(tiny_bert_folder))
    masking = standard_masking(encoder, load_tokenizer(encoder))
    draw = np.random.default_rng(1)
    lengths = np.array([9, 14, 5, 11])
    ids = draw.integers(5, 80, lengths.sum())
    ends = np.cumsum(lengths)
    ids[ends - lengths], ids[ends - 1] = 2, 3
    owners = np.array([0, 0, 1, 2])  # the first text has two pieces
    whole = TokenBatch(ids, np.zeros_like(ids), lengths, np.zeros(3), np.array([7, 3, 8]), owners)
    found = mask_texts(whole, np.array([2, 3]), masking, 1, 5)
    last = TokenBatch(
        ids[23:], np.zeros(16, np.int64), lengths[2:], np.zeros(2), np.array([3, 8]), np.array([0, 1])
    )
    part = mask_texts(last, np.array([2, 3]), masking, 1, 5)
    assert part.texts.ids.tolist() == found.texts.ids[23:].tolist()
    assert (part.positions + 23).tolist() == [p for p in found.positions if p >= 23]
    assert not np.isin(found.targets, [2, 3]).any()
    assert found.texts.ids.tolist() != mask_texts(whole, np.array([2, 3]), masking, 1, 6).texts.ids.tolist()


TOGETHER: list[dict[str, Any]] = [
    {
        "replay": {"kind": "both", "ratio": 0.4, "samples": 12},
        "distillation": "lwf",
        "compute": {"micro_batches": 2},
    },
    {"replay": "text", "distillation": {"kind": "lwf", "of": "words"}, "adapter": "lora"},
    {"kind": "further_pretrain", "replay": "both", "distillation": "lwf"},
    {"kind": "multitask", "replay": "both", "distillation": "lwf", "compute": {"micro_batches": 2}},
]


@pytest.mark.parametrize(
    "options", nightly_but({0, 3}, TOGETHER), ids=["both", "adapter", "pretrain", "multitask"]
)
def test_resuming_is_exact(options: dict[str, Any], run: Callable[..., Experiment], tmp_path: Path) -> None:
    fields = dict(options)
    if "replay" in fields:
        choice = fields["replay"] if isinstance(fields["replay"], dict) else {"kind": fields["replay"]}
        fields["replay"] = choice | {"text": str(tmp_path / "general.txt")}
    experiment = run(**fields)
    whole = list(train(experiment, tmp_path / "whole"))
    parts = run_until(experiment, tmp_path / "parts", 8, resume=False)
    parts += run_until(experiment, tmp_path / "parts", 9, resume=True)
    parts += train(experiment, tmp_path / "parts", resume=True)
    for name in ("train/loss", "train/loss/replay", "train/loss/distillation"):
        one, two = (
            {e.step: e.values[name] for e in seen if isinstance(e, StepMetrics) and name in e.values}
            for seen in (whole, parts)
        )
        assert one == two and len(one) >= 5
    assert_same(tmp_path / "whole" / "stage-2", tmp_path / "parts" / "stage-2")
