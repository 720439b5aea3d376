"""Places whose other side is ``palimpsest places serve``: a command that is started here or over SSH."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING

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
        link = self._open()
        try:
            return link.examine()
        finally:
            link.close()

    def connect(self) -> PlaceLink:
        """Open a connection."""
        return self._open()

    def _open(self) -> ChannelLink:
        from engine.places.channel import Channel, ChannelLink

        return ChannelLink(Channel(self.command_line(), self.channel_name))
