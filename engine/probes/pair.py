"""Two encoders compared without a run: what lies between a model and what it was made from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import torch
from torch import nn

from engine.data.template import plain
from engine.errors import UserError
from engine.model.adapters import plain_state
from engine.model.encoders import EncoderInfo, describe, load_tokenizer, load_with_missing, missing_notes
from engine.probes import attention, drift, knowledge, similarity
from engine.probes.base import Reading
from engine.probes.masked_head import grouped, masking_for, original_head
from engine.probes.retention import masked_loss
from engine.probes.texts import Passages, passages
from engine.spec.experiment import Encoder
from engine.spec.probes import KnownTask
from engine.train.background import Say

PLACE = "AFTER"


@dataclass(frozen=True, eq=False)
class Pair:
    """What the probes say of ``after`` when ``before`` is the original, under the keys of the store.

    Attributes:
        info: family and size, the same for both.
        text: what was read, in words; ``passages`` of it, ``words`` in them.
        values, maps: of ``after``.
        values_before, maps_before: of ``before``, where that is not plain (retention and abilities; an encoder has no
            drift from itself).
        notes: what could not be measured, and what the user should know.
    """

    before: str
    after: str
    info: EncoderInfo
    text: str
    passages: int
    words: int
    values: Mapping[str, float]
    maps: Mapping[str, np.ndarray]
    values_before: Mapping[str, float]
    maps_before: Mapping[str, np.ndarray]
    notes: tuple[str, ...] = ()


@dataclass
class _Found:
    values: dict[str, float] = field(default_factory=dict)
    maps: dict[str, np.ndarray] = field(default_factory=dict)

    def add(self, reading: Reading) -> None:
        self.values |= reading.values
        self.maps |= reading.maps


@torch.no_grad()
def compare(
    before: Encoder,
    after: Encoder,
    text: str = "",
    *,
    count: int = 64,
    length: int = 64,
    known: Sequence[KnownTask] = (),
    retention: bool = True,
    device: torch.device | str = "cpu",
    say: Say | None = None,
) -> Pair:
    """Asks every probe of two encoders; a run that started from ``before`` and handed on ``after`` would say the same.

    Args:
        before, after: the encoders.
        text: general text as ``engine.probes.texts.passages`` takes it; "" for the bundled English.
        count, length: how many passages, and the longest in tokens.
        known: tasks whose linear readability is compared.
        retention: also ask both for hidden words under the head of ``before``; one that lacks a head gets one fitted.
        device: where to compute.
        say: told of what takes long.

    Raises UserError when an encoder or a text cannot be read, or when the two are not of one kind.
    """
    device, tell = torch.device(device), say or (lambda text, done, total: None)
    info = _same_kind(before, after)
    tokenizer = load_tokenizer(before)
    _same_words(tokenizer, load_tokenizer(after))
    length = min(length, info.positions)
    texts = passages(text, tokenizer, count=count, length=length, part="probe")
    names = knowledge.known_names(known)
    reach = min(knowledge.LENGTH, info.positions)
    abilities = {
        name: knowledge.Ability(task.data, tokenizer, task.texts, length=reach)
        for name, task in zip(names, known, strict=True)
    }
    notes, pad_id = list(texts.notes), int(tokenizer.pad_token_id)
    asked = _Language(before, tokenizer, texts, text, device, tell, notes) if retention else None

    then, now = _Found(), _Found()
    tell("Reading the encoder before", 0, 0)
    model, _ = _loaded(before, device)
    looks: attention.Reference | None = None
    try:
        looks = attention.Reference(model, texts, pad_id)
    except UserError as error:
        notes.append(f"Not measured: attention. {error}")
    layers = similarity.Reference(model, texts, pad_id)
    then.add(_asked(model, asked, abilities))
    del model

    tell("Reading the encoder after", 0, 0)
    model, missing = _loaded(after, device)
    state = {name: value for name, value in plain_state(model).items() if name not in missing}
    now.add(drift.reading(drift.Original(before, device).moved(state)))
    now.add(similarity.reading(layers.compare(model, matrix=True)))
    if looks is not None:
        now.add(attention.reading(looks.change(model)))
    now.add(_asked(model, asked, abilities))
    return Pair(
        before.source,
        after.source,
        info,
        texts.name,
        len(texts),
        int(sum((words >= 0).sum() for words in texts.words)),
        now.values,
        now.maps,
        then.values,
        then.maps,
        tuple(notes),
    )


class _Language:
    """The hidden words of some passages, under the head of ``before``; silent where it cannot have one."""

    def __init__(
        self,
        before: Encoder,
        tokenizer: Any,
        texts: Passages,
        text: str,
        device: torch.device,
        say: Say,
        notes: list[str],
    ) -> None:
        self._device, self._pad_id = device, int(tokenizer.pad_token_id)
        self._head = None
        try:
            masking = masking_for(before, tokenizer)
            self._head = original_head(before, tokenizer, device, text=text, say=say)
        except UserError as error:
            notes.append(f"Not measured: retention. {error}")
            return
        self._hidden = grouped([texts.masked(number, masking) for number in range(len(texts))])
        if self._head.fitted:
            notes.append(
                f"'{before.source}' comes without a masked-word head, so one was fitted to it; compare its losses with "
                "each other only."
            )

    def of(self, encoder: nn.Module) -> Reading:
        """The values that the retention probe gives."""
        if self._head is None:
            return Reading()
        loss, accuracy = masked_loss(encoder, self._head, self._hidden, self._device, self._pad_id)
        return Reading({"retention/loss": loss, "retention/accuracy": accuracy})


def _asked(encoder: nn.Module, asked: _Language | None, abilities: dict[str, knowledge.Ability]) -> Reading:
    """What is measured of each encoder by itself."""
    language = asked.of(encoder) if asked is not None else Reading()
    known = knowledge.reading({name: each.profile(encoder) for name, each in abilities.items()})
    return Reading({**language.values, **known.values}, known.maps)


def _loaded(encoder: Encoder, device: torch.device) -> tuple[nn.Module, set[str]]:
    """An encoder in evaluation mode, and the names of weights its checkpoint lacks."""
    loaded, missing = load_with_missing(encoder, None, 0, pooler=True)
    missing_notes(encoder, loaded, missing)
    model: nn.Module = loaded
    return model.to(device).eval(), missing


def _same_kind(before: Encoder, after: Encoder) -> EncoderInfo:
    first, second = describe(before), describe(after)
    words = {
        "model_type": "family",
        "layers": "layers",
        "hidden": "width",
        "heads": "heads",
        "vocabulary": "vocabulary size",
    }
    differing = [
        f"{said} ({getattr(first, name)} and {getattr(second, name)})"
        for name, said in words.items()
        if getattr(first, name) != getattr(second, name)
    ]
    if differing:
        raise UserError(
            f"the two encoders are not of one kind: they differ in {', '.join(differing)}.",
            place=PLACE,
            remedy="Compare an encoder with one that was trained from it.",
        )
    return first


def _same_words(first: Any, second: Any) -> None:
    mine, theirs = plain(first).get_vocab(), plain(second).get_vocab()
    if mine != theirs:
        differing = sum(theirs.get(word) != number for word, number in mine.items())
        differing = differing or len(theirs) - len(mine)
        raise UserError(
            f"the two encoders have different vocabularies: {differing:,} entries differ.",
            place=PLACE,
            remedy="Compare an encoder with one that was trained from it, with the same tokenizer files.",
        )
