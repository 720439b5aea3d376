"""TOML out and in: exact, commented, and clear about mistakes."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import UserError
from engine.spec.describe import walk_fields
from engine.spec.experiment import parse_experiment
from engine.spec.stages import Finetune
from engine.spec.sweep import Plan
from engine.spec.toml import dumps, load, loads

text = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=20)
finetune = st.fixed_dictionaries(
    {
        "kind": st.just("finetune"),
        "data": st.fixed_dictionaries({"source": text, "text": st.lists(text, max_size=3), "join": text}),
        "learning_rate": st.floats(1e-9, 0.5, exclude_max=True),
        "freezing": st.one_of(
            st.just("none"), st.builds(lambda n: {"kind": "lowest", "layers": n}, st.integers(0, 99))
        ),
        "decay": st.one_of(
            st.just("none"), st.builds(lambda x: {"kind": "zhang", "xi": x}, st.floats(0.1, 1.0))
        ),
        "truncation": st.sampled_from(["head", "tail", "head_tail", "head_tail_share"]),
    }
)
pretrain = st.fixed_dictionaries(
    {"kind": st.just("further_pretrain"), "corpus": st.lists(text, min_size=1, max_size=2)}
)
tables = st.fixed_dictionaries(
    {
        "name": text, "notes": text, "seed": st.integers(0, 2**40),
        "seeds": st.fixed_dictionaries({"order": st.one_of(st.none(), st.integers(0, 99))}),
        "stages": st.lists(st.one_of(finetune, pretrain), min_size=1, max_size=3),
    }
)  # fmt: skip


@settings(max_examples=40, deadline=None)
@given(tables, st.lists(st.floats(1e-8, 0.9), min_size=1, max_size=3))
def test_round_trip_is_exact(table: dict, rates: list[float]) -> None:
    plan = Plan(parse_experiment(table), {"stages.0.learning_rate": rates, "seed": [1, 2]})
    assert loads(dumps(plan)) == plan
    assert loads(dumps(plan, comments=False)) == plan


def test_every_field_of_a_fine_tuning_is_explained() -> None:
    written = dumps(parse_experiment({"stages": [{"kind": "finetune", "data": "samples:reviews"}]}))
    comments = " ".join(line.removeprefix("# ") for line in written.splitlines() if line.startswith("#"))
    for meta in walk_fields(Finetune):
        if not meta.option:
            assert meta.label in comments, meta.path
            assert meta.help[:40] in comments, meta.path


def test_mistakes_are_named(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"plan\.toml.*line 2"):
        loads('name = "x"\nname = = 1', place="plan.toml")
    with pytest.raises(UserError, match="there is no field 'stage'. Did you mean 'stages'"):
        loads("[[stage]]\nkind='finetune'")
    with pytest.raises(UserError, match="learning_rte.*Did you mean 'learning_rate'"):
        loads("[[stages]]\nkind='finetune'\ndata='samples:reviews'\n[sweep]\nlearning_rte=[1e-5]")
    with pytest.raises(UserError, match="no such file"):
        load(tmp_path / "missing.toml")
    (tmp_path / "latin.toml").write_bytes('name = "Zwölf"'.encode("latin-1"))
    with pytest.raises(UserError, match="not UTF-8"):
        load(tmp_path / "latin.toml")
