"""What is known around a draft."""

from __future__ import annotations

from pathlib import Path

from pytestqt.qtbot import QtBot

from engine import launch, paths
from engine.events import StageStarted, StepMetrics
from engine.spec.experiment import parse_experiment
from engine.spec.sweep import Plan
from engine.store import Store, runs
from engine.store.writer import RunWriter
from tests import patience
from tests.workbench.pages.design.drafted import quickstart
from workbench.backend.session import Session
from workbench.pages.design.context.draft_context import DraftContext, MachineInfo
from workbench.pages.design.context.wording import compute_lines
from workbench.pages.design.draft.draft import from_plan


def test_the_computer_is_named() -> None:
    draft = quickstart()
    assert compute_lines(draft, MachineInfo(cores=2)) == [
        "CPU, 2 cores",
        "1 run at a time",
        "Nothing leaves this computer",
    ]
    gpus = MachineInfo(cores=8, devices=("cuda:0", "cuda:1"))
    assert compute_lines(draft, gpus)[:2] == ["2 GPUs, 8 CPU cores", "2 runs at a time"]
    # A run on several GPUs has them to itself.
    both = draft.with_value("compute.device", "cuda:all")
    assert compute_lines(both, gpus)[:2] == ["cuda:all", "1 run at a time"]
    assert gpus.device_groups() == [("cuda:all", "All 2 GPUs together")]
    four = MachineInfo(devices=("cuda:0", "cuda:1", "cuda:2", "cuda:3"))
    assert [value for value, _ in four.device_groups()] == ["cuda:all", "cuda:0,1", "cuda:2,3"]
    assert (
        MachineInfo(devices=("cuda:0",)).device_groups()
        == MachineInfo(devices=("cpu",)).device_groups()
        == []
    )
    hub = draft.with_value("stages.0.data.source", "hub:imdb")
    assert "Nothing leaves this computer" not in compute_lines(hub, MachineInfo())


def test_earlier_runs_on_own_files_with_an_encoder_of_a_run_are_found(
    qtbot: QtBot, open_session: Session, tmp_path: Path
) -> None:
    """Runs have recorded full paths and contents; a draft says run:1, and knows no content."""
    own = tmp_path / "films.csv"
    own.write_text("text,label\n" + "good film,a\nbad film,b\n" * 20, encoding="utf-8")
    first = parse_experiment({"stages": [{"kind": "further_pretrain", "data": [str(own)], "steps": 10}]})
    second = first.model_copy(update={"encoder": first.encoder.model_copy(update={"source": "run:1"})})
    with Store(paths.default_store()) as store:
        for number, speed in ((1, 1000.0), (2, 250.0)):
            launch.enqueue(store, [first if number == 1 else second], launcher="cli")
            with RunWriter(store.path, number) as writer:
                info = {"documents": 40 * number}
                writer.write(StageStarted(0, "further_pretrain", "Pre-training", 0, 10, 10, info))
                writer.write(StepMetrics(10, {"speed/tokens_per_second": speed}))
            folder = runs.get_run(store, number).folder
            (folder / "stage-1" / "encoder").mkdir(parents=True)
            row = {
                "run_id": number,
                "kind": "stage",
                "path": "stage-1",
                "step": 10,
                "bytes": 0,
                "created": 1.0,
            }
            store.upsert("artefacts", row)
            runs.set_run_columns(store, [number], status="finished")
    known = DraftContext(open_session, open_session.tasks)
    known.follow(from_plan(Plan(second)))
    known.start()
    wait = patience.milliseconds(60)
    qtbot.waitUntil(lambda: known.speed is not None and known.speed.run_count == 1, timeout=wait)
    assert known.speed is not None and known.speed.tokens_per_second == 250.0
    qtbot.waitUntil(lambda: known.corpus(second.stages[0]) == {"documents": 80}, timeout=wait)
