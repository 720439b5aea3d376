"""Places of parameters, layers drawn anew, and encoders made from nothing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import torch
from transformers import AutoTokenizer, BertForPreTraining

from engine.data.pretraining.vocabulary import TextNormalisation, learn_vocabulary, vocabulary_sources
from engine.errors import UserError
from engine.events import Evaluation, RunFinished
from engine.model.classifier import prepare_encoder
from engine.model.encoders import describe_encoder, load_tokenizer
from engine.model.masked_lm import MaskedLM
from engine.model.new_encoder import EncoderShape, write_encoder
from engine.model.parameters import parameter_table, stack_name
from engine.model.reinitialise import layer_stack
from engine.spec.experiment import Encoder, parse_experiment
from engine.train.loop import train
from tests.sampling import nightly_but

pytestmark = pytest.mark.usefixtures("home")


LAYER_PATH = {
    "bert": r"encoder\.encoder\.layer\.(\d+)\.",
    "roberta": r"encoder\.encoder\.layer\.(\d+)\.",
    "electra": r"encoder\.encoder\.layer\.(\d+)\.",
    "mpnet": r"encoder\.encoder\.layer\.(\d+)\.",
    "deberta-v2": r"encoder\.encoder\.layer\.(\d+)\.",
    "distilbert": r"encoder\.transformer\.layer\.(\d+)\.",
    "modernbert": r"encoder\.layers\.(\d+)\.",
    "eurobert": r"encoder\.layers\.(\d+)\.",
}


@pytest.mark.parametrize("layers", [1, 3])
@pytest.mark.parametrize("kind", LAYER_PATH)
def test_every_parameter_has_its_place(kind, layers, classifier):
    fields = {"embedding_size": 4} if kind == "electra" else {}
    model = classifier(layers, kind, **fields)
    table = parameter_table(model)
    assert [row.name for row in table] == [name for name, _ in model.named_parameters()]
    assert sum(row.size for row in table) == sum(p.numel() for p in model.parameters())
    for row in table:
        number = re.match(LAYER_PATH[kind], row.name)
        if number:
            assert (row.depth, row.part) == (int(number[1]) + 1, "layer"), row.name
        elif row.name.startswith("head."):
            assert (row.depth, row.part) == (layers + 1, "head"), row.name
        elif "pooler" in row.name:
            assert (row.depth, row.part) == (layers + 1, "pooler"), row.name
        elif row.name in ("encoder.final_norm.weight", "encoder.norm.weight"):
            assert (row.depth, row.part) == (layers, "layer")
        elif row.name == "encoder.encoder.LayerNorm.weight" or row.name == "encoder.encoder.LayerNorm.bias":
            assert (row.depth, row.part) == (layers, "layer")  # DeBERTa normalises its relative positions
        else:
            assert (row.depth, row.part) == (0, "embeddings"), row.name
    assert {row.depth for row in table if row.part == "layer"} == set(range(1, layers + 1))
    assert stack_name(model.encoder) is not None


def test_usual_exclusions_from_weight_decay(classifier):
    for row in parameter_table(classifier(2, layers_read="pooler")):
        excluded = row.name.endswith("bias") or "LayerNorm" in row.name
        assert row.decays == (not excluded), row.name


def test_an_own_pooler_is_a_pooler(classifier):
    places = {
        row.name: (row.depth, row.part)
        for row in parameter_table(classifier(2, "distilbert", layers_read="pooler"))
    }
    assert places["pooler.dense.weight"] == (3, "pooler")


@pytest.mark.parametrize(("layers", "groups", "depths"), [(4, 1, {4}), (6, 2, {3, 6}), (1, 1, {1})])
def test_shared_layers_stand_at_the_highest_depth_that_uses_them(layers, groups, depths, classifier):
    model = classifier(layers, "albert", embedding_size=4, num_hidden_groups=groups)
    table = parameter_table(model)
    assert {row.depth for row in table if "albert_layer" in row.name} == depths
    assert {row.depth for row in table if "embedding" in row.name} == {0}
    assert (stack_name(model.encoder) is None) == (layers > groups)


def test_frozen_layers_shift_no_depth(classifier):
    model = classifier(3)
    before = parameter_table(model)
    model.encoder.encoder.layer[0].requires_grad_(False)
    assert parameter_table(model) == before


def test_tied_decoder_counts_once_and_as_embedding():
    from transformers import BertConfig, BertForPreTraining

    config = BertConfig(
        vocab_size=20, hidden_size=8, num_hidden_layers=2, num_attention_heads=2, intermediate_size=12,
        max_position_embeddings=16,
    )  # fmt: skip
    model = MaskedLM(BertForPreTraining(config), [])
    table = {row.name: row for row in parameter_table(model)}
    assert table["model.bert.embeddings.word_embeddings.weight"].depth == 0
    assert "model.cls.predictions.decoder.weight" not in table
    assert table["model.cls.predictions.transform.dense.weight"].part == "head"
    assert table["model.cls.seq_relationship.weight"].depth == 3
    assert table["model.bert.pooler.dense.weight"].part == "pooler"
    assert sum(row.size for row in table.values()) == sum(p.numel() for p in model.parameters())


FAMILIES = ["bert", "roberta", "distilbert", "electra", "deberta-v2", "modernbert", "eurobert"]


@pytest.mark.parametrize("kind", FAMILIES)
@pytest.mark.parametrize("count", nightly_but({1}, [1, 3]))
def test_the_top_layers_and_nothing_else(kind, count, family):
    before, _, _ = prepare_encoder(family(kind), 0.1, 1)
    after, info, notes = prepare_encoder(family(kind), 0.1, 1, reinitialise=count)
    assert notes[-1] == (
        "The top layer starts at random." if count == 1 else "The top 3 layers start at random."
    )
    fresh = {
        id(parameter)
        for layer in layer_stack(after)[info.layers - count :]
        for parameter in layer.parameters()
    }
    old = dict(before.named_parameters())
    for name, parameter in after.named_parameters():
        assert torch.equal(parameter, old[name]) == (id(parameter) not in fresh), name
        assert parameter.requires_grad
    again, _, _ = prepare_encoder(family(kind), 0.1, 1, reinitialise=count)
    other, _, _ = prepare_encoder(family(kind), 0.1, 2, reinitialise=count)
    new = dict(after.named_parameters())
    assert all(torch.equal(p, new[n]) for n, p in again.named_parameters())
    assert any(not torch.equal(p, new[n]) for n, p in other.named_parameters())


def test_they_are_drawn_as_the_architecture_draws(family, tiny_bert_folder):
    from engine.spec.experiment import Encoder

    torch.manual_seed(0)
    state = torch.get_rng_state()
    encoder, _, notes = prepare_encoder(
        Encoder(source=str(tiny_bert_folder)), 0.1, 1, pooler=True, reinitialise=1
    )
    assert torch.equal(torch.get_rng_state(), state)
    layer = layer_stack(encoder)[-1]
    assert float(layer.intermediate.dense.weight.detach().std()) == pytest.approx(0.02, rel=0.1)
    assert bool((layer.output.LayerNorm.weight == 1).all()) and not layer.output.dense.bias.any()
    plain, _, _ = prepare_encoder(Encoder(source=str(tiny_bert_folder)), 0.1, 1, pooler=True)
    assert not torch.equal(encoder.pooler.dense.weight, plain.pooler.dense.weight)
    assert notes[-1] == "The top layer and the pooler start at random."


def test_more_layers_than_there_are_and_shared_ones(family):
    with pytest.raises(
        UserError, match="4 top layers cannot be re-initialised: the encoder has 3 layers"
    ) as caught:
        prepare_encoder(family("bert"), 0.1, 1, reinitialise=4)
    assert caught.value.place == "reinitialise"
    with pytest.raises(UserError, match="shares the weights"):
        prepare_encoder(family("albert"), 0.1, 1, reinitialise=1)


@pytest.mark.parametrize("layers", nightly_but({1, 3}, [1, 2, 6, 12, 24]))
@pytest.mark.parametrize("kind", ["bert", "distilbert", "deberta", "modernbert"])
def test_the_layers_are_found_at_any_depth(kind, layers):
    from transformers import AutoConfig, AutoModel

    sizes = {"dim": 8, "n_layers": layers, "n_heads": 2, "hidden_dim": 8} if kind == "distilbert" else {
        "hidden_size": 8, "num_hidden_layers": layers, "num_attention_heads": 2, "intermediate_size": 8,
    }  # fmt: skip
    config = AutoConfig.for_model(kind, vocab_size=30, pad_token_id=0, **sizes)
    with torch.device("meta"):
        encoder = AutoModel.from_config(config)
    stack = layer_stack(encoder)
    assert len(stack) == layers
    # Four matrices of attention and two of the feed-forward part at least, in every one.
    assert all(sum(p.numel() for p in layer.parameters()) >= 6 * 8 * 8 for layer in stack)


SMALL = EncoderShape(layers=2, hidden=32, heads=2, positions=48)
LINES = (
    "今天天气很好，我们去公园散步。孩子们在湖边玩耍，老人们在树下下棋。\n\n"
    "北京大学的学生正在研究生命的起源。他们每天都在实验室里工作到很晚。\n\n"
    "公司今年的收入增长了百分之二十。分析师认为明年的市场会更好。\n\n"
    "这部电影讲述了一个年轻人的故事。他离开家乡，来到城市寻找工作。\n"
)


@pytest.fixture
def chinese(tmp_path: Path) -> Path:
    file = tmp_path / "lines.txt"
    file.write_text(LINES, encoding="utf-8")
    return file


@pytest.fixture
def folder(tmp_path: Path, chinese: Path) -> Path:
    write_encoder(
        tmp_path / "encoder", learn_vocabulary(vocabulary_sources([], [str(chinese)]), 400), SMALL, 7
    )
    return tmp_path / "encoder"


def test_it_has_the_shape_asked_for_and_loads_as_an_ordinary_folder(folder: Path) -> None:
    info = describe_encoder(Encoder(source=str(folder)))
    assert (info.layers, info.hidden, info.heads, info.positions) == (2, 32, 2, 48)
    model, loaded = BertForPreTraining.from_pretrained(folder, output_loading_info=True)
    assert not loaded["missing_keys"] and not loaded["unexpected_keys"]
    tokenizer = load_tokenizer(Encoder(source=str(folder)))
    assert info.vocabulary == len(tokenizer) == model.config.vocab_size
    assert model.config.intermediate_size == 128
    assert (tokenizer.pad_token_id, tokenizer.mask_token_id, tokenizer.mask_token) == (0, 4, "[MASK]")
    assert tokenizer.tokenize("北京大学。Hello") == [*"北京大学。", *tokenizer.tokenize("hello")]
    words = (folder / "vocab.txt").read_text(encoding="utf-8").splitlines()
    assert words == tokenizer.convert_ids_to_tokens(list(range(len(tokenizer))))


def test_weights_follow_from_the_seed_alone(tmp_path: Path, chinese: Path) -> None:
    learnt = learn_vocabulary(vocabulary_sources([], [str(chinese)]), 400)
    torch.manual_seed(0)
    state = torch.random.get_rng_state()
    for name, seed in (("a", 1), ("b", 1), ("c", 2)):
        write_encoder(tmp_path / name, learnt, SMALL, seed)
    assert torch.equal(torch.random.get_rng_state(), state)
    weights = [(tmp_path / name / "model.safetensors").read_bytes() for name in "abc"]
    assert weights[0] == weights[1] != weights[2]
    model = BertForPreTraining.from_pretrained(tmp_path / "a")
    inner = model.bert.encoder.layer[0].intermediate.dense
    assert float(inner.weight.detach().std()) == pytest.approx(0.02, rel=0.1) and not inner.bias.any()


def test_capitals_and_accents_survive_the_folder(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("The Étienne. " * 400, encoding="utf-8")
    learnt = learn_vocabulary(
        vocabulary_sources([], [str(tmp_path / "a.txt")]), 400, TextNormalisation(lowercase=False)
    )
    write_encoder(tmp_path / "cased", learnt, SMALL, 1)
    assert AutoTokenizer.from_pretrained(tmp_path / "cased").tokenize("The Étienne") == ["The", "Étienne"]


def test_a_chinese_encoder_from_scratch_is_pre_trained_as_any_other(
    tmp_path: Path, chinese: Path, folder: Path
) -> None:
    stage = {
        "kind": "further_pretrain", "corpus": [str(chinese)], "objective": {"kind": "mlm_nsp"}, "whole_words": True,
        "steps": 3, "evaluate_every": 3, "batch_size": 4, "max_length": 32,
    }  # fmt: skip
    experiment = parse_experiment(
        {
            "encoder": {"source": str(folder)},
            "stages": [stage],
            "compute": {"device": "cpu", "precision": "fp32", "threads": 1, "reuse": False},
        }
    )
    events = list(train(experiment, tmp_path / "run"))
    assert isinstance(events[-1], RunFinished)
    (measured,) = [e for e in events if isinstance(e, Evaluation) and e.split == "heldout" and e.step == 3]
    # Untrained, it knows nothing of its 200-odd pieces: about ln(pieces) nats.
    pieces = describe_encoder(Encoder(source=str(folder))).vocabulary
    assert measured.values["heldout/loss"] == pytest.approx(
        torch.log(torch.tensor(float(pieces))).item(), abs=0.5
    )
    again = tmp_path / "run" / "stage-1" / "encoder"
    assert describe_encoder(Encoder(source=str(again))).vocabulary == pieces
    assert load_tokenizer(Encoder(source=str(again))).tokenize("北京大学") == list("北京大学")


def test_bad_shapes_and_used_folders_are_named(tmp_path: Path, chinese: Path) -> None:
    learnt = learn_vocabulary(vocabulary_sources([], [str(chinese)]), 400)
    cases = [
        (EncoderShape(hidden=30, heads=4), "--heads: a width of 30 cannot be shared by 4 heads"),
        (EncoderShape(layers=0), "--layers: 0 is too little"),
        (EncoderShape(positions=2), "--positions: 2 is too little"),
    ]
    for shape, message in cases:
        with pytest.raises(UserError, match=message):
            write_encoder(tmp_path / "new", learnt, shape, 1)
    with pytest.raises(UserError, match="already and not empty"):
        write_encoder(tmp_path, learnt, SMALL, 1)
    assert not (tmp_path / "new").exists()
