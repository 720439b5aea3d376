"""The family of places, and what a new one must provide.

A place is one class, in one file, imported by being listed in ``engine.plugins`` or by an entry point of the group
``palimpsest``. Its fields are its settings, kept in ``places.toml`` (``engine.places.settings``), without
passwords. It provides the command whose process answers for it, ``palimpsest places serve`` here or there, and with it

- ``probe()``: what the place has, before anything is sent: versions, devices, disk, and obstacles.
- ``connect()``: a ``ChannelLink``, by which the follower (``engine.places.follower``) sends runs, stops and resumes
  them, takes their changes and fetches their files. Links may break at any moment, and every call may be repeated. The
  token of its order identifies ``submit``, and a hash each file. Changes are rows, which may be merged twice.

Modules of places import nothing heavy before one of these methods is called.
"""

from __future__ import annotations

import subprocess
from abc import abstractmethod
from collections.abc import Callable, Sequence
from contextlib import closing
from typing import TYPE_CHECKING, ClassVar

from engine import child_processes
from engine.errors import UserError
from engine.places.base import PlaceReport
from engine.spec.base import Choice

if TYPE_CHECKING:
    from engine.places.channel import ChannelLink


class Place(Choice):
    """Where runs compute."""

    noun: ClassVar[str] = "kind of place"

    @property
    @abstractmethod
    def address(self) -> str:
        """Where it is, in a few words."""

    @abstractmethod
    def command_line(self) -> list[str]:
        """Return the command that starts ``palimpsest places serve`` there."""

    @property
    def channel_name(self) -> str:
        """What errors of the connection call the other side."""
        return self.address

    def probe(self) -> PlaceReport:
        """Connect, and return the findings of the other side: those of ``palimpsest doctor`` and more.

        Raises PlaceUnreachableError, and UserError for anything that prevents all runs.
        """
        with closing(self.connect()) as link:
            return link.examine()

    def connect(self) -> ChannelLink:
        """Open a connection. Raises PlaceUnreachableError, and UserError for anything that prevents all runs."""
        return self.begin_connecting()()

    def begin_connecting(self) -> Callable[[], ChannelLink]:
        """Start the other side, which takes some tenths of a second, and return the function that completes the
        connection.
        """
        process = _start_other_side(self.command_line(), self.channel_name)

        def connect() -> ChannelLink:
            from engine.places.channel import Channel, ChannelLink

            return ChannelLink(Channel(process, self.channel_name))

        return connect


def _start_other_side(command: Sequence[str], name: str) -> subprocess.Popen[bytes]:
    """Start the command whose process answers. ``name`` is the name that errors show."""
    try:
        return subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            **child_processes.detached_options(),  # type: ignore[call-overload]
        )  # fmt: skip
    except OSError as error:
        raise UserError(
            f"the command {command[0]} cannot be started ({error.strerror}).",
            place=name,
            remedy="Install the OpenSSH client.",
        ) from error
