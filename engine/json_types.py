"""The types of JSON objects that are written and read."""

from __future__ import annotations

from typing import Any

JsonObject = dict[str, object]
"""A JSON object that is written or handed on: nobody may take a value from it without looking at what it is."""

ParsedJson = dict[str, Any]
"""A JSON or TOML table as it was read. What a key holds is known, or checked, by whoever reads it."""
