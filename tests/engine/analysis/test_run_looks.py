"""Slots of curves drawn together."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engine.analysis.run_looks import distinct_slots


def test_only_those_that_would_look_alike_change() -> None:
    assert distinct_slots({5: 2, 6: 1, 7: 4}) == {5: 2, 6: 1, 7: 4}
    assert distinct_slots({5: 2, 6: 2, 7: 1, 8: 2}) == {5: 2, 6: 3, 7: 1, 8: 4}


@given(st.dictionaries(st.integers(), st.integers(1, 32), max_size=40))
def test_no_two_look_alike_and_the_first_with_a_slot_keeps_it(own: dict[int, int]) -> None:
    made = distinct_slots(own)
    assert list(made) == list(own) and len(set(made.values())) == len(own)
    looks = {key: (slot - 1) % 8 if len(own) <= 8 else slot for key, slot in own.items()}
    firsts = {look: key for key, look in reversed(looks.items())}
    assert all(made[key] == own[key] for key in firsts.values())
    assert len(own) > 8 or len({(slot - 1) % 8 for slot in made.values()}) == len(own), "nor in colour"
