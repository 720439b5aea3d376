"""The masked-word head of the original encoder, separate and frozen, with which language retention is measured.

Its decoder is the original embedding matrix. If the decoder followed the embeddings in training, their drift would
count twice, in the encoder and in the decoder. For encoders without a head (MiniLM, most sentence encoders) one is
fitted once to their frozen states, in the form of BERT's (Devlin et al. 2019, code): dense, GELU, LayerNorm, decoder
tied to the input embeddings, bias. It is cached. Losses under a fitted head are higher than under a pre-trained one,
but their change has the same meaning.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import torch
from safetensors import safe_open
from safetensors.torch import save_file
from torch import nn
from torch.nn import functional

from engine import paths
from engine.cache import artefacts
from engine.data.batches import evaluation_batches
from engine.data.pretraining.instances import MaskedBatch, join_batches
from engine.data.pretraining.masking import MaskingSettings
from engine.json_types import JsonObject
from engine.kernels.linear_cross_entropy import VocabularyDecoder, WordLoss, compute_word_loss
from engine.kernels.packing import to_device
from engine.kernels.tensor_batch import supports_packing, to_tensors
from engine.model.encoders import describe_encoder, load_encoder, load_with_missing
from engine.model.forward import states_at
from engine.model.masked_lm import HEAD_SPLITTERS
from engine.model.tokenizer.mask_token import mask_token_id
from engine.objectives.classification import MASKED_WORDS
from engine.probes.passages import Passages, TextSource, load_passages
from engine.progress import ReportProgress, ignore_progress
from engine.spec.experiment import Encoder
from engine.store.metrics import describe_weak_head

if TYPE_CHECKING:
    from transformers import PreTrainedTokenizerFast

BATCH_TOKENS = 4096
FITTING_PHASE = "Fitting a masked-word head"
_FIT_SETTINGS: dict[str, float] = {
    "version": 1,
    "passages": 512,
    "length": 64,
    "tokens": 32768,
    "draws": 8,
    "epochs": 6,
    "batch": 128,
    "rate": 2e-3,
    "decay": 0.01,
    "held_out": 8,
}
"""Settings for fitting a head.

Passages of at most ``length`` tokens are masked in several draws until ``tokens`` tokens are encoded. Then the head is
trained by AdamW on the states of masked tokens. One in ``held_out`` passages is held out to choose the epoch.
"""


class OriginalMLMHead(nn.Module):
    """The original masked-word head: hidden states [M, H] to logits [M, V].

    It is frozen, and gradients reach the states.

    Attributes:
        is_fitted: whether it was fitted because the checkpoint had none.
        info: JSON values: ``fitted``, and for a fitted head ``text``, ``text_fingerprint``, ``passages``,
            ``hidden_tokens``, ``held_out_loss`` and, for comparison, ``frequency_loss`` of word frequencies alone, in
            nats per token.
        fit_seconds: seconds spent on fitting, 0 for an existing head.
    """

    def __init__(
        self,
        split: Callable[[torch.Tensor], tuple[torch.Tensor, VocabularyDecoder]],
        parts: nn.Module,
        info: JsonObject,
        seconds: float = 0.0,
    ) -> None:
        super().__init__()
        self.parts, self._split, self.info, self.fit_seconds = parts, split, info, seconds
        self.is_fitted = bool(info["fitted"])
        self.requires_grad_(False).eval()

    @property
    def flaw(self) -> str:
        """A sentence on why the loss under a fitted head does not measure language, empty where it does."""
        held_out, baseline = self.info.get("held_out_loss"), self.info.get("frequency_loss")
        if isinstance(held_out, float) and isinstance(baseline, float):
            return describe_weak_head(held_out, baseline)
        return ""

    def forward(self, states: torch.Tensor) -> torch.Tensor:
        """Compute logits [M, V] in float32."""
        transformed, decoder = self._split(states)
        return decoder.logits(transformed).float()

    def loss(self, states: torch.Tensor, targets: torch.Tensor) -> WordLoss:
        """Compute the loss of ``targets`` [M] from ``states`` [M, H], without storing all logits at once."""
        transformed, decoder = self._split(states)
        return compute_word_loss(transformed, decoder, targets)


class _FittedMLMHead(nn.Module):
    """BERT's head over a frozen embedding matrix [V, E]. H is the encoder's width."""

    def __init__(self, hidden: int, embeddings: torch.Tensor) -> None:
        super().__init__()
        words, width = embeddings.shape
        self.dense, self.norm = nn.Linear(hidden, width), nn.LayerNorm(width, eps=1e-12)
        self.bias = nn.Parameter(torch.zeros(words))
        self.register_buffer("decoder", embeddings.detach().clone(), persistent=False)

    def split(self, states: torch.Tensor) -> tuple[torch.Tensor, VocabularyDecoder]:
        """Return the input of the decoder, and the decoder."""
        return self.norm(functional.gelu(self.dense(states))), VocabularyDecoder(self.decoder, self.bias)  # type: ignore[arg-type]

    def loss(self, states: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
        """Compute the mean loss of ``targets`` [M]."""
        return compute_word_loss(*self.split(states), targets).total / len(targets)


def load_original_head(
    encoder: Encoder,
    tokenizer: PreTrainedTokenizerFast,
    device: torch.device,
    *,
    text: TextSource = "",
    report: ReportProgress | None = None,
) -> OriginalMLMHead:
    """Load the original masked-word head of ``encoder`` on ``device``.

    Args:
        encoder: the run's original encoder, in every stage.
        tokenizer: its tokenizer.
        device: the device of the head.
        text: the text on whose ``train`` passages a missing head is fitted. Use the run's ``probes.text``, so that all
            users share one head.
        report: progress callback of the fitting, which takes up to half a minute on one CPU thread for an
            encoder like MiniLM.

    Raises UserError when the encoder cannot be loaded, has no [MASK], or the text cannot be read.
    """
    from transformers import AutoModelForMaskedLM

    encoder_info = describe_encoder(encoder)
    mask_token_id(tokenizer, encoder_info.vocabulary)
    if encoder_info.model_type in HEAD_SPLITTERS:
        model, missing = load_with_missing(encoder, None, 0, kind=AutoModelForMaskedLM)
        base = model.base_model_prefix
        if not any(not name.startswith(f"{base}.") and "pooler" not in name for name in missing):
            # Only the head is kept. Its decoder is the embedding matrix, which is not trained here.
            setattr(model, base, nn.Identity())
            head, frozen = HEAD_SPLITTERS[encoder_info.model_type], model.to(device)  # type: ignore[arg-type]
            return OriginalMLMHead(lambda states: head(frozen, states), frozen, {"fitted": False})
        del model
    parts, about, seconds = _load_or_fit(encoder, tokenizer, device, text, report)
    return OriginalMLMHead(parts.split, parts, about, seconds)


def states_at_masks(
    encoder: nn.Module, masked: MaskedBatch, device: torch.device, pad_id: int
) -> torch.Tensor:
    """Return the top states of an encoder at the masked tokens of ``masked``, [M, H]."""
    batch = to_tensors(masked.texts, device, supports_packing(encoder), pad_id)
    return states_at(encoder, batch, to_device(masked.positions, device))


def batch_by_length(passages: Sequence[MaskedBatch], tokens: int = BATCH_TOKENS) -> list[MaskedBatch]:
    """Join masked passages by length into batches of at most ``tokens`` tokens with padding."""
    lengths = np.array([len(part.texts.ids) for part in passages], np.int64)
    return [join_batches([passages[i] for i in indices]) for indices in evaluation_batches(lengths, tokens)]


def standard_masking(encoder: Encoder, tokenizer: PreTrainedTokenizerFast) -> MaskingSettings:
    """Return the masking settings of BERT: 15 % of the tokens, 80/10/10 (Devlin et al. 2019, 3.1).

    Raises UserError when there is no [MASK].
    """
    vocabulary = describe_encoder(encoder).vocabulary
    return MaskingSettings(mask_token_id(tokenizer, vocabulary), min(len(tokenizer), vocabulary))


def _load_or_fit(
    encoder: Encoder,
    tokenizer: PreTrainedTokenizerFast,
    device: torch.device,
    text: TextSource,
    report: ReportProgress | None,
) -> tuple[_FittedMLMHead, JsonObject, float]:
    from engine.model.content_hash import encoder_content_hash

    progress: ReportProgress = report or ignore_progress
    loaded, _ = load_encoder(encoder, None, 0)
    original = loaded.to(device).eval()  # type: ignore[arg-type]
    passages = load_passages(
        text, tokenizer, count=int(_FIT_SETTINGS["passages"]), length=_passage_length(encoder), role="train"
    )
    width = describe_encoder(encoder).hidden
    parts = _FittedMLMHead(width, original.get_input_embeddings().weight)
    key = artefacts.key(
        "masked head", encoder_content_hash(encoder), encoder.weights, passages.fingerprint, _FIT_SETTINGS
    )
    folder = paths.cache_folder() / "masked_heads" / key
    seconds = 0.0

    def fit(draft: Path) -> None:
        nonlocal seconds
        start, masking = time.monotonic(), standard_masking(encoder, tokenizer)
        trained = parts.to(device)
        with torch.random.fork_rng(devices=[]), torch.inference_mode(False), torch.enable_grad():
            torch.manual_seed(0)
            info = _fit_head(trained, original, passages, masking, tokenizer.pad_token_id, device, progress)
        weights = {name: value.detach().cpu().contiguous() for name, value in trained.state_dict().items()}
        save_file(weights, draft / "head.safetensors")
        artefacts.write_json(draft / "head.json", info)
        seconds = time.monotonic() - start

    # If several runs need the head at the same time, one fits it and the others wait.
    artefacts.build_once(folder, fit, progress)
    with safe_open(folder / "head.safetensors", "pt") as tensors:
        parts.load_state_dict({name: tensors.get_tensor(name) for name in parts.state_dict()})
    return parts.to(device), artefacts.read_json(folder / "head.json"), seconds


def _passage_length(encoder: Encoder) -> int:
    return min(int(_FIT_SETTINGS["length"]), describe_encoder(encoder).positions)


def _fit_head(
    head: _FittedMLMHead,
    original: nn.Module,
    passages: Passages,
    masking: MaskingSettings,
    pad_id: int,
    device: torch.device,
    report: ReportProgress,
) -> JsonObject:
    """Fit ``head`` in place to the states of ``original``."""
    interval = int(_FIT_SETTINGS["held_out"])
    held_out = [number for number in range(len(passages)) if number % interval == interval - 1] or [0]
    train = [number for number in range(len(passages)) if number not in set(held_out)]
    draws = max(
        1, min(int(_FIT_SETTINGS["draws"]), round(_FIT_SETTINGS["tokens"] / int(passages.lengths.sum())))
    )
    jobs = [(train, draw) for draw in range(draws)] + [(held_out, 0)]
    states, targets = [], []
    for position, (numbers, draw) in enumerate(jobs):
        report(f"{FITTING_PHASE}: reading", position, len(jobs))
        encoded = _encode_masked(
            original, [passages.mask_passage(n, masking, draw) for n in numbers], pad_id, device
        )
        states.append(encoded[0])
        targets.append(encoded[1])
    held_states, held_targets = states.pop(), targets.pop()
    all_states, all_targets = torch.cat(states), torch.cat(targets)
    # The bias is initialised with smoothed log frequencies, the transform with the identity.
    counts = torch.bincount(all_targets, minlength=len(head.bias)).float() + 0.1
    with torch.no_grad():
        head.bias.copy_((counts / counts.sum()).log())
        nn.init.eye_(head.dense.weight)
        nn.init.zeros_(head.dense.bias)
        scale = head.decoder.float().norm(dim=-1).mean()  # type: ignore[operator]
        head.norm.weight.fill_(1 / float(scale))
    bias_logits = head.bias.detach().expand(len(held_targets), -1)
    frequency = float(MASKED_WORDS.loss(bias_logits, held_targets)) / len(held_targets)
    decay = {"params": [head.dense.weight], "weight_decay": _FIT_SETTINGS["decay"]}
    no_decay = {"params": [head.dense.bias, *head.norm.parameters(), head.bias], "weight_decay": 0.0}
    optimizer = torch.optim.AdamW([decay, no_decay], lr=_FIT_SETTINGS["rate"])
    size, epochs = int(_FIT_SETTINGS["batch"]), int(_FIT_SETTINGS["epochs"])
    updates = math.ceil(len(all_targets) / size)
    best, best_loss = _copy_state(head), _mean_loss(head, held_states, held_targets)
    for epoch in range(epochs):
        order = torch.randperm(len(all_targets))
        for update in range(updates):
            report(FITTING_PHASE, epoch * updates + update, epochs * updates)
            batch = order[update * size : (update + 1) * size].to(device)
            remaining = 1 - (epoch * updates + update) / (epochs * updates)
            for group in optimizer.param_groups:
                group["lr"] = _FIT_SETTINGS["rate"] * remaining
            batch_loss = head.loss(all_states[batch], all_targets[batch])
            optimizer.zero_grad(set_to_none=True)
            batch_loss.backward()
            optimizer.step()
        loss_now = _mean_loss(head, held_states, held_targets)
        if loss_now < best_loss:
            best, best_loss = _copy_state(head), loss_now
    head.load_state_dict(best)
    return {
        "fitted": True,
        "text": passages.name,
        "text_fingerprint": passages.fingerprint,
        "passages": len(train),
        "hidden_tokens": len(all_targets),
        "held_out_loss": best_loss,
        "frequency_loss": frequency,
    }


@torch.no_grad()
def _encode_masked(
    encoder: nn.Module, passages: Iterable[MaskedBatch], pad_id: int, device: torch.device
) -> tuple[torch.Tensor, torch.Tensor]:
    batches = batch_by_length(list(passages))
    states = [states_at_masks(encoder, batch, device, pad_id) for batch in batches]
    targets = [torch.from_numpy(batch.targets).to(device) for batch in batches]
    return torch.cat(states), torch.cat(targets)


@torch.no_grad()
def _mean_loss(parts: _FittedMLMHead, states: torch.Tensor, targets: torch.Tensor) -> float:
    total = 0.0
    for part, words in zip(states.split(256), targets.split(256), strict=True):
        total += float(parts.loss(part, words)) * len(words)
    return total / len(targets)


def _copy_state(parts: _FittedMLMHead) -> dict[str, torch.Tensor]:
    return {name: value.detach().clone() for name, value in parts.state_dict().items()}
