"""The linear baseline: a bag-of-words classifier, without an encoder.

Wang & Manning (2012) found that few models beat it on short texts or on many labelled ones. Every fine-tuned encoder
should be compared with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Literal

from engine.formatting.phrases import phrase
from engine.spec.base import field
from engine.spec.checks.findings import DataFacts, EncoderFacts, PlacedFindings, fault
from engine.spec.stages.baseline import Baseline, BaselineKind, objective_of
from engine.spec.stages.summary import SummaryFacts

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
