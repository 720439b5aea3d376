"""The benchmark of searches counts what each trial cost, and its fields are those of the design."""

from __future__ import annotations

import tomllib

from benchmarks import search
from engine.spec.recipes import find_recipe
from engine.spec.search import read_search


def test_the_best_so_far_is_that_of_the_trials_that_had_ended() -> None:
    found = search.Trials((30.0, None, 20.0, 10.0), (10.0, 5.0, 10.0, 10.0))
    assert found.best == 10.0
    assert [found.best_within(seconds) for seconds in (9, 10, 24, 25, 35)] == [float("inf"), 30, 30, 20, 10]


def test_the_fields_searched_are_fields_of_a_design() -> None:
    design = find_recipe("quickstart").plan.experiment
    for sampler, pruner in search.PRUNERS.items():
        declared = tomllib.loads(f'[search]\nsampler = "{sampler}"\npruner = "{pruner}"\n{search.FIELDS}')
        assert len(read_search(design, declared["search"]).fields) == 4
