"""Stores a pre-trained encoder the way it is bundled: half-precision weights, and the word pieces as a plain list too.

    python resources/models/palimpsest-tiny/make/finish.py RUN/stage-1/encoder resources/models/palimpsest-tiny
    python resources/models/palimpsest-tiny/make/finish.py average resources/models/palimpsest-small --int8

Half precision keeps palimpsest-tiny under 12 MB, 8 bits with a scale for each row palimpsest-small under 24. The config
still says float32, to which the weights are widened on loading.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import torch
from safetensors.torch import load_file
from transformers import AutoTokenizer, BertForPreTraining

from engine.model.conversion.int8_weights import write_int8_weights
from engine.model.encoders import INT8_FILE

DROPOUT = 0.1
"""Of the stored config: pre-training ran without dropout, fine-tuning on little data wants it."""


def main() -> None:
    parser = argparse.ArgumentParser(description="Store a pre-trained encoder as it is bundled.")
    parser.add_argument("encoder", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--int8", action="store_true", help="8 bits with a scale for each row; no vocab.txt")
    chosen = parser.parse_args()
    model = BertForPreTraining.from_pretrained(chosen.encoder, dtype=torch.float32)
    largest = max(float(p.detach().abs().max()) for p in model.parameters())
    if largest >= torch.finfo(torch.float16).max:
        raise SystemExit(f"a weight of {largest} does not fit into half precision")
    model.config.hidden_dropout_prob = model.config.attention_probs_dropout_prob = DROPOUT
    (model if chosen.int8 else model.half()).save_pretrained(chosen.folder)
    file = chosen.folder / "config.json"
    config = json.loads(file.read_text(encoding="utf-8")) | {"dtype": "float32"}
    file.write_text(json.dumps(config, indent=2) + "\n", encoding="utf-8")
    tokenizer = AutoTokenizer.from_pretrained(chosen.encoder)
    tokenizer.save_pretrained(chosen.folder)
    if chosen.int8:
        whole = chosen.folder / "model.safetensors"
        write_int8_weights(chosen.folder / INT8_FILE, load_file(whole))
        whole.unlink()
        return
    pieces = sorted(tokenizer.get_vocab().items(), key=lambda entry: entry[1])
    (chosen.folder / "vocab.txt").write_text("\n".join(piece for piece, _ in pieces) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
