"""The family of places, and what a new one must provide.

A place is one class, in one file, imported by being listed in ``engine.plugins`` or by an entry point of the group
``palimpsest``. Its fields are its settings, kept in ``places.toml`` (``engine.places.settings``), without
passwords. It provides ``connect()``: a ``Link``, by which the follower (``engine.places.follower``) asks
``palimpsest places answer`` here or there, and moves files. The way may break at any moment, and every question may be
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
        """Where it is, in a few words."""

    @abstractmethod
    def connect(self) -> Link:
        """Return the way to the place, a context manager. Nothing is asked yet."""
