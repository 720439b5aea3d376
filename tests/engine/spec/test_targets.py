"""Targets: classes as ever, and a data set that says nothing keeps its identity."""

from __future__ import annotations

import numpy as np

from engine.spec.base import counts_in_identity
from engine.spec.data import DataSource
from engine.spec.targets import ClassTarget, Target


def test_classes_are_numbered_and_shown_by_name() -> None:
    target = DataSource(source="samples:reviews").target
    assert target == ClassTarget() and target.mentioned_classes("good") == ("good",)
    assert target.parse("good", {"bad": 0, "good": 1}) == 1
    assert target.show(1, ["bad", "good"]) == "good"
    np.testing.assert_array_equal(target.strata(np.array([1, 0], np.int32)), [1, 0])


def test_other_labels_are_drawn_as_one_group_unless_they_say_so() -> None:
    plain = Target.model_construct(kind="plain")
    np.testing.assert_array_equal(plain.strata(np.array([0.5, 0.7, 9.0])), [0, 0, 0])
    assert plain.mentioned_classes("3.5") == () and plain.show(2.0, ()) == "2"


def test_what_was_added_later_changes_no_identity() -> None:
    info = DataSource.model_fields["target"]
    assert not counts_in_identity(info, ClassTarget())
    assert counts_in_identity(info, Target.model_construct(kind="other"))
