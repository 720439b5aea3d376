"""Weights in 8 bits: what they keep, that they pass the doors of ordinary ones, and files that are none."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file, save_file

from engine.errors import UserError
from engine.model.content_hash import encoder_content_hash
from engine.model.conversion.int8_weights import FORMAT, encode_rows, read_int8_weights, write_int8_weights
from engine.model.encoders import INT8_FILE, load_encoder
from engine.spec.experiment import Encoder
from tests.engine.cli.test_app import palimpsest

Tensors = dict[str, torch.Tensor]
WORDS = "bert.embeddings.word_embeddings.weight"
NORM = "bert.embeddings.LayerNorm.bias"


@pytest.fixture
def folder(tiny_bert_folder: Path, tmp_path: Path) -> Path:
    """The tiny BERT with its weights in 8 bits."""
    copy = tmp_path / "model"
    shutil.copytree(tiny_bert_folder, copy)
    write_int8_weights(copy / INT8_FILE, load_file(copy / "model.safetensors"))
    (copy / "model.safetensors").unlink()
    return copy


def test_no_weight_is_off_by_more_than_half_its_scale(tmp_path: Path) -> None:
    draws = torch.Generator().manual_seed(1)
    rows = torch.randn(64, 40, generator=draws) * torch.logspace(-30, 30, 64)[:, None]
    rows[0], rows[1], rows[2] = 0, 0.3, -7e-41  # zeros, a constant, and less than any scale
    rows[3, 0] = 100 * rows[3].abs().max()
    given = {
        "a.weight": rows, "half.weight": rows[5:30].bfloat16(), "a.bias": rows[40], "empty": torch.zeros(3, 0),
        "cube": rows[:8, :8].reshape(4, 2, 8), "position_ids": torch.arange(9)[None],
    }  # fmt: skip
    write_int8_weights(tmp_path / "a", given)
    weights, stored = read_int8_weights(tmp_path / "a"), load_file(tmp_path / "a")
    assert weights.keys() == given.keys()
    for name in ("a.weight", "half.weight"):
        assert stored[name].dtype == torch.int8 and weights[name].dtype == torch.float32
        off = (weights[name].double() - given[name].double()).abs()
        assert (off <= stored[f"{name}.scale"].double()[:, None] / 2 + 1e-36).all()
    assert not weights["a.weight"][[0, 2]].any() and len(weights["a.weight"][1].unique()) == 1
    for name in ("a.bias", "empty", "cube", "position_ids"):
        assert torch.equal(weights[name], given[name]) and weights[name].dtype == given[name].dtype
    write_int8_weights(tmp_path / "b", weights)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_weights_that_are_no_numbers_are_not_stored(tmp_path: Path) -> None:
    for value in (float("nan"), float("inf"), -float("inf")):
        with pytest.raises(UserError, match="'x.weight' hold values that are not numbers"):
            write_int8_weights(tmp_path / "a", {"x.weight": torch.tensor([[1.0, 2.0], [value, 0.0]])})
    assert not (tmp_path / "a").exists()


def test_an_encoder_in_8_bits_is_an_encoder(folder: Path, tiny_bert_folder: Path) -> None:
    encoder, whole = Encoder(source=str(folder)), Encoder(source=str(tiny_bert_folder))
    model, notes = load_encoder(encoder, 0.1, 0)
    other, _ = load_encoder(whole, 0.1, 0)
    assert notes == [] and type(model) is type(other) and model.config.hidden_dropout_prob == 0.1
    assert encoder_content_hash(encoder) != encoder_content_hash(whole)
    for (name, value), (_, exact) in zip(model.named_parameters(), other.named_parameters(), strict=True):
        assert value.dtype == torch.float32 and value.requires_grad
        numbers, scales = encode_rows(exact) if exact.ndim == 2 else (exact, torch.ones(len(exact)))
        assert torch.equal(value, numbers * scales.float().view(-1, *[1] * (exact.ndim - 1))), name


def one(name: str, make: Callable[[torch.Tensor], torch.Tensor | None]) -> Callable[[Tensors], None]:
    def change(held: Tensors) -> None:
        made = make(held.pop(name))
        if made is not None:
            held[name] = made.contiguous()

    return change


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (one(f"{WORDS}.scale", lambda _: None), rf"'{WORDS}' have no scales"),
        (one(WORDS, lambda _: None), rf"'{WORDS}.scale' are scales of no weights"),
        (one(f"{WORDS}.scale", lambda v: v[1:]), "not a bfloat16 for each row"),
        (one(f"{WORDS}.scale", lambda v: v[:, None]), "not a bfloat16 for each row"),
        (one(f"{WORDS}.scale", lambda v: v.half()), "float16, not a bfloat16 for each row"),
        (one(f"{WORDS}.scale", lambda v: v * float("nan")), "negative or not numbers"),
        (one(f"{WORDS}.scale", lambda v: v * 0 + 3e38), "negative or not numbers"),
        (one(f"{WORDS}.scale", lambda v: -v), "negative or not numbers"),
        (one(WORDS, lambda v: v.flatten()), "not a bfloat16 for each row"),
        (one(WORDS, lambda v: v.to(torch.int16)), "of the type int16, not int8"),
        (one(WORDS, lambda v: v.float()), "of the type float32, not int8"),
        (one(WORDS, lambda v: v[:, 1:]), "cannot be loaded"),
        (one(NORM, lambda v: v.long()), "of the type int64, not int8"),
        (one(NORM, lambda v: v * float("inf")), "not numbers"),
        (one(NORM, lambda _: None), "1 tensors are missing"),
    ],
)
def test_tensors_that_do_not_fit(change: Callable[[Tensors], None], message: str, folder: Path) -> None:
    held = load_file(folder / INT8_FILE)
    change(held)
    save_file(held, folder / INT8_FILE, {"format": FORMAT})
    with pytest.raises(UserError, match=message) as caught:
        load_encoder(Encoder(source=str(folder)), 0.1, 0)
    assert caught.value.place == "encoder.source" and caught.value.remedy


def test_files_of_another_format_are_refused_in_a_sentence(folder: Path, tmp_path: Path) -> None:
    whole = (folder / INT8_FILE).read_bytes()
    held = load_file(folder / INT8_FILE)
    cases: dict[str, bytes] = {
        "cut short": whole[:-9], "empty": b"", "header of 2^60 bytes": (2**60).to_bytes(8, "little") + whole[8:],
    }  # fmt: skip
    for about in ({}, {"format": "pt"}, {"format": "palimpsest-int8-rows/2"}):
        save_file(held, tmp_path / "other", about)
        cases[str(about)] = (tmp_path / "other").read_bytes()
    for name, content in cases.items():
        (folder / INT8_FILE).write_bytes(content)
        with pytest.raises(UserError) as caught:
            load_encoder(Encoder(source=str(folder)), 0.1, 0)
        expected = f"this version reads {FORMAT}" if "{" in name else "cannot be read"
        assert expected in caught.value.message and caught.value.remedy, name
    assert "Export the model anew" in str(caught.value)


def test_options_of_two_layouts_are_refused_and_nothing_is_written(tmp_path: Path) -> None:
    for options, words in (
        (("--no-int8",), "huggingface has none"),
        (("--layout", "palimpsest", "--no-int8"), "palimpsest has none"),
    ):
        answer = palimpsest("export", "last", tmp_path / "model", *options)
        assert answer.code == 2 and words in answer.err and "eave" in answer.err, options
    assert not (tmp_path / "model").exists()
