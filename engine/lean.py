"""Starts a process that trains or predicts without the parts of torch and transformers that it will hardly use.

``from transformers import BertModel`` imports, by the way, torch's compiler (``torch._dynamo``, and with it Inductor,
Triton and SymPy), sharded tensors, flexible attention and SciPy's optimisers: half of all the processor time from the
start of a process to its first update. Two things avoid it, and neither changes what a library does:

- transformers asks itself which parts are there, by functions that remember their answer. Three of them are told no
  before anyone asks: they lead to models split over machines, to an attention and to object detection, of which
  nothing here is used. Whoever asks torch or SciPy themselves gets them as ever.
- The compiler is imported when something of it is used, not when it is mentioned. Until then functions marked for it
  keep their mark, and hand it on when it comes. So ``torch.compile`` works as ever, and pays for its import itself.

Anything of this that a future release does otherwise costs the time it saved, no more.
"""

from __future__ import annotations

import functools
import importlib
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType, SimpleNamespace
from typing import Any

COMPILER = "torch._dynamo"
_INDEXING = f"{COMPILER}._trace_wrapped_higher_order_op"
"""The one module of the compiler that transformers imports by name: a mode for masks made by vmap."""


def defer_imports() -> None:
    """Call before torch and transformers are imported; later, or twice, it does what can still be done."""
    if COMPILER not in sys.modules and not any(
        isinstance(finder, _DeferringFinder) for finder in sys.meta_path
    ):
        sys.meta_path.insert(0, _DeferringFinder())
    if "transformers.modeling_utils" not in sys.modules:
        _skip_unused_parts()


def compiler_loaded() -> bool:
    """Whether torch's compiler itself has been imported."""
    found = sys.modules.get(COMPILER)
    return found is not None and not isinstance(found, _DeferredModule)


def _skip_unused_parts() -> None:
    import torch
    from transformers.utils import import_utils

    _force_answer(import_utils, "is_torch_distributed_available", torch.distributed, "is_available", False)
    _force_answer(import_utils, "is_torch_flex_attn_available", import_utils, "is_torch_available", False)
    _force_answer(import_utils, "is_scipy_available", import_utils, "_is_package_available", (False, "N/A"))


def _force_answer(utils: Any, name: str, place: Any, depends_on: str, answer: object) -> None:
    """Lets ``utils.name``, a cached function without arguments, find ``answer`` where it looks, and remember that."""
    question, found = getattr(utils, name, None), getattr(place, depends_on, None)
    if question is None or found is None or not hasattr(question, "cache_clear"):
        return
    question.cache_clear()
    setattr(place, depends_on, lambda *args, **kwargs: answer)
    try:
        question()
    finally:
        setattr(place, depends_on, found)


class _DeferredModule(ModuleType):
    """Stands for ``torch._dynamo`` until something of it is used that this does not have."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self.__dict__["_load"](), name)


class _DeferringFinder(MetaPathFinder, Loader):
    """Finds the compiler before anyone else does, and gives out what stands for it.

    Attributes:
        offers: what each module that is deferred has to offer meanwhile, by its name; empty once they are loaded.
        replay: what was told to the compiler before it was there.
    """

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self.offers: Mapping[str, Mapping[str, Any]] = _offers(self)
        self.replay: list[Callable[[Any], object]] = []

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname in self.offers:
            return ModuleSpec(fullname, self, is_package=fullname == COMPILER)
        if self.offers and fullname.startswith(f"{COMPILER}."):
            self.load()
            return ModuleSpec(fullname, _ImportedLoader())
        return None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        return _DeferredModule(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        module.__dict__.update(self.offers[module.__name__], _load=self.load)

    def load(self) -> ModuleType:
        """Imports the compiler, which from now on is there as if it had always been."""
        with self.lock:
            if self.offers:
                names, self.offers = list(self.offers), {}
                for name in names:
                    sys.modules.pop(name, None)
                compiler = importlib.import_module(COMPILER)
                for marked in self.replay:
                    marked(compiler)
        return importlib.import_module(COMPILER)


class _ImportedLoader(Loader):
    """Gives out a module that importing the compiler has imported, instead of running it a second time."""

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        module = importlib.import_module(spec.name)
        self.spec = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        module.__spec__ = self.spec


def _offers(deferral: _DeferringFinder) -> dict[str, dict[str, Any]]:
    """What stands for each module while it is not there: its own meaning, as long as nothing is compiled."""

    def disable(fn: Any = None, recursive: bool = True, **options: Any) -> Any:
        if fn is None:
            return functools.partial(disable, recursive=recursive, **options)
        made: list[Any] = []

        @functools.wraps(fn)
        def call(*args: Any, **kwargs: Any) -> Any:
            if not made and compiler_loaded():
                made.append(sys.modules[COMPILER].disable(fn, recursive, **options))
            return (made[0] if made else fn)(*args, **kwargs)

        return call

    def allow_in_graph(fn: Any) -> Any:
        deferral.replay.append(lambda compiler: compiler.allow_in_graph(fn))
        return fn

    def assume_constant_result(fn: Any) -> Any:
        deferral.replay.append(lambda compiler: compiler.assume_constant_result(fn))
        return fn

    def indexing() -> Any:
        deferral.load()
        return importlib.import_module(_INDEXING).TransformGetItemToIndex()

    compiler = {
        "disable": disable,
        "allow_in_graph": allow_in_graph,
        "assume_constant_result": assume_constant_result,
        "graph_break": lambda *args, **kwargs: None,
        "eval_frame": SimpleNamespace(OptimizedModule=type("OptimizedModule", (), {})),
    }
    return {COMPILER: compiler, _INDEXING: {"TransformGetItemToIndex": indexing}}
