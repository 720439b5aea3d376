"""``Reason``: why a proposed design has a setting, and what may be done about it with one click.

Printed above the TOML of ``palimpsest new --data`` and listed on the Design page.
"""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import BaseModel, ConfigDict

from engine.json_types import JsonObject


class Reason(BaseModel):
    """One rule of a proposal as it applied to the data.

    Attributes:
        code: the rule: ``rate``, ``pooling``, ``checkpoint``... (docs/defaults.md has each).
        message: what it set and why, in a sentence or two.
        values: the figures in the message.
        action: label of a button that makes ``changes``, empty where there are none.
        changes: new values by dotted field of the experiment (``stages.0.features.tokens``).
    """

    model_config = ConfigDict(frozen=True)

    code: str
    message: str
    values: Mapping[str, float | str] = {}
    action: str = ""
    changes: JsonObject = {}

    def lines(self) -> list[str]:
        """Return the message, and the change on offer, as lines of plain text."""
        from engine.spec.command_line import to_inline_toml

        settings = [f"{path} = {to_inline_toml(value)}" for path, value in self.changes.items()]
        return [self.message, *([f"{self.action}: {', '.join(settings)}"] if settings else [])]
