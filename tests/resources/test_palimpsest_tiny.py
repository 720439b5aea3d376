"""The bundled encoder: it loads, is small, reads lower-case and knows some English; its start is what it says."""

from __future__ import annotations

import importlib.util
import math
import sys
from types import ModuleType

import numpy as np
import pytest
import torch
from safetensors.torch import load_file
from transformers import AutoModel, AutoTokenizer, BertForPreTraining, PreTrainedTokenizerFast

from engine.paths import RESOURCES
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


def test_the_encoder_alone_gives_the_same_states(
    model: BertForPreTraining, tokenizer: PreTrainedTokenizerFast
) -> None:
    encoder = AutoModel.from_pretrained(FOLDER).eval()
    batch = tokenizer(list(SENTENCES[:2]), padding=True, return_tensors="pt")
    with torch.inference_mode():
        torch.testing.assert_close(encoder(**batch).last_hidden_state, model.bert(**batch).last_hidden_state)


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


def script(name: str) -> ModuleType:
    found = importlib.util.spec_from_file_location(f"palimpsest_tiny_{name}", FOLDER / "make" / f"{name}.py")
    assert found and found.loader
    module = importlib.util.module_from_spec(found)
    sys.modules[module.__name__] = module  # where dataclasses look for the names in their annotations
    found.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def start() -> ModuleType:
    return script("start")


def test_what_is_hidden_for_measuring_is_a_share_of_each_window(
    model: BertForPreTraining, tokenizer: PreTrainedTokenizerFast
) -> None:
    measure = script("measure")
    pieces = np.concatenate([tokenizer(each, add_special_tokens=False).input_ids for each in SENTENCES * 20])
    batches = measure.hidden(pieces, tokenizer, 32, 100_000)
    windows = sum(len(batch.ids) for batch in batches)
    assert windows == (len(pieces) - 1) // 30
    assert sum(len(batch.targets) for batch in batches) == 4 * windows  # 0.15 of 30
    first = batches[0]
    assert (first.ids[:, 0] == tokenizer.cls_token_id).all() and (
        first.ids[:, -1] == tokenizer.sep_token_id
    ).all()
    assert (first.positions // 32 == np.repeat(np.arange(len(first.ids)), 4)).all()
    shown = first.ids.ravel()[first.positions]
    masked = shown == tokenizer.mask_token_id
    assert 0.6 < masked.mean() < 0.95 and ((shown == first.targets) & ~masked).any()
    restored = first.ids.ravel().copy()
    restored[first.positions] = first.targets
    assert (restored.reshape(-1, 32)[:, 1:-1].ravel() == pieces[: 30 * len(first.ids)]).all()
    loss, right = measure.measure(FOLDER, batches)
    assert loss < math.log(len(tokenizer)) - 3 and right > 0.2


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


def test_pairs_for_the_pooler_are_neighbours_or_strangers(tokenizer: PreTrainedTokenizerFast) -> None:
    pooler = script("pooler")
    documents = [np.arange(1000 * number, 1000 * number + 150 * number) + 5 for number in range(1, 5)]
    pairs = pooler.draw_pairs(documents, 400, tokenizer, np.random.default_rng(3))
    assert pairs.ids.shape == pairs.segments.shape == (400, pooler.LENGTH)
    assert 0.4 < pairs.random_next.mean() < 0.6
    longest = []
    for ids, segments, strange in zip(pairs.ids, pairs.segments, pairs.random_next, strict=True):
        first_end, second_end = np.flatnonzero(ids == tokenizer.sep_token_id)
        first, second = ids[1:first_end], ids[first_end + 1 : second_end]
        assert ids[0] == tokenizer.cls_token_id and not ids[second_end + 1 :].any()
        assert segments.tolist() == [0] * (first_end + 1) + [1] * (second_end - first_end) + [0] * (
            pooler.LENGTH - second_end - 1
        )
        assert min(len(first), len(second)) >= pooler.SHORTEST
        assert (first[-1] // 1000 != second[0] // 1000) == strange
        assert strange or second[0] == first[-1] + 1
        longest.append(max(len(first), len(second)))
    assert max(longest) == 62


def test_the_pooler_learns_what_the_states_tell() -> None:
    pooler = script("pooler")
    torch.manual_seed(0)
    states, held = torch.randn(2, 4000, 16)
    direction = torch.randn(16)
    head = torch.nn.Sequential(
        torch.nn.Linear(16, 16), torch.nn.Tanh(), torch.nn.Dropout(0.1), torch.nn.Linear(16, 2)
    )
    expected = (held @ direction > 0).long()
    before = pooler.measure(head, held, expected)
    pooler.train_head(head, states, (states @ direction > 0).long(), held, expected)
    after = pooler.measure(head, held, expected)
    assert after[1] > 0.9 and after[0] < before[0]


def test_a_teachers_words_are_added_where_embeddings_vary_least(monkeypatch: pytest.MonkeyPatch) -> None:
    words = script("teacher_words")
    monkeypatch.setattr(words, "DIRECTIONS", 4)
    draws = np.random.default_rng(0)
    own = draws.normal(size=(300, 12)) * np.array([5.0] * 8 + [0.1] * 4)
    states, counts = draws.normal(size=(300, 20)), np.full(300, 9.0)
    part = words.added_part(own, states, counts)
    assert np.abs(part[:, :8]).max() < 0.1 * np.abs(part[:, 8:]).max()
    assert (part**2).sum() == pytest.approx(0.5 * ((own - own.mean(0)) ** 2).sum())


def test_the_mean_state_of_a_piece_is_standardised_over_words() -> None:
    words = script("teacher_words")
    sums = np.array([[6.0, 1.0], [0.0, 2.0], [0.0, 0.0]])
    found = words.TeacherWords(sums, np.array([3.0, 1.0, 0.0]), sums.sum(0), np.array([20.0, 2.5]), words=4)
    mean, spread = np.array([1.5, 0.75]), np.sqrt([20 / 4 - 1.5**2, 2.5 / 4 - 0.75**2])
    expected = [(sums[0] / 3 - mean) / spread * 3 / 6, (sums[1] - mean) / spread * 1 / 4, [0.0, 0.0]]
    np.testing.assert_allclose(words.TeacherWords.standardised(found), expected)


@pytest.mark.parametrize("distance", [-3, -2, -1, 1, 2, 3])
def test_a_head_at_a_distance_looks_there_most(start: ModuleType, distance: int) -> None:
    query, key = torch.randn(2, start.HEAD, start.HIDDEN)
    start.look(query, key, distance, torch.Generator())
    places = start.position_embeddings()
    scores = (places @ query.T) @ (places @ key.T).T / math.sqrt(start.HEAD)
    inside = torch.arange(8, start.POSITIONS - 8)
    assert (scores.argmax(1)[inside] == inside + distance).all()


def test_a_head_near_by_looks_at_itself_most_and_falls_off_evenly(start: ModuleType) -> None:
    query, key = torch.randn(2, start.HEAD, start.HIDDEN)
    start.look(query, key, "near", torch.Generator())
    places = start.position_embeddings()
    scores = (places @ query.T) @ (places @ key.T).T
    assert (scores[64, 64:80].diff() < 0).all()
    torch.testing.assert_close(scores[64, 64:80], scores[64, 49:65].flip(0))


def test_factors_give_a_low_rank_matrix_back(start: ModuleType) -> None:
    generator = torch.Generator().manual_seed(1)
    matrix = torch.rand(200, 6, generator=generator) @ torch.rand(6, 200, generator=generator)
    left, right = start.factors(matrix, 6, generator)
    product = left @ right.T
    torch.testing.assert_close(product / product.norm(), matrix / matrix.norm(), rtol=1e-3, atol=1e-5)


def test_mutual_information_is_none_where_pieces_meet_by_chance(start: ModuleType) -> None:
    counts = torch.full((40, 40), 10.0)
    assert torch.allclose(start.mutual_information(counts), torch.zeros(40, 40), atol=1e-5)
    counts[10:20, 10:20] = 30.0
    counts[10:20, 20:30] = 0.0
    information = start.mutual_information(counts)
    smoothed = 20 * 400**0.75 + 10 * 600**0.75 + 10 * 300**0.75
    assert float(information[12, 12]) == pytest.approx(
        math.log((30 / 500) / (600**0.75 / smoothed)), abs=1e-4
    )
    assert float(information[12, 25]) == 0.0
    assert not information[:5].any() and not information[:, :5].any()


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
