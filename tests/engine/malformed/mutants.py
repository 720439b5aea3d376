"""Mutants of sound files: each is made from a seed, so that a failure names how to make it again."""

from __future__ import annotations

import io
import json
import random
import re
import struct
import zipfile
from collections.abc import Callable
from pathlib import Path

ODD_VALUES = (
    "",
    "-1",
    "0",
    "NaN",
    "1e308",
    "9" * 19,
    "9" * 400,
    "ZZZZZZZ61",
    "\ud7ff",
    "a\x01",
    "A1:XFD1048576",
    "&x;",
)
ODD_JSON = (
    None,
    True,
    -1,
    0,
    10**18,
    10**400,
    1e308,
    float("nan"),
    "",
    "x",
    [],
    {},
    [[[]]],
    {"a": {}},
    "9" * 5000,
)


def mutate_bytes(data: bytes, rng: random.Random) -> bytes:
    """Return ``data`` cut, flipped, doubled, overwritten, or with something between."""
    at, length = rng.randrange(len(data) + 1), rng.randrange(1, 40)
    change = rng.randrange(7)
    if change == 0:
        return data[:at]
    if change == 1:
        return data[at:]
    if change == 2:
        return data[:at] + rng.randbytes(length) + data[at:]
    if change == 3:
        return data[:at] + data[at + length :]
    if change == 4:
        return data[:at] + bytes(length) + data[at + length :]
    if change == 5:
        return data[:at] + data[at : at + 200] + data[at:]
    changed = bytearray(data)
    for _ in range(rng.randrange(1, 6)):
        changed[rng.randrange(len(changed))] ^= 1 << rng.randrange(8)
    return bytes(changed)


def mutate_markup(data: bytes, rng: random.Random) -> bytes:
    """Return XML with another value, name or element in one place, or broken as any bytes are."""
    if rng.randrange(3) == 0:
        return mutate_bytes(data, rng)
    text = data.decode("utf-8")
    values = list(re.finditer(r'"[^"<>]*"|>[^<>]+<|<[/\w]+', text))
    if not values:
        return mutate_bytes(data, rng)
    found = rng.choice(values)
    odd = rng.choice(ODD_VALUES)
    new = {'"': f'"{odd}"', ">": f">{odd}<", "<": rng.choice(("<x", "<c", "<row", "<v", "</v", "<!DOCTYPE"))}[
        found[0][0]
    ]
    return (text[: found.start()] + new + text[found.end() :]).encode("utf-8", "replace")


def mutate_json(value: object, rng: random.Random) -> object:
    """Return a JSON value with an odd one in one place of it, or without that place."""
    if not isinstance(value, dict | list) or not value or rng.randrange(6) == 0:
        return rng.choice(ODD_JSON)
    keys = list(value) if isinstance(value, dict) else list(range(len(value)))
    key, changed = rng.choice(keys), value.copy()
    if rng.randrange(8) == 0:
        del changed[key]  # type: ignore[arg-type]
    else:
        changed[key] = mutate_json(changed[key], rng)  # type: ignore[index]
    return changed


def mutate_json_file(data: bytes, rng: random.Random) -> bytes:
    """Return a JSON document with an odd value, or broken as any bytes are."""
    if rng.randrange(3) == 0:
        return mutate_bytes(data, rng)
    return json.dumps(mutate_json(json.loads(data), rng)).encode("utf-8")


def mutate_archive(data: bytes, rng: random.Random) -> bytes:
    """Return a ZIP archive in which one member is changed, missing or there twice, or which is broken itself."""
    change = rng.randrange(8)
    if change == 0:
        return mutate_bytes(data, rng)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    name = rng.choice(list(members))
    if change == 1:
        del members[name]
    elif change == 2:
        members[name] = members[rng.choice(list(members))]
    else:
        members[name] = (
            mutate_markup(members[name], rng)
            if b"<" in members[name][:200]
            else mutate_json_file(members[name], rng)
        )
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for each, content in members.items():
            archive.writestr(each, content)
    return out.getvalue()


def mutate_tensors(data: bytes, rng: random.Random) -> bytes:
    """Return a safetensors file whose header has an odd value, or which is broken as any bytes are."""
    if rng.randrange(2):
        return mutate_bytes(data[:4000], rng) + data[4000:]
    (size,) = struct.unpack("<Q", data[:8])
    header = json.dumps(mutate_json(json.loads(data[8 : 8 + size]), rng)).encode("utf-8")
    claimed = rng.choice((len(header), len(header), 0, 2**63, len(header) + 1))
    return struct.pack("<Q", claimed) + header + data[8 + size :]


def mutate_records(data: bytes, rng: random.Random, checksum: Callable[[bytes], int]) -> bytes:
    """Return a file of TFRecords in which the content of one is changed under a right checksum, or any bytes are."""
    if rng.randrange(4) == 0:
        return mutate_bytes(data, rng)
    records, place = [], 0
    while place < len(data):
        (length,) = struct.unpack_from("<Q", data, place)
        records.append(data[place + 12 : place + 12 + length])
        place += 16 + length
    at = rng.randrange(len(records))
    records[at] = mutate_bytes(records[at], rng)
    return b"".join(
        (head := struct.pack("<Q", len(each)))
        + struct.pack("<I", checksum(head))
        + each
        + struct.pack("<I", checksum(each))
        for each in records
    )


def write_mutant(
    sound: bytes, file: Path, seed: int, mutate: Callable[[bytes, random.Random], bytes]
) -> None:
    """Write the mutant ``seed`` of a sound file."""
    file.write_bytes(mutate(sound, random.Random(seed)))
