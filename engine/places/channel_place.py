"""Places whose other side is ``palimpsest places serve``: a command that is started here or over SSH."""

from __future__ import annotations

import subprocess
from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from engine import child_processes
from engine.errors import UserError
from engine.places.base import Place, PlaceLink, PlaceReport

if TYPE_CHECKING:
    from engine.places.channel import ChannelLink


class ChannelPlace(Place):
    """A place that is talked to over the input and output of a command."""

    @abstractmethod
    def command_line(self) -> list[str]:
        """Return the command that starts the other side."""

    @property
    def channel_name(self) -> str:
        """What errors of the connection call the other side."""
        return self.address

    def probe(self) -> PlaceReport:
        """Connect, and return what the other side finds there, ``palimpsest doctor`` and more."""
        link = self._begin()()
        try:
            return link.examine()
        finally:
            link.close()

    def connect(self) -> PlaceLink:
        """Open a connection."""
        return self._begin()()

    def begin_connecting(self) -> Callable[[], PlaceLink]:
        """Start the other side, which takes some tenths of a second until it answers."""
        return self._begin()

    def _begin(self) -> Callable[[], ChannelLink]:
        process = start_other_side(self.command_line(), self.channel_name)

        def connect() -> ChannelLink:
            from engine.places.channel import Channel, ChannelLink

            return ChannelLink(Channel(process, self.channel_name))

        return connect


def start_other_side(command: Sequence[str], name: str) -> subprocess.Popen[bytes]:
    """Start the command whose process answers; ``name`` is whom an error names."""
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
