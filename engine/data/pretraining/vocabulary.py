"""Vocabulary of word pieces learnt from a corpus, for an encoder that starts from scratch (Devlin et al.
2019, 3).

Learning is repeatable: equal texts give equal word pieces in equal order.
"""

from __future__ import annotations

import string
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, trainers

from engine.data.pretraining.document_sources import (
    DocumentSource,
    load_with_separate_columns,
    source_from_files,
    source_from_split,
)
from engine.data.pretraining.sentences import COLUMN_SEPARATOR, is_cjk_character
from engine.errors import UserError
from engine.progress import ReportProgress
from engine.spec.data import DataSource

SPECIAL_TOKENS = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")
"""The special tokens, ids 0 to 4."""

SMALLEST_VOCABULARY = 256
CHARACTER_COVERAGE = 0.9999
"""Share of the text's characters that can be spelled. Rarer ones become [UNK]."""

_LETTERS_AT_MOST = 0.9
"""Share of the vocabulary that single characters may take. Chinese needs thousands of them."""


@dataclass(frozen=True)
class TextNormalisation:
    """Normalisation of text before it is cut into word pieces, as in BERT's tokenizers.

    Attributes:
        lowercase: lower case throughout.
        keep_accents: keep accents. None: kept where capitals are.
        split_chinese: each Chinese character is a word piece of its own.
    """

    lowercase: bool = True
    keep_accents: bool | None = None
    split_chinese: bool = True

    def normalizer(self) -> normalizers.Normalizer:
        """Return BERT's normaliser with these settings."""
        strip = None if self.keep_accents is None else not self.keep_accents
        return normalizers.BertNormalizer(
            lowercase=self.lowercase, strip_accents=strip, handle_chinese_chars=self.split_chinese
        )


@dataclass(frozen=True)
class LearntVocabulary:
    """A learnt vocabulary.

    Attributes:
        pieces: word pieces by id: special tokens, single characters, then pieces in the order in which they
            were merged.
        normalisation: the normalisation they belong to.
        document_count: number of texts read.
        character_count: number of their different characters that can be spelled.
        coverage: share of all characters that these are.
    """

    pieces: tuple[str, ...]
    normalisation: TextNormalisation
    document_count: int
    character_count: int
    coverage: float


def vocabulary_sources(
    data: Sequence[DataSource], files: Sequence[str], report: ReportProgress | None = None
) -> list[DocumentSource]:
    """Return document sources: the training splits of data sets, and text files or folders.

    Raises UserError when there is none.
    """
    sources = [
        source_from_split(
            f"{source.source}, train", load_with_separate_columns(source, report).splits["train"]
        )
        for source in data
    ]
    sources += [source_from_files(entry) for entry in files]
    if not sources:
        raise UserError("there is no text to learn from.", remedy="Name a data set or a text file.")
    return sources


def learn_vocabulary(
    parts: Sequence[DocumentSource],
    size: int,
    writing: TextNormalisation | None = None,
    *,
    report: ReportProgress | None = None,
) -> LearntVocabulary:
    """Learn ``size`` word pieces, fewer where the texts have no more that occur twice.

    Printable ASCII characters are always included, so that any plain text can be spelled. Raises UserError when
    ``size`` is below ``SMALLEST_VOCABULARY`` or there is no text.
    """
    writing = writing or TextNormalisation()
    if size < SMALLEST_VOCABULARY:
        raise UserError(
            f"a vocabulary of {size} pieces cannot hold the alphabet.",
            place="--vocabulary",
            remedy=f"Ask for {SMALLEST_VOCABULARY} or more.",
        )
    normalizer = writing.normalizer()
    counts: Counter[str] = Counter()
    documents = 0
    for text in _texts(parts, "Counting characters", report):
        counts.update(normalizer.normalize_str(text))
        documents += 1
    total = sum(count for character, count in counts.items() if not character.isspace())
    if not total:
        place = ", ".join(part.name for part in parts)
        raise UserError("there is no text in it.", place=place, remedy="Name data sets or files with text.")
    alphabet = _alphabet(counts, total, size, writing)
    pieces = _pieces(parts, alphabet, size, writing, normalizer, report)
    coverage = sum(counts[character] for character in alphabet) / total
    different = sum(1 for character in alphabet if counts[character])
    return LearntVocabulary(pieces, writing, documents, different, coverage)


def _alphabet(counts: Counter[str], total: int, size: int, writing: TextNormalisation) -> list[str]:
    """Return the characters that get a word piece: ASCII, then the most frequent until they cover enough of the
    text.
    """
    base = [c for c in string.printable if not c.isspace() and not (writing.lowercase and c.isupper())]
    room = int(_LETTERS_AT_MOST * (size - len(SPECIAL_TOKENS)))
    room -= sum(1 + _continues(c, writing) for c in base)
    covered, alphabet = sum(counts[c] for c in base), list(base)
    for character, count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        if covered >= CHARACTER_COVERAGE * total:
            break
        cost = 1 + _continues(character, writing)
        if character.isspace() or character in base or cost > room:
            continue
        alphabet.append(character)
        covered += count
        room -= cost
    return sorted(alphabet)


def _continues(character: str, writing: TextNormalisation) -> bool:
    """Return whether a character can be within a word, i.e. is not split off on either side."""
    if is_cjk_character(character):
        return not writing.split_chinese
    return unicodedata.category(character)[0] in "LMN"


def _pieces(
    parts: Sequence[DocumentSource],
    alphabet: list[str],
    size: int,
    writing: TextNormalisation,
    normalizer: normalizers.Normalizer,
    report: ReportProgress | None,
) -> tuple[str, ...]:
    tokenizer = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    tokenizer.normalizer = normalizer
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    within = [f"##{character}" for character in alphabet if _continues(character, writing)]
    trainer = trainers.WordPieceTrainer(
        vocab_size=size,
        min_frequency=2,
        initial_alphabet=alphabet,
        limit_alphabet=len(alphabet),
        # The trainer numbers ## characters as it meets them, in the order of a hash table, and breaks ties by number.
        # Named here they have fixed numbers, and learning becomes repeatable.
        special_tokens=[*SPECIAL_TOKENS, *within],
        show_progress=False,
    )
    tokenizer.train_from_iterator(_texts(parts, "Learning word pieces", report), trainer)
    numbers = tokenizer.get_vocab()
    first = {*SPECIAL_TOKENS, *alphabet, *within}
    merges = sorted((piece for piece in numbers if piece not in first), key=numbers.__getitem__)
    return (*SPECIAL_TOKENS, *alphabet, *within, *merges)


def _texts(parts: Sequence[DocumentSource], what: str, report: ReportProgress | None) -> Iterator[str]:
    for part in parts:
        for number, (document, done) in enumerate(part.open_documents()):
            if report and number % 1000 == 0:
                report(f"{what} in {part.name}", done, part.total)
            if text := document.replace(COLUMN_SEPARATOR, " ").strip():
                yield text
