"""Mapping of the names of BERT's tensors in other programs to Hugging Face names."""

from __future__ import annotations

import re

_OPTIMISER = re.compile(
    r"(^|/)(adam_[mv]|Adam(_1)?|LAMB(_1)?|global_step|beta[12]_power|good_steps|loss_scale)$", re.IGNORECASE
)
_HEAD = re.compile(r"^(output_(weights|bias)|classifier[./_].*|classifier\d*|qa_outputs\..*|loss/.*)$")
_LEAVES = {
    "kernel": "weight",
    "gamma": "weight",
    "beta": "bias",
    "output_weights": "weight",
    "output_bias": "bias",
}
TensorTarget = tuple[str | None, bool]
"""The name in Hugging Face's models (None: none), and whether the matrix is transposed."""


def map_tensorflow_name(name: str) -> TensorTarget:
    """Return the target of a variable of Google's BERT, e.g. ``bert/encoder/layer_0/attention/self/query/kernel``."""
    if not name.startswith(("bert/", "cls/")) or _OPTIMISER.search(name):
        return None, False
    *path, leaf = re.sub(r"/layer_(\d+)/", r"/layer/\1/", name).split("/")
    if leaf.endswith("_embeddings"):
        path, leaf = [*path, leaf], "weight"
    return ".".join([*path, _LEAVES.get(leaf, leaf)]), leaf == "kernel"


def map_pytorch_name(name: str) -> TensorTarget:
    """Return the target of a state-dict entry.

    Names may be old (``LayerNorm.gamma``) or new, with or without ``bert.`` and ``module.``.
    """
    name = name.removeprefix("module.")
    if name.startswith(("embeddings.", "encoder.", "pooler.")):
        name = f"bert.{name}"
    if not name.startswith(("bert.", "cls.")) or name == "bert.embeddings.position_ids":
        return None, False
    return re.sub(
        r"LayerNorm\.gamma$", "LayerNorm.weight", re.sub(r"LayerNorm\.beta$", "LayerNorm.bias", name)
    ), False


def describe_unused(name: str) -> str:
    """Return the purpose of an unused tensor in words."""
    if _OPTIMISER.search(name):
        return "the optimiser's state"
    if _HEAD.match(name.removeprefix("module.")):
        return "a task's head"
    return "position numbers" if name.endswith("position_ids") else "other tensors"
