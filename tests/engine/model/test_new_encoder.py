"""A new encoder: of the size asked for, drawn from its seed, and further pre-trained like any other."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch
from transformers import AutoTokenizer, BertForPreTraining

from engine.data.pretraining.vocabulary import TextNormalisation, learn_vocabulary, vocabulary_sources
from engine.errors import UserError
from engine.events import Evaluation, RunFinished
from engine.model.encoders import describe_encoder, load_tokenizer
from engine.model.new_encoder import EncoderShape, write_encoder
from engine.spec.experiment import Encoder, parse_experiment
from engine.train.loop import train

pytestmark = pytest.mark.usefixtures("home")

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
