"""The data preparation of BERT's first release, re-stated: what further pre-training was fed with in Sun et al. 2019.

One process, plain Python, everything in memory, as published (Devlin et al. 2019, A.1 and A.2, and the program that
came with it): every sentence is tokenised character by character, the corpus is passed over ``dupe_factor`` times, and
each pass draws pairs and fixes their masks. Each example is padded and packed as lists of 64-bit integers, which stands
for the serialised records of the original. A yardstick for ``benchmarks/data.py`` and for the engine's own examples;
the engine does not use it.
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
    """The original's options, with its defaults."""

    length: int = 128
    most_masked: int = 20
    share: float = 0.15
    short: float = 0.1
    random_next: float = 0.5
    dupe_factor: int = 10
    seed: int = 12345


@dataclass
class Example:
    """A pair with its masks: pieces, segment numbers, masked places and what stood there."""

    pieces: list[str]
    segments: list[int]
    random_next: bool
    places: list[int]
    hidden: list[str]


class WordPieces:
    """Lower-cased BERT tokens of a line: words and marks first, then the longest known pieces from the left."""

    def __init__(self, vocabulary: Iterable[str]) -> None:
        self.numbers = {piece: number for number, piece in enumerate(vocabulary)}
        self.all = list(self.numbers)

    def __call__(self, line: str) -> list[str]:
        return [piece for word in self._words(line) for piece in self._pieces(word)]

    def _words(self, line: str) -> Iterator[str]:
        cleaned = []
        for character in line:
            if character in "\0\ufffd" or _is_control(character):
                continue
            if _is_blank(character):
                cleaned.append(" ")
            elif "CJK" in (name := unicodedata.name(character, "")) and "IDEOGRAPH-" in name:
                cleaned.append(f" {character} ")
            else:
                cleaned.append(character)
        for word in "".join(cleaned).split():
            plain = []
            for character in unicodedata.normalize("NFD", word.lower()):
                if unicodedata.category(character) != "Mn":
                    plain.append(character)
            run: list[str] = []
            for character in plain:
                if _is_mark(character):
                    if run:
                        yield "".join(run)
                    yield character
                    run = []
                else:
                    run.append(character)
            if run:
                yield "".join(run)

    def _pieces(self, word: str) -> list[str]:
        if len(word) > LONGEST_WORD:
            return ["[UNK]"]
        found, start = [], 0
        while start < len(word):
            end = len(word)
            while end > start:
                piece = ("##" if start else "") + word[start:end]
                if piece in self.numbers:
                    break
                end -= 1
            if end == start:
                return ["[UNK]"]
            found.append(piece)
            start = end
        return found


def _is_blank(character: str) -> bool:
    return character in " \t\n\r" or unicodedata.category(character) == "Zs"


def _is_control(character: str) -> bool:
    return character not in "\t\n\r" and unicodedata.category(character) in ("Cc", "Cf")


def _is_mark(character: str) -> bool:
    number = ord(character)
    ascii_mark = 33 <= number <= 47 or 58 <= number <= 64 or 91 <= number <= 96 or 123 <= number <= 126
    return ascii_mark or unicodedata.category(character).startswith("P")


def read_documents(lines: Iterable[str], tokenizer: WordPieces, draw: random.Random) -> list[Document]:
    """Documents of one sentence a line, an empty line between them; tokenised, without empty ones, in random order."""
    documents: list[Document] = [[]]
    for line in lines:
        line = line.strip()
        if not line:
            documents.append([])
        elif pieces := tokenizer(line):
            documents[-1].append(pieces)
    found = [document for document in documents if document]
    draw.shuffle(found)
    return found


def make_examples(
    documents: list[Document], vocabulary: list[str], settings: Settings, draw: random.Random
) -> list[Example]:
    """All examples of ``dupe_factor`` passes, in random order."""
    examples = []
    for _ in range(settings.dupe_factor):
        for number in range(len(documents)):
            examples += examples_of(documents, number, vocabulary, settings, draw)
    draw.shuffle(examples)
    return examples


def examples_of(
    documents: list[Document], number: int, vocabulary: list[str], settings: Settings, draw: random.Random
) -> list[Example]:
    """The examples of one document in one pass."""
    document, room = documents[number], settings.length - 3
    aim = draw.randint(2, room) if draw.random() < settings.short else room
    examples: list[Example] = []
    chunk: list[list[str]] = []
    gathered = at = 0
    while at < len(document):
        chunk.append(document[at])
        gathered += len(document[at])
        if at == len(document) - 1 or gathered >= aim:
            cut = draw.randint(1, len(chunk) - 1) if len(chunk) >= 2 else 1
            first = [piece for sentence in chunk[:cut] for piece in sentence]
            second: list[str] = []
            random_next = len(chunk) == 1 or draw.random() < settings.random_next
            if random_next:
                missing = aim - len(first)
                for _ in range(10):
                    other = draw.randint(0, len(documents) - 1)
                    if other != number:
                        break
                begin = draw.randint(0, len(documents[other]) - 1)
                for sentence in documents[other][begin:]:
                    second.extend(sentence)
                    if len(second) >= missing:
                        break
                at -= len(chunk) - cut  # the sentences that were not used come again
            else:
                second = [piece for sentence in chunk[cut:] for piece in sentence]
            _shorten(first, second, room, draw)
            pieces = ["[CLS]", *first, "[SEP]", *second, "[SEP]"]
            segments = [0] * (len(first) + 2) + [1] * (len(second) + 1)
            pieces, places, hidden = hide(pieces, vocabulary, settings, draw)
            examples.append(Example(pieces, segments, random_next, places, hidden))
            chunk, gathered = [], 0
        at += 1
    return examples


def _shorten(first: list[str], second: list[str], room: int, draw: random.Random) -> None:
    while len(first) + len(second) > room:
        longer = first if len(first) > len(second) else second
        if draw.random() < 0.5:
            del longer[0]
        else:
            longer.pop()


def hide(
    pieces: list[str], vocabulary: list[str], settings: Settings, draw: random.Random
) -> tuple[list[str], list[int], list[str]]:
    """The pieces to show, the places to predict in order, and what stands there."""
    candidates = [place for place, piece in enumerate(pieces) if piece not in ("[CLS]", "[SEP]")]
    draw.shuffle(candidates)
    wanted = min(settings.most_masked, max(1, round(len(pieces) * settings.share)))
    shown, chosen = list(pieces), sorted(candidates[:wanted])
    for place in chosen:
        if draw.random() < 0.8:
            shown[place] = "[MASK]"
        elif draw.random() >= 0.5:
            shown[place] = vocabulary[draw.randint(0, len(vocabulary) - 1)]
    return shown, chosen, [pieces[place] for place in chosen]


def write_examples(
    examples: Iterable[Example], tokenizer: WordPieces, settings: Settings, sink: BinaryIO
) -> int:
    """Writes every example's seven features at full length; returns the number of bytes."""
    written = 0
    for example in examples:
        ids = [tokenizer.numbers[piece] for piece in example.pieces]
        mask, segments = [1] * len(ids), list(example.segments)
        while len(ids) < settings.length:
            ids.append(0)
            mask.append(0)
            segments.append(0)
        places, hidden = list(example.places), [tokenizer.numbers[piece] for piece in example.hidden]
        weights = [1.0] * len(places)
        while len(places) < settings.most_masked:
            places.append(0)
            hidden.append(0)
            weights.append(0.0)
        record = b"".join(
            struct.pack(f"<{len(each)}q", *each) for each in (ids, mask, segments, places, hidden)
        )
        record += struct.pack(f"<{len(weights)}fq", *weights, int(example.random_next))
        written += sink.write(struct.pack("<q", len(record)) + record)
    return written


def prepare(
    lines: Iterable[str], vocabulary: Iterable[str], settings: Settings, sink: BinaryIO
) -> tuple[int, int]:
    """The whole job, from sentences to records; (examples, tokens without padding)."""
    draw, tokenizer = random.Random(settings.seed), WordPieces(vocabulary)
    documents = read_documents(lines, tokenizer, draw)
    examples = make_examples(documents, tokenizer.all, settings, draw)
    write_examples(examples, tokenizer, settings, sink)
    return len(examples), sum(len(example.pieces) for example in examples)
