"""The encoders that come along."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from safetensors.torch import load_file
from transformers import (
    AutoModelForPreTraining,
    AutoTokenizer,
    BertForPreTraining,
    PreTrainedTokenizerFast,
)

from engine.model.encoders import (
    INT8_FILE,
    describe_encoder,
    load_encoder,
    load_tokenizer,
    recommended_pooling,
)
from engine.paths import RESOURCES
from engine.spec.experiment import Encoder
from engine.spec.toml import dumps, load, loads

FOLDER = RESOURCES / "models" / "palimpsest-tiny"
SENTENCES = (
    "The old bridge across the river was closed for most of the winter.",
    "She opened the letter, read it twice and put it back into the drawer.",
    "There were no more than a few people in the street at that time of day.",
    "The committee will publish the results of its inquiry at the end of the year.",
    "Heat is the energy that moves from a warm body to a cold one.",
    "He had been a teacher in a small town before he came to work for the government.",
    "Most of the trees in this forest are older than the villages around it.",
    "If the price of bread goes up, people buy less of it and look for something else.",
    "The war began in the spring and was over before the first snow had fallen.",
    "I do not know what you mean, and I do not want to talk about it.",
    "The city has a large university and one of the oldest libraries in the country.",
    "It is one of the most important questions in the history of science.",
)


@pytest.fixture(scope="module")
def tokenizer() -> PreTrainedTokenizerFast:
    return AutoTokenizer.from_pretrained(FOLDER)


@pytest.fixture(scope="module")
def model() -> BertForPreTraining:
    return BertForPreTraining.from_pretrained(FOLDER).eval()


def test_the_folder_is_small_enough_to_travel_with_the_program() -> None:
    assert (
        sum(file.stat().st_size for file in FOLDER.rglob("*") if "__pycache__" not in file.parts)
        <= 12_000_000
    )


def test_it_loads_in_single_precision_with_both_heads_and_every_weight() -> None:
    model, loaded = BertForPreTraining.from_pretrained(FOLDER, output_loading_info=True)
    assert not loaded["missing_keys"] and not loaded["unexpected_keys"] and not loaded["mismatched_keys"]
    assert {p.dtype for p in model.parameters()} == {torch.float32}
    assert model.cls.seq_relationship.out_features == 2
    assert all(torch.isfinite(p).all() for p in model.parameters())


def test_the_tokenizer_lower_cases_and_follows_berts_order(tokenizer: PreTrainedTokenizerFast) -> None:
    assert tokenizer.convert_tokens_to_ids(["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]) == [0, 1, 2, 3, 4]
    assert tokenizer("The CAFÉ was Closed").input_ids == tokenizer("the cafe was closed").input_ids
    assert tokenizer.decode(tokenizer("The old Bridge").input_ids) == "[CLS] the old bridge [SEP]"
    assert tokenizer.model_max_length == 128
    lines = (FOLDER / "vocab.txt").read_text(encoding="utf-8").splitlines()
    assert lines == tokenizer.convert_ids_to_tokens(range(len(tokenizer)))


def test_every_word_piece_has_its_embedding(tokenizer: PreTrainedTokenizerFast) -> None:
    weights = load_file(FOLDER / "model.safetensors")
    assert weights["bert.embeddings.word_embeddings.weight"].shape[0] == len(tokenizer)
    assert weights["bert.embeddings.position_embeddings.weight"].shape[0] == tokenizer.model_max_length


def test_hidden_words_are_predicted_better_than_by_frequency(
    model: BertForPreTraining, tokenizer: PreTrainedTokenizerFast
) -> None:
    # Two rivals that know no context: the pieces' frequencies in our own sample texts (which favours them: the samples
    # are English too), and the model itself when it is shown nothing but masks.
    rows = [tokenizer(sentence).input_ids for sentence in SENTENCES]
    ours, blind = [], []
    with torch.inference_mode():
        for row in rows:
            places = range(1, len(row) - 1)
            hidden = torch.tensor([row] * len(places))
            hidden[range(len(places)), places] = tokenizer.mask_token_id
            nothing = torch.full((1, len(row)), tokenizer.mask_token_id)
            nothing[0, 0], nothing[0, -1] = row[0], row[-1]
            logits = model(input_ids=hidden).prediction_logits.log_softmax(-1)
            without = model(input_ids=nothing).prediction_logits[0].log_softmax(-1)
            for number, place in enumerate(places):
                ours.append(float(logits[number, place, row[place]]))
                blind.append(float(without[place, row[place]]))
    counts = np.ones(len(tokenizer))
    for file in sorted((RESOURCES / "samples").glob("*/train.*")):
        pieces = tokenizer.backend_tokenizer.encode(
            file.read_text(encoding="utf-8"), add_special_tokens=False
        ).ids
        counts += np.bincount(pieces, minlength=len(tokenizer))
    assert counts.sum() > 2 * len(tokenizer)
    frequency = np.log(counts / counts.sum())
    by_frequency = np.mean([frequency[piece] for row in rows for piece in row[1:-1]])
    assert np.mean(ours) > by_frequency + 1.5
    assert np.mean(ours) > np.mean(blind) + 1.5


def test_the_next_sentence_head_tells_which_halves_belong_together(
    model: BertForPreTraining, tokenizer: PreTrainedTokenizerFast
) -> None:
    passages = (RESOURCES / "text" / "general_probe.txt").read_text(encoding="utf-8").splitlines()
    halves = [
        (words[: len(words) // 2], words[len(words) // 2 :]) for words in map(str.split, passages) if words
    ]
    firsts, seconds = ([" ".join(half) for half in side] for side in zip(*halves, strict=True))
    belongs = []
    with torch.inference_mode():
        for followers in (seconds, seconds[13:] + seconds[:13]):
            batch = tokenizer(firsts, followers, padding=True, truncation=True, return_tensors="pt")
            logits = model(**batch).seq_relationship_logits
            belongs.append(logits[:, 0] - logits[:, 1])
    assert len(firsts) > 90
    # By chance 0.5 with a standard deviation of 0.05.
    assert (belongs[0] > belongs[1]).float().mean() > 0.65


@pytest.mark.parametrize(
    ("name", "kinds", "length"),
    [
        ("pretrain", ["further_pretrain", "further_pretrain"], 128),
        ("distil", ["further_pretrain", "distil"], 64),
        ("decay", ["distil", "distil"], 128),
    ],
)
def test_the_recipes_are_valid_experiments_that_fit_the_model(
    model: BertForPreTraining, name: str, kinds: list[str], length: int
) -> None:
    plan = load(FOLDER / "make" / f"{name}.toml")
    stages = plan.experiment.stages
    assert not plan.axes
    assert [stage.kind for stage in stages] == kinds
    assert max(stage.max_length for stage in stages) == length <= model.config.max_position_embeddings
    assert loads(dumps(plan)) == plan


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
