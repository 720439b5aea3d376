"""The health report."""

from __future__ import annotations

import pytest

from engine.data.inspection.report import DataFinding
from workbench.pages.data.inspector.panel import InspectorPanel

pytestmark = pytest.mark.gui


def test_health_leads_with_what_needs_a_decision(qtbot) -> None:
    panel = InspectorPanel(lambda: [])
    qtbot.addWidget(panel)
    findings = [
        DataFinding(level="warning", kind="duplicates", message="2 duplicate texts in train", split="train",
                    indices=(3, 9), count=2),
        DataFinding(level="good", kind="conflicts", message="No text with two labels"),
    ]  # fmt: skip
    wanted: list[DataFinding] = []
    panel.show_wanted.connect(wanted.append)
    panel.clear("reading")
    assert panel._doubtful.isHidden()  # of a set that is being read, nothing can be looked through
    panel.show_health(findings, ["There is no test split."], 90)
    assert panel._doubtful.isHidden(), "of numbers and sets of labels none is called wrong for another"
    panel.show_health(findings, ["There is no test split."], 90, excludable=True)
    assert not panel._doubtful.isHidden()
    assert [row.text.text() for row in panel.health_rows()] == [
        "2 duplicate texts in train", "There is no test split.", "No text with two labels",
    ]  # fmt: skip
    links = [row.link for row in panel.health_rows() if row.link is not None]
    assert len(links) == 1
    links[0].click()
    assert wanted == [findings[0]]
    panel.show_labels("train", {"a": 30, "b": 10}, 40)
    assert [(bar.text, bar.note) for bar in panel.labels.rows()] == [("30", "75.0 %"), ("10", "25.0 %")]
    panel.show_labels("train", {"a": 30, "b": 20}, 40)  # some have both labels
    assert [bar.note for bar in panel.labels.rows()] == ["75.0 %", "50.0 %"]
    assert panel._labels_caption.text() == "train, 40 rows" and not panel._labels_section.isHidden()
    panel.show_labels("train", {}, 40)
    assert panel._labels_section.isHidden(), "of numbers there are no classes"
