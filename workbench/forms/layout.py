"""Layout of the fields of a specification in lines and folds: a pure function of description and values."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from engine.spec.base import SpecModel
from engine.spec.describe import FieldMeta, SpecTable, as_option, value_at
from workbench.engine_texts import describe_fields, label_of, unit_text
from workbench.language import tr

ADVANCED = tr("Advanced")
NUMBER_WIDTH = 64
GAP = 8
SUGGESTED_CHIP_WIDTH = 80
"""Width of the suggested second value next to a number with multiplicative steps."""
RECORD_INSET = 16
"""Width that the frame of a record takes from a line."""


@dataclass(frozen=True)
class FormPart:
    """A record that a form edits: ``cls`` at the dotted ``prefix`` of the experiment.

    ``names`` limits it to some fields. ``title`` is the section of fields without one.
    """

    cls: type[SpecModel]
    prefix: str = ""
    title: str = ""
    names: tuple[str, ...] = ()

    def path(self, name: str) -> str:
        """Return the dotted path of the field ``name``."""
        return f"{self.prefix}.{name}" if self.prefix else name


@dataclass(frozen=True)
class FormCell:
    """One control: a field at a path, or, when ``swept``, the chips of its values."""

    path: str
    meta: FieldMeta
    swept: bool = False


@dataclass(frozen=True)
class FormLine:
    """A row of the form: a label and one or more controls. ``indent`` marks a continuation of the line above.

    ``record`` is the path of the list record that the row belongs to. A record's first line has no cells. It has
    ``list_field``, the list's description, and ``advanced_count``, its number of advanced fields, which are shown if
    ``unfolded``.
    """

    label: str
    cells: tuple[FormCell, ...]
    indent: bool = False
    record: str = ""
    list_field: FieldMeta | None = None
    advanced_count: int = 0
    unfolded: bool = False


@dataclass(frozen=True)
class FormSection:
    """A fold of the form. ``open`` is its initial state: folds with essential fields are open."""

    title: str
    lines: tuple[FormLine, ...] = ()
    open: bool = True


@dataclass(frozen=True)
class _LayoutContext:
    """Input of the line layout: values, sweeps, available px, text measure, unfolded records."""

    table: SpecTable
    axes: Mapping[str, Sequence[object]]
    room: int
    measure: Callable[[str], int]
    unfolded: Collection[str]


@dataclass
class _FormField:
    path: str
    meta: FieldMeta
    section: str
    essential: bool
    advanced: bool
    shown: bool = True


def layout_sections(
    parts: Sequence[FormPart],
    table: SpecTable,
    axes: Mapping[str, Sequence[object]],
    *,
    room: int,
    measure: Callable[[str], int],
    essential_only: bool = False,
    unfolded: Collection[str] = (),
) -> list[FormSection]:
    """Return the folds of a form over ``parts`` with the values of ``table``, in the order declared by the classes.

    Args:
        axes: the swept fields, by path.
        room: px next to the labels. Controls that do not fit go into a separate line.
        measure: returns the width of a text in px.
        essential_only: whether to return one fold with the most used fields only.
        unfolded: paths of the records whose advanced fields are shown.
    """
    grid = _LayoutContext(table, axes, room, measure, unfolded)
    fields = [item for part in parts for item in _collect(part, table)]
    order: list[str] = []
    for part in parts:
        order += [title for title in getattr(part.cls, "sections", ()) if title not in order]
    order += [item.section for item in fields if item.section not in order and not item.advanced]
    sections = []
    if essential_only:
        chosen = [item for item in fields if item.essential and not item.advanced]
        return [FormSection(tr("Most used fields"), tuple(_lines(chosen, grid)))]
    for title in dict.fromkeys(order):
        inside = [item for item in fields if item.section == title and not item.advanced]
        if inside:
            is_open = any(item.shown for item in inside) or len(set(order)) == 1
            sections.append(FormSection(title, tuple(_lines(inside, grid)), is_open))
    advanced = [item for item in fields if item.advanced]
    if advanced:
        sections.append(FormSection(ADVANCED, tuple(_lines(advanced, grid)), False))
    return sections


def find_line(layout: Sequence[FormSection], path: str) -> tuple[str, int] | None:
    """Return (fold, line) of the field at ``path``, else of the nearest field above it, else of the first below it."""
    parts = path.split(".")
    lines = [(s.title, i, line) for s in layout for i, line in enumerate(s.lines)]
    for length in range(len(parts), 0, -1):
        prefix = ".".join(parts[:length])
        for title, i, line in lines:
            if any(cell.path == prefix for cell in line.cells) or (line.list_field and line.record == prefix):
                return title, i
    below = f"{path}."
    return next(((t, i) for t, i, line in lines for cell in line.cells if cell.path.startswith(below)), None)


def _collect(part: FormPart, table: SpecTable) -> Iterator[_FormField]:
    for meta in describe_fields(part.cls):
        if not part.names or meta.name in part.names:
            yield from _field(meta, part.path(meta.name), part.title, part.cls, table)


def _field(
    meta: FieldMeta,
    path: str,
    section: str,
    owner: type[SpecModel],
    table: SpecTable,
    shown: bool = False,
    advanced: bool = False,
) -> Iterator[_FormField]:
    section = meta.section or section
    essential = meta.name in owner.essential
    advanced = advanced or meta.advanced
    if meta.kind == "model" and meta.model is not None:
        for inner in describe_fields(meta.model):
            # Only the essential fields of an essential record are most used, but its fold is open.
            path_within = f"{path}.{inner.name}"
            yield from _field(inner, path_within, section, meta.model, table, shown or essential, advanced)
    elif meta.kind != "choices":
        yield _FormField(path, meta, section, essential, advanced, shown or essential)


def _lines(fields: Sequence[_FormField], grid: _LayoutContext) -> Iterator[FormLine]:
    pending: list[FormLine] = []
    for item in fields:
        if item.meta.kind == "choice":
            pending += _choice(item, grid)
            continue
        if item.meta.kind == "models":
            pending += _records(item, grid)
            continue
        cell = FormCell(item.path, item.meta, item.path in grid.axes)
        last = pending[-1] if pending else None
        if item.meta.same_row and last and not last.record and _can_share(last, cell, grid):
            pending[-1] = FormLine(last.label, (*last.cells, cell), last.indent)
        else:
            pending.append(FormLine(item.meta.label, (cell,)))
    yield from pending


def _records(item: _FormField, grid: _LayoutContext) -> Iterator[FormLine]:
    """Yield the lines of a list of records: the list's line, then each record's first line and its visible fields."""
    yield FormLine(item.meta.label, (FormCell(item.path, item.meta),))
    model = item.meta.model
    assert model is not None
    inside = replace(grid, room=grid.room - RECORD_INSET)
    for number, _ in enumerate(value_at(grid.table, item.path) or []):
        path = f"{item.path}.{number}"
        fields = [
            field
            for meta in describe_fields(model)
            for field in _field(meta, f"{path}.{meta.name}", "", model, grid.table)
        ]
        shown = [field for field in fields if not field.advanced]
        folded = [field for field in fields if field.advanced]
        unfolded = path in grid.unfolded
        yield FormLine(str(number + 1), (), False, path, item.meta, len(folded), unfolded)
        for line in _lines([*shown, *folded] if unfolded else shown, inside):
            yield replace(line, record=path)


def _choice(item: _FormField, grid: _LayoutContext) -> list[FormLine]:
    """Return the lines of a family: its kinds, and the fields of the chosen option next to or below them."""
    line = FormLine(item.meta.label, (FormCell(item.path, item.meta, item.path in grid.axes),))
    if item.path in grid.axes:
        return [line]
    option = item.meta.options().get(as_option(value_at(grid.table, item.path)).get("kind", ""))
    own = [
        FormCell(f"{item.path}.{meta.name}", meta, f"{item.path}.{meta.name}" in grid.axes)
        for meta in (describe_fields(option) if option else ())
    ]
    previous = line
    for cell in own:
        previous = FormLine(line.label, (*previous.cells, cell)) if _can_share(previous, cell, grid) else line
        if previous is line:
            break
    if own and len(previous.cells) == len(own) + 1:
        return [previous]
    # All fields of an option stay together: next to the kind if they fit, else below it.
    below: list[FormLine] = []
    for cell in own:
        if cell.meta.kind == "choice":
            below += _choice(_FormField(cell.path, cell.meta, "", False, False), grid)
        elif below and below[-1].indent and _can_share(below[-1], cell, grid):
            below[-1] = FormLine(below[-1].label, (*below[-1].cells, cell), indent=True)
        else:
            below.append(FormLine(cell.meta.label, (cell,), indent=True))
    return [line, *below]


def _can_share(line: FormLine, cell: FormCell, grid: _LayoutContext) -> bool:
    measure = grid.measure
    if cell.swept or any(other.swept for other in line.cells) or len(line.cells) > 3:
        return False
    if any(not _short(other) for other in (*line.cells, cell)):
        return False
    used = sum(_width(other, measure) for other in line.cells)
    captions = sum(measure(other.meta.label) + GAP for other in (*line.cells[1:], cell))
    first = line.cells[0].meta
    used += SUGGESTED_CHIP_WIDTH if first.log and first.is_number and not first.advanced else 0
    return used + captions + _width(cell, measure) + GAP <= grid.room


def _short(cell: FormCell) -> bool:
    return cell.meta.is_number or cell.meta.kind in ("literal", "bool", "choice")


def _width(cell: FormCell, measure: Callable[[str], int]) -> int:
    meta = cell.meta
    if meta.kind == "choice":
        labels = [label_of(option) for option in meta.options().values()]
    elif meta.kind == "literal":
        labels = list(meta.choices.values())
        if "auto" in meta.choices:  # which may be followed by the automatic value
            labels = [f"{meta.choices['auto']} ({word})" for word in labels]
    else:
        return NUMBER_WIDTH + (measure(unit_text(meta)) + GAP if meta.unit else 0) + GAP
    return max((measure(word) for word in labels), default=0) + 4 * GAP + GAP
