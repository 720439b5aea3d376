"""The small untrained encoder that most tests train."""

from __future__ import annotations

import string
from pathlib import Path

TINY_WORDS = (
    "the a an and or not is was are were it this that what who where when why how many much in on of to "
    "with for from by good bad great poor dull bright film book plot actor story team game match goal score "
    "market price bank stock city river country man woman year number"
).split()


def write_tiny_bert(folder: Path) -> Path:
    """Write a Hugging Face folder with an untrained BERT (2 layers x 32, 2 heads, 64 positions) and its tokenizer.

    Every word can be spelled: the vocabulary holds single characters beside a few dozen whole words.
    The heads for masked words and next sentences are kept. Weights are the same every time.
    """
    import torch
    from transformers import BertConfig, BertForPreTraining, BertTokenizerFast

    characters = list(string.ascii_lowercase + string.digits)
    vocabulary = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    vocabulary += list(".,;:!?'\"()-") + characters + ["##" + c for c in characters]
    vocabulary += [word for word in TINY_WORDS if word not in vocabulary]

    tokenizer = BertTokenizerFast(
        vocab={piece: index for index, piece in enumerate(vocabulary)},
        do_lower_case=True,
        model_max_length=64,
    )
    tokenizer.save_pretrained(folder)
    config = BertConfig(
        vocab_size=len(vocabulary),
        hidden_size=32,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=64,
        max_position_embeddings=64,
        pad_token_id=0,
    )
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(20260101)
        BertForPreTraining(config).save_pretrained(folder)
    return folder
