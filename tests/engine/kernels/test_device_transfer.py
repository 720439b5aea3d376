"""A batch moved in one copy is the batch."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import numpy as np
import pytest
import torch

from engine.data.tokens import TokenBatch
from engine.kernels.device_transfer import move_to_device
from engine.kernels.tensor_batch import to_tensors


def batch(pieces: bool) -> TokenBatch:
    lengths = np.array([7, 12, 3, 30, 5])
    total, draw = int(lengths.sum()), np.random.default_rng(0)
    owners = np.array([0, 0, 1, 2, 2]) if pieces else None
    count = 3 if pieces else 5
    return TokenBatch(
        draw.integers(1, 60, total), draw.integers(0, 2, total), lengths, np.arange(count), np.arange(count), owners
    )  # fmt: skip


def same(one: Any, other: Any, storages: set[int]) -> None:
    if isinstance(one, torch.Tensor):
        assert one.dtype == other.dtype and one.shape == other.shape and torch.equal(one, other.cpu())
        storages.add(other.untyped_storage().data_ptr())
    elif isinstance(one, tuple):
        for a, b in zip(one, other, strict=True):
            same(a, b, storages)
    elif hasattr(one, "__dataclass_fields__"):
        assert type(one) is type(other)
        for field in fields(one):
            if not field.metadata.get("host"):
                same(getattr(one, field.name), getattr(other, field.name), storages)
    else:
        assert one == other


@pytest.mark.parametrize("packed", [True, False], ids=["packed", "padded"])
@pytest.mark.parametrize("pieces", [True, False], ids=["pieces", "texts"])
def test_every_tensor_arrives_in_the_same_memory_and_what_belongs_to_the_host_stays(
    packed: bool, pieces: bool
) -> None:
    made = to_tensors(batch(pieces), "cpu", packed, 0, max_tokens=24)
    assert pieces == bool(made.sub_batches)
    there = move_to_device(made, torch.device("cpu"))
    storages: set[int] = set()
    same(made, there, storages)
    assert len(storages) == 1
    assert there.host_lengths is made.host_lengths
    # A copy: what is written to one is not read in the other.
    there.ids.zero_()
    assert made.ids.any()


def test_empty_tensors_and_single_bytes_find_their_place() -> None:
    tree = (
        torch.zeros(0),
        torch.tensor([True]),
        torch.arange(3),
        torch.tensor([1.5, 2.5], dtype=torch.float64),
    )
    found = move_to_device(tree, torch.device("cpu"))
    assert all(torch.equal(a, b) and a.dtype == b.dtype for a, b in zip(tree, found, strict=True))


@pytest.mark.skipif(not torch.cuda.is_available(), reason="needs a GPU")
def test_to_a_gpu() -> None:
    made, there = to_tensors(batch(True), "cpu", False, 0), to_tensors(batch(True), "cuda", False, 0)
    same(made, there, set())
