"""``Experiment``: the single declaration behind form, TOML file, ``--set`` keys and stored record, with its tasks."""

from __future__ import annotations

import hashlib
import json
from typing import ClassVar, Literal

from pydantic import ValidationError, model_validator
from pydantic_core import PydanticCustomError

from engine.json_types import JsonObject
from engine.spec.base import Role, SpecModel, counts_in_identity, dotted_path, field, parse_record, role_of
from engine.spec.data import DataSource, replace_sources
from engine.spec.probes import Probes
from engine.spec.stages import Stage
from engine.spec.stages.labelled_task import LabelledTask, name_from_source

PROPOSED_ENCODER = "palimpsest-small"
"""Encoder of proposed designs, and the one whose tokens are counted, unless another is named."""


class Encoder(SpecModel):
    """The pre-trained encoder a run starts from."""

    source: str = field("palimpsest-tiny", "Encoder", min_length=1, suggest="encoders")
    """A bundled encoder (palimpsest-small, palimpsest-tiny), a folder in Hugging Face layout, a hub id, or what a run
    has left (run:12, run:12/stage-1, run:12/stage-1@5000, run:12/average-0.70)."""
    revision: str = field("", "Revision", advanced=True)
    """A commit, tag or branch of the hub's repository; empty: the newest."""
    weights: Literal["pretrained", "random"] = field(
        "pretrained", "Weights", choices={"pretrained": "Pre-trained", "random": "Random (untrained twin)"}
    )
    """'random' trains the same architecture from scratch, as a baseline."""


RandomStream = Literal["init", "order", "dropout", "masking"]
RANDOM_STREAMS: tuple[RandomStream, ...] = ("init", "order", "dropout", "masking")


class Seeds(SpecModel):
    """Seeds of single streams; each is the run's seed unless set (Dodge et al. 2020: they matter
    separately)."""

    init: int | None = field(None, "Initialisation", advanced=True)
    """New weights (head, random encoder)."""
    order: int | None = field(None, "Order", advanced=True)
    """Order of the training texts."""
    dropout: int | None = field(None, "Dropout", advanced=True)
    """Dropout masks."""
    masking: int | None = field(None, "Masking", advanced=True)
    """Masked tokens in pre-training."""


class Compute(SpecModel):
    """How a run is computed. Nothing here changes results beyond rounding (and which units dropout drops)."""

    fields_role: ClassVar[Role] = "how"
    obsolete_fields: ClassVar[frozenset[str]] = frozenset({"compile"})
    device: str = field(
        "auto",
        "Device",
        suggest="devices",
        pattern=r"^(auto|mps|cpu(:[1-9]\d{0,2})?|cuda(:(all|\d{1,3}(,\d{1,3})*))?)$",
    )
    """auto, cpu, mps, cuda, cuda:1; several together: cuda:0,1, cuda:all, cpu:2 (two processes)."""
    precision: Literal["auto", "fp32", "bf16"] = field(
        "auto", "Precision", choices={"auto": "Automatic", "fp32": "32-bit", "bf16": "bfloat16"}
    )
    """auto: bfloat16 matrix products where the hardware has units for them (AVX512-BF16, AMX, CUDA 8.0)."""
    padding: Literal["auto", "packed", "padded"] = field(
        "auto", "Padding", choices={"auto": "Automatic", "packed": "Packed", "padded": "Padded"}
    )
    """packed: no work on padding; padded: rectangular batches; auto: packed where the encoder allows."""
    attention: Literal["auto", "products", "sdpa", "varlen"] = field(
        "auto",
        "Attention",
        choices={
            "auto": "Automatic",
            "products": "Matrix products",
            "sdpa": "Fused (SDPA)",
            "varlen": "Variable length",
        },
        advanced=True,
    )
    """auto: products on a CPU, varlen on an NVIDIA GPU, else sdpa; products: plain matrix products; sdpa:
    torch's fused kernel; varlen: torch's kernel for packed texts (CUDA)."""
    micro_batches: int = field(1, "Accumulation", unit="parts", ge=1)
    """Split each batch into this many parts to save memory; the update is the same."""
    micro_tokens: int = field(0, "Micro-batch", unit="tokens", zero="automatic", ge=0, advanced=True)
    """Split each batch so that no part has more tokens, padding included; the update is the same. 0: chosen
    for the device."""
    recompute: bool = field(False, "Recompute", advanced=True)
    """Activation checkpointing: layers are computed again in the backward pass; less memory, a third more
    time."""
    keep_frozen: bool = field(True, "Keep frozen", advanced=True)
    """Features of a frozen encoder are computed once per text and kept on disk, if it runs without dropout."""
    evaluation_tokens: int = field(
        0, "Evaluation batch", unit="tokens", zero="automatic", ge=0, advanced=True
    )
    """Tokens per batch in evaluation; of long texts read in fractions, tokens encoded at once. 0: chosen for
    the device."""
    checkpoint_seconds: int = field(120, "Checkpoint every", unit="s", ge=1, advanced=True)
    """Seconds between checkpoints, from which an interrupted run resumes."""
    threads: int = field(0, "CPU threads", zero="all", ge=0, le=4096, advanced=True)
    """0: all cores."""
    reuse: bool = field(True, "Reuse stages", advanced=True)
    """Reuse any stage but the last from a run that has trained exactly the same."""


class Experiment(SpecModel):
    """One run: an encoder, an ordered list of stages, and how to compute them."""

    name: str = field("Untitled", "Name", role="label", min_length=1, max_length=200)
    """Shown in tables and legends."""
    notes: str = field("", "Notes", role="label", section="Notes")
    """Free text, kept with the run."""
    tags: list[str] = field([], "Tags", role="label", section="Notes", max_length=200)
    """Words for finding the run."""
    recipe: str = field("", "Recipe", role="label", advanced=True)
    """The recipe that the experiment was made from."""
    seed: int = field(42, "Seed", ge=0, section="Optimisation")
    """The seed of all random draws; the same seed gives the same run."""
    seeds: Seeds = field(lambda: Seeds(), "Seeds of single streams", advanced=True)
    """Separate seeds for some sources of randomness; empty: the seed above."""
    encoder: Encoder = field(lambda: Encoder(), "Encoder")
    """The encoder the run starts from."""
    stages: list[Stage] = field(label="Stages", min_length=1)
    """The stages of training, in order."""
    probes: Probes = field(lambda: Probes(), "Probes", role="how")
    """Measures of forgetting; measuring does not change the training."""
    compute: Compute = field(lambda: Compute(), "Compute", role="how")
    """The device, precision and memory of the computation."""

    general_texts: dict[str, DataSource] = field(
        {}, "General texts", role="record", exclude_if=lambda value: not value
    )
    """What the data sets named as general text stood for when the run was queued. Written by the engine."""

    rerun_of: int = field(0, "Rerun of", role="record", ge=0, exclude_if=lambda value: not value)
    """The run that this one repeats, to be compared with it. Written by the engine."""

    trial_of: int = field(0, "Trial of", role="record", ge=0, exclude_if=lambda value: not value)
    """The search that this run is a trial of: its test split is left alone. Written by the engine."""

    @property
    def final_splits(self) -> tuple[str, ...]:
        """The splits on which the selected checkpoint of a stage is evaluated. Trials are not tested."""
        return ("validation",) if self.trial_of else ("validation", "test")

    def general_text(self, text: str) -> str | DataSource:
        """Return the general text named ``text`` by a probe or a strategy: its path, or the resolved data set."""
        return self.general_texts.get(text, text)

    @model_validator(mode="after")
    def _starts_exist(self) -> Experiment:
        for index, stage in enumerate(self.stages):
            origin, step = stage.origin(index)
            if origin > index:
                raise PydanticCustomError(
                    "no_such_start",
                    "stage {here} starts from stage {before}, which does not come before it",
                    {"here": index + 1, "before": origin},
                )
            if step is not None and step not in self.stages[origin - 1].kept_steps():
                raise PydanticCustomError(
                    "no_such_start",
                    "stage {here} starts from update {step} of stage {before}, which does not keep it. "
                    "Add {step} to that stage's kept steps",
                    {"here": index + 1, "before": origin, "step": step},
                )
        return self

    @model_validator(mode="after")
    def _baselines_alone(self) -> Experiment:
        numbers = {stage.trains_encoder: number for number, stage in reversed([*enumerate(self.stages, 1)])}
        if len(numbers) == 2:
            raise PydanticCustomError(
                "baseline_not_alone",
                "stage {alone} trains no encoder, so it shares no run with stage {other}. Make it a run of its own",
                {"alone": numbers[False], "other": numbers[True]},
            )
        return self

    @property
    def reads_encoder(self) -> bool:
        """Whether it starts from an encoder. A bag of words does not."""
        return any(stage.reads_encoder for stage in self.stages)

    @property
    def trains_encoder(self) -> bool:
        """Whether it trains an encoder with updates. A baseline does not."""
        return any(stage.trains_encoder for stage in self.stages)

    @property
    def is_seedless(self) -> bool:
        """Whether its result is independent of the seed: nothing is trained, and no encoder has random weights."""
        is_random = self.reads_encoder and self.encoder.weights == "random"
        return not is_random and not any(stage.depends_on_seed for stage in self.stages)

    def stream_seed(self, stream: RandomStream, stage: Stage | None = None) -> int:
        """Return the seed of one random stream. The seed of ``stage``, if set, takes precedence."""
        if stage is not None and stage.seed is not None:
            return stage.seed
        value = getattr(self.seeds, stream)
        return self.seed if value is None else value

    def identity(self) -> str:
        """Return a hash (16 hex digits) of all settings that change results: no names, notes or ``compute``.

        A trial of a search differs from the same experiment outside of the search, which is tested.
        """
        settings = select_roles(self, roles=("what",)) | self._decisive_probes()
        if self.trial_of:
            settings["trial_of"] = self.trial_of
        return hashlib.sha256(json.dumps(settings, sort_keys=True).encode("utf-8")).hexdigest()[:16]

    def identity_by_path(self) -> str:
        """Return the identity as in earlier versions, which identified files by their paths."""

        def without_content(_path: str, data: DataSource) -> DataSource:
            return (
                data if data.source.startswith("catalogue:") else data.model_copy(update={"resolved": None})
            )

        return replace_sources(self, without_content).identity()

    def _decisive_probes(self) -> JsonObject:
        """Return the settings of probes if they select a checkpoint. Otherwise they do not change results."""
        if not any(stage.checkpoint_bound.needs_probes for stage in self.stages):
            return {}
        return {"probes": self.probes.model_dump(mode="json", include={"text", "texts", "length"})}

    def group_identity(self) -> str:
        """Return ``identity`` without seeds: runs with equal values are repetitions.

        A rerun has the same seeds as its original, so it forms a group of its own.
        """
        settings = select_roles(self, roles=("what",)) | self._decisive_probes()
        settings.pop("seed", None)
        settings.pop("seeds", None)
        if self.rerun_of:
            settings["rerun_of"] = self.rerun_of
        if self.trial_of:
            settings["trial_of"] = self.trial_of
        return hashlib.sha256(json.dumps(settings, sort_keys=True).encode("utf-8")).hexdigest()[:16]


def select_roles(model: SpecModel, roles: tuple[str, ...]) -> JsonObject:
    """Return the fields of ``model`` with one of ``roles`` as plain JSON values, nested models included."""

    def plain(value: object) -> object:
        if isinstance(value, SpecModel):
            return select_roles(value, roles)
        if isinstance(value, list | tuple):
            return [plain(item) for item in value]
        return value

    declared = type(model).model_fields
    return {
        name: plain(inner)
        for name, inner in model.identity_fields().items()
        if name == "kind"
        or name not in declared
        or (role_of(declared[name]) in roles and counts_in_identity(declared[name], inner))
    }


def parse_experiment(table: object, *, place: str = "") -> Experiment:
    """Return an ``Experiment`` from plain values. Raises UserError as ``parse_record`` does."""
    return parse_record(Experiment, table, place=place)


def find_problems(table: object) -> dict[str, str]:
    """Return the problems in ``table`` by dotted field (``stages.0.epochs``). Empty for a valid experiment."""
    try:
        Experiment.model_validate(table)
    except ValidationError as error:
        return {dotted_path(e["loc"]): e["msg"] for e in error.errors()}
    return {}


def task_names(experiment: Experiment) -> list[tuple[str, ...]]:
    """Return the names of the tasks of each stage. Empty for pre-training.

    A single task has the name of its data set in a multi-task stage of the run, if any, else the data set's own name.
    """
    titles = {
        task.data.source: task.name
        for stage in experiment.stages
        for task in stage.labelled_tasks()
        if task.name
    }
    return [
        tuple(
            task.name or titles.get(task.data.source, name_from_source(task.data.source))
            for task in stage.labelled_tasks()
        )
        for stage in experiment.stages
    ]


def task_labels(experiment: Experiment) -> list[tuple[str, ...]]:
    """Return ``task_names`` prefixed with the stage's number from 1 (``2:questions``), which are unique in a run."""
    return [
        tuple(f"{number}:{name}" for name in names)
        for number, names in enumerate(task_names(experiment), start=1)
    ]


def task_of_split(experiment: Experiment, split: str, stage: int | None = None) -> LabelledTask | None:
    """Return the task of the predictions for ``split`` (``test``, ``test/NAME``, ``stage-1/test``).

    It is the last of several candidates, None without labels. ``stage`` (from 0) is the predicting stage if
    known. Otherwise ``split`` determines it.
    """
    parts = split.split("/")
    if parts[0].startswith("stage-"):
        stage = int(parts.pop(0).removeprefix("stage-")) - 1
    name = "/".join(parts[1:])
    stages = experiment.stages if stage is None else experiment.stages[stage : stage + 1]
    tasks = [task for each in stages for task in each.labelled_tasks()]
    matching = [task for task in tasks if task.name == name] or tasks
    return matching[-1] if matching else None


def result_splits(experiment: Experiment, split: str = "test") -> tuple[str, ...]:
    """Return the splits of a run's result, which is that of the last stage with labels.

    For example ``("test",)`` for a single task, ``("test/Reviews", "test/Questions")`` for several, and () without
    labels. Predictions of earlier stages may be stored as well.
    """
    for stage in reversed(experiment.stages):
        if tasks := stage.labelled_tasks():
            return tuple(f"{split}{task.metric_suffix}" for task in tasks)
    return ()


def stage_ancestors(experiment: Experiment, index: int) -> tuple[tuple[int, int | None], ...]:
    """Return the ancestors of stage ``index`` (from 0), first to last, as (number from 1, update or None)."""
    ancestors: list[tuple[int, int | None]] = []
    number, step = experiment.stages[index].origin(index)
    while number:
        ancestors.append((number, step))
        number, step = experiment.stages[number - 1].origin(number - 1)
    return tuple(reversed(ancestors))
