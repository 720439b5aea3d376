"""Labels that are doubted: why, how surely, and texts that are nearly the same."""

from __future__ import annotations

import csv
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from engine.analysis.noise.triage import (
    NearDuplicate,
    NoiseReport,
    assign_folds,
    find_label_issues,
    find_near_duplicates,
    predict_out_of_fold,
    text_shingles,
    triage,
)
from engine.errors import UserError
from engine.spec.data import DataSource

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
    return triage(DataSource(source=str(file))), wrong


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


def test_labels_that_are_no_classes_are_refused(tmp_path: Path) -> None:
    (tmp_path / "n.csv").write_text(
        "text,label\n" + "".join(f"t {n},{n}.5\n" for n in range(40)), encoding="utf-8"
    )
    source = DataSource.model_validate({"source": str(tmp_path / "n.csv"), "target": "number"})
    with pytest.raises(UserError, match="have no single class"):
        triage(source)


def by_hand(labels: np.ndarray, probabilities: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Equations 1 and 2 of Northcutt et al. 2021 as they stand there: the joint and the likely class of each text."""
    width = probabilities.shape[1]
    thresholds = []
    for j in range(width):
        own = [p[j] for p, label in zip(probabilities, labels, strict=True) if label == j]
        thresholds.append(sum(own) / len(own))
    joint, likely = np.zeros((width, width), int), labels.copy()
    for n, (p, label) in enumerate(zip(probabilities, labels, strict=True)):
        candidates = [j for j in range(width) if p[j] >= thresholds[j]]
        if candidates:
            best = max(candidates, key=lambda j: p[j])
            joint[label, best] += 1
            likely[n] = best
    return joint, likely


@pytest.mark.parametrize("seed", range(5))
def test_the_joint_is_the_papers(seed: int) -> None:
    random = np.random.default_rng(seed)
    probabilities = random.dirichlet(np.full(4, 0.5), 300)
    labels = np.array([random.choice(4, p=p) for p in probabilities])
    found = find_label_issues(labels, probabilities)
    joint, likely = by_hand(labels, probabilities)
    assert found.joint.tolist() == joint.tolist() and found.suggested.tolist() == likely.tolist()
    places = np.arange(300)
    np.testing.assert_allclose(found.margins, probabilities[places, likely] - probabilities[places, labels])
    # The share of wrong labels: each row of the joint scaled to how often its class is given.
    given = np.bincount(labels, minlength=4)
    scaled = joint / joint.sum(1, keepdims=True) * given[:, None]
    assert found.noise == pytest.approx(1 - np.trace(scaled) / scaled.sum())


def test_the_example_of_the_docstring() -> None:
    found = find_label_issues(np.array([0, 0, 1]), np.array([[0.9, 0.1], [0.2, 0.8], [0.3, 0.7]]))
    assert found.thresholds == pytest.approx([0.55, 0.7])
    assert found.joint.tolist() == [[1, 1], [0, 1]] and found.suggested.tolist() == [0, 1, 1]
    assert found.margins[1] == pytest.approx(0.6)


def test_a_class_without_texts_is_never_suggested() -> None:
    found = find_label_issues(
        np.array([0, 1, 0]), np.array([[0.1, 0.1, 0.8], [0.2, 0.7, 0.1], [0.9, 0.1, 0.0]])
    )
    assert np.isnan(found.thresholds[2]) and 2 not in found.suggested


def test_folds_keep_copies_together_and_classes_in_their_shares() -> None:
    random = np.random.default_rng(1)
    keys = random.integers(0, 400, 1000).astype(np.uint64)
    labels = (keys % 5 == 0).astype(np.int64)
    fold = assign_folds(labels, keys, 5)
    assert all(len(set(fold[keys == key])) == 1 for key in np.unique(keys))
    groups = {int(key): int(fold[keys == key][0]) for key in np.unique(keys)}
    for value in (0, 1):
        sizes = np.bincount([f for key, f in groups.items() if (key % 5 == 0) == value], minlength=5)
        assert sizes.max() - sizes.min() <= 1


def test_probabilities_are_of_models_that_did_not_learn_the_text() -> None:
    """A text with a word of its own is told by it only where it was learnt: held out, it is told by nothing."""
    texts = [f"{'apple pear' if n % 2 else 'bolt nut'} common" for n in range(60)] + ["unique1 zzz"]
    labels = np.array([n % 2 for n in range(60)] + [1])
    keys = np.arange(61, dtype=np.uint64)
    found = predict_out_of_fold(texts, labels, keys, 2)
    np.testing.assert_allclose(found.sum(1), 1.0)
    assert (found[:60].argmax(1) == labels[:60]).all() and found[:60].max(1).min() > 0.8
    assert abs(found[60, 1] - 0.5) < 0.1


def test_pairs_are_those_that_a_comparison_of_all_finds() -> None:
    random = np.random.default_rng(1)
    words = [f"w{n}" for n in range(500)]
    texts = [" ".join(random.choice(words, 40)) for _ in range(60)]
    for place in range(0, 60, 3):  # one word in forty is another: 38 - 3 of 38 + 3 triples are shared
        changed = texts[place].split()
        changed[int(random.integers(40))] = "other"
        texts.append(" ".join(changed))
    found = find_near_duplicates(texts)
    shingles = [text_shingles(text) for text in texts]
    exact = {
        (i, j): len(shingles[i] & shingles[j]) / len(shingles[i] | shingles[j])
        for i, j in combinations(range(len(texts)), 2)
    }
    expected = {pair for pair, likeness in exact.items() if likeness >= 0.8}
    assert len(expected) == 20
    # Hashing may miss a pair near the threshold, and reports none that is not one.
    pairs = {(each.first, each.second) for each in found}
    assert pairs <= expected and len(pairs) >= 19
    assert all(each.similarity == exact[each.first, each.second] for each in found)


def test_case_and_punctuation_do_not_count_and_short_texts_are_not_compared() -> None:
    long = "one two three four five six seven eight nine ten"
    assert find_near_duplicates([long, "different words entirely", long.upper() + " !!!"]) == [
        NearDuplicate(0, 2, 1.0)
    ]
    assert find_near_duplicates(["what is html", "what is html"]) == []


def test_texts_without_blanks_are_cut_into_characters() -> None:
    text = "".join(chr(0x4E00 + n) for n in range(60))
    assert len(text_shingles(text)) == 56
    assert [(each.first, each.second) for each in find_near_duplicates([text, text[:-1] + "们"])] == [(0, 1)]
