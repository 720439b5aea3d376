"""Makes the folder that the pre-training of palimpsest-tiny starts from: word pieces, and a BERT to whom nearby
pieces already mean something.

    python resources/models/palimpsest-tiny/make/start.py general_english.train.txt start

A small BERT that starts from noise spends most of its first hundred million tokens at the loss of a unigram
model: it must find out, at once, what its pieces mean and where their neighbours stand. Both can be counted or
written down:

- Word embeddings are factors of positive pointwise mutual information (Levy & Goldberg 2014) in three parts: what
  a piece says of the piece after it, what it says of the piece before it, and which pieces it keeps company with.
- Position embeddings are sinusoids (Vaswani et al. 2017) in coordinates of their own; query and key matrices of
  most heads rotate them, so that a head looks at one fixed distance (in the spirit of Trockman & Kolter 2023).
- In the first layer the heads carry the neighbours' parts to where the tied decoder reads them; the decoder's
  bias is the logarithm of each piece's frequency. With these alone the model predicts hidden words better than by
  frequency.

Everything is an ordinary weight of an ordinary ``BertForPreTraining`` and free to change in training. Nothing
comes from another model.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, trainers
from transformers import BertConfig, BertForPreTraining, BertTokenizerFast

SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")
PIECES, HIDDEN, LAYERS, HEADS, POSITIONS = 8192, 256, 4, 8, 128
HEAD = HIDDEN // HEADS
WORDS = HIDDEN - HEAD
"""Coordinates below WORDS hold the word, the HEAD coordinates from there the position."""
COMPANY = WORDS // 3
NEIGHBOUR = (WORDS - COMPANY) // 2
"""Widths of the word's three parts: following, preceding (NEIGHBOUR each), company."""
SCALE = 0.25
"""Of all embeddings. It changes nothing in the model (normalisation follows), but how far an update moves them."""

Head = int | str
PATTERNS: tuple[tuple[Head, ...], ...] = (
    (-1, -1, 1, 1, "near", "near", -2, 2),
    (-1, 1, -2, 2, -3, 3, "near", "free"),
    (-1, 1, -2, 2, "near", "near", "free", "free"),
    (-1, 1, "near", "near", "free", "free", "free", "free"),
)
"""What each head of each layer looks at first: a distance, near by, or (small random weights) everything alike."""


def word_pieces(text: Path) -> BertTokenizerFast:
    """A lower-cased WordPiece tokenizer of PIECES pieces with BERT's special tokens first, learnt from ``text``."""
    tokenizer = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.decoder = decoders.WordPiece()
    trainer = trainers.WordPieceTrainer(
        vocab_size=PIECES,
        min_frequency=10,
        limit_alphabet=120,
        special_tokens=list(SPECIAL),
        show_progress=False,
    )
    tokenizer.train([str(text)], trainer)
    return BertTokenizerFast(vocab=tokenizer.get_vocab(), do_lower_case=True, model_max_length=POSITIONS)


def encode(text: Path, tokenizer: BertTokenizerFast) -> np.ndarray:
    """All pieces of ``text`` in one row, int64 [N]; an empty line, which ends a document, becomes [SEP]."""
    lines = text.read_text(encoding="utf-8").split("\n")
    rows: list[np.ndarray] = []
    for first in range(0, len(lines), 20_000):
        encoded = tokenizer.backend_tokenizer.encode_batch(
            lines[first : first + 20_000], add_special_tokens=False
        )
        rows += [np.asarray(line.ids or [SPECIAL.index("[SEP]")], np.int64) for line in encoded]
    return np.concatenate(rows)


def pairs(ids: np.ndarray, distances: Sequence[int]) -> torch.Tensor:
    """[PIECES, PIECES]: how often piece b stands ``distances`` after piece a, far pairs counting 1/√distance."""
    counts = np.zeros(PIECES * PIECES, np.float32)
    for distance in distances:
        found = np.bincount(ids[:-distance] * PIECES + ids[distance:], minlength=PIECES * PIECES)
        counts += found.astype(np.float32) / math.sqrt(distance)
    return torch.from_numpy(counts).view(PIECES, PIECES)


def mutual_information(counts: torch.Tensor) -> torch.Tensor:
    """Positive pointwise mutual information, the context smoothed by the power 3/4 (Levy et al. 2015)."""
    rows, columns = counts.sum(1, keepdim=True), counts.sum(0, keepdim=True) ** 0.75
    information = counts.log() + columns.sum().log() - rows.log() - columns.log()
    information = information.nan_to_num(0.0, 0.0, 0.0).clamp_min(0.0)
    information[: len(SPECIAL)] = 0.0
    information[:, : len(SPECIAL)] = 0.0
    return information


def factors(matrix: torch.Tensor, rank: int, generator: torch.Generator) -> tuple[torch.Tensor, torch.Tensor]:
    """Left and right factors [PIECES, rank] whose product is nearest to ``matrix``, but for a constant.

    Found by subspace iteration (Halko et al. 2011); rows are scaled so that their mean norm is 1.
    """
    right = torch.randn(matrix.shape[1], rank + 20, generator=generator)
    for _ in range(4):
        right = torch.linalg.qr(matrix @ torch.linalg.qr(right)[0])[0]
        right = matrix.T @ right
    right = torch.linalg.qr(right)[0]
    u, s, v = torch.linalg.svd(matrix @ right, full_matrices=False)
    both = (u[:, :rank] * s[:rank].sqrt(), (right @ v.T)[:, :rank] * s[:rank].sqrt())
    left, right = (side / side[len(SPECIAL) :].norm(dim=1).mean() for side in both)
    return left, right


def word_embeddings(ids: np.ndarray, generator: torch.Generator) -> torch.Tensor:
    """[PIECES, HIDDEN]: following | preceding | company | zeros for the position, with a little noise."""
    following, preceding = factors(mutual_information(pairs(ids, [1])), NEIGHBOUR, generator)
    wide = pairs(ids, range(2, 11))
    company, _ = factors(mutual_information(wide + wide.T), COMPANY - 1, generator)
    words = torch.cat([following, preceding, company, torch.zeros(PIECES, 1)], 1)
    norms = words.norm(dim=1, keepdim=True).clamp_min(1e-6)
    size = math.sqrt(WORDS / 2)
    words *= norms.clamp(0.7, 2.2) / norms * size / norms[len(SPECIAL) :].mean()
    # [MASK] says nothing of its neighbours, yet needs a word's norm; the last coordinate is its own.
    words[SPECIAL.index("[MASK]")] = 0.0
    words[SPECIAL.index("[MASK]"), -1] = size
    noise = 0.02 * torch.randn(PIECES, HIDDEN, generator=generator)
    return torch.cat([words, torch.zeros(PIECES, HEAD)], 1) + noise


FREQUENCIES = 3.0 * 0.01 ** (torch.arange(HEAD // 2) / (HEAD // 2 - 1))


def position_embeddings() -> torch.Tensor:
    """[POSITIONS, HIDDEN]: sines, then cosines, in the last HEAD coordinates."""
    angles = torch.arange(POSITIONS)[:, None] * FREQUENCIES
    return torch.cat([torch.zeros(POSITIONS, WORDS), angles.sin(), angles.cos()], 1)


def look(query: torch.Tensor, key: torch.Tensor, at: Head, generator: torch.Generator) -> None:
    """Sets one head's ``query`` and ``key`` [HEAD, HIDDEN] so that it looks ``at`` a distance, near by, or everywhere.

    The score of tokens t and s becomes Σ cos(w (t + distance - s)), which is largest where s = t + distance.
    """
    if at == "free":
        for weight in (query, key):
            weight.copy_(torch.randn(weight.shape, generator=generator) * 0.5 / math.sqrt(HIDDEN))
        return
    distance = at if isinstance(at, int) else 0
    cosine, sine = (FREQUENCIES * distance).cos().diag(), (FREQUENCIES * distance).sin().diag()
    turn = torch.cat([torch.cat([cosine, sine], 1), torch.cat([-sine, cosine], 1)])
    kept = (FREQUENCIES < 0.25).float() if at == "near" else torch.ones_like(FREQUENCIES)
    strength = kept.repeat(2) * HEAD**0.25
    query.zero_()
    key.zero_()
    query[:, WORDS:] = turn * strength[:, None]
    key[:, WORDS:] = strength.diag()


def carry(value: torch.Tensor, output: torch.Tensor, head: int, source: int, target: int, width: int) -> None:
    """Lets ``head`` add ``width`` coordinates from ``source`` of the token it looks at to ``target`` of its own."""
    rows = slice(head * HEAD, (head + 1) * HEAD)
    value[rows] = 0.0
    output[:, rows] = 0.0
    for i in range(width):
        value[head * HEAD + i, source + i] = 1.0
        output[target + i, head * HEAD + i] = 1.5


@torch.no_grad()
def build(ids: np.ndarray, seed: int = 0) -> BertForPreTraining:
    """The model before its first update."""
    torch.manual_seed(seed)
    generator = torch.Generator().manual_seed(seed)
    model = BertForPreTraining(
        BertConfig(
            vocab_size=PIECES, hidden_size=HIDDEN, num_hidden_layers=LAYERS, num_attention_heads=HEADS,
            intermediate_size=4 * HIDDEN, max_position_embeddings=POSITIONS, pad_token_id=0,
        )
    )  # fmt: skip

    def noise(weight: torch.Tensor, deviation: float) -> None:
        weight.copy_(torch.randn(weight.shape, generator=generator) * deviation)

    embeddings = model.bert.embeddings
    embeddings.word_embeddings.weight.copy_(SCALE * word_embeddings(ids, generator))
    embeddings.position_embeddings.weight.copy_(SCALE * position_embeddings())
    embeddings.token_type_embeddings.weight.zero_()

    for layer, pattern in zip(model.bert.encoder.layer, PATTERNS, strict=True):
        attention = layer.attention.self
        value, output = attention.value.weight, layer.attention.output.dense.weight
        noise(value, 1 / math.sqrt(HIDDEN))
        noise(output, 0.5 / math.sqrt(HIDDEN))
        for head, at in enumerate(pattern):
            rows = slice(head * HEAD, (head + 1) * HEAD)
            look(attention.query.weight[rows], attention.key.weight[rows], at, generator)
        if layer is model.bert.encoder.layer[0]:
            rest = NEIGHBOUR - HEAD
            carry(value, output, 0, 0, NEIGHBOUR, HEAD)
            carry(value, output, 1, HEAD, NEIGHBOUR + HEAD, rest)
            carry(value, output, 2, NEIGHBOUR, 0, HEAD)
            carry(value, output, 3, NEIGHBOUR + HEAD, HEAD, rest)
            carry(value, output, 4, 2 * NEIGHBOUR, 2 * NEIGHBOUR, HEAD)
            carry(value, output, 5, 2 * NEIGHBOUR + HEAD, 2 * NEIGHBOUR + HEAD, HEAD)
        noise(layer.intermediate.dense.weight, 0.7 / math.sqrt(HIDDEN))
        noise(layer.output.dense.weight, 0.2 / math.sqrt(4 * HIDDEN))

    # A large equal bias keeps GELU linear, and the normalisation behind it takes the bias out again.
    head = model.cls.predictions
    noise(head.transform.dense.weight, 0.01)
    head.transform.dense.weight += torch.eye(HIDDEN)
    head.transform.dense.bias.fill_(2.5)
    head.transform.LayerNorm.weight.fill_(0.1 / SCALE)
    counts = torch.from_numpy(np.bincount(ids, minlength=PIECES)).double().clamp_min(1.0)
    counts[: len(SPECIAL)] = 1.0
    head.bias.copy_((counts / counts.sum()).log())
    return model


def main() -> None:
    parser = argparse.ArgumentParser(
        description="Make the folder that palimpsest-tiny's pre-training starts from."
    )
    parser.add_argument(
        "text", type=Path, help="plain English, one paragraph per line, a blank line after a document"
    )
    parser.add_argument("folder", type=Path, help="where the model and its tokenizer go")
    chosen = parser.parse_args()
    tokenizer = word_pieces(chosen.text)
    ids = encode(chosen.text, tokenizer)
    print(f"{len(tokenizer)} word pieces, {len(ids):,} tokens of text")
    build(ids).save_pretrained(chosen.folder)
    tokenizer.save_pretrained(chosen.folder)


if __name__ == "__main__":
    main()
