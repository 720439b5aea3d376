"""The queue: flipped labels come first, and repetitions, conflicts and forgotten texts have their reasons."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pytest

from engine.analysis.noise.triage import NoiseReport, triage
from engine.errors import UserError
from engine.spec.data import DataSource
from engine.store import Store, probe_results
from tests.engine.cli.test_app import palimpsest

TOPICS = {
    "sport": ["goal", "match", "team", "coach", "league"],
    "money": ["bank", "share", "price", "loan", "debt"],
}


def news(folder: Path, rows: int = 400, flipped: int = 12) -> tuple[Path, list[int]]:
    """Writes train.csv and test.csv of two topics; returns the file and the rows whose label was flipped."""
    random = np.random.default_rng(1)
    records = []
    for number in range(rows + 60):
        topic = ("sport", "money")[number % 2]
        text = " ".join([*random.choice(TOPICS[topic], 8), f"n{number}", f"m{number}"])
        records.append([text, topic])
    wrong = sorted(random.choice(rows, flipped, replace=False).tolist())
    for place in wrong:
        records[place][1] = "money" if records[place][1] == "sport" else "sport"
    long = "the committee met on monday and spoke at length about the new stadium near the old river"
    records[0] = [long, "sport"]
    records[1] = [long.upper(), "money"]  # equal but for case, with another label
    records[2] = [long + " again", "sport"]
    records[rows] = [records[3][0], records[3][1]]  # a test text that is learnt
    wrong = [place for place in wrong if place > 3]
    for name, part in (("train.csv", records[:rows]), ("test.csv", records[rows:])):
        with (folder / name).open("w", encoding="utf-8", newline="") as stream:
            csv.writer(stream).writerows([["text", "label"], *part])
    return folder / "train.csv", [place + 2 for place in wrong]  # the header is row 1


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> tuple[NoiseReport, list[int]]:
    file, wrong = news(tmp_path_factory.mktemp("news"))
    return triage(None, DataSource(source=str(file))), wrong


def test_flipped_labels_come_first_with_the_true_class(found: tuple[NoiseReport, list[int]]) -> None:
    report, wrong = found
    labelled = [each for each in report.queue if "label" in {reason.kind for reason in each.reasons}]
    rows = [each.row for each in labelled]
    assert set(wrong) <= set(rows) and len(rows) <= len(wrong) + 4
    for each in labelled:
        if each.row in wrong:
            assert each.suggested != each.label and each.advice == "relabel" and each.score > 0.5
    assert report.noise is not None and 1 < report.noise < 8
    scores = [each.score for each in report.queue]
    assert scores == sorted(scores, reverse=True)


def test_equal_and_nearly_equal_texts_have_their_reasons(found: tuple[NoiseReport, list[int]]) -> None:
    report, _ = found
    by_place = {(each.split, each.row): each for each in report.queue}
    kinds = {place: {reason.kind for reason in each.reasons} for place, each in by_place.items()}
    splits = {name: set(split.rows.tolist()) for name, split in report.data.splits.items()}
    home = {row: name for name in ("train", "validation") for row in splits[name]}
    conflict = [kinds[home[row], row] for row in (2, 3)]
    assert all("conflict" in each for each in conflict)
    alike = {kind for row in (2, 3, 4) for kind in kinds.get((home[row], row), set())}
    assert alike & {"near conflict", "near duplicate", "near shared"}
    shared = by_place[home[5], 5]
    assert (
        "shared" in {reason.kind for reason in shared.reasons} and "test, row 2" in shared.reasons[0].sentence
    )
    assert shared.advice == "exclude"
    assert not any(each.split == "test" for each in report.queue if each.suggested)
    assert any("test split were not checked" in note for note in report.notes)


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished linear baseline on the news, with a store beside it."""
    folder = tmp_path_factory.mktemp("runs")
    file, _ = news(folder)
    design = folder / "design.toml"
    design.write_text(
        f'name = "bag"\n[[stages]]\nkind = "linear_baseline"\ndata = {{ source = "{file}" }}\n',
        encoding="utf-8",
    )
    said = palimpsest("run", design, "--store", folder / "store.sqlite")
    assert said.code == 0, said.err
    return folder


def test_a_run_adds_its_probabilities_and_what_it_forgot(trained: Path) -> None:
    source = DataSource(source=str(trained / "train.csv"))
    with Store(trained / "store.sqlite") as store:
        plain = triage(store, source, [1], test=True)
        assert "the mean of runs for" in plain.judged_by and f"{60 + 40:,} texts" in plain.judged_by
        assert any("probe Examples" in note for note in plain.notes)
        split = plain.data.splits["train"]
        rows = split.rows[[5, 6, 7]].tolist()
        labels = [plain.data.classes[split.labels[n]] for n in (5, 6, 7)]
        told = [(rows[0], labels[0], 4, 3, 1, 9, 1), (rows[1], labels[1], 4, 0, None, None, 0)]
        told.append((rows[2], labels[2], 4, 0, 1, None, 1))
        probe_results.set_example_forgetting(store, 1, told, 0, "")
        report = triage(store, source, [1])
    reasons = {(each.split, each.row): {r.kind: r for r in each.reasons} for each in report.queue}
    assert reasons["train", rows[0]]["forgotten"].sentence == "Forgotten 3 times"
    assert "never learnt" in reasons["train", rows[1]]
    assert "forgotten" not in reasons.get(("train", rows[2]), {})


def test_a_run_on_other_texts_and_labels_that_are_no_classes_are_refused(
    trained: Path, tmp_path: Path
) -> None:
    other = "text,label\n" + "".join(f"other text {n},{'ab'[n % 2]}\n" for n in range(60))
    (tmp_path / "other.csv").write_text(other, encoding="utf-8")
    with (
        Store(trained / "store.sqlite") as store,
        pytest.raises(UserError, match="has not learnt these texts"),
    ):
        triage(store, DataSource(source=str(tmp_path / "other.csv")), [1])
    (tmp_path / "n.csv").write_text(
        "text,label\n" + "".join(f"t {n},{n}.5\n" for n in range(40)), encoding="utf-8"
    )
    source = DataSource.model_validate({"source": str(tmp_path / "n.csv"), "target": "number"})
    with pytest.raises(UserError, match="have no single class"):
        triage(None, source)
