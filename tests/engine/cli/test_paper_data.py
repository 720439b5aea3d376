"""``palimpsest data paper`` and ``register``."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.store import Store
from engine.store.datasets import list_paper_copies
from tests.engine.cli.test_app import palimpsest

pytestmark = pytest.mark.usefixtures("home")


@pytest.fixture
def trec(tmp_path: Path) -> Path:
    folder = tmp_path / "trec"
    folder.mkdir()
    kinds = ("ABBR", "DESC", "ENTY", "HUM", "LOC", "NUM")
    for name, many in (("train_5500.label", 60), ("TREC_10.label", 30)):
        rows = [f"{kinds[i % 6]}:any What is number {i} in {name} ?" for i in range(many)]
        (folder / name).write_text("\n".join(rows) + "\n", encoding="latin-1")
    return folder


def test_list_register_read_and_go_back(trec: Path, tmp_path: Path) -> None:
    store = tmp_path / "s.sqlite"
    listed = palimpsest("data", "paper", "--store", store, "--json")
    assert listed.code == 0 and len(listed.json) == 8
    by_name = {each["name"]: each for each in listed.json}
    assert by_name["trec"]["copy"] == {"kind": "hub", "place": "hub:SetFit/TREC-QC"}
    assert by_name["sogou"]["copy"]["kind"] == "none" and by_name["sogou"]["hub"] is None
    assert by_name["imdb"]["layouts"] and by_name["imdb"]["rows"] == {"train": 25000, "test": 25000}
    text = palimpsest("data", "paper", "--store", store).out
    assert "yahoo" in text and "1,400,000" in text

    said = palimpsest("data", "register", "trec", trec.parent, "--store", store, "--json")
    assert said.code == 0, said.err
    assert said.json["rows"] == {"train": 60, "test": 30}
    assert said.json["differences"][0] == "a subset: 60 of 5,452 training texts"
    with Store(store) as opened:
        assert list_paper_copies(opened)["trec"].source["source"] == str(trec / "train_5500.label")

    report = palimpsest("data", "inspect", "paper:trec", "--store", store, "--no-sentences", "--json").json
    assert report["table1"]["paper"]["average"] == 11.0 and report["table1"]["ours"]["train"] == 60
    shown = palimpsest("data", "inspect", "paper:trec", "--store", store, "--no-sentences").out
    assert "the paper" in shown and "5,452" in shown

    back = palimpsest("data", "register", "trec", "--hub", "--store", store)
    assert back.code == 0 and "hub:SetFit/TREC-QC again" in back.out
    with Store(store) as opened:
        assert list_paper_copies(opened) == {}
    lost = palimpsest("data", "inspect", "paper:trec", "--store", store, "--no-download")
    assert lost.code == 2 and "the data set is not on this machine, and nothing may be downloaded" in lost.err


def test_complaints(trec: Path, tmp_path: Path) -> None:
    store = tmp_path / "s.sqlite"
    for arguments, words in [
        (["register", "imdb", str(trec)], "this is not a copy of IMDb"),
        (["register", "trek", str(trec)], "Did you mean 'paper:trec'"),
        (["register", "trec"], "needs a folder, or --hub"),
        (["register", "sogou", "--hub"], "there is no copy of it on the hub"),
    ]:
        said = palimpsest("data", *arguments, "--store", str(store))
        assert said.code == 2 and words in said.err and said.out == "", (arguments, said)
