"""Types of JSON objects."""

from __future__ import annotations

from typing import Any

JsonObject = dict[str, object]
"""A JSON object to write or pass on. The type of a value must be checked before use."""

ParsedJson = dict[str, Any]
"""A parsed JSON or TOML table. Its reader knows or checks the type of each value."""
