"""Processes for tests that train or load models in several: forked from one that has imported what they need."""

from __future__ import annotations

import multiprocessing
import os
import sys
from collections.abc import Callable, Mapping
from multiprocessing.context import BaseContext
from multiprocessing.process import BaseProcess
from typing import Any

IMPORTED = ["transformers.models.bert.modeling_bert", "engine.train.loop"]


def forking() -> BaseContext:
    """What makes queues and processes: a server forks these where the system can, after one import for all of them."""
    if sys.platform == "win32":
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(IMPORTED)
    return context


def forked(target: Callable[..., None], *arguments: Any) -> BaseProcess:
    """A process, not yet started, that calls ``target`` with this process's environment."""
    # The server, and so what it forks, has the environment of the test that came first.
    return forking().Process(target=_call, args=(dict(os.environ), target, arguments))  # type: ignore[attr-defined, no-any-return]


def _call(environment: Mapping[str, str], target: Callable[..., None], arguments: tuple[Any, ...]) -> None:
    os.environ.clear()
    os.environ.update(environment)
    target(*arguments)
