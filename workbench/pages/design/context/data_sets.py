"""Inspection of a draft's data sets for the Design page: each is inspected once, even if several stages use it."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, TypeVar

from pydantic import ValidationError
from PySide6.QtCore import QObject

from engine.analysis.estimate import TokenLengths
from engine.analysis.stage_data import StageData
from engine.data.inspection.report import DatasetReport
from engine.data.token_counts import TokenCounts, load_token_lengths
from engine.spec.command_line import source_arguments
from engine.spec.data import DataSource
from engine.spec.describe import SpecTable
from workbench.backend.session import require_session
from workbench.backend.tasks import TaskRunner
from workbench.language import tr

if TYPE_CHECKING:
    from workbench.backend.cli_job import CliJob
    from workbench.backend.session import Session

T = TypeVar("T")


@dataclass
class _DataSetState:
    """One data set: its facts so far, and the jobs that collect more."""

    data: StageData = field(default_factory=StageData)
    jobs: list[CliJob] = field(default_factory=list)


class DataSetInspector(QObject):
    """Facts about the data sets of a draft: :meth:`follow` requests missing ones, ``changed()`` reports answers.

    Args:
        session: runs the child processes that read data. None: no facts are collected.
    """

    def __init__(
        self,
        session: Session | None,
        tasks: TaskRunner,
        changed: Callable[[], None],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._session, self._tasks, self._changed = session, tasks, changed
        self._states: dict[str, _DataSetState] = {}

    def data_of(self, table: SpecTable, encoder: str, sentences: bool = False) -> StageData:
        """Return findings on the data set ``table`` with the tokens of ``encoder``."""
        state = self._states.get(_key(table, encoder, sentences))
        return state.data if state is not None else StageData(pending=tr("Reading the data"))

    def busy(self) -> bool:
        """Return whether answers are pending."""
        return any(state.data.pending for state in self._states.values())

    def follow(self, requested: Sequence[tuple[SpecTable, bool]], encoder: str) -> None:
        """Collect facts about these data sets, (table, whether to count sentences) each; drop all others."""
        tables = {_key(table, encoder, sentences): (table, sentences) for table, sentences in requested}
        for key in [key for key in self._states if key not in tables]:
            for job in self._states.pop(key).jobs:
                job.cancel()
        for key, (table, sentences) in tables.items():
            if key not in self._states:
                self._states[key] = _DataSetState()
                self._ask(key, table, encoder, sentences)

    def _ask(self, key: str, table: SpecTable, encoder: str, sentences: bool) -> None:
        state = self._states[key]
        if self._session is None:
            return
        try:
            source = DataSource.model_validate(table)
        except ValidationError:
            return  # the validator reports this at the field
        state.data = StageData(pending=tr("Reading the data"))
        args = [*source_arguments(source), "--store", str(self._session.store_path)]
        if source.source.startswith("paper:"):
            args.append("--no-download")  # opening a recipe downloads nothing; the Data page does on request

        def put(data: StageData) -> None:
            if self._states.get(key) is state:
                state.data = data
                self._changed()

        def uncounted(_sentence: str) -> None:
            put(replace(state.data, pending=""))

        def counted(counts: TokenCounts) -> None:
            self._tasks.run(
                lambda counted: TokenLengths(load_token_lengths(counted.keys["train"])),
                counts,
                then=lambda lengths: put(
                    replace(
                        state.data, lengths=lengths, specials=counts.specials, gaps=counts.gaps, pending=""
                    )
                ),
                failed=uncounted,
                owner=self,
                slot=f"lengths {key}",
            )

        def inspected(report: DatasetReport) -> None:
            sentences = report.sentences
            single = None if sentences is None else sentences.single_percent
            put(
                replace(
                    state.data, facts=report.facts(), single=single, problem="", pending=tr("Counting tokens")
                )
            )
            # Without an encoder there are no tokens; that problem is shown at the encoder.
            tokens_command = ["data", "tokens", *args, "--encoder", encoder]
            self._job(
                state, tokens_command, f"tokens {key}", TokenCounts.model_validate_json, counted, uncounted
            )

        self._job(
            state,
            ["data", "inspect", *args, "--encoder", "", "--sentences" if sentences else "--no-sentences"],
            f"inspect {key}",
            DatasetReport.model_validate_json,
            inspected,
            lambda sentence: put(replace(state.data, facts=None, lengths=None, problem=sentence, pending="")),
            lambda text: put(replace(state.data, pending=text)),
        )

    def _job(
        self,
        state: _DataSetState,
        args: list[str],
        slot: str,
        read: Callable[[bytes], T],
        then: Callable[[T], None],
        failed: Callable[[str], None],
        progress: Callable[[str], None] | None = None,
    ) -> None:
        job = require_session(self._session).job(
            args, read, then, owner=self, slot=slot, failed=failed, progress=progress
        )
        state.jobs.append(job)


def _key(table: SpecTable, encoder: str, sentences: bool) -> str:
    return json.dumps([table, encoder, sentences], sort_keys=True)
