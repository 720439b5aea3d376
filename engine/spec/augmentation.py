"""Augmentation of training texts."""

from __future__ import annotations

from typing import ClassVar, Literal

from engine.spec.base import Choice, field


class Augmentation(Choice):
    """What is done to the training texts to have more of them."""

    noun: ClassVar[str] = "augmentation"


class NoAugmentation(Augmentation):
    """Every text as it is."""

    title: ClassVar[str] = "None"
    kind: Literal["none"] = "none"


class RandomCut(Augmentation):
    """Each text is cut at a random word into two segments, several times over (ag_sep_aug, imdb_sep_aug of the code).

    Texts of the validation and test splits are cut once, at a place that depends on the text alone.
    """

    title: ClassVar[str] = "Random cut into two segments"
    kind: Literal["random_cut"] = "random_cut"
    copies: int = field(
        5,
        label="Cuts",
        unit="per text",
        help="How many cuts of each training text one epoch holds.",
        source="Sun et al. 2019, code",
        ge=1,
        le=100,
    )
