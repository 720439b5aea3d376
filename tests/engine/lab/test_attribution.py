"""Explanations of one text: tokens, attributions, attention; and encoders ranked by a data set."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch
from scipy import optimize, stats
from transformers import AutoModel

from engine.data.tokens import cut_text
from engine.errors import UserError
from engine.lab.attention import attention_change
from engine.lab.attribution import (
    Attribution,
    gradient_x_input,
    integrated_gradients,
    repeat_text,
    sum_by_word,
)
from engine.lab.encoder_ranking import log_maximum_evidence, rank_encoders
from engine.lab.patterns import head_pattern, token_pattern
from engine.lab.tokenized_text import TextEncoder, TokenizedText
from engine.model.classifier import build_classifier
from engine.model.encoders import load_encoder, load_tokenizer
from engine.model.saved_model import SavedModel
from engine.spec.data import DataSource
from engine.spec.experiment import Encoder
from engine.spec.features import Features
from engine.spec.truncation import HeadTailTruncation, HeadTruncation, HierarchicalTruncation, Truncation
from tests.engine.lab.trained import shift
from tests.film_reviews import write_reviews

TOKENIZED = "The plot was dull, zebra and great"


def native(
    folder: Path, truncation: Truncation, length: int = 32, pair: bool = False, cut: bool = False
) -> SavedModel:
    encoder = Encoder(source=str(folder))
    model = build_classifier(
        encoder, Features(), 2, 0.0, 1, combine_pieces=truncation.combine_segments
    ).eval()
    return SavedModel(
        folder=folder, encoder_folder=folder, model=model, tokenizer=load_tokenizer(encoder), classes=("a", "b"),
        features=Features(), truncation=truncation, max_length=length, pair=pair, cut_into_segments=cut,
    )  # fmt: skip


def test_tokens_and_where_they_stand(tiny_bert_folder: Path) -> None:
    model = native(tiny_bert_folder, HeadTruncation())
    reading = TextEncoder(model).encode(TOKENIZED)
    assert reading.batch.ids.tolist() == model.tokenizer(TOKENIZED)["input_ids"]
    assert reading.tokens[:6] == ("[CLS]", "The", "plot", "was", "dull", ",")
    assert reading.tokens[6:11] == ("z", "##e", "##b", "##r", "##a") and reading.tokens[-1] == "[SEP]"
    words = [TOKENIZED[a:b] for a, b in reading.word_spans]
    assert words == ["The", "plot", "was", "dull", ",", "zebra", "and", "great"]
    assert reading.words.tolist() == [-1, 0, 1, 2, 3, 4, 5, 5, 5, 5, 5, 6, 7, -1]
    assert reading.spans[0].tolist() == [-1, -1] and TOKENIZED[slice(*reading.spans[6])] == "z"


def test_a_letter_without_a_token_is_said_to_be_unknown(tiny_bert_folder: Path) -> None:
    reading = TextEncoder(native(tiny_bert_folder, HeadTruncation())).encode("good 映 film")
    assert reading.tokens == ("[CLS]", "good", "[UNK]", "film", "[SEP]")
    assert reading.words.tolist() == [-1, 0, 1, 2, -1]


def test_what_is_cut_keeps_its_place_among_the_words(tiny_bert_folder: Path) -> None:
    cut = TextEncoder(native(tiny_bert_folder, HeadTailTruncation(head=2), length=6)).encode("a b c d e f")
    assert cut.tokens == ("[CLS]", "a", "b", "e", "f", "[SEP]")
    assert cut.words.tolist() == [-1, 0, 1, 4, 5, -1] and len(cut.word_spans) == 6


def test_pieces(tiny_bert_folder: Path) -> None:
    reading = TextEncoder(native(tiny_bert_folder, HierarchicalTruncation(combine="mean"), length=4)).encode(
        "a b c d e"
    )
    assert reading.segment_count == 3 and reading.words.tolist() == [-1, 0, 1, -1, -1, 2, 3, -1, -1, 4, -1]
    first = reading.first_segment()
    assert first.segment_count == 1 and first.tokens == ("[CLS]", "a", "b", "[SEP]")


@pytest.mark.parametrize("cut", [False, True])
def test_two_segments(tiny_bert_folder: Path, cut: bool) -> None:
    model = native(tiny_bert_folder, HeadTruncation(), pair=not cut, cut=cut)
    text = "a good film from the city" if cut else "a good film\tfrom the city"
    first, second = cut_text(text) if cut else text.split("\t")
    reading = TextEncoder(model).encode(text)
    expected = model.tokenizer(first, second)
    assert reading.batch.ids.tolist() == expected["input_ids"]
    assert reading.batch.token_types.tolist() == expected["token_type_ids"]
    assert [text[a:b] for a, b in reading.word_spans] == text.split()
    assert np.array_equal(reading.words[reading.words >= 0], np.arange(6))


TEXT = "a great film but the plot was zebra dull"


def prepared(folder: Path, truncation: Truncation, length: int = 32) -> tuple[SavedModel, TokenizedText]:
    model = native(folder, truncation, length)
    shift(model.model, 3, 6.0)
    return model, TextEncoder(model).encode(TEXT)


def logit(model: SavedModel, reading: TokenizedText, embeddings: torch.Tensor, target: int) -> float:
    """The logit with these word embeddings in place of the text's own."""
    words = model.model.encoder.get_input_embeddings()
    handle = words.register_forward_hook(lambda *_: embeddings)
    try:
        with torch.no_grad():
            batch = repeat_text(reading.batch, 1, model.tokenizer.pad_token_id)
            return float(model.model(batch)[0, target])
    finally:
        handle.remove()


@pytest.mark.parametrize(
    ("truncation", "length"), [(HeadTruncation(), 32), (HierarchicalTruncation(combine="attention"), 6)]
)
def test_integrated_gradients_sum_to_the_difference_from_the_baseline(
    tiny_bert_folder: Path, truncation: Truncation, length: int
) -> None:
    model, reading = prepared(tiny_bert_folder, truncation, length)
    attribution = integrated_gradients(model, reading, 1)
    assert isinstance(attribution, Attribution)
    batch = repeat_text(reading.batch, 1, model.tokenizer.pad_token_id)
    whole = model.model.encoder.get_input_embeddings()(batch.ids)
    special = torch.zeros_like(batch.token_mask)
    special[batch.token_mask] = torch.from_numpy(reading.special)
    baseline = torch.where(special[..., None], whole, 0.0)
    difference = logit(model, reading, whole, 1) - logit(model, reading, baseline, 1)
    assert abs(difference) > 0.05
    assert attribution.difference == pytest.approx(difference, abs=1e-4)
    assert attribution.values.sum() == pytest.approx(difference, rel=0.021)
    assert attribution.values[reading.special] == pytest.approx(0.0)
    assert attribution.words.sum() == pytest.approx(attribution.values.sum())


def test_they_are_the_integral_that_many_plain_steps_give(tiny_bert_folder: Path) -> None:
    model, reading = prepared(tiny_bert_folder, HeadTruncation())
    attribution = integrated_gradients(model, reading, 0)
    batch = repeat_text(reading.batch, 1, model.tokenizer.pad_token_id)
    words = model.model.encoder.get_input_embeddings()
    whole, keep = words(batch.ids).detach(), torch.from_numpy(reading.special)[None, :, None]
    total = torch.zeros(whole.shape[:2])
    for place in (np.arange(200) + 0.5) / 200:
        moved = torch.where(keep, whole, float(place) * whole).requires_grad_()
        handle = words.register_forward_hook(lambda *_, value=moved: value)
        model.model(batch)[0, 0].backward()
        handle.remove()
        total += (moved.grad * torch.where(keep, 0.0, whole)).sum(-1) / 200
    assert attribution is not None
    assert attribution.values == pytest.approx(total[0].numpy(), abs=0.02 * float(total.abs().max()))


def test_gradient_times_input_is_the_slope_along_each_embedding(tiny_bert_folder: Path) -> None:
    model, reading = prepared(tiny_bert_folder, HeadTruncation())
    attribution = gradient_x_input(model, reading, 1)
    whole = model.model.encoder.get_input_embeddings()(torch.from_numpy(reading.batch.ids)[None]).detach()
    for token in (0, 2, 9):
        ends = []
        for factor in (0.99, 1.01):
            moved = whole.clone()
            moved[0, token] *= factor
            ends.append(logit(model, reading, moved, 1))
        assert attribution.values[token] == pytest.approx((ends[1] - ends[0]) / 0.02, abs=2e-3)
    assert np.isnan(attribution.difference)


def test_a_word_has_the_sum_of_its_tokens(tiny_bert_folder: Path) -> None:
    reading = TextEncoder(native(tiny_bert_folder, HeadTruncation(), length=11)).encode(
        "zebra was good film dull"
    )
    assert reading.words.tolist() == [-1, 0, 0, 0, 0, 0, 1, 2, 3, 4, -1]
    assert sum_by_word(reading, np.arange(11.0)).tolist() == [15.0, 6.0, 7.0, 8.0, 9.0]
    short = TextEncoder(native(tiny_bert_folder, HeadTruncation(), length=8)).encode(
        "zebra was good film dull"
    )
    assert sum_by_word(short, np.ones(8)).tolist() == [5.0, 1.0, 0.0, 0.0, 0.0]


def test_it_stops_when_told(tiny_bert_folder: Path) -> None:
    model, reading = prepared(tiny_bert_folder, HeadTruncation())
    assert integrated_gradients(model, reading, 0, should_stop=lambda: True) is None


LOOKED_AT = "the actor was great"
TOKENS = ("[CLS]", "the", "actor", "was", "[SEP]")


def test_attention_is_that_of_transformers(tiny_bert_folder: Path) -> None:
    model = native(tiny_bert_folder, HeadTruncation())
    before, _ = load_encoder(Encoder(source=str(tiny_bert_folder)), None, 0)
    change = attention_change(before.eval(), model.model.encoder, TextEncoder(model).encode(LOOKED_AT), 0)
    plain = AutoModel.from_pretrained(tiny_bert_folder, attn_implementation="eager").eval()
    with torch.no_grad():
        expected = plain(**model.tokenizer(LOOKED_AT, return_tensors="pt"), output_attentions=True).attentions
    assert change.after.shape == (2, 2, 6, 6)
    assert change.after == pytest.approx(torch.cat(expected).numpy(), abs=1e-6)


def test_divergence_of_an_encoder_from_itself_and_from_a_changed_one(tiny_bert_folder: Path) -> None:
    model = native(tiny_bert_folder, HierarchicalTruncation(combine="mean"), length=6)
    before, _ = load_encoder(Encoder(source=str(tiny_bert_folder)), None, 0)
    reading = TextEncoder(model).encode("the actor was great and the plot dull")
    same = attention_change(before.eval(), model.model.encoder, reading, 0)
    assert same.tokens == ("[CLS]", "the", "actor", "was", "great", "[SEP]")
    assert same.divergence == pytest.approx(np.zeros((2, 2)), abs=1e-9)
    shift(model.model, 1, 2.0)
    moved = attention_change(before, model.model.encoder, reading, 0)
    p, q = moved.before.astype(np.float64), moved.after.astype(np.float64)
    m = (p + q) / 2
    by_hand = (p * np.log2(p / m) + q * np.log2(q / m)).sum(-1).mean(-1) / 2
    assert moved.divergence == pytest.approx(by_hand, rel=1e-3, abs=1e-6) and (by_hand > 1e-5).all()


def test_words_for_a_head() -> None:
    previous = np.eye(5, k=-1)
    previous[0, 0] = 1
    assert head_pattern(previous, TOKENS) == "mostly the previous token (100 %)"
    assert head_pattern(np.eye(5), TOKENS) == "mostly the token itself (100 %)"
    assert head_pattern(np.full((5, 5), 0.2), TOKENS) == "spread over the text"
    to_actor = np.full((5, 5), 0.1)
    to_actor[:, 2] = 0.6
    assert head_pattern(to_actor, TOKENS) == "mostly “actor” (60 %)"
    ends = np.zeros((5, 5))
    ends[:, 4], ends[:, 1] = 0.4, 0.3
    ends[:, 3] = 0.3
    assert head_pattern(ends, TOKENS) == "partly [SEP] (40 %)"
    assert token_pattern(to_actor, TOKENS, 0) == "mostly “actor” (60 %)"
    assert token_pattern(np.eye(5), TOKENS, 3) == "mostly itself (100 %)"


def direct_evidence(x: np.ndarray, labels: np.ndarray) -> float:
    """The same by its definition: log N(y; 0, I/β + F Fᵀ/α), maximised over α and β by a general optimiser."""
    terms = []
    for each in np.unique(labels):
        y = (labels == each).astype(float)

        def negative(logs: np.ndarray, y: np.ndarray = y) -> float:
            alpha, beta = np.exp(logs)
            spread = np.eye(len(y)) / beta + x @ x.T / alpha
            return -float(stats.multivariate_normal(np.zeros(len(y)), spread).logpdf(y))

        starts = [(0.0, 0.0), (3.0, 1.0), (-2.0, 2.0)]
        terms.append(-min(optimize.minimize(negative, s, method="Nelder-Mead").fun for s in starts) / len(y))
    return float(np.mean(terms))


@pytest.mark.parametrize(("n", "d"), [(40, 5), (20, 30)])
def test_logme_is_the_largest_evidence(n: int, d: int) -> None:
    draw = np.random.default_rng(n)
    x = draw.normal(size=(n, d))
    labels = (x[:, 0] + 0.5 * draw.normal(size=n) > 0).astype(int) + (x[:, 1] > 1)
    assert log_maximum_evidence(x, labels) == pytest.approx(direct_evidence(x, labels), abs=2e-3)


@pytest.fixture
def reviews(tmp_path: Path) -> Path:
    """Sixty texts of two classes that one word tells apart."""
    return write_reviews(tmp_path / "reviews.csv")


@pytest.mark.usefixtures("home")
def test_encoders_are_ranked_beside_a_bag_of_words(
    reviews: Path, tiny_bert_folder: Path, tmp_path: Path
) -> None:
    names = [str(tmp_path / "nothing"), str(tiny_bert_folder), "palimpsest-tiny"]
    (tmp_path / "nothing").mkdir()
    ranking = rank_encoders(DataSource(source=str(reviews)), names, 40)
    assert [each.name for each in ranking.encoders][-1] == names[0] and ranking.encoders[-1].problem
    scores = [each.logme for each in ranking.encoders[:2]]
    assert scores == sorted(scores, key=lambda each: -(each or 0))
    assert (ranking.bag_of_words, ranking.guessing, ranking.learnt, ranking.tested) == (0.0, 40.0, 40, 5)
    for each in ranking.encoders[:2]:
        assert each.best_error is not None and each.error is not None and each.best_error <= each.error
    # Again: nothing is drawn anew.
    assert rank_encoders(DataSource(source=str(reviews)), names[1:], 40).encoders == ranking.encoders[:2]


@pytest.mark.usefixtures("home")
def test_data_without_classes_and_no_encoder_are_refused(reviews: Path, tmp_path: Path) -> None:
    with pytest.raises(UserError, match="nothing"):
        rank_encoders(DataSource(source=str(reviews)), [str(tmp_path / "nothing")])
    numbers = tmp_path / "numbers.csv"
    numbers.write_text(
        "text,label\n" + "\n".join(f"film {n},{n / 7:.3f}" for n in range(40)), encoding="utf-8"
    )
    source = DataSource.model_validate(
        {"source": str(numbers), "target": "number", "label": "label", "text": ["text"]}
    )
    with pytest.raises(UserError, match="not classes"):
        rank_encoders(source, ["palimpsest-tiny"])
