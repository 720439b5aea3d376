"""Stages that several runs have in common are trained once.

A stage is known by everything that makes its result: the weights it starts from, what its specification says, its
seeds, the content of its data and of what its strategies against forgetting read, the precision and the program itself.
Device, padding, accumulation and threads are left out: they change a result by rounding only (and which units dropout
drops). Where it starts from is known by content, so it does not matter how those weights came about.
"""

from __future__ import annotations

import functools
import hashlib
import json
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import AbstractContextManager, nullcontext
from importlib import metadata
from pathlib import Path
from typing import Literal

from engine.data import cache
from engine.data.claims import POLL_SECONDS, Claim
from engine.data.dataset import load
from engine.errors import UserError
from engine.model.encoders import locate
from engine.probes import readings
from engine.probes.texts import content_of
from engine.probes.watch import MEASURING, Watch
from engine.protect import sources
from engine.spec.experiment import Encoder, strip
from engine.train import results, shelf
from engine.train.background import Say
from engine.train.checkpoints import Progress
from engine.train.events import Evaluated, Event, Measured, Metrics, Note, Phase, Saved
from engine.train.task import Context, Task

_FILES = (".json", ".txt", ".model", ".safetensors")
"""What makes an encoder: config, weights, tokenizer."""
_PACKAGES = ("palimpsest", "torch", "transformers", "tokenizers", "numpy", "peft")
_STREAMS: tuple[Literal["init", "order", "dropout", "masking"], ...] = ("init", "order", "dropout", "masking")
_ROOMS = ("data", "model", "optim", "probes", "protect", "spec", "train")


def shared(context: Context) -> bool:
    """Whether this stage may be taken from another run: all but the last of a run are, unless it is switched off."""
    experiment = context.experiment
    return experiment.compute.reuse and context.index + 1 < len(experiment.stages)


def fingerprint(task: Task, context: Context) -> str | None:
    """32 hex digits, equal for stages with equal results; None when what it starts from or reads is not known."""
    experiment, stage = context.experiment, task.stage
    start, data = content(context.encoder), task.info.get("data")
    if start is None or data is None:
        return None
    what = strip(stage, keep=("what",))
    for name in ("start", "seed", "keep"):
        what.pop(name, None)
    made = {
        "start": start,
        "weights": context.encoder.weights,
        "stage": what,
        "seeds": [experiment.stream_seed(stream, stage) for stream in _STREAMS],
        "depth": len(results.line(experiment, context.index)),
        "data": [data, task.info.get("held_out")],
        "protection": sources.fingerprint(context),
        "precision": context.device.precision,
        "program": program(),
    }
    return hashlib.sha256(json.dumps(made, sort_keys=True).encode("utf-8")).hexdigest()[:32]


def looking(task: Task, context: Context) -> Callable[[Say], str | None]:
    """``fingerprint`` as work to be told of: it reads the weights."""

    def work(say: Say) -> str | None:
        say("Looking for an equal stage", 0, 0)
        return fingerprint(task, context)

    return work


def turn(
    mark: str | None, context: Context, *, wait: bool = True
) -> Generator[Event, None, AbstractContextManager[object]]:
    """The right to train the stage of fingerprint ``mark``, to be given back when it is shelved or has failed.

    While another run has it this one waits (``wait``), and then finds the stage on the shelf; where the other has died
    or failed it trains the stage itself. Nothing to wait for without a fingerprint.
    """
    if mark is None:
        return nullcontext()
    claim = Claim(f"stage-{mark}", context.folder.name)
    while not claim.take() and wait:
        yield Phase(f"Waiting for {claim.holder()}, which trains the same stage")
        time.sleep(POLL_SECONDS)
    return claim


def taken(mark: str, task: Task, context: Context, progress: Progress) -> Generator[Event, None, bool]:
    """Takes the stage of fingerprint ``mark`` from another run instead of training it; false when none has it.

    Its files, evaluations and test predictions come with it, and it takes as much of the step axis; of its updates
    nothing is told again. So do the measures of forgetting, if that run took the same; else its beginning and what it
    hands on are measured here.
    """
    number, kept, origin = context.index + 1, task.stage.kept_steps(), progress.first_step
    shelved = shelf.find(mark, kept)
    if shelved is None:
        return False
    target = results.stage_folder(context.folder, number)
    draft = target.with_suffix(".tmp")
    try:
        shelf.take(mark, draft, kept)
        predicted = shelf.predictions(mark, shelved)
        arrays = shelf.arrays(mark)
    except OSError:  # it has gone in this moment
        return False
    results.replace_result(draft, target)
    run = shelved.run.lstrip("0") or shelved.run
    yield Note(
        "info", f"Stage {number} is taken from run {run} ('{shelved.name}'), which has trained the same."
    )
    final: dict[str, float] = {}
    for step, split, values, best, of in shelved.measured:
        final |= values if split == "test" else {}
        yield Evaluated(split, origin + step, values, best, predicted.get(of))
    progress.step, progress.results = shelved.step, results.with_stage(progress.results, number, final)
    watch = Watch(task, context, origin)
    watch.restore(progress.watch)
    if watch.on and shelved.watched and shelved.watched == watched(context):
        yield from watch.retold(readings.Readings(shelved.readings, arrays), shelved.info)
        yield from readings.listed(shelved.listed, arrays, context.index, origin, origin + progress.step)
    elif watch.on:
        yield Phase(MEASURING)
        yield from watch.afresh(_handed_on(task, shelved), shelved.step, target)
    progress.watch = watch.state()
    yield Metrics(origin + progress.step, {"progress/epoch": task.epoch(progress.step)})
    yield Saved("stage", target, origin + progress.step)
    return True


def _handed_on(task: Task, shelved: shelf.Shelved) -> int:
    """The update whose weights a shelved stage hands on."""
    best = [step for step, _, _, best, _ in shelved.measured if best]
    return best[-1] if best and getattr(task.stage, "hand_on", "best") == "best" else shelved.step


def watched(context: Context) -> str:
    """What the measures of forgetting of a stage depend on beside the stage: equal where they are; "" without any."""
    experiment, spec = context.experiment, context.experiment.probes
    before = experiment.stages[: context.index]
    try:
        made = {
            "probes": spec.model_dump(mode="json"),
            "text": content_of(spec.text, "probe"),
            "known": [load(known.data).fingerprint for known in spec.known],
            "encoder": [content(experiment.encoder), experiment.encoder.weights],
            # Earlier tasks are asked under their own heads, and named after their place in the run.
            "before": [strip(stage, keep=("what",)) for stage in before],
            "seeds": [experiment.stream_seed(stream, stage) for stage in before for stream in _STREAMS],
        }
    except UserError:
        return ""
    return cache.key("watched", made) if spec.on else ""


def shelve(
    mark: str, task: Task, context: Context, progress: Progress, tested: Sequence[Evaluated], watch: Watch
) -> None:
    """Lets other runs take the stage that has just been trained; ``tested`` are its final measurements."""
    predicted = [each.predictions for each in tested if each.predictions is not None]
    measured: list[Measured] = list(progress.measured)
    for each in tested:
        of = each.predictions.split if each.predictions is not None else ""
        measured.append((each.step - progress.first_step, each.split, dict(each.values), False, of))
    about = shelf.Shelved(
        run=context.folder.name,
        name=context.experiment.name,
        step=progress.step,
        kept=[step for step in task.stage.kept_steps() if step <= progress.step],
        measured=measured,
        watched=watched(context) if watch.on else "",
        readings=watch.readings.state(),
        info=watch.info,
        listed={task: list(event.classes) for task, event in watch.listed.items()},
    )
    arrays = watch.readings.arrays() | readings.list_arrays(watch.listed, progress.first_step)
    shelf.put(mark, results.stage_folder(context.folder, context.index + 1), about, predicted, arrays)


def content(encoder: Encoder) -> str | None:
    """A hash of an encoder's files; None for one of the hub that is not on this machine."""
    place = locate(encoder)
    if isinstance(place, str):
        from huggingface_hub import try_to_load_from_cache

        config = try_to_load_from_cache(place, "config.json", revision=encoder.revision or None)
        if not isinstance(config, str):
            return None
        place = Path(config).parent
    total = hashlib.sha256()
    for file in sorted(path for path in place.iterdir() if path.suffix in _FILES):
        with file.open("rb") as opened:
            total.update(f"{file.name} {hashlib.file_digest(opened, 'sha256').hexdigest()}\n".encode())
    return total.hexdigest()


@functools.cache
def program() -> str:
    """A hash of the packages' versions and, where it lies open, of our own code: a changed program trains anew."""
    total = hashlib.sha256()
    for name in _PACKAGES:
        try:
            total.update(f"{name} {metadata.version(name)}\n".encode())
        except metadata.PackageNotFoundError:
            total.update(f"{name} unknown\n".encode())
    root = Path(__file__).resolve().parent.parent
    for room in _ROOMS:
        for file in sorted((root / room).rglob("*.py")):
            total.update(file.relative_to(root).as_posix().encode())
            total.update(file.read_bytes())
    return total.hexdigest()
