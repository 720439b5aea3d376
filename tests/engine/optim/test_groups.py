"""Rates of every depth against the conventions' formulas; what is frozen stays bit for bit."""

from __future__ import annotations

from typing import Any

import pytest
import torch
from torch.nn import functional

from engine.errors import UserError
from engine.model.parameters import parameter_table
from engine.optim.bertadam import BertAdamOptimizer
from engine.optim.groups import ParameterScheduler, build_optimizer
from engine.spec.stages import Finetune, FurtherPretrain

RATE = 2e-5
CONSTANT = {"kind": "constant", "warmup": 0.0}


def stage(**fields: Any) -> Finetune:
    return Finetune(**({"data": "samples:questions", "learning_rate": RATE} | fields))


def rates(model, chosen: Finetune, layers: int) -> dict[tuple[int, str], float]:
    """(depth, part) -> the one rate of its group in the optimiser."""
    table = parameter_table(model)
    optimizer = build_optimizer(model, table, chosen, layers)
    found: dict[tuple[int, str], set[float]] = {}
    for group in optimizer.param_groups:
        found.setdefault((group["depth"], group["part"]), set()).add(group["base_lr"])
    assert all(len(values) == 1 for values in found.values())
    assert {(row.depth, row.part) for row in table} == found.keys()
    return {key: values.pop() for key, values in found.items()}


# Written out from the papers, not from the spec's classes: (embeddings, layer l of L, pooler and head).
CONVENTIONS = {
    "none": (lambda xi, n: 1.0, lambda xi, n, i: 1.0, lambda xi: 1.0),
    # Sun et al. 2019, run_classifier_discriminative.py: the rest group holds embeddings, pooler and classifier.
    "original": (lambda xi, n: 1.0, lambda xi, n, i: xi ** (n - i), lambda xi: 1.0),
    # Sun et al. 2019, equation 2, embeddings as the layer below the first.
    "paper": (lambda xi, n: xi**n, lambda xi, n, i: xi ** (n - i), lambda xi: 1.0),
    # Zhang et al. 2021, run_glue.py: head 1, layer 11 of 0..11 xi, layer i xi^(12-i), embeddings xi^13.
    "zhang": (lambda xi, n: xi ** (n + 1), lambda xi, n, i: xi ** (n + 1 - i), lambda xi: 1.0),
}


@pytest.mark.parametrize("layers", [2, 6, 12, 24])
@pytest.mark.parametrize("convention", CONVENTIONS)
def test_rates_of_each_convention(convention, layers, classifier):
    xi = 0.9
    decay = {"kind": convention} | ({"xi": xi} if convention != "none" else {})
    found = rates(classifier(layers, layers_read="pooler"), stage(decay=decay), layers)
    embeddings, layer, top = CONVENTIONS[convention]
    assert found.pop((0, "embeddings")) == pytest.approx(RATE * embeddings(xi, layers), rel=1e-12)
    assert found.pop((layers + 1, "head")) == pytest.approx(RATE * top(xi), rel=1e-12)
    assert found.pop((layers + 1, "pooler")) == pytest.approx(RATE * top(xi), rel=1e-12)
    expected = {(n, "layer"): RATE * layer(xi, layers, n) for n in range(1, layers + 1)}
    assert found == pytest.approx(expected, rel=1e-12)


def test_the_original_counted_twelve_layers_and_we_count_the_encoders_own(classifier):
    # BERT-large in the original's script: layers 0-11 get xi^(11-i), layers 12-23 fall into the undecayed rest.
    xi, found = 0.95, rates(classifier(24), stage(decay={"kind": "original", "xi": 0.95}), 24)
    theirs = [xi ** (11 - i) if i < 12 else 1.0 for i in range(24)]
    ours = [found[i + 1, "layer"] / RATE for i in range(24)]
    assert ours == pytest.approx([xi ** (23 - i) for i in range(24)], rel=1e-12)
    assert ours[23] == theirs[23] == theirs[11] == 1.0 and ours[11] == pytest.approx(xi**12)


def test_the_groups_of_the_originals_other_scripts(classifier):
    # run_classifier.py --discr: layers 0-3, 4-7, 8-11; run_classifier_multitask.py --discr: 0-5, 6-10, 11.
    scripts = {
        "original_thirds": [1 / 2.6] * 4 + [1.0] * 4 + [2.6] * 4,
        "original_halves": [1 / 1.5] * 6 + [1.0] * 5 + [1.5],
    }
    for kind, expected in scripts.items():
        found = rates(classifier(12, layers_read="pooler"), stage(decay=kind), 12)
        assert [found[i, "layer"] / RATE for i in range(1, 13)] == pytest.approx(expected, rel=1e-12)
        assert found[0, "embeddings"] == found[13, "pooler"] == found[13, "head"] == RATE
    assert [
        rates(classifier(6), stage(decay="original_thirds"), 6)[i, "layer"] / RATE for i in range(1, 7)
    ] == (pytest.approx([1 / 2.6] * 2 + [1.0] * 2 + [2.6] * 2))


def test_decay_reaches_other_families(classifier):
    for kind in ("distilbert", "modernbert", "roberta", "eurobert", "deberta-v2"):
        found = rates(classifier(4, kind), stage(decay={"kind": "zhang", "xi": 0.5}), 4)
        assert [found[n, "layer"] / RATE for n in (1, 2, 3, 4)] == pytest.approx(
            [1 / 16, 1 / 8, 1 / 4, 1 / 2]
        )


def test_a_head_of_its_own_rate(classifier):
    found = rates(classifier(2, layers_read="pooler"), stage(head_learning_rate=1e-3, decay="zhang"), 2)
    assert found[3, "head"] == 1e-3 and found[3, "pooler"] == RATE


def test_further_pretraining_has_one_rate(classifier):
    model, chosen = classifier(2), FurtherPretrain(corpus=["x"], learning_rate=3e-4)
    optimizer = build_optimizer(model, parameter_table(model), chosen, 2)
    assert {group["base_lr"] for group in optimizer.param_groups} == {3e-4}


def test_weight_decay_spares_vectors(classifier):
    model = classifier(2)
    names = {id(p): name for name, p in model.named_parameters()}
    optimizer = build_optimizer(model, parameter_table(model), stage(weight_decay=0.07), 2)
    seen = 0
    for group in optimizer.param_groups:
        for parameter in group["params"]:
            seen += 1
            spared = "bias" in names[id(parameter)] or "LayerNorm" in names[id(parameter)]
            assert group["weight_decay"] == (0.0 if spared else 0.07), names[id(parameter)]
    assert seen == len(names)


def test_schedule_multiplies_every_group(classifier):
    model, chosen = classifier(2), stage(decay={"kind": "paper", "xi": 0.5}, schedule="linear")
    table = parameter_table(model)
    optimizer = build_optimizer(model, table, chosen, 2)
    course = ParameterScheduler(model, table, chosen, 2, 100)
    for step, factor in ((0, 0.0), (5, 0.5), (10, 1.0), (55, 0.5)):
        course.set_learning_rates(optimizer, step)
        for group in optimizer.param_groups:
            assert group["lr"] == pytest.approx(group["base_lr"] * factor)


def test_optimiser_by_name(classifier):
    model = classifier(2)
    table = parameter_table(model)
    adam = build_optimizer(
        model, table, stage(optimizer={"kind": "adamw", "beta2": 0.98, "epsilon": 1e-7}), 2
    )
    assert isinstance(adam, torch.optim.AdamW) and adam.defaults["betas"] == (0.9, 0.98)
    assert adam.defaults["eps"] == 1e-7
    assert isinstance(build_optimizer(model, table, stage(optimizer="bertadam"), 2), BertAdamOptimizer)


def train(model, chosen: Finetune, layers: int, steps: int) -> list[set[str]]:
    """Trains on random ids; the names of the tensors that changed bit for bit in each update."""
    table = parameter_table(model)
    optimizer = build_optimizer(model, table, chosen, layers)
    course = ParameterScheduler(model, table, chosen, layers, steps)
    moved = []
    model.train()
    for step in range(steps):
        course.apply_freezing(step)
        course.set_learning_rates(optimizer, step)
        before = {name: value.clone() for name, value in model.state_dict().items()}
        update(model, optimizer)
        after = model.state_dict()
        moved.append({name for name, value in before.items() if not torch.equal(value, after[name])})
    return moved


def update(model, optimizer: torch.optim.Optimizer) -> None:
    ids = torch.randint(3, 20, (4, 6))
    states = model.encoder(ids).last_hidden_state[:, 0]
    functional.cross_entropy(model.head(states), torch.tensor([0, 1, 2, 0])).backward()
    optimizer.step()
    optimizer.zero_grad(set_to_none=True)


def parts(names: set[str]) -> set[str]:
    """'embeddings', '0', '1' (layers), 'head' of parameter names."""
    return {
        "embeddings" if "embeddings" in n else "head" if n.startswith("head") else n.split(".layer.")[1][0]
        for n in names
        if "pooler" not in n
    }


@pytest.mark.parametrize("optimizer", ["adamw", "bertadam"])
@pytest.mark.parametrize(
    ("freezing", "learn"),
    [
        ("none", {"embeddings", "0", "1", "2", "head"}),
        ("all", {"head"}),
        ("embeddings", {"0", "1", "2", "head"}),
        ({"kind": "lowest", "layers": 2}, {"2", "head"}),
        ({"kind": "lowest", "layers": 0}, {"0", "1", "2", "head"}),
    ],
)
def test_frozen_weights_stay_bit_for_bit(freezing, learn, optimizer, classifier):
    chosen = stage(
        freezing=freezing, optimizer=optimizer, learning_rate=1e-2, weight_decay=0.5, schedule=CONSTANT
    )
    for moved in train(classifier(3), chosen, 3, 3):
        assert parts(moved) == learn


def test_gradual_unfreezing_moves_exactly_what_has_joined(classifier):
    chosen = stage(freezing={"kind": "gradual", "every": 2}, learning_rate=1e-2, schedule=CONSTANT)
    moved = [parts(names) for names in train(classifier(3), chosen, 3, 10)]
    joined = [{"head"}, {"2", "head"}, {"1", "2", "head"}, {"0", "1", "2", "head"}]
    assert moved == [part for part in [*joined, {"embeddings", *joined[-1]}] for _ in range(2)]


def test_chain_thaw_moves_one_part_at_a_time(classifier):
    chosen = stage(freezing={"kind": "chain_thaw", "every": 2}, learning_rate=1e-2, schedule=CONSTANT)
    moved = [parts(names) for names in train(classifier(3), chosen, 3, 12)]
    turns = [{"head"}, {"embeddings"}, {"0"}, {"1"}, {"2"}, {"embeddings", "0", "1", "2", "head"}]
    assert moved == [turn for turn in turns for _ in range(2)]


def test_moments_begin_with_the_first_update_and_wait_while_frozen(classifier):
    model = classifier(2)
    chosen = stage(freezing={"kind": "chain_thaw", "every": 2}, learning_rate=1e-2, schedule=CONSTANT)
    table = parameter_table(model)
    optimizer, course = (
        build_optimizer(model, table, chosen, 2),
        ParameterScheduler(model, table, chosen, 2, 10),
    )
    lower = dict(model.named_parameters())["encoder.encoder.layer.0.output.dense.weight"]
    head = model.head.weight
    for step in range(10):
        assert course.apply_freezing(step) == (step % 2 == 0), "only a new phase costs anything"
        waiting = {p: optimizer.state[p]["exp_avg"].clone() for p in (lower, head) if p in optimizer.state}
        learns = {p for p in (lower, head) if p.requires_grad}
        course.set_learning_rates(optimizer, step)
        update(model, optimizer)
        for parameter, moment in waiting.items():
            same = torch.equal(moment, optimizer.state[parameter]["exp_avg"])
            assert same == (parameter not in learns)
        if step < 4:
            assert lower not in optimizer.state, "its turn is at update 4"
    # head: 2 alone, 2 with everything; the lowest layer: 2 alone, 2 with everything.
    assert optimizer.state[head]["step"] == optimizer.state[lower]["step"] == 4


def test_head_first_has_two_schedules_and_two_rates(classifier):
    model = classifier(2)
    freezing = {"kind": "head_first", "share": 0.25, "boost": 8.0, "rate": 0.5}
    chosen = stage(freezing=freezing, schedule={"kind": "linear", "warmup": 0.1}, decay="paper")
    table = parameter_table(model)
    optimizer, course = (
        build_optimizer(model, table, chosen, 2),
        ParameterScheduler(model, table, chosen, 2, 400),
    )
    for step in (0, 5, 10, 55, 99, 100, 115, 130, 265, 399):
        course.set_learning_rates(optimizer, step)
        alone = step < 100
        t, total = (step, 100) if alone else (step - 100, 300)
        factor = min(t / (0.1 * total), (total - t) / (0.9 * total)) * (8.0 if alone else 0.5)
        for group in optimizer.param_groups:
            expected = 0.0 if alone and group["part"] != "head" else group["base_lr"] * factor
            assert group["lr"] == pytest.approx(expected, abs=1e-15), (step, group["part"])


def test_a_frozen_parameter_loses_its_gradient(classifier):
    model = classifier(2)
    table = parameter_table(model)
    for parameter in model.parameters():
        parameter.grad = torch.ones_like(parameter)
    course = ParameterScheduler(model, table, stage(freezing="embeddings"), 2, 10)
    assert course.apply_freezing(0)
    assert not course.apply_freezing(1), "nothing changes twice"
    for row in table:
        parameter = dict(model.named_parameters())[row.name]
        assert (parameter.grad is None) == (row.depth == 0) == (not parameter.requires_grad)
    assert ParameterScheduler(model, table, stage(freezing="none"), 2, 10).apply_freezing(0)
    assert all(p.requires_grad for p in model.parameters())


def test_a_pooler_of_our_own_learns_with_the_head_and_one_of_the_encoder_with_the_encoder(classifier):
    for kind, own in (("distilbert", True), ("bert", False)):
        model = classifier(2, kind, layers_read="pooler")
        chosen = stage(freezing="all", schedule=CONSTANT)
        course = ParameterScheduler(model, parameter_table(model), chosen, 2, 10)
        course.apply_freezing(0)
        optimizer = build_optimizer(model, parameter_table(model), chosen, 2)
        course.set_learning_rates(optimizer, 0)
        learns = {name for name, p in model.named_parameters() if p.requires_grad}
        assert any("pooler" in name for name in learns) == own
        names = {id(p): name for name, p in model.named_parameters()}
        assert {names[id(p)] for g in optimizer.param_groups if g["lr"] for p in g["params"]} == learns


def test_layers_that_share_their_weights_cannot_learn_alone(classifier):
    model = classifier(3, "albert", embedding_size=8)
    table = parameter_table(model)
    with pytest.raises(UserError, match="Its layers share their weights"):
        ParameterScheduler(model, table, stage(freezing="chain_thaw"), 3, 60)
    ParameterScheduler(model, table, stage(freezing={"kind": "gradual", "every": 5}), 3, 60)
