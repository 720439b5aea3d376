"""Fill the paper's tables with a recipe's finished runs: our mean with its interval beside the published number."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from engine.analysis.evidence import checkpoint_notes
from engine.analysis.paper.cell import PaperCell
from engine.analysis.paper.contrasts import PaperContrast, count_answers, judge_contrasts
from engine.analysis.paper.published import PublishedTable, published_table
from engine.analysis.paper.settings import Place, describe_settings
from engine.analysis.verdicts.odometer import looks_of_runs, looks_sentence
from engine.analysis.verdicts.statistics import EQUAL_SEEDS, Spread, spread, wilson_interval
from engine.errors import UserError
from engine.formatting.phrases import phrase
from engine.spec.data import is_generated
from engine.spec.experiment import Experiment
from engine.spec.recipes import SIZES, Recipe, find_recipe, list_recipes
from engine.spec.sweep import Variant, value_name
from engine.store import Store, summaries
from engine.store import runs as run_rows
from engine.store.rows import RunRow


@dataclass(frozen=True)
class PaperTable:
    """A table of the paper, filled as far as the runs go.

    Attributes:
        rows, columns: the paper's names, then those that only the recipe has.
        stand_ins: the substitute for a row or column in this size, by its name, where there is one.
        cells: by (row, column), for every combination.
        comparable: whether data and encoder are the paper's.
        contrasts: what our runs say of the paper's contrasts; none on generated texts.
        generated: whether the texts come from a generator, so that nothing is counted.
        settings: whose settings the runs have, and what their spread over seeds does not contain, in sentences.
        looks: how often the test texts have been looked at, in a sentence; empty where that is not known.
    """

    recipe: Recipe
    published: PublishedTable
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    stand_ins: Mapping[str, str]
    cells: Mapping[tuple[str, str], PaperCell]
    comparable: bool
    contrasts: tuple[PaperContrast, ...] = ()
    generated: bool = False
    runs: tuple[int, ...] = ()
    settings: tuple[str, ...] = ()
    looks: str = ""

    @property
    def size(self) -> str:
        """The recipe's size."""
        return self.recipe.size

    @property
    def filled_cells(self) -> int:
        """The number of cells with a result."""
        return sum(cell.ours is not None for cell in self.cells.values())

    @property
    def planned_cells(self) -> int:
        """The number of cells with a result when all runs of the recipe have finished."""
        return sum(cell.planned > 0 for cell in self.cells.values())

    @property
    def title(self) -> str:
        """``Table 2, Long texts``."""
        name, title = self.published.name.replace("-", " ").capitalize(), self.published.title
        return f"{name}, {title if title[:2].isupper() else title[:1].lower() + title[1:]}"

    def label(self, name: str) -> str:
        """Return the name of a row or column, with its substitute."""
        if name not in self.stand_ins:
            return name
        return phrase("{name} (here: {stand_in})", name=phrase(name), stand_in=phrase(self.stand_ins[name]))

    def headings(self) -> list[str]:
        """Return what must be known before reading the numbers, most important first."""
        what = "Last validation error" if self.published.measure == "validation_last" else "Test error"
        said: list[str] = []
        if self.recipe.settings:
            said.append(
                phrase("Not as published, but with {settings}.", settings=", ".join(self.recipe.settings))
            )
        if not self.comparable:
            what_differs = f"Size {self.size}: other data and another encoder than the paper's."
            said.append(
                f"Demonstration on generated texts. {what_differs} Nothing is counted for or against the paper."
                if self.generated
                else f"{what_differs} The numbers are not comparable in level; contrasts are."
            )
        if counted := count_answers(self.contrasts):
            said.append(counted)
        said.append(
            f"{what} in %. Ours: mean ± half the 95 % interval over seeds, on these texts (number of runs); of a "
            "single run Wilson's interval over texts, with this seed."
        )
        ours = [cell.ours for cell in self.cells.values() if cell.ours is not None]
        if any(each.n > 1 and each.half_interval is None for each in ours):
            said.append(EQUAL_SEEDS)
        said.append(f"Paper: {self.published.source}, {self.published.trust}; single runs.")
        said += self._precision_notes()
        said += self.settings
        if self.published.departures and self.comparable:
            said.append(self.published.departures)
        if self.looks:
            said.append(self.looks)
        if self.published.note:
            said.append(self.published.note)
        if gains := self._gains():
            said.append(gains)
        return said

    def _gains(self) -> str:
        """Return the average gains of Table 6 in a sentence: how much smaller errors are than those of one row.

        A row counts the data sets that it has and that row has (Sun et al. 2019, where rows have seven or eight).
        Example: errors of 4 and 9 against 5 and 10 are gains of 20 and 10 %, on average 15 %.
        """
        over, parts = self.published.gain_over, []
        for row, published in self.published.gain.items():
            pairs = [(self.cells[row, column].ours, self.cells[over, column].ours) for column in self.columns]
            gains = [
                100 * (1 - own.mean / base.mean) for own, base in pairs if own and base and base.mean > 0
            ]
            ours = f", ours {sum(gains) / len(gains):.2f} over {len(gains)}" if gains else ""
            parts.append(f"{row} {published:.2f} (paper{ours})")
        if not parts:
            return ""
        return f"Average gain over {over} in %, over the data sets that a row has: {'; '.join(parts)}."

    def _precision_notes(self) -> list[str]:
        """Say where the precision is not the paper's, which runs do not count for theirs, and whether cells differ."""
        left_out = sorted({run for cell in self.cells.values() for run in cell.left_out})
        used = sorted({cell.precision for cell in self.cells.values() if cell.precision})
        parts: list[str] = []
        if self.comparable and (rounded := [each for each in used if each != "fp32"]):
            parts.append(
                phrase("Runs were computed in {used}, the paper's in fp32.", used=", ".join(rounded))
            )
        if len(used) > 1:
            parts.append(f"Cells were computed in different precisions ({', '.join(used)}).")
        if left_out:
            parts.append(
                "Runs in another precision than the others of their cell do not count: "
                f"{', '.join(map(str, left_out))}."
            )
        return parts


def recipes_with_tables() -> list[Recipe]:
    """Return the recipes that fill a table of the paper."""
    return [each for each in list_recipes() if each.layout is not None]


def fill_table(store: Store, name: str, size: str = "", settings: Sequence[str] = ()) -> PaperTable:
    """Return the table of the recipe ``name``, filled from the finished runs of one size.

    A run belongs to a cell when nothing that changes results differs from the recipe's (its ``group_identity``), so
    runs started in another way count too. Without a size: the one with the most results, the paper's own first. With
    ``settings``, as ``KEY=VALUE``, it is filled by runs of the recipe with these changes.

    Raises UserError when there is no such recipe, it fills no table or has no such size, and for a setting that cannot
    be made.
    """
    found = find_recipe(name, size)
    if found.layout is None:
        known = ", ".join(each.name for each in recipes_with_tables())
        raise UserError(
            f"the recipe '{found.name}' has no table in the paper.", remedy=f"Those with a table: {known}."
        )
    if size or ":" in name or not found.plans:
        return _fill_size(store, found.with_settings(settings))
    sizes = [found.with_size(each).with_settings(settings) for each in reversed(SIZES) if each in found.plans]
    tables = [_fill_size(store, each) for each in sizes]
    best = max(tables, key=lambda table: table.filled_cells)  # the first of equals
    return best if best.filled_cells else tables[-1]


@dataclass
class CellPlan:
    """The runs of a recipe that belong to one cell: their group identities, and how many are planned."""

    groups: set[str] = field(default_factory=set)
    planned: int = 0


@dataclass
class TablePlan:
    """Where the runs of a recipe belong in the paper's table.

    Attributes:
        cells: by (row, column).
        stand_ins: the substitute for a row or column in this size, by its name, where there is one.
        placed: each experiment of the recipe with its place (row, column), in the order of its runs.
    """

    cells: dict[tuple[str, str], CellPlan] = field(default_factory=dict)
    stand_ins: dict[str, str] = field(default_factory=dict)
    placed: list[tuple[Place, Experiment]] = field(default_factory=list)


def plan_table(recipe: Recipe) -> TablePlan:
    """Return where the runs of a recipe that fills a table belong in it."""
    layout = recipe.layout
    assert layout is not None
    paper, made = published_table(layout.table), TablePlan()
    for values, experiment in recipe.plan.expand_with_values():
        row = _axis_name(values, layout.rows, paper.rows, made.stand_ins)
        column = _axis_name(values, layout.columns, paper.columns, made.stand_ins)
        place = made.cells.setdefault((row, column), CellPlan())
        place.groups.add(experiment.group_identity())
        place.planned += 1
        made.placed.append(((row, column), experiment))
    return made


def _fill_size(store: Store, found: Recipe) -> PaperTable:
    layout = found.layout
    assert layout is not None
    paper, plan = published_table(layout.table), plan_table(found)
    places = plan.cells
    generated = any(reads_generated_texts(experiment) for _, experiment in plan.placed)
    finished = _finished_runs(store, found, {group for place in places.values() for group in place.groups})
    comparable = found.size in ("paper", "")
    rows, columns = (
        _axis_names(paper.rows, [r for r, _ in places]),
        _axis_names(paper.columns, [c for _, c in places]),
    )
    if paper.figure == "points":
        columns = tuple(sorted(columns, key=float))
    cells = {
        (row, column): _cell(store, places.get((row, column)), finished, paper, row, column, comparable)
        for row in rows
        for column in columns
    }
    numbers = tuple(sorted({run for cell in cells.values() for run in cell.runs}))
    counted = {place: cell.runs for place, cell in cells.items()}
    counted_rows = [run for group in finished.values() for run in group if run.id in numbers]
    contrasts = () if generated else judge_contrasts(store, paper, counted)
    settings = (
        *describe_settings(plan.placed, found.plan),
        *checkpoint_notes(store, numbers),
    )
    return PaperTable(
        found, paper, rows, columns, plan.stand_ins, cells, comparable, contrasts, generated, numbers, settings,
        looks_sentence(looks_of_runs(store, counted_rows)) if paper.measure == "test" else "",
    )  # fmt: skip


def reads_generated_texts(experiment: Experiment) -> bool:
    """Return whether any labelled data set of a run is a bundled one: their texts come from a generator."""
    return any(
        is_generated(task.data.source) for stage in experiment.stages for task in stage.labelled_tasks()
    )


def _axis_name(values: Mapping[str, object], axis: str, known: Sequence[str], here: dict[str, str]) -> str:
    if not axis:
        return known[0]
    value = values[axis]
    if isinstance(value, Variant):
        if value.published_name != value.name:
            here[value.published_name] = value.name
        return value.published_name
    return value_name(value)


def _axis_names(known: Sequence[str], ours: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys([*known, *ours]))


def _finished_runs(store: Store, found: Recipe, groups: set[str]) -> dict[str, list[RunRow]]:
    """Return finished runs by group identity: those with the recipe's name, and any equal to one of its runs.

    A run of the recipe that an older version stored may carry another hash for the same settings, so it is
    recomputed. Archived runs count: the archive keeps lists short, and results stay results.
    """
    by_group: dict[str, list[RunRow]] = {}
    for run in run_rows.list_runs(
        store, status=("finished",), order_by="id", descending=False, archived=None
    ):
        group = run.group_identity
        if group not in groups and run.recipe.partition(":")[0] == found.name:
            try:
                group = run_rows.get_experiment(store, run.id).group_identity()
            except UserError:  # an option of it is no longer installed: it can be none of the recipe's
                continue
        if group in groups:
            by_group.setdefault(group, []).append(run)
    return by_group


def _cell(
    store: Store,
    place: CellPlan | None,
    finished: Mapping[str, Sequence[RunRow]],
    paper: PublishedTable,
    row: str,
    column: str,
    comparable: bool,
) -> PaperCell:
    number = paper.values.get(row, {}).get(column)
    texts = paper.test_texts(column)
    # As one run of the authors on their test set; a number read from a picture is not known that well.
    half = None
    if number is not None and texts is not None and not paper.by_eye:
        half = _binomial_half_interval(number, texts)
    again = paper.reproduced.get(row, {}).get(column)
    if place is None:
        return PaperCell(published=number, published_half=half, reproduced=again)
    runs, left_out = _counted_runs(place, finished, paper.measure)
    ours = spread([getattr(run, paper.measure) for run in runs])
    low, high = _interval(store, runs, ours, paper.measure)
    difference = None if ours is None or number is None or not comparable else ours.mean - number
    return PaperCell(tuple(sorted(run.id for run in runs)), place.planned, ours, low, high, number, half,
    again, difference, runs[0].precision if runs else "", left_out)  # fmt: skip


def _counted_runs(
    place: CellPlan, finished: Mapping[str, Sequence[RunRow]], measure: str
) -> tuple[list[RunRow], tuple[int, ...]]:
    """Return the runs that a cell averages, and the ids of those left out for their precision.

    Runs computed in different precisions are no repetitions of each other (``RunRow.repetition_key``), so the
    precision with the most runs counts; of equally many that of the newest run. Of equal seeds and settings the
    newest run counts.
    """
    by_precision: dict[str, dict[tuple[int, str], RunRow]] = {}
    for group in sorted(place.groups):
        for run in finished.get(group, ()):
            if getattr(run, measure) is not None:
                by_precision.setdefault(run.precision, {})[run.seed, group] = run
    if not by_precision:
        return [], ()
    counted = max(by_precision.values(), key=lambda runs: (len(runs), max(run.id for run in runs.values())))
    others = (run.id for runs in by_precision.values() if runs is not counted for run in runs.values())
    return [*counted.values()], tuple(sorted(others))


def _binomial_half_interval(percent: float, texts: int) -> float:
    p = percent / 100
    return 196 * math.sqrt(p * (1 - p) / texts)


def _interval(
    store: Store, runs: Sequence[RunRow], ours: Spread | None, measure: str
) -> tuple[float | None, float | None]:
    if ours is None:
        return None, None
    if ours.n > 1:
        return ours.bounds(interval=True)
    split = "test" if measure == "test" else "validation"
    texts = summaries.count_predictions(store, runs[0].id, split)
    return wilson_interval(round(ours.mean / 100 * texts), texts) if texts else (None, None)
