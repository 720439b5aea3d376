"""The types of JSON objects that are written and read."""

from __future__ import annotations

from typing import Any

JsonObject = dict[str, object]
"""A JSON object to be written or passed on. A value may not be used without checking its type."""

ParsedJson = dict[str, Any]
"""A JSON or TOML table as it was read. Its reader knows or checks the type of each value."""
