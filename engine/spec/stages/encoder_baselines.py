"""Baselines on an encoder: a linear head on frozen features, SetFit, and class names as prototypes.

Logistic regression on frozen features is the main baseline: if fine-tuning is no better, it is not worth its cost.
SetFit suits few labels. Prototypes from class names need no labels, and show the value of labels.
"""

from __future__ import annotations

import re
from importlib.util import find_spec
from typing import Annotated, ClassVar, Literal

from pydantic import AfterValidator

from engine.errors import UserError
from engine.formatting.phrases import phrase
from engine.spec.base import field
from engine.spec.checks.findings import DataFacts, EncoderFacts, PlacedFindings
from engine.spec.stages.base import Stage
from engine.spec.stages.baseline import Baseline, BaselineKind
from engine.spec.stages.labelled_task import LabelledTask
from engine.spec.stages.summary import SummaryFacts
from engine.spec.truncation import HeadTruncation, Truncation

_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_JOINTS = re.compile(r"[\W_]+")
CLASS_SLOT = "{class}"


def readable_class_name(name: str) -> str:
    """Return a class name as words: ``card_not_working`` and ``cardNotWorking`` give ``card not working``.

    Names without letters and digits are returned unchanged.
    """
    words = _JOINTS.sub(" ", _CAMEL.sub(" ", name)).strip()
    return (words if words.isupper() else words.lower()) or name


def _has_class_slot(value: str) -> str:
    if value.count(CLASS_SLOT) != 1:
        raise ValueError(f"'{value}' needs {CLASS_SLOT} once, where the name of the class goes")
    return value


def require_setfit() -> None:
    """Raise UserError unless SetFit is installed, without importing it."""
    if find_spec("setfit") is None:
        raise UserError(
            "SetFit is not installed.", remedy="Install it with: pip install 'palimpsest[setfit]'"
        )


class EncoderBaseline(Baseline):
    """A baseline that reads an encoder."""

    unused: ClassVar[frozenset[str]] = frozenset(Stage.model_fields) - {"kind", "max_length"}

    truncation: Truncation = field(lambda: HeadTruncation(), "Truncation", section="Data and texts")
    """Truncation of texts that are too long."""

    def labelled_tasks(self) -> tuple[LabelledTask, ...]:
        (task,) = super().labelled_tasks()
        return (LabelledTask(self.data, self.truncation, self.max_length, objective=task.objective),)

    @property
    def passes_on_best_checkpoint(self) -> bool:
        return False  # nothing is selected on the validation split

    def findings(self, encoder: EncoderFacts | None, data: DataFacts | None) -> PlacedFindings:
        yield from super().findings(encoder, data)
        if encoder is not None and (finding := self.length_finding(encoder)):
            yield "max_length", finding


class FrozenBaseline(EncoderBaseline):
    """Trains a linear model on the features of the frozen encoder: the baseline of fine-tuning."""

    title: ClassVar[str] = "Frozen encoder + linear head"
    kind: Literal["frozen_baseline"] = "frozen_baseline"
    runtime: ClassVar[str] = "engine.stages.encoder_baselines"
    icon: ClassVar[str] = "tag"
    essential: ClassVar[tuple[str, ...]] = ("data", "tokens")

    tokens: Literal["auto", "mean", "cls"] = field(
        "auto",
        "Tokens",
        choices={"auto": "By cross-validation", "mean": "Mean", "cls": "[CLS]"},
        section="Features",
    )
    """Tokens of the last layer that the linear model reads: the mean of all or the first one ([CLS]).
    Automatic: whichever has the lower loss in cross-validation, which also chooses C."""

    def rung(self) -> BaselineKind | None:
        return "frozen"

    def summary(self, facts: SummaryFacts = SummaryFacts()) -> list[str]:  # noqa: B008 - frozen
        return [
            facts.data_text(self.data.source),
            phrase("linear model on frozen features, chosen by cross-validation"),
        ]


class SetFitBaseline(EncoderBaseline):
    """Trains the encoder on pairs of texts, then a linear model on its features (SetFit): for few labels."""

    title: ClassVar[str] = "SetFit"
    kind: Literal["setfit_baseline"] = "setfit_baseline"
    objectives: ClassVar[tuple[str, ...]] = ("single_label",)
    unused: ClassVar[frozenset[str]] = EncoderBaseline.unused | {"truncation"}
    runtime: ClassVar[str] = "engine.stages.setfit_baseline"
    icon: ClassVar[str] = "tag"
    essential: ClassVar[tuple[str, ...]] = ("data", "most_updates")

    most_updates: int = field(1000, "At most", unit="updates", ge=1, section="Optimisation")
    """Updates of 16 pairs. Few texts need fewer: each is in 40 pairs."""

    @property
    def depends_on_seed(self) -> bool:
        return True

    def summary(self, facts: SummaryFacts = SummaryFacts()) -> list[str]:  # noqa: B008 - frozen
        return [facts.data_text(self.data.source), phrase("pairs of texts, then a linear model")]


class PrototypeBaseline(EncoderBaseline):
    """Answers with the class whose name is nearest to the text: no label is used, only the encoder."""

    title: ClassVar[str] = "Class names as prototypes"
    kind: Literal["prototype_baseline"] = "prototype_baseline"
    objectives: ClassVar[tuple[str, ...]] = ("single_label",)
    runtime: ClassVar[str] = "engine.stages.encoder_baselines"
    icon: ClassVar[str] = "tag"
    essential: ClassVar[tuple[str, ...]] = ("data", "template")

    template: Annotated[str, AfterValidator(_has_class_slot)] = field(
        CLASS_SLOT, "Template", section="Data and texts"
    )
    """The text that represents a class, with {class} for its name in words (card_not_working: card not
    working): '{class}', 'This text is about {class}.'"""

    def summary(self, facts: SummaryFacts = SummaryFacts()) -> list[str]:  # noqa: B008 - frozen
        return [facts.data_text(self.data.source), phrase("nearest class name, no label used")]

    def prototype(self, name: str) -> str:
        """Return the text that represents the class ``name``."""
        return self.template.replace(CLASS_SLOT, readable_class_name(name))
