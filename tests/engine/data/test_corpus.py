"""Plain text for pre-training: every token once per pass, and masks with the published shares."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from transformers import AutoTokenizer, PreTrainedTokenizerBase

from engine import rng
from engine.data.corpus import Corpus, mask, read
from engine.errors import UserError

pytestmark = pytest.mark.usefixtures("home")


@pytest.fixture
def tokenizer(tiny_bert_folder: Path) -> PreTrainedTokenizerBase:
    return AutoTokenizer.from_pretrained(tiny_bert_folder)


def test_documents_become_one_row_joined_by_separators(
    tmp_path: Path, tokenizer: PreTrainedTokenizerBase
) -> None:
    (tmp_path / "a.txt").write_text("good film\nbad book\n\nthe city\n", encoding="utf-8")
    (tmp_path / "b.txt").write_text("river\n", encoding="utf-8")
    corpus = read([str(tmp_path)], tokenizer)
    words = tokenizer.convert_ids_to_tokens(corpus.ids.astype(int).tolist())
    assert words == ["good", "film", "bad", "book", "[SEP]", "the", "city", "[SEP]", "river", "[SEP]"]
    assert corpus.documents == 3
    assert read([str(tmp_path)], tokenizer).fingerprint == corpus.fingerprint


def test_the_held_out_part_is_one_document_in_a_hundred(
    tmp_path: Path, tokenizer: PreTrainedTokenizerBase
) -> None:
    (tmp_path / "c.txt").write_text("\n\n".join(["good film"] * 250), encoding="utf-8")
    parts = [read([str(tmp_path / "c.txt")], tokenizer, part=part) for part in ("train", "held_out", "all")]
    assert [len(p.ids) // 3 for p in parts] == [247, 3, 250]


def test_each_pass_reads_every_window_once_in_a_new_order() -> None:
    corpus = Corpus(np.arange(1001, dtype=np.uint16), 1, "x")
    room, count = 10, Corpus(np.arange(1001, dtype=np.uint16), 1, "x").windows(10)
    passes = [[corpus.window(i, room, 3) for i in range(p * count, (p + 1) * count)] for p in range(2)]
    for windows in passes:
        tokens = np.concatenate(windows)
        assert len(np.unique(tokens)) == len(tokens) == count * room
    assert [w[0] for w in passes[0]] != [w[0] for w in passes[1]]
    assert np.array_equal(corpus.window(7, room, 3), passes[0][7])


def test_masks_have_the_published_shares() -> None:
    draw = np.random.default_rng(0)
    windows = draw.integers(10, 5000, (400, 64))
    windows[:, 0], windows[:, -1] = 1, 2
    masked = mask(windows, frozenset({0, 1, 2, 3, 4}), 4, 5000, 0.15, rng.generator(1, "t"))
    flat = masked.ids.reshape(-1)
    assert len(masked.positions) == 400 * round(0.15 * 62)
    assert np.array_equal(masked.targets, windows.reshape(-1)[masked.positions])
    assert np.all(np.diff(masked.positions) > 0)
    assert not np.isin(masked.targets, [1, 2]).any()
    untouched = np.setdiff1d(np.arange(windows.size), masked.positions)
    assert np.array_equal(flat[untouched], windows.reshape(-1)[untouched])
    shown = flat[masked.positions]
    count = len(shown)
    # Binomial standard errors are below 0.7 points at this size.
    assert np.mean(shown == 4) == pytest.approx(0.8, abs=0.03)
    assert np.mean(shown == masked.targets) == pytest.approx(0.1, abs=0.03)
    assert np.mean((shown != 4) & (shown != masked.targets)) == pytest.approx(0.1, abs=0.03)
    assert count > 3000


def test_bad_corpora_are_named(tmp_path: Path, tokenizer: PreTrainedTokenizerBase) -> None:
    with pytest.raises(UserError, match=r"gone\.txt: there is no such file"):
        read([str(tmp_path / "gone.txt")], tokenizer)
    (tmp_path / "empty").mkdir()
    with pytest.raises(UserError, match="holds no .txt file"):
        read([str(tmp_path / "empty")], tokenizer)
    (tmp_path / "blank.txt").write_text("\n\n\n", encoding="utf-8")
    with pytest.raises(UserError, match="there is no text in it"):
        read([str(tmp_path / "blank.txt")], tokenizer)
    (tmp_path / "latin.txt").write_bytes("schön".encode("latin-1"))
    with pytest.raises(UserError, match=r"latin\.txt: it is not UTF-8 \(byte 0xf6\)"):
        read([str(tmp_path / "latin.txt")], tokenizer)
