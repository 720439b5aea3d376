"""Fitting of the SetFit baseline (Tunstall et al. 2022) with the package ``setfit``, an optional dependency.

The encoder is trained contrastively: vectors of one class move together, those of different classes apart. Then
logistic regression is fitted to the classes. No logs or checkpoints are written, and the network is not used.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from engine.compute.device import choose_device
from engine.data.splits import stratified_order
from engine.events import Event, PhaseKind, RunNotice
from engine.model.encoder_files import write_encoder_files
from engine.model.encoders import (
    describe_encoder,
    load_tokenizer,
    load_with_missing,
    recommended_pooling,
    resolve_max_length,
)
from engine.model.hf_loading import silence_transformers
from engine.progress import ReportProgress, with_progress
from engine.spec.experiment import Experiment
from engine.spec.stages.baseline import SetFitBaseline, require_setfit
from engine.stages.encoder_baselines import encoder_facts
from engine.stages.linear_baseline import BaselineFit, read_texts

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer
    from setfit import SetFitModel

_PAIRS = 16
"""Pairs of texts per update."""
_ITERATIONS = 20
"""Positive pairs per text, and as many negative ones, as in the paper."""
_MOST_TEXTS = 2000
"""Maximum number of texts in pairs. The package first lists all pairs, whose number is quadratic."""


class SetFitBaselineFit(BaselineFit):
    """A SetFit baseline, with its data read.

    Raises UserError when the package is missing, or data or encoder cannot be read.
    """

    stage: SetFitBaseline

    def __init__(self, stage: SetFitBaseline, experiment: Experiment, report: ReportProgress) -> None:
        require_setfit()
        super().__init__(stage, report)
        self._experiment, self._encoder = experiment, describe_encoder(experiment.encoder)
        self._length = resolve_max_length(self._encoder, stage.max_length)
        self._device = choose_device(experiment.compute).name
        self.info |= encoder_facts(experiment.encoder, self._encoder) | {"device": self._device}
        labels = self.data.splits["train"].labels
        self._rows = stratified_order(labels, experiment.seed, "setfit")[:_MOST_TEXTS]
        self._updates = min(stage.most_updates, -(-2 * _ITERATIONS * len(self._rows) // _PAIRS))
        if len(self._rows) < len(labels):
            self.notes += (
                f"SetFit is designed for few labels: it learns from {len(self._rows):,} of {len(labels):,} texts.",
            )

    def events(self, first_step: int) -> Iterator[Event]:
        """Yield the progress of training, and the evaluations of the fitted model on validation and test."""
        model = yield from with_progress(self._train, PhaseKind.UPDATES)
        yield RunNotice("info", f"SetFit: {self._updates:,} updates of {_PAIRS} pairs of texts.")

        def logits(name: str) -> np.ndarray:
            texts = read_texts(self.data.splits[name])
            probs = model.predict_proba(texts, as_numpy=True, show_progress_bar=False)
            return np.log(np.maximum(probs, 1e-12))

        yield from self.evaluate(logits, first_step + 1, test=not self._experiment.trial_of)

    def _train(self, report: ReportProgress) -> SetFitModel:
        import datasets
        import setfit
        from sklearn.linear_model import LogisticRegression
        from transformers import PrinterCallback, ProgressCallback, TrainerCallback, TrainerState

        updates = self._updates

        class Progress(TrainerCallback):
            def on_step_end(self, args: object, state: TrainerState, control: object, **more: object) -> None:
                report("Fitting", state.global_step, updates)

        report("Fitting", 0, updates)
        datasets.disable_progress_bars()
        setfit.logging.set_verbosity_error()
        if self._device == "cpu":
            os.environ["ACCELERATE_USE_CPU"] = "true"  # the trainer takes a GPU where there is one
        split = self.data.splits["train"]
        texts = read_texts(split)
        rows = {"text": [texts[row] for row in self._rows], "label": split.labels[self._rows].tolist()}
        with tempfile.TemporaryDirectory() as folder:
            model = setfit.SetFitModel(self._body(Path(folder)), LogisticRegression(max_iter=1000))
            options = setfit.TrainingArguments(
                output_dir=folder,
                batch_size=_PAIRS,
                max_steps=updates,
                num_iterations=_ITERATIONS,
                seed=self._experiment.seed,
                report_to="none",
                logging_strategy="no",
                save_strategy="no",
                show_progress_bar=False,
            )
            trainer = setfit.Trainer(
                model, options, train_dataset=datasets.Dataset.from_dict(rows), callbacks=[Progress()]
            )
            for callback in (PrinterCallback, ProgressCallback):
                trainer.remove_callback(callback)
            trainer.train()
        return model

    def _body(self, folder: Path) -> SentenceTransformer:
        """Return the encoder in the package's form. Our own functions check and load it, and write it to ``folder``."""
        from sentence_transformers import SentenceTransformer
        from sentence_transformers.sentence_transformer.modules import Pooling, Transformer

        encoder = self._experiment.encoder
        model, _missing = load_with_missing(encoder, None, self._experiment.stream_seed("init"))
        write_encoder_files(folder, model)
        load_tokenizer(encoder).save_pretrained(folder)
        with silence_transformers():
            transformer = Transformer(str(folder), max_seq_length=self._length)
        pooling = Pooling(self._encoder.hidden, recommended_pooling(encoder) or "mean")
        return SentenceTransformer(modules=[transformer, pooling], device=self._device)


def build_fit(stage: SetFitBaseline, experiment: Experiment, report: ReportProgress) -> SetFitBaselineFit:
    """Read data and encoder of ``stage``: see ``engine.train.fit``."""
    return SetFitBaselineFit(stage, experiment, report)
