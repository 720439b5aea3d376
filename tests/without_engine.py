"""An installation without the extra ``engine``, without installing one: its packages are not found, nor by children.

Python runs ``sitecustomize`` at the start of every process;
one that precedes all others on the path hides the modules.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from engine.installation import ENGINE_PACKAGES

ROOT = Path(__file__).resolve().parent.parent

BROUGHT_ALONG = (
    "accelerate",
    "huggingface_hub",
    "multiprocess",
    "dill",
    "fsspec",
    "xxhash",
    "tqdm",
    "jieba",
    "thinc",
)
"""What comes with the engine's packages alone."""


HIDE = """
import sys
from importlib.machinery import PathFinder

class WithoutEngine(PathFinder):
    @classmethod
    def find_spec(cls, name, path=None, target=None):
        return None if name.partition(".")[0] in {names!r} else super().find_spec(name, path, target)

sys.meta_path[sys.meta_path.index(PathFinder)] = WithoutEngine
"""


def environment_without_engine(folder: Path, environment: Mapping[str, str] = os.environ) -> dict[str, str]:
    """Return the environment of processes that find no package of the engine.

    Args:
        folder: an empty folder, for the module that hides them.
        environment: what else the processes are to have.
    """
    blocking = HIDE.format(names={*ENGINE_PACKAGES, *BROUGHT_ALONG})
    (folder / "sitecustomize.py").write_text(blocking, encoding="utf-8")
    path = os.pathsep.join([str(folder), str(ROOT), environment.get("PYTHONPATH", "")]).rstrip(os.pathsep)
    return {**environment, "PYTHONPATH": path}
