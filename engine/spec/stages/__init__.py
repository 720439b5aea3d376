"""All kinds of stages. Importing this package registers them."""

# ruff: noqa: F401  (names for others)

from engine.spec.features import BiLSTMHead, ClassifierHead, Features, LinearHead, MLPHead
from engine.spec.stages.base import Stage
from engine.spec.stages.baseline import FrozenBaseline, LinearBaseline, PrototypeBaseline, SetFitBaseline
from engine.spec.stages.distillation import Distil
from engine.spec.stages.external import ExternalTraining
from engine.spec.stages.finetune import Finetune, SupervisedStage
from engine.spec.stages.labelled_task import LabelledTask
from engine.spec.stages.multitask import Multitask, TaskData, TaskSampling
from engine.spec.stages.pretraining import FurtherPretrain, PretrainingObjective, Segmentation
from engine.spec.stages.summary import SummaryFacts
