"""Passages of general text, and the states of layers on them."""

from __future__ import annotations

import copy
import gzip
import lzma
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import torch
from torch import nn

from engine.compute.device import Device
from engine.data import read_errors
from engine.data.pretraining.masking import SPECIAL_WORD
from engine.errors import UserError
from engine.model.encoders import load_encoder, load_tokenizer
from engine.probes.base import ProbeEnvironment, ProbeMoment, build_probes
from engine.probes.masked_head import standard_masking
from engine.probes.passages import BUNDLED, MIN_TOKENS, Passages, load_passages
from engine.probes.scheduler import preserve_state
from engine.probes.similarity import layer_states, load_probe_passages, to_encoder_device
from engine.spec.experiment import Encoder, parse_experiment
from engine.stages.base import StageContext
from tests.engine.encoder_families import built, texts

pytestmark = pytest.mark.usefixtures("home")


TINY = Encoder(source="palimpsest-tiny")


@pytest.fixture(scope="module")
def tokenizer() -> Any:
    return load_tokenizer(TINY)


def words(found: Passages, tokenizer: Any) -> list[str]:
    return [tokenizer.decode(ids, skip_special_tokens=True) for ids in found.ids]


def lines_of(count: int, text: str = "the river and the town are old , said number") -> list[str]:
    return [f"{text} {number}" for number in range(count)]


def test_the_bundled_parts_are_enough_and_disjoint(tokenizer: Any) -> None:
    probe = load_passages("", tokenizer, count=96, length=64, role="probe")
    train = load_passages("", tokenizer, count=0, length=64, role="train")
    assert len(probe) == 96 and not probe.notes
    assert float(np.mean(probe.lengths)) > 60 and int(probe.lengths.max()) == 64
    assert not set(words(probe, tokenizer)) & set(words(train, tokenizer))
    whole = {name: file.read_text(encoding="utf-8").splitlines() for name, file in BUNDLED.items()}
    assert not set(whole["probe"]) & set(whole["train"])
    for line in [*whole["probe"], *whole["train"]]:
        assert 40 <= len(line.split()) <= 120 and line == line.strip()


def test_tokens_are_those_of_the_tokenizer(tokenizer: Any) -> None:
    found = load_passages("", tokenizer, count=20, length=48, role="probe")
    known = BUNDLED["probe"].read_text(encoding="utf-8").splitlines()
    wanted = {tuple(tokenizer(line, truncation=True, max_length=48)["input_ids"]) for line in known}
    assert {tuple(ids.tolist()) for ids in found.ids} <= wanted
    for ids, numbers in zip(found.ids, found.words, strict=True):
        special = [number for number in ids.tolist() if number in tokenizer.all_special_ids]
        assert special == [tokenizer.cls_token_id, tokenizer.sep_token_id]
        assert (numbers == SPECIAL_WORD).sum() == 2 and numbers[1] == 0


def test_more_passages_of_a_draw_hold_the_fewer(tokenizer: Any) -> None:
    few = load_passages("", tokenizer, count=10, length=64, role="probe")
    many = load_passages("", tokenizer, count=40, length=64, role="probe")
    assert words(many, tokenizer)[:10] == words(few, tokenizer)
    other = load_passages("", tokenizer, count=10, length=64, role="probe", seed=1)
    assert words(other, tokenizer) != words(few, tokenizer) and other.fingerprint != few.fingerprint


def test_a_users_file_is_split_by_content(tokenizer: Any, tmp_path: Path) -> None:
    file = tmp_path / "own.txt"
    file.write_text("\n\n".join(lines_of(200)) + "\n", encoding="utf-8")
    parts = {
        part: load_passages(str(file), tokenizer, count=0, length=64, role=part)
        for part in ("train", "probe")
    }
    said = {name: set(words(found, tokenizer)) for name, found in parts.items()}
    assert not said["train"] & said["probe"]
    assert len(said["train"] | said["probe"]) == 200
    assert 30 <= len(said["probe"]) <= 70  # a quarter
    # A passage is on the same side whatever file it stands in, and in whatever order.
    file.write_text("\n".join(reversed(lines_of(100))), encoding="utf-8")
    again = load_passages(str(file), tokenizer, count=0, length=64, role="probe")
    assert set(words(again, tokenizer)) <= said["probe"]


def test_packed_files_and_folders_read_alike(tokenizer: Any, tmp_path: Path) -> None:
    text = "\n".join(lines_of(60)).encode("utf-8")
    (tmp_path / "a.txt").write_bytes(text)
    (tmp_path / "a.txt.xz").write_bytes(lzma.compress(text))
    (tmp_path / "a.txt.gz").write_bytes(gzip.compress(text))
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "one.txt").write_bytes(b"\n".join(text.splitlines()[:30]))
    (tmp_path / "folder" / "two.txt").write_bytes(text)
    names = ("a.txt", "a.txt.xz", "a.txt.gz", "folder")
    found = [
        load_passages(str(tmp_path / name), tokenizer, count=8, length=32, role="train").fingerprint
        for name in names
    ]
    assert len(set(found)) == 1


def test_a_data_set_gives_its_splits(tokenizer: Any) -> None:
    probe = load_passages("samples:questions", tokenizer, count=0, length=32, role="probe")
    train = load_passages("samples:questions", tokenizer, count=0, length=32, role="train")
    assert "validation" in probe.name and "training" in train.name
    assert len(train) > len(probe)
    assert not set(words(probe, tokenizer)) & set(words(train, tokenizer))


def test_masks_depend_on_the_passage_alone(tokenizer: Any) -> None:
    masking = standard_masking(TINY, tokenizer)
    few = load_passages("", tokenizer, count=5, length=64, role="probe")
    many = load_passages("", tokenizer, count=30, length=64, role="probe")
    for index in range(5):
        one, other = few.mask_passage(index, masking), many.mask_passage(index, masking)
        assert np.array_equal(one.texts.ids, other.texts.ids)
        assert np.array_equal(one.positions, other.positions)
        assert np.array_equal(one.targets, few.ids[index][one.positions])
        assert not np.array_equal(one.texts.ids, few.mask_passage(index, masking, draw=1).texts.ids)
    share = np.mean([len(many.mask_passage(i, masking).positions) / many.lengths[i] for i in range(30)])
    assert 0.13 < share < 0.17


def test_packed_files_are_limited_by_what_they_unpack_to(
    tokenizer: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "line.txt.gz").write_bytes(gzip.compress(b"a" * (3 << 20)))
    (tmp_path / "lines.txt.gz").write_bytes(gzip.compress(b"a good film\n" * (3 << 18)))
    monkeypatch.setattr(read_errors, "MOST_LINE_BYTES", 1 << 20)
    with pytest.raises(UserError, match="a line has more than 1 MB"):
        load_passages(str(tmp_path / "line.txt.gz"), tokenizer, count=8, length=64, role="train")
    monkeypatch.setattr(read_errors, "MOST_UNPACKED_BYTES", 1 << 20)
    with pytest.raises(UserError, match="the file unpacks to"):
        load_passages(str(tmp_path / "lines.txt.gz"), tokenizer, count=8, length=64, role="train")


def test_what_cannot_be_read_is_said(tokenizer: Any, tmp_path: Path) -> None:
    def refused(source: Path | str, **changes: Any) -> UserError:
        with pytest.raises(UserError) as caught:
            load_passages(str(source), tokenizer, **{"count": 8, "length": 64, "role": "train"} | changes)
        return caught.value

    assert "no such file" in refused(tmp_path / "absent.txt").message
    (tmp_path / "empty").mkdir()
    assert "no .txt file" in refused(tmp_path / "empty").message
    few = tmp_path / "few.txt"
    few.write_text("\n".join([*lines_of(3), "Heading", "Another"]), encoding="utf-8")
    assert f"passages of {MIN_TOKENS} tokens" in refused(few).message
    latin = tmp_path / "latin.txt"
    latin.write_bytes(b"a line of words that is long enough\ncaf\xe9 and more words\n")
    assert refused(latin).place.endswith("line 2")
    broken = tmp_path / "broken.xz"
    broken.write_bytes(b"not packed at all")
    assert "cannot be read as text, plain or packed" in refused(broken).message
    assert "too little room" in refused("", length=8).message


def test_fewer_than_asked_for_are_given_with_a_note(tokenizer: Any, tmp_path: Path) -> None:
    file = tmp_path / "short.txt"
    file.write_text("\ufeff" + "\n".join(lines_of(40)), encoding="utf-8")
    found = load_passages(str(file), tokenizer, count=500, length=64, role="train")
    assert len(found) < 40
    assert found.notes == (f"short.txt has only {len(found)} of the 500 requested passages.",)
    assert not any("\ufeff" in text for text in words(found, tokenizer))


@torch.no_grad()
@pytest.mark.parametrize("kind", ["bert", "roberta", "distilbert", "modernbert", "albert"])
def test_states_are_the_librarys_own(kind, tiny_bert_folder, tmp_path):
    from transformers import AutoModelForMaskedLM

    encoder = built(kind, tiny_bert_folder, tmp_path / kind, AutoModelForMaskedLM)
    model = load_encoder(encoder, None, 1)[0].eval()
    batch = texts([5, 9, 3, 12])
    tensors = to_encoder_device(model, batch, 0)
    assert (tensors.packing is None) == (kind == "albert"), "packed wherever the family allows it"
    found = list(layer_states(model, tensors))
    assert len(found) == 4

    start = 0
    for length in batch.lengths:
        part = slice(start, start + length)
        inputs: dict[str, Any] = {"input_ids": torch.from_numpy(batch.ids[None, part])}
        if kind in ("bert", "roberta", "albert"):
            inputs["token_type_ids"] = torch.from_numpy(batch.token_types[None, part])
        inputs["attention_mask"] = torch.ones_like(inputs["input_ids"])
        alone = model(**inputs, output_hidden_states=True)
        for ours, theirs in zip(found, [*alone.hidden_states[:3], alone.last_hidden_state], strict=True):
            torch.testing.assert_close(ours[part], theirs[0], rtol=1e-4, atol=2e-5)
        start += length


@pytest.fixture
def environment(tiny_bert_folder: Path, tmp_path: Path) -> ProbeEnvironment:
    """A stage in training mode whose encoder has moved on, with every probe of this part switched on."""
    known = [{"data": {"source": "samples:questions"}, "texts": 12}]
    spec = {
        "texts": 6,
        "length": 512,
        "known": known,
        "earlier": False,
        "examples": False,
        "retention": False,
    }
    stages = [{"kind": "finetune", "data": {"source": "samples:reviews"}}]
    experiment = parse_experiment(
        {"encoder": {"source": str(tiny_bert_folder)}, "stages": stages, "probes": spec}
    )
    model = nn.Module()
    model.encoder = load_encoder(experiment.encoder, 0.1, 0)[0].train()
    with torch.no_grad():
        for parameter in model.encoder.parameters():
            parameter.add_(0.01 * torch.randn(parameter.shape, generator=torch.Generator().manual_seed(1)))
    context = StageContext(experiment, 0, experiment.encoder, Device("cpu", "fp32", ""), tmp_path)
    return ProbeEnvironment(SimpleNamespace(model=model, layers=2), context, lambda text, done, total: None)  # type: ignore[arg-type]


def test_the_text_fits_the_encoder(environment):
    read = load_probe_passages(environment)
    assert len(read) == 6
    assert read.lengths.max() <= 64, "so many positions it has"


def test_measuring_leaves_no_trace(environment):
    encoder = environment.encoder
    before, config = copy.deepcopy(encoder.state_dict()), copy.deepcopy(encoder.config.to_dict())
    how, random_state = encoder.config._attn_implementation, torch.get_rng_state()
    numbers = np.random.get_state()[1].tolist()
    with preserve_state(environment.task.model):
        made = {each.name: each for each in build_probes(environment)}
        assert {"drift", "similarity", "attention", "knowledge"} <= set(made)
        readings = {
            name: each.measure(ProbeMoment(0, 0, when))
            for name, each in made.items()
            for when in ("start", "chosen")
        }
    assert all(torch.equal(value, before[name]) for name, value in encoder.state_dict().items())
    assert encoder.config.to_dict() == config
    assert encoder.config._attn_implementation == how
    assert all(module.training for module in encoder.modules())
    assert all(parameter.requires_grad and parameter.grad is None for parameter in encoder.parameters())
    assert torch.equal(torch.get_rng_state(), random_state)
    assert np.random.get_state()[1].tolist() == numbers

    values = {key: value for reading in readings.values() for key, value in reading.values.items()}
    assert values["drift/all"] > 0 and values["attention/change"] > 0 and values["similarity/cka"] < 1
    shapes = {key: value.shape for reading in readings.values() for key, value in reading.maps.items()}
    assert shapes["drift/layers"] == shapes["drift/cosine"] == (4,)
    assert shapes["drift/kinds"] == (4, 4)
    assert (
        shapes["similarity/cka"] == shapes["similarity/procrustes"] == shapes["knowledge/questions"] == (3,)
    )
    assert shapes["similarity/matrix"] == (3, 3)
    assert shapes["attention/heads"] == (2, 2)


def test_an_ability_that_cannot_be_read_is_a_note(environment):
    known = [{"data": {"source": "nowhere.csv"}}, {"data": {"source": "samples:questions"}, "texts": 12}]
    spec = environment.spec.model_validate({"known": known, "texts": 4, "drift": False, "similarity": False})
    environment.spec = spec
    made = [each.name for each in build_probes(environment)]
    assert "knowledge" in made and "drift" not in made and "similarity" not in made
    assert list(environment.info["knowledge"]) == ["questions"]
    assert any("nowhere" in note for note in environment.notes)
