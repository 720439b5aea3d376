"""Augmentation of training texts."""

from __future__ import annotations

from typing import ClassVar, Literal

from engine.spec.base import Choice, field


class Augmentation(Choice):
    """Augmentation of the training texts."""

    noun: ClassVar[str] = "augmentation"

    @property
    def inputs_per_text(self) -> int:
        """Number of inputs per training text in an epoch."""
        return 1

    @property
    def makes_pairs(self) -> bool:
        """Whether its inputs have two segments."""
        return False

    @property
    def varies(self) -> bool:
        """Whether the inputs of a text differ between epochs."""
        return False


class NoAugmentation(Augmentation):
    """Every text as it is."""

    title: ClassVar[str] = "None"
    kind: Literal["none"] = "none"


class RandomCut(Augmentation):
    """Each text is cut between two random words into two segments, several times over (ag_sep_aug, imdb_sep_aug).

    The cuts differ from epoch to epoch. Validation and test texts, and those to predict, are cut once, at a place that
    depends on the text alone. A text of one word stays whole. Long texts are shortened as pairs are. The original joins
    title and description with ' - ', which is the data set's own joining word.
    """

    title: ClassVar[str] = "Random cut into two segments"
    kind: Literal["random_cut"] = "random_cut"
    copies: int = field(5, "Cuts", unit="per text", source="Sun et al. 2019, code", ge=1, le=100)
    """Number of cuts of each training text in an epoch."""

    @property
    def inputs_per_text(self) -> int:
        return self.copies

    @property
    def makes_pairs(self) -> bool:
        return True

    @property
    def varies(self) -> bool:
        return True
