"""The bundled palimpsest-small: its size, its heads, and what it knows of English."""

from __future__ import annotations

import torch
from transformers import AutoModelForPreTraining

from engine.model.encoders import (
    INT8_FILE,
    describe_encoder,
    load_encoder,
    load_tokenizer,
    recommended_pooling,
)
from engine.paths import RESOURCES
from engine.spec.experiment import Encoder

SMALL = Encoder(source="palimpsest-small")


def test_it_predicts_hidden_words_with_its_own_head() -> None:
    assert (RESOURCES / "models" / "palimpsest-small" / INT8_FILE).stat().st_size <= 24_000_000
    info = describe_encoder(SMALL)
    assert (info.layers, info.hidden, info.positions, info.vocabulary) == (6, 384, 512, 30_522)
    assert recommended_pooling(SMALL) == "mean"
    model, notes = load_encoder(SMALL, None, 0, kind=AutoModelForPreTraining)
    tokenizer = load_tokenizer(SMALL)
    assert notes == []
    sentences = {"the capital of france is [MASK].": "paris", "she drank a cup of [MASK].": "coffee tea",
                 "he opened the [MASK] and went in.": "door"}  # fmt: skip
    with torch.inference_mode():
        for sentence, known in sentences.items():
            batch = tokenizer(sentence, return_tensors="pt")
            logits = model.eval()(**batch).prediction_logits[0]
            place = batch.input_ids[0].tolist().index(tokenizer.mask_token_id)
            best = tokenizer.convert_ids_to_tokens(logits[place].topk(10).indices.tolist())
            assert set(best) & set(known.split()), (sentence, best)
