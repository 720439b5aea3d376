"""The benchmark of everyday classification draws its sets without a text in two splits."""

from __future__ import annotations

import csv
import io
import tarfile
import zipfile
from pathlib import Path

from benchmarks import everyday


def rows_of(file: Path) -> list[dict[str, str]]:
    with file.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def test_one_rare_text_to_fifty_and_none_twice(tmp_path: Path) -> None:
    with tarfile.open(tmp_path / "news.tar.gz", "w:gz") as archive:
        for part, count in (("train", 9000), ("test", 1900)):
            lines = "".join(
                f'"{name}","{part} {n} of {name}","text"\n'
                for name in (everyday.BUSINESS, everyday.SCIENCE)
                for n in range(count)
            )
            member = tarfile.TarInfo(f"news/{part}.csv")
            member.size = len(lines)
            archive.addfile(member, io.BytesIO(lines.encode("utf-8")))
    everyday.write_rare(tmp_path / "news.tar.gz", tmp_path / "rare")
    parts = {name: rows_of(tmp_path / "rare" / f"{name}.csv") for name in ("train", "validation", "test")}
    counts = {
        name: (len(rows), sum(row["label"] == "science" for row in rows)) for name, rows in parts.items()
    }
    assert counts == {"train": (2550, 50), "validation": (2550, 50), "test": (5100, 100)}
    texts = [row["text"] for rows in parts.values() for row in rows]
    assert len(set(texts)) == len(texts)


def test_votes_become_labels(tmp_path: Path) -> None:
    lines = "".join(f"review {n},{n % 3},{n % 2},0\n" for n in range(3500))
    with zipfile.ZipFile(tmp_path / "yelp.zip", "w") as archive:
        archive.writestr("yelp.csv", "text,cool,useful,funny\n" + lines)
    everyday.write_votes(tmp_path / "yelp.zip", tmp_path / "votes")
    rows = rows_of(tmp_path / "votes" / "train.csv")
    assert len(rows) == 500 and len(rows_of(tmp_path / "votes" / "test.csv")) == 2000
    for row in rows:
        number = int(row["text"].split()[1])
        assert (row["cool"], row["useful"], row["funny"]) == (str(int(number % 3 > 0)), str(number % 2), "0")
    assert everyday.label_shares(tmp_path / "votes") == "3,500 reviews; got cool 67 %, useful 50 %, funny 0 %"
