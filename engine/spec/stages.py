"""The stages a run can consist of, in one place."""

from engine.spec.features import BiLSTMHead, ClassifierHead, Features, LinearHead, MLPHead
from engine.spec.finetune import Finetune, Supervised
from engine.spec.multitask import Multitask, Sampling, TaskData
from engine.spec.pretraining import FurtherPretrain, Objective, Segmentation
from engine.spec.stage import Stage

__all__ = [
    "BiLSTMHead",
    "ClassifierHead",
    "Features",
    "Finetune",
    "FurtherPretrain",
    "LinearHead",
    "MLPHead",
    "Multitask",
    "Objective",
    "Sampling",
    "Segmentation",
    "Stage",
    "Supervised",
    "TaskData",
]
