"""The stages a run can consist of, in one place."""

from engine.spec.features import BiLSTMHead, ClassifierHead, Features, LinearHead, MLPHead
from engine.spec.stages.base import Stage
from engine.spec.stages.finetune import Finetune, SupervisedStage
from engine.spec.stages.multitask import Multitask, TaskData, TaskSampling
from engine.spec.stages.pretraining import FurtherPretrain, PretrainingObjective, Segmentation

__all__ = [
    "BiLSTMHead",
    "ClassifierHead",
    "Features",
    "Finetune",
    "FurtherPretrain",
    "LinearHead",
    "MLPHead",
    "Multitask",
    "PretrainingObjective",
    "Segmentation",
    "Stage",
    "SupervisedStage",
    "TaskData",
    "TaskSampling",
]
