"""UTF-8 when the bytes allow it; other encodings from evidence; stray bytes named by place."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.data import character_encodings
from engine.data.character_encodings import FileEncoding, UndecodableFile, choose_encoding, find_invalid_byte
from engine.errors import UserError

FRENCH = "Le garçon a mangé une crêpe à côté de l'hôtel, près du théâtre.\n"
CHINESE = "体育新闻：湖人队昨天赢得了比赛，球迷们非常高兴。\n"


def written(folder: Path, content: bytes) -> Path:
    file = folder / "file.txt"
    file.write_bytes(content)
    return file


@pytest.mark.parametrize(("text", "encoding"), [(CHINESE, "gb18030"), (CHINESE, "big5")])
def test_many_lines_are_evidence(tmp_path: Path, text: str, encoding: str):
    if encoding == "big5":
        text = "體育新聞：湖人隊昨天贏得了比賽，球迷們非常高興。\n"
    lines = "".join(f"{i} {text}" for i in range(60))
    file = written(tmp_path, lines.encode(encoding))
    assert file.read_text(encoding=choose_encoding(file).name) == lines


def test_a_stray_byte_in_utf_8_is_never_taken_for_another_encoding(tmp_path: Path):
    file = written(tmp_path, FRENCH.encode() * 200 + b"stray \xff byte\n" + FRENCH.encode())
    with pytest.raises(UndecodableFile, match="row 201.*0xFF"):
        choose_encoding(file)


def test_a_named_encoding_is_kept_to(tmp_path: Path):
    file = written(tmp_path, FRENCH.encode("cp1252"))
    assert choose_encoding(file, "cp1252") == FileEncoding("cp1252")
    with pytest.raises(UndecodableFile, match="cannot be read as ascii"):
        choose_encoding(file, "ascii")
    with pytest.raises(UserError, match="there is no text encoding 'klingon'"):
        choose_encoding(file, "klingon")


BLOCK = character_encodings._BLOCK


@pytest.mark.parametrize("lead", [0, 3, BLOCK - 2, BLOCK - 1, BLOCK, 2 * BLOCK + 1])
def test_the_first_bad_byte_is_found_across_blocks(tmp_path: Path, lead: int):
    filler = (b"x" * 9 + b"\n") * (lead // 10) + b"y" * (lead % 10)
    file = written(tmp_path, filler + b"\xe4\xbd" + b"(" + b"\nend\n")  # two bytes of a three-byte character
    bad = find_invalid_byte(file, "utf-8")
    assert bad is not None
    assert (bad.offset, bad.byte, bad.line) == (lead, 0xE4, lead // 10 + 1)


def test_a_character_cut_off_at_the_end(tmp_path: Path):
    bad = find_invalid_byte(written(tmp_path, b"abc\nd\xe4\xbd"), "utf-8")
    assert bad is not None and (bad.offset, bad.line) == (5, 2)
    assert find_invalid_byte(written(tmp_path, b"abc\nd\xe4\xbd\xa0"), "utf-8") is None
