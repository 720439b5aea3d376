"""The masked-word head of the original encoder, apart from it and frozen: what "language" is asked with.

Its decoder is the original embedding matrix. A head whose decoder followed the embeddings as they train would count
their drift twice, once below and once above. Encoders that come without a head (MiniLM, most sentence encoders) get one
that is fitted once to their frozen states, in the form of BERT's (Devlin et al. 2019, code): dense, GELU, LayerNorm,
decoder tied to the input embeddings, bias. It is kept under the cache. Losses under a fitted head are higher than a
pre-trained head's would be; their change says the same.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np
import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import save_file
from torch import nn
from torch.nn import functional

from engine import paths
from engine.data import cache
from engine.data.batches import sorted_batches
from engine.data.masked import Masked, together
from engine.data.masking import Masking
from engine.model.encoders import describe, load_encoder, load_with_missing
from engine.model.forward import states_at
from engine.model.masked_lm import HEADS
from engine.model.masked_loss import Decoder, WordLoss, word_loss
from engine.model.masktoken import mask_token
from engine.model.packed import supports_packing, to_tensors
from engine.model.packing import to_device
from engine.probes.texts import Passages, passages
from engine.spec.experiment import Encoder
from engine.train.background import Say

BATCH_TOKENS = 4096
FITTING = "Fitting a masked-word head"
_RECIPE: dict[str, float] = {
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
"""How a head is fitted: passages of so many tokens, hidden in several draws until so many tokens were encoded; then
AdamW over the states of hidden tokens, one passage in ``held_out`` kept out to choose the epoch."""


class MaskedHead(nn.Module):
    """The original masked-word head: hidden states [M, H] to logits [M, V]. Frozen; gradients reach the states.

    Attributes:
        fitted: whether the checkpoint had none, so that it was fitted.
        info: JSON values: ``fitted``; if so ``text``, ``text_fingerprint``, ``passages``, ``hidden_tokens``,
            ``held_out_loss`` and, for comparison, ``frequency_loss`` of word frequencies alone, in nats per token.
        seconds: what fitting took just now; 0 for a head that was there.
    """

    def __init__(
        self,
        split: Callable[[torch.Tensor], tuple[torch.Tensor, Decoder]],
        parts: nn.Module,
        info: dict[str, Any],
        seconds: float = 0.0,
    ) -> None:
        super().__init__()
        self.parts, self._split, self.info, self.seconds = parts, split, info, seconds
        self.fitted = bool(info["fitted"])
        self.requires_grad_(False).eval()

    def forward(self, states: torch.Tensor) -> torch.Tensor:
        """Logits [M, V] in float32."""
        made, decoder = self._split(states)
        return decoder.logits(made).float()

    def loss(self, states: torch.Tensor, targets: torch.Tensor) -> WordLoss:
        """What ``targets`` [M] cost under the logits of ``states`` [M, H], which are never held all at once."""
        made, decoder = self._split(states)
        return word_loss(made, decoder, targets)


class _Fitted(nn.Module):
    """BERT's head over an embedding matrix [V, E] that does not learn; H is the encoder's width."""

    def __init__(self, hidden: int, embeddings: torch.Tensor) -> None:
        super().__init__()
        words, width = embeddings.shape
        self.dense, self.norm = nn.Linear(hidden, width), nn.LayerNorm(width, eps=1e-12)
        self.bias = nn.Parameter(torch.zeros(words))
        self.register_buffer("decoder", embeddings.detach().clone(), persistent=False)

    def split(self, states: torch.Tensor) -> tuple[torch.Tensor, Decoder]:
        """What the decoder multiplies, and the decoder."""
        return self.norm(functional.gelu(self.dense(states))), Decoder(self.decoder, self.bias)  # type: ignore[arg-type]

    def loss(self, states: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
        """Mean loss of ``targets`` [M]."""
        return word_loss(*self.split(states), targets).total / len(targets)


def original_head(
    encoder: Encoder, tokenizer: Any, device: torch.device, *, text: str = "", say: Say | None = None
) -> MaskedHead:
    """The masked-word head of ``encoder`` as it was published, on ``device``.

    Args:
        encoder: the run's original one, whatever stage asks.
        text: what a missing head is fitted on (its ``train`` part); use the run's ``probes.text``, so that all who ask
            share one.
        say: told of the fitting, which takes up to half a minute on one CPU thread for an encoder like MiniLM.

    Raises UserError when the encoder cannot be loaded, knows no [MASK], or the text cannot be read.
    """
    from transformers import AutoModelForMaskedLM

    info = describe(encoder)
    mask_token(tokenizer, info.vocabulary)
    if info.model_type in HEADS:
        model, missing = load_with_missing(encoder, None, 0, kind=AutoModelForMaskedLM)
        base = model.base_model_prefix
        if not any(not name.startswith(f"{base}.") and "pooler" not in name for name in missing):
            # Only the head is kept; the decoder is the embedding matrix itself, which nothing trains here.
            setattr(model, base, nn.Identity())
            head, kept = HEADS[info.model_type], model.to(device)  # type: ignore[arg-type]
            return MaskedHead(lambda states: head(kept, states), kept, {"fitted": False})
        del model
    parts, told, seconds = _fitted(encoder, tokenizer, device, text, say)
    return MaskedHead(parts.split, parts, told, seconds)


def states_of(encoder: nn.Module, masked: Masked, device: torch.device, pad_id: int) -> torch.Tensor:
    """The top states of an encoder at the hidden tokens of ``masked``, [M, H]."""
    batch = to_tensors(masked.texts, device, supports_packing(encoder), pad_id)
    return states_at(encoder, batch, to_device(masked.positions, device))


def grouped(parts: Sequence[Masked], tokens: int = BATCH_TOKENS) -> list[Masked]:
    """Masked passages put together by length into batches of at most ``tokens`` tokens with padding."""
    lengths = np.array([len(part.texts.ids) for part in parts], np.int64)
    return [together([parts[i] for i in chosen]) for chosen in sorted_batches(lengths, tokens)]


def masking_for(encoder: Encoder, tokenizer: Any) -> Masking:
    """15 % of the tokens, 80/10/10 (Devlin et al. 2019, 3.1). UserError when there is no [MASK]."""
    vocabulary = describe(encoder).vocabulary
    return Masking(mask_token(tokenizer, vocabulary), min(len(tokenizer), vocabulary))


def _fitted(
    encoder: Encoder, tokenizer: Any, device: torch.device, text: str, say: Say | None
) -> tuple[_Fitted, dict[str, Any], float]:
    from engine.train.reuse import content

    tell: Say = say or (lambda text, done, total: None)
    loaded, _ = load_encoder(encoder, None, 0)
    original: Any = loaded.to(device).eval()  # type: ignore[arg-type]
    read = passages(text, tokenizer, count=int(_RECIPE["passages"]), length=_length(encoder), part="train")
    width = describe(encoder).hidden
    parts = _Fitted(width, original.get_input_embeddings().weight)
    key = cache.key("masked head", content(encoder), encoder.weights, read.fingerprint, _RECIPE)
    folder = paths.cache() / "masked_heads" / key
    try:
        with safe_open(folder / "head.safetensors", "pt") as tensors:
            parts.load_state_dict({name: tensors.get_tensor(name) for name in parts.state_dict()})
        return parts.to(device), cache.read_json(folder / "head.json"), 0.0
    except (OSError, SafetensorError, ValueError):
        pass
    began, masking = time.monotonic(), masking_for(encoder, tokenizer)
    parts = parts.to(device)
    with torch.random.fork_rng(devices=[]), torch.inference_mode(False), torch.enable_grad():
        torch.manual_seed(0)
        info = _fit(parts, original, read, masking, tokenizer.pad_token_id, device, tell)
    with cache.folder(folder) as making:
        kept = {name: value.detach().cpu().contiguous() for name, value in parts.state_dict().items()}
        save_file(kept, making / "head.safetensors")
        cache.write_json(making / "head.json", info)
    return parts, info, time.monotonic() - began


def _length(encoder: Encoder) -> int:
    return min(int(_RECIPE["length"]), describe(encoder).positions)


def _fit(
    parts: _Fitted,
    original: nn.Module,
    read: Passages,
    masking: Masking,
    pad_id: int,
    device: torch.device,
    say: Say,
) -> dict[str, Any]:
    """Fits ``parts`` in place to the states of ``original``."""
    every = int(_RECIPE["held_out"])
    held = [number for number in range(len(read)) if number % every == every - 1] or [0]
    learnt = [number for number in range(len(read)) if number not in set(held)]
    draws = max(1, min(int(_RECIPE["draws"]), round(_RECIPE["tokens"] / int(read.lengths.sum()))))
    jobs = [(learnt, draw) for draw in range(draws)] + [(held, 0)]
    states, targets = [], []
    for done, (numbers, draw) in enumerate(jobs):
        say(f"{FITTING}: reading", done, len(jobs))
        found = _encoded(original, [read.masked(n, masking, draw) for n in numbers], pad_id, device)
        states.append(found[0])
        targets.append(found[1])
    held_states, held_targets = states.pop(), targets.pop()
    all_states, all_targets = torch.cat(states), torch.cat(targets)
    # The bias starts as the words' frequencies, smoothed; the transform as a rotation by nothing.
    counts = torch.bincount(all_targets, minlength=len(parts.bias)).float() + 0.1
    with torch.no_grad():
        parts.bias.copy_((counts / counts.sum()).log())
        nn.init.eye_(parts.dense.weight)
        nn.init.zeros_(parts.dense.bias)
        scale = parts.decoder.float().norm(dim=-1).mean()  # type: ignore[operator]
        parts.norm.weight.fill_(1 / float(scale))
    alone = parts.bias.detach().expand(len(held_targets), -1)
    frequency = float(functional.cross_entropy(alone, held_targets))
    decay = {"params": [parts.dense.weight], "weight_decay": _RECIPE["decay"]}
    plain = {"params": [parts.dense.bias, *parts.norm.parameters(), parts.bias], "weight_decay": 0.0}
    optimizer = torch.optim.AdamW([decay, plain], lr=_RECIPE["rate"])
    size, epochs = int(_RECIPE["batch"]), int(_RECIPE["epochs"])
    updates = math.ceil(len(all_targets) / size)
    best, best_loss = _copy(parts), _loss(parts, held_states, held_targets)
    for epoch in range(epochs):
        order = torch.randperm(len(all_targets))
        for update in range(updates):
            say(FITTING, epoch * updates + update, epochs * updates)
            chosen = order[update * size : (update + 1) * size].to(device)
            left = 1 - (epoch * updates + update) / (epochs * updates)
            for group in optimizer.param_groups:
                group["lr"] = _RECIPE["rate"] * left
            loss = parts.loss(all_states[chosen], all_targets[chosen])
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            optimizer.step()
        loss_now = _loss(parts, held_states, held_targets)
        if loss_now < best_loss:
            best, best_loss = _copy(parts), loss_now
    parts.load_state_dict(best)
    return {
        "fitted": True,
        "text": read.name,
        "text_fingerprint": read.fingerprint,
        "passages": len(learnt),
        "hidden_tokens": len(all_targets),
        "held_out_loss": best_loss,
        "frequency_loss": frequency,
    }


@torch.no_grad()
def _encoded(
    encoder: nn.Module, parts: Iterable[Masked], pad_id: int, device: torch.device
) -> tuple[torch.Tensor, torch.Tensor]:
    batches = grouped(list(parts))
    states = [states_of(encoder, batch, device, pad_id) for batch in batches]
    targets = [torch.from_numpy(batch.targets).to(device) for batch in batches]
    return torch.cat(states), torch.cat(targets)


@torch.no_grad()
def _loss(parts: _Fitted, states: torch.Tensor, targets: torch.Tensor) -> float:
    total = 0.0
    for some, right in zip(states.split(256), targets.split(256), strict=True):
        total += float(parts.loss(some, right)) * len(right)
    return total / len(targets)


def _copy(parts: _Fitted) -> dict[str, torch.Tensor]:
    return {name: value.detach().clone() for name, value in parts.state_dict().items()}
