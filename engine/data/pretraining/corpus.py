"""Corpus for further pre-training: tokenised sentences of data sets and text files, on disk.

Texts are segmented once per content, and sentences tokenised once per vocabulary and selection. The result is
memory-mapped, so its size is not limited by memory.
"""

from __future__ import annotations

import hashlib
import warnings
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Literal

import numpy as np

from engine import paths
from engine.cache import artefacts
from engine.data.dataset import Dataset, Split
from engine.data.pretraining.document_sources import (
    DocumentSource,
    SentenceFile,
    hash_documents,
    load_with_separate_columns,
    segment_source,
    sentence_cache_key,
    source_from_files,
    stage_sources,
)
from engine.data.pretraining.sentences import has_cjk
from engine.data.special_tokens import core_fingerprint, tokenizer_core
from engine.data.word_cached_tokenizer import FlatTokens, WordCachedTokenizer
from engine.errors import UserError
from engine.json_types import ParsedJson
from engine.progress import ReportProgress
from engine.spec.data import DataSource
from engine.spec.stages.pretraining import Pretraining

if TYPE_CHECKING:
    from transformers import PreTrainedTokenizerFast


def chinese_segmenter_installed() -> bool:
    """Return whether spaCy's Chinese segmenter is available, which needs jieba."""
    from importlib.util import find_spec

    return find_spec("jieba") is not None


class WholeWordTokenizer:
    """Tokenizer of sentences that also finds the starts of words.

    All pieces of a word (the ``##`` pieces of BERT) belong together. Each Chinese character is a word, unless
    ``chinese_words`` is set.

    Args:
        tokenizer: a fast tokenizer.
        chinese_words: join the characters of a word according to spaCy's Chinese segmenter (jieba).
    """

    def __init__(self, tokenizer: PreTrainedTokenizerFast, chinese_words: bool) -> None:
        self._backend = tokenizer_core(tokenizer)
        self._flat = WordCachedTokenizer(self._backend, find_word_starts=True)
        self._chinese = chinese_words

    def encode(self, sentences: Sequence[str]) -> FlatTokens:
        """Return the tokens of all sentences, without special tokens, with word starts."""
        tokens = self._flat.encode(sentences)
        # The segmenter is slow to load, so load it only for Chinese text.
        if self._chinese and any(map(has_cjk, sentences)):
            ends = np.cumsum(tokens.lengths)
            with _chinese().memory_zone():
                for sentence, end, length in zip(sentences, ends, tokens.lengths, strict=True):
                    if has_cjk(sentence):
                        begins = tokens.word_starts[end - length : end]
                        begins &= self._word_starts(sentence)
                        begins[:1] = True
        return tokens

    def _word_starts(self, sentence: str) -> np.ndarray:
        """Return a mask that is False for tokens that begin with a Chinese character within a word."""
        starts = {token.idx for token in _chinese().make_doc(sentence)}
        offsets = self._backend.encode(sentence, add_special_tokens=False).offsets
        return np.array(
            [start in starts or not has_cjk(sentence[start : start + 1]) for start, _ in offsets], bool
        )


@lru_cache(maxsize=1)
def _chinese() -> Any:
    import spacy

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # warnings on its regular expressions
        import jieba

    jieba.setLogLevel("WARNING")
    # Its dictionary is cached in our folder rather than in one that other users can write.
    jieba.dt.tmp_dir = str(paths.cache_folder() / "jieba")
    (paths.cache_folder() / "jieba").mkdir(parents=True, exist_ok=True)
    return spacy.blank("zh", config={"nlp": {"tokenizer": {"segmenter": "jieba"}}})


HELD_OUT_EVERY = 100
_BATCH = 4096


@dataclass(frozen=True)
class Corpus:
    """Tokens of the sentences of documents, memory-mapped.

    Example: documents of two sentences (3 and 4 tokens) and one sentence (5 tokens) have ``sentence_offsets`` [0, 3,
    7, 12] and ``document_offsets`` [0, 2, 3]. Document 1 is ``ids[7:12]``.

    Attributes:
        ids: tokens of all sentences, no special tokens, uint16 or int32 [T].
        word_starts: whether a token begins a whole word, bool [T].
        sentence_offsets: start of each sentence in ``ids``, and the end of the last, int64 [S + 1].
        document_offsets: start of each document in ``sentence_offsets``, and the end of the last, int64 [D + 1].
        fingerprint: hash of texts, segmentation, selected documents and vocabulary, 16 hex digits. Corpora with equal
            content have equal fingerprints, independent of what was left out.
        notes: remarks for the user on texts that were left out, on test texts and on missing word segmentation.
        facts: documents, sentences, tokens, single_sentence_percent, left_out (by reason), sources, splits.
    """

    ids: np.ndarray
    word_starts: np.ndarray
    sentence_offsets: np.ndarray
    document_offsets: np.ndarray
    fingerprint: str
    notes: tuple[str, ...]
    facts: ParsedJson


def read_corpus(
    stage: Pretraining,
    tokenizer: PreTrainedTokenizerFast,
    *,
    part: Literal["train", "held_out"],
    later_sources: Sequence[DataSource] = (),
    whole_words: bool = False,
    report: ReportProgress | None = None,
) -> Corpus:
    """Return the corpus of a stage, cached.

    Args:
        stage: the pre-training stage.
        tokenizer: the tokenizer of the encoder.
        part: "train" for the training text, or "held_out" for the held-out text: ``stage.held_out``, else one document
            in a hundred (at least one, selected by content), or the last hundredth of the sentences of a single
            document.
        later_sources: the data sets of later stages. With ``stage.drop_overlap``, documents are left out that occur in
            a validation or test split of these, of the stage's own data sets or of ``stage.apart_from``, unless
            ``stage.splits`` includes that split. Duplicates and documents of the held-out text are left out too.
        whole_words: also find Chinese words.
        report: progress callback.

    Raises:
        UserError: a file is missing or not in one encoding, a data set cannot be read, a spaCy pipeline is not
            installed, or no text is left.
    """
    uses_files = part == "held_out" and bool(stage.held_out)
    held_out = [source_from_files(entry) for entry in stage.held_out]
    datasets = [] if uses_files else [load_with_separate_columns(source, report) for source in stage.data]
    notes = [note for dataset in datasets for note in dataset.notes]
    sources = held_out if uses_files else stage_sources(stage, datasets)
    notes += [note for each in sources for note in each.notes]
    drop = stage.drop_overlap and not uses_files
    banned = _evaluation_splits(stage, datasets, [*later_sources, *stage.apart_from], report) if drop else []
    omitted = held_out if drop else []
    divide = "" if stage.held_out else part
    chinese = whole_words and chinese_segmenter_installed()
    key = artefacts.key(
        "corpus",
        [sentence_cache_key(each, stage.segmentation) for each in sources],
        [sentence_cache_key(each, stage.segmentation) for each in omitted],
        sorted(split.fingerprint for split in banned),
        stage.drop_overlap,
        divide,
        chinese,
        core_fingerprint(tokenizer_core(tokenizer)),
    )
    folder = paths.cache_folder() / "corpora" / f"tokens-{key}"

    def make(temporary: Path) -> None:
        encoder = WholeWordTokenizer(tokenizer, chinese)
        identity = [
            [sentence_cache_key(each, stage.segmentation) for each in sources],
            chinese,
            core_fingerprint(tokenizer_core(tokenizer)),
        ]
        _write(temporary, stage, sources, omitted, banned, divide, encoder, len(tokenizer), identity, report)

    artefacts.build_once(folder, make, report)
    about = artefacts.read_json(folder / "about.json")
    facts = about["facts"] | {
        "sources": [each.name for each in sources],
        "splits": stage.splits if stage.data and not uses_files else "",
    }
    if whole_words and not chinese and about["cjk"]:
        notes.append(
            "Chinese words cannot be found without jieba (pip install jieba): each character counts as a word."
        )
    if facts["splits"] == "all":
        notes.append("The corpus contains test texts: test errors on these data sets are transductive.")
    notes += _left_out_notes(facts)
    return Corpus(
        np.asarray(np.memmap(folder / "ids.bin", np.uint16 if about["small"] else np.int32, "r")),
        np.asarray(np.memmap(folder / "begins.bin", np.bool_, "r")),
        np.asarray(np.load(folder / "sentences.npy", mmap_mode="r")),
        np.asarray(np.load(folder / "documents.npy", mmap_mode="r")),
        about.get("fingerprint", key),  # older versions stored none
        tuple(dict.fromkeys(notes)),
        facts,
    )


def _evaluation_splits(
    stage: Pretraining,
    datasets: Sequence[Dataset],
    further: Sequence[DataSource],
    report: ReportProgress | None,
) -> list[Split]:
    """Return the validation and test splits of all data sets, except those that ``stage.splits`` includes."""
    requested = {(source.source, name) for source in stage.data for name in stage.splits_read()}
    splits: dict[str, Split] = {}
    unique = [
        source for n, source in enumerate(further) if source not in stage.data and source not in further[:n]
    ]
    for source, dataset in [
        *zip(stage.data, datasets, strict=True),
        *((each, load_with_separate_columns(each, report)) for each in unique),
    ]:
        for name in ("validation", "test"):
            split = dataset.splits[name]
            if len(split) and (source.source, name) not in requested:
                splits[split.fingerprint] = split
    return list(splits.values())


@dataclass(frozen=True)
class _Selection:
    """Selection of documents: a mask, bool [documents], and the number of documents left out, by reason.

    ``single_part`` is "train" or "held_out" for a single document, whose sentences are divided, else None.
    """

    mask: np.ndarray
    left_out: dict[str, int]
    single_part: str | None


def _select(keys: np.ndarray, banned: np.ndarray, drop: bool, divide: str) -> _Selection:
    """Select the requested part of documents by their keys, uint64 [documents], without overlap and duplicates."""
    mask = np.ones(len(keys), bool)
    left_out = {"overlap": 0, "duplicates": 0}
    if drop:
        mask = ~np.isin(keys, banned)
        left_out["overlap"] = int((~mask).sum())
        is_first = np.zeros(len(keys), bool)
        is_first[np.unique(keys, return_index=True)[1]] = True
        left_out["duplicates"] = int((mask & ~is_first).sum())
        mask &= is_first
    if not divide or not mask.any():
        return _Selection(mask, left_out, None)
    if mask.sum() == 1:
        return _Selection(mask, left_out, divide)
    # Select by content, so that equal documents are on the same side, and further texts do not change the selection.
    held_out = keys % HELD_OUT_EVERY == 0
    if not (held_out & mask).any():
        held_out = keys == keys[mask].min()
    if (held_out & mask).sum() == mask.sum():
        held_out = keys == keys[mask].min()
    return _Selection(mask & (held_out == (divide == "held_out")), left_out, None)


def _write(
    folder: Path,
    stage: Pretraining,
    sources: Sequence[DocumentSource],
    omitted: Sequence[DocumentSource],
    banned: Sequence[Split],
    divide: str,
    encoder: WholeWordTokenizer,
    vocabulary: int,
    identity: Sequence[object],
    report: ReportProgress | None,
) -> None:
    """Write a corpus. Its fingerprint is a hash of ``identity`` (texts, segmentation, vocabulary) and the selection."""
    texts = [segment_source(each, stage.segmentation, report) for each in sources]
    hashes = [hash_documents(split) for split in banned]
    hashes += [segment_source(each, stage.segmentation, report).document_hashes for each in omitted]
    empty = [np.zeros(0, np.uint64)]
    keys = np.concatenate(empty + [text.document_hashes for text in texts])
    names = ", ".join(each.name for each in sources)
    if not len(keys):
        raise UserError("there is no text in it.", place=names, remedy="Name data sets or files with text.")
    selection = _select(keys, np.concatenate(empty + hashes), stage.drop_overlap, divide)
    if not selection.mask.any():
        overlap = selection.left_out["overlap"]
        raise UserError(
            f"nothing is left of the corpus: all of its {overlap:,} documents are texts of a validation or test split "
            "or of the held-out text."
            if overlap
            else "all of its documents are equal, which leaves none to measure the loss on.",
            place=names,
            remedy="Name other texts, or set drop_overlap to false." if overlap else "Name more text.",
        )
    left_out = selection.left_out | {"empty": sum(text.empty_count for text in texts)}
    small = vocabulary <= 2**16
    with (folder / "ids.bin").open("wb") as ids, (folder / "begins.bin").open("wb") as begins:
        writer = _Writer(encoder, np.uint16 if small else np.int32, ids, begins)
        total = int(selection.mask.sum())
        for number, document in enumerate(_iterate_selection(texts, selection)):
            if report and number % 1024 == 0:
                report("Tokenising the corpus", number, total)
            writer.add(document)
        writer.flush()
    if not writer.tokens:
        raise UserError(
            "the tokenizer finds no token in its text.", place=names, remedy="Name files with text."
        )
    sentences = np.cumsum(np.concatenate([[0], np.frombuffer(writer.sentences, np.int64)]))
    documents = np.cumsum(np.concatenate([[0], np.frombuffer(writer.documents, np.int64)]))
    np.save(folder / "sentences.npy", sentences)
    np.save(folder / "documents.npy", documents)
    facts = {
        "documents": len(writer.documents),
        "sentences": len(writer.sentences),
        "tokens": writer.tokens,
        "single_sentence_percent": round(100 * float(np.mean(np.diff(documents) == 1)), 2),
        "left_out": left_out,
    }
    digest = hashlib.sha256(np.packbits(selection.mask).tobytes()).hexdigest()
    fingerprint = artefacts.key("corpus content", *identity, digest, selection.single_part)
    meta = {"small": small, "cjk": writer.cjk, "facts": facts, "fingerprint": fingerprint}
    artefacts.write_json(folder / "about.json", meta)


def _iterate_selection(texts: Sequence[SentenceFile], selection: _Selection) -> Iterator[list[str]]:
    """Yield the sentences of the selected documents."""
    mask = iter(selection.mask)
    for text in texts:
        for document in text.iterate_documents():
            if not next(mask):
                continue
            if selection.single_part is None:
                yield document
                continue
            if len(document) < 2:
                raise UserError(
                    "the corpus is a single sentence, which leaves none to measure the loss on.",
                    place=text.name,
                    remedy="Name more text, or a held-out text.",
                )
            last = max(1, len(document) // HELD_OUT_EVERY)
            yield document[:-last] if selection.single_part == "train" else document[-last:]


class _Writer:
    """Writer that appends documents to the files of a corpus, a few thousand sentences at a time."""

    def __init__(self, encoder: WholeWordTokenizer, kind: type, ids: BinaryIO, begins: BinaryIO) -> None:
        self._encoder, self._kind, self._ids, self._begins = encoder, kind, ids, begins
        self._pending: list[str] = []
        self._counts: list[int] = []
        self.sentences, self.documents = array("q"), array("q")
        """Number of tokens per sentence and of sentences per document so far, without empty ones."""
        self.tokens = 0
        self.cjk = False

    def add(self, document: list[str]) -> None:
        self._pending += document
        self._counts.append(len(document))
        if len(self._pending) >= _BATCH:
            self.flush()

    def flush(self) -> None:
        self.cjk = self.cjk or any(map(has_cjk, self._pending))
        tokens = self._encoder.encode(self._pending)
        self._ids.write(tokens.ids.astype(self._kind).tobytes())
        self._begins.write(tokens.word_starts.tobytes())
        self.tokens += len(tokens.ids)
        has_tokens = tokens.lengths > 0
        self.sentences.frombytes(tokens.lengths[has_tokens].tobytes())
        ends = np.concatenate([[0], np.cumsum(has_tokens)])[np.cumsum([0, *self._counts])]
        counts = np.diff(ends)
        self.documents.frombytes(counts[counts > 0].tobytes())
        self._pending, self._counts = [], []


def _left_out_notes(facts: ParsedJson) -> list[str]:
    left_out, notes = facts["left_out"], []
    if count := left_out["duplicates"]:
        notes.append(f"Left out of the corpus: repeated documents ({count:,}).")
    if count := left_out["overlap"]:
        notes.append(
            f"Left out of the corpus: documents of a validation or test split or of the held-out text ({count:,})."
        )
    if count := left_out["empty"]:
        notes.append(f"Left out of the corpus: empty texts ({count:,}).")
    if facts["single_sentence_percent"] >= 50:
        notes.append(f"{facts['single_sentence_percent']:.0f} % of the documents are a single sentence.")
    return notes
