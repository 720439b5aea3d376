"""The further processes of a run: they do what the first one says, and decide nothing.

``engine.train.loop.train`` is what the first one does. Each order below is told where the first process does the same,
so the two agree in everything that is computed together.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from engine.model.attention import use
from engine.model.encoders import describe
from engine.protect.base import guards
from engine.spec.experiment import Experiment
from engine.train import loop, results  # noqa: F401 - stages register
from engine.train.background import Say
from engine.train.checkpoints import Checkpoints
from engine.train.device import choose
from engine.train.kept import keeping
from engine.train.kernels import kernels_for
from engine.train.machinery import Machinery
from engine.train.parallel import Ranks
from engine.train.task import Context, prepare


def follow(experiment: Experiment, folder: Path, ranks: Ranks, say: Say) -> None:
    """Trains along until the first process says that the run is over.

    Args:
        experiment, folder: as ``train`` has them; the folder is only read.
        ranks: the processes that train it, of which this is not the first.
        say: takes what is being prepared.

    Raises:
        UserError: something the first process has read cannot be read here.
        Drifted: the weights are not those of the first process.
        RuntimeError: another process has gone.
    """
    made: Machinery | None = None
    while (order := ranks.told())["order"] != "end":
        if order["order"] == "stage":
            made = None  # two models need not fit into memory
            made = _stage(experiment, folder, ranks, order, say)
            continue
        assert made is not None
        match order["order"]:
            case "update":
                made.update(order["step"])
            case "evaluate":
                made.evaluate(order["step"])
            case "weights":
                ranks.spread(made.plain.state_dict().values())
            case "finish":
                made.plain.eval()
                for _ in made.task.finish(order["step"]):
                    pass


def _stage(experiment: Experiment, folder: Path, ranks: Ranks, order: dict[str, Any], say: Say) -> Machinery:
    """Makes a stage ready as the first process has it after ``order["step"]`` updates."""
    index, step = order["index"], order["step"]
    device = replace(choose(experiment.compute, ranks=ranks), precision=order["precision"])
    context = Context(experiment, index, results.start_of(experiment, index, folder), device, folder)
    task = prepare(experiment.stages[index], context, say)
    attention = kernels_for(experiment, device, describe(experiment.encoder), order["attention"])
    if attention:
        use(task.model, attention.kernels)
    made = Machinery.of(task, context, ranks, step)
    protection = guards(task, context, say)
    if step:
        Checkpoints(folder / "checkpoints").load_last(made.plain, made.inner)
    task.portions.lower(order["tokens"], order["evaluation"])
    keeping(task, step, made.plain, made.accelerator.autocast)(say)
    made.alike(protection)
    made.start(protection, None)
    return made
