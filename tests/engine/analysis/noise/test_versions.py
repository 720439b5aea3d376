"""Decisions, from the command's file to a new version; the parent stays, and only what changed is trained again."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from engine.analysis.noise.decisions import TextDecision, exclude_findings, read_decisions
from engine.analysis.noise.triage import text_key
from engine.analysis.noise.versions import apply_decisions, next_name, read_version
from engine.data.dataset import Dataset, load_dataset
from engine.errors import UserError
from engine.spec.data import DataSource
from engine.store import Store, runs
from engine.store.data_names import resolve_source
from engine.store.datasets import get_dataset
from tests.engine.analysis.noise.test_triage import news
from tests.engine.cli.test_app import palimpsest


def edit(file: Path, change: dict[int, str]) -> None:
    """Writes decisions into a file as its user would: by the row of the source."""
    with file.open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream, delimiter="\t"))
    for row in rows:
        row["decision"] = change.get(int(row["row"]), row["decision"])
    with file.open("w", encoding="utf-8", newline="") as stream:
        table = csv.DictWriter(stream, list(rows[0]), delimiter="\t")
        table.writeheader()
        table.writerows(rows)


def test_a_queue_is_written_edited_and_applied(tmp_path: Path, home: Path) -> None:
    file, wrong = news(tmp_path)
    before = file.read_bytes()
    queue = tmp_path / "queue.tsv"
    said = palimpsest("noise", file, "--out", queue)
    assert said.code == 0 and "Fill in 'decision'" in said.out, said.err
    assert (
        palimpsest("noise", file, "--out", queue).code == 2
    )  # a queue that may be edited is not overwritten
    parent = load_dataset(DataSource(source=str(file)))
    rows = {int(row): name for name, split in parent.splits.items() if name != "test" for row in split.rows}
    edit(queue, {wrong[0]: "relabel", wrong[1]: "exclude", wrong[2]: "keep", 2: "relabel: money"})
    answer = palimpsest("noise", file, "--apply", queue, "--json").json
    assert (answer["name"], answer["relabelled"], answer["excluded"], answer["kept"]) == ("train@2", 2, 1, 1)
    assert file.read_bytes() == before
    with Store(home / "palimpsest.sqlite") as store:
        version = DataSource.model_validate(get_dataset(store, "train@2").source)
        made = load_dataset(resolve_source(store, DataSource(source="catalogue:train@2")))
    record = read_version(version)
    assert (
        record is not None and record.parent == str(file) and record.parent_fingerprint == parent.fingerprint
    )
    kept = json.loads((Path(version.source).parent / "version.json").read_text(encoding="utf-8"))
    assert {each["action"] for each in kept["decisions"]} == {"relabel", "exclude", "keep"}
    # Every text stays in its split with its label, but for those decided on.
    for name, split in parent.splits.items():
        expected = []
        for row, text, label in zip(split.rows, split.texts, split.labels, strict=True):
            given = parent.classes[label]
            if name != "test" and int(row) == wrong[1]:
                continue
            if name != "test" and int(row) in (wrong[0], 2):
                given = "money" if given == "sport" else "sport"
            expected.append((text, given))
        found = made.splits[name]
        texts = [(text, made.classes[label]) for text, label in zip(found.texts, found.labels, strict=True)]
        assert texts == expected
    assert rows[wrong[1]] in ("train", "validation")
    # A version has versions of its own, and decisions for one data set are none for another.
    assert palimpsest("noise", "catalogue:train@2", "--apply", queue).code == 2
    with Store(home / "palimpsest.sqlite") as store:
        source = resolve_source(store, DataSource(source="catalogue:train@2"))
        split = made.splits["train"]
        key = text_key(split.texts[0], made.classes[split.labels[0]])
        again = apply_decisions(store, source, [TextDecision("train", int(split.rows[0]), key, "exclude")])
    assert again.name == "train@3" and again.parent == "catalogue:train@2"


def test_only_what_changed_is_trained_again(tmp_path: Path, home: Path) -> None:
    """A design of two stages: the first, on other data, is taken over; the second is trained on the new version."""
    file, _ = news(tmp_path, rows=120, flipped=6)
    design = tmp_path / "design.toml"
    tiny = "max_length = 16\nepochs = 1\nbatch_size = 16\nlearning_rate = 1e-4\n"
    design.write_text(
        f'name = "two"\n[encoder]\nsource = "palimpsest-tiny"\n[compute]\ndevice = "cpu"\n[probes]\non = false\n'
        f'[[stages]]\nkind = "finetune"\ndata = {{ source = "samples:headlines", train_rows = 40, '
        f"validation_rows = 20, test_rows = 20 }}\n{tiny}"
        f'[[stages]]\nkind = "finetune"\ndata = {{ source = "{file}" }}\n{tiny}',
        encoding="utf-8",
    )
    assert palimpsest("run", design).code == 0
    queue = tmp_path / "queue.tsv"
    assert palimpsest("noise", file, "--out", queue, "--prefill").code == 0
    assert palimpsest("noise", file, "--apply", queue).code == 0
    said = palimpsest("run", design, "--set", "stages.1.data.source=catalogue:train@2")
    assert said.code == 0, said.err
    with Store(home / "palimpsest.sqlite") as store:
        notes = [line.text for line in runs.list_log_lines(store, 2)]
        assert runs.get_run(store, 2).data == "catalogue:train@2"
        assert runs.get_run(store, 1).identity != runs.get_run(store, 2).identity
    taken = [note for note in notes if "run 1" in note]
    assert len(taken) == 1, notes  # the first stage, from run 1; the second is new


@pytest.mark.parametrize(
    ("parent", "taken", "name"),
    [
        ("catalogue:news", set(), "news@2"),
        ("catalogue:news@2", {"news@2"}, "news@3"),
        ("samples:reviews", {"reviews@2", "reviews@3"}, "reviews@4"),
        ("/data/own/reviews.csv", set(), "reviews@2"),
    ],
)
def test_versions_are_numbered(parent: str, taken: set[str], name: str) -> None:
    assert next_name(parent, taken) == name


def test_labels_that_are_numbers_with_names_keep_both(tmp_path: Path, home: Path) -> None:
    (tmp_path / "classes.txt").write_text("World\nSport\nMoney\n", encoding="utf-8")
    lines = [f'"{n % 3 + 1}","text {n} of class {n % 3}"' for n in range(90)]
    (tmp_path / "train.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    source = DataSource(source=str(tmp_path / "train.csv"))
    data = load_dataset(source)
    split = data.splits["train"]
    assert data.classes == ("World", "Sport", "Money")
    key = text_key(split.texts[0], data.classes[split.labels[0]])
    other = next(name for name in data.classes if name != data.classes[split.labels[0]])
    with Store(home / "palimpsest.sqlite") as store:
        apply_decisions(
            store, source, [TextDecision("train", int(split.rows[0]), key, "relabel", other)], "named"
        )
        made = load_dataset(resolve_source(store, DataSource(source="catalogue:named")))
    assert made.classes == data.classes
    assert made.classes[made.splits["train"].labels[0]] == other
    assert (made.splits["train"].labels[1:] == split.labels[1:]).all()


@pytest.mark.parametrize(
    ("decision", "row", "said"),
    [
        ("maybe", "2", "'maybe' is not a decision"),
        ("relabel: weather", "2", "no class 'weather'"),
        ("relabel", "2", "none was suggested"),
        ("exclude", "two", "not a row number"),
        ("keep: sport", "2", "is not a decision"),
    ],
)
def test_what_is_no_decision_is_named_with_its_row(
    tmp_path: Path, decision: str, row: str, said: str
) -> None:
    file = tmp_path / "q.tsv"
    file.write_text(
        f"decision\tsuggested\tsplit\trow\tkey\n{decision}\t\ttrain\t{row}\tab\n", encoding="utf-8"
    )
    with pytest.raises(UserError, match=said) as raised:
        read_decisions(file, ["sport", "money"])
    assert "q.tsv, row 2" in str(raised.value)


def test_decisions_that_fit_no_text_or_leave_nothing_are_refused(tmp_path: Path, home: Path) -> None:
    file, _ = news(tmp_path, rows=60, flipped=0)
    source = DataSource(source=str(file))
    data = load_dataset(source)
    split = data.splits["train"]
    keys = [text_key(t, data.classes[n]) for t, n in zip(split.texts, split.labels, strict=True)]
    with Store(home / "palimpsest.sqlite") as store:
        with pytest.raises(UserError, match="text or label in row"):
            apply_decisions(store, source, [TextDecision("train", int(split.rows[0]), "0" * 16, "exclude")])
        with pytest.raises(UserError, match="no row 9999"):
            apply_decisions(store, source, [TextDecision("train", 9999, keys[0], "exclude")])
        gone = [
            TextDecision("train", int(row), key, "exclude")
            for row, key, label in zip(split.rows, keys, split.labels, strict=True)
            if label == 0
        ]
        with pytest.raises(UserError, match="no training text of class"):
            apply_decisions(store, source, gone)
        with pytest.raises(UserError, match="cannot name a file"):
            apply_decisions(store, source, gone[:1], "../up")
    assert not (home / "palimpsest-datasets").exists() or not list((home / "palimpsest-datasets").iterdir())


def test_formulas_and_class_names_survive_a_spreadsheet(tmp_path: Path, home: Path) -> None:
    lines = ["text,label"] + [
        f"=sum {n} {'aa bb' if n % 2 else 'cc dd'},{'=yes' if n % 2 else 'no'}" for n in range(60)
    ]
    (tmp_path / "f.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    queue = tmp_path / "q.tsv"
    queue.write_text("", encoding="utf-8")
    data = load_dataset(DataSource(source=str(tmp_path / "f.csv")))
    split = data.splits["train"]
    place = int((split.labels == data.classes.index("no")).argmax())
    key = text_key(split.texts[place], "no")
    queue.write_text(
        f"decision\tsplit\trow\tkey\nrelabel: '=yes\ttrain\t{split.rows[place]}\t{key}\n", encoding="utf-8"
    )
    (decision,) = read_decisions(queue, data.classes)
    assert decision.label == "=yes"


@pytest.mark.parametrize("name", ["q.tsv", "q.jsonl"])
@pytest.mark.parametrize(
    "content", [b"\xff\xfe\x00", b"{", b"[1]\n", b"no header at all\n1\t2\n", b"[" * 100_000]
)
def test_what_is_no_decisions_file_is_refused(tmp_path: Path, name: str, content: bytes) -> None:
    file = tmp_path / name
    file.write_bytes(content)
    try:
        assert read_decisions(file, ["a", "b"]) == []  # a table without rows decides nothing
    except UserError as error:
        assert name in str(error)


# -- texts of findings are left out of a new version: the split that measures stays whole, the first of
# duplicates too


PARTS = {
    "train": [
        ("a", "x"),
        ("b", "x"),
        ("A ", "x"),
        ("c", "x"),
        ("d", "y"),
        ("e", "y"),
        ("d", "x"),
        ("f", "y"),
    ],
    "validation": [("c", "x"), ("g", "y"), ("h", "y"), ("i", "x"), ("g", "y")],
    "test": [("b", "x"), ("h", "y"), ("k", "x"), ("k", "x"), ("l", "y")],
}


@pytest.fixture
def source(tmp_path: Path) -> DataSource:
    for name, rows in PARTS.items():
        with (tmp_path / f"{name}.csv").open("w", encoding="utf-8", newline="") as stream:
            csv.writer(stream).writerows([["text", "label"], *rows])
    return DataSource(
        source=str(tmp_path / "train.csv"),
        validation=str(tmp_path / "validation.csv"),
        test=str(tmp_path / "test.csv"),
    )


def left_out(data: Dataset, *findings: str) -> list[str]:
    """Returns split and text of what is left out."""
    return [
        f"{each.split} {PARTS[each.split][each.row - 2][0].strip()}"
        for each in exclude_findings(data, findings)
    ]


def test_each_finding_leaves_out_what_it_is_about(source: DataSource, home: Path) -> None:
    data = load_dataset(source)
    assert left_out(data, "duplicates") == ["train A", "validation g"], "d has two labels: a conflict"
    assert left_out(data, "duplicates:test") == ["test k"]
    assert left_out(data, "shared") == ["train b", "train c", "validation h"]
    assert left_out(data, "shared:test") == left_out(data, "shared")
    assert left_out(data, "shared:train") == ["train b", "train c"]
    assert left_out(data, "conflicts") == ["train d", "train d"]
    assert left_out(data, "conflicts:validation") == []
    assert len(left_out(data, "duplicates:train", "conflicts")) == 3
    for wrong in ("doubles", "duplicates:dev", ""):
        with pytest.raises(UserError, match="not a finding"):
            exclude_findings(data, [wrong])


def test_a_version_is_made_by_the_command(source: DataSource, tmp_path: Path, home: Path) -> None:
    files = ["--set", f"validation={source.validation}", "--set", f"test={source.test}"]
    made = palimpsest(
        "noise", source.source, *files, "--exclude", "shared", "--exclude", "duplicates", "--json"
    )
    assert made.code == 0, made.err
    assert (made.json["name"], made.json["excluded"]) == ("train@2", 5)
    with Store(home / "palimpsest.sqlite") as store:
        found = load_dataset(resolve_source(store, DataSource(source="catalogue:train@2")))
    assert list(found.splits["train"].texts) == ["a", "d", "e", "d", "f"]
    assert list(found.splits["validation"].texts) == ["c", "g", "i"]
    assert list(found.splits["test"].texts) == [text for text, _ in PARTS["test"]]
    again = palimpsest("noise", "catalogue:train@2", "--exclude", "duplicates")
    assert again.code == 2 and "no texts to leave out" in again.err
    assert palimpsest("noise", source.source, "--exclude", "doubles").code == 2
    assert palimpsest("noise", source.source, "--exclude", "shared", "--out", tmp_path / "q.tsv").code == 2


def test_labels_that_are_no_classes_are_refused(tmp_path: Path, home: Path) -> None:
    file = tmp_path / "grades.csv"
    file.write_text("text,label\n" + "".join(f"t{i},{i / 7}\n" for i in range(40)), encoding="utf-8")
    said = palimpsest("noise", file, "--set", "target.kind=number", "--exclude", "duplicates")
    assert said.code == 2 and "no single class" in said.err
