"""The laboratory loads models of runs on the CPU and returns their results for a text as plain values."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

import numpy as np
import torch
from torch import nn

from engine import random_streams
from engine.compute.device import CPU, bf16_units
from engine.data.dataset import Split, load_dataset
from engine.errors import UserError
from engine.kernels.tensor_batch import supports_packing, to_tensors
from engine.lab import attention, attribution
from engine.lab.answers import (
    Explanation,
    HeadAttention,
    LabPrediction,
    Matrix,
    SampleText,
    SourceTexts,
)
from engine.lab.tokenized_text import TextEncoder, TokenizedText
from engine.model.encoders import load_encoder
from engine.model.predict import answer_logits
from engine.model.saved_model import SavedModel, load_saved_model
from engine.objectives.decision import read_decision
from engine.spec.data import DataSource
from engine.spec.experiment import Experiment, task_names
from engine.store import Store, model_paths, runs
from engine.store.data_names import get_resolved_experiment

MAX_MODELS = 3
"""Maximum number of loaded models: two side by side, and the previous one."""


@dataclass
class LoadedModel:
    """Saved model of a run, stage and task, with cached results for the last text."""

    run: int
    native: SavedModel
    reader: TextEncoder
    experiment: Experiment
    source: DataSource
    _last_text: TokenizedText | None = None
    _last_change: attention.AttentionChange | None = field(default=None, repr=False)

    @cached_property
    def splits(self) -> dict[str, Split]:
        """The splits of its data set."""
        return load_dataset(self.source).splits

    @cached_property
    def encoder_before(self) -> nn.Module:
        """The run's encoder before any training, in evaluation mode."""
        model, _ = load_encoder(self.experiment.encoder, None, self.experiment.stream_seed("init"))
        encoder: nn.Module = model.eval().requires_grad_(False)
        return encoder

    def tokenize(self, text: str) -> TokenizedText:
        """Return ``text`` tokenised for the model. The result for the last text is cached."""
        if self._last_text is None or self._last_text.text != text:
            self._last_text, self._last_change = self.reader.encode(text), None
        return self._last_text

    def attention_change(self, text: str) -> attention.AttentionChange:
        """Return the attention on ``text`` before and after training. The result for the last text is cached."""
        encoded = self.tokenize(text)
        if self._last_change is None:
            pad = self.native.tokenizer.pad_token_id
            self._last_change = attention.attention_change(
                self.encoder_before, self.native.model.encoder, encoded, pad
            )
        return self._last_change


class Laboratory:
    """Results of the models of a store. Not thread-safe."""

    def __init__(self, store: Path) -> None:
        self.store = store
        self._models: OrderedDict[tuple[int, str, int], LoadedModel] = OrderedDict()

    def model(self, run: int, task: str = "", stage: int = 0) -> LoadedModel:
        """Return the selected model of a run's stage (from 1; 0: the last stage that learnt the task).

        Raises UserError if the run has not saved one.
        """
        key = (run, task, stage)
        if key not in self._models:
            with Store(self.store, read_only=True) as store:
                experiment = self._experiment(store, run)
                folder, head = model_paths.find_model(store, run, task, stage)
            native = load_saved_model(folder, head)
            native.model.requires_grad_(False)
            # In 32 bits if training would be. Explanations, which need gradients, always are.
            native = native.to_device(CPU, "bf16" if bf16_units(CPU) else "fp32")
            number = int(folder.name.rpartition("-")[2])
            source = task_source(experiment, number, task or task_names(experiment)[number - 1][0])
            self._models[key] = LoadedModel(run, native, TextEncoder(native), experiment, source)
        self._models.move_to_end(key)
        while len(self._models) > MAX_MODELS:
            self._models.popitem(last=False)
        return self._models[key]

    def predict(self, text: str, run: int, task: str = "", stage: int = 0) -> LabPrediction:
        """Return the prediction for a text with its tokenisation, see ``LabPrediction``.

        The answer follows the model's current decision rule, which also calibrates the probabilities. ``milliseconds``
        excludes loading the model.
        """
        model = self.model(run, task, stage)
        start = time.perf_counter()
        encoded, native = model.tokenize(text), model.native
        # The rule may have been tuned since the model was loaded.
        native = replace(native, decision=read_decision(native.folder, native.classes))
        packed = supports_packing(native.model)
        batch = to_tensors(encoded.batch, "cpu", packed, native.tokenizer.pad_token_id)
        # Loading is outside, because weights created in inference mode have no gradients.
        with torch.inference_mode(), native.autocast():
            logits = native.model(batch)[0].double()
        seconds = time.perf_counter() - start
        prediction, rule = answer_logits(native, logits[None])[0], native.decision
        probs = prediction.probabilities
        likeliest = max(range(len(probs)), key=probs.__getitem__) if probs else 0
        return {
            "classes": list(native.classes),
            "probabilities": [round(value, 6) for value in probs],
            "predicted": likeliest if prediction.number is None else prediction.number,
            "answer": prediction.label,
            "withheld": prediction.withheld,
            "rule": "" if rule is None else rule.chosen_for,
            "tokens": len(encoded.tokens),
            "words": _word_rows(encoded),
            "milliseconds": round(1000 * seconds, 1),
        }

    def explain(
        self,
        text: str,
        run: int,
        task: str = "",
        stage: int = 0,
        method: str = "integrated_gradients",
        target: int | None = None,
        should_stop: Callable[[], bool] = lambda: False,
    ) -> Explanation | None:
        """Return the contribution of each word to the logit of the predicted class (or of ``target``), None if stopped.

        For a model without classes it is the contribution to the predicted number. ``words`` are [[start, end, read,
        value]]. ``sum`` is the sum over all tokens, and ``difference`` its exact value.
        """
        if method not in attribution.METHODS:
            methods = ", ".join(attribution.METHODS)
            raise UserError(f"there is no attribution '{method}'.", remedy=f"Use {methods}.")
        model = self.model(run, task, stage)
        native, encoded = model.native, model.tokenize(text)
        if target is None:
            target = self.predict(text, run, task, stage)["predicted"]
        if not 0 <= target < native.outputs:
            raise UserError(
                f"there is no class {target}.", remedy=f"Classes are numbered from 0 to {native.outputs - 1}."
            )
        if method == "integrated_gradients":
            contributions = attribution.integrated_gradients(native, encoded, target, should_stop=should_stop)
            if contributions is None:
                return None
        else:
            contributions = attribution.gradient_x_input(native, encoded, target)
        return {
            "method": method,
            "target": target,
            "class": native.classes[target] if native.classes else "",
            "words": [
                (first, end, is_read, round(float(value), 5))
                for (first, end, is_read), value in zip(_word_rows(encoded), contributions.words, strict=True)
            ],
            "sum": round(float(contributions.values.sum()), 5),
            "difference": None if np.isnan(contributions.difference) else round(contributions.difference, 5),
        }

    def attention(
        self, text: str, run: int, task: str = "", stage: int = 0, layer: int = 1, head: int = 1
    ) -> HeadAttention:
        """Return the attention of one head before and after training, and the divergences of all heads."""
        change = self.model(run, task, stage).attention_change(text)
        layers, heads = change.divergence.shape
        if not (1 <= layer <= layers and 1 <= head <= heads):
            raise UserError(
                f"there is no head {head} in layer {layer}.",
                remedy=f"The encoder has layers 1 to {layers} with heads 1 to {heads}.",
            )
        return {
            "tokens": list(change.tokens),
            "layer": layer,
            "head": head,
            "before": as_rounded_rows(change.before[layer - 1, head - 1]),
            "after": as_rounded_rows(change.after[layer - 1, head - 1]),
            "divergence": as_rounded_rows(change.divergence),
        }

    def texts(self, split: str, rows: Sequence[int], run: int, task: str = "", stage: int = 0) -> SourceTexts:
        """Return the texts of source rows, null for a row outside the split. A tab separates the segments of a pair."""
        part = self._require_split(self.model_source(run, task, stage), split)
        indices = {int(row): index for index, row in enumerate(part.rows)}
        texts = [part.whole_text(indices[int(row)]) if int(row) in indices else None for row in rows]
        return {"texts": texts}

    def sample(self, draw: int, run: int, task: str = "", stage: int = 0) -> SampleText:
        """Return a random text of the test split, determined by ``draw``, with its class and row."""
        source = self.model_source(run, task, stage)
        part, data = self._require_split(source, "test"), load_dataset(source)
        position = int(random_streams.generator(draw, "lab", run).integers(len(part)))
        return {
            "text": part.whole_text(position),
            "label": data.source.target.show(part.labels[position], data.classes),
            "row": int(part.rows[position]),
        }

    def model_source(self, run: int, task: str = "", stage: int = 0) -> DataSource:
        """Return the data set of a run's stage and task, without loading its model."""
        if (run, task, stage) in self._models:
            return self._models[run, task, stage].source
        with Store(self.store, read_only=True) as store:
            experiment = self._experiment(store, run)
        names = task_names(experiment)
        numbers = [n for n in range(len(names), 0, -1) if names[n - 1] and stage in (0, n)]
        for number in numbers:
            if not task or task in names[number - 1]:
                return task_source(experiment, number, task or names[number - 1][0])
        raise UserError(f"run {run} has no task '{task}'.")

    def _experiment(self, store: Store, run: int) -> Experiment:
        runs.get_run(store, run)  # raises UserError for an unknown run
        return get_resolved_experiment(store, run)

    def _require_split(self, source: DataSource, name: str) -> Split:
        splits = load_dataset(source).splits
        if name not in splits or not len(splits[name]):
            raise UserError(f"'{source.source}' has no {name} split.")
        return splits[name]


def task_source(experiment: Experiment, number: int, task: str) -> DataSource:
    """Return the data set of ``task`` in stage ``number`` (from 1)."""
    tasks = experiment.stages[number - 1].labelled_tasks()
    return next(each.data for each in tasks if each.name in ("", task))


def as_rounded_list(values: np.ndarray) -> list[float]:
    """Return numbers [n], rounded to four decimals, for JSON."""
    return [float(value) for value in np.round(values.astype(np.float64), 4)]


def as_rounded_rows(values: np.ndarray) -> Matrix:
    """Return a matrix [m, n] as rows of rounded numbers for JSON."""
    return [as_rounded_list(row) for row in values]


def _word_rows(encoded: TokenizedText) -> list[list[int]]:
    """Return [[first character, end, whether any of its tokens is read]] for each word."""
    mask = np.isin(np.arange(len(encoded.word_spans)), encoded.words)
    return [[int(a), int(b), int(is_read)] for (a, b), is_read in zip(encoded.word_spans, mask, strict=True)]
