"""Capsules: what a run is in one file, taken to another installation and run again there; and files that lie."""

from __future__ import annotations

import json
import os
import random
import shutil
import sqlite3
import zipfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine import launch, paths
from engine.capsule.inputs import relocate_paths
from engine.capsule.opening import capsule_folder, check_capsule, open_capsule
from engine.capsule.writing import MANIFEST, ROWS, member_problem, write_capsule
from engine.errors import UserError
from engine.spec.experiment import parse_experiment
from engine.store import Store, runs
from engine.store.datasets import add_dataset
from engine.store.repair import check_store
from engine.store.tables import columns as declared_columns
from tests.engine.cli.test_app import palimpsest
from tests.engine.malformed.stores import unguarded

WRITTEN = [("good" if n % 2 else "bad", n % 10, "praise" if n % 2 else "blame") for n in range(60)]


@pytest.fixture(scope="module")
def origin(tmp_path_factory: pytest.TempPathFactory, tiny_bert_folder: Path) -> Path:
    """A store with a sweep of two finished runs on a set of the catalogue, imported with options of its own."""
    room = tmp_path_factory.mktemp("origin")
    data, encoder = room / "data", room / "encoder"
    data.mkdir()
    shutil.copytree(tiny_bert_folder, encoder)
    lines = [
        f"{number};the {word} film number {digit};{label}"
        for number, (word, digit, label) in enumerate(WRITTEN)
    ]
    (data / "notes.txt").write_text(
        "\n".join(["id;said;verdict", *lines, "99;;blame"]) + "\n", encoding="cp1252"
    )
    (data / "private.txt").write_text("not read by any run", encoding="utf-8")
    general = room / "general.txt"
    general.write_text(
        "\n\n".join(f"The film number {n} was in the city by the river." for n in range(40)), "utf-8"
    )
    path = room / "s.sqlite"
    entry = {
        "source": str(data / "notes.txt"), "text": ["said"], "label": "verdict", "validation_share": 0.3,
        "format": {"kind": "csv", "delimiter": "semicolon", "encoding": "cp1252", "incomplete": "skip"},
    }  # fmt: skip
    with Store(path) as store:
        add_dataset(store, "films", entry)
    stage = {"kind": "finetune", "data": "catalogue:films", "epochs": 2.0, "batch_size": 4, "max_length": 24}
    made = [
        parse_experiment(
            {
                "name": f"seed {seed}", "seed": seed, "encoder": {"source": str(encoder)}, "stages": [stage],
                "probes": {"text": str(general), "texts": 4},
                "compute": {"device": "cpu", "precision": "fp32", "threads": 1},
            }
        )
        for seed in (1, 2)
    ]  # fmt: skip
    for number in launch.enqueue(path, made, "two seeds", launcher="cli"):
        last = list(launch.run_foreground(path, number))[-1]
        assert last.exit_code == 0, runs.read_log_tail(last.row.folder)
    return path


@pytest.fixture(scope="module")
def whole(origin: Path) -> Path:
    """A capsule of both runs with all they read and left."""
    file = origin.parent / "whole.capsule"
    with Store(origin) as store:
        write_capsule(store, [1, 2], file, with_inputs=True, with_models=True)
    return file


def stored(path: Path, number: int) -> dict[str, list[tuple[object, ...]]]:
    """All rows of a run but what another installation must have otherwise."""
    changing = ("id", "spec", "folder", "slot", "sweep_id", "pid", "pid_started", "heartbeat", "launcher")
    own = {("messages", "id"), *(("runs", name) for name in changing)}
    found = {}
    with Store(path, read_only=True) as store:
        for table, columns in declared_columns().items():
            if table != "runs" and "run_id" not in columns:
                continue
            names = [name for name in columns if name != "run_id" and (table, name) not in own]
            key = "id" if table == "runs" else "run_id"
            sql = f"SELECT {', '.join(names)} FROM {table} WHERE {key} = ? ORDER BY {', '.join(names)}"
            found[table] = [tuple(row) for row in store.execute(sql, (number,))]
    found["messages"] = [row for row in found["messages"] if not str(row[-1]).startswith("From the capsule")]
    return found


@pytest.mark.slow
def test_a_run_comes_out_the_same_in_another_installation(
    whole: Path, origin: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # What the runs read is gone here: all of it must come from the capsule.
    away = origin.parent.rename(origin.parent.with_name("elsewhere"))
    try:
        home = tmp_path / "home"
        monkeypatch.setenv("PALIMPSEST_HOME", str(home))
        file = away / whole.name
        store = home / "palimpsest.sqlite"
        with Store(store) as opened:  # with a run of its own, so that numbers differ
            runs.create_run(
                opened, parse_experiment({"stages": [{"kind": "finetune", "data": "samples:headlines"}]})
            )
        said = palimpsest("open-capsule", file)
        assert (
            said.code == 0 and "Run 1, seed 1, is run 2 now" in said.out and "palimpsest rerun 2" in said.out
        )
        for original, number in ((1, 2), (2, 3)):
            assert stored(away / "s.sqlite", original) == stored(store, number)
        assert check_store(store).is_sound
        with Store(store) as opened:
            two, three = runs.get_run(opened, 2), runs.get_run(opened, 3)
            assert two.sweep_id == three.sweep_id is not None and two.group_name == "two seeds"
            assert [each.kind for each in runs.list_artefacts(opened, 2)].count("stage") == 1
            looks = opened.execute("SELECT count(*) FROM test_looks").fetchone()[0]
        assert looks == 2
        names = {each.name for each in capsule_folder(store).rglob("*") if each.is_file()}
        assert "notes.txt" in names and "general.txt" in names and "private.txt" not in names
        said = palimpsest("rerun", "2", "--json")
        assert said.out, said.err
        answer = said.json
        assert (
            said.code == 0
            and answer["identical"]
            and answer["weights"] == {"1": True}
            and answer["predictions"]["compared"] > 0
        )
        # The model that came along answers, too.
        assert palimpsest("predict", "2", "--text", "the good film", "--json").code == 0
        said = palimpsest("open-capsule", file)
        assert said.code == 2 and "was added before, as run 2" in said.err
        said = palimpsest("open-capsule", file, "--again", "--json")
        assert [each["run"] for each in said.json["runs"]] == [5, 6]
    finally:
        away.rename(origin.parent)


@pytest.mark.slow
def test_without_inputs_it_can_be_looked_at(origin: Path, tmp_path: Path) -> None:
    file = tmp_path / "one.capsule"
    assert palimpsest("capsule", "seed 2", "--out", file, "--store", origin).code == 0
    said = palimpsest("capsule", "2", "--out", file, "--store", origin)
    assert said.code == 2 and "--overwrite" in said.err
    with Store(tmp_path / "other.sqlite") as store:
        found = open_capsule(store, file)
        assert found.inputs is None and [each.number for each in found.runs] == [1]
        assert runs.list_artefacts(store, 1)[0].kind == "probabilities"
        notes = [each.text for each in runs.list_log_lines(store, 1)]
        assert notes[-1].startswith("From the capsule one.capsule: run 2, trained on ")
    assert not capsule_folder(tmp_path / "other.sqlite").exists()
    assert stored(origin, 2) == stored(tmp_path / "other.sqlite", 1)


def test_only_finished_runs_travel(origin: Path, tmp_path: Path) -> None:
    path = tmp_path / "s.sqlite"
    with Store(path) as store:
        runs.create_run(
            store, parse_experiment({"stages": [{"kind": "finetune", "data": "samples:headlines"}]})
        )
        with pytest.raises(UserError, match="run 1: has not finished"):
            write_capsule(store, [1], tmp_path / "x.capsule")
    assert not (tmp_path / "x.capsule").exists()


def rewritten(
    whole: Path, target: Path, change: Callable[[str, bytes], bytes | None], manifest: object = None
) -> Path:
    """A capsule with other contents of members, the list of files as it was unless ``manifest`` changes it."""
    with zipfile.ZipFile(whole) as before, zipfile.ZipFile(target, "w") as after:
        for name in before.namelist():
            content = before.read(name)
            if name == MANIFEST and callable(manifest):
                found = json.loads(content)
                manifest(found)
                content = json.dumps(found).encode()
            if (made := change(name, content)) is not None:
                after.writestr(name, made)
    return target


def sealed(whole: Path, target: Path, member: str, content: bytes) -> Path:
    """A capsule in which one member has another content, and the list of files says so: a well made lie."""
    import hashlib

    def list_it(found: dict[str, dict[str, object]]) -> None:
        found["files"][member] = {"bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}

    return rewritten(whole, target, lambda name, before: content if name == member else before, list_it)


def altered(whole: Path, target: Path, sql: str, *values: object) -> Path:
    """A well made lie whose rows were changed past all checks."""
    rows = target.with_name("altered.sqlite")
    with zipfile.ZipFile(whole) as archive:
        rows.write_bytes(archive.read(ROWS))
    with unguarded(rows) as store, suppress(sqlite3.IntegrityError):  # a key that may not be there twice
        store.execute(sql, values)
    return sealed(whole, target, ROWS, rows.read_bytes())


def refused(file: Path) -> str:
    store = file.parent / "target.sqlite"
    with Store(store) as opened:
        with pytest.raises(UserError) as caught:
            open_capsule(opened, file)
        assert opened.execute("SELECT count(*) FROM runs").fetchone()[0] == 0
    assert not capsule_folder(store).exists() and not (file.parent / "target-runs").exists()
    with pytest.raises(UserError):
        check_capsule(file)
    return str(caught.value)


@pytest.mark.slow
def test_a_changed_byte_is_found_wherever_it_is(whole: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(whole) as archive:
        names = [name for name in archive.namelist() if name != MANIFEST and archive.getinfo(name).file_size]
    for number, name in enumerate(names[:: max(1, len(names) // 8)]):
        folder = tmp_path / str(number)
        folder.mkdir()
        file = rewritten(
            whole, folder / "x.capsule", lambda each, was, name=name: was[:-1] + b"~" if each == name else was
        )
        assert name in refused(file)


@pytest.mark.slow
def test_a_flipped_bit_of_the_file_is_refused_in_words(whole: Path, tmp_path: Path) -> None:
    content = whole.read_bytes()
    sound = check_capsule(whole).runs
    for place in range(7, len(content), len(content) // 40):
        file = tmp_path / f"{place}.capsule"
        file.write_bytes(content[:place] + bytes([content[place] ^ 0x10]) + content[place + 1 :])
        try:
            found = check_capsule(file)
        except UserError as error:
            assert "capsule" in str(error)
        else:  # a bit that no reader of ZIP files looks at, such as a time
            assert found.runs == sound


@pytest.mark.slow
def test_torn_and_foreign_files(whole: Path, tmp_path: Path) -> None:
    content = whole.read_bytes()
    for number, made in enumerate((b"", b"PK", content[: len(content) // 2], b"x" * 4000, b"{}")):
        folder = tmp_path / str(number)
        folder.mkdir()
        (folder / "x.capsule").write_bytes(made)
        assert "is damaged, or not a capsule" in refused(folder / "x.capsule")
    (tmp_path / "other").mkdir()
    with zipfile.ZipFile(tmp_path / "other" / "x.capsule", "w") as archive:
        archive.writestr("readme.txt", "hello")
    assert "is not a capsule" in refused(tmp_path / "other" / "x.capsule")


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    ["../x.csv", "inputs/0/../../x", "/etc/x", "inputs/0/C:\\x", "inputs/99/x.csv", "runs/1/files", "runs/7/files/x",
     "inputs/0/a\nb", "inputs/0/.bashrc", "engine/x.py", "inputs//0/x", "runs/1/sweeps.jsonl"],
)  # fmt: skip
def test_no_member_leads_out_of_its_place(name: str, whole: Path, tmp_path: Path) -> None:
    def with_it(found: dict[str, dict[str, object]]) -> None:
        found["files"][name] = {
            "bytes": 1,
            "sha256": "2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881",
        }

    file = rewritten(whole, tmp_path / "x.capsule", lambda _, content: content, with_it)
    with zipfile.ZipFile(file, "a") as archive:
        archive.writestr(zipfile.ZipInfo(name), "x")
    assert "holds '" in refused(file) or "cannot be read" in refused(file)


@pytest.mark.slow
def test_links_bombs_and_doubles(whole: Path, tmp_path: Path) -> None:
    def listed(length: int) -> Callable[[dict[str, dict[str, object]]], None]:
        return lambda found: found["files"].update({"inputs/0/zeros": {"bytes": length, "sha256": "0" * 64}})

    cases = {"link": 1, "bomb": 1 << 30, "huge": 1 << 49}
    said = {}
    for what, length in cases.items():
        (tmp_path / what).mkdir()
        file = rewritten(whole, tmp_path / what / "x.capsule", lambda _, content: content, listed(length))
        with zipfile.ZipFile(file, "a", zipfile.ZIP_DEFLATED) as archive:
            entry = zipfile.ZipInfo("inputs/0/zeros")
            entry.compress_type = zipfile.ZIP_DEFLATED
            if what == "link":
                entry.external_attr = 0o120777 << 16
            archive.writestr(entry, b"x" if what == "link" else b"\0" * (1 << 20))
        said[what] = refused(file)
    assert "no plain file" in said["link"]
    assert "length is not the one" in said["bomb"] and "length is not the one" in said["huge"]


@pytest.mark.slow
def test_rows_that_no_store_would_hold(whole: Path, tmp_path: Path) -> None:
    cases = {
        "no number": "UPDATE metrics SET value = 'a'",
        "infinite": "UPDATE metrics SET value = 9e999",
        "negative": "UPDATE metrics SET step = -1 WHERE step = (SELECT max(step) FROM metrics)",
        "running": "UPDATE runs SET status = 'running'",
        "no JSON": "UPDATE runs SET spec = '{'",
        "status": "UPDATE runs SET status = 'glorious'",
        "another run": "UPDATE runs SET id = 7 WHERE id = 2",
        "no run": "DELETE FROM runs WHERE id = 2",
        "no table": "DROP TABLE metrics",
        "no name": "UPDATE runs SET name = x'ff'",
        "trigger": "CREATE TRIGGER more AFTER INSERT ON metrics BEGIN DELETE FROM runs; END",
        "view": "CREATE VIEW more AS SELECT 1",
    }
    for what, sql in cases.items():
        (tmp_path / what).mkdir()
        assert "is damaged: " in refused(altered(whole, tmp_path / what / "x.capsule", sql)), what
    (tmp_path / "none").mkdir()
    for content in (b"", b"SQLite format 3\0" + bytes(4000)):
        assert "is damaged: " in refused(sealed(whole, tmp_path / "none" / "x.capsule", ROWS, content))


ODD = ("", "word", "\0", "../../outside", "{", "[]", "{}", "null", "[7]", "NaN", '{"a": NaN}', "[1e999]", r'["\ud800"]',
       "n" * 20_000, "[" * 3000 + "]" * 3000, -1, 0, 1, 7, 1 << 31, 1 << 60, 0.5, -0.5, 1e308, float("inf"), None,
       b"\xff\xfe\0")  # fmt: skip
LOOKS = (
    ("show", "1"),
    ("slices", "1"),
    ("predictions", "1", "--out", "out.csv"),
    ("forgetting", "1"),
    ("compare", "1"),
)


def examine_odd_value(rows_alone: Path, folder: Path, draw: random.Random) -> None:
    """Put an odd value into a row of a capsule: it is refused whole, or becomes a sound run that can be looked at."""
    folder.mkdir()
    tables = {name: each for name, each in declared_columns().items() if name == "runs" or "run_id" in each}
    table = draw.choice([*tables])
    column, value = draw.choice([*tables[table]]), draw.choice(ODD)
    what = f"{table}.{column} = {value!r:.60}"
    file = altered(rows_alone, folder / "x.capsule", f"UPDATE {table} SET {column} = ?", value)
    store = folder / "target.sqlite"
    with Store(store) as opened:
        try:
            open_capsule(opened, file)
        except UserError:
            assert opened.execute("SELECT count(*) FROM runs").fetchone()[0] == 0, what
            return
    assert check_store(store).is_sound, what
    for words in LOOKS:
        answer = palimpsest(*words, "--store", store)
        assert answer.code in (0, 2) and "Traceback" not in answer.err, (
            f"{what}: {words}: {answer.err[-1500:]}"
        )


@pytest.fixture
def rows_alone(origin: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A capsule of one run without files."""
    monkeypatch.chdir(tmp_path)
    with Store(origin) as store:
        write_capsule(store, [1], tmp_path / "rows.capsule", with_inputs=False, with_models=False)
    return tmp_path / "rows.capsule"


@pytest.mark.slow
def test_an_odd_value_of_a_row_is_refused_or_breaks_nothing(rows_alone: Path, tmp_path: Path) -> None:
    draw = random.Random(3)
    for number in range(40):
        examine_odd_value(rows_alone, tmp_path / str(number), draw)


@pytest.mark.nightly
@pytest.mark.parametrize("part", range(10))
def test_a_hundred_odd_values_are_refused_or_break_nothing(
    rows_alone: Path, tmp_path: Path, part: int
) -> None:
    draw = random.Random(f"{part} {os.urandom(8)!r}")
    for number in range(100):
        examine_odd_value(rows_alone, tmp_path / str(number), draw)
        shutil.rmtree(tmp_path / str(number))


@pytest.mark.slow
@given(data=st.data())
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
def test_any_manifest_is_refused_in_words(
    whole: Path, tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    junk = st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(), lambda inner: st.lists(inner, max_size=3)
        | st.dictionaries(st.text(), inner, max_size=3), max_leaves=5,
    )  # fmt: skip
    with zipfile.ZipFile(whole) as archive:
        keys = sorted(json.loads(archive.read(MANIFEST)))
    key, value = data.draw(st.sampled_from(keys)), data.draw(junk)
    folder = tmp_path_factory.mktemp("junk")
    file = rewritten(
        whole, folder / "x.capsule", lambda _, content: content, lambda found: found.update({key: value})
    )
    try:
        check_capsule(file)
    except UserError:
        pass
    else:  # a value that says nothing wrong
        assert key in ("program", "created", "resources", "left_out", "inputs")


@pytest.mark.parametrize(
    ("key", "number", "said"),
    [("format", 0, "cannot be read ("), ("format", 2, "newer"), ("schema_version", 99, "newer")],
)
def test_newer_ones_and_a_format_that_never_was_are_refused(
    key: str, number: int, said: str, whole: Path, tmp_path: Path
) -> None:
    def numbered(found: dict[str, object]) -> None:
        found[key] = number

    file = rewritten(whole, tmp_path / "x.capsule", lambda _, content: content, numbered)
    assert said.replace("newer", "newer Palimpsest") in refused(file)


def test_places_move_and_nothing_else(tmp_path: Path) -> None:
    new = tmp_path / "new"
    moves = {"/data": new, "C:\\texts": new / "w", "/data/inner": tmp_path / "in", "": tmp_path / "never"}
    assert relocate_paths("/data/a/b.csv", moves) == str(new / "a" / "b.csv")
    assert relocate_paths("/data/inner/b.csv", moves) == str(tmp_path / "in" / "b.csv")
    assert relocate_paths("C:\\texts\\b.csv", moves) == str(new / "w" / "b.csv")
    for same in ("/database/x", "samples:headlines", "", "/data/../etc/passwd", "text of /data"):
        assert relocate_paths(same, moves) == same
    assert relocate_paths({"/data/x": [1, None, "/data"]}, moves) == {str(new / "x"): [1, None, str(new)]}


def test_names_of_members() -> None:
    assert not member_problem("runs/1/files/predictions/stage-1/test.arrow")
    for bad in ("a/../b", "a//b", "/a", "a/", "", "a/b ", "a/NUL\0", "x" * 300, "a\\b"):
        assert member_problem(bad), bad
    assert paths.RESOURCES.is_dir()
