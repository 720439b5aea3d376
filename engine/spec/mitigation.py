"""Strategies against forgetting in a stage. All of them can be combined.

``engine.mitigation`` implements them. Low learning rates, warm-up, layer-wise decay and freezing also reduce
forgetting, but are fields of every stage.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from engine.spec.base import Choice, OptionInputs, field
from engine.spec.checks.findings import PlacedFindings, SpecFinding, fault

TEXT_HELP = (
    "General text: a UTF-8 file (one passage per line), a folder of them, or a known data set. Empty: the bundled "
    "general English, of which training and measuring read different parts."
)


SOFTMAX_OBJECTIVES = ("single_label", "soft_label")
"""Objectives whose outputs are a softmax over classes, which some strategies need."""


@dataclass(frozen=True)
class Fallback:
    """Setting to use where a strategy cannot be applied.

    Attributes:
        remedy: the change in words, without a full stop.
        value: the new value of ``name``.
        name: a field of the strategy, "" for the strategy as a whole.
    """

    remedy: str
    value: object
    name: str = ""


class StrategyOption:
    """A strategy that acts on the updates of a stage. Checks use its methods, so that they also cover plug-ins.

    Attributes:
        runtime: the module whose ``build(option, task, context, report)`` returns the ``Regulariser`` that implements
            it. It is imported only for training, so it may import torch. Empty: no effect.
        order: strategies of a stage are applied in ascending order. A strategy that changes weights during an update
            (Mixout) comes first, so that it has restored them when others read them after the backward pass.
        holds_weights: whether it keeps weights near their values at the start of the stage.
        replaces_weight_decay: whether it replaces the weight decay of the stage.
        while_frozen: the message for a stage whose whole encoder is frozen.
    """

    runtime: ClassVar[str] = ""
    order: ClassVar[int] = 40
    holds_weights: ClassVar[bool] = False
    replaces_weight_decay: ClassVar[bool] = False
    while_frozen: ClassVar[str] = "Has no effect while the whole encoder is frozen."
    objectives_help: ClassVar[str] = "Earlier tasks have to be learnt as {kinds}."

    def inputs(self) -> OptionInputs:
        """Return the inputs that a stage reads because of this strategy. None by default."""
        return OptionInputs()

    def masks_words(self, *, has_task: bool) -> bool:
        """Return whether it predicts masked words. ``has_task``: an earlier stage has learnt a task."""
        return self.inputs().original_head

    def holds_earlier_tasks(self) -> bool:
        """Return whether it uses the outputs of earlier tasks. It then has to support their ``objectives``."""
        return False

    def needs_earlier_tasks(self) -> bool:
        """Return whether it has no effect unless an earlier stage has learnt a task."""
        return False

    def earlier_task_fallback(self) -> Fallback:
        """Return the setting to use where it cannot preserve earlier tasks."""
        return Fallback("Switch it off", {"kind": "none"})

    def check(self, learning_rate: float) -> PlacedFindings:
        """Yield the findings on its settings, by its fields, for a stage with this ``learning_rate``."""
        yield from ()


class Anchor(StrategyOption, Choice):
    """Penalises the distance of the weights from their values at the beginning of the stage."""

    noun: ClassVar[str] = "anchor"


class NoAnchor(Anchor):
    """Weights move freely."""

    title: ClassVar[str] = "None"
    kind: Literal["none"] = "none"


class L2SP(Anchor):
    """Adds α/2 ‖w − w⁰‖² over the encoder and β/2 ‖w‖² over the new head to the loss, in place of weight decay."""

    title: ClassVar[str] = "L2-SP"
    kind: Literal["l2_sp"] = "l2_sp"
    runtime: ClassVar[str] = "engine.mitigation.l2sp"
    order: ClassVar[int] = 31
    holds_weights: ClassVar[bool] = True
    replaces_weight_decay: ClassVar[bool] = True
    while_frozen: ClassVar[str] = "While the whole encoder is frozen, only the head's β has an effect."
    alpha: float = field(0.1, "α, encoder", source="Li et al. 2018, eq. 2", ge=0.0, log=True)
    """Strength of the penalty on the distance of the encoder's weights from those at the start of the stage."""
    beta: float = field(0.01, "β, head", source="Li et al. 2018, eq. 2", ge=0.0, log=True, same_row=True)
    """Strength of the penalty on the head's weights."""
    form: Literal["loss", "decoupled"] = field(
        "loss",
        "Form",
        source="decoupled: Loshchilov & Hutter 2019; Lee et al. 2020, code",
        choices={"loss": "In the loss", "decoupled": "Decoupled"},
        advanced=True,
    )
    """Part of the loss, as published; or decoupled like weight decay, w ← w − η α (w − w⁰), which Adam does
    not rescale."""

    def check(self, learning_rate: float) -> PlacedFindings:
        """Yield a finding if decoupled steps are too long."""
        step = learning_rate * self.alpha
        if self.form == "decoupled" and step > 1:
            most = 1 / learning_rate
            yield (
                "alpha",
                SpecFinding(
                    f"η α is {step:.3g}: each update overshoots the starting weights.",
                    blocks=step >= 2,
                    remedy=f"Use at most 1 / η = {most:.4g}.",
                    fix=("alpha", float(f"{most:.4g}")),
                ),
            )


class Consolidation(StrategyOption, Choice):
    """Pulls each weight back by how much it mattered for what was learnt before."""

    noun: ClassVar[str] = "consolidation"


class NoConsolidation(Consolidation):
    """No weight is penalised."""

    title: ClassVar[str] = "None"
    kind: Literal["none"] = "none"


class EWC(Consolidation):
    """Adds λ/2 Σ F_i (w_i − w⁰_i)² to the loss; F is the diagonal Fisher information of what was known before (EWC)."""

    title: ClassVar[str] = "EWC"
    kind: Literal["ewc"] = "ewc"
    runtime: ClassVar[str] = "engine.mitigation.ewc"
    objectives: ClassVar[tuple[str, ...]] = SOFTMAX_OBJECTIVES
    order: ClassVar[int] = 30
    holds_weights: ClassVar[bool] = True
    strength: float = field(1000.0, "Strength λ", source="Kirkpatrick et al. 2017, eq. 3", ge=0.0, log=True)
    """The weight of the penalty."""
    of: Literal["text", "earlier"] = field(
        "text", "Remember", choices={"text": "General text", "earlier": "Earlier tasks"}, same_row=True
    )
    """Masked words of general text under the encoder's original head, or the tasks of earlier stages."""
    text: str = field("", label="General text", help=TEXT_HELP, suggest="general texts")
    samples: int = field(200, "Samples", unit="texts", ge=1)
    """Number of texts from which F is estimated."""
    fisher: Literal["exact", "sampled", "empirical"] = field(
        "sampled",
        "Fisher",
        source="van de Ven 2025",
        choices={"exact": "Exact", "sampled": "Sampled label", "empirical": "True label (empirical)"},
        advanced=True,
    )
    """Labels: all, weighted by probability (exact; classes only); drawn from the model; or the true ones."""

    def inputs(self) -> OptionInputs:
        """Return general text with the original head, or the earlier tasks."""
        if self.of == "earlier":
            return OptionInputs(earlier_tasks=True)
        return OptionInputs(texts=(self.text,), original_head=True)

    def holds_earlier_tasks(self) -> bool:
        return self.of == "earlier"

    def needs_earlier_tasks(self) -> bool:
        return self.of == "earlier"

    def earlier_task_fallback(self) -> Fallback:
        return Fallback("Remember general text", "text", "of")

    def check(self, learning_rate: float) -> PlacedFindings:
        """Yield a finding if the exact Fisher information of masked words is selected, which takes too long."""
        if self.of == "text" and self.fisher == "exact":
            yield fault(
                "fisher",
                "every word of the vocabulary is a possible answer: too many to enumerate.",
                remedy="Draw the label.",
                fix=("fisher", "sampled"),
            )


class Replay(StrategyOption, Choice):
    """Rehearsal: what was learnt before is trained on along with the new task."""

    noun: ClassVar[str] = "replay"


def _ratio() -> float:
    value: float = field(
        0.1,
        label="Share",
        unit="of the loss",
        help="The weight r of replayed texts: the loss is (1 − r) new + r replayed. As many texts are replayed per "
        "update as are r of the whole batch, at least one.",
        gt=0.0,
        lt=1.0,
    )
    return value


def _text() -> str:
    value: str = field("", label="General text", help=TEXT_HELP, suggest="general texts")
    return value


class NoReplay(Replay):
    """Only the new task is trained."""

    title: ClassVar[str] = "None"
    kind: Literal["none"] = "none"


class ReplayText(Replay):
    """Masked words of general text, under the encoder's original head, which stays as it is."""

    title: ClassVar[str] = "General text"
    kind: Literal["text"] = "text"
    runtime: ClassVar[str] = "engine.mitigation.replay"
    order: ClassVar[int] = 10
    ratio: float = _ratio()
    text: str = _text()

    def inputs(self) -> OptionInputs:
        """Return its text and the original head."""
        return OptionInputs(texts=(self.text,), original_head=True)


class ReplayEarlier(Replay):
    """Training texts of every earlier task, each under its own head, which stays as it is."""

    title: ClassVar[str] = "Earlier tasks"
    kind: Literal["earlier"] = "earlier"
    runtime: ClassVar[str] = "engine.mitigation.replay"
    order: ClassVar[int] = 10
    ratio: float = _ratio()
    samples: int = field(
        0, "Kept texts", unit="texts per task", zero="all", source="Chaudhry et al. 2019", ge=0
    )
    """Number of training texts of each earlier task kept for replay, drawn once; 0: all."""

    def inputs(self) -> OptionInputs:
        """Return the texts and heads of earlier tasks."""
        return OptionInputs(earlier_tasks=True)

    def needs_earlier_tasks(self) -> bool:
        return True

    def earlier_task_fallback(self) -> Fallback:
        return Fallback("Replay general text", {"kind": "text", "ratio": self.ratio})


class ReplayBoth(Replay):
    """General text and texts of earlier tasks, half and half."""

    title: ClassVar[str] = "Text and earlier tasks"
    kind: Literal["both"] = "both"
    runtime: ClassVar[str] = "engine.mitigation.replay"
    order: ClassVar[int] = 10
    ratio: float = _ratio()
    text: str = _text()
    samples: int = field(0, "Kept texts", unit="texts per task", zero="all", ge=0)
    """Number of training texts of each earlier task kept for replay, drawn once; 0: all."""

    def inputs(self) -> OptionInputs:
        """Return the inputs of both kinds of replay."""
        return OptionInputs(texts=(self.text,), earlier_tasks=True, original_head=True)

    def needs_earlier_tasks(self) -> bool:
        return True

    def earlier_task_fallback(self) -> Fallback:
        return Fallback("Replay general text", {"kind": "text", "ratio": self.ratio})


class Distillation(StrategyOption, Choice):
    """Learns from the predictions of the model as it was when the stage began."""

    noun: ClassVar[str] = "distillation"


class NoDistillation(Distillation):
    """No teacher."""

    title: ClassVar[str] = "None"
    kind: Literal["none"] = "none"


class LwF(Distillation):
    """Adds λ T² KL(p_before ‖ p_now) on the new task's texts, both softened with temperature T (LwF).

    p are the outputs of earlier tasks' heads, or of the masked-word head if there is no earlier task.
    """

    title: ClassVar[str] = "Learning without forgetting"
    kind: Literal["lwf"] = "lwf"
    runtime: ClassVar[str] = "engine.mitigation.distillation"
    objectives: ClassVar[tuple[str, ...]] = SOFTMAX_OBJECTIVES
    order: ClassVar[int] = 20
    strength: float = field(1.0, "Strength λ", source="Li & Hoiem 2016", gt=0.0, log=True)
    """The weight of the teacher's predictions."""
    temperature: float = field(
        2.0, "Temperature T", source="Hinton et al. 2015; Li & Hoiem 2016 (2)", gt=0.0, le=20.0, same_row=True
    )
    """Softens both predictions, so that small probabilities count."""
    of: Literal["auto", "words"] = field(
        "auto",
        "Answers",
        choices={"auto": "Earlier tasks, else words", "words": "Masked words"},
        advanced=True,
    )
    """Of earlier tasks' heads where there are any, else of the masked-word head; or always the latter."""

    def inputs(self) -> OptionInputs:
        """Return the heads of earlier tasks, or the original masked-word head where there are none."""
        return OptionInputs(earlier_tasks=True, original_head=True)

    def masks_words(self, *, has_task: bool) -> bool:
        return self.of == "words" or not has_task

    def holds_earlier_tasks(self) -> bool:
        return self.of == "auto"

    def earlier_task_fallback(self) -> Fallback:
        return Fallback("Distil masked words", "words", "of")


@dataclass(frozen=True)
class MixoutOption(StrategyOption):
    """Mixout (Lee et al. 2020), which a stage declares as two fields.

    Attributes:
        probability: the probability of resetting a weight during an update.
        draws: "weights" to draw each weight independently, "inputs" to draw all weights of an input together.
    """

    runtime: ClassVar[str] = "engine.mitigation.mixout"
    order: ClassVar[int] = 0
    holds_weights: ClassVar[bool] = True
    probability: float
    draws: Literal["weights", "inputs"]


class Adapter(Choice):
    """Small new weights are trained; the encoder's own stay as they are.

    Attributes:
        acts: whether there are such weights.
        least_rate, usual_rate: the learning rate below which they hardly learn, and a usual one, 0 if unknown.
        rates_source: their source.
    """

    noun: ClassVar[str] = "adapter"
    acts: ClassVar[bool] = True
    least_rate: ClassVar[float] = 0.0
    usual_rate: ClassVar[float] = 0.0
    rates_source: ClassVar[str] = ""

    @property
    def adapts_all_matrices(self) -> bool:
        """Whether all matrices of a layer get an adapter, not only queries and values."""
        return False


class NoAdapter(Adapter):
    """The encoder's own weights learn."""

    title: ClassVar[str] = "None"
    kind: Literal["none"] = "none"
    acts: ClassVar[bool] = False


def _where() -> str:
    value: str = field(
        "attention",
        label="Where",
        help="Matrices of each layer that get an adapter.",
        choices={"attention": "Queries and values", "all": "All matrices"},
        same_row=True,
    )
    return value


class LoRA(Adapter):
    """Adds a low-rank product to matrices, W + (α / r) B A; merged into W when the stage ends (LoRA)."""

    title: ClassVar[str] = "LoRA"
    kind: Literal["lora"] = "lora"
    least_rate: ClassVar[float] = 1e-4
    usual_rate: ClassVar[float] = 4e-4
    rates_source: ClassVar[str] = "Hu et al. 2022, Table 9"
    rank: int = field(8, "Rank r", source="Hu et al. 2022", ge=1)
    """The inner dimension of the two matrices."""
    alpha: float = field(16.0, "α", source="Hu et al. 2022", gt=0.0, same_row=True)
    """The scale; the product counts α / r."""
    where: Literal["attention", "all"] = _where()  # type: ignore[assignment]
    variant: Literal["lora", "rslora", "dora"] = field(
        "lora",
        "Variant",
        source="Hu et al. 2022; Kalajdzievski 2023; Liu et al. 2024",
        choices={"lora": "LoRA", "rslora": "rsLoRA", "dora": "DoRA"},
        advanced=True,
    )
    """rsLoRA scales with α / √r; DoRA learns the length of columns apart from their direction."""

    @property
    def adapts_all_matrices(self) -> bool:
        """Whether all matrices of a layer get an adapter, not only queries and values."""
        return self.where == "all"


class IA3(Adapter):
    """Scales keys, values and the inner activations with learnt vectors; merged when the stage ends ((IA)³)."""

    title: ClassVar[str] = "(IA)³"
    kind: Literal["ia3"] = "ia3"
    least_rate: ClassVar[float] = 1e-3
    usual_rate: ClassVar[float] = 3e-3
    rates_source: ClassVar[str] = "Liu et al. 2022"
