"""Distillation: masked words, and the states of a teacher that reads the same words (Jiao et al. 2020).

With M masked tokens, W words and B texts in an update, its loss is

    a / M Σ cross-entropy + b / W Σ ‖A s − t‖² + c / B Σ ‖C m − u‖² + d / B Σ ‖D p − u‖²

s is the student's top state of a word (the mean over its tokens), and t the teacher's. m is the mean of the student's
top states over a text, p the output of its pooler, and u the teacher's vector of the text. ‖·‖² is averaged over
coordinates. t and u are standardised: predicting a constant has an error of 1, and 1 minus the error is the share of
explained variance. A, C and D are linear maps with bias, which are trained too.

The student reads the masked text and the teacher the original. So the student also learns the teacher's states of words
that it cannot see (Baevski et al. 2022, 3.3).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch

from engine.data.pretraining.instances import MaskedBatch
from engine.data.pretraining.teacher_texts import TeacherTexts, TeacherTokenizer
from engine.data.tokens import TokenBatch
from engine.errors import UserError
from engine.events import Evaluation, PhaseKind
from engine.kernels.packing import to_device
from engine.kernels.tensor_batch import TensorBatch, supports_packing, to_tensors
from engine.model.distillation.teacher import DistilledLM, Teacher
from engine.model.encoders import describe_teacher, load_encoder, load_tokenizer
from engine.model.masked_lm import build_masked_lm
from engine.progress import ReportProgress, phase_kind
from engine.spec.experiment import Encoder, Experiment
from engine.spec.stages import Distil
from engine.stages.base import DeviceBatches, MicroBatch, MicroBatchLoss, StageContext, error_sum
from engine.stages.pretrain import HeldOutSums, PretrainMicroBatch, PretrainTask, load_corpora

CALIBRATION_TEXTS, CALIBRATION_BATCH = 512, 32
"""Number of texts that standardise a teacher's states, and of texts per batch."""
ERRORS = ("word_mse", "text_mse", "first_mse")
"""Names of the squared errors, in the order of ``DistilledStates.summed_errors``."""


@dataclass(frozen=True, eq=False, kw_only=True)
class DistilMicroBatch(PretrainMicroBatch):
    """Inputs with masked tokens, and the same inputs for the teacher.

    Attributes:
        teacher: the inputs for the teacher.
        error_weights: M / W, M / B and M / B of the whole update. They scale the summed errors, which the trainer
            divides by M, to means over words and texts, however the batch was split.
    """

    teacher: TeacherTexts
    error_weights: tuple[float, float, float]


class DistilTask(PretrainTask):
    """Distillation, prepared for the training loop."""

    stage: Distil

    def __init__(self, stage: Distil, context: StageContext, report: ReportProgress) -> None:
        with phase_kind(PhaseKind.ENCODER):
            report("Loading the teacher", 0, 0)
        compute = context.experiment.compute
        source = Encoder(source=stage.teacher)
        layers, positions = check_teacher(stage)
        tokenizer = load_tokenizer(source)
        encoder, _ = load_encoder(source, 0.0, 0)
        packed = compute.padding != "padded" and supports_packing(encoder)
        device, pad_id = context.device.torch, int(tokenizer.pad_token_id)
        self._teacher_tensors: DeviceBatches[TokenBatch, TensorBatch] = DeviceBatches(
            lambda texts: to_tensors(texts, device, packed, pad_id)
        )
        self.teacher = Teacher(
            encoder,
            layer=stage.teacher_layer or layers,
            text=stage.teacher_text,
            tensors=self._teacher_tensors,
            device=device,
        )
        super().__init__(stage, context, report)
        self.teacher_tokenizer = TeacherTokenizer(self.tokenizer, tokenizer, positions)
        self._calibrate(report)
        if isinstance(self.model, DistilledLM) and self.teacher.words and self.teacher.texts:
            self.model.start_maps(self.teacher.words, self.teacher.texts)
        self.info |= {
            "teacher": stage.teacher,
            "teacher_parameters": sum(each.numel() for each in encoder.parameters()),
        }

    def build_model(self) -> DistilledLM:
        stage, seed = self.stage, self.context.experiment.stream_seed("init", self.stage)
        base = build_masked_lm(
            self.context.encoder,
            stage.dropout,
            seed,
            adapter=stage.adapter,
            pooler=stage.first_weight > 0,
        )
        return DistilledLM(base, self.teacher.width, seed)

    def micro_batches(self, step: int) -> list[MicroBatch]:
        parts = [each for each in super().micro_batches(step) if isinstance(each, PretrainMicroBatch)]
        teachers = [self._teacher_texts(each.masked) for each in parts]
        masked, texts = sum(each.loss_terms for each in parts), sum(each.text_count for each in parts)
        words = max(1, sum(each.word_count for each in teachers))
        weights = (masked / words, masked / texts, masked / texts)
        return [
            DistilMicroBatch(
                texts=part.texts, masked=part.masked, pair_weight=0.0, teacher=teacher, error_weights=weights
            )
            for part, teacher in zip(parts, teachers, strict=True)
        ]

    def prefetch(self, micro_batch: MicroBatch) -> None:
        super().prefetch(micro_batch)
        assert isinstance(micro_batch, DistilMicroBatch)
        self._teacher_tensors.prefetch(micro_batch.teacher.texts)

    def compute_loss(self, micro_batch: MicroBatch) -> MicroBatchLoss:
        assert isinstance(micro_batch, DistilMicroBatch)
        loss, hits, errors = self._distil(micro_batch.masked, micro_batch.teacher)
        errors = errors * errors.new_tensor(micro_batch.error_weights)
        stage = self.stage
        weights = errors.new_tensor((stage.word_weight, stage.text_weight, stage.first_weight))
        logged = {"loss": loss, "error": error_sum(hits)} | dict(zip(ERRORS, errors, strict=True))
        return MicroBatchLoss(stage.masked_weight * loss + (weights * errors).sum(), logged)

    @property
    def measured_sums(self) -> int:
        return super().measured_sums + len(ERRORS)

    def measure_held_out(self, part: MaskedBatch) -> HeldOutSums:
        teacher = self._teacher_texts(part)
        loss, hits, errors = self._distil(part, teacher)
        masked, texts = len(part.targets), len(part.texts.lengths)
        counts = [masked, masked, teacher.word_count, texts, texts]
        sums = torch.cat([torch.stack([loss.float(), hits.sum().float()]), errors])
        return HeldOutSums(sums, np.array(counts, float))

    def held_out_values(self, sums: np.ndarray, counts: np.ndarray) -> dict[str, float]:
        values = super().held_out_values(sums, counts)
        errors = sums[-len(ERRORS) :] / np.maximum(1.0, counts[-len(ERRORS) :])
        values |= {f"heldout/{name}": float(each) for name, each in zip(ERRORS, errors, strict=True)}
        return values

    def selection_value(self, evaluation: Evaluation) -> float:
        values, stage = evaluation.values, self.stage
        weights = (stage.word_weight, stage.text_weight, stage.first_weight)
        errors = sum(weight * values[f"heldout/{name}"] for weight, name in zip(weights, ERRORS, strict=True))
        return float(stage.masked_weight * values["heldout/loss"] + errors)

    def _calibrate(self, report: ReportProgress) -> None:
        """Calibrate the teacher on texts of the corpus, which are the same for every seed."""
        instances = self._instances(self.instances.corpus, 0, 0)
        count = min(CALIBRATION_TEXTS, instances.pass_size(0))
        samples = []
        for first in range(0, count, CALIBRATION_BATCH):
            locations = [
                instances.locate(number) for number in range(first, min(count, first + CALIBRATION_BATCH))
            ]
            copies, indices = np.asarray(locations, np.int64).T
            inputs = instances.build_inputs(copies, indices)
            samples.append(self.teacher_tokenizer.encode(inputs.ids, inputs.word_ids, inputs.lengths))
        report("Measuring the spread of the teacher's states", 0, 0)
        device = self.context.device
        with torch.autocast(device.torch.type, torch.bfloat16, enabled=device.precision == "bf16"):
            self.teacher.calibrate(samples)

    def _teacher_texts(self, batch: MaskedBatch) -> TeacherTexts:
        return self.teacher_tokenizer.encode(batch.original_ids, batch.word_ids, batch.texts.lengths)

    def _distil(
        self, part: MaskedBatch, teacher: TeacherTexts
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Return the summed loss of masked words, whether each is correct [M], and the summed squared errors [3]."""
        assert isinstance(self.model, DistilledLM)
        device = self.context.device.torch
        targets = self.teacher.states(teacher)
        losses, states = self.model.distil(
            self._tensors(part.texts),
            to_device(part.positions, device),
            to_device(part.targets, device),
            teacher.own_words,
        )
        return losses.total, losses.correct, states.summed_errors(targets)


def check_teacher(stage: Distil) -> tuple[int, int]:
    """Return the number of the teacher's layers and of its positions.

    Raises UserError when it is not an encoder, or has too few layers for ``stage.teacher_layer``.
    """
    teacher = describe_teacher(stage.teacher, "teacher")
    if stage.teacher_layer > teacher.layers:
        raise UserError(
            f"'{teacher.name}' has {teacher.layers} layers, so there is no layer {stage.teacher_layer}.",
            place="teacher_layer",
            remedy=f"Set it to {teacher.layers} or less, or to 0 for the top one.",
        )
    return teacher.layers, teacher.positions


def plan_updates(stage: Distil, experiment: Experiment, report: ReportProgress) -> int:
    """Read and check teacher and corpora of the stage. Return its number of updates."""
    check_teacher(stage)
    load_corpora(stage, experiment, report)
    return stage.planned_updates([])


build = DistilTask
