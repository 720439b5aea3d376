"""Entries of the Data page's catalogue as plain records, with the results of inspections."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pydantic import ValidationError

from engine.spec.data import DataSource, FileFormat
from workbench.engine_texts import label_of, label_text, sentence_text
from workbench.language import join_sentences, tr, tr_engine
from workbench.look import formats

if TYPE_CHECKING:
    from engine.data.inspection.report import DatasetReport
    from engine.data.paper.sets import PaperSet
    from engine.data.token_counts import TokenCounts
    from engine.store.database import Store
    from engine.store.datasets import DatasetRow

COUNTED = "counted"
"""The key of the token counts in the values of the report."""


@dataclass(frozen=True)
class InspectedDataset:
    """The report of ``palimpsest data inspect`` and the token counts of one encoder, if available."""

    report: DatasetReport
    counted: TokenCounts | None = None

    @classmethod
    def from_json(cls, values: Mapping[str, object]) -> InspectedDataset:
        """Return a printed or stored report. Raises ``pydantic.ValidationError`` if it is invalid."""
        from engine.data.inspection.report import DatasetReport
        from engine.data.token_counts import TokenCounts

        counted = values.get(COUNTED)
        return cls(
            DatasetReport.model_validate(values),
            TokenCounts.model_validate(counted) if counted is not None else None,
        )

    @classmethod
    def read(cls, values: Mapping[str, object] | None) -> InspectedDataset | None:
        """Return the stored report, or None if it cannot be read. The set is then inspected again."""
        try:
            return cls.from_json(values) if values else None
        except ValidationError:
            return None

    def to_json(self) -> dict[str, object]:
        """Return plain values for the store."""
        values = self.report.model_dump(mode="json")
        return values if self.counted is None else values | {COUNTED: self.counted.model_dump(mode="json")}

    @property
    def rows(self) -> dict[str, int]:
        """Return the number of rows by split."""
        return {name: split.rows for name, split in self.report.splits.items()}


BUNDLED, YOURS, PAPER = tr("Bundled demonstrations"), tr("Yours"), tr("From the paper")
LANGUAGES = {
    "en": tr("English"),
    "zh": tr("Chinese"),
    "de": tr("German"),
    "fr": tr("French"),
    "es": tr("Spanish"),
}


@dataclass(frozen=True)
class CatalogueEntry:
    """One data set of the catalogue.

    Attributes:
        name: its unique name in experiments (``samples:reviews``, ``paper:imdb``, ``catalogue:tickets``).
        title: its name in the window.
        group: ``BUNDLED``, ``YOURS`` or ``PAPER``.
        source: its location and reading options.
        task, language: shown as tags, empty if unknown.
        description: one or two sentences, or "".
        classes, rows: numbers over all splits, 0 if not known yet.
        warnings: number of findings of the last inspection that need a decision.
        row: its number in the store, 0 if it is not stored.
        copy: for a set of the paper, the copy used: "own copy", "hub", or "own copy needed"; else empty.
        inspected: the last inspection, None if there was none.
    """

    name: str
    title: str
    group: str
    source: DataSource
    task: str = ""
    language: str = ""
    description: str = ""
    classes: int = 0
    rows: int = 0
    warnings: int = 0
    row: int = 0
    inspected: InspectedDataset | None = None
    copy: str = ""

    def summary(self) -> str:
        """Return the grey line: ``2 classes · 4,000 rows · sentiment``."""
        parts = []
        if self.classes:
            parts.append(tr("{classes} classes", classes=self.classes))
        elif self.rows and not self.source.target.has_classes:
            parts.append(tr("numbers", "what labels are"))
        if self.rows:
            parts.append(tr("{rows} rows", rows=formats.count(self.rows)))
        if self.task:
            parts.append(self.task)
        if self.copy:
            parts = [self.copy, *parts[1:]]
        return " · ".join(parts) or tr("Not read yet")

    @property
    def on_hub(self) -> bool:
        """Whether reading it may require a download."""
        return self.source.source.startswith("hub:")

    def paper(self) -> PaperSet | None:
        """Return the paper's description of the set, or None if it is not one of the paper's."""
        from engine.data.paper.sets import paper_sets

        return paper_sets().get(self.name.partition(":")[2]) if self.group == PAPER else None

    def tags(self) -> list[str]:
        """Return short words for the head of the page."""
        tags = [self.task, LANGUAGES.get(self.language, self.language)]
        if self.classes:
            tags.append(tr("{classes} classes", classes=self.classes))
        elif not self.source.target.has_classes:
            tags.append(tr("numbers", "what labels are"))
        return [tag for tag in tags if tag]

    def matches(self, text: str) -> bool:
        """Return whether every word of ``text`` is in the title, the tags or the path, ignoring case."""
        haystack = " ".join([self.title, *self.tags(), self.source.source]).casefold()
        return all(word in haystack for word in text.casefold().split())

    def with_inspected(self, inspected: InspectedDataset | None) -> CatalogueEntry:
        """Return the entry with the results of an inspection, or unchanged for None."""
        if inspected is None:
            return self
        report = inspected.report
        return replace(
            self,
            inspected=inspected,
            rows=sum(inspected.rows.values()) or self.rows,
            classes=len(report.classes) or self.classes,
            warnings=sum(finding.level == "warning" for finding in report.health),
        )


def load_entries(store: Store) -> list[CatalogueEntry]:
    """Return all entries of the catalogue, bundled sets first. For the reader thread: reads files and the store."""
    from engine.data import catalogue
    from engine.data.paper.sets import paper_sets
    from engine.store.datasets import list_datasets, list_paper_copies

    entries = [
        CatalogueEntry(
            f"samples:{name}", tr_engine(sample.title), BUNDLED, sample.source, tr_engine(sample.task), sample.language,
            tr_engine(sample.description), len(sample.classes), sum(sample.rows.values()),
        )
        for name, sample in catalogue.sample_datasets().items()
    ]  # fmt: skip
    for row in list_datasets(store):
        source = DataSource.model_validate(row.source)
        entry = CatalogueEntry(
            f"catalogue:{row.name}",
            row.name,
            YOURS,
            source,
            description=_origin(row.name, source),
            row=row.id,
        )
        entries.append(entry.with_inspected(InspectedDataset.read(row.report)))
    copies = list_paper_copies(store)
    entries += [paper_entry(chosen, copies.get(name)) for name, chosen in paper_sets().items()]
    return entries


def _origin(name: str, source: DataSource) -> str:
    """Return the origin of a version of a data set as text, or "" for any other set."""
    if "@" not in name:
        return ""
    from engine.analysis.noise.versions import read_version

    version = read_version(source)
    return "" if version is None else sentence_text(f"{version.to_sentence()}.")


def paper_entry(chosen: PaperSet, row: DatasetRow | None) -> CatalogueEntry:
    """Return the entry of a set of the paper. ``row`` describes its copy in the store."""
    source = DataSource.model_validate(row.source) if row else chosen.hub
    copy = (
        tr("own copy needed")
        if source is None
        else tr("hub")
        if source.source.startswith("hub:")
        else tr("own copy")
    )
    entry = CatalogueEntry(
        chosen.source_name, tr_engine(chosen.title), PAPER, source or DataSource(source=chosen.source_name),
        tr_engine(chosen.domain), chosen.language,
        tr_engine(chosen.note), len(chosen.classes), sum(chosen.rows.values()), row=row.id if row else 0, copy=copy,
    )  # fmt: skip
    return entry.with_inspected(InspectedDataset.read(row.report) if row else None)


def free_name(preferred: str, names: Iterable[str]) -> str:
    """Return ``preferred``, followed by the first number that makes it unique if it is taken."""
    taken_names = {name.casefold() for name in names}
    if preferred.casefold() not in taken_names:
        return preferred
    number = 2
    while f"{preferred} {number}".casefold() in taken_names:
        number += 1
    return f"{preferred} {number}"


class SelectedDataset:
    """The shown set: ``entry``, or None; and the last inspection of every set, by name."""

    def __init__(self) -> None:
        self.entry: CatalogueEntry | None = None
        self._inspected: dict[str, InspectedDataset] = {}

    @property
    def inspected(self) -> InspectedDataset | None:
        """Report of the shown data set, from this window or else from the store."""
        return None if self.entry is None else self._inspected.get(self.entry.name) or self.entry.inspected

    def inspected_set(self, name: str) -> InspectedDataset | None:
        """Return the inspection of the set ``name`` in this window."""
        return self._inspected.get(name)

    def with_inspected_sets(self, entries: Iterable[CatalogueEntry]) -> list[CatalogueEntry]:
        """Return ``entries`` with their inspections."""
        return [entry.with_inspected(self._inspected.get(entry.name)) for entry in entries]

    def take(self, entry: CatalogueEntry, inspected: InspectedDataset) -> CatalogueEntry:
        """Show ``entry`` with an inspection and return the result. Token counts of equal texts are kept."""
        before = entry.inspected
        if before is not None and before.report.fingerprint == inspected.report.fingerprint:
            inspected = replace(inspected, counted=before.counted)
        self._inspected[entry.name] = inspected
        self.entry = entry.with_inspected(inspected)
        return self.entry

    def set_counted(self, counted: TokenCounts | None) -> None:
        """Set the token counts of the shown set. None: they must be counted again."""
        inspected = self.inspected
        if self.entry is not None and inspected is not None:
            self._inspected[self.entry.name] = replace(inspected, counted=counted)
            self.entry = self.entry.with_inspected(self._inspected[self.entry.name])

    def drop_inspected(self, name: str) -> None:
        """Drop the inspection of the set ``name``, which has changed."""
        self._inspected.pop(name, None)


def split_origins(store: Store, fingerprint: str) -> dict[str, str]:
    """Return the part of the source that each split is made of. For the reader thread."""
    from engine.data.inspection.browse import open_cached

    return dict(open_cached(fingerprint).source_parts)


def describe_reading(
    source: DataSource, detected: dict[str, object], fingerprint: str, parts: dict[str, str]
) -> str:
    """Return how a set is read: ``CSV / TSV, UTF-8, comma. Text = title + text, label = topic. Validation: 10 % of
    train...``
    """
    kind = str(detected.get("format", ""))
    option = FileFormat.known_options().get(kind)
    format_parts = [label_of(option) if option is not None else kind]
    if detected.get("encoding"):
        format_parts.append(str(detected["encoding"]).upper())
    if detected.get("delimiter"):
        format_parts.append(label_text(str(detected["delimiter"])))
    if "header" in detected and not detected["header"]:
        format_parts.append(tr("no header"))
    sentences = [", ".join(part for part in format_parts if part)]
    columns = detected.get("text")
    if kind == "folders":
        sentences.append(tr("Text = file, label = folder name"))
    elif isinstance(columns, list | tuple) and columns:
        names = [_column(name, detected) for name in columns]
        text = " + ".join(names)
        if source.pair:
            text = tr("{first} and {second} as a pair", first=" + ".join(names[:-1]), second=names[-1])
        sentences.append(
            tr(
                "Text = {text}, label = {column}",
                text=text,
                column=_column(detected.get("label", ""), detected),
            )
        )
    if parts.get("validation") == "train":
        share = f"{100 * source.validation_share:g}"
        sentences.append(
            tr("Validation: {share} % of train, stratified", share=share)
            if source.target.has_classes
            else tr("Validation: {share} % of train", share=share)
        )
    if parts.get("test") == "train":
        sentences.append(tr("Test: held out of train"))
    grouped = " ".join(fingerprint[i : i + 4] for i in range(0, min(12, len(fingerprint)), 4))
    return join_sentences([*sentences, tr("Fingerprint {fingerprint}", fingerprint=grouped)])


def capitalize_sentence(sentence: str) -> str:
    """Return a message of the engine, which may follow a location and a colon, as a separate sentence."""
    return sentence[:1].upper() + sentence[1:]


def _column(name: object, detected: dict[str, object]) -> str:
    text = str(name)
    return tr("column {text}", text=text) if text.isdecimal() and not detected.get("header", True) else text
