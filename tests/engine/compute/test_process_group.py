"""What processes that train together do for each other. Whole runs: tests/engine/launch/test_parallel.py."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys

import numpy as np
import pytest
import torch

from engine.compute.microbatch import MicroBatching
from engine.compute.process_group import ALONE, Ranks, checksum
from tests import patience

SCRIPT = """
import json, sys
import numpy as np, torch
from engine.train.data_parallel import GradientReducer
from engine.compute.process_group import Drifted, join_processes, leave
from engine.train.sums import all_reduce_sums
from engine.train.update import UpdateSums

rank, said = int(sys.argv[1]), {}
ranks = join_processes(rank, 2, rank, 2, cuda=False)
ranks.tell("update", step=7, attention={"few": "sdpa"})
said["told"] = None if ranks.main else ranks.told()
said["most"] = ranks.most([rank, 1 - rank, 0])
answers = np.zeros(3, np.float32)
answers[rank] = rank + 0.5
ranks.gather(answers)
said["gathered"] = answers.tolist()

# Four parameters: both processes use the first, one the second, the other the third, nobody the last. The second
# process has two micro-batches, of which only the last is exchanged.
weights = [torch.nn.Parameter(torch.full((2, 3), float(rank + n))) for n in range(4)]
model = torch.nn.ParameterList(weights)
reducer = GradientReducer(ranks, model, lambda used, factor: sum(factor * model[n].sum() for n in used))
for update in range(2):
    for each in weights:
        each.grad = None
    reducer.prepare()
    if rank:
        reducer.backward([0, 2], 2.0, last=False)
    reducer.backward([0, 1 + rank], 1.0 + rank, last=True)
said["gradients"] = [None if w.grad is None else w.grad.unique().tolist() for w in weights]
weights[0].requires_grad_(False)  # and so does the first no more
for each in weights:
    each.grad = None
reducer.prepare()
reducer.backward([1], 1.0, weight=float(1 - rank), last=True)
said["fewer"] = [None if w.grad is None else w.grad.unique().tolist() for w in weights]
reducer.close()

own = UpdateSums(torch.tensor(1.0 + rank), {"loss": torch.tensor(2.0)} if rank == 0 else {})
own.correct = {0: torch.tensor([True, False])} if rank == 0 else {1: torch.tensor([True])}
if rank:
    own.add_penalty("loss/replay", torch.tensor(0.25))
sums = all_reduce_sums(own, ranks, torch.device("cpu"), [2, 1], ["loss/replay", "loss/lwf"])
said["sums"] = [float(sums.loss), [float(v) for v in sums.logged.values()]]
said["penalties"] = {name: float(value) for name, value in sums.penalties.items()}
said["correct"] = {number: correct.tolist() for number, correct in sums.correct.items()}

try:
    ranks.compare(weights, "after update 3")
except Drifted as error:
    said["drifted"] = str(error)
ranks.spread(weights)
ranks.compare(weights, "after update 3")
with torch.no_grad():
    weights[3][1, 2] += rank * 1e-6  # the last bit
try:
    ranks.compare(weights, "after update 4")
except Drifted:
    said["a bit"] = True
said["spread"] = [float(w[0, 0]) for w in weights]
leave()
print(json.dumps(said))
"""


@pytest.fixture(scope="module")
def said() -> list[dict]:
    """What two processes have found."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    environment = os.environ | {"MASTER_ADDR": "127.0.0.1", "MASTER_PORT": port, "OMP_NUM_THREADS": "1"}
    pair = [
        subprocess.Popen(
            [sys.executable, "-c", SCRIPT, str(rank)],
            env=environment,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )
        for rank in (0, 1)
    ]
    try:
        return [
            json.loads(process.communicate(timeout=patience.seconds(200))[0].splitlines()[-1])
            for process in pair
        ]
    finally:
        for process in pair:
            process.kill()
            process.wait()


def test_orders_and_numbers_travel(said: list[dict]) -> None:
    assert said[1]["told"] == {"order": "update", "step": 7, "attention": {"few": "sdpa"}}
    for each in said:
        assert each["most"] == [1, 1, 0]
        assert each["gathered"] == [0.5, 1.5, 0.0]


def test_gradients_are_summed_and_none_is_made_up(said: list[dict]) -> None:
    for each in said:
        assert each["gradients"] == [[5.0], [1.0], [4.0], None]
        assert each["fewer"] == [None, [1.0], None, None]


def test_sums_reach_the_process_that_tells_them(said: list[dict]) -> None:
    for each in said:
        assert each["sums"] == [3.0, [2.0]]
        assert each["penalties"] == {"loss/replay": 0.25}
        assert each["correct"] == {"0": [True, False], "1": [True]}


def test_weights_that_differ_in_a_bit_are_noticed(said: list[dict]) -> None:
    for each in said:
        assert each["drifted"].startswith(
            "the weights of process 1 are not those of process 0 after update 3"
        )
        assert each["a bit"] is True
    assert said[0]["spread"] == said[1]["spread"] == [0.0, 1.0, 2.0, 3.0]


@pytest.mark.parametrize("world", [1, 2, 3, 5])
@pytest.mark.parametrize("sizes", [[7], [4, 4], [9, 1, 5, 5, 2, 8], [0, 0, 3]])
def test_every_micro_batch_is_somebodys(world: int, sizes: list[int]) -> None:
    shares = [Ranks(rank, world).share(sizes) for rank in range(world)]
    assert sorted(number for share in shares for number in share) == list(range(len(sizes)))
    assert shares[0]  # whoever tells has something to tell
    assert all(share == sorted(share) for share in shares)
    loads = [sum(sizes[number] for number in share) for share in shares]
    assert max(loads) <= max(max(sizes), sum(sizes) / world * 4 / 3)  # Graham 1969


def test_texts_of_an_evaluation_are_dealt_evenly() -> None:
    lengths = np.random.default_rng(0).integers(3, 500, 1001)
    shares = [Ranks(rank, 4).dealt(lengths) for rank in range(4)]
    np.testing.assert_array_equal(np.sort(np.concatenate(shares)), np.arange(1001))
    tokens = [int(lengths[share].sum()) for share in shares]
    assert max(tokens) - min(tokens) <= 500
    np.testing.assert_array_equal(ALONE.dealt(lengths), np.arange(1001))


def test_a_batch_is_dealt_into_parts_of_like_size() -> None:
    lengths = np.random.default_rng(1).integers(3, 500, 64)
    portions = MicroBatching()
    portions.share_across(Ranks(2, 4))
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
    ALONE.tell("update", step=1)
    ALONE.wait()
    ALONE.spread([tensor])
    ALONE.compare([tensor], "")
    ALONE.gather(array)
    assert ALONE.sum(tensor) is tensor
    assert tensor.tolist() == array.tolist() == [1, 1]
    assert ALONE.most([True, 3]) == [1, 3]
