"""What stands in a label column becomes values of the target's type, from the file to the split."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import ClassVar, Literal

import numpy as np
import pytest

from engine.data.arrow_columns import label_array, label_values, map_part, write_part
from engine.data.dataset import load_dataset
from engine.data.inspection.browse import read_page
from engine.data.inspection.dataset_report import inspect_dataset
from engine.errors import UserError
from engine.spec.data import DataSource
from engine.spec.targets import Target

pytestmark = pytest.mark.usefixtures("home")


@pytest.fixture
def number_target() -> Iterator[str]:
    """A target of real numbers, known while the test runs."""

    class HandMadeNumber(Target):
        """A number."""

        kind: Literal["handmade_number"] = "handmade_number"

        def parse(self, cell: str, classes: Mapping[str, int]) -> float:
            return float(cell)

    yield "handmade_number"
    del Target.options["handmade_number"]


@pytest.fixture
def several_target() -> Iterator[str]:
    """A target of any number of classes, between bars."""

    class HandMadeSeveral(Target):
        """Several classes."""

        kind: Literal["handmade_several"] = "handmade_several"
        has_classes: ClassVar[bool] = True

        def mentioned_classes(self, cell: str) -> tuple[str, ...]:
            return tuple(cell.split("|"))

        def parse(self, cell: str, classes: Mapping[str, int]) -> Sequence[float]:
            own = {classes[name] for name in self.mentioned_classes(cell)}
            return [float(number in own) for number in range(len(classes))]

    yield "handmade_several"
    del Target.options["handmade_several"]


def written(folder: Path, labels: Sequence[str]) -> Path:
    file = folder / "rows.csv"
    rows = "\n".join(f'text number {i},"{label}"' for i, label in enumerate(labels))
    file.write_text(f"text,label\n{rows}\n", encoding="utf-8")
    return file


def test_numbers_stay_numbers(tmp_path: Path, number_target: str) -> None:
    labels = [str(i / 4) for i in range(60)]
    source = DataSource(source=str(written(tmp_path, labels)), target=number_target)
    data = load_dataset(source)
    assert data.classes == ()
    for split in data.splits.values():
        assert split.labels.dtype == np.float64
        np.testing.assert_array_equal(split.labels, (split.rows - 2) / 4)
    # Without classes there is nothing to count, and all else is told as ever.
    report = inspect_dataset(source)
    assert report.classes == [] and report.splits["train"].rows == len(data.splits["train"])
    page = read_page(data.fingerprint, "train", 0, 3, order="label")
    values = [float(row.label) for row in page.rows]
    assert values == sorted(values)


def test_a_cell_that_is_no_number_is_named(tmp_path: Path, number_target: str) -> None:
    file = written(tmp_path, [*(str(i) for i in range(30)), "many"])
    with pytest.raises(UserError, match="label 'many'") as refused:
        load_dataset(DataSource(source=str(file), target=number_target))
    assert "row 32" in refused.value.place


def test_a_text_may_have_several_classes(tmp_path: Path, several_target: str) -> None:
    cells = ["art", "art|war", "war|sea"] * 20
    data = load_dataset(DataSource(source=str(written(tmp_path, cells)), target=several_target))
    assert data.classes == ("art", "sea", "war")
    for split in data.splits.values():
        expected = [
            [float(name in cells[row - 2].split("|")) for name in data.classes] for row in split.rows.tolist()
        ]
        np.testing.assert_array_equal(split.labels, expected)


@pytest.mark.parametrize(
    "values",
    [
        np.array([2, 0, 1], np.int32),
        np.array([0.5, -1.0, np.pi]),
        np.array([[1.0, 0.0], [0.25, 0.75], [0.0, 1.0]]),
    ],
    ids=["classes", "numbers", "rows of numbers"],
)
def test_labels_come_back_from_disk(tmp_path: Path, values: np.ndarray) -> None:
    import pyarrow as pa

    write_part(tmp_path / "part.arrow", pa.table({"label": label_array(values)}))
    found = label_values(map_part(tmp_path / "part.arrow")["label"])
    np.testing.assert_array_equal(found, values)
    assert found.dtype == (np.int64 if values.dtype == np.int32 else np.float64)
