"""Further pre-training: the loss is BERT's own, what is measured is fixed, and what cannot be asked is refused."""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
from transformers import AutoConfig, AutoModelForMaskedLM, AutoTokenizer, BertForPreTraining

from engine.errors import UserError
from engine.events import Evaluation, Event, RunNotice, StageStarted, StepMetrics
from engine.model.encoders import describe_encoder
from engine.spec.checks.cross_field import check_experiment
from engine.spec.experiment import Experiment, parse_experiment
from engine.train.loop import train
from tests.engine.trainings import prepared

Make = Callable[..., Experiment]
pytestmark = pytest.mark.usefixtures("home")
PAIRS: dict[str, Any] = {"objective": "mlm_nsp", "segmentation": "lines"}


def with_encoder(experiment: Experiment, folder: Path) -> Experiment:
    return parse_experiment(experiment.model_dump(mode="json") | {"encoder": {"source": str(folder)}})


@pytest.mark.parametrize("padding", ["packed", "padded"])
@pytest.mark.parametrize("micro_batches", [1, 3])
def test_loss_and_gradients_are_those_of_bert_for_pretraining(
    make: Make, tmp_path: Path, tiny_bert_folder: Path, micro_batches: int, padding: str
) -> None:
    compute = {"micro_batches": micro_batches, "padding": padding}
    task = prepared(make(kind="further_pretrain", dropout=0.0, compute=compute, **PAIRS), tmp_path)
    parts = task.micro_batches(0)
    assert len(parts) == micro_batches
    items = sum(part.loss_terms for part in parts)
    losses = [task.compute_loss(part) for part in parts]
    for loss in losses:
        (loss.total / items).backward()
    ours = sum(float(loss.total.detach()) for loss in losses) / items

    # The same inputs as one padded batch; what is not masked has the label -100.
    texts = [(part.masked, start, length) for part in parts for start, length in spans(part.texts.lengths)]
    longest = max(length for _, _, length in texts)
    shape = (len(texts), longest)
    ids, segments, real = (torch.zeros(shape, dtype=torch.long) for _ in range(3))
    labels = torch.full(shape, -100)
    for row, (batch, start, length) in enumerate(texts):
        ids[row, :length] = torch.from_numpy(batch.texts.ids[start : start + length])
        segments[row, :length] = torch.from_numpy(batch.texts.token_types[start : start + length])
        real[row, :length] = 1
        for position, target in zip(batch.positions.tolist(), batch.targets.tolist(), strict=True):
            if start <= position < start + length:
                labels[row, position - start] = target
    follows = torch.cat([torch.from_numpy(part.texts.labels) for part in parts])
    assert 0 < follows.sum() < len(follows) == 8
    plain = BertForPreTraining.from_pretrained(
        tiny_bert_folder, hidden_dropout_prob=0.0, attention_probs_dropout_prob=0.0
    )
    plain.bert.embeddings.word_embeddings.padding_idx = None  # a random token may be [PAD], and learns
    expected = plain(ids, real, segments, labels=labels, next_sentence_label=follows).loss
    expected.backward()
    assert ours == pytest.approx(float(expected.detach()), rel=1e-5)
    shown = {
        name: sum(float(loss.logged_sums[name].detach()) for loss in losses) / items
        for name in losses[0].logged_sums
    }
    assert shown["loss"] + shown["next_loss"] == pytest.approx(ours, rel=1e-5)
    assert 0.4 < shown["next_loss"] < 1.1
    gradients = dict(task.model.model.named_parameters())  # type: ignore[operator, union-attr]
    for name, parameter in plain.named_parameters():
        torch.testing.assert_close(gradients[name].grad, parameter.grad, rtol=1e-3, atol=1e-5, msg=name)


def spans(lengths: Any) -> list[tuple[int, int]]:
    starts = [0]
    for length in lengths.tolist():
        starts.append(starts[-1] + length)
    return list(zip(starts[:-1], lengths.tolist(), strict=True))


def test_held_out_inputs_are_the_same_for_every_seed(make: Make, tmp_path: Path) -> None:
    tasks = []
    for seed in (1, 2):
        experiment = make(kind="further_pretrain", **PAIRS)
        tasks.append(
            prepared(parse_experiment(experiment.model_dump(mode="json") | {"seed": seed}), tmp_path)
        )
    one, other = tasks
    assert one.micro_batches(0)[0].texts.ids.tolist() != other.micro_batches(0)[0].texts.ids.tolist()
    assert len(one.held_out) == len(other.held_out)
    for a, b in zip(one.held_out, other.held_out, strict=True):
        assert a.texts.ids.tolist() == b.texts.ids.tolist() and a.positions.tolist() == b.positions.tolist()


def test_masks_do_not_depend_on_how_a_batch_is_split(make: Make, tmp_path: Path) -> None:
    masks = []
    for micro_batches in (1, 3):
        task = prepared(
            make(kind="further_pretrain", compute={"micro_batches": micro_batches}, **PAIRS), tmp_path
        )
        texts = [
            (
                part.texts.ids[start : start + length].tolist(),
                [p - start for p in part.masked.positions.tolist() if start <= p < start + length],
            )
            for part in task.micro_batches(2)
            for start, length in spans(part.texts.lengths)
        ]
        masks.append(sorted(texts))
    assert masks[0] == masks[1] and len(masks[0]) == 8


def test_what_is_measured_and_told(make: Make, tmp_path: Path) -> None:
    events = list(train(make(kind="further_pretrain", **PAIRS), tmp_path))
    measured = [e for e in events if isinstance(e, Evaluation)]
    assert [e.step for e in measured] == [5, 10, 12]
    names = {"loss", "perplexity", "accuracy", "next_loss", "next_accuracy"}
    assert {name for e in measured for name in e.values} == {f"heldout/{name}" for name in names}
    steps = [e for e in events if isinstance(e, StepMetrics)]
    assert all({"train/loss", "train/error", "train/next_loss"} <= set(e.values) for e in steps)
    (started,) = (e for e in events if isinstance(e, StageStarted))
    info = started.info
    documents = 40 - info["held_out"]["documents"]  # type: ignore[index]
    assert info["documents"] == documents < 40 and info["sentences"] == 4 * documents
    assert 30 < float(str(info["random_next_percent"])) < 90
    assert 3 < float(str(info["mean_length"])) <= 32
    assert info["instances"] and info["sources"] and info["data"]
    saved = BertForPreTraining.from_pretrained(tmp_path / "stage-1" / "encoder", output_loading_info=True)[1]
    assert not saved["missing_keys"]


def test_masked_words_alone_are_windows_and_ask_nothing_else(make: Make, tmp_path: Path) -> None:
    events = list(train(make(kind="further_pretrain"), tmp_path))
    assert not any(
        "next" in name for e in events if isinstance(e, StepMetrics | Evaluation) for name in e.values
    )
    task = prepared(make(kind="further_pretrain"), tmp_path)
    (part,) = task.micro_batches(3)
    assert part.texts.lengths.tolist() == [32] * 8
    assert task.info["mean_length"] == 32 and "random_next_percent" not in task.info


@pytest.mark.parametrize("kind", ["roberta", "electra", "distilbert"])
def test_encoders_without_the_head_are_offered_masked_words_only(
    kind: str, make: Make, tmp_path: Path, tiny_bert_folder: Path
) -> None:
    size = {"hidden_size": 32, "num_hidden_layers": 1, "num_attention_heads": 2, "intermediate_size": 32}
    other = {"dim": 32, "n_layers": 1, "n_heads": 2, "hidden_dim": 32} if kind == "distilbert" else size
    tokenizer = AutoTokenizer.from_pretrained(tiny_bert_folder)
    config = AutoConfig.for_model(kind, vocab_size=len(tokenizer), pad_token_id=0, **other)
    AutoModelForMaskedLM.from_config(config).save_pretrained(tmp_path / kind)
    for name in ("tokenizer.json", "tokenizer_config.json"):
        shutil.copy(tiny_bert_folder / name, tmp_path / kind)
    experiment = with_encoder(make(kind="further_pretrain", **PAIRS), tmp_path / kind)
    finding = check_experiment(experiment, describe_encoder(experiment.encoder))["stages.0.objective"]
    assert finding.blocks and finding.fix == ("stages.0.objective", {"kind": "mlm"})
    with pytest.raises(UserError, match="has no next-sentence head. Choose masked words only"):
        trained(experiment, tmp_path / "run")
    mended = experiment.model_dump(mode="json")
    mended["stages"][0]["objective"] = finding.fix[1]
    assert "stages.0.objective" not in check_experiment(
        parse_experiment(mended), describe_encoder(experiment.encoder)
    )


def trained(experiment: Experiment, folder: Path) -> list[Event]:
    """All events of a run that must not reach its first update if it fails."""
    events = []
    for event in train(experiment, folder):
        assert not isinstance(event, StepMetrics)
        events.append(event)
    return events


def test_a_vocabulary_without_mask_is_refused(make: Make, tmp_path: Path, tiny_bert_folder: Path) -> None:
    folder = tmp_path / "unmasked"
    shutil.copytree(tiny_bert_folder, folder)
    table = json.loads((folder / "tokenizer.json").read_text(encoding="utf-8"))
    vocabulary = table["model"]["vocab"]
    vocabulary["[NONE]"] = vocabulary.pop("[MASK]")
    table["added_tokens"] = [each for each in table["added_tokens"] if each["content"] != "[MASK]"]
    (folder / "tokenizer.json").write_text(json.dumps(table), encoding="utf-8")
    experiment = with_encoder(make(kind="further_pretrain"), folder)
    assert not describe_encoder(experiment.encoder).masks
    assert check_experiment(experiment, describe_encoder(experiment.encoder))["stages.0.objective"].blocks
    with pytest.raises(UserError, match=r"no \[MASK\] token"):
        trained(experiment, tmp_path / "run")
    with pytest.raises(UserError, match=r"no \[MASK\] token"):
        prepared(experiment, tmp_path)
    assert describe_encoder(make().encoder).masks


def single_sentences(folder: Path, singles: int, others: int) -> list[str]:
    """A file of documents of one line each, and some of two."""
    draw = random.Random(4)
    words = "the film was good and a city had no river but one story of match goal".split()
    lines = [" ".join(draw.sample(words, 6)) for _ in range(singles)]
    lines += [" ".join(draw.sample(words, 6)) + "\n" + " ".join(draw.sample(words, 6)) for _ in range(others)]
    (folder / "questions.txt").write_text("\n\n".join(lines), encoding="utf-8")
    return [str(folder / "questions.txt")]


def test_single_sentences_only_are_refused_before_anything_is_trained(
    make: Make, tmp_path: Path, tiny_bert_folder: Path
) -> None:
    corpus = single_sentences(tmp_path, 60, 0)
    second = make(kind="further_pretrain", corpus=corpus, **PAIRS).model_dump(mode="json")
    first = make(epochs=1).model_dump(mode="json")
    for table in (second, first | {"stages": first["stages"] + second["stages"]}):
        with pytest.raises(UserError, match=r"every document is a single sentence.*masked words only"):
            trained(parse_experiment(table), tmp_path / "run")
    plain = make(kind="further_pretrain", corpus=corpus, segmentation="lines", steps=1)
    assert any(isinstance(e, StepMetrics) for e in train(plain, tmp_path / "plain"))


def test_nearly_all_single_sentences_are_warned_of_with_the_measured_share(
    make: Make, tmp_path: Path
) -> None:
    corpus = single_sentences(tmp_path, 95, 5)
    task = prepared(make(kind="further_pretrain", corpus=corpus, **PAIRS), tmp_path)
    warnings = [note for note in task.notes if isinstance(note, RunNotice) and note.level == "warning"]
    share = task.info["random_next_percent"]
    assert share > 90 and f"{share:.0f} % of the next segments are random" in warnings[0].text
    assert not any(
        isinstance(n, RunNotice) for n in prepared(make(kind="further_pretrain", **PAIRS), tmp_path).notes
    )


@pytest.mark.parametrize("hand_on", ["best", "last"])
def test_the_weights_asked_for_are_handed_on(hand_on: str, make: Make, tmp_path: Path) -> None:
    # A rate at which the held-out loss soon rises, so that the best weights are not the last.
    options = {"learning_rate": 0.3, "evaluate_every": 1, "steps": 5, "dropout": 0.0, "hand_on": hand_on}
    experiment = make(kind="further_pretrain", **PAIRS, **options)
    measured = [e for e in train(experiment, tmp_path) if isinstance(e, Evaluation)]
    losses = [e.values["heldout/loss"] for e in measured]
    assert min(losses) < losses[-1]
    task = prepared(with_encoder(experiment, tmp_path / "stage-1" / "encoder"), tmp_path)
    task.model.eval()
    values = task.evaluate(0).values
    expected = measured[losses.index(min(losses)) if hand_on == "best" else -1].values
    assert values == pytest.approx(expected, rel=1e-4)
    assert values["heldout/perplexity"] == pytest.approx(torch.tensor(values["heldout/loss"]).exp().item())


@pytest.mark.parametrize(("documents", "words"), [(1, "only 1 doc"), (4, "only 3 doc"), (30, "")])
def test_next_sentences_of_few_documents_are_warned_of(
    make: Make, tmp_path: Path, documents: int, words: str
) -> None:
    corpus = single_sentences(tmp_path, 0, documents)
    if documents == 1:
        text = (tmp_path / "questions.txt").read_text(encoding="utf-8") + "\n"
        (tmp_path / "questions.txt").write_text(text * 6, encoding="utf-8")
    task = prepared(make(kind="further_pretrain", corpus=corpus, **PAIRS), tmp_path)
    notes = " ".join(note.text for note in task.notes if isinstance(note, RunNotice))
    assert ("are often related to the text before" in notes) == bool(words) and words in notes, notes
