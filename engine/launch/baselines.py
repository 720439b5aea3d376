"""Baselines of experiments: same data, splits, cleaning and test texts, without training an encoder."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from importlib.util import find_spec
from typing import Literal

from engine import paths
from engine.data.catalogue import data_title
from engine.errors import UserError
from engine.spec.experiment import Compute, Encoder, Experiment
from engine.spec.probes import Probes
from engine.spec.stages.base import Stage
from engine.spec.stages.baseline import (
    BASELINE_KINDS,
    CLASSIFIERS,
    Baseline,
    BaselineKind,
    Classifier,
    FrozenBaseline,
    LinearBaseline,
    PrototypeBaseline,
    SetFitBaseline,
    objective_of,
    require_setfit,
)
from engine.spec.stages.labelled_task import LabelledTask

_SENTENCE_FILES = ("modules.json", "config_sentence_transformers.json", "sentence_bert_config.json")


def has_baseline(stages: Iterable[Stage]) -> bool:
    """Return whether any of ``stages`` learns labels that a baseline can learn too."""
    return any(_can_learn(task) for stage in stages for task in stage.labelled_tasks())


def compares_sentences(encoder: Encoder) -> bool:
    """Return whether an encoder was trained to compare sentences. Only such encoders can use class names."""
    if encoder.weights == "random":
        return False
    folder = paths.user_path(encoder.source)
    if folder.is_dir():
        return any((folder / name).is_file() for name in _SENTENCE_FILES)
    return encoder.source.startswith("sentence-transformers/")


def baseline_experiments(
    experiments: Iterable[Experiment],
    kinds: Collection[BaselineKind] = (),
    classifiers: Sequence[Classifier] = tuple(CLASSIFIERS),
) -> list[Experiment]:
    """Return the baselines of ``experiments``: those of each kind, for each labelled data set.

    Duplicates are dropped, because baselines depend on data and encoder, not on seeds or rates. If a stage uses its
    last checkpoint rather than the best on validation, its bag of words does not use validation labels either.

    Args:
        experiments: the designs.
        kinds: the kinds of baselines. By default all suitable ones: class names for encoders that compare sentences
            (``compares_sentences``), SetFit if installed, and a frozen encoder for designs that start with one.
        classifiers: for the bag of words.

    Raises UserError when no stage learns labels that the kinds can learn, or SetFit is requested and not installed.
    """
    if "setfit" in kinds:
        require_setfit()
    baselines: dict[str, Experiment] = {}
    for experiment in experiments:
        for stage in experiment.stages:
            for task in filter(_can_learn, stage.labelled_tasks()):
                for baseline in _baselines_of_task(experiment, stage, task, kinds, classifiers):
                    baselines.setdefault(baseline.identity(), baseline)
    if not baselines:
        tasks = [task for each in experiments for stage in each.stages for task in stage.labelled_tasks()]
        kind_names = ", ".join(BASELINE_KINDS[kind].lower() for kind in kinds if any(map(_can_learn, tasks)))
        raise UserError(
            f"no stage learns labels that this baseline can learn ({kind_names})."
            if kind_names
            else "no stage learns labels that a baseline can learn.",
            remedy="Baselines learn one class, several labels, ordered classes or numbers. Class names stand for one "
            "class each.",
        )
    return list(baselines.values())


def _can_learn(task: LabelledTask) -> bool:
    return objective_of(task.data) is not None and Baseline.serves(task.objective.kind)


def _baselines_of_task(
    experiment: Experiment,
    stage: Stage,
    task: LabelledTask,
    kinds: Collection[BaselineKind],
    classifiers: Sequence[Classifier],
) -> Iterator[Experiment]:
    """Yield the baselines of one task of ``experiment``."""
    title, encoder = data_title(task.data.source), experiment.encoder
    if "bag_of_words" in (kinds or BASELINE_KINDS):
        select: Literal["best", "fixed"] = "best" if stage.passes_on_best_checkpoint else "fixed"
        for classifier in classifiers:
            if classifier == "naive_bayes" and not _is_single_label(task):
                continue
            label = CLASSIFIERS[classifier]
            yield Experiment(
                name=f"Bag of words, {label[:1].lower()}{label[1:]}: {title}"[:200],
                stages=[LinearBaseline(data=task.data, classifier=classifier, select=select)],
                probes=Probes(on=False),
                compute=Compute(device="cpu"),  # so that a queue assigns no GPU
            )
    if not stage.reads_encoder:
        return
    if "frozen" in (kinds or BASELINE_KINDS):
        yield _on_encoder(
            experiment,
            f"Frozen encoder, linear head: {title}",
            FrozenBaseline(data=task.data, truncation=task.truncation, max_length=task.max_length),
        )
    if ("setfit" in kinds or (not kinds and find_spec("setfit"))) and _is_single_label(task):
        yield _on_encoder(
            experiment, f"SetFit: {title}", SetFitBaseline(data=task.data, max_length=task.max_length)
        )
    with_prototypes = "prototypes" in kinds or (not kinds and compares_sentences(encoder))
    if with_prototypes and _is_single_label(task):
        yield _on_encoder(
            experiment,
            f"Class names: {title}",
            PrototypeBaseline(data=task.data, truncation=task.truncation, max_length=task.max_length),
        )


def _is_single_label(task: LabelledTask) -> bool:
    objective = objective_of(task.data)
    return objective is not None and PrototypeBaseline.serves(objective.kind)


def _on_encoder(experiment: Experiment, name: str, stage: Stage) -> Experiment:
    """Return a baseline on the encoder of ``experiment``, computed in the same way. A random encoder keeps its seed."""
    seed = (
        experiment.seed if experiment.encoder.weights == "random" else Experiment.model_fields["seed"].default
    )
    return Experiment(
        name=name[:200],
        encoder=experiment.encoder,
        stages=[stage],
        seed=seed,
        probes=Probes(on=False),
        compute=experiment.compute,
    )
