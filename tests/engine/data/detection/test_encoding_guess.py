"""Files of generated rows in the code pages of 27 languages read back as they were written, or the guess is doubted.

``encoded/sentences.toml`` was looked at while the weights of the languages were chosen; ``encoded/held_out.toml`` was
written before and set aside.
"""

from __future__ import annotations

import random
import tomllib
import unicodedata
from pathlib import Path

import pytest

from engine.data.character_encodings import choose_encoding
from tests.sampling import nightly_but

FOLDER = Path(__file__).parent.parent / "encoded"
ENGLISH = (
    "The parcel was late.",
    "Works as it should.",
    "I would not buy it again.",
    "Good value for the price.",
)
TONES = "\u0300\u0301\u0303\u0309\u0323"


def encoded(text: str, encoding: str) -> bytes:
    """Return a text as Windows writes it: cp1258 has the tones of Vietnamese behind their letters."""
    if encoding != "cp1258":
        return text.encode(encoding)
    written = b""
    for character in text:
        try:
            written += character.encode(encoding)
        except UnicodeEncodeError:
            parts = unicodedata.normalize("NFD", character)
            letter = unicodedata.normalize("NFC", "".join(part for part in parts if part not in TONES))
            written += (letter + "".join(part for part in parts if part in TONES)).encode(encoding)
    return written


def files(name: str, rows: int, *, english: int = 0) -> dict[tuple[str, str], bytes]:
    """Return a CSV file by language and encoding; before the ``rows`` rows stand ``english`` ones of plain ASCII."""
    contents = {}
    for language, table in tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8")).items():
        for encoding in table["encodings"]:
            sentences = []
            for sentence in table["sentences"]:
                try:
                    sentences.append(encoded(sentence.replace('"', "'"), encoding))
                except UnicodeEncodeError:  # no curly quotes there
                    continue
            draw = random.Random(f"{language} {encoding} {rows}")
            texts = [draw.choice(ENGLISH).encode() for _ in range(english)]
            texts += [draw.choice(sentences) for _ in range(rows)]
            body = b"".join(b'%d,"%s"\n' % (i % 3, text) for i, text in enumerate(texts))
            if not body.isascii() or encoding == "iso2022_jp":
                contents[language, encoding] = b"label,text\n" + body
    return contents


def check(found: dict[tuple[str, str], bytes], folder: Path, least: float) -> None:
    """Assert that the share ``least`` of files is read back equal, and that a guess which is wrong is doubted."""
    wrong = []
    for (language, encoding), content in found.items():
        file = folder / "file.csv"
        file.write_bytes(content)
        guess = choose_encoding(file)
        assert guess.words or guess.name == "iso2022_jp_ext", "a guess is called one"
        if content.decode(guess.name) != content.decode(encoding):
            wrong.append((language, encoding, guess))
    assert not [each for each in wrong if not each[2].rival], "wrong, and not doubted"
    assert len(wrong) <= (1 - least) * len(found), wrong


SETS = [(rows, name) for rows in (25, 100, 400) for name in ("sentences", "held_out")]
BEGINNINGS = [(rows, name) for rows in (1, 2, 5) for name in ("sentences", "held_out")]


@pytest.mark.parametrize(("rows", "name"), nightly_but({0, 3}, SETS))
def test_files_of_many_languages_are_read_back(name: str, rows: int, tmp_path: Path) -> None:
    check(files(name, rows), tmp_path, 0.98)


@pytest.mark.parametrize(("rows", "name"), nightly_but({1, 4}, BEGINNINGS))
def test_few_words_in_a_file_of_ascii_are_enough_or_doubted(name: str, rows: int, tmp_path: Path) -> None:
    check(files(name, rows, english=100), tmp_path, 0.9)


@pytest.mark.parametrize(
    "text",
    ["It’s fine", "a – b", "wait…", "“good”", "José", "25° outside", "© 2026", "€20", "naïve", "Crème brûlée", "CAFÉ",
     "£5", "½ cup", "• one", "Brand®", "straße", "El Niño", "5\xa0km", "soft\xadhyphen", "10 × 10"],
)  # fmt: skip
def test_one_word_of_windows_in_english(tmp_path: Path, text: str) -> None:
    file = tmp_path / "file.csv"
    rows = "label,text\n" + "good,It works and the price is fair\n" * 60 + f"bad,{text} it said\n"
    file.write_bytes(rows.encode("cp1252"))
    guess = choose_encoding(file)
    assert rows.encode("cp1252").decode(guess.name) == rows
    assert guess.words


def test_what_stands_beyond_the_beginning_counts(tmp_path: Path) -> None:
    """Megabytes of ASCII stand before and behind the only words by which the encoding is told."""
    file = tmp_path / "file.csv"
    plain = b"0,It works and the price is fair\n" * 60_000
    file.write_bytes(plain + "1,Ekran był pęknięty, źle wykonany, żałuję zakupu\n".encode("cp1250") + plain)
    guess = choose_encoding(file)
    assert guess.name == "cp1250"


def test_a_byte_that_the_likeliest_encoding_lacks_does_not_spoil_the_rest(tmp_path: Path) -> None:
    file = tmp_path / "file.csv"
    file.write_bytes("1,déjà vu\n".encode("cp1252") * 40 + b"0,odd \x81 byte\n")
    assert file.read_text(encoding=choose_encoding(file).name).count("déjà vu") == 40
