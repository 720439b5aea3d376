"""A run's curves in other programs: what their own readers say is what the store holds."""

from __future__ import annotations

import math
import sys
from pathlib import Path
from threading import Thread
from unittest.mock import Mock

import pytest

from engine.errors import UserError
from engine.foreign import writers
from engine.store import Store, metrics, runs
from tests.engine.cli.test_app import palimpsest
from tests.workbench.pages.stored import finished

pytestmark = pytest.mark.usefixtures("home")


@pytest.fixture
def store(tmp_path: Path) -> Path:
    path = tmp_path / "s.sqlite"
    finished(path, "first: 3e-4")
    return path


def stored_points(store: Path) -> dict[str, list[tuple[int, float]]]:
    with Store(store) as opened:
        curves = metrics.read_curves(opened, [1], metrics.list_metric_keys(opened, [1]))
    found = {key: list(zip(c.step.tolist(), c.value.tolist(), strict=True)) for (_, key), c in curves.items()}
    assert sum(map(len, found.values())) > 20 and len(found) > 2
    return found


def assert_same(
    found: dict[str, list[tuple[int, float]]], wanted: dict[str, list[tuple[int, float]]]
) -> None:
    assert {key: [step for step, _ in own] for key, own in found.items()} == {
        key: [step for step, _ in own] for key, own in wanted.items()
    }
    for key, own in wanted.items():
        assert [v for _, v in found[key]] == pytest.approx([v for _, v in own], rel=1e-6), key


def test_tensorboard_reads_what_the_store_holds(store: Path, tmp_path: Path) -> None:
    said = palimpsest("export-log", "1", "--to", "tensorboard", "--into", tmp_path / "tb", "--store", store)
    assert said.code == 0 and "tensorboard --logdir" in said.out
    wanted = stored_points(store)
    assert f"{sum(map(len, wanted.values())):,} points" in said.out
    (folder,) = (tmp_path / "tb").iterdir()
    assert_same(tensorboard_scalars(folder), wanted)
    again = palimpsest("export-log", "1", "--to", "tensorboard", "--into", tmp_path / "tb", "--store", store)
    assert again.code == 2 and "--into" in again.err, "what is there is not mixed with another writing"
    back = palimpsest("import-log", folder, "--store", tmp_path / "other.sqlite", "--json")
    assert back.code == 0 and set(back.json["metrics"]) >= {"train/loss"}


def tensorboard_scalars(folder: Path) -> dict[str, list[tuple[int, float]]]:
    """Scalars by tag as TensorBoard's protocol buffers have them."""
    from tensorboardX.proto.event_pb2 import Event

    from engine.foreign.tensorboard import read_records

    found: dict[str, list[tuple[int, float]]] = {}
    for file in folder.glob("events*"):
        for record in read_records(file):
            event = Event.FromString(record)
            for value in event.summary.value:
                if value.HasField("simple_value"):
                    found.setdefault(value.tag, []).append((event.step, value.simple_value))
    return found


def test_a_run_that_goes_on_is_followed_to_its_end(
    store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Points that come while it is followed are written once each, and it ends with the run."""
    with Store(store) as opened:
        runs.set_run_columns(opened, [1], status="running")
        metrics.add_points(opened, 1, [("train/late", 90, 1.0, 0.5)])
    monkeypatch.setattr(writers, "POLL_SECONDS", 0.05)
    said: list[tuple[int, str]] = []
    place = str(tmp_path / "tb")
    follower = Thread(
        target=lambda: said.append(writers.export_log(store, "1", "tensorboard", place, follow=True))
    )
    follower.start()
    with Store(store) as opened:
        metrics.add_points(opened, 1, [("train/late", 91, 2.0, 0.25)])
        runs.set_run_columns(opened, [1], status="finished")
    follower.join(60)
    assert not follower.is_alive()
    (folder,) = (tmp_path / "tb").iterdir()
    assert_same(tensorboard_scalars(folder), stored_points(store))


def test_mlflow_has_parameters_and_metrics(
    store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("mlflow")
    monkeypatch.setenv("MLFLOW_ALLOW_FILE_STORE", "true")  # its small package has no other store
    from mlflow import MlflowClient

    place = (tmp_path / "mlruns").as_uri()
    said = palimpsest(
        "export-log", "1", "--to", "mlflow", "--into", place, "--project", "ours", "--store", store
    )
    assert said.code == 0, said.err
    client = MlflowClient(place)
    found = client.get_experiment_by_name("ours")
    assert found is not None
    (run,) = client.search_runs([found.experiment_id])
    assert run.info.run_name == "first: 3e-4" and run.info.status == "FINISHED"
    assert run.data.params["seed"] == "42" and float(run.data.params["stages.1.learning_rate"]) == 2e-5
    history = {
        key: [(each.step, each.value) for each in client.get_metric_history(run.info.run_id, key)]
        for key in run.data.metrics
    }
    assert_same({key: sorted(own) for key, own in history.items()}, stored_points(store))


def test_mlflow_is_called_by_its_public_names(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its client may not be installed here; a stand-in has the methods that it documents, and no others."""
    methods = "get_experiment_by_name create_experiment create_run log_batch set_terminated tracking_uri"
    client = Mock(spec_set=methods.split(), tracking_uri="there")
    client.get_experiment_by_name.return_value = None
    mlflow = Mock(MlflowClient=lambda address: client, __spec__=Mock())
    monkeypatch.setitem(sys.modules, "mlflow", mlflow)
    monkeypatch.setitem(sys.modules, "mlflow.entities", Mock())
    points, said = writers.export_log(store, "1", "mlflow", project="ours")
    assert points == sum(map(len, stored_points(store).values())) and "at there" in said
    client.create_experiment.assert_called_once_with("ours")


def test_wandb_offline_has_the_curves(store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("wandb")
    monkeypatch.setenv("WANDB_MODE", "offline")
    said = palimpsest("export-log", "1", "--to", "wandb", "--into", tmp_path, "--store", store)
    assert said.code == 0, said.err
    (file,) = (tmp_path / "wandb").glob("offline-run-*/*.wandb")
    content = file.read_bytes()
    assert all(key.encode() in content for key in stored_points(store))


def test_trackio_has_the_curves_on_this_machine(
    store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TRACKIO_DIR", str(tmp_path / "trackio"))
    pytest.importorskip("trackio")
    from trackio.sqlite_storage import SQLiteStorage

    said = palimpsest("export-log", "1", "--to", "trackio", "--project", "ours", "--store", store)
    assert said.code == 0, said.err
    found: dict[str, list[tuple[int, float]]] = {}
    for row in SQLiteStorage.get_logs("ours", "first: 3e-4"):
        for key in row.keys() - {"step", "timestamp"}:
            found.setdefault(key, []).append((row["step"], row[key]))
    assert_same({key: sorted(own) for key, own in found.items()}, stored_points(store))


def test_what_cannot_be_written_is_a_sentence(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said = palimpsest("export-log", "1", "--to", "tensorbord", "--store", store)
    assert said.code == 2 and "tensorboard, mlflow, wandb, trackio" in said.err.replace("\n", " ")
    monkeypatch.setitem(writers.WRITERS, "nothing", ("no-such-client", "Nothing"))
    said = palimpsest("export-log", "1", "--to", "nothing", "--store", store)
    assert said.code == 2 and "pip install no-such-client" in said.err

    class Broken:
        def __init__(self, _: object) -> None:
            raise ConnectionError("the server is away\nand more")

    monkeypatch.setattr(writers, "open_writer", lambda _: Broken)
    with pytest.raises(UserError, match=r"could not write \(the server is away\)"):
        writers.export_log(store, "1", "tensorboard")
    assert all(math.isfinite(value) for own in stored_points(store).values() for _, value in own)
