"""Processes of a run listen on the loopback address alone."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys

import psutil
import pytest

from engine.compute import loopback
from tests import patience

MEET = """
import json, os, psutil
from engine.compute.process_group import ProcessGroup, join_processes, leave
ranks = join_processes(ProcessGroup.from_environment(), cuda=False)
ranks.barrier()
found = [c.laddr.ip for c in psutil.Process().net_connections() if c.status == psutil.CONN_LISTEN]
ranks.barrier()
leave()
print(json.dumps([found, os.environ["GLOO_SOCKET_IFNAME"]]))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="asks the system which sockets listen")
def test_two_processes_listen_to_nobody_else() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    place = {"MASTER_ADDR": "127.0.0.1", "MASTER_PORT": port, "WORLD_SIZE": "2", "OMP_NUM_THREADS": "1"}
    pair = [
        subprocess.Popen(
            [sys.executable, "-c", MEET],
            env=os.environ | place | {"RANK": str(rank)},
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )
        for rank in (0, 1)
    ]
    try:
        said = [process.communicate(timeout=patience.seconds(300))[0] for process in pair]
    finally:
        for process in pair:
            process.kill()
            process.wait()
    for rank, each in enumerate(said):
        addresses, interface = json.loads(each.splitlines()[-1])
        assert len(addresses) >= (2 if rank == 0 else 1)  # the store of rank 0, and gloo
        assert {address.removeprefix("::ffff:") for address in addresses} <= {"127.0.0.1", "::1"}
        assert any(a.address == "127.0.0.1" for a in psutil.net_if_addrs()[interface])


def test_an_interface_that_the_user_names_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GLOO_SOCKET_IFNAME", "ib0")
    monkeypatch.delenv("NCCL_SOCKET_IFNAME", raising=False)
    loopback.keep_to_loopback()
    assert os.environ["GLOO_SOCKET_IFNAME"] == "ib0"
