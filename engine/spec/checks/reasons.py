"""``Reason``: the reason for a setting of a proposed design, and an optional one-click change.

Reasons are printed above the TOML of ``palimpsest new --data`` and listed on the Design page.
"""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import BaseModel, ConfigDict

from engine.json_types import JsonObject


class Reason(BaseModel):
    """One rule of a proposal, applied to the data.

    Attributes:
        code: the rule: ``rate``, ``pooling``, ``checkpoint``... (listed in docs/defaults.md).
        message: the setting and its reason, in one or two sentences.
        values: the figures in the message.
        action: label of the button for ``changes``, empty without changes.
        changes: new values by dotted field of the experiment (``stages.0.features.tokens``).
    """

    model_config = ConfigDict(frozen=True)

    code: str
    message: str
    values: Mapping[str, float | str] = {}
    action: str = ""
    changes: JsonObject = {}

    def lines(self) -> list[str]:
        """Return the message and the optional change as lines of text."""
        from engine.spec.command_line import to_inline_toml

        settings = [f"{path} = {to_inline_toml(value)}" for path, value in self.changes.items()]
        return [self.message, *([f"{self.action}: {', '.join(settings)}"] if settings else [])]
