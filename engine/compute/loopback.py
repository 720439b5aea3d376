"""Communication between processes of one machine over the loopback address only, unreachable from a network.

By default torch's ``TCPStore`` listens on all interfaces without authentication, and gloo and NCCL listen on the
interface of the host's name.
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
        return  # gloo identifies interfaces by address there, and uses that of the host's name
    import psutil

    interfaces = [
        name for name, addrs in psutil.net_if_addrs().items() if any(a.address == "127.0.0.1" for a in addrs)
    ]
    for variable in ("GLOO_SOCKET_IFNAME", "NCCL_SOCKET_IFNAME"):
        if interfaces:
            os.environ.setdefault(variable, interfaces[0])


def _hosts_name_ipv6() -> bool:
    """Return whether this machine's hosts file names ``::1``.

    torch resolves the name of every address that it connects to, and writes IPv4 addresses in their IPv6 form
    (::ffff:127.0.0.1), which no hosts file contains. So it would query a name server. With ::1 nothing leaves the
    machine.
    """
    try:
        with socket.socket(socket.AF_INET6, socket.SOCK_STREAM) as probe:
            probe.bind(("::1", 0))
        with open(_HOSTS, encoding="utf-8", errors="replace") as stream:
            return any(line.split()[:1] == ["::1"] for line in stream)
    except OSError:
        return False


def open_store(port: int, *, rank: int, world_size: int, timeout: timedelta) -> distributed.Store:
    """Return the store that the processes of a run share. Rank 0 serves it on the loopback address.

    Args:
        port: the value of ``MASTER_PORT``.
        rank: rank of this process, 0 to ``world_size`` - 1.
        world_size: number of processes.
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
        descriptor = listener.detach()  # the store owns it from now on
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
