"""What the labels are is chosen where a set is imported, and its settings follow the kind."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from engine.spec.targets import ClassTarget, LabelSetTarget, RankTarget, Target
from workbench.pages.data.importing.target import TargetForm
from workbench.widgets import FieldRow, TextField

pytestmark = pytest.mark.gui


@pytest.fixture
def form(qtbot) -> TargetForm:
    made = TargetForm()
    qtbot.addWidget(made)
    return made


def fields(form: TargetForm) -> dict[str, TextField]:
    return {row.findChildren(TextField)[0].accessibleName(): row.findChildren(TextField)[0]
            for row in form.findChildren(FieldRow) if not row.isHidden() and row.findChildren(TextField)}  # fmt: skip


def choose(form: TargetForm, kind: str) -> None:
    form.kind.set_current(kind)
    form.kind.activated.emit(form.kind.currentIndex())


def test_every_kind_of_label_can_be_chosen(form: TargetForm) -> None:
    assert form.target() == ClassTarget()
    for kind in Target.known_options():
        choose(form, kind)
        assert form.target().kind == kind
    assert not form.has_own_columns()


def test_settings_of_label_sets_are_written_and_read_back(form: TargetForm) -> None:
    seen: list[Target] = []
    form.changed.connect(lambda: seen.append(form.target()))
    choose(form, "labels")
    fields(form)["Between labels"].setText("|")
    fields(form)["Between labels"].editingFinished.emit()
    assert seen == [LabelSetTarget(), LabelSetTarget(delimiter="|")]
    fields(form)["Label columns"].setText("art, war")
    assert form.target() == LabelSetTarget(delimiter="|", columns=["art", "war"]) and form.has_own_columns()
    fields(form)["Label columns"].setText("art")
    with pytest.raises(ValidationError):
        form.target()
    assert not form.has_own_columns()
    form.begin(RankTarget(order=["low", "high"]))
    assert fields(form)["Order"].text() == "low, high" and form.target() == RankTarget(order=["low", "high"])
