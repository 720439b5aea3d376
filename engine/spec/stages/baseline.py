"""Baselines: they learn the labels of one data set without training an encoder.

They are fitted in seconds, and are ordinary runs otherwise, with the same splits, test texts and metrics. Every
fine-tuned encoder should be compared with them.

A bag-of-words classifier needs no encoder. Wang & Manning (2012) found that few models beat it on short texts or on
many labelled ones. Logistic regression on frozen features is the main baseline: if fine-tuning is no better, it is not
worth its cost. SetFit suits few labels. Prototypes from class names need no labels, and show the value of labels.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from importlib.util import find_spec
from typing import Annotated, ClassVar, Literal

from pydantic import AfterValidator

from engine.errors import UserError
from engine.formatting.phrases import phrase
from engine.objectives.base import LabelObjective
from engine.spec.base import field
from engine.spec.checks.findings import DataFacts, EncoderFacts, PlacedFindings, fault
from engine.spec.data import DataSource
from engine.spec.stages.base import Stage, UntrainedStage
from engine.spec.stages.labelled_task import LabelledTask, default_objective
from engine.spec.stages.summary import SummaryFacts
from engine.spec.truncation import HeadTruncation, Truncation

BaselineKind = Literal["bag_of_words", "frozen", "setfit", "prototypes"]
BASELINE_KINDS: dict[BaselineKind, str] = {
    "bag_of_words": "Bag of words",
    "frozen": "Frozen encoder",
    "setfit": "SetFit",
    "prototypes": "Class names",
}
"""Label of each kind, by its name on the command line, cheapest first."""


def objective_of(data: DataSource) -> LabelObjective | None:
    """Return the objective for the labels of ``data``, or None if no linear model supports them."""
    target = data.effective.target.kind
    if target == default_objective().target:
        return default_objective()
    kinds = ("multi_label", "ordinal", "regression")
    objectives = LabelObjective.known_options()
    return next(
        (
            LabelObjective.choose(kind)
            for kind in kinds
            if kind in objectives and objectives[kind].target == target
        ),
        None,
    )


class Baseline(UntrainedStage):
    """Learns the labels of one data set without training an encoder."""

    objectives: ClassVar[tuple[str, ...]] = ("single_label", "multi_label", "ordinal", "regression")
    fitted_at_once: ClassVar[bool] = True

    data: DataSource = field(label="Data set", section="Data and texts")
    """The texts and labels."""

    def labelled_tasks(self) -> tuple[LabelledTask, ...]:
        objective = objective_of(self.data) or default_objective()
        return (LabelledTask(self.data, HeadTruncation(), objective=objective),)

    def rung(self) -> BaselineKind | None:
        """Return its kind in the learning curve of baselines, or None."""
        return None

    def inputs_read(self, rows: Sequence[int]) -> list[float]:
        return [0.0] * len(rows)  # for training, by an encoder

    def findings(self, encoder: EncoderFacts | None, data: DataFacts | None) -> PlacedFindings:
        objective = objective_of(self.data)
        if objective is None or objective.kind not in self.objectives:
            yield fault("data", f"{self.title}: it cannot learn labels of this kind.")


Classifier = Literal["logistic_regression", "naive_bayes"]
CLASSIFIERS: dict[Classifier, str] = {
    "logistic_regression": "Logistic regression",
    "naive_bayes": "Naive Bayes",
}

CANDIDATES: dict[Classifier, tuple[float, ...]] = {
    "logistic_regression": (0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0),
    "naive_bayes": (3.0, 1.0, 0.3, 0.1, 0.03, 0.01),
}
"""Candidates for selection on the validation split, strongest regularisation first: C, the inverse strength of the L2
penalty, or the count added to each term (Lidstone smoothing). Without validation it is 1, scikit-learn's default."""


class LinearBaseline(Baseline):
    """Classifies by words, with a linear model: no encoder, seconds on a CPU."""

    title: ClassVar[str] = "Linear baseline"
    kind: Literal["linear_baseline"] = "linear_baseline"
    runtime: ClassVar[str] = "engine.stages.linear_baseline"
    icon: ClassVar[str] = "tag"
    reads_encoder: ClassVar[bool] = False
    essential: ClassVar[tuple[str, ...]] = ("data", "classifier")

    classifier: Classifier = field(
        "logistic_regression",
        "Classifier",
        source="Wang & Manning 2012",
        choices={str(key): words for key, words in CLASSIFIERS.items()},
        section="Optimisation",
    )
    """Logistic regression on TF-IDF (1 + log of a term's count, times its inverse document frequency,
    normalised to length 1), or multinomial naive Bayes on counts."""
    terms: Literal["auto", "words", "characters"] = field(
        "auto",
        "Terms",
        choices={"auto": "Automatic", "words": "Words", "characters": "Characters"},
        section="Data and texts",
    )
    """Unit of counting; automatic: characters where at least 30 % of the letters are Chinese or Japanese,
    whose words are not written apart, else words."""
    ngrams: int = field(2, "n-grams", unit="terms", ge=1, le=5, section="Data and texts")
    """Longest sequence of words or characters that counts as a term."""
    most_terms: int = field(200_000, "At most", unit="terms", ge=1, section="Data and texts", advanced=True)
    """Only the terms that occur most often in the training texts are counted."""
    select: Literal["best", "fixed"] = field(
        "best",
        "Regularisation",
        choices={"best": "Best on validation", "fixed": "Fixed, no validation labels"},
        section="Optimisation",
    )
    """The strength with the fewest validation errors, then the lowest loss; or the library's default, 1, which
    needs no validation labels."""

    def rung(self) -> BaselineKind | None:
        return "bag_of_words" if self.classifier == "logistic_regression" else None

    @property
    def candidates(self) -> tuple[float, ...]:
        """Candidate strengths of regularisation, strongest first."""
        return CANDIDATES[self.classifier] if self.select == "best" else (1.0,)

    @property
    def passes_on_best_checkpoint(self) -> bool:
        return self.select == "best"

    def planned_updates(self, rows: Sequence[int]) -> int:
        # One for each candidate.
        return len(self.candidates)

    def findings(self, encoder: EncoderFacts | None, data: DataFacts | None) -> PlacedFindings:
        yield from super().findings(encoder, data)
        objective = objective_of(self.data)
        if self.classifier == "naive_bayes" and objective is not None and objective.kind != "single_label":
            message = "Naive Bayes learns one class for each text, but these labels are of another kind."
            yield fault("classifier", message, remedy="Use logistic regression.")

    def summary(self, facts: SummaryFacts = SummaryFacts()) -> list[str]:  # noqa: B008 - frozen
        return [
            facts.data_text(self.data.source),
            phrase(
                "{classifier}, {terms}, regularisation chosen on validation"
                if self.select == "best"
                else "{classifier}, {terms}, regularisation fixed",
                classifier=phrase(CLASSIFIERS[self.classifier]),
                terms=self.terms_text,
            ),
        ]

    @property
    def terms_text(self) -> str:
        """The counted features in words: ``words and their n-grams up to 2``."""
        unit = {"auto": phrase("terms"), "words": phrase("words"), "characters": phrase("characters")}[
            self.terms
        ]
        if self.ngrams == 1:
            return unit
        return phrase("{terms} and their n-grams up to {most}", terms=unit, most=self.ngrams)


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
