"""The copy of a data set that is read, and the cleaning of its texts: changes of the store by the Data page."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from engine.spec.cleaning import Cleaning, NoCleaning
from workbench.backend.cli_answers import RegisterAnswer, VersionAnswer
from workbench.backend.session import require_session
from workbench.engine_texts import sentence_text
from workbench.language import tr
from workbench.look import formats
from workbench.pages.data.catalogue.entries import BUNDLED, PAPER, YOURS, CatalogueEntry, capitalize_sentence

if TYPE_CHECKING:
    from engine.data.inspection.report import DataFinding
    from engine.data.paper.sets import PaperSet
    from engine.store.database import Store
    from workbench.backend.session import Session


BYTES_PER_PIECE = 4.5
"""Bytes of English text per word piece of BERT: IMDb's reviews have 1,310 bytes and 292 pieces on average."""
CLEANED = "Cleaned of "
"""Beginning of the note on what cleaning changed."""


def use_hub_copy(store: Store, name: str) -> None:
    """Use the hub's copy again. For the writer thread."""
    from engine.store.datasets import remove_paper_copy

    remove_paper_copy(store, name)


class DatasetCopies(QObject):
    """Changes of one set.

    ``begun(sentence)`` while a copy is read, ``changed(name, sentence)`` after a change, ``version_saved(name,
    sentence)`` when the catalogue has a new version, ``failed(sentence)``.
    """

    begun = Signal(str)
    changed = Signal(str, str)
    version_saved = Signal(str, str)
    failed = Signal(str)

    def __init__(self, session: Session | None, page: QWidget) -> None:
        super().__init__(page)
        self._session, self._page = session, page

    def choose(self, entry: CatalogueEntry) -> None:
        """Open a folder dialog for ``entry``, a set of the paper."""
        folder = QFileDialog.getExistingDirectory(
            self._page, tr("The unpacked folder of {title}", title=entry.title), str(Path.home())
        )
        if folder:
            self.register(entry, folder)

    def register(self, entry: CatalogueEntry, folder: str) -> None:
        """Use the copy in ``folder``, once it is recognised and read."""
        self.begun.emit(tr("Reading {name}", name=Path(folder).name))
        session = require_session(self._session)
        session.job(
            ["data", "register", _short(entry), folder, "--store", str(session.store_path)],
            read=RegisterAnswer.model_validate_json,
            then=lambda found: self.changed.emit(entry.name, _describe_copy(found)),
            owner=self,
            slot="register",
            failed=lambda sentence: self.failed.emit(capitalize_sentence(sentence)),
            progress=lambda text: self.begun.emit(text),
        )

    def use_hub(self, entry: CatalogueEntry) -> None:
        """Use the hub's copy of ``entry`` again. The user's own copy stays where it is."""
        require_session(self._session).act(
            use_hub_copy,
            _short(entry),
            then=lambda _nothing: self.changed.emit(
                entry.name, tr("{title}: the hub's copy is used.", title=entry.title)
            ),
            owner=self,
        )

    def clean(self, entry: CatalogueEntry, cleaning: Cleaning) -> None:
        """Read ``entry`` again with this cleaning of its texts."""
        from engine.store.datasets import add_dataset

        source = entry.source.model_copy(update={"cleaning": cleaning})
        message = (
            tr("The texts of {title} are read as they are.", title=entry.title)
            if isinstance(cleaning, NoCleaning)
            else tr("The texts of {title} are read without escapes and mark-up.", title=entry.title)
        )
        require_session(self._session).act(
            add_dataset,
            _name_in_store(entry),
            source.model_dump(mode="json"),
            "" if entry.inspected is None else entry.inspected.report.fingerprint,
            {} if entry.inspected is None else entry.inspected.to_json(),
            then=lambda _row: self.changed.emit(entry.name, message),
            owner=self,
        )

    def keep_report(self, entry: CatalogueEntry) -> None:
        """Store the inspection of ``entry`` if it is one of the user's sets or a copy of the paper's."""
        if entry.group == BUNDLED or entry.inspected is None:
            return
        from engine.store.datasets import add_dataset

        source, inspected = entry.source.model_dump(mode="json"), entry.inspected
        require_session(self._session).act(
            add_dataset,
            _name_in_store(entry),
            source,
            inspected.report.fingerprint,
            inspected.to_json(),
            owner=self,
        )

    def exclude(self, entry: CatalogueEntry, findings: Sequence[DataFinding]) -> None:
        """Write a version of ``entry`` without the texts of ``findings``."""
        self.begun.emit(tr("Writing a new version of {title} without these texts", title=entry.title))
        session = require_session(self._session)
        kinds = [each.kind if each.kind == "shared" else f"{each.kind}:{each.split}" for each in findings]
        arguments = [word for kind in dict.fromkeys(kinds) for word in ("--exclude", kind)]
        session.job(
            ["noise", entry.name, *arguments, "--store", str(session.store_path)],
            read=VersionAnswer.model_validate_json,
            then=lambda version: self.version_saved.emit(version.name, sentence_text(version.said)),
            owner=self,
            slot="exclude",
            failed=lambda sentence: self.failed.emit(capitalize_sentence(sentence)),
            progress=lambda text: self.begun.emit(text),
        )


def can_clean(entry: CatalogueEntry | None) -> bool:
    """Return whether cleaning of ``entry`` can be switched: bundled sets are read unchanged."""
    return entry is not None and entry.group in (PAPER, YOURS)


def missing_copy_message(chosen: PaperSet, place: str) -> tuple[str, str, str]:
    """Return heading, sentence and action for a set of the paper that has not been read yet."""
    count = sum(chosen.rows.values())
    if place:
        return (
            tr("{title} has not been read yet", title=chosen.title),
            tr(
                "The hub has a copy of its {count:,} texts ({name}, {size}). Download it once, or choose "
                "your own copy.",
                count=count,
                name=place.removeprefix("hub:"),
                size=_text_size(chosen),
            ),
            tr("Download from the hub"),
        )
    return (tr("{title} needs a copy of your own", title=chosen.title), chosen.note, tr("Use a folder…"))


def _text_size(chosen: PaperSet) -> str:
    """Return the size of all texts in words: rows times the paper's average length, at 4.5 bytes per word piece.

    Example: IMDb's 50,000 texts of 292 word pieces are "about 66 MB of text".
    """
    octets = sum(chosen.rows.values()) * chosen.average * BYTES_PER_PIECE
    return tr("about {size} of text", size=formats.size(octets))


def _name_in_store(entry: CatalogueEntry) -> str:
    """Return the name of a set in the store: the full name for the paper's sets, the title for the user's."""
    return entry.name if entry.group == PAPER else entry.title


def _short(entry: CatalogueEntry) -> str:
    return entry.name.partition(":")[2]


def _describe_copy(answer: RegisterAnswer) -> str:
    differences = [capitalize_sentence(each) for each in answer.differences]
    rest = ". ".join(differences) if differences else tr("Classes and sizes are the paper's")
    return tr("Recognised: {layout}. {differences}.", layout=answer.layout, differences=rest)
