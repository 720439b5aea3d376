"""The Data page: the available data sets, the model's view of their texts, and their problems."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from engine.data.inspection.report import DataFinding
from engine.spec.cleaning import Cleaning, NoCleaning
from engine.spec.experiment import PROPOSED_ENCODER
from workbench.backend.cli_answers import NewDesignAnswer
from workbench.backend.session import Session
from workbench.forms.suggestions import Suggestion
from workbench.language import tr
from workbench.pages import page_attributes
from workbench.pages.base import Page
from workbench.pages.data.catalogue.copies import CLEANED, DatasetCopies, can_clean, missing_copy_message
from workbench.pages.data.catalogue.entries import (
    PAPER,
    YOURS,
    CatalogueEntry,
    InspectedDataset,
    SelectedDataset,
    capitalize_sentence,
    describe_reading,
    load_entries,
    split_origins,
)
from workbench.pages.data.catalogue.panel import CataloguePanel
from workbench.pages.data.catalogue.reading import DatasetInspection
from workbench.pages.data.importing.sheet import ImportSheet
from workbench.pages.data.inspector.counting import TokenCounter
from workbench.pages.data.inspector.panel import InspectorPanel
from workbench.pages.data.layout import DataColumns
from workbench.pages.data.noise.sheet import NoiseSheet
from workbench.pages.data.texts.panel import TextsPanel
from workbench.pages.known_encoders import known_encoders
from workbench.widgets import SearchField
from workbench.widgets.actions import make_action
from workbench.widgets.arrange import arrange_columns
from workbench.widgets.command_field import Command


class DataPage(Page):
    """Catalogue, texts, findings; import of the user's own files.

    Everything is read by child processes (``palimpsest data``) or in the session's reader thread. The results are
    kept: in the store for the user's sets, while the window is open for bundled ones.
    """

    name, title, icon, shortcut, at_end = page_attributes("data")

    def __init__(self, session: Session | None = None, parent: QWidget | None = None) -> None:
        super().__init__(session, parent)
        self.selection = SelectedDataset()
        self._encoders: list[Suggestion] = []
        self._select_next = ""
        self._parts: dict[str, str] = {}
        self.inspection = DatasetInspection(session, self)
        self.catalogue = CataloguePanel()
        self.rows = TextsPanel(session)
        self.inspector = InspectorPanel(lambda: self._encoders)
        self.sheet = ImportSheet(session)
        self.noise = NoiseSheet(session)
        self.copies = DatasetCopies(session, self)
        self.token_counter = TokenCounter(session, self.selection, self.rows, self.inspector, self)
        panels = (self.catalogue, self.rows, self.inspector, self.sheet, self.noise)
        self.columns = DataColumns(*panels, self)
        arrange_columns(self.columns, on=self)
        self._connect()
        self._actions = self._make_actions()
        if session is not None:
            session.opened.connect(self.refresh)
        self.inspector.lengths.encoder.set_value(PROPOSED_ENCODER)
        self._forget()

    def _connect(self) -> None:
        self.catalogue.chosen.connect(self._choose)
        self.catalogue.import_requested.connect(self.import_set)
        self.rows.split_chosen.connect(self._show_split)
        self.rows.design_requested.connect(self.new_design)
        self.rows.mapping_requested.connect(self.change_mapping)
        self.rows.action_requested.connect(self._run_action)
        self.rows.pane.truncation_bar.changed.connect(self._kept_changed)
        self.inspector.lengths.room_moved.connect(self._room_moved)
        self.inspector.lengths.encoder_chosen.connect(lambda _source: self.token_counter.count())
        self.token_counter.counted.connect(self._keep_report)
        self.inspection.inspected.connect(self._inspected)
        self.inspection.failed.connect(self._not_read)
        self.inspection.progressed.connect(self._reading_progressed)
        self.inspector.show_requested.connect(self.rows.show_finding)
        self.inspector.clean_requested.connect(self._clean)
        self.inspector.exclude_requested.connect(self._exclude)
        self.inspector.cleaning.undo_requested.connect(lambda: self._clean(NoCleaning()))
        self.inspector.facts.hub_requested.connect(self._use_hub)
        self.copies.begun.connect(self._copy_begun)
        self.copies.changed.connect(self._copy_changed)
        self.copies.failed.connect(self._copy_failed)
        self.copies.version_saved.connect(self._version_saved)
        self.sheet.left.connect(self._import_cancelled)
        self.sheet.added.connect(self._added)
        self.inspector.noise_requested.connect(self.look_for_noise)
        self.noise.left.connect(self._leave_noise)
        self.noise.applied.connect(self._version_saved)

    def _make_actions(self) -> list[QAction]:
        return [
            make_action(self, tr("&Import a data set…"), self.import_set, "Ctrl+I", "plus", "File"),
            make_action(self, tr("&Use in the current design"), self.use_in_design, None, "design", "Run"),
            make_action(self, tr("Desig&n a model for this data"), self.new_design, None, "plus", "Run"),
            make_action(self, tr("&Random texts"), self.rows.show_random, "Ctrl+Shift+R", "dice", "View"),
            make_action(self, tr("Edit i&mport…"), self.change_mapping, None, None, "Edit"),
            make_action(self, tr("Fin&d label errors…"), self.look_for_noise, None, "search", "Edit"),
            make_action(self, tr("Re&move from the catalogue"), self.remove, None, "trash", "Edit"),
            make_action(self, tr("Re&ad the data set again"), self.read_again, "F5", "retry", "View"),
        ]

    def search_field(self) -> SearchField | None:
        return self.rows.search if self.rows.search.isVisible() else super().search_field()

    def actions_for_menus(self) -> list[QAction]:
        return self._actions

    # -- page ----------------------------------------------------------------------------------------------

    def commands(self) -> Iterable[Command]:
        for entry in self.catalogue.entries():
            yield Command(entry.title, partial(self.navigate.emit, self.name, entry.name), tr("data set"))

    def busy(self) -> bool:
        """Return whether any displayed content is pending."""
        if self.session is None:
            return False
        own = any(self.session.busy(self, slot) for slot in ("entries", "drawn"))
        return own or self.inspection.busy() or self.token_counter.busy()

    def on_shown(self) -> None:
        self.refresh()
        if not self.columns.importing():
            self.catalogue.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def receive(self, payload: object) -> None:
        """Take the name of a data set to show (``samples:reviews``), or ``{"import": path}``. The path may be ""."""
        if isinstance(payload, dict) and "import" in payload:
            self.import_set(str(payload["import"]))
        elif isinstance(payload, str) and not self.catalogue.select(payload):
            self._select_next = payload

    def refresh(self) -> None:
        """Read the catalogue again."""
        if self.session is not None:
            self.session.query(
                load_entries, then=self._listed, owner=self, slot="entries", failed=self._no_catalogue
            )
            self.session.query(known_encoders, then=self._encoders_known, owner=self, slot="encoders")

    def _encoders_known(self, encoders: list[Suggestion]) -> None:
        self._encoders = encoders

    # -- the catalogue -------------------------------------------------------------------------------------

    def _listed(self, entries: Sequence[CatalogueEntry]) -> None:
        entries_shown = self.selection.with_inspected_sets(entries)
        self.catalogue.set_entries(entries_shown)
        selection, self._select_next = self._select_next, ""
        if selection in (entry.name for entry in entries_shown):
            # Shown again even if it is the shown one: its mapping may have changed.
            self.selection.entry = None
            self.catalogue.list.setCurrentIndex(QModelIndex())
            self.catalogue.select(selection)
        elif self.isVisible() and not self.columns.importing():
            self._show_any()

    def _show_any(self) -> None:
        """Show the first set if none is shown, but not during an import, which this would end."""
        entries = self.catalogue.entries()
        if self.selection.entry is None and self.catalogue.current() is None and entries:
            self.catalogue.select(entries[0].name)

    def _no_catalogue(self, sentence: str) -> None:
        self.rows.show_nothing(tr("The catalogue cannot be read"), sentence, "")

    def _choose(self, entry: CatalogueEntry) -> None:
        if self.columns.importing():
            self._leave_import()
        if self.columns.queueing():
            self._leave_noise()
        if self.selection.entry is None or entry.name != self.selection.entry.name:
            self.show_entry(entry)

    def show_entry(self, entry: CatalogueEntry, again: bool = False) -> None:
        """Show a data set: earlier results at once, then new ones."""
        self.inspection.stop()
        self.selection.entry = entry
        self.rows.begin(entry)
        self.inspector.clear("")
        self._show_facts()
        inspected = self.selection.inspected_set(entry.name)
        if inspected is not None and not again:
            self._show_inspected(inspected)
            return
        if entry.inspected is not None and not again:
            self._show_inspected(entry.inspected)
        elif entry.group == PAPER and not again and entry.copy != "own copy":
            self._offer_copy(entry)
            return
        else:
            rows = tr("{rows:,} rows", rows=entry.rows) if entry.rows else entry.title
            self.rows.wait(tr("Reading {rows}…", rows=rows), "", tr("Stop"))
        self.inspection.begin(entry)

    def read_again(self) -> None:
        """Inspect the shown set again, for example because its file has changed."""
        if self.selection.entry is not None:
            self.show_entry(self.selection.entry, again=True)

    def _show_facts(self) -> None:
        """Show the paper's facts about the shown set, if it is one of the paper's."""
        chosen = self.selection.entry.paper() if self.selection.entry is not None else None
        if self.selection.entry is not None and chosen is not None:
            place = self.selection.entry.source.source
            self.inspector.facts.show_set(chosen, "" if place == self.selection.entry.name else place)

    def _offer_copy(self, entry: CatalogueEntry) -> None:
        """Offer the copies of a set of the paper that has not been read. Nothing is downloaded without a request."""
        chosen = entry.paper()
        assert chosen is not None
        place = entry.source.source if entry.on_hub else ""
        self.inspector.show_unread(chosen, place)
        self.rows.wait(*missing_copy_message(chosen, place))

    def _use_hub(self) -> None:
        if self.selection.entry is not None:
            self.inspection.stop()
            self.copies.use_hub(self.selection.entry)

    def _clean(self, cleaning: object) -> None:
        if self.selection.entry is not None and can_clean(self.selection.entry):
            self.inspection.stop()
            self.copies.clean(self.selection.entry, Cleaning.choose(cleaning))

    def _exclude(self, findings: list[DataFinding]) -> None:
        if self.selection.entry is not None and self.session is not None and findings:
            self.inspection.stop()
            self.copies.exclude(self.selection.entry, findings)

    def _copy_changed(self, name: str, sentence: str) -> None:
        """Show a set again after a change of its copy or texts."""
        self.selection.drop_inspected(name)
        self._select_next = name
        self.status_changed.emit(sentence)
        self.refresh()

    def _copy_begun(self, text: str) -> None:
        self.inspector.allow_changes(False)
        self.rows.wait(f"{text}…")

    def _copy_failed(self, sentence: str) -> None:
        self.inspector.allow_changes(True)
        if self.selection.entry is not None:
            self.show_entry(self.selection.entry)
            self.rows.head.message.show_message("error", sentence)

    def remove(self) -> None:
        """Remove the shown set, one of the user's, from the catalogue. Its files stay."""
        entry = self.selection.entry
        if entry is None or entry.group != YOURS or self.session is None:
            self.status_changed.emit(tr("Only your own data sets can be removed from the catalogue."))
            return
        from engine.store.datasets import remove_dataset

        self.status_changed.emit(
            tr("{title} was removed from the catalogue; its files are where they were.", title=entry.title)
        )
        self.inspection.stop()  # its result would restore the set
        self._forget()
        self.session.act(remove_dataset, entry.row, then=lambda _nothing: self.refresh(), owner=self)

    def _forget(self) -> None:
        self.selection.entry = None
        self.rows.show_nothing(
            tr("No data set selected"),
            tr("Choose one on the left, or import a file, a folder or a set of the hub."),
            tr("Import…"),
        )
        self.inspector.clear("")

    # -- reading -------------------------------------------------------------------------------------------

    def _reading_progressed(self, text: str) -> None:
        if self.selection.entry is not None and not self.rows.is_readable:
            self.rows.wait(f"{text}…", "", tr("Stop"))

    def _not_read(self, sentence: str) -> None:
        if self.rows.is_readable:
            self.rows.head.message.show_message(
                "warning",
                tr("{problem} The last readable state is shown.", problem=capitalize_sentence(sentence)),
            )
            return
        own = self.selection.entry is not None and self.selection.entry.group == YOURS
        if self.selection.entry is not None and self.selection.entry.group == PAPER:
            self.selection.entry = replace(self.selection.entry, inspected=None)
            self._offer_copy(self.selection.entry)
            self.rows.head.message.show_message("error", capitalize_sentence(sentence))
            return
        self.rows.wait(
            tr("The data set cannot be read"),
            capitalize_sentence(sentence),
            tr("Edit import…") if own else tr("Read again"),
        )
        self.inspector.clear("")

    def _run_action(self) -> None:
        """Run the action of the empty state: import, stop reading, change the mapping, or read again."""
        if self.selection.entry is None:
            self.import_set()
        elif self.inspection.was_cancelled:
            self.read_again()
        elif self.inspection.running and not self.rows.is_readable:
            self.inspection.give_up()
            self.rows.wait(
                tr("Reading was stopped"), tr("The part already read is not kept."), tr("Read again")
            )
        elif self.selection.entry.group == YOURS and not self.rows.is_readable:
            self.change_mapping()
        elif self.selection.entry.group == PAPER and not self.rows.is_readable:
            self._fetch_copy(self.selection.entry)
        else:
            self.read_again()

    def _fetch_copy(self, entry: CatalogueEntry) -> None:
        """Read the hub's copy of a set of the paper, or open a folder dialog if there is none."""
        if entry.on_hub:
            self.inspector.clear("")
            self._show_facts()
            self.rows.wait(tr("Requesting {title} from the hub…", title=entry.title))
            self.inspection.begin(entry, download=True)
        else:
            self.copies.choose(entry)

    def _inspected(self, entry: CatalogueEntry, inspected: InspectedDataset) -> None:
        facts = self.selection.take(entry, inspected)
        self.catalogue.set_entries([facts if e.name == entry.name else e for e in self.catalogue.entries()])
        self._keep_report()
        self.rows.head.message.clear()
        assert self.selection.inspected is not None
        self._show_inspected(self.selection.inspected)

    def _keep_report(self) -> None:
        if self.selection.entry is not None and self.session is not None:
            self.copies.keep_report(self.selection.entry)

    def _show_inspected(self, inspected: InspectedDataset) -> None:
        entry, report = self.selection.entry, inspected.report
        assert entry is not None
        self.rows.head.set_tags(entry.with_inspected(inspected).tags())
        several = report.target == "labels"
        self.rows.show_set(report.fingerprint, inspected.rows, report.classes, several=several)
        cleanable = can_clean(entry) and isinstance(entry.source.cleaning, NoCleaning)
        # Cleaning has a separate section.
        notes = [note for note in report.notes if not note.startswith(CLEANED)]
        excludable = bool(report.classes) and report.target in ("", "class", "rank")
        self.inspector.show_health(report.health, notes, sum(inspected.rows.values()), cleanable, excludable)
        self.inspector.cleaning.show_cleaned(report.found)
        self._show_reading_note()
        self._show_split(self.rows.split())
        if self.session is not None:
            self.session.query(
                split_origins,
                report.fingerprint,
                then=self._drawn,
                owner=self,
                slot="drawn",
                failed=self._cache_missing,
            )

    def _drawn(self, parts: dict[str, str]) -> None:
        self._parts = parts
        self._show_reading_note()

    def _show_reading_note(self) -> None:
        inspected = self.selection.inspected
        if self.selection.entry is not None and inspected is not None:
            report = inspected.report
            self.rows.head.note.set_text(
                describe_reading(self.selection.entry.source, report.found, report.fingerprint, self._parts)
            )

    def _cache_missing(self, _sentence: str) -> None:
        """Read the set again, because the cache was emptied."""
        if self.selection.entry is not None:
            self.rows.wait_again(tr("Reading {title}…", title=self.selection.entry.title))
            self.inspection.begin(self.selection.entry)

    # -- one split and its tokens --------------------------------------------------------------------------

    def _show_split(self, split: str) -> None:
        inspected = self.selection.inspected
        if inspected is None:
            return
        report = inspected.report.splits[split]
        self.inspector.show_labels(split, report.classes, report.rows)
        self.token_counter.count()

    def _kept_changed(self) -> None:
        keep = self.rows.pane.truncation_bar
        self.inspector.lengths.set_room(keep.room(), keep.limit())

    def _room_moved(self, room: int) -> None:
        self.rows.pane.truncation_bar.move_to(room)
        self.rows.show_room()

    # -- going on ------------------------------------------------------------------------------------------

    def use_in_design(self) -> None:
        """Use the shown set in the design: the Design page receives ``{"source": name}``."""
        if self.selection.entry is not None and self.rows.is_readable:
            self.navigate.emit("design", {"source": self.selection.entry.name})

    def new_design(self) -> None:
        """Open a new design for the whole shown set on the Design page, as written by ``palimpsest new --data``."""
        if self.selection.entry is not None and self.rows.is_readable:
            self._design(self.selection.entry.name, self.selection.entry.title)

    def _design(self, name: str, title: str) -> None:
        if self.session is None:
            return
        encoder = self.inspector.lengths.encoder.value()
        self.status_changed.emit(tr("Analysing {title} for a design…", title=title))
        self.session.job(
            ["new", "--data", name, "--encoder", str(encoder), "--store", str(self.live_session.store_path)],
            read=NewDesignAnswer.model_validate_json, then=self._open_design,
            owner=self, slot="new design", failed=self.status_changed.emit,
        )  # fmt: skip

    def _open_design(self, answer: NewDesignAnswer) -> None:
        title = answer.experiment.get("name", "")
        self.status_changed.emit("")
        self.navigate.emit(
            "design", {"experiment": answer.experiment, "title": title, "reasons": answer.reasons}
        )

    def import_set(self, path: str = "") -> None:
        """Open the import sheet, on ``path`` if given."""
        self.sheet.begin([entry.title for entry in self.catalogue.entries() if entry.group == YOURS], path)
        self.columns.show_import(True)

    def change_mapping(self) -> None:
        """Open the sheet on the shown set, one of the user's. For a set of the paper, choose the user's own copy."""
        if self.selection.entry is not None and self.selection.entry.group == PAPER:
            self.copies.choose(self.selection.entry)
        elif self.selection.entry is not None and self.selection.entry.group == YOURS:
            self.sheet.change(self.selection.entry.title, self.selection.entry.source)
            self.columns.show_import(True)

    def look_for_noise(self) -> None:
        """Open the queue of possible label errors of the shown set."""
        if self.selection.entry is not None and self.rows.is_readable and self.session is not None:
            self.noise.begin(self.selection.entry.name, self.selection.entry.title)
            self.columns.show_queue(True)

    def _leave_noise(self) -> None:
        self.noise.stop()
        self.columns.show_queue(False)
        self.catalogue.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def _version_saved(self, name: str, sentence: str) -> None:
        """Show the new version of the shown set."""
        self._select_next = f"catalogue:{name}"
        self._leave_noise()
        self.status_changed.emit(f"{sentence}.")
        self.refresh()

    def _import_cancelled(self) -> None:
        self._leave_import()
        self._show_any()

    def _leave_import(self) -> None:
        self.sheet.stop()
        self.columns.show_import(False)
        self.catalogue.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def _added(self, name: str, sentence: str, design: bool) -> None:
        self.selection.drop_inspected(f"catalogue:{name}")
        self._select_next = f"catalogue:{name}"
        self._leave_import()
        self.status_changed.emit(sentence)
        self.refresh()
        if design:
            self._design(f"catalogue:{name}", name)
