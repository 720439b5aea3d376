"""A machine over SSH with its own Palimpsest.

The system's OpenSSH is used, with its configuration, agent and jump hosts. No password is ever requested or stored. An
unknown or changed host key is refused with ssh's own message.
"""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import field_validator

from engine.places.link import Link, SshAccess
from engine.places.place import Place
from engine.spec.base import field


class SshPlace(Place):
    """A machine with Palimpsest installed that you can log in to with ssh, without typing a password."""

    title: ClassVar[str] = "SSH box"
    kind: Literal["ssh"] = "ssh"
    host: str = field(label="Host", role="where")
    """A name, user@name, or an alias from ~/.ssh/config."""
    port: int = field(0, "Port", role="where", ge=0, le=65535, zero="ssh's own choice")
    """Port of its SSH server."""
    command: str = field("palimpsest", "Command", role="where")
    """Command that starts Palimpsest there; a full path if it is not on the PATH of a login."""
    home: str = field("", "Home there", zero="its own choice", role="where")
    """PALIMPSEST_HOME there: a folder on a large disk. Empty: its own choice."""
    config: str = field("", "ssh configuration", role="where", advanced=True, zero="~/.ssh/config")
    """A file to use instead of ~/.ssh/config."""

    @field_validator("host", "command")
    @classmethod
    def _plain(cls, value: str) -> str:
        if not value.strip() or value.startswith("-") or any(not each.isprintable() for each in value):
            raise ValueError("is empty, begins with a hyphen, or holds a control character")
        return value.strip()

    @property
    def address(self) -> str:
        """The host."""
        return self.host

    def connect(self) -> Link:
        """Return the connection to the machine."""
        return Link(self.host, self.home, SshAccess(self.host, self.port, self.config, self.command))
