"""Token counts of the shown data set, and the lengths and limits that depend on them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from engine.data.token_counts import TokenCounts
from workbench.backend.session import require_session
from workbench.language import tr
from workbench.pages.data.catalogue.entries import capitalize_sentence
from workbench.pages.data.catalogue.reading import naming_arguments
from workbench.pages.data.inspector.lengths import SplitLengths, load_split_lengths

if TYPE_CHECKING:
    from workbench.backend.session import Session
    from workbench.pages.data.catalogue.entries import SelectedDataset
    from workbench.pages.data.inspector.panel import InspectorPanel
    from workbench.pages.data.texts.panel import TextsPanel


class TokenCounter(QObject):
    """Count the tokens of the set in ``selection`` and show them in ``texts`` and ``inspector``.

    Counts are kept by texts and encoder while the window is open. ``counted`` when new counts should be stored.
    """

    counted = Signal()

    def __init__(
        self,
        session: Session | None,
        selection: SelectedDataset,
        texts: TextsPanel,
        inspector: InspectorPanel,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._session, self._selection, self._texts, self._inspector = session, selection, texts, inspector
        self._cache: dict[tuple[str, str], TokenCounts] = {}

    def busy(self) -> bool:
        """Return whether token counts are pending."""
        slots = ("tokens", "measured")
        return self._session is not None and any(self._session.busy(self, slot) for slot in slots)

    def count(self) -> None:
        """Show the tokens of the shown split for the chosen encoder, counting them if necessary."""
        entry, inspected = self._selection.entry, self._selection.inspected
        if entry is None or inspected is None or self._session is None:
            return
        lengths = self._inspector.lengths
        encoder, earlier = lengths.encoder.value(), inspected.counted
        key = (inspected.report.fingerprint, encoder)
        if key not in self._cache and earlier is not None and earlier.encoder == encoder:
            self._cache[key] = earlier
        if key in self._cache:
            self._measure(self._cache[key])
            return
        self._texts.clear_tokens()
        lengths.show_words(inspected.report.splits[self._texts.split()].words)
        lengths.message.show_message("info", tr("Counting tokens…"))
        self._session.job(
            ["data", "tokens", *naming_arguments(self._session, entry), "--encoder", encoder],
            read=TokenCounts.model_validate_json,
            then=lambda counts: self._counted(key, counts),
            owner=self,
            slot="tokens",
            failed=self._not_counted,
            progress=lambda text: lengths.message.show_message("info", f"{text}…"),
        )

    def _counted(self, key: tuple[str, str], counts: TokenCounts) -> None:
        self._cache[key] = counts
        inspected = self._selection.inspected
        if inspected is None or inspected.report.fingerprint != key[0]:
            return
        self._selection.set_counted(counts)
        self.counted.emit()
        self._measure(counts)

    def _not_counted(self, sentence: str) -> None:
        self._inspector.lengths.message.show_message(
            "error", capitalize_sentence(sentence.removeprefix("encoder.source: "))
        )

    def _measure(self, counts: TokenCounts) -> None:
        """Read the lengths of the shown split."""
        split = self._texts.split()
        require_session(self._session).query(
            load_split_lengths,
            counts.keys[split],
            then=lambda lengths: self._measured(split, counts, lengths),
            owner=self,
            slot="measured",
            failed=lambda _sentence: self._recount(counts),
        )

    def _measured(self, split: str, counts: TokenCounts, lengths: SplitLengths) -> None:
        inspected = self._selection.inspected
        if (
            split != self._texts.split()
            or inspected is None
            or inspected.report.fingerprint != counts.fingerprint
        ):
            return
        self._texts.show_tokens(counts.tokenizer, counts.keys, counts.room)
        self._inspector.lengths.show_tokens(
            lengths, self._texts.pane.truncation_bar.room(), counts.room, counts.gaps
        )

    def _recount(self, counts: TokenCounts) -> None:
        """Count again, once, because the cache was emptied."""
        self._cache.pop((counts.fingerprint, counts.encoder), None)
        if self._selection.inspected is not None:
            self._selection.set_counted(None)
            self.count()
