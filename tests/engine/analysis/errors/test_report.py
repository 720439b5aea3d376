"""Where a run is wrong, end to end: a trained run, and one on a file of one's own with further columns."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pytest
import tomlkit

from engine.analysis.errors.report import report_errors
from engine.data.dataset import load_dataset
from engine.data.tokens import encode_split
from engine.errors import UserError
from engine.model.tokenizer.tokenizer_core import load_counting_tokenizer
from engine.spec.data import DataSource
from engine.spec.experiment import Encoder
from engine.spec.truncation import HeadTruncation
from engine.store import Store, runs, summaries
from tests.engine.cli.test_app import palimpsest
from tests.engine.lab.trained import trained

DATA = {"source": "samples:questions", "test_rows": 24, "train_rows": 60}


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("slices") / "store.sqlite"
    trained(path, "one", encoder="palimpsest-tiny")
    return path


def test_slices_are_counted_as_by_hand(store: Path) -> None:
    with Store(store) as opened:
        found = report_errors(opened, 1)
        kept = summaries.read_predictions(opened, 1)
        task = runs.get_experiment(opened, 1).stages[-1].labelled_tasks()[0]
    assert kept is not None
    split = load_dataset(DataSource.model_validate(DATA)).splits["test"]
    wrong = kept.labels != kept.predicted
    assert found.overall.mean == pytest.approx(100 * wrong.mean())
    by_name = {feature.name: (feature, results) for feature, results in found.features}
    feature, results = by_name["class"]
    for result in results:
        of_class = kept.labels == feature.values.index(result.value)
        assert (result.texts, result.mean) == (of_class.sum(), pytest.approx(100 * wrong[of_class].mean()))
    assert sum(each.texts for each in by_name["confidence"][1]) == 24
    tokens = encode_split(
        split, load_counting_tokenizer(Encoder(source="palimpsest-tiny")),
        truncation=HeadTruncation(), max_length=task.max_length or 128,
    )  # fmt: skip
    feature, _ = by_name["length"]
    assert feature.title == "Length, tokens"
    for place, code in enumerate(feature.codes):
        bounds = [int(bound) for bound in feature.values[code].split(" to ")]
        assert bounds[0] <= tokens.tokens.lengths[place] <= bounds[-1]


def test_confident_errors_have_their_texts(store: Path) -> None:
    with Store(store) as opened:
        found = report_errors(opened, 1, max_errors=3)
        kept = summaries.read_predictions(opened, 1)
    assert kept is not None
    split = load_dataset(DataSource.model_validate(DATA)).splits["test"]
    texts = dict(zip(split.rows.tolist(), split.texts, strict=True))
    wrong = np.flatnonzero(kept.labels != kept.predicted)
    assert [each.confidence for each in found.confident] == sorted(kept.confidence[wrong])[::-1][:3]
    for each in found.confident:
        assert each.text == texts[each.row] and each.label != each.predicted


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of a linear baseline on a file whose texts from one place have labels without any reason."""
    folder = tmp_path_factory.mktemp("own")
    random = np.random.default_rng(1)
    with (folder / "news.csv").open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(["text", "label", "place", "year", "id"])
        for number in range(1500):
            topic = int(random.integers(2))
            words = " ".join(
                random.choice(["goal", "match", "team"] if topic else ["bank", "share", "price"], 6)
            )
            place = str(random.choice(["north", "south", "=1+1"]))
            label = int(random.integers(2)) if place == "south" else topic
            writer.writerow([words, ["money", "sport"][label], place, 1990 + number % 30, f"t{number}"])
    (folder / "design.toml").write_text(
        f'name = "own"\n[[stages]]\nkind = "linear_baseline"\ndata = {{ source = "{folder / "news.csv"}" }}\n',
        encoding="utf-8",
    )
    said = palimpsest("run", folder / "design.toml", "--store", folder / "store.sqlite")
    assert said.code == 0, said.err
    return folder


def test_the_worst_slice_of_a_column_is_found_by_the_command(own: Path) -> None:
    answer = palimpsest("slices", "last", "--store", own / "store.sqlite", "--json").json
    names = {f["name"] for f in answer["features"]}
    assert {"class", "predicted", "place", "year"} <= names and not {"id", "length"} & names
    assert any("'id'" in note for note in answer["notes"])
    places = next(f for f in answer["features"] if f["name"] == "place")["slices"]
    assert {each["value"]: each["mean"] > 30 for each in places} == {
        "south": True,
        "north": False,
        "=1+1": False,
    }
    first = answer["worst"][0]
    assert {"feature": "place", "value": "south"} in first["conditions"] and first["confirmed"]
    assert first["interval"][0] > answer["value"]
    said = palimpsest("slices", "last", "--store", own / "store.sqlite")
    assert said.code == 0 and "place: south" in said.out and "Most confident errors" in said.out


def test_members_let_a_slice_be_taken_apart(own: Path) -> None:
    answer = palimpsest("slices", "last", "--store", own / "store.sqlite", "--json", "--members").json
    members = answer["members"]
    codes = np.array(members["features"]["place"]["codes"])
    place = members["features"]["place"]["values"].index("south")
    listed = next(f for f in answer["features"] if f["name"] == "place")["slices"]
    south = next(each for each in listed if each["value"] == "south")
    assert (codes == place).sum() == south["texts"]
    assert np.array(members["costs"])[codes == place].mean() == pytest.approx(south["mean"])


def test_what_is_not_there_is_refused_with_what_is(own: Path, store: Path) -> None:
    said = palimpsest("slices", "last", "--by", "weather", "--store", own / "store.sqlite")
    assert said.code == 2 and "weather" in said.err and "place, year" in said.err
    with Store(store) as opened, pytest.raises(UserError, match="no predictions for 'train'"):
        report_errors(opened, 1, "train")


def test_texts_with_several_labels_are_right_when_all_are(tmp_path: Path) -> None:
    rows = [[f"{'red ' * (n % 2)}{'big ' * (n % 3 == 0)}thing {n}", "red" if n % 2 else "", "big" if n % 3 == 0 else ""]
            for n in range(60)]  # fmt: skip
    with (tmp_path / "sets.csv").open("w", encoding="utf-8", newline="") as stream:
        table = csv.writer(stream)
        table.writerow(["text", "label"])
        table.writerows([text, "|".join(filter(None, labels))] for text, *labels in rows)
    experiment = {
        "name": "sets",
        "encoder": {"source": "palimpsest-tiny"},
        "stages": [
            {
                "kind": "finetune",
                "data": {
                    "source": str(tmp_path / "sets.csv"),
                    "target": {"kind": "labels", "delimiter": "|"},
                },
                "objective": "multi_label",
                "max_length": 16,
                "epochs": 1,
                "batch_size": 16,
            }
        ],
        "compute": {"device": "cpu"},
        "probes": {"on": False},
    }
    design = tmp_path / "design.toml"
    design.write_text(tomlkit.dumps(experiment), encoding="utf-8")
    said = palimpsest("run", design, "--store", tmp_path / "store.sqlite")
    assert said.code == 0, said.err
    with Store(tmp_path / "store.sqlite") as store:
        found = report_errors(store, 1)
        kept = summaries.read_predictions(store, 1)
    assert kept is not None and kept.is_multi_label
    assert found.overall.mean == pytest.approx(100 * (kept.labels != kept.predicted).any(axis=1).mean())
    titles = {feature.title for feature, _ in found.features}
    assert "Labels" in titles
    palimpsest("slices", "1", "--store", tmp_path / "store.sqlite", "--json", "--members").json["members"]
