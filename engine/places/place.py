"""The family of places, and the interface of a new one.

A place is one class in one file, listed in ``engine.plugins`` or registered by an entry point of the group
``palimpsest``. Its fields are its settings, stored in ``places.toml`` (``engine.places.settings``), without passwords.
Its method ``connect()`` returns a ``Link``, by which the follower (``engine.places.follower``) calls ``palimpsest
places answer`` here or there, and transfers files. The connection may break at any time, and every request may be
repeated. The token of its order identifies a run, and a hash each file. Changes are rows, which may be merged twice.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, ClassVar

from engine.spec.base import Choice

if TYPE_CHECKING:
    from engine.places.link import Link


class Place(Choice):
    """Where runs compute."""

    noun: ClassVar[str] = "kind of place"

    @property
    @abstractmethod
    def address(self) -> str:
        """Its location, in a few words."""

    @abstractmethod
    def connect(self) -> Link:
        """Return the connection to the place, a context manager. It does not connect yet."""
