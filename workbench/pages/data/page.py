"""The Data page: what there is to learn from, how it looks to a model, and what is the matter with it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Qt, QTimer
from PySide6.QtGui import QAction

from engine.data.inspection.report import DataFinding, DatasetReport
from engine.data.token_counts import TokenCounts
from engine.spec.cleaning import Cleaning, NoCleaning
from engine.spec.data import DataSource
from engine.spec.experiment import Encoder
from workbench.backend.cli_answers import NewDesignAnswer
from workbench.forms.suggestions import Suggestion
from workbench.language import tr
from workbench.pages import listed
from workbench.pages.base import PageInParts
from workbench.pages.data.catalogue.copies import CLEANED, DatasetCopies, can_clean, missing_copy_message
from workbench.pages.data.catalogue.entries import (
    BUNDLED,
    PAPER,
    YOURS,
    CatalogueEntry,
    load_entries,
)
from workbench.pages.data.catalogue.inspected import InspectedDataset
from workbench.pages.data.catalogue.panel import CataloguePanel
from workbench.pages.data.catalogue.wording import (
    capitalize_sentence,
    describe_beginning,
    describe_reading,
    split_origins,
)
from workbench.pages.data.importing.sheet import ImportSheet
from workbench.pages.data.inspector.lengths import SplitLengths, load_split_lengths
from workbench.pages.data.inspector.panel import InspectorPanel
from workbench.pages.data.inspector.paper import table1
from workbench.pages.data.layout import DataColumns
from workbench.pages.data.noise.sheet import NoiseSheet
from workbench.pages.data.texts.panel import TextsPanel
from workbench.pages.known_encoders import known_encoders
from workbench.widgets import SearchField
from workbench.widgets.actions import make_action
from workbench.widgets.arrange import arrange_columns
from workbench.widgets.command_field import Command

if TYPE_CHECKING:
    from engine.data.paper.table1 import Table1Comparison
    from workbench.backend.cli_job import CliJob

_PATIENCE_MS = 2000


class DataPage(PageInParts):
    """Catalogue, texts, findings; import of the user's own files.

    Everything is read by child processes (``palimpsest data``) or in the session's reader thread. What they found is
    kept: for the user's sets in the store, for bundled ones while the window is open.
    """

    name, title, icon, shortcut, at_end = listed("data")

    def make_parts(self) -> Iterator[None]:
        """Make the panels, each in a step of its own."""
        session = self.session
        self._entry: CatalogueEntry | None = None
        self._counted: dict[tuple[str, str], TokenCounts] = {}
        self._inspections: dict[str, InspectedDataset] = {}
        self._encoders: list[Suggestion] = []
        self._select_next = ""
        self._parts: dict[str, str] = {}
        self._reading: CliJob | None = None
        self._preview_text = ""
        self._stopped = False
        self._preview_timer = QTimer(self)
        self._preview_timer.setSingleShot(True)
        self._preview_timer.setInterval(_PATIENCE_MS)
        self._preview_timer.timeout.connect(self._request_preview)
        self.catalogue = CataloguePanel()
        yield
        self.rows = TextsPanel(session)
        yield
        self.inspector = InspectorPanel(lambda: self._encoders, lazy=True)
        yield from self.inspector.remaining_parts()
        yield
        self.sheet = ImportSheet(session, lazy=True)
        yield from self.sheet.remaining_parts()
        yield
        self.noise = NoiseSheet(session)
        yield
        self.copies = DatasetCopies(session, self)
        panels = (self.catalogue, self.rows, self.inspector, self.sheet, self.noise)
        self.columns = DataColumns(*panels, self, lazy=True)
        yield from self.columns.remaining_parts()
        arrange_columns(self.columns, on=self)
        yield
        self._connect()
        self._actions = self._make_actions()
        if session is not None:
            session.opened.connect(self.refresh)
        self.inspector.lengths.encoder.set_value(Encoder().source)
        self._forget()

    def _connect(self) -> None:
        self.catalogue.chosen.connect(self._choose)
        self.catalogue.import_wanted.connect(self.import_set)
        self.rows.split_chosen.connect(self._show_split)
        self.rows.use_wanted.connect(self.use_in_design)
        self.rows.design_wanted.connect(self.new_design)
        self.rows.mapping_wanted.connect(self.change_mapping)
        self.rows.action_wanted.connect(self._run_action)
        self.rows.reading.keep.changed.connect(self._kept_changed)
        self.inspector.lengths.room_moved.connect(self._room_moved)
        self.inspector.lengths.encoder_chosen.connect(lambda _source: self._count_tokens())
        self.inspector.show_wanted.connect(self.rows.show_finding)
        self.inspector.clean_wanted.connect(self._clean)
        self.inspector.exclude_wanted.connect(self._exclude)
        self.inspector.cleaning.undo_wanted.connect(lambda: self._clean(NoCleaning()))
        self.inspector.facts.hub_wanted.connect(self._use_hub)
        self.copies.begun.connect(self._copy_begun)
        self.copies.changed.connect(self._copy_changed)
        self.copies.failed.connect(self._copy_failed)
        self.copies.version_made.connect(self._version_made)
        self.sheet.left.connect(self._import_given_up)
        self.sheet.added.connect(self._added)
        self.inspector.noise_wanted.connect(self.look_for_noise)
        self.noise.left.connect(self._leave_noise)
        self.noise.applied.connect(self._version_made)

    def _make_actions(self) -> list[QAction]:
        return [
            make_action(self, tr("&Import a data set…"), self.import_set, "Ctrl+I", "plus", "File"),
            make_action(self, tr("&Use in Design"), self.use_in_design, None, "design", "Run"),
            make_action(self, tr("&New design for this data"), self.new_design, None, "plus", "Run"),
            make_action(self, tr("&Random texts"), self.rows.show_random, "Ctrl+Shift+R", "dice", "View"),
            make_action(self, tr("Edit i&mport…"), self.change_mapping, None, None, "Edit"),
            make_action(self, tr("Look for &doubtful labels…"), self.look_for_noise, None, "search", "Edit"),
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
        """Return whether anything that is shown is still to come."""
        slots = ("entries", "inspect", "tokens", "measured", "drawn", "table1")
        return self.session is not None and any(self.session.busy(self, slot) for slot in slots)

    def on_shown(self) -> None:
        self.refresh()
        if not self.columns.importing():
            self.catalogue.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def receive(self, payload: object) -> None:
        """Take the name of a data set to show (``samples:reviews``), or ``{"import": path}``; the path may be ""."""
        if isinstance(payload, dict) and "import" in payload:
            self.import_set(str(payload["import"]))
        elif isinstance(payload, str) and not self.catalogue.select(payload):
            self._select_next = payload

    def refresh(self) -> None:
        """Ask for the catalogue again."""
        if self.session is not None:
            self.session.query(
                load_entries, then=self._listed, owner=self, slot="entries", failed=self._no_catalogue
            )
            self.session.query(known_encoders, then=self._encoders_known, owner=self, slot="encoders")

    def _encoders_known(self, encoders: list[Suggestion]) -> None:
        self._encoders = encoders

    # -- the catalogue -------------------------------------------------------------------------------------

    def _listed(self, entries: Sequence[CatalogueEntry]) -> None:
        known = [e.with_inspected(self._inspections.get(e.name)) for e in entries]
        self.catalogue.set_entries(known)
        wanted, self._select_next = self._select_next, ""
        if wanted in (entry.name for entry in known):
            # Shown anew even when it is the shown one: it may have another mapping now.
            self._entry = None
            self.catalogue.list.setCurrentIndex(QModelIndex())
            self.catalogue.select(wanted)
        elif self.isVisible() and not self.columns.importing():
            self._show_any()

    def _show_any(self) -> None:
        """Show the first set where none is shown; not while one is imported, for that would end it."""
        entries = self.catalogue.entries()
        if self._entry is None and self.catalogue.current() is None and entries:
            self.catalogue.select(entries[0].name)

    def _no_catalogue(self, sentence: str) -> None:
        self.rows.show_nothing(tr("The catalogue cannot be read"), sentence, "")

    def _choose(self, entry: CatalogueEntry) -> None:
        if self.columns.importing():
            self._leave_import()
        if self.columns.queueing():
            self._leave_noise()
        if self._entry is None or entry.name != self._entry.name:
            self.show_entry(entry)

    def show_entry(self, entry: CatalogueEntry, again: bool = False) -> None:
        """Show a data set: at once what was found before, then what is found now."""
        self._stop_reading()
        self._entry = entry
        self.rows.begin(entry)
        self.inspector.clear("")
        self._show_facts()
        inspected = self._inspections.get(entry.name)
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
            self.rows.wait(tr("Reading {rows}…", rows=rows))
        self._inspect(entry)

    def read_again(self) -> None:
        """Inspect the shown set anew, as when its file has changed."""
        if self._entry is not None:
            self.show_entry(self._entry, again=True)

    def _show_facts(self) -> None:
        """Show what the paper says of the shown set, if it is one of the paper's."""
        chosen = self._entry.paper() if self._entry is not None else None
        if self._entry is not None and chosen is not None:
            place = self._entry.source.source
            self.inspector.facts.show_set(chosen, "" if place == self._entry.name else place)

    def _offer_copy(self, entry: CatalogueEntry) -> None:
        """A set of the paper that nobody has read yet: nothing is downloaded unasked."""
        chosen = entry.paper()
        assert chosen is not None
        place = entry.source.source if entry.on_hub else ""
        self.inspector.show_unread(chosen, place)
        self.rows.fail(*missing_copy_message(chosen, place))

    def _use_hub(self) -> None:
        if self._entry is not None:
            self._stop_reading()
            self.copies.use_hub(self._entry)

    def _clean(self, cleaning: object) -> None:
        if self._entry is not None and can_clean(self._entry):
            self._stop_reading()
            self.copies.clean(self._entry, Cleaning.choose(cleaning))

    def _exclude(self, finding: DataFinding) -> None:
        if self._entry is not None and self.session is not None:
            self._stop_reading()
            self.copies.exclude(self._entry, finding)

    def _stop_reading(self) -> None:
        """Stop the running inspection: it is of another set, or would overwrite what is about to be changed."""
        if self._reading is not None:
            self._reading.cancel()
        self._preview_timer.stop()
        self._preview_text, self._stopped = "", False

    def _copy_changed(self, name: str, sentence: str) -> None:
        """Another copy, or other texts, of a set: show it anew."""
        self._inspections.pop(name, None)
        self._select_next = name
        self.status_changed.emit(sentence)
        self.refresh()

    def _copy_begun(self, text: str) -> None:
        self.inspector.allow_changes(False)
        self.rows.wait(f"{text}…")

    def _copy_failed(self, sentence: str) -> None:
        self.inspector.allow_changes(True)
        if self._entry is not None:
            self.show_entry(self._entry)
            self.rows.head.message.show_message("error", sentence)

    def remove(self) -> None:
        """Take the shown set, one of the user's, out of the catalogue; its files stay."""
        entry = self._entry
        if entry is None or entry.group != YOURS or self.session is None:
            self.status_changed.emit(tr("Only your own data sets can be removed from the catalogue."))
            return
        from engine.store.datasets import remove_dataset

        self.status_changed.emit(
            tr("{title} was removed from the catalogue; its files are where they were.", title=entry.title)
        )
        self._forget()
        self.session.act(remove_dataset, entry.row, then=lambda _nothing: self.refresh(), owner=self)

    def _forget(self) -> None:
        self._entry = None
        self.rows.show_nothing(
            tr("No data set is chosen"),
            tr("Choose one at the left, or import a file, a folder or a set of the hub."),
            tr("Import…"),
        )
        self.inspector.clear("")

    # -- reading -------------------------------------------------------------------------------------------

    def _arguments(self, entry: CatalogueEntry, download: bool = False) -> list[str]:
        arguments = [entry.name, "--store", str(self.live_session.store_path)]
        return [*arguments, "--no-download"] if entry.group == PAPER and not download else arguments

    def _inspect(self, entry: CatalogueEntry, download: bool = False) -> None:
        if self.session is None:
            return
        self._reading = self.session.job(
            ["data", "inspect", *self._arguments(entry, download), "--encoder", "", "--no-sentences"],
            read=DatasetReport.model_validate_json,
            then=lambda report: self._inspected(entry, InspectedDataset(report)),
            owner=self,
            slot="inspect",
            failed=self._not_read,
            progress=self._progress,
        )
        self._preview_timer.start()

    def _progress(self, text: str) -> None:
        if self._entry is not None and not self.rows.readable:
            self.rows.wait(f"{text}…", self._preview_text, tr("Stop"))

    def _request_preview(self) -> None:
        """What takes long to read shows how it begins meanwhile."""
        if self._entry is None or self.rows.readable or self._entry.group == PAPER:
            return
        self.live_session.job(
            ["data", "preview", *self._arguments(self._entry)],
            read=describe_beginning,
            then=self._show_preview,
            owner=self,
            slot="beginning",
            failed=lambda _sentence: None,  # reading all of it says what is wrong
        )

    def _show_preview(self, sentence: str) -> None:
        if self._reading is not None and self._reading.running and not self.rows.readable:
            self._preview_text = sentence
            self.rows.wait(tr("Reading…"), sentence, tr("Stop"))

    def _not_read(self, sentence: str) -> None:
        self._preview_timer.stop()
        if self.rows.readable:
            self.rows.head.message.show_message(
                "warning",
                tr(
                    "{problem} Shown is what was last read.",
                    problem=capitalize_sentence(sentence),
                ),
            )
            return
        own = self._entry is not None and self._entry.group == YOURS
        if self._entry is not None and self._entry.group == PAPER:
            self._entry = replace(self._entry, inspected=None)
            self._offer_copy(self._entry)
            self.rows.head.message.show_message("error", capitalize_sentence(sentence))
            return
        self.rows.fail(
            tr("The data set cannot be read"),
            capitalize_sentence(sentence),
            tr("Edit import…") if own else tr("Read again"),
        )
        self.inspector.clear("")

    def _run_action(self) -> None:
        """The action of the empty middle: import, stop reading, change the mapping, or read again."""
        if self._entry is None:
            self.import_set()
        elif self._stopped:
            self.read_again()
        elif self._reading is not None and self._reading.running and not self.rows.readable:
            self._stop_reading()
            self._stopped = True
            self.rows.fail(
                tr("Reading was stopped"), tr("What was read of it is not kept."), tr("Read again")
            )
        elif self._entry.group == YOURS and not self.rows.readable:
            self.change_mapping()
        elif self._entry.group == PAPER and not self.rows.readable:
            self._fetch_copy(self._entry)
        else:
            self.read_again()

    def _fetch_copy(self, entry: CatalogueEntry) -> None:
        """Read the hub's copy of a set of the paper, or let the user point at one where there is none."""
        if entry.on_hub:
            self.inspector.clear("")
            self._show_facts()
            self.rows.wait(tr("Asking the hub for {title}…", title=entry.title))
            self._inspect(entry, download=True)
        else:
            self.copies.choose(entry)

    def _inspected(self, entry: CatalogueEntry, inspected: InspectedDataset) -> None:
        self._preview_timer.stop()
        before = entry.inspected
        if before is not None and before.report.fingerprint == inspected.report.fingerprint:
            inspected = replace(inspected, counted=before.counted)
        self._inspections[entry.name] = inspected
        self._entry = entry.with_inspected(inspected)
        self.catalogue.set_entries(
            [self._entry if e.name == entry.name else e for e in self.catalogue.entries()]
        )
        self._keep_report()
        self.rows.head.message.clear()
        self._show_inspected(inspected)

    def _keep_report(self) -> None:
        """The user's own sets, and copies of the paper's, keep what was found in the store."""
        entry = self._entry
        if entry is None or entry.group == BUNDLED or self.session is None or entry.inspected is None:
            return
        from engine.store.datasets import add_dataset

        source, inspected = entry.source.model_dump(mode="json"), entry.inspected
        name = entry.name if entry.group == PAPER else entry.title
        self.session.act(
            add_dataset, name, source, inspected.report.fingerprint, inspected.to_json(), owner=self
        )

    def _show_inspected(self, inspected: InspectedDataset) -> None:
        assert self._entry is not None
        report = inspected.report
        self.rows.head.set_tags(self._entry.with_inspected(inspected).tags())
        several = report.target == "labels"
        self.rows.show_set(report.fingerprint, inspected.rows, report.classes, several=several)
        cleanable = can_clean(self._entry) and isinstance(self._entry.source.cleaning, NoCleaning)
        # What was cleaned has a section of its own.
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
        inspected = self._inspection()
        if self._entry is not None and inspected is not None:
            report = inspected.report
            self.rows.head.note.set_text(
                describe_reading(self._entry.source, report.found, report.fingerprint, self._parts)
            )

    def _cache_missing(self, _sentence: str) -> None:
        """The cache was emptied since: read the set anew."""
        if self._entry is not None:
            self.rows.wait_again(tr("Reading {title}…", title=self._entry.title))
            self._inspect(self._entry)

    def _inspection(self) -> InspectedDataset | None:
        if self._entry is None:
            return None
        return self._inspections.get(self._entry.name) or self._entry.inspected

    # -- one split and its tokens --------------------------------------------------------------------------

    def _show_split(self, split: str) -> None:
        inspected = self._inspection()
        if inspected is None:
            return
        report = inspected.report.splits[split]
        self.inspector.show_labels(split, report.classes, report.rows)
        self._count_tokens()

    def _count_tokens(self) -> None:
        inspected = self._inspection()
        if inspected is None or self.session is None or self._entry is None:
            return
        encoder, earlier = self.inspector.lengths.encoder.value(), inspected.counted
        key = (inspected.report.fingerprint, encoder)
        if key not in self._counted and earlier is not None and earlier.encoder == encoder:
            self._counted[key] = earlier
        if key in self._counted:
            self._measure(self._counted[key])
            return
        self.rows.clear_tokens()
        self.inspector.lengths.show_words(inspected.report.splits[self.rows.split()].words)
        self.inspector.lengths.message.show_message("info", tr("Counting tokens…"))
        self.session.job(
            ["data", "tokens", *self._arguments(self._entry), "--encoder", encoder],
            read=TokenCounts.model_validate_json,
            then=lambda counted: self._tokens_counted(key, counted),
            owner=self,
            slot="tokens",
            failed=self._not_counted,
            progress=lambda text: self.inspector.lengths.message.show_message("info", f"{text}…"),
        )

    def _tokens_counted(self, key: tuple[str, str], counts: TokenCounts) -> None:
        self._counted[key] = counts
        inspected = self._inspection()
        if inspected is None or inspected.report.fingerprint != key[0]:
            return
        self._set_counted(inspected, counts)
        self._keep_report()
        self._measure(counts)

    def _set_counted(self, inspected: InspectedDataset, counted: TokenCounts | None) -> None:
        assert self._entry is not None
        self._inspections[self._entry.name] = replace(inspected, counted=counted)
        self._entry = self._entry.with_inspected(self._inspections[self._entry.name])

    def _not_counted(self, sentence: str) -> None:
        self.inspector.lengths.message.show_message(
            "error", capitalize_sentence(sentence.removeprefix("encoder.source: "))
        )

    def _measure(self, counted: TokenCounts) -> None:
        split = self.rows.split()
        keys = counted.keys[split]
        self.live_session.query(
            load_split_lengths,
            keys,
            then=lambda found: self._measured(split, counted, found),
            owner=self,
            slot="measured",
            failed=lambda _sentence: self._recount(counted),
        )
        assert self._entry is not None
        self.live_session.query(
            table1,
            self._entry.name,
            self._entry.source,
            counted,
            then=self._show_table1,
            owner=self,
            slot="table1",
            failed=lambda _sentence: self.inspector.table1.hide(),
        )

    def _show_table1(self, comparison: Table1Comparison) -> None:
        if self._entry is not None and comparison.source == self._entry.name:
            self.inspector.table1.show_copy(comparison)

    def _recount(self, counted: TokenCounts) -> None:
        """The cache was emptied since: count again, once."""
        self._counted.pop((counted.fingerprint, counted.encoder), None)
        inspected = self._inspection()
        if inspected is not None:
            self._set_counted(inspected, None)
            self._count_tokens()

    def _measured(self, split: str, counted: TokenCounts, lengths: SplitLengths) -> None:
        inspected = self._inspection()
        if (
            split != self.rows.split()
            or inspected is None
            or inspected.report.fingerprint != counted.fingerprint
        ):
            return
        self.rows.show_tokens(counted.tokenizer, counted.keys, counted.room)
        self.inspector.lengths.show_tokens(lengths, self.rows.reading.keep.room(), counted.room, counted.gaps)

    def _kept_changed(self) -> None:
        keep = self.rows.reading.keep
        self.inspector.lengths.set_room(keep.room(), keep.limit())

    def _room_moved(self, room: int) -> None:
        self.rows.reading.keep.move_to(room)
        self.rows.show_room()

    # -- going on ------------------------------------------------------------------------------------------

    def use_in_design(self) -> None:
        """Put the shown set into the design: the Design page receives ``{"source": name}``."""
        if self._entry is not None and self.rows.readable:
            self.navigate.emit("design", {"source": self._entry.name})

    def new_design(self) -> None:
        """Open a design for all of the shown set on the Design page, as ``palimpsest new --data`` writes it."""
        if self._entry is None or self.session is None or not self.rows.readable:
            return
        name, encoder = self._entry.name, self.inspector.lengths.encoder.value()
        self.status_changed.emit(tr("Looking through {title} for a design…", title=self._entry.title))
        self.session.job(
            ["new", "--data", name, "--encoder", str(encoder), "--store", str(self.live_session.store_path)],
            read=NewDesignAnswer.model_validate_json, then=self._open_design,
            owner=self, slot="new design", failed=self.status_changed.emit,
        )  # fmt: skip

    def _open_design(self, answer: NewDesignAnswer) -> None:
        self.navigate.emit(
            "design", {"experiment": answer.experiment, "title": answer.experiment.get("name", "")}
        )
        self.status_changed.emit(
            tr("{reasons} The notes of the design say why it is as it is.", reasons=answer.reasons[0])
        )

    def import_set(self, path: str = "") -> None:
        """Open the import sheet, on ``path`` if given."""
        self.sheet.begin([entry.title for entry in self.catalogue.entries() if entry.group == YOURS], path)
        self.columns.show_import(True)

    def change_mapping(self) -> None:
        """Open the sheet on the shown set, one of the user's; for a set of the paper, choose a copy of one's own."""
        if self._entry is not None and self._entry.group == PAPER:
            self.copies.choose(self._entry)
        elif self._entry is not None and self._entry.group == YOURS:
            self.sheet.change(self._entry.title, self._entry.source)
            self.columns.show_import(True)

    def look_for_noise(self) -> None:
        """Open the queue of doubtful texts of the shown set."""
        if self._entry is not None and self.rows.readable and self.session is not None:
            self.noise.begin(self._entry.name, self._entry.title)
            self.columns.show_queue(True)

    def _leave_noise(self) -> None:
        self.noise.stop()
        self.columns.show_queue(False)
        self.catalogue.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def _version_made(self, name: str, sentence: str) -> None:
        """A version of the shown set is in the catalogue: show it."""
        self._select_next = f"catalogue:{name}"
        self._leave_noise()
        self.status_changed.emit(f"{sentence}.")
        self.refresh()

    def _import_given_up(self) -> None:
        self._leave_import()
        self._show_any()

    def _leave_import(self) -> None:
        self.sheet.stop()
        self.columns.show_import(False)
        self.catalogue.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def _added(self, name: str, source: DataSource) -> None:
        self._inspections.pop(f"catalogue:{name}", None)
        self._select_next = f"catalogue:{name}"
        self._leave_import()
        self.status_changed.emit(tr("{name} is in the catalogue: {file}", name=name, file=source.source))
        self.refresh()
