"""Context of a draft on the Design page: encoder, data, machine. Collected off the GUI thread; one signal reports
changes.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pydantic import ValidationError
from PySide6.QtCore import QObject, Signal

from engine.analysis.durations import recorded_speed, unrecorded_speed
from engine.analysis.estimate import TrainingSpeed
from engine.analysis.stage_data import StageData, merge_stage_data
from engine.launch.device_sharing import free_gpu_memory
from engine.launch.devices import local_devices
from engine.metrics.base import is_default_metric, known_metrics
from engine.spec.data import DataSource
from engine.spec.describe import SpecTable
from engine.spec.experiment import Encoder
from engine.spec.stages import Stage
from workbench.backend.tasks import TaskRunner, make_debounce_timer
from workbench.engine_texts import data_files
from workbench.forms.suggestions import Suggestion, SuggestionSource
from workbench.language import tr, tr_n
from workbench.pages.data.catalogue.entries import BUNDLED, CatalogueEntry, load_entries
from workbench.pages.design.context.data_sets import DataSetInspector
from workbench.pages.design.draft.draft import Draft
from workbench.pages.known_encoders import bundled_encoders, known_encoders

if TYPE_CHECKING:
    from engine.model.encoders import EncoderInfo
    from engine.places.examined import ExaminedPlace
    from engine.store.database import Store
    from workbench.backend.session import Session

_TRIAL_WAITS_MS = 1000
"""Delay before the speed test of the machine: its products would use every core while the window starts."""


@dataclass(frozen=True)
class MachineInfo:
    """This computer: cores, memory in bytes, devices, and the free memory of it and of its first GPU, 0 if unknown."""

    cores: int = 1
    memory: float = 0.0
    devices: tuple[str, ...] = ()
    free: float = 0.0
    gpu_free: float = 0.0

    @property
    def gpu(self) -> bool:
        """Whether runs use a GPU."""
        return any(device.startswith(("cuda", "mps")) for device in self.devices)

    def parallel_runs(self, device: str) -> int:
        """Return the number of runs on ``device`` that can run at once: one per device for an automatic choice.

        Runs on several devices use all of them.
        """
        return max(1, len(self.devices)) if device in ("auto", "cuda") else 1

    def device_groups(self) -> list[tuple[str, str]]:
        """Return (value, label) of device groups that can train one run: all GPUs, or two neighbours of more."""
        gpus = [device.removeprefix("cuda:") for device in self.devices if device.startswith("cuda:")]
        pairs = zip(gpus[::2], gpus[1::2], strict=False) if len(gpus) > 2 else ()
        every = [("cuda:all", tr("All {count} GPUs together", count=len(gpus)))] if len(gpus) > 1 else []
        return every + [
            (f"cuda:{a},{b}", tr("GPUs {first} and {second} together", first=a, second=b)) for a, b in pairs
        ]

    def describe(self) -> str:
        """``CPU, 2 cores``."""
        if self.gpu:
            count = len(self.devices)
            name = (
                tr("Apple GPU")
                if self.devices[0] == "mps"
                else "GPU"
                if count == 1
                else tr("{count} GPUs", count=count)
            )
            return tr("{name}, {cores} CPU cores", name=name, cores=self.cores)
        return tr_n("CPU, {n} core", "CPU, {n} cores", self.cores)


class DraftContext(QObject):
    """Facts about a draft: :meth:`follow` requests missing ones, ``changed`` reports each answer.

    Args:
        session: answers questions that need the store or a child process. None: these facts stay unknown.
        tasks: runs the other questions.
    """

    changed = Signal()

    def __init__(self, session: Session | None, tasks: TaskRunner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session, self._tasks = session, tasks
        self.encoder: EncoderInfo | None = None
        self.encoder_problem = ""
        self.machine = MachineInfo(cores=os.cpu_count() or 1)
        self.speed: TrainingSpeed | None = None
        self.baseline: float | None = None
        """The lowest test error of a baseline on the data of the last stage shown, in percent; None: none finished."""
        self.place = ""
        self.examination: ExaminedPlace | None = None
        self.names: dict[str, str] = {}
        self._measured_speed: TrainingSpeed | None = None
        self._entries: list[CatalogueEntry] = []
        self._encoders: list[Suggestion] = []
        self._encoder_key = ""
        self._sets = DataSetInspector(session, tasks, self.changed.emit, self)
        self._draft: Draft | None = None
        self._shown_stages: list[Stage] = []
        self._wait = make_debounce_timer(self, 350, self._ask)
        self._trial_waits = make_debounce_timer(self, _TRIAL_WAITS_MS, self._try_machine)

    # -- what the form offers ------------------------------------------------------------------------------

    def sources(self) -> dict[str, SuggestionSource]:
        """Return the sources of suggestions, by the ``suggest`` name of a field."""

        def sets() -> list[Suggestion]:
            return [Suggestion(e.name, e.title, e.group, e.summary()) for e in self._entries]

        return {
            "data sets": SuggestionSource(
                sets,
                browse_file=tr("A file…"),
                browse_folder=tr("A folder…"),
                filters=data_files(),
            ),
            "encoders": SuggestionSource(lambda: self._encoders, browse_folder=tr("A folder…")),
            "devices": SuggestionSource(self._devices),
            "general texts": SuggestionSource(
                lambda: [Suggestion("", tr("Bundled general English")), *sets()],
                browse_file=tr("A text file…"),
                browse_folder=tr("A folder…"),
                filters=tr("Text (*.txt *.txt.gz *.txt.xz *.txt.bz2);;All files (*)"),
            ),
            "texts": SuggestionSource(
                lambda: [], browse_file=tr("Text files…"), filters=tr("Text (*.txt);;All files (*)")
            ),
        }

    def samples(self) -> list[str]:
        """Return the bundled data sets, as far as the catalogue has been read."""
        return [entry.name for entry in self._entries if entry.group == BUNDLED]

    def share_held_out(self, name: str, default: float) -> float:
        """Return the validation share of the catalogue's set ``name``, or ``default``."""
        shares = (entry.source.validation_share for entry in self._entries if entry.name == name)
        return next(shares, default)

    def after_reading_sets(self, then: Callable[[], None]) -> None:
        """Call ``then`` once the catalogue has been read again, or at once without a catalogue."""
        if self._session is None:
            then()
            return

        def known(entries: list[CatalogueEntry]) -> None:
            self._sets_known(entries)
            then()

        self._session.query(_known_sets, then=known, owner=self, slot="read anew", failed=lambda _: then())

    def _devices(self) -> list[Suggestion]:
        devices = [
            ("auto", tr("Automatic")),
            ("cpu", "CPU"),
            *((d, d) for d in self.machine.devices if d != "cpu"),
        ]
        return [Suggestion(value, label) for value, label in [*devices, *self.machine.device_groups()]]

    # -- asking --------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Request facts about the machine, the catalogue and earlier runs, also after changes."""
        if self._measured_speed is None:
            self._trial_waits.start()
        if self._session is None:
            self._tasks.run(bundled_encoders, then=self._encoders_known, owner=self, slot="encoders")
            return
        self._session.query(_known_sets, then=self._sets_known, owner=self, slot="sets", failed=self._ignore)
        self._session.query(
            known_encoders, then=self._encoders_known, owner=self, slot="encoders", failed=self._ignore
        )
        self._ask_baseline()
        if self._draft is not None:
            self._ask_speeds(self._encoder_source(self._draft))

    def _try_machine(self) -> None:
        self._tasks.run(_measure_machine, then=self._machine_known, owner=self, slot="machine")

    def set_place(self, name: str) -> None:
        """Use the speed and memory of a compute target; empty or ``any``: this computer."""
        if name == self.place:
            return
        self.place, self.examination = name, None
        self.speed = None if self.is_elsewhere else self._measured_speed
        if self.is_elsewhere:
            self._tasks.run(
                _last_examination,
                name,
                then=self._examination_known,
                owner=self,
                slot="examined",
                failed=self._ignore,
            )
        if self._draft is not None:
            self._ask_speeds(self._encoder_source(self._draft))
        self.changed.emit()

    @property
    def is_elsewhere(self) -> bool:
        """Whether another compute target is to run the design."""
        return self.place != ""

    def _ignore(self, _sentence: str) -> None:
        """Do nothing: a missing suggestion is no problem, since anything can be typed."""

    def follow(self, draft: Draft) -> None:
        """Request the facts that ``draft`` needs, a moment after the last change."""
        self._draft = draft
        self._wait.start()

    def stage(self, index: int) -> StageData:
        """Return the facts about the data of stage ``index`` of the draft."""
        if self._draft is None or index >= len(self._draft.stages):
            return StageData(pending=tr("Reading the data"))
        return self.stage_data(self._draft.specs[index])

    def stage_data(self, stage: Stage) -> StageData:
        """Return the facts about the data of ``stage``, a stage of the draft or of one of its combinations."""
        encoder = self._encoder_source(self._draft) if self._draft is not None else ""
        parts = [
            self._sets.data_of(table, encoder, stage.predicts_next_sentence) for table in _data_tables(stage)
        ]
        only = len(parts) == len(stage.labelled_tasks()) == 1 and not stage.is_multi_task
        return parts[0] if only else merge_stage_data(parts)

    def show(self, stages: Sequence[Stage]) -> None:
        """Also request facts about the data of these stages: those of the shown combination of the sweep."""
        if [*stages] != self._shown_stages:
            self._shown_stages = [*stages]
            self._wait.start()

    def length_for(self, index: int, tokens: int) -> int:
        """Return the length that keeps ``tokens`` of text in stage ``index``, limited by the encoder."""
        specials = self.stage(index).specials
        most = self.encoder.positions if self.encoder is not None else tokens + specials
        return max(specials + 1, min(tokens + specials, most))

    def busy(self) -> bool:
        """Return whether answers are pending."""
        return (
            self._wait.isActive() or self._sets.busy() or (self.encoder is None and not self.encoder_problem)
        )

    def _ask(self) -> None:
        draft = self._draft
        if draft is None:
            return
        self._ask_encoder(draft)
        requested = [
            (table, stage.predicts_next_sentence)
            for stage in (*draft.specs, *self._shown_stages)
            for table in _data_tables(stage)
        ]
        self._sets.follow(requested, self._encoder_source(draft))
        self._ask_baseline()
        self.changed.emit()

    def _ask_baseline(self) -> None:
        sources = [*self._shown_stages[-1].sources().values()] if self._shown_stages else []
        if self._session is None or len(sources) != 1:
            self._baseline_known(None)
            return
        self._session.query(
            best_baseline,
            sources[0],
            then=self._baseline_known,
            owner=self,
            slot="baseline",
            failed=self._ignore,
        )

    def _baseline_known(self, error: float | None) -> None:
        if error != self.baseline:
            self.baseline = error
            self.changed.emit()

    @staticmethod
    def _encoder_source(draft: Draft) -> str:
        return str(draft.table.get("encoder", {}).get("source", ""))

    def _ask_encoder(self, draft: Draft) -> None:
        table = draft.table.get("encoder", {})
        key = json.dumps(table, sort_keys=True)
        if key == self._encoder_key:
            return
        self._encoder_key = key
        self.encoder, self.encoder_problem = None, ""
        try:
            encoder = Encoder.model_validate(table)
        except ValidationError:
            return  # the validator says so at the field
        self._tasks.run(
            _describe,
            encoder,
            then=self._encoder_known,
            failed=self._encoder_failed,
            owner=self,
            slot="encoder",
        )
        self._ask_speeds(encoder.source)

    def _ask_speeds(self, encoder: str) -> None:
        if self._session is not None and encoder:
            self._session.query(
                recorded_speed,
                encoder,
                self.place if self.is_elsewhere else "",
                then=self._speed_known,
                owner=self,
                slot="speeds",
                failed=self._ignore,
            )

    # -- answers -------------------------------------------------------------------------------------------

    def _encoder_known(self, info: EncoderInfo) -> None:
        self.encoder, self.encoder_problem = info, ""
        self.changed.emit()

    def _encoder_failed(self, sentence: str) -> None:
        self.encoder, self.encoder_problem = None, sentence.removeprefix("encoder.source: ")
        self.changed.emit()

    def _machine_known(self, measured: tuple[MachineInfo, TrainingSpeed]) -> None:
        machine, self._measured_speed = measured
        devices = tuple(self._session.devices) if self._session is not None else ()
        self.machine = replace(machine, devices=devices)
        if not self.is_elsewhere and (self.speed is None or not self.speed.run_count):
            self.speed = self._measured_speed
        self.changed.emit()

    def _speed_known(self, speed: TrainingSpeed | None) -> None:
        self.speed = speed or (None if self.is_elsewhere else self._measured_speed)
        self.changed.emit()

    def _examination_known(self, examined: ExaminedPlace | None) -> None:
        self.examination = examined
        self.changed.emit()

    def _sets_known(self, entries: list[CatalogueEntry]) -> None:
        self._entries = entries
        self.names = {entry.name: entry.title for entry in entries}
        self.changed.emit()

    def _encoders_known(self, encoders: Sequence[Suggestion]) -> None:
        self._encoders = list(encoders)
        self.changed.emit()


def _data_tables(stage: Stage) -> list[SpecTable]:
    """Return the data sets that a stage names, in plain form."""
    return [source.model_dump(mode="json") for source in stage.sources().values()]


def _describe(encoder: Encoder) -> EncoderInfo:
    from engine.model.encoders import describe_encoder

    return describe_encoder(encoder)


def _measure_machine() -> tuple[MachineInfo, TrainingSpeed]:
    import psutil

    memory = psutil.virtual_memory()
    gpu = free_gpu_memory("cuda:0") if shutil.which("nvidia-smi") else None
    machine = MachineInfo(
        os.cpu_count() or 1, float(memory.total), free=float(memory.available), gpu_free=(gpu or 0.0) * 2**30
    )
    return machine, unrecorded_speed(local_devices())


def _known_sets(store: Store) -> list[CatalogueEntry]:
    return load_entries(store)


def _last_examination(place: str) -> ExaminedPlace | None:
    from engine.places.examined import last_examination

    return last_examination(place)


def best_baseline(store: Store, data: DataSource) -> float | None:
    """Return the lowest test error in percent of a finished baseline on ``data``, or None."""
    from engine.store import runs

    def asked(source: DataSource) -> SpecTable:
        return source.model_dump(exclude={"resolved"})

    finished = runs.list_runs(store, status=["finished"], limit=500)
    tested = {row.id: row for row in finished if row.data == data.source and row.final_test is not None}
    errors = [
        known_metrics()[tested[number].metric].shortfall(tested[number].final_test or 0.0)
        for number, experiment in runs.get_experiments(store, list(tested)).items()
        if is_default_metric(tested[number].metric)
        and all(
            stage.fitted_at_once and [*map(asked, stage.sources().values())] == [asked(data)]
            for stage in experiment.stages
        )
    ]
    return min(errors, default=None)
