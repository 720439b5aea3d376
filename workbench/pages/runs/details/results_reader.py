"""What the Results tab asks for, read from the store or computed by a process."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from workbench.pages.runs.details.error_slices import load_slice_texts

if TYPE_CHECKING:
    from workbench.backend.session import Session
    from workbench.pages.runs.details.results import ResultsTab


class ResultsReader(QObject):
    """Answers the questions of a tab: another split's metrics, error slices, the texts of a slice."""

    def __init__(self, tab: ResultsTab, session: Session) -> None:
        super().__init__(tab)
        self._tab, self._session = tab, session
        tab.split_wanted.connect(self._read_split)
        tab.slices.slices_wanted.connect(self._find_slices)
        tab.slices.texts_wanted.connect(self._read_slice_texts)

    def _read_split(self, number: int, split: str) -> None:
        from engine.analysis.split_metrics import measure_split

        self._session.query(
            measure_split, number, split, then=self._tab.show_split, owner=self._tab, slot="split"
        )

    def _find_slices(self, number: int, split: str) -> None:
        from workbench.backend.cli_answers import SlicesAnswer

        card, session = self._tab.slices, self._session
        session.job(
            ["slices", str(number), "--split", split, "--members", "--errors", "0",
             "--store", str(session.store_path)],
            read=SlicesAnswer.model_validate_json, then=card.show_answer,
            owner=self._tab, slot="slices", failed=card.fail, progress=card.say,
        )  # fmt: skip

    def _read_slice_texts(self, fingerprint: str, split: str, positions: tuple[int, ...]) -> None:
        card = self._tab.slices
        self._session.query(
            load_slice_texts, fingerprint, split, positions,
            then=card.show_texts, owner=self._tab, slot="slice texts", failed=card.fail,
        )  # fmt: skip
