"""Further pre-training: the corpus, its sentences, the objective and its hyper-parameters (Sun et al. 2019, 4.2)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import ClassVar, Literal, Self

from pydantic import field_validator, model_validator

from engine.formatting.numbers import TIMES, count, read_index
from engine.formatting.phrases import phrase
from engine.spec.base import Choice, field
from engine.spec.checks.findings import DataFacts, EncoderFacts, PlacedFindings, fault, warning
from engine.spec.data import DataSource
from engine.spec.schedules import LinearSchedule, Schedule
from engine.spec.stages.base import Stage
from engine.spec.stages.labelled_task import distinct_sources
from engine.spec.stages.summary import SummaryFacts, rate_text


class Segmentation(Choice):
    """How running text becomes sentences."""

    noun: ClassVar[str] = "segmentation"

    @property
    def pipeline_name(self) -> str:
        """Name of the required spaCy pipeline, empty for none."""
        return ""


class RuleSentences(Segmentation):
    """spaCy's rule-based sentencizer; Chinese text ends its sentences at 。？！ and their ASCII forms."""

    title: ClassVar[str] = "Rules"
    kind: Literal["rules"] = "rules"


class PipelineSentences(Segmentation):
    """An installed spaCy pipeline, as the paper's code uses en_core_web_md."""

    title: ClassVar[str] = "spaCy pipeline"
    kind: Literal["pipeline"] = "pipeline"
    name: str = field("en_core_web_sm", "Pipeline", min_length=1)
    """Name of an installed spaCy pipeline."""

    @property
    def pipeline_name(self) -> str:
        return self.name


class FullWidthSentences(Segmentation):
    """Sentences end exactly at 。？！ as in the paper for Chinese: at no other mark, and before a closing quote."""

    title: ClassVar[str] = "Full-width marks (paper, Chinese)"
    kind: Literal["full_width"] = "full_width"


class LineSentences(Segmentation):
    """Each line is a sentence, an empty line ends a document (the format of the paper's code)."""

    title: ClassVar[str] = "Lines"
    kind: Literal["lines"] = "lines"


class PretrainingObjective(Choice):
    """The prediction task."""

    noun: ClassVar[str] = "objective"
    predicts_next_sentence: ClassVar[bool] = False
    """Whether inputs are pairs of segments, for next-sentence prediction."""


class MaskedWords(PretrainingObjective):
    """Masked words only, in windows that run across sentences (Liu et al. 2019, 4.2)."""

    title: ClassVar[str] = "Masked words"
    kind: Literal["mlm"] = "mlm"


class MaskedWordsAndNextSentence(PretrainingObjective):
    """Masked words, and whether segment B follows segment A (Devlin et al. 2019, 3.1)."""

    title: ClassVar[str] = "Masked words and next sentence"
    kind: Literal["mlm_nsp"] = "mlm_nsp"
    predicts_next_sentence: ClassVar[bool] = True
    random_next: float = field(0.5, "Random next", source="Devlin et al. 2019, A.1", ge=0.0, le=1.0)
    """Share of pairs whose second segment comes from another document."""
    short: float = field(
        0.1,
        "Short sequences",
        source="Devlin et al. 2019, code (short_seq_prob)",
        ge=0.0,
        le=1.0,
        same_row=True,
    )
    """Share of pairs that aim at a random shorter length."""


UPDATES = ("learning_rate", "steps", "batch_size")
"""Essential fields of every stage that trains on general text for a number of updates."""
SPLIT_CHOICES: dict[str, tuple[str, ...]] = {
    "train": ("train",),
    "train_validation": ("train", "validation"),
    "all": ("train", "validation", "test"),
}
"""Splits for each choice of ``Pretraining.splits``."""
MANY_SINGLE_SENTENCES = 90.0
"""Percentage of single-sentence documents from which nearly all next sentences are random."""

_KEEP = re.compile(r"^\s*(\d[\d_]*(\s*,\s*\d[\d_]*)*)?\s*$")


class Pretraining(Stage):
    """The common part of stages that train the language model's own objective on running text."""

    icon: ClassVar[str] = "file"
    predicts_words: ClassVar[bool] = True
    essential: ClassVar[tuple[str, ...]] = ("data", "corpus", "objective", "max_length", "preset", *UPDATES)
    data: list[DataSource] = field([], "Data sets", source="Sun et al. 2019, 4.2", section="Data and texts")
    """Their texts are the corpus: one set is within-task, several of a domain in-domain, all cross-domain."""
    splits: Literal["train", "train_validation", "all"] = field(
        "train",
        "Texts of",
        source="Sun et al. 2019, code (all)",
        choices={
            "train": "Training split",
            "train_validation": "Training and validation",
            "all": "All splits, test too",
        },
        section="Data and texts",
    )
    """Splits of the data sets that are read. Reading test texts, even without labels, makes the test error
    transductive; the choice is recorded."""
    corpus: list[str] = field([], "Text files", suggest="texts", section="Data and texts")
    """Plain text files or folders of them, UTF-8; an empty line ends a document."""
    held_out: list[str] = field([], "Held-out text", suggest="texts", section="Data and texts", advanced=True)
    """Text files on which the loss is measured; empty: one document in a hundred."""
    drop_overlap: bool = field(
        True,
        "Leave out overlap",
        source="Sun et al. 2019, Table 5 (Yelp)",
        section="Data and texts",
        advanced=True,
    )
    """Leave out documents that occur twice, or in a test or validation split of any data set of this run."""
    apart_from: list[DataSource] = field(
        [], "Apart from", section="Data and texts", advanced=True, later=True
    )
    """More data sets whose validation and test texts are left out. With all targets of a table here, they
    share one pre-trained encoder."""
    segmentation: Segmentation = field(
        lambda: RuleSentences(), "Sentences", section="Data and texts", advanced=True
    )
    """Splitting of texts into sentences."""
    objective: PretrainingObjective = field(lambda: MaskedWords(), "Objective", section="Data and texts")
    """The prediction task."""
    steps: int = field(10_000, "Updates", source="Sun et al. 2019, 5.2", ge=1, section="Optimisation")
    """Changes of the weights by the optimiser."""
    batch_size: int = field(32, "Batch size", unit="windows", ge=1, section="Optimisation", same_row=True)
    """Windows of text per update."""
    learning_rate: float = field(
        5e-5, "Learning rate", source="Sun et al. 2019, 5.2", gt=0.0, lt=1.0, log=True, section="Optimisation"
    )
    """The peak rate."""
    schedule: Schedule = field(lambda: LinearSchedule(), "Schedule", section="Optimisation")
    """Course of the rate from the first update to the last."""
    max_length: int = field(
        128,
        "Length",
        unit="tokens",
        zero="automatic",
        source="Sun et al. 2019, 5.2",
        ge=0,
        section="Data and texts",
    )
    """Tokens per window, special tokens included; 0: the encoder's limit."""
    masked_share: float = field(
        0.15, "Masked share", source="Devlin et al. 2019, A.1", gt=0.0, lt=0.9, section="Masking"
    )
    """Share of tokens to predict: 80 % become [MASK], 10 % a random token, 10 % stay."""
    most_masked: int = field(
        0,
        "At most",
        unit="per window",
        zero="automatic",
        source="Devlin et al. 2019, code (max_predictions_per_seq)",
        ge=0,
        section="Masking",
        same_row=True,
    )
    """Largest number of tokens to predict in a window; 0: the share alone decides. The original: 20 of 128."""
    whole_words: bool = field(
        False,
        "Whole words",
        source="Devlin 2019, whole-word-masking models; Cui et al. 2021",
        section="Masking",
    )
    """Mask all pieces of a word together; Chinese words are those that spaCy's segmenter finds."""
    duplication: int = field(
        0,
        "Static copies",
        zero="anew",
        source="Devlin et al. 2019, code (dupe_factor)",
        ge=0,
        section="Masking",
        advanced=True,
    )
    """0: masks and pairs are drawn anew in every pass. Otherwise the corpus is prepared this many times
    and then repeated, as in the original (10; the paper's code: 5)."""
    evaluate_every: int = field(
        500, "Evaluate every", unit="updates", ge=1, section="Early stopping and checkpoints"
    )
    """Updates between measurements on the held-out text."""
    keep: str = field(
        "", "Keep steps", source="Sun et al. 2019, Figure 3", section="Early stopping and checkpoints"
    )
    """Updates whose weights are kept, '1000, 2000, 5000': later stages can start from each ('1@2000')."""
    hand_on: Literal["last", "best"] = field(
        "best",
        "Selected weights",
        choices={"best": "Lowest held-out loss", "last": "Last step"},
        section="Early stopping and checkpoints",
        advanced=True,
    )
    """Weights that the next stage starts from: the last, or those with the lowest held-out loss."""

    @field_validator("keep")
    @classmethod
    def _keep_readable(cls, value: str) -> str:
        if not _KEEP.match(value):
            raise ValueError(f"'{value}' is not a list of steps. Write e.g. 1000, 2000, 5000")
        return value.strip()

    @model_validator(mode="after")
    def _some_text(self) -> Self:
        if not self.data and not self.corpus:
            raise ValueError("needs a corpus: name data sets, or text files")
        if self.apart_from and not self.drop_overlap:
            raise ValueError(
                "has an effect only if overlap is excluded too. Switch that on, or name no others"
            )
        return self

    def kept_steps(self) -> tuple[int, ...]:
        # In a draft the text may be invalid.
        entries = [part.strip().replace("_", "") for part in self.keep.split(",")]
        return tuple(sorted({step for part in entries if (step := read_index(part)) is not None}))

    def sources(self) -> dict[str, DataSource]:
        """Return the data sets of its corpus, without those of ``apart_from``."""
        return {
            path: source for path, source in super().sources().items() if not path.startswith("apart_from.")
        }

    def text_files(self) -> list[str]:
        return self.corpus

    def held_out_files(self) -> list[str]:
        return self.held_out

    @property
    def sentence_pipeline(self) -> str:
        return self.segmentation.pipeline_name

    def splits_read(self) -> tuple[str, ...]:
        return SPLIT_CHOICES[self.splits]

    @property
    def reads_pairs(self) -> bool:
        return self.objective.predicts_next_sentence

    @property
    def predicts_next_sentence(self) -> bool:
        return self.objective.predicts_next_sentence

    def planned_updates(self, rows: Sequence[int]) -> int:
        return self.steps

    @property
    def predicted_share(self) -> float:
        return self.masked_share

    @property
    def passes_on_best_checkpoint(self) -> bool:
        return self.hand_on == "best"

    def findings(self, encoder: EncoderFacts | None, data: DataFacts | None) -> PlacedFindings:
        yield from super().findings(encoder, data)
        if encoder is not None and not encoder.masks:
            yield fault(
                "objective",
                f"the vocabulary of {encoder.name} has no [MASK] token, so no word can be hidden.",
                remedy="Choose an encoder that was trained on masked words, or leave this stage out.",
            )
        elif encoder is not None and self.predicts_next_sentence and not encoder.next_sentence:
            yield fault(
                "objective",
                f"{encoder.name} has no next-sentence head.",
                remedy="Choose masked words only.",
                fix=("objective", {"kind": "mlm"}),
            )
        late = [step for step in self.kept_steps() if step > self.steps]
        if late:
            yield fault(
                "keep",
                f"the stage ends after {self.steps:,} updates and never reaches {late[0]:,}.",
                remedy="Leave it out, or train for longer.",
            )

    def corpus_findings(self, single: Sequence[float]) -> PlacedFindings:
        if self.predicts_next_sentence and min(single, default=0.0) >= MANY_SINGLE_SENTENCES:
            yield warning(
                "objective",
                f"{min(single):.0f} % of the documents have a single sentence, so there is no next one to predict.",
                remedy="Learn masked words only.",
                fix=("objective", {"kind": "mlm"}),
            )
        if self.splits == "all" and self.data:
            yield warning(
                "splits",
                "Test texts are read too, without their labels: test errors on these data sets are then "
                "transductive.",
                remedy="Read the training split only.",
                fix=("splits", "train"),
            )

    def summary(self, facts: SummaryFacts = SummaryFacts()) -> list[str]:  # noqa: B008 - frozen
        sets = [facts.data_title(source.source) for source in self.data]
        files = [path.replace("\\", "/").rstrip("/").split("/")[-1] for path in self.corpus]
        names: list[str] = [*sets, *files]
        if len(names) > 2:
            counts = (
                phrase("{n} data set" if len(sets) == 1 else "{n} data sets", n=len(sets)) if sets else "",
                phrase("{n} text file" if len(files) == 1 else "{n} text files", n=len(files))
                if files
                else "",
            )
            names = [part for part in counts if part]
        texts = names[0] if names else phrase("No text yet")
        if len(names) == 2:
            texts = phrase("{one} and {other}", one=names[0], other=names[1])
        if self.splits == "all" and sets:
            texts = phrase("{texts}, test texts too", texts=texts)
        length = f" {TIMES} {self.max_length}" if self.max_length else ""
        words = phrase("Whole words") if self.whole_words else phrase("Masked words")
        return [
            texts,
            phrase(
                "{n} updates, {batch}, {rate}",
                n=count(self.steps), batch=f"{self.batch_size}{length}", rate=rate_text(self.learning_rate),
            ),
            phrase("{words} and next sentence", words=words) if self.predicts_next_sentence else words,
        ]  # fmt: skip

    @classmethod
    def default_after(cls, stages: Sequence[Stage], samples: Sequence[str] = ()) -> tuple[int, Self]:
        """Propose a stage before all labelled ones, on the texts of the next stage (within-task, Sun et al. 2019,
        5.4.1).
        """
        index = next((i for i, stage in enumerate(stages) if not stage.predicts_words), len(stages))
        following = stages[index].sources().values() if index < len(stages) else ()
        return index, cls.with_settings_of(None, data=distinct_sources(following))


class FurtherPretrain(Pretraining):
    """Continues the language model's own training on texts of the task or its domain (Sun et al. 2019, 4.2)."""

    title: ClassVar[str] = "Further pre-training"
    kind: Literal["further_pretrain"] = "further_pretrain"
    runtime: ClassVar[str] = "engine.stages.pretrain"
