"""What processes that train together do for each other. Whole runs: tests/engine/launch/test_parallel.py."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
import torch

from engine.compute.microbatch import MicroBatching
from engine.compute.process_group import ALONE, ProcessGroup, checksum
from engine.launch import processes
from tests import patience

SCRIPT = """
import json, os, sys
from pathlib import Path
import numpy as np, torch
from engine.train.data_parallel import GradientReducer, SharedOutOfMemory
from engine.compute.process_group import Drifted, ProcessGroup, StoppedByMain, join_processes, leave
from engine.train.sums import all_reduce_sums
from engine.train.update import UpdateSums

other = os.fork()  # one import for both
os.environ["RANK"] = "0" if other else "1"
said = {}
ranks = join_processes(ProcessGroup.from_environment(), cuda=False)
rank = ranks.rank
said["decided"] = ranks.decide({"step": 7 + rank, "attention": {"few": "sdpa"}})
with ranks.main_first():
    order = ranks.board.add("entered", 1)
said["entered"] = order
said["maximum"] = ranks.maximum([rank, 1 - rank, 0])
answers = np.zeros(3, np.float32)
answers[rank] = rank + 0.5
ranks.all_reduce_arrays(answers)
said["gathered"] = answers.tolist()

# Four parameters: both processes use the first, one the second, the other the third, nobody the last. The second
# process has two micro-batches. The first update is exchanged when both have computed, the others on the way.
weights = [torch.nn.Parameter(torch.full((2, 3), float(rank + n))) for n in range(4)]
model = torch.nn.ParameterList(weights)


def sum_of(used, factor):
    return sum(factor * model[n].sum() for n in used)


def update(reducer, tokens, *passes, weight=1.0):
    for each in weights:
        each.grad = None
    with reducer.update(tokens):
        for place, (used, factor) in enumerate(passes, start=1):
            reducer.backward(used, factor, weight=weight, last=place == len(passes))
    return [None if w.grad is None else w.grad.unique().tolist() for w in weights]


reducer = GradientReducer(ranks, model, sum_of, parameters_vary=True)
passes = [([0, 2], 2.0), ([0, 2], 2.0)] if rank else [([0, 1], 1.0)]
said["gradients"] = [update(reducer, tokens, *passes) for tokens in (5, 5, 4)]
weights[0].requires_grad_(False)  # and so does the first no more
said["fewer"] = [update(reducer, 5, ([1], 1.0), weight=float(1 - rank)) for _ in range(2)]
weights[0].requires_grad_(True)
reducer.close()

# What every loss depends on, as the first update shows: the last one of four is left out.
reducer = GradientReducer(ranks, model, sum_of, parameters_vary=False)
said["constant"] = [update(reducer, tokens, ([0, 1, 2], 1.0 + rank)) for tokens in (5, 5, 4, 7)]
said["looks for unused"] = reducer._wrapped.find_unused_parameters


# The second process finds no memory in the largest update so far: both give it up; then each does a smaller one.
def update_without_memory(tokens):
    with reducer.update(tokens):
        reducer.backward([0, 1, 2], 1.0, last=False)
        if rank:
            raise torch.OutOfMemoryError("out of memory. Tried to allocate 1 GiB")


try:
    update_without_memory(9)
except SharedOutOfMemory as error:
    said["no memory"] = str(error)
said["again"] = update(reducer, 6, ([0, 1, 2], 1.0 + rank))
reducer.close()

own = UpdateSums(torch.tensor(1.0 + rank), {"loss": torch.tensor(2.0 * (1 - rank))})
own.correct = {0: torch.tensor([True, False])} if rank == 0 else {1: torch.tensor([True])}
if rank:
    own.add_penalty("loss/replay", torch.tensor(0.25))
sums = all_reduce_sums(own, ranks, [2, 1], ["loss/replay", "loss/lwf"])
said["sums"] = [float(sums.loss), [float(v) for v in sums.logged.values()]]
said["penalties"] = {name: float(value) for name, value in sums.penalties.items()}
said["correct"] = {number: correct.tolist() for number, correct in sums.correct.items()}

try:
    ranks.require_equal(weights, "after update 3")
except Drifted as error:
    said["drifted"] = str(error)
ranks.broadcast(weights)
ranks.require_equal(weights, "after update 3")
with torch.no_grad():
    weights[3][1, 2] += rank * 1e-6  # the last bit
try:
    ranks.require_equal(weights, "after update 4")
except Drifted:
    said["a bit"] = True
said["broadcast"] = [float(w[0, 0]) for w in weights]
if ranks.is_main:
    ranks.stop_others()
else:
    try:
        ranks.decide(None)
    except StoppedByMain:
        said["stopped"] = True
leave()
Path(sys.argv[1], str(rank)).write_text(json.dumps(said), encoding="utf-8")
if other:
    os.waitpid(other, 0)
"""


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    """What two processes have found."""
    if sys.platform == "win32":
        pytest.skip("forks")
    folder = tmp_path_factory.mktemp("said")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    place = {"MASTER_ADDR": "127.0.0.1", "MASTER_PORT": port, "WORLD_SIZE": "2", "RANK": "0"}
    pair = subprocess.Popen(
        [sys.executable, "-c", SCRIPT, str(folder)], env=os.environ | place | {"OMP_NUM_THREADS": "1"}
    )
    try:
        pair.wait(patience.seconds(200))
    finally:
        processes.kill_tree(pair.pid, None)
        pair.wait()
    return [json.loads((folder / str(rank)).read_text(encoding="utf-8")) for rank in (0, 1)]


def test_the_first_one_decides_and_numbers_travel(said: list[dict[str, Any]]) -> None:
    for each in said:
        assert each["decided"] == {"step": 7, "attention": {"few": "sdpa"}}
        assert each["maximum"] == [1, 1, 0]
        assert each["gathered"] == [0.5, 1.5, 0.0]
    assert [each["entered"] for each in said] == [1, 2]
    assert said[1]["stopped"] is True


def test_gradients_are_summed_and_none_is_made_up(said: list[dict[str, Any]]) -> None:
    for each in said:
        assert each["gradients"] == [[[5.0], [1.0], [4.0], None]] * 3
        assert each["fewer"] == [[None, [1.0], None, None]] * 2
        assert each["constant"] == [[[3.0], [3.0], [3.0], None]] * 4
        assert each["looks for unused"] is False


def test_all_give_up_an_update_for_which_one_finds_no_memory(said: list[dict[str, Any]]) -> None:
    assert [each["no memory"] for each in said] == ["another process has found no memory", "out of memory"]
    for each in said:
        assert each["again"] == [[3.0], [3.0], [3.0], None]


def test_sums_reach_the_process_that_tells_them(said: list[dict[str, Any]]) -> None:
    for each in said:
        assert each["sums"] == [3.0, [2.0]]
        assert each["penalties"] == {"loss/replay": 0.25}
        assert each["correct"] == {"0": [True, False], "1": [True]}


def test_weights_that_differ_in_a_bit_are_noticed(said: list[dict[str, Any]]) -> None:
    for each in said:
        assert each["drifted"].startswith(
            "the weights of process 1 are not those of process 0 after update 3"
        )
        assert each["a bit"] is True
    assert said[0]["broadcast"] == said[1]["broadcast"] == [0.0, 1.0, 2.0, 3.0]


@pytest.mark.parametrize("world", [1, 2, 3, 5])
@pytest.mark.parametrize("sizes", [[7], [4, 4], [9, 1, 5, 5, 2, 8], [0, 0, 3]])
def test_every_micro_batch_is_somebodys(world: int, sizes: list[int]) -> None:
    shares = [ProcessGroup(rank, world).shard_sizes(sizes) for rank in range(world)]
    assert sorted(number for share in shares for number in share) == list(range(len(sizes)))
    assert shares[0]  # whoever tells has something to tell
    assert all(share == sorted(share) for share in shares)
    loads = [sum(sizes[number] for number in share) for share in shares]
    assert max(loads) <= max(max(sizes), sum(sizes) / world * 4 / 3)  # Graham 1969


def test_texts_of_an_evaluation_are_dealt_evenly() -> None:
    lengths = np.random.default_rng(0).integers(3, 500, 1001)
    shares = [ProcessGroup(rank, 4).shard_texts(lengths) for rank in range(4)]
    np.testing.assert_array_equal(np.sort(np.concatenate(shares)), np.arange(1001))
    tokens = [int(lengths[share].sum()) for share in shares]
    assert max(tokens) - min(tokens) <= 500
    np.testing.assert_array_equal(ALONE.shard_texts(lengths), np.arange(1001))


def test_a_batch_is_dealt_into_parts_of_like_size() -> None:
    lengths = np.random.default_rng(1).integers(3, 500, 64)
    portions = MicroBatching()
    portions.share_across(ProcessGroup(2, 4))
    parts = portions.split(lengths)
    assert [len(part) for part in parts] == [16] * 4
    np.testing.assert_array_equal(np.sort(np.concatenate(parts)), np.arange(64))
    tokens = [int(lengths[part].sum()) for part in parts]
    assert max(tokens) - min(tokens) < 100  # in their order it would be two thousand
    portions.share_across(ALONE)
    assert (
        portions.min_micro_batches == 4
    )  # the same micro-batches for one process, when it is asked for them
    assert [len(part) for part in portions.split(lengths[:3])] == [1, 1, 1]


def test_checksums_tell_places_and_bits_apart() -> None:
    a, b = torch.tensor([1.0, 2.0]), torch.tensor([3.0, 4.0])
    assert checksum([a, b]) == checksum([a.clone(), b.clone()])
    assert checksum([a, b]) != checksum([b, a])
    assert checksum([a, b]) != checksum([a, torch.nextafter(b, b + 1)])
    assert checksum([a.bfloat16()]) != checksum([b.bfloat16()])


def test_alone_nothing_is_sent() -> None:
    tensor, array = torch.ones(2), np.ones(2)
    assert ALONE.decide(1) == 1
    with ALONE.main_first():
        ALONE.stop_others()
    ALONE.barrier()
    ALONE.broadcast([tensor])
    ALONE.require_equal([tensor], "")
    ALONE.all_reduce_arrays(array)
    assert ALONE.all_reduce(tensor) is tensor
    assert tensor.tolist() == array.tolist() == [1, 1]
    assert ALONE.maximum([True, 3]) == [1, 3]


def test_places_are_those_of_torchrun() -> None:
    assert ProcessGroup.from_environment({}) is ALONE
    environment = {"RANK": "3", "WORLD_SIZE": "4", "MASTER_ADDR": "127.0.0.1", "MASTER_PORT": "1234"}
    assert ProcessGroup.from_environment(environment) == ProcessGroup(3, 4, 3, 4)
    local = environment | {"LOCAL_RANK": "1", "LOCAL_WORLD_SIZE": "2"}
    assert ProcessGroup.from_environment(local) == ProcessGroup(3, 4, 1, 2)
    assert ProcessGroup.from_environment(environment | {"RANK": "0", "WORLD_SIZE": "1"}) is ALONE
