"""Which lower part of an encoder stays as it is, and for how long, by hand."""

from __future__ import annotations

import pytest

from engine.spec.freezing import (
    ChainThaw,
    FreezeAll,
    FreezeEmbeddings,
    FreezeLowest,
    Freezing,
    GradualUnfreezing,
    HeadFirst,
    NoFreezing,
)
from engine.spec.frozen_prefix import FrozenPrefix, find_frozen_prefix

LAYERS, EPOCH, TOTAL = 4, 10, 60


def found(
    policy: Freezing, *, top: int = LAYERS, total: int = TOTAL, epoch: int = EPOCH
) -> FrozenPrefix | None:
    return find_frozen_prefix(policy.timetable(LAYERS, total, epoch), LAYERS, total, epoch, top)


@pytest.mark.parametrize(
    "policy", [NoFreezing(), FreezeEmbeddings(), ChainThaw(every=5)], ids=lambda p: p.kind
)
def test_nothing_stays_long_enough(policy: Freezing) -> None:
    assert found(policy) is None


def test_the_whole_encoder() -> None:
    assert found(FreezeAll()) == FrozenPrefix(4, TOTAL, True)
    assert found(FreezeAll(), top=2) == FrozenPrefix(2, TOTAL, True)  # a reader that wants layer 2 as well
    assert found(FreezeAll(), total=9) is None  # every text would be seen less than once


def test_the_lowest_layers() -> None:
    assert found(FreezeLowest(layers=3)) == FrozenPrefix(3, TOTAL, False)
    # All layers, but the pooler learns: there is no pooler's output to keep.
    assert found(FreezeLowest(layers=4)) == FrozenPrefix(4, TOTAL, False)


def test_the_head_first() -> None:
    # The head alone for the first half: the prefix is everything, until then.
    assert found(HeadFirst(share=0.5)) == FrozenPrefix(4, 30, True)
    assert found(HeadFirst(share=0.1)) is None  # 6 updates, less than an epoch


def test_layers_that_join_one_by_one() -> None:
    # Epochs 1 to 5 have 4, 3, 2, 1 and 0 frozen layers. Each prefix is kept to its end, less the epoch of making it:
    # 4 x 0, 3 x 1, 2 x 2, 1 x 3 epochs.
    assert found(GradualUnfreezing()) == FrozenPrefix(2, 30, False)


def test_what_it_saves() -> None:
    # Forward 12, of which 8 stay; backward 2 x 4: 8 of 20 units.
    assert FrozenPrefix(8, 1, False).saving(12) == pytest.approx(8 / 20)
    assert FrozenPrefix(12, 1, True).saving(12) == 1.0
