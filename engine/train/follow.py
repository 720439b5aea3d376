"""The further processes of a run: they do what the first one says, and decide nothing.

``engine.train.loop.train`` is what the first one does. Each order below is told where the first process does the same,
so the two agree in everything that is computed together.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from engine.compute.device import choose_device
from engine.compute.process_group import Ranks
from engine.json_types import JsonObject
from engine.kernels.attention import set_kernels
from engine.mitigation.base import build_regularisers
from engine.model.encoders import describe_encoder
from engine.progress import ReportProgress
from engine.spec.experiment import Experiment
from engine.stages import outputs
from engine.stages.base import StageContext, prepare_stage
from engine.stages.frozen_features import frozen_features_work
from engine.train.attention_choice import choose_attention
from engine.train.checkpoints import Checkpoints
from engine.train.stage_run import evaluate, evaluate_final
from engine.train.trainer import Trainer


def follow(experiment: Experiment, folder: Path, ranks: Ranks, say: ReportProgress) -> None:
    """Train along until the first process says that the run is over.

    Args:
        experiment, folder: as ``train`` has them; the folder is only read.
        ranks: the processes that train it, of which this is not the first.
        say: takes what is being prepared.

    Raises:
        UserError: something the first process has read cannot be read here.
        Drifted: the weights are not those of the first process.
        RuntimeError: another process has gone.
    """
    trainer: Trainer | None = None
    while (order := ranks.told())["order"] != "end":
        if order["order"] == "stage":
            if trainer is not None:
                trainer.close()
            trainer = None  # two models need not fit into memory
            trainer = _open_stage(experiment, folder, ranks, order, say)
            continue
        assert trainer is not None
        match order["order"]:
            case "update":
                trainer.step(order["step"])
            case "evaluate":
                evaluate(trainer, order["step"])
            case "weights":
                ranks.spread(trainer.model.state_dict().values())
            case "finish":
                evaluate_final(trainer, order["step"])


def _open_stage(
    experiment: Experiment, folder: Path, ranks: Ranks, order: JsonObject, say: ReportProgress
) -> Trainer:
    """Make a stage ready as the first process has it after ``order["step"]`` updates."""
    index, step = order["index"], order["step"]
    device = replace(choose_device(experiment.compute, process_group=ranks), precision=order["precision"])
    context = StageContext(
        experiment, index, outputs.starting_encoder(experiment, index, folder), device, folder
    )
    task = prepare_stage(experiment.stages[index], context, say)
    attention = choose_attention(experiment, device, describe_encoder(experiment.encoder), order["attention"])
    if attention:
        set_kernels(task.model, attention.kernels)
    trainer = Trainer(task, context, ranks, updates_done=step)
    trainer.regularisers = build_regularisers(task, context, say)
    if step:
        Checkpoints(folder / "checkpoints").load_last(trainer.model, trainer.optimizer)
    task.micro_batching.restore_limits(order["tokens"], order["evaluation"])
    frozen_features_work(task, step, trainer.model, trainer.autocast)(say)
    trainer.broadcast_weights()
    return trainer
