"""A finished model computes where and as exactly as training would, and says where that changes answers."""

from __future__ import annotations

from pathlib import Path

import torch

from engine.compute.device import bf16_units
from engine.delivery.finished_model import Arithmetic, compare_with_32_bits, find_finished_model
from engine.model.predict import predict, predict_logits
from tests.engine.cli.test_app import palimpsest

TEXTS = ["Who wrote it?", "How many cities are there in the south?", "Where is the river?", "A name?"]
CPU = torch.device("cpu")


def test_precision_is_as_the_hardware_has_units_unless_asked_for(store: Path) -> None:
    found = find_finished_model(store, "one")
    model, said = Arithmetic("cpu").load(found)
    assert model.precision == ("bf16" if bf16_units(CPU) else "fp32") and said.startswith("Computed on cpu")
    exact, said = Arithmetic("cpu", "fp32").load(found)
    assert exact.precision == "fp32" and "32 bits (as asked)" in said
    wide = predict_logits(exact, TEXTS)
    narrow = predict_logits(exact.to_device(CPU, "bf16"), TEXTS)
    assert narrow.dtype == torch.float32
    assert 0 < float((wide - narrow).abs().max()) < 0.05 * float(wide.abs().max()), "rounded to 8 bits"
    torch.testing.assert_close(predict_logits(exact, TEXTS[::-1]), wide.flip(0), rtol=1e-4, atol=1e-4)


def test_answers_that_differ_from_32_bits_are_counted(store: Path) -> None:
    """Two classes that are equal but for less than bfloat16 can tell: some answers fall the other way."""
    model, _ = Arithmetic("cpu", "fp32").load(find_finished_model(store, "one"))
    texts = [f"{text} {n}" for n in range(8) for text in TEXTS]
    assert compare_with_32_bits(model, texts) == ""
    with torch.no_grad():
        head = model.model.head
        head.weight[:] = head.weight[:1] + 3e-4 * torch.randn(
            head.weight.shape, generator=torch.manual_seed(1)
        )
        head.bias.zero_()
    narrow = model.to_device(CPU, "bf16")
    others = sum(
        a.label != b.label for a, b in zip(predict(model, texts), predict(narrow, texts), strict=True)
    )
    assert others
    assert compare_with_32_bits(narrow, texts).startswith(
        f"{others} of 32 predictions differ from those in 32 bits"
    )


def test_by_command(store: Path) -> None:
    plain = palimpsest(
        "predict", "one", "--text", TEXTS[0], "--store", store, "--precision", "fp32", "--json"
    )
    assert plain.code == 0 and "Computed on cpu in 32 bits (as asked)" in plain.err
    half = palimpsest("predict", "one", "--text", TEXTS[0], "--store", store, "--precision", "bf16", "--json")
    assert half.json[0]["label"] == plain.json[0]["label"] and "bfloat16" in half.err
    for words, said in (
        (("--precision", "half"), "--precision: 'half' is not known. Use auto, fp32 or bf16."),
        (("--device", "tpu"), "--device: 'tpu' is not known."),
        *([] if torch.cuda.is_available() else [(("--device", "cuda:3"), "there is no GPU 'cuda:3'")]),
    ):
        refused = palimpsest("predict", "one", "--text", "x", "--store", store, *words)
        assert refused.code == 2 and said in refused.err, refused.err
