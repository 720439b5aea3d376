"""What the Lab asks the store."""

from __future__ import annotations

import numpy as np
import pytest

from engine.analysis.predicted_texts import same_texts
from workbench.pages.lab.query import cell_texts

pytestmark = pytest.mark.gui


class Some:
    """As ``engine.store.summaries.PredictionSet``."""

    classes = ("a", "b")
    rows = np.array([3, 5, 9])
    labels = np.array([0, 0, 1])
    predicted = np.array([1, 1, 1])
    confidence = np.array([0.6, 0.9, 0.8])


def test_texts_of_a_cell_come_surest_first() -> None:
    other = Some()
    other.predicted = np.array([0, 1, 0])
    found = cell_texts(Some(), other, 0, 1)
    assert [(row.row, row.sure, row.other) for row in found] == [(5, 0.9, "b"), (3, 0.6, "a")]
    elsewhere = Some()
    elsewhere.rows = np.array([3, 5, 10])
    assert not same_texts(Some(), elsewhere) and not same_texts(Some(), None)
    assert cell_texts(Some(), elsewhere, 0, 1)[0].other is None
