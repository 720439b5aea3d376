"""The type of JSON objects that are read and written."""

from __future__ import annotations

from typing import Any

JsonObject = dict[str, Any]
"""A JSON object. What a key holds is known, or checked, by whoever reads it; a schema would be a model of its own."""
