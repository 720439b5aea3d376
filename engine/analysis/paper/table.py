"""Fill the paper's tables with finished runs of a recipe: our mean with its interval, and the published number."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from engine.analysis.evidence import checkpoint_notes, looks_of_runs, looks_sentence
from engine.analysis.paper.contrasts import PaperContrast, count_answers, judge_contrasts
from engine.analysis.paper.published import PublishedTable, published_table
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
class PaperCell:
    """Cell of a table, with errors in percent.

    Attributes:
        runs: the finished runs of the cell, one per seed (or draw).
        planned: the number of runs in the recipe.
        ours: the spread of the finished runs, None without runs.
        low, high: 95 % interval of ours: of the mean over seeds, or Wilson's for a single run. None if unknown, as for
            several runs with equal errors.
        published: the paper's number.
        published_half: half the 95 % interval of ``published``, as of one run on its test set.
        reproduced: mean and standard deviation of an independent reproduction.
        difference: ours minus published, None if data or encoder are not the paper's.
        precision: precision of the averaged runs, ``fp32`` or ``bf16``. Empty without runs, or if unknown.
        left_out: finished runs of the cell in another precision.
    """

    runs: tuple[int, ...] = ()
    planned: int = 0
    ours: Spread | None = None
    low: float | None = None
    high: float | None = None
    published: float | None = None
    published_half: float | None = None
    reproduced: tuple[float, float | None] | None = None
    difference: float | None = None
    precision: str = ""
    left_out: tuple[int, ...] = ()


@dataclass(frozen=True)
class PaperTable:
    """Table of the paper, filled with the available runs.

    Attributes:
        rows, columns: the paper's names, followed by names that only the recipe has.
        stand_ins: substitutes for rows or columns in this size, by name.
        cells: cells by (row, column), for every combination.
        comparable: whether data and encoder are the paper's.
        contrasts: answers of our runs to the paper's contrasts; none on generated texts.
        generated: whether the texts come from a generator. Then contrasts are not counted.
        settings: notes on settings shared by all runs of a size, and on noise that their spread over seeds excludes.
        looks: a sentence on the number of evaluations on the test texts; empty if unknown.
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
        """The number of cells with a result once all runs of the recipe have finished."""
        return sum(cell.planned > 0 for cell in self.cells.values())

    @property
    def title(self) -> str:
        """``Table 2, Long texts``."""
        name, title = self.published.name.replace("-", " ").capitalize(), self.published.title
        return f"{name}, {title if title[:2].isupper() else title[:1].lower() + title[1:]}"

    def label(self, name: str) -> str:
        """Return the name of a row or column with its substitute."""
        if name not in self.stand_ins:
            return name
        return phrase("{name} (here: {stand_in})", name=phrase(name), stand_in=phrase(self.stand_ins[name]))

    def headings(self) -> list[str]:
        """Return notes on reading the numbers, most important first."""
        measure = "Last validation error" if self.published.measure == "validation_last" else "Test error"
        sentences: list[str] = []
        if self.recipe.settings:
            sentences.append(
                phrase("Not as published, but with {settings}.", settings=", ".join(self.recipe.settings))
            )
        if not self.comparable:
            difference = f"Size {self.size}: other data and another encoder than the paper's."
            sentences.append(
                f"Demonstration on generated texts. {difference} Nothing is counted for or against the paper."
                if self.generated
                else f"{difference} The numbers are not comparable; the contrasts between them are."
            )
        if answers := count_answers(self.contrasts):
            sentences.append(answers)
        sentences.append(
            f"{measure} in %. Ours: mean ± half the 95 % interval over seeds, on these texts (number of runs); of a "
            "single run Wilson's interval over texts, with this seed."
        )
        ours = [cell.ours for cell in self.cells.values() if cell.ours is not None]
        if any(mean.n > 1 and mean.half_interval is None for mean in ours):
            sentences.append(EQUAL_SEEDS)
        sentences.append(f"Paper: {self.published.source}, {self.published.trust}; single runs.")
        sentences += self._precision_notes()
        sentences += self.settings
        if self.published.departures and self.comparable:
            sentences.append(self.published.departures)
        if self.looks:
            sentences.append(self.looks)
        if self.published.note:
            sentences.append(self.published.note)
        if gains := self._gains():
            sentences.append(gains)
        return sentences

    def _gains(self) -> str:
        """Return a sentence on the average gains of Table 6: relative reductions of the error against one row.

        A gain is averaged over the data sets present in both rows (seven or eight in Sun et al. 2019). Example: errors
        of 4 and 9 against 5 and 10 are gains of 20 and 10 %, on average 15 %.
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
        return f"Average gain over {over} in %, over the data sets of each row: {'; '.join(parts)}."

    def _precision_notes(self) -> list[str]:
        """Return notes on precision: differences from the paper and between cells, and omitted runs."""
        left_out = sorted({run for cell in self.cells.values() for run in cell.left_out})
        precisions = sorted({cell.precision for cell in self.cells.values() if cell.precision})
        parts: list[str] = []
        if self.comparable and (reduced := [name for name in precisions if name != "fp32"]):
            parts.append(
                phrase("Runs were computed in {used}, the paper's in fp32.", used=", ".join(reduced))
            )
        if len(precisions) > 1:
            parts.append(f"Cells were computed in different precisions ({', '.join(precisions)}).")
        if left_out:
            parts.append(
                "Runs in a different precision from the others of their cell do not count: "
                f"{', '.join(map(str, left_out))}."
            )
        return parts


def recipes_with_tables() -> list[Recipe]:
    """Return the recipes that fill a table of the paper."""
    return [recipe for recipe in list_recipes() if recipe.layout is not None]


def fill_table(store: Store, name: str, size: str = "", settings: Sequence[str] = ()) -> PaperTable:
    """Return the table of the recipe ``name``, filled with the finished runs of one size.

    A run belongs to a cell if all settings that affect results equal those of the recipe (``group_identity``), so runs
    started in another way count too. The default size is the one with the most results, preferably the paper's. With
    ``settings`` (``KEY=VALUE``), the table shows runs of the recipe with these changes.

    Raises UserError for an unknown recipe or size, a recipe without a table, and an invalid setting.
    """
    plan = find_recipe(name, size)
    if plan.layout is None:
        names = ", ".join(other.name for other in recipes_with_tables())
        raise UserError(
            f"the recipe '{plan.name}' has no table in the paper.", remedy=f"Recipes with a table: {names}."
        )
    if size or ":" in name or not plan.plans:
        return _fill_size(store, plan.with_settings(settings))
    sizes = [plan.with_size(each).with_settings(settings) for each in reversed(SIZES) if each in plan.plans]
    tables = [_fill_size(store, sized) for sized in sizes]
    fullest = max(tables, key=lambda table: table.filled_cells)  # the first of equals
    return fullest if fullest.filled_cells else tables[-1]


@dataclass
class CellPlan:
    """Group identities of a recipe's runs in one cell, and the number of planned runs."""

    groups: set[str] = field(default_factory=set)
    planned: int = 0


@dataclass
class TablePlan:
    """Assignment of a recipe's runs to the cells of the paper's table.

    Attributes:
        cells: cells by (row, column).
        stand_ins: substitutes for rows or columns in this size, by name.
        experiments: each experiment of the recipe with its cell (row, column), in the order of runs.
    """

    cells: dict[tuple[str, str], CellPlan] = field(default_factory=dict)
    stand_ins: dict[str, str] = field(default_factory=dict)
    experiments: list[tuple[tuple[str, str], Experiment]] = field(default_factory=list)


def plan_table(recipe: Recipe) -> TablePlan:
    """Return the assignment of a recipe's runs to the cells of its table."""
    layout = recipe.layout
    assert layout is not None
    paper, plan = published_table(layout.table), TablePlan()
    for values, experiment in recipe.plan.expand_with_values():
        row = _axis_name(values, layout.rows, paper.rows, plan.stand_ins)
        column = _axis_name(values, layout.columns, paper.columns, plan.stand_ins)
        cell = plan.cells.setdefault((row, column), CellPlan())
        cell.groups.add(experiment.group_identity())
        cell.planned += 1
        plan.experiments.append(((row, column), experiment))
    return plan


def _fill_size(store: Store, recipe: Recipe) -> PaperTable:
    layout = recipe.layout
    assert layout is not None
    paper, plan = published_table(layout.table), plan_table(recipe)
    plans = plan.cells
    generated = any(reads_generated_texts(experiment) for _, experiment in plan.experiments)
    by_group = _finished_runs(store, recipe, {group for place in plans.values() for group in place.groups})
    comparable = recipe.size in ("paper", "")
    rows, columns = (
        _axis_names(paper.rows, [r for r, _ in plans]),
        _axis_names(paper.columns, [c for _, c in plans]),
    )
    if paper.figure == "points":
        columns = tuple(sorted(columns, key=float))
    cells = {
        (row, column): _cell(store, plans.get((row, column)), by_group, paper, row, column, comparable)
        for row in rows
        for column in columns
    }
    numbers = tuple(sorted({run for cell in cells.values() for run in cell.runs}))
    run_ids = {place: cell.runs for place, cell in cells.items()}
    used_runs = [run for group in by_group.values() for run in group if run.id in numbers]
    contrasts = () if generated else judge_contrasts(store, paper, run_ids)
    experiments = [experiment for _, experiment in plan.experiments]
    settings = (
        *filter(None, (_describe_corpus(experiments), _describe_shared_stages(experiments))),
        *checkpoint_notes(store, numbers),
    )
    return PaperTable(
        recipe, paper, rows, columns, plan.stand_ins, cells, comparable, contrasts, generated, numbers, settings,
        looks_sentence(looks_of_runs(store, used_runs)) if paper.measure == "test" else "",
    )  # fmt: skip


def _describe_corpus(experiments: Sequence[Experiment]) -> str:
    """Return a note on corpus documents that further pre-training omits, empty without pre-training."""
    if not any(stage.predicts_words for each in experiments for stage in each.stages):
        return ""
    from engine.data.pretraining.corpus import HELD_OUT_EVERY  # tokenizers: not while the window opens

    return phrase(
        "Further pre-training leaves out one document in {n}, on which its loss is measured, and repeated documents; "
        "the paper trains on all.",
        n=HELD_OUT_EVERY,
    )


def _describe_shared_stages(experiments: Sequence[Experiment]) -> str:
    """Return a note if runs with different seeds share an earlier stage, whose noise the spread excludes."""
    shared = {
        (stage.title.lower(), stage.seed)
        for experiment in experiments
        for stage in experiment.stages[:-1]
        if stage.seed is not None
    }
    has_seeds = len({experiment.seed for experiment in experiments}) > 1
    if not shared or not has_seeds:
        return ""
    text = ", ".join(f"{title} with seed {seed}" for title, seed in sorted(shared))
    return (
        f"Runs of different seeds share earlier stages ({text}), so the interval covers the last stage only, not "
        "another pre-training."
    )


def reads_generated_texts(experiment: Experiment) -> bool:
    """Return whether any labelled data set of a run is bundled, so that its texts are generated."""
    return any(
        is_generated(task.data.source) for stage in experiment.stages for task in stage.labelled_tasks()
    )


def _axis_name(values: Mapping[str, object], axis: str, names: Sequence[str], notes: dict[str, str]) -> str:
    if not axis:
        return names[0]
    value = values[axis]
    if isinstance(value, Variant):
        if value.published_name != value.name:
            notes[value.published_name] = value.name
        return value.published_name
    return value_name(value)


def _axis_names(names: Sequence[str], ours: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys([*names, *ours]))


def _finished_runs(store: Store, recipe: Recipe, groups: set[str]) -> dict[str, list[RunRow]]:
    """Return finished runs by group identity: runs of the recipe, and runs equal to one of them.

    The identity of a recipe's run is recomputed, since older versions may have stored another hash for the same
    settings. Archived runs count too.
    """
    by_group: dict[str, list[RunRow]] = {}
    for run in run_rows.list_runs(
        store, status=("finished",), order_by="id", descending=False, archived=None
    ):
        group = run.group_identity
        if group not in groups and run.recipe.partition(":")[0] == recipe.name:
            try:
                group = run_rows.get_experiment(store, run.id).group_identity()
            except UserError:  # an option is no longer installed, so it cannot be one of the recipe's
                continue
        if group in groups:
            by_group.setdefault(group, []).append(run)
    return by_group


def _cell(
    store: Store,
    cell_plan: CellPlan | None,
    by_group: Mapping[str, Sequence[RunRow]],
    paper: PublishedTable,
    row: str,
    column: str,
    comparable: bool,
) -> PaperCell:
    number = paper.values.get(row, {}).get(column)
    texts = paper.test_texts(column)
    # The interval is that of one run of the authors on their test set. A number read from a picture is less precise.
    half_width = None
    if number is not None and texts is not None and not paper.by_eye:
        half_width = _binomial_half_interval(number, texts)
    reproduced = paper.reproduced.get(row, {}).get(column)
    if cell_plan is None:
        return PaperCell(published=number, published_half=half_width, reproduced=reproduced)
    runs, left_out = _averaged_runs(cell_plan, by_group, paper.measure)
    ours = spread([_error_of(run, paper.measure) for run in runs])
    low, high = _interval(store, runs, ours, paper.measure)
    difference = None if ours is None or number is None or not comparable else ours.mean - number
    return PaperCell(tuple(sorted(run.id for run in runs)), cell_plan.planned, ours, low, high, number, half_width,
    reproduced, difference, runs[0].precision if runs else "", left_out)  # fmt: skip


def _averaged_runs(
    cell_plan: CellPlan, by_group: Mapping[str, Sequence[RunRow]], measure: str
) -> tuple[list[RunRow], tuple[int, ...]]:
    """Return the runs that a cell averages, and the ids of runs omitted for their precision.

    Runs in different precisions are not repetitions of each other (``RunRow.repetition_key``). The precision with the
    most runs counts, on a tie that of the newest run. Among equal seeds and settings the newest run counts.
    """
    by_precision: dict[str, dict[tuple[int, str], RunRow]] = {}
    for group in sorted(cell_plan.groups):
        for run in by_group.get(group, ()):
            if getattr(run, measure) is not None:
                by_precision.setdefault(run.precision, {})[run.seed, group] = run
    if not by_precision:
        return [], ()
    averaged = max(by_precision.values(), key=lambda runs: (len(runs), max(run.id for run in runs.values())))
    others = (run.id for runs in by_precision.values() if runs is not averaged for run in runs.values())
    return [*averaged.values()], tuple(sorted(others))


def _error_of(run: RunRow, measure: str) -> float | None:
    """Return a result as an error, as in the paper, even if lists show accuracies."""
    value: float | None = getattr(run, measure)
    return 100 - value if value is not None and run.metric == "accuracy" else value


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
