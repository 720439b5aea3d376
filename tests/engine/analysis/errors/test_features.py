"""What texts are sorted by: groups of equal size, columns."""

from __future__ import annotations

import numpy as np

from engine.analysis.errors.features import column_feature, cut_into_groups
from engine.analysis.errors.predicted_split import answer_words


def test_groups_are_about_equal_and_keep_equal_numbers_together() -> None:
    numbers = np.random.default_rng(1).permutation(np.arange(1000.0))
    values, codes = cut_into_groups(numbers, "g")
    assert len(values) == 5 and set(np.bincount(codes)) == {200}
    for code, name in enumerate(values):
        low, high = map(float, name.split(" to "))
        assert (numbers[codes == code].min(), numbers[codes == code].max()) == (low, high)
    values, codes = cut_into_groups(np.array([1.0] * 90 + [2.0] * 10), "g")
    assert values == ("1", "2") and np.bincount(codes).tolist() == [90, 10]
    values, codes = cut_into_groups(np.array([np.nan, 3.0]), "g")
    assert values == ("3",) and codes.tolist() == [-1, 0]


def test_a_column_of_words_has_its_frequent_values_and_the_rest() -> None:
    cells = [f"v{n % 20}" for n in range(100)] + ["v0"] * 50 + [""] * 30
    found = column_feature("source", cells)
    assert found is not None
    assert found.values[0] == "v0" and found.values[1] == "(empty)" and found.values[-1] == "other values"
    assert [found.values[code] for code in found.codes[:2]] == ["v0", "v1"]
    assert found.values[found.codes[-1]] == "(empty)"


def test_a_column_of_numbers_is_cut_and_names_of_texts_make_no_slices() -> None:
    found = column_feature("year", [str(1900 + n % 100) for n in range(300)])
    assert found is not None and found.values[0] == "1900 to 1919" and len(found.values) == 5
    assert column_feature("price", [f"{n * 1.1:.2f}" for n in range(100)]) is not None
    for names in (
        [f"text-{n}" for n in range(100)],
        ["a", "b", "c", "d"],
        [str(4000 + n) for n in range(100)],
    ):
        assert column_feature("id", names) is None
        assert column_feature("id", names, is_requested=True) is not None


def test_answers_are_said_in_words() -> None:
    assert answer_words(np.array([1, 0]), ("a", "b")) == ["b", "a"]
    assert answer_words(np.array([[1.0, 0, 1], [0, 0, 0]]), ("a", "b", "c")) == ["a, c", "(no label)"]
    assert answer_words(np.array([2.5, 3.0]), ()) == ["2.5", "3"]
