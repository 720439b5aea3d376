"""The data preparation of BERT's first release, reimplemented, which Sun et al. 2019 used for further pre-training.

It is a single process in plain Python with all data in memory, as published (Devlin et al. 2019, A.1 and A.2, and the
released program). Every sentence is tokenised character by character. The corpus is processed ``dupe_factor`` times,
and each pass draws pairs and their masks. Each example is padded and packed as lists of 64-bit integers, in place of
the serialised records of the original. It is the reference of ``benchmarks/data.py`` and of the engine's own examples.
The engine does not use it.
"""

from __future__ import annotations

import random
import struct
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import BinaryIO

Document = list[list[str]]
LONGEST_WORD = 200


@dataclass(frozen=True)
class Settings:
    """The options of the original, with its defaults."""

    length: int = 128
    most_masked: int = 20
    share: float = 0.15
    short: float = 0.1
    random_next: float = 0.5
    dupe_factor: int = 10
    seed: int = 12345


@dataclass
class Example:
    """A pair with its masks: pieces, segment numbers, masked positions and the original pieces at them."""

    pieces: list[str]
    segments: list[int]
    random_next: bool
    positions: list[int]
    hidden: list[str]


class WordPieces:
    """A tokenizer of lines into lower-cased BERT tokens: words and punctuation first, then the longest known pieces."""

    def __init__(self, vocabulary: Iterable[str]) -> None:
        self.numbers = {piece: number for number, piece in enumerate(vocabulary)}
        self.all = list(self.numbers)

    def __call__(self, line: str) -> list[str]:
        return [piece for word in self._words(line) for piece in self._pieces(word)]

    def _words(self, line: str) -> Iterator[str]:
        characters = []
        for character in line:
            if character in "\0\ufffd" or _is_control(character):
                continue
            if _is_blank(character):
                characters.append(" ")
            elif "CJK" in (name := unicodedata.name(character, "")) and "IDEOGRAPH-" in name:
                characters.append(f" {character} ")
            else:
                characters.append(character)
        for word in "".join(characters).split():
            letters = []
            for character in unicodedata.normalize("NFD", word.lower()):
                if unicodedata.category(character) != "Mn":
                    letters.append(character)
            word_part: list[str] = []
            for character in letters:
                if _is_mark(character):
                    if word_part:
                        yield "".join(word_part)
                    yield character
                    word_part = []
                else:
                    word_part.append(character)
            if word_part:
                yield "".join(word_part)

    def _pieces(self, word: str) -> list[str]:
        if len(word) > LONGEST_WORD:
            return ["[UNK]"]
        pieces, start = [], 0
        while start < len(word):
            end = len(word)
            while end > start:
                piece = ("##" if start else "") + word[start:end]
                if piece in self.numbers:
                    break
                end -= 1
            if end == start:
                return ["[UNK]"]
            pieces.append(piece)
            start = end
        return pieces


def _is_blank(character: str) -> bool:
    return character in " \t\n\r" or unicodedata.category(character) == "Zs"


def _is_control(character: str) -> bool:
    return character not in "\t\n\r" and unicodedata.category(character) in ("Cc", "Cf")


def _is_mark(character: str) -> bool:
    number = ord(character)
    ascii_mark = 33 <= number <= 47 or 58 <= number <= 64 or 91 <= number <= 96 or 123 <= number <= 126
    return ascii_mark or unicodedata.category(character).startswith("P")


def read_documents(lines: Iterable[str], tokenizer: WordPieces, draw: random.Random) -> list[Document]:
    """Return the documents, separated by empty lines: tokenised, in random order, one sentence per line."""
    documents: list[Document] = [[]]
    for line in lines:
        line = line.strip()
        if not line:
            documents.append([])
        elif pieces := tokenizer(line):
            documents[-1].append(pieces)
    result = [document for document in documents if document]
    draw.shuffle(result)
    return result


def make_examples(
    documents: list[Document], vocabulary: list[str], settings: Settings, draw: random.Random
) -> list[Example]:
    """Return all examples of ``dupe_factor`` passes, in random order."""
    examples = []
    for _ in range(settings.dupe_factor):
        for number in range(len(documents)):
            examples += document_examples(documents, number, vocabulary, settings, draw)
    draw.shuffle(examples)
    return examples


def document_examples(
    documents: list[Document], number: int, vocabulary: list[str], settings: Settings, draw: random.Random
) -> list[Example]:
    """Return the examples of one document in one pass."""
    document, max_tokens = documents[number], settings.length - 3
    target_length = draw.randint(2, max_tokens) if draw.random() < settings.short else max_tokens
    examples: list[Example] = []
    chunk: list[list[str]] = []
    gathered = at = 0
    while at < len(document):
        chunk.append(document[at])
        gathered += len(document[at])
        if at == len(document) - 1 or gathered >= target_length:
            cut = draw.randint(1, len(chunk) - 1) if len(chunk) >= 2 else 1
            first = [piece for sentence in chunk[:cut] for piece in sentence]
            second: list[str] = []
            random_next = len(chunk) == 1 or draw.random() < settings.random_next
            if random_next:
                missing = target_length - len(first)
                for _ in range(10):
                    other_document = draw.randint(0, len(documents) - 1)
                    if other_document != number:
                        break
                start = draw.randint(0, len(documents[other_document]) - 1)
                for sentence in documents[other_document][start:]:
                    second.extend(sentence)
                    if len(second) >= missing:
                        break
                at -= len(chunk) - cut  # unused sentences are used again
            else:
                second = [piece for sentence in chunk[cut:] for piece in sentence]
            _shorten(first, second, max_tokens, draw)
            pieces = ["[CLS]", *first, "[SEP]", *second, "[SEP]"]
            segments = [0] * (len(first) + 2) + [1] * (len(second) + 1)
            pieces, positions, hidden = mask_pieces(pieces, vocabulary, settings, draw)
            examples.append(Example(pieces, segments, random_next, positions, hidden))
            chunk, gathered = [], 0
        at += 1
    return examples


def _shorten(first: list[str], second: list[str], max_tokens: int, draw: random.Random) -> None:
    while len(first) + len(second) > max_tokens:
        longer = first if len(first) > len(second) else second
        if draw.random() < 0.5:
            del longer[0]
        else:
            longer.pop()


def mask_pieces(
    pieces: list[str], vocabulary: list[str], settings: Settings, draw: random.Random
) -> tuple[list[str], list[int], list[str]]:
    """Return the pieces after masking, the masked positions in ascending order, and the original pieces at them."""
    candidates = [position for position, piece in enumerate(pieces) if piece not in ("[CLS]", "[SEP]")]
    draw.shuffle(candidates)
    count = min(settings.most_masked, max(1, round(len(pieces) * settings.share)))
    masked, positions = list(pieces), sorted(candidates[:count])
    for position in positions:
        if draw.random() < 0.8:
            masked[position] = "[MASK]"
        elif draw.random() >= 0.5:
            masked[position] = vocabulary[draw.randint(0, len(vocabulary) - 1)]
    return masked, positions, [pieces[position] for position in positions]


def write_examples(
    examples: Iterable[Example], tokenizer: WordPieces, settings: Settings, sink: BinaryIO
) -> int:
    """Write the seven features of every example at full length, and return the number of bytes."""
    written = 0
    for example in examples:
        ids = [tokenizer.numbers[piece] for piece in example.pieces]
        mask, segments = [1] * len(ids), list(example.segments)
        while len(ids) < settings.length:
            ids.append(0)
            mask.append(0)
            segments.append(0)
        positions, hidden = list(example.positions), [tokenizer.numbers[piece] for piece in example.hidden]
        weights = [1.0] * len(positions)
        while len(positions) < settings.most_masked:
            positions.append(0)
            hidden.append(0)
            weights.append(0.0)
        record = b"".join(
            struct.pack(f"<{len(each)}q", *each) for each in (ids, mask, segments, positions, hidden)
        )
        record += struct.pack(f"<{len(weights)}fq", *weights, int(example.random_next))
        written += sink.write(struct.pack("<q", len(record)) + record)
    return written


def prepare(
    lines: Iterable[str], vocabulary: Iterable[str], settings: Settings, sink: BinaryIO
) -> tuple[int, int]:
    """Run the whole preparation, from sentences to records. Return (examples, tokens without padding)."""
    draw, tokenizer = random.Random(settings.seed), WordPieces(vocabulary)
    documents = read_documents(lines, tokenizer, draw)
    examples = make_examples(documents, tokenizer.all, settings, draw)
    write_examples(examples, tokenizer, settings, sink)
    return len(examples), sum(len(example.pieces) for example in examples)
