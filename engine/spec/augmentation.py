"""Augmentation of training texts: a field of stored designs, for which there is no option but none."""

from __future__ import annotations

from typing import ClassVar, Literal

from engine.spec.base import Choice


class Augmentation(Choice):
    """How training texts are varied to have more of them."""

    noun: ClassVar[str] = "augmentation"


class NoAugmentation(Augmentation):
    """Every text as it is."""

    title: ClassVar[str] = "None"
    kind: Literal["none"] = "none"
