"""Ranges as people write them, and the fields that are offered."""

from __future__ import annotations

import pytest

from engine.errors import UserError
from engine.spec.sweep import Plan
from tests.workbench.pages.design.drafted import quickstart
from workbench.pages.design.draft.draft import Draft, from_json, from_plan
from workbench.pages.design.search.ranges import RangeRow, range_rows

RATE, BATCH = "stages.0.learning_rate", "stages.0.batch_size"


def rows(draft: Draft) -> dict[str, RangeRow]:
    return {row.path: row for row in range_rows(draft)}


def test_the_learning_rate_is_proposed_by_factors_and_other_numbers_beside_it() -> None:
    found = rows(quickstart())
    assert (found[RATE].text, found[RATE].chosen, found[RATE].log) == ("7.5e-5 to 0.0012", True, True)
    assert (found[BATCH].text, found[BATCH].chosen) == ("16 to 64", False)
    assert [row.path for row in found.values() if row.chosen] == [RATE]
    assert not any("data" in path or "name" in path for path in found)


def test_what_is_swept_is_chosen_with_what_its_values_span() -> None:
    draft = quickstart().with_axis(RATE, [1e-5, 1e-4]).with_axis(BATCH, [8, 16])
    draft = draft.with_axis("stages.0.decay", [{"kind": "none"}, {"kind": "zhang"}])
    found = rows(draft)
    assert [row.path for row in found.values() if row.chosen] == [RATE, BATCH, "stages.0.decay"]
    assert found[RATE].values(found[RATE].text) == {"low": 1e-5, "high": 1e-4, "log": True}
    assert found[BATCH].values(found[BATCH].text) == {"values": [8, 16]}
    assert found["stages.0.decay"].values("") == {"values": [{"kind": "none"}, {"kind": "zhang"}]}


def test_a_declared_search_comes_back_and_stays_with_the_draft() -> None:
    search = {
        "fields": {RATE: {"low": 1e-5, "high": 1e-3, "log": True}, BATCH: {"values": [8, 16]}},
        "trials": 9,
    }
    plan = Plan(quickstart().plan().experiment, search=search)
    draft = from_plan(plan)
    assert draft.plan() == plan and from_json(draft.to_json()) == draft
    found = rows(draft)
    assert {path: row.values(row.text) for path, row in found.items() if row.chosen} == search["fields"]
    # A stage before moves the fields; without its stage a field is searched no more.
    more = draft.with_stages([draft.stages[0], draft.stages[0]], [None, 0])
    assert list(more.search["fields"]) == [path.replace("stages.0", "stages.1") for path in search["fields"]]
    assert more.with_stages([more.stages[0]], [0]).search == {}


@pytest.mark.parametrize("text", ["", "8", "eight to nine", "8 to", "true to false"])
def test_what_is_no_range_is_said(text: str) -> None:
    with pytest.raises(UserError, match="Batch size"):
        rows(quickstart())[BATCH].values(text)
