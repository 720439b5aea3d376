"""``Stage``: base class of the phases of a run.

A run is an ordered list of stages that share one step axis.

A kind of stage is one class. Its fields define its form, TOML keys and stored record. Its methods return what the
program needs to know before training: inputs, duration, name and findings. ``runtime`` names the module that trains it,
which is imported only for training: neither the window nor a check needs torch.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Annotated, ClassVar, Literal, Self

from pydantic import SerializerFunctionWrapHandler, field_validator, model_serializer, model_validator

from engine.formatting.phrases import phrase
from engine.json_types import JsonObject
from engine.spec.base import Choice, OneOf, field
from engine.spec.checks.findings import DataFacts, EncoderFacts, PlacedFindings, SpecFinding, fault
from engine.spec.data import DataSource, find_sources
from engine.spec.describe import construct, defaults, describe_fields, walk_fields
from engine.spec.features import NO_ROOM, Features, length_finding
from engine.spec.freezing import Freezing, NoFreezing
from engine.spec.mitigation import (
    Adapter,
    Anchor,
    Consolidation,
    Distillation,
    MixoutOption,
    NoAdapter,
    NoAnchor,
    NoConsolidation,
    NoDistillation,
    NoReplay,
    Replay,
    StrategyOption,
)
from engine.spec.optimizers import AdamWOptions, Optimizer
from engine.spec.presets.published import PRESETS, departures, fill_preset, published_values
from engine.spec.schedules import Schedule, SlantedTriangularSchedule
from engine.spec.stages.checkpoint_bound import CheckpointBound, NoBound
from engine.spec.stages.labelled_task import LabelledTask
from engine.spec.stages.summary import SummaryFacts
from engine.spec.wording import active_label, format_value, is_optional

MITIGATION_SECTION = "Against forgetting"
"""The section of the strategies against forgetting."""

ENCODER_START = "encoder"
"""Value of ``start`` for the encoder of the run."""

_START = re.compile(r"^(|encoder|[1-9]\d*(@[1-9]\d*)?)$")


class Stage(Choice):
    """One phase of training: data, an objective and how to optimise it."""

    noun: ClassVar[str] = "stage"
    sections: ClassVar[tuple[str, ...]] = (
        "Data and texts",
        "Teacher",
        "Masking",
        "Features",
        "Optimisation",
        "Freezing",
        MITIGATION_SECTION,
        "Early stopping and checkpoints",
    )
    """Sections of the form of a stage, in order. Others come after these."""

    runtime: ClassVar[str] = ""
    """Module that trains stages of this kind, with ``build(stage, context, report)``. See ``engine.stages.base``."""
    icon: ClassVar[str] = "design"
    """Name of the icon on its card."""
    has_new_head: ClassVar[bool] = False
    """Whether it adds a new classification head to the encoder."""
    is_multi_task: ClassVar[bool] = False
    """Whether it may learn several tasks that share the encoder."""
    reads_encoder: ClassVar[bool] = True
    """Whether it starts from an encoder."""
    fitted_at_once: ClassVar[bool] = False
    """Whether it is fitted without updates. See ``engine.train.fit``."""
    predicts_words: ClassVar[bool] = False
    """Whether it trains the language-model objective, and changes only the encoder."""

    preset: Annotated[str, OneOf("preset", lambda: PRESETS)] = field(
        "", "Preset", source="Sun et al. 2019, 5.2 and code", role="label", section="Optimisation"
    )
    """Applies all settings that the paper's code, or its text, specifies; each can be changed afterwards.
    'palimpsest presets' lists them, and where text and code differ."""
    learning_rate: float = field(
        2e-5, "Learning rate", source="Sun et al. 2019, 5.2", gt=0.0, lt=1.0, log=True, section="Optimisation"
    )
    """The peak rate of the top layer. 2e-5 to 5e-5 for BERT-base; small encoders take more."""
    schedule: Schedule = field(lambda: SlantedTriangularSchedule(), "Schedule", section="Optimisation")
    """Course of the rate from the first update to the last."""
    optimizer: Optimizer = field(lambda: AdamWOptions(), "Optimiser", section="Optimisation", advanced=True)
    """The update rule."""
    weight_decay: float = field(
        0.01, "Weight decay", source="Sun et al. 2019, code", ge=0.0, lt=1.0, section="Optimisation"
    )
    """Decoupled decay of all weights but biases and normalisation."""
    clip_norm: float = field(
        1.0, "Gradient clipping", zero="off", ge=0.0, section="Optimisation", advanced=True
    )
    """Largest norm of the gradient; 0: no clipping."""
    clip: Literal["all", "tensor"] = field(
        "all",
        "Clipped",
        source="tensor: Sun et al. 2019, code",
        choices={"all": "Together", "tensor": "Tensor by tensor (original)"},
        section="Optimisation",
        advanced=True,
        same_row=True,
    )
    """Norm that is clipped: of all parameters together, or of each tensor by itself."""
    max_length: int = field(
        0,
        "Length",
        unit="tokens",
        zero="automatic",
        source="Sun et al. 2019, 5.3.1 (512)",
        ge=0,
        section="Data and texts",
    )
    """Longest input, special tokens included; 0: the encoder's limit."""
    batch_size: int = field(
        24,
        "Batch size",
        unit="texts",
        source="Sun et al. 2019, 5.2",
        ge=1,
        section="Optimisation",
        same_row=True,
    )
    """Texts per update."""
    dropout: float = field(0.1, "Dropout", source="Sun et al. 2019, 5.2", ge=0.0, lt=1.0, section="Features")
    """Dropout of the head and of all layers of the encoder."""
    freezing: Freezing = field(lambda: NoFreezing(), "Freezing", section="Freezing")
    """Parts of the encoder whose weights do not change."""
    anchor: Anchor = field(lambda: NoAnchor(), "Anchor", source="Li et al. 2018", section=MITIGATION_SECTION)
    """Penalises the distance of the weights from their values at the beginning of the stage."""
    consolidation: Consolidation = field(
        lambda: NoConsolidation(),
        "Consolidation",
        source="Kirkpatrick et al. 2017",
        section=MITIGATION_SECTION,
    )
    """The same, in proportion to how much each weight mattered for what was learnt before."""
    mixout: float = field(
        0.0, "Mixout", zero="off", source="Lee et al. 2020", ge=0.0, lt=1.0, section=MITIGATION_SECTION
    )
    """The probability with which, at each update, a weight of the encoder's matrices is replaced by its value
    at the beginning of the stage; 0: off. The paper uses 0.7 to 0.9, in place of dropout."""
    mixout_of: Literal["weights", "inputs"] = field(
        "weights",
        "Mixout draws",
        source="Lee et al. 2020; inputs: their code",
        choices={"weights": "Each weight", "inputs": "Each input (authors' code)"},
        section=MITIGATION_SECTION,
        advanced=True,
    )
    """Each weight by itself, as in the paper; or all weights of one input together, as in the authors'
    code."""
    replay: Replay = field(lambda: NoReplay(), "Replay", section=MITIGATION_SECTION)
    """Trains on general text or earlier tasks along with the new task."""
    distillation: Distillation = field(
        lambda: NoDistillation(), "Distillation", source="Li & Hoiem 2016", section=MITIGATION_SECTION
    )
    """The model as it was when the stage began is the teacher."""
    adapter: Adapter = field(lambda: NoAdapter(), "Adapter", section=MITIGATION_SECTION)
    """Small new weights are trained in place of the encoder's own."""
    start: str = field(
        "", "Starts from", suggest="starts", section="Early stopping and checkpoints", advanced=True
    )
    """Empty: the stage before. 'encoder': the run's own encoder. '1': the result of stage 1; '1@5000': stage
    1 after 5,000 updates, if it kept that step."""
    seed: int | None = field(
        None, "Stage seed", ge=0, section="Early stopping and checkpoints", advanced=True
    )
    """A separate seed for this stage. Runs that repeat the rest with other seeds then share this stage."""

    @classmethod
    def hidden_fields(cls) -> frozenset[str]:
        kind = cls.model_fields["kind"].default
        published = isinstance(kind, str) and published_values(kind)
        return frozenset() if published else frozenset({"preset"})

    @model_validator(mode="before")
    @classmethod
    def _take_from_preset(cls, table: object) -> object:
        """Fill missing values of the table from the preset that it names."""
        if not isinstance(table, dict) or not table.get("preset"):
            return table
        return fill_preset(table, str(cls.model_fields["kind"].default))

    @field_validator("start")
    @classmethod
    def _start_readable(cls, value: str) -> str:
        if not _START.match(value.strip()):
            raise ValueError(
                f"'{value}' is not a starting point. Leave it empty or write encoder, 1 or 1@5000"
            )
        return value.strip()

    def origin(self, index: int) -> tuple[int, int | None]:
        """Return the start of this stage, at ``index`` from 0, as (stage, update).

        Stage 0 is the encoder of the run, 1 the first stage. The update is None for the result of a stage.
        """
        if self.start == ENCODER_START:
            return 0, None
        # In a draft, an invalid start counts as empty.
        stage, _, step = self.start.partition("@") if _START.match(self.start) else ("", "", "")
        return int(stage or index), int(step) if step else None

    def strategies(self) -> list[StrategyOption]:
        """Return the strategies against forgetting that affect its updates, in the order of their application."""
        return sorted(self.strategies_by_field().values(), key=lambda option: option.order)

    def strategies_by_field(self) -> dict[str, StrategyOption]:
        """Return the same strategies by their fields, in the order of the fields."""
        strategies = {}
        for name in type(self).model_fields:
            option = getattr(self, name)
            if name == "mixout" and self.mixout:
                option = MixoutOption(self.mixout, self.mixout_of)
            if isinstance(option, StrategyOption) and option.runtime:
                strategies[name] = option
        return strategies

    @property
    def trains_encoder(self) -> bool:
        """Whether it trains an encoder with updates."""
        return self.reads_encoder and not self.fitted_at_once

    @property
    def depends_on_seed(self) -> bool:
        """Whether its result depends on the seed, given the encoder."""
        return self.trains_encoder

    def kept_steps(self) -> tuple[int, ...]:
        """Return the updates whose weights are kept as starts for later stages, ascending."""
        return ()

    # -- what it reads -------------------------------------------------------------------------------------------------

    def sources(self) -> dict[str, DataSource]:
        """Return the data sets of the stage by dotted field (``data``, ``tasks.1.data``), in order."""
        return dict(find_sources(self))

    def text_files(self) -> list[str]:
        """Return the text files and folders that it reads in addition to data sets."""
        return []

    def held_out_files(self) -> list[str]:
        """Return the text files for its held-out loss."""
        return []

    def teachers(self) -> dict[str, str]:
        """Return the teacher encoders by field."""
        return {}

    def splits_read(self) -> tuple[str, ...]:
        """Return the splits of its data sets that it trains on."""
        return ("train",)

    @property
    def sentence_pipeline(self) -> str:
        """Name of the required spaCy pipeline, empty for none."""
        return ""

    def labelled_tasks(self) -> tuple[LabelledTask, ...]:
        """Return its labelled tasks, in order. Empty for a stage without labels."""
        return ()

    @property
    def reads_pairs(self) -> bool:
        """Whether its inputs have two segments."""
        return any(task.reads_pairs for task in self.labelled_tasks())

    @property
    def predicts_next_sentence(self) -> bool:
        """Whether it learns next-sentence prediction, for which documents need several sentences."""
        return False

    # -- how long it takes ---------------------------------------------------------------------------------------------

    def planned_updates(self, rows: Sequence[int]) -> int:
        """Return the updates of the whole stage. ``rows`` has the number of training texts of each task."""
        raise AssertionError(f"{type(self).__name__} does not say how many updates it takes")

    def updates_per_epoch(self, rows: Sequence[int]) -> int:
        """Return the updates of the first epoch, 0 for a stage without epochs. ``rows`` as for ``planned_updates``."""
        return 0

    def epoch_length(self, total: int) -> int:
        """Return the updates of one epoch in a stage of ``total`` updates, 0 for a stage without epochs."""
        return 0

    @property
    def epoch_count(self) -> int:
        """Number of epochs, including a partial one. 0 for a stage without epochs."""
        return 0

    def batches_of_tasks(self, rows: Sequence[int], epoch: int = 0) -> list[int]:
        """Return the number of batches of each task in ``epoch`` (from 0). ``rows`` as for ``planned_updates``."""
        return []

    def inputs_read(self, rows: Sequence[int]) -> list[float]:
        """Return the number of training inputs of each task in the whole stage."""
        return []

    @property
    def evaluation_passes(self) -> float:
        """Number of passes over the whole validation split."""
        return 0.0

    @property
    def predicted_share(self) -> float:
        """Share of tokens with logits over the whole vocabulary."""
        return 0.0

    # -- how it learns -------------------------------------------------------------------------------------------------

    def peak_rate(self, depth: int, layers: int, *, head: bool = False) -> float:
        """Return the peak learning rate at ``depth``: 0 embeddings, 1..layers, layers + 1 pooler and head.

        ``head``: return the rate of the head.
        """
        return self.learning_rate

    @property
    def head_features(self) -> Features | None:
        """Features that a new head reads from the encoder, None without a new head."""
        return None

    @property
    def reuses_head(self) -> bool:
        """Whether it continues with the head of its start rather than with a new one."""
        return False

    @property
    def new_layers(self) -> int:
        """Number of top layers that are re-initialised before training."""
        return 0

    def without_new_layers(self) -> Self:
        """Return the stage without re-initialised layers."""
        return self

    @property
    def early_stopping(self) -> int:
        """Number of evaluations without improvement after which it stops, 0 for never."""
        return 0

    @property
    def selection_metric(self) -> str:
        """Validation metric that selects the checkpoint, "" for the held-out loss."""
        tasks = self.labelled_tasks()
        return tasks[0].objective.main_metric if tasks else ""

    @property
    def checkpoint_bound(self) -> CheckpointBound:
        """Bound that restricts the evaluations for the best checkpoint."""
        return NoBound()

    @property
    def passes_on_best_checkpoint(self) -> bool:
        """Whether later stages start from its best checkpoint rather than from its last update."""
        return True

    # -- what does not fit ---------------------------------------------------------------------------------------------

    def findings(self, encoder: EncoderFacts | None, data: DataFacts | None) -> PlacedFindings:
        """Return the findings on this stage, by dotted fields of the stage.

        Args:
            encoder: the encoder of the run. None skips the checks that depend on it.
            data: facts about the data set of a single task, None if unknown.
        """
        if finding := self.preset_finding():
            yield "preset", finding
        if encoder is None:
            return
        if finding := self.length_finding(encoder):
            yield "max_length", finding
        if problem := self.freezing.problem(encoder.layers):
            yield fault("freezing", f"{problem}.", remedy=f"Freeze at most {encoder.layers} layers.")

    def preset_finding(self) -> SpecFinding | None:
        """Return the finding on settings that differ from the preset, None without differences."""
        differences = departures(self.model_dump(mode="json"))
        if not differences:
            return None
        labels = {meta.path: meta.label for meta in walk_fields(type(self))}
        texts = [f"{labels.get(each.path, each.path)} ({each.origin})" for each in differences]
        name = PRESETS[self.preset]
        return SpecFinding(
            f"{name}, except for: {', '.join(texts)}.",
            blocks=False,
            remedy=f"Choose {name[3:]} again to restore all its values.",
        )

    def length_finding(self, encoder: EncoderFacts) -> SpecFinding | None:
        """Return the finding on the stage's own length."""
        # In a multi-task stage each task may have its own length, which is checked separately.
        pair = self.reads_pairs and not self.is_multi_task
        room = (self.max_length or encoder.positions) - encoder.special_count(pair)
        too_long = length_finding(self.max_length, encoder, "max_length")
        return too_long or (NO_ROOM if room < 1 + self.predicts_next_sentence else None)

    def corpus_findings(self, single: Sequence[float]) -> PlacedFindings:
        """Return the findings on the corpus, by dotted fields of the stage.

        Args:
            single: percentage of single-sentence texts in each data set whose sentences were counted.
        """
        yield from ()

    # -- in the window -------------------------------------------------------------------------------------------------

    def summary(self, facts: SummaryFacts = SummaryFacts()) -> list[str]:  # noqa: B008 - frozen
        """Return up to three lines for its card and for lists: data, duration and special settings."""
        essential = [
            meta for meta in describe_fields(type(self)) if meta.name in self.essential and meta.is_scalar
        ]
        lines: list[str] = [
            phrase(
                "{label} {value}",
                label=phrase(meta.label),
                value=format_value(meta, getattr(self, meta.name)),
            )
            for meta in essential
        ]
        return lines[:3]

    def mitigation_names(self) -> list[str]:
        """Return the names of its strategies against forgetting: ``L2-SP``, ``replay``."""
        metas = [meta for meta in describe_fields(type(self)) if meta.section == MITIGATION_SECTION]
        table = self.model_dump(mode="json", include={meta.name for meta in metas})
        return [name for m in metas if is_optional(m) and (name := active_label(m, table[m.name]))]

    @classmethod
    def default_after(cls, stages: Sequence[Stage], samples: Sequence[str] = ()) -> tuple[int, Self]:
        """Return (index, stage) to propose for a new stage of this kind. ``stages`` need not be valid.

        Args:
            stages: the current stages, in order.
            samples: data sets to add if the stages have too few.
        """
        return len(stages), cls.with_settings_of(next((s for s in reversed(stages) if s.has_new_head), None))

    @classmethod
    def with_settings_of(cls, template: Stage | None, **values: object) -> Self:
        """Return a stage with ``values``, shared settings of ``template``, and defaults for all others."""
        stage = construct(cls, defaults(cls))
        kinds = {m.name: m.kind for m in describe_fields(type(template))} if template is not None else {}
        shared = {
            meta.name: getattr(template, meta.name)
            for meta in describe_fields(cls)
            if kinds.get(meta.name) == meta.kind and meta.name not in _OWN_FIELDS
        }
        return stage.model_copy(update=shared | values, deep=True)


_OWN_FIELDS = ("data", "tasks", "start", "seed")
"""Fields that are not copied to a new stage."""


class UntrainedStage(Stage):
    """Stage without training settings, which are not recorded either."""

    unused: ClassVar[frozenset[str]] = frozenset(Stage.model_fields) - {"kind"}

    @model_serializer(mode="wrap")
    def _own_fields_only(self, serialise: SerializerFunctionWrapHandler) -> JsonObject:
        table: dict[str, object] = serialise(self)
        return {name: value for name, value in table.items() if name not in self.unused}

    def planned_updates(self, rows: Sequence[int]) -> int:
        return 1
