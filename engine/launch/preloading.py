"""Modules that processes import before they fork, so that each fork has them at once."""

from __future__ import annotations

import importlib


def import_training_code() -> None:
    """Import the code that every run needs. Code of users and other packages is excluded, because it may change."""
    for name in ("transformers.models.bert.modeling_bert", "engine.launch.child", "engine.train.loop"):
        importlib.import_module(name)
