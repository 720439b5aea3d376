"""Distillation of a teacher's hidden states, together with masked words (Hinton et al. 2015, Jiao et al. 2020)."""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import field_validator, model_validator

from engine.formatting.phrases import phrase
from engine.spec.base import field
from engine.spec.stages.pretraining import UPDATES, Pretraining
from engine.spec.stages.summary import SummaryFacts

TEACHING_SECTION = "Teacher"
"""Form section of the teacher."""


class Distil(Pretraining):
    """Learns the states of a larger encoder, the teacher, along with masked words (Jiao et al. 2020)."""

    title: ClassVar[str] = "Distillation"
    kind: Literal["distil"] = "distil"
    runtime: ClassVar[str] = "engine.stages.distil"
    icon: ClassVar[str] = "encoder"
    essential: ClassVar[tuple[str, ...]] = ("teacher", "data", "corpus", "max_length", *UPDATES)
    teacher: str = field(label="Teacher", suggest="encoders", section=TEACHING_SECTION)
    """The teacher: a folder in Hugging Face layout, a hub id, or a run's encoder (run:12). Its vocabulary and width
    may differ; both encoders read the same words."""
    teacher_layer: int = field(
        0,
        "Teacher's layer",
        zero="top",
        source="Jiao et al. 2020, 3.1",
        ge=0,
        section=TEACHING_SECTION,
        advanced=True,
    )
    """The layer whose states of words are learnt; 0: the top one."""
    teacher_text: Literal["mean", "first"] = field(
        "mean",
        "Teacher's text vector",
        source="mean: Reimers & Gurevych 2019, 3",
        choices={"mean": "Mean of all tokens", "first": "First token"},
        section=TEACHING_SECTION,
        advanced=True,
        same_row=True,
    )
    """The vector of a whole text: the mean of the teacher's top states, as sentence encoders are trained,
    or the state of its first token."""
    masked_weight: float = field(
        1.0, "Masked words", source="Devlin et al. 2019, 3.1", ge=0.0, section=TEACHING_SECTION
    )
    """Weight of the loss of masked words, in nats."""
    word_weight: float = field(
        1.0, "Words", source="Jiao et al. 2020, eq. 8", ge=0.0, section=TEACHING_SECTION, same_row=True
    )
    """Weight of the mean squared error of a linear map from a word's top state to the teacher's."""
    text_weight: float = field(
        1.0, "Text, mean", source="Reimers & Gurevych 2020, eq. 1", ge=0.0, section=TEACHING_SECTION
    )
    """Weight of the error of a linear map from the mean of all top states to the teacher's text vector."""
    first_weight: float = field(1.0, "Text, [CLS]", ge=0.0, section=TEACHING_SECTION, same_row=True)
    """Weight of the same error from the pooler's output (without a pooler: the first token's state). It
    trains what a classification head reads."""

    @field_validator("teacher")
    @classmethod
    def _teacher_named(cls, value: str) -> str:
        if not value.strip():
            raise ValueError("names no teacher. Give a folder, a hub id or the encoder of a run (run:12)")
        return value.strip()

    @model_validator(mode="after")
    def _something_is_learnt(self) -> Distil:
        if not (self.word_weight or self.text_weight or self.first_weight):
            raise ValueError(
                "learns nothing from the teacher. Set word_weight, text_weight or first_weight, or use a "
                "further_pretrain stage"
            )
        if self.predicts_next_sentence:
            raise ValueError("reads running text, not pairs of sentences. Set objective to mlm")
        return self

    def teachers(self) -> dict[str, str]:
        return {"teacher": self.teacher}

    def summary(self, facts: SummaryFacts = SummaryFacts()) -> list[str]:  # noqa: B008 - frozen
        texts, work, _ = super().summary(facts)
        name = self.teacher.replace("\\", "/").rstrip("/").split("/")[-1]
        return [texts, work, phrase("Teacher {name}", name=name) if name else phrase("Teacher not chosen")]
