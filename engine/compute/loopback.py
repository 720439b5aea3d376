"""Processes of one machine meet on its loopback address alone: nothing that they open can be reached from a network.

By default torch's ``TCPStore`` listens on all interfaces, and gloo and NCCL on the interface of the host's name,
without authentication.
"""

from __future__ import annotations

import os
import socket
import sys
from datetime import timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from torch import distributed

_HOSTS = "/etc/hosts"


def keep_to_loopback() -> None:
    """Let gloo and NCCL of this process listen on the loopback interface, unless the user has named another."""
    if sys.platform == "win32":
        return  # gloo knows interfaces there by addresses only, and takes that of the host's name
    import psutil

    interfaces = [
        name for name, of in psutil.net_if_addrs().items() if any(a.address == "127.0.0.1" for a in of)
    ]
    for variable in ("GLOO_SOCKET_IFNAME", "NCCL_SOCKET_IFNAME"):
        if interfaces:
            os.environ.setdefault(variable, interfaces[0])


def _hosts_name_ipv6() -> bool:
    """Return whether this machine's file of hosts gives ``::1`` a name.

    torch resolves the name of every address that it connects to, and writes those of IPv4 in IPv6's form
    (::ffff:127.0.0.1), which no such file contains. So it would query a name server. At ::1 nothing leaves the machine.
    """
    try:
        with socket.socket(socket.AF_INET6, socket.SOCK_STREAM) as tried:
            tried.bind(("::1", 0))
        with open(_HOSTS, encoding="utf-8", errors="replace") as stream:
            return any(line.split()[:1] == ["::1"] for line in stream)
    except OSError:
        return False


def open_store(port: int, *, rank: int, world_size: int, timeout: timedelta) -> distributed.Store:
    """Return the store over which the processes of a run meet. Rank 0 serves it, on the loopback address.

    Args:
        port: of ``MASTER_PORT``.
        rank: of this process, 0 to ``world_size`` - 1.
        world_size: how many processes meet.
        timeout: how long a process waits for another to write.
    """
    from torch.distributed import TCPStore

    address = "::1" if _hosts_name_ipv6() else "127.0.0.1"
    if rank:
        return TCPStore(address, port, world_size, False, timeout, wait_for_workers=False)
    resolved = socket.getaddrinfo(address, port, type=socket.SOCK_STREAM)[0]
    with socket.socket(resolved[0], socket.SOCK_STREAM) as listener:
        if sys.platform != "win32":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(resolved[4])
        listener.listen(world_size + 8)
        descriptor = listener.detach()  # the store's from now on
    return TCPStore(
        address,
        port,
        world_size,
        True,
        timeout,
        wait_for_workers=False,
        multi_tenant=True,
        master_listen_fd=descriptor,
    )
