"""Rates of every depth against the conventions' formulas; what is frozen stays bit for bit."""

from __future__ import annotations

from typing import Any

import pytest
import torch
from torch.nn import functional

from engine.errors import UserError
from engine.optim.bertadam import BertAdam
from engine.optim.groups import apply_freezing, build_optimizer, rate_table, set_rates
from engine.optim.table import parameter_table
from engine.spec.freezing import FOREVER, Freezing
from engine.spec.schedules import Linear
from engine.spec.stages import Finetune, FurtherPretrain

RATE = 2e-5


def stage(**fields: Any) -> Finetune:
    return Finetune(**({"data": "samples:questions", "learning_rate": RATE} | fields))


def rates(model, chosen: Finetune, layers: int) -> dict[tuple[int, str], float]:
    """(depth, part) -> the one rate of its group in the optimiser."""
    table = parameter_table(model)
    optimizer = build_optimizer(model, table, chosen, layers, 100)
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


@pytest.mark.parametrize(("xi", "lowest"), [(0.95, 0.5688), (0.90, 0.3138), (0.85, 0.1673)])
def test_the_original_codes_table(xi, lowest, classifier):
    # What run_classifier_discriminative.py gives the lowest of twelve layers.
    found = rates(classifier(12), stage(decay={"kind": "original", "xi": xi}), 12)
    assert found[1, "layer"] / RATE == pytest.approx(lowest, abs=5e-5)
    assert found[12, "layer"] == found[0, "embeddings"] == found[13, "head"] == RATE


def test_decay_reaches_other_families(classifier):
    for kind in ("distilbert", "modernbert", "roberta"):
        found = rates(classifier(4, kind), stage(decay={"kind": "zhang", "xi": 0.5}), 4)
        assert [found[n, "layer"] / RATE for n in (1, 2, 3, 4)] == pytest.approx(
            [1 / 16, 1 / 8, 1 / 4, 1 / 2]
        )


def test_a_head_of_its_own_rate(classifier):
    found = rates(classifier(2, layers_read="pooler"), stage(head_learning_rate=1e-3, decay="zhang"), 2)
    assert found[3, "head"] == 1e-3 and found[3, "pooler"] == RATE


def test_rate_table_names_every_parameter(classifier):
    model = classifier(2)
    table = rate_table(stage(decay={"kind": "paper", "xi": 0.5}), parameter_table(model), 2)
    assert [name for name, _, _ in table] == [name for name, _ in model.named_parameters()]
    by_depth = {depth: rate for _, depth, rate in table}
    assert by_depth == pytest.approx({0: RATE / 4, 1: RATE / 2, 2: RATE, 3: RATE})


def test_further_pretraining_has_one_rate(classifier):
    model, chosen = classifier(2), FurtherPretrain(corpus=["x"], learning_rate=3e-4)
    optimizer = build_optimizer(model, parameter_table(model), chosen, 2, 10)
    assert {group["base_lr"] for group in optimizer.param_groups} == {3e-4}


def test_weight_decay_spares_vectors(classifier):
    model = classifier(2)
    names = {id(p): name for name, p in model.named_parameters()}
    optimizer = build_optimizer(model, parameter_table(model), stage(weight_decay=0.07), 2, 10)
    seen = 0
    for group in optimizer.param_groups:
        for parameter in group["params"]:
            seen += 1
            spared = "bias" in names[id(parameter)] or "LayerNorm" in names[id(parameter)]
            assert group["weight_decay"] == (0.0 if spared else 0.07), names[id(parameter)]
    assert seen == len(names)


def test_schedule_multiplies_every_group(classifier):
    model = classifier(2)
    optimizer = build_optimizer(
        model, parameter_table(model), stage(decay={"kind": "paper", "xi": 0.5}), 2, 100
    )
    for step, factor in ((0, 0.0), (5, 0.5), (10, 1.0), (55, 0.5)):
        set_rates(optimizer, Linear(warmup=0.1), step, 100)
        for group in optimizer.param_groups:
            assert group["lr"] == pytest.approx(group["base_lr"] * factor)


def test_optimiser_by_name(classifier):
    model = classifier(2)
    table = parameter_table(model)
    adam = build_optimizer(
        model, table, stage(optimizer={"kind": "adamw", "beta2": 0.98, "epsilon": 1e-7}), 2, 10
    )
    assert isinstance(adam, torch.optim.AdamW) and adam.defaults["betas"] == (0.9, 0.98)
    assert adam.defaults["eps"] == 1e-7
    assert isinstance(build_optimizer(model, table, stage(optimizer="bertadam"), 2, 10), BertAdam)


class Thaw:
    """Layer 3 from the start, layer 2 from update 2, the rest never: what gradual unfreezing will do.

    Not a ``Freezing``, or it would be an option of every form that another test opens.
    """

    def problem(self, layers: int) -> str:
        return ""

    def frozen_until(self, depth: int, layers: int, total: int) -> int:
        return {3: 0, 4: 0, 2: 2}.get(depth, FOREVER)


def train(model, chosen, layers: int, steps: int, policy: Freezing | Thaw | None = None) -> list[set[str]]:
    """Trains on random ids; the names of the tensors that changed bit for bit in each update."""
    policy = policy or chosen.freezing
    table = parameter_table(model)
    optimizer = build_optimizer(model, table, chosen.model_copy(update={"freezing": policy}), layers, steps)
    moved = []
    model.train()
    for step in range(steps):
        apply_freezing(model, table, policy, layers, step, steps)
        before = {name: value.clone() for name, value in model.state_dict().items()}
        ids = torch.randint(3, 20, (4, 6))
        states = model.encoder(ids).last_hidden_state[:, 0]
        functional.cross_entropy(model.head(states), torch.tensor([0, 1, 2, 0])).backward()
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)
        after = model.state_dict()
        moved.append({name for name, value in before.items() if not torch.equal(value, after[name])})
    return moved


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
    chosen = stage(freezing=freezing, optimizer=optimizer, learning_rate=1e-2, weight_decay=0.5)
    for moved in train(classifier(3), chosen, 3, 3):
        assert parts(moved) == learn


def test_a_layer_that_thaws_starts_with_fresh_moments(classifier):
    model, chosen = classifier(3), stage(learning_rate=1e-2)
    table = parameter_table(model)
    moved = train(model, chosen, 3, 4, Thaw())
    assert [parts(names) for names in moved] == [
        {"2", "head"},
        {"2", "head"},
        {"1", "2", "head"},
        {"1", "2", "head"},
    ]

    optimizer = build_optimizer(model, table, chosen.model_copy(update={"freezing": Thaw()}), 3, 4)
    parameters = dict(model.named_parameters())
    for step in range(4):
        assert apply_freezing(model, table, Thaw(), 3, step, 4) == (step in (0, 2))
        ids = torch.randint(3, 20, (4, 6))
        model.head(model.encoder(ids).last_hidden_state[:, 0]).square().sum().backward()
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)
    early = parameters["encoder.encoder.layer.2.output.dense.weight"]
    late = parameters["encoder.encoder.layer.1.output.dense.weight"]
    never = parameters["encoder.encoder.layer.0.output.dense.weight"]
    assert optimizer.state[early]["step"] == 4 and optimizer.state[late]["step"] == 2
    assert never not in optimizer.state


def test_a_frozen_parameter_loses_its_gradient(classifier):
    model = classifier(2)
    table = parameter_table(model)
    for parameter in model.parameters():
        parameter.grad = torch.ones_like(parameter)
    assert apply_freezing(model, table, Freezing.choose("embeddings"), 2, 0, 10)
    assert not apply_freezing(model, table, Freezing.choose("embeddings"), 2, 1, 10), "nothing changes twice"
    for row in table:
        parameter = dict(model.named_parameters())[row.name]
        assert (parameter.grad is None) == (row.depth == 0) == (not parameter.requires_grad)
    assert apply_freezing(model, table, Freezing.choose("none"), 2, 0, 10)
    assert all(p.requires_grad for p in model.parameters())


def test_more_layers_frozen_than_there_are(classifier):
    model = classifier(2)
    with pytest.raises(UserError, match="asks for 3 layers, the encoder has 2"):
        build_optimizer(model, parameter_table(model), stage(freezing={"kind": "lowest", "layers": 3}), 2, 10)
