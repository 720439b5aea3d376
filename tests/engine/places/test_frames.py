"""Frames: what is written is read, what is torn is cut, and nothing that is not whole is ever taken for a frame."""

from __future__ import annotations

import zlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.places.base import Cursor
from engine.places.frames import (
    BrokenFrameError,
    FrameFile,
    FrameReader,
    frame_line,
    parse_frame,
    read_frames,
    read_since,
)

CONTENTS = st.dictionaries(
    st.text(max_size=5), st.one_of(st.text(max_size=9), st.integers(-9, 9), st.none()), max_size=3
)


def write(file: Path, *contents: dict[str, object]) -> None:
    with FrameFile(file) as frames:
        list(frames.read_new())
        frames.append(contents)


def numbers(file: Path) -> list[int]:
    return [content["n"] for _, content, _ in read_frames(file)]


@given(CONTENTS)
def test_a_line_says_what_it_was_made_of(content: dict[str, object]) -> None:
    line = frame_line(content | {"n": 3})
    assert line.count(b"\n") == 1
    assert parse_frame(line) == content | {"n": 3}
    assert int(line[:8], 16) == zlib.crc32(line[9:-1])


@given(CONTENTS, st.data())
def test_no_part_of_a_line_and_no_line_with_a_flipped_bit_is_a_frame(
    content: dict[str, object], data: st.DataObject
) -> None:
    line = frame_line(content | {"n": 3})
    cut = data.draw(st.integers(0, len(line) - 1))
    with pytest.raises(BrokenFrameError):
        parse_frame(line[:cut])
    at, bit = data.draw(st.integers(0, len(line) - 1)), data.draw(st.integers(0, 7))
    damaged = bytearray(line)
    damaged[at] ^= 1 << bit
    if bytes(damaged[:8]).lower() != line[:8]:  # an upper-case digit is the same digit
        with pytest.raises(BrokenFrameError):
            parse_frame(bytes(damaged))


def test_a_torn_tail_is_cut_and_written_anew(tmp_path: Path) -> None:
    file = tmp_path / "changes.frames"
    write(file, {"stream": "a"}, {"x": 1})
    whole = file.read_bytes()
    file.write_bytes(whole + frame_line({"n": 2, "x": 2})[:-4])
    assert numbers(file) == [0, 1]  # a reader does not see what is torn
    write(file, {"x": 3})
    assert [content.get("x") for _, content, _ in read_frames(file)] == [None, 1, 3]
    assert file.read_bytes().startswith(whole)


def test_frames_are_read_from_any_of_them_on_and_of_another_stream_from_the_beginning(tmp_path: Path) -> None:
    file = tmp_path / "changes.frames"
    assert read_since(file, Cursor()) == []  # there is none yet
    write(file, {"stream": "a"}, *({"x": value} for value in range(5)))
    of_stream = [parse_frame(line)["n"] for line in read_since(file, Cursor("a", 3))]
    of_other = [parse_frame(line)["n"] for line in read_since(file, Cursor("b", 3))]
    assert (of_stream, of_other) == ([4, 5], [0, 1, 2, 3, 4, 5])
    assert len(read_since(file, Cursor("a", 0), most=1)) == 1  # at least one, or nobody would ever get on


def test_a_file_that_grows_is_read_once_and_a_new_stream_from_its_beginning(tmp_path: Path) -> None:
    file = tmp_path / "changes.frames"
    write(file, {"stream": "a"}, *({"x": value} for value in range(20)))
    reader = FrameReader(file)
    read: list[int] = []
    cursor = Cursor("a", 0)
    while lines := reader.read_since(cursor, most=100):
        read += [int(str(parse_frame(line)["n"])) for line in lines]
        cursor = Cursor("a", read[-1])
    assert read == list(range(1, 21))
    # What is read already is not looked at again: damaged now, it stops whoever begins anew and not this one.
    write(file, {"x": 20})
    content = file.read_bytes()
    place = content.index(b"\n") + 3
    file.write_bytes(content[:place] + b"?" + content[place + 1 :])
    assert [parse_frame(line)["n"] for line in reader.read_since(cursor)] == [21]
    assert read_since(file, cursor) == []
    file.unlink()
    write(file, {"stream": "b"}, *({"x": value} for value in range(40)))
    assert len(reader.read_since(Cursor("a", 21))) == 41
    assert len(reader.read_since(Cursor("b", 38))) == 2


def test_two_writers_take_turns(tmp_path: Path) -> None:
    """The second sees what the first has written, so that numbers have neither gaps nor doubles."""
    file = tmp_path / "changes.frames"
    write(file, {"stream": "a"})
    one, other = FrameFile(file), FrameFile(file)
    for frames in (one, other, one, one, other):
        with frames:
            list(frames.read_new())
            frames.append([{"x": 1}])
    assert numbers(file) == [0, 1, 2, 3, 4, 5]


def test_a_frame_out_of_order_ends_the_reading(tmp_path: Path) -> None:
    file = tmp_path / "changes.frames"
    file.write_bytes(frame_line({"n": 0, "stream": "a"}) + frame_line({"n": 2}))
    assert numbers(file) == [0]
