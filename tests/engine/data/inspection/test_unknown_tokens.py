"""What vocabularies lack: counted of each kind of tokenizer, warned of, and better encoders named."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers

from engine import paths
from engine.data.inspection.dataset_report import inspect_dataset
from engine.data.inspection.report import UnknownTokens
from engine.data.inspection.unknown_tokens import (
    better_encoders,
    count_unknown,
    describe_gaps,
    vocabulary_gaps,
)
from engine.data.tokens import TokenStore
from engine.model.tokenizer.token_counting import count_tokens
from engine.model.tokenizer.tokenizer_core import load_counting_tokenizer
from engine.spec.data import DataSource
from engine.spec.experiment import Encoder
from engine.store import Store, runs
from tests.engine.cli.test_app import palimpsest

pytestmark = pytest.mark.usefixtures("home")


def store_of(core: Tokenizer, texts: list[str]) -> TokenStore:
    ids = [each.ids for each in core.encode_batch(texts, add_special_tokens=False)]
    return TokenStore(
        np.array([number for row in ids for number in row], np.int32), np.cumsum([0, *map(len, ids)])
    )


def test_unknown_words_are_counted_with_the_texts_that_have_them() -> None:
    core = Tokenizer(models.WordPiece({"[UNK]": 0, "a": 1, "b": 2}, unk_token="[UNK]"))
    core.pre_tokenizer = pre_tokenizers.Whitespace()  # type: ignore[assignment]
    assert vocabulary_gaps(core).unknown == {0} and not vocabulary_gaps(core).parts
    texts = store_of(core, ["a b a", "a 漢 字", "b", "漢"])
    counts, concerned = count_unknown([texts], core)
    assert counts == UnknownTokens(tokens=8, unknown=3, parts=0) and concerned.tolist() == [1, 3]
    both, concerned = count_unknown([texts, store_of(core, ["漢", "a", "a", "a"])], core)
    assert both.unknown == 4 and concerned.tolist() == [0, 1, 3], "second segments count for their pair"
    assert "37.5 % of the tokens are unknown to tiny" in describe_gaps("tiny", counts)
    assert describe_gaps("tiny", UnknownTokens(tokens=10_000, unknown=1, parts=10)) == ""


def test_a_byte_level_vocabulary_has_parts_of_characters() -> None:
    core = Tokenizer(models.BPE())
    core.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)  # type: ignore[assignment]
    core.decoder = decoders.ByteLevel()  # type: ignore[assignment]
    trainer = trainers.BpeTrainer(
        vocab_size=270, initial_alphabet=pre_tokenizers.ByteLevel.alphabet(), show_progress=False
    )
    core.train_from_iterator(["the é the é the é"] * 20, trainer)
    gaps = vocabulary_gaps(core)
    names = {number: name for name, number in core.get_vocab().items()}
    decoded = {number: core.decode([number]) for number in names}
    assert gaps.parts == {number for number, text in decoded.items() if "\ufffd" in text} and not gaps.unknown
    counts, concerned = count_unknown([store_of(core, ["the é", "漢"])], core)
    assert counts.parts == 3 and not len(concerned), "three bytes of the character, and é has a token"


def test_byte_fallback_is_found_by_its_tokens() -> None:
    vocabulary = [
        ("<unk>", 0.0),
        *((f"<0x{number:02X}>", -9.0) for number in range(256)),
        ("▁a", -1.0),
        ("a", -1.5),
    ]
    core = Tokenizer(models.Unigram(vocabulary, unk_id=0, byte_fallback=True))
    gaps = vocabulary_gaps(core)
    assert len(gaps.parts) == 256 and gaps.unknown == {0}
    counts, _ = count_unknown([store_of(core, ["a", "漢"])], core)
    assert (counts.unknown, counts.parts) == (0, 3)


@pytest.fixture
def emoji(tmp_path: Path) -> Path:
    rows = [f"{'😀 ' * 3}the film number {n % 9},{'pos' if n % 2 else 'neg'}" for n in range(40)]
    file = tmp_path / "emoji.csv"
    file.write_text("\n".join(["text,label", *rows]) + "\n", encoding="utf-8")
    return file


def test_a_report_warns_and_names_encoders_that_know_more(emoji: Path) -> None:
    source, tiny = DataSource(source=str(emoji)), Encoder(source="palimpsest-tiny")
    alone = inspect_dataset(source, load_counting_tokenizer(tiny), sentences=False)
    finding = next(each for each in alone.health if each.kind == "unknown tokens")
    assert finding.level == "warning" and finding.count == alone.splits["train"].rows
    assert "unknown to palimpsest-tiny" in finding.message and "No encoder here" in finding.message
    assert alone.splits["test"].unknown is not None and alone.splits["test"].unknown.unknown_percent > 20
    folder = paths.home() / "encoders" / "smiling"
    folder.mkdir(parents=True)
    words = ["[UNK]", "😀", "the", "film", "number", *map(str, range(9))]
    core = Tokenizer(models.WordLevel({word: k for k, word in enumerate(words)}, unk_token="[UNK]"))
    core.pre_tokenizer = pre_tokenizers.Whitespace()  # type: ignore[assignment]
    core.save(str(folder / "tokenizer.json"))
    (paths.home() / "encoders" / "broken").mkdir()
    (paths.home() / "encoders" / "broken" / "tokenizer.json").write_text("{", encoding="utf-8")
    counted = count_tokens(source, tiny)
    assert "unknown to palimpsest-tiny" in counted.gaps and "smiling (0.0 %)" in counted.gaps
    texts = ["😀 the film"] * 3
    assert better_encoders(texts, "palimpsest-tiny", UnknownTokens(tokens=10, unknown=3, parts=0)) == [
        ("smiling", 0.0)
    ]


def test_the_command_says_what_is_unknown(emoji: Path) -> None:
    output = palimpsest("data", "inspect", emoji, "--encoder", "palimpsest-tiny", "--no-sentences").out
    assert "% of tokens are unknown" in output and "unknown to palimpsest-tiny" in output
    plain = palimpsest("data", "tokens", "samples:questions", "--encoder", "palimpsest-tiny").out
    assert "unknown" not in plain


def test_a_run_says_once_what_its_encoder_cannot_read_and_keeps_it_in_its_log(
    tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    rows = [f"{'天地玄黃'[n % 4] * 3}{'好' if n % 2 else '壞'},{'ab'[n % 2]}" for n in range(40)]
    Path("zh.csv").write_text("\n".join(["text,label", *rows]) + "\n", encoding="utf-8")
    design = (
        '[probes]\non = false\n[[stages]]\nkind = "finetune"\ndata = "zh.csv"\nepochs = 1\nbatch_size = 8\n'
    )
    Path("zh.toml").write_text(design, encoding="utf-8")
    answer = palimpsest("run", "zh.toml", "--set", "seed=[1,2]")
    assert answer.code == 0, answer.err
    warning = "train: 100.0 % of the tokens are unknown to palimpsest-tiny"
    assert answer.err.count(warning) == 1  # of two runs on the same texts
    assert "Note: train: 100.0 %" in answer.err and "No encoder here knows the texts better" in answer.err
    with Store(home / "palimpsest.sqlite", read_only=True) as store:
        for run in (1, 2):
            (line,) = [each for each in runs.list_log_lines(store, run) if warning in each.text]
            assert line.level == "warning"
