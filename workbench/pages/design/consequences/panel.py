"""The right side of the Design page: the consequences of the draft, in figures and plots."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QSizePolicy, QWidget

from engine.analysis.curves.rates import freezing_timetable, layer_rates
from engine.analysis.estimate import (
    RunCost,
    estimate_cost,
    estimate_total_seconds,
    majority_class_error,
    memory_advice,
    reused_stages,
)
from engine.analysis.stage_data import StageData, planned_updates
from engine.analysis.sweeps import Combination, preview_combinations, with_seeds
from engine.metrics.base import error_text
from engine.spec.features import describe_exports
from workbench.engine_texts import layer_title, sentence_text
from workbench.language import join_sentences, tr, tr_engine
from workbench.look import formats, theme
from workbench.pages.design.consequences.rates_plot import RatesPlot
from workbench.pages.design.consequences.stage_inputs import StageInputs
from workbench.pages.design.context.draft_context import DraftContext
from workbench.pages.design.context.wording import count_of_runs, describe_combination, phases_in_words
from workbench.pages.design.draft.draft import Draft
from workbench.widgets import (
    BarRows,
    Card,
    ComboBox,
    ElidedLabel,
    FactStrip,
    Label,
    LabelledBar,
    MessageOverlay,
    Panel,
)
from workbench.widgets.arrange import arrange_columns, arrange_rows

SPARKLINE = 168
"""Height in px at 100 % of a schedule that is a plain triangle."""


class ConsequencesPanel(Panel):
    """Figures, learning rates, rates per layer and lengths of a draft.

    :meth:`show_draft` shows one; ``length_requested(tokens)`` when the user drags the line in the lengths.
    """

    length_requested = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("window", parent=parent)
        self._draft: Draft | None = None
        self._knowledge: DraftContext | None = None
        self._stage = 0
        self._combinations: list[Combination] = []
        self._choices: list[str] = []
        self._run_cost: RunCost | None = None
        self.setAccessibleName(tr("Effects of these choices"))
        self._setup()
        self._arrange()

    def _setup(self) -> None:
        self._title = Label(tr("Effects of these choices"), "strong")
        self._showing = Label(tr("Showing"), "caption", "text2")
        self.combination = ComboBox([], tr("Combination of the sweep"))
        self.combination.allow_shrinking()
        self._showing.setBuddy(self.combination)
        self.combination.activated.connect(lambda _index: self._refresh())
        for part in (self._showing, self.combination):
            part.hide()  # until a draft has several runs
        self.facts = FactStrip([(tr("Runs"), "1")], tr("Costs of these choices"))
        self.basis = ElidedLabel(
            "", "caption", "text2"
        )  # one line: a wrapped one would make the column scroll
        self.exports = ElidedLabel("", "caption", "text2")
        self.rates = RatesPlot()
        self.memory_advice = MessageOverlay(self.rates)  # it is known late, and must not move the plots
        self._layer_card = Card(tr("Rate per layer"))
        self.layers = BarRows(tr("Peak learning rate of each layer"), row=None, small=True)
        self.timetable = ElidedLabel("", "caption", "text2", lines=3)
        self.timetable.hide()
        self._layer_card.content.addWidget(self.layers, 1)
        self._layer_card.content.addWidget(self.timetable)
        self.inputs = StageInputs()
        self.inputs.length_requested.connect(self.length_requested)

    def _arrange(self) -> None:
        self._head = arrange_columns(self._title, ..., self._showing, self.combination, spacing=8)
        pair = arrange_columns((self._layer_card, 1), (self.inputs, 1), spacing=8)
        arrange_rows(
            self._head, self.facts, self.basis, self.exports, (self.rates, 1), pair,
            on=self, margins=(16, 12, 16, 16), spacing=8,
        )  # fmt: skip
        self._title.setFixedHeight(theme.sizes().control)
        parts: tuple[QWidget, ...] = (self.rates, self._layer_card, self.inputs)
        for part in parts:  # their preferred height is no reason to scroll
            part.setMinimumHeight(SPARKLINE if part is self.rates else 176)
            part.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Ignored)

    # -- showing -------------------------------------------------------------------------------------------

    def show_draft(self, draft: Draft, knowledge: DraftContext, stage: int) -> None:
        """Show the consequences of ``draft``, as far as ``knowledge`` has them. ``stage`` is the selected one."""
        self._draft, self._knowledge = draft, knowledge
        before, self._stage = self._stage, min(stage, len(draft.stages) - 1)
        self._combinations = preview_combinations(draft.table, draft.axes)
        choices = [describe_combination(draft, shown.values) for shown in self._combinations]
        choices = [
            tr("{text} ({index} of {total})", text=text, index=i, total=len(choices))
            for i, text in enumerate(choices, 1)
        ]
        changed = choices != self._choices
        if changed:
            self._choices = choices
            self.combination.set_choices([(text, i) for i, text in enumerate(choices)])
            if self.combination.currentIndex() < 0:
                self.combination.setCurrentIndex(0)
        if changed or self._stage != before:
            self._show_one_with_the_stage()
        several = len(self._combinations) > 1
        self.combination.setVisible(several)
        self._showing.setVisible(several)
        self._refresh()

    def _show_one_with_the_stage(self) -> None:
        """Show a run that has the selected stage, because some omit it, until the user chooses another."""
        current = self.combination.currentIndex()
        indices = [i for i, each in enumerate(self._combinations) if self._stage in each.stage_indices]
        if indices and current not in indices:
            self.combination.setCurrentIndex(indices[0])

    def _refresh(self) -> None:
        draft, facts = self._draft, self._knowledge
        if draft is None or facts is None:
            return
        index = max(0, self.combination.currentIndex()) if len(self._combinations) > 1 else 0
        chosen = self._combinations[min(index, len(self._combinations) - 1)] if self._combinations else None
        if chosen is None:
            data = [facts.stage(i) for i in range(len(draft.stages))]
        else:
            facts.show(chosen.experiment.stages)
            data = [facts.stage_data(stage) for stage in chosen.experiment.stages]
        self._show_facts(chosen, data)
        self._show_rates(chosen, data)
        self._show_layers(chosen, data)
        self._show_reads(chosen, data)

    def seconds(self) -> float | None:
        """Return the estimated duration of the run shown, or None if unknown."""
        return self._run_cost.seconds if self._run_cost is not None else None

    def _cost(self, chosen: Combination | None, data: Sequence[StageData]) -> RunCost | None:
        facts = self._knowledge
        if chosen is None or facts is None or facts.encoder is None:
            return None
        return estimate_cost(chosen.experiment, facts.encoder, [d.texts() for d in data], facts.speed)

    def _seconds_of_all_runs(self) -> float | None:
        """Return the duration of the sweep, one run after the other. Further combinations count at the mean."""
        draft, facts = self._draft, self._knowledge
        assert draft is not None and facts is not None
        costs = [
            (experiment, self._cost(shown, [facts.stage_data(stage) for stage in shown.experiment.stages]))
            for shown in self._combinations
            for experiment in with_seeds(shown.experiment, draft.axes)
        ]
        total = estimate_total_seconds([each for each, _ in costs], [cost for _, cost in costs])
        return None if total is None else total * draft.runs / len(costs)

    def _reused(self, draft: Draft) -> int:
        """Return the number of stages of the sweep that several runs share, 0 if it is too large to check."""
        runs = [run for shown in self._combinations for run in with_seeds(shown.experiment, draft.axes)]
        return sum(map(len, reused_stages(runs))) if len(runs) == draft.runs > 1 else 0

    def _show_facts(self, chosen: Combination | None, data: Sequence[StageData]) -> None:
        draft, knowledge = self._draft, self._knowledge
        assert draft is not None and knowledge is not None
        self._run_cost = cost = self._cost(chosen, data)
        runs, dash = draft.runs, "–"
        facts: list[tuple[str, ...]] = [(tr("Runs"), count_of_runs(draft, self._reused(draft)))]
        facts.append(
            (
                tr("Updates") if runs == 1 else tr("Updates per run"),
                formats.count(cost.steps) if cost else dash,
            )
        )
        seconds = self.seconds()
        about = "" if knowledge.speed is not None and knowledge.speed.run_count else "≈ "
        time = f"{about}{formats.duration(seconds)}" if seconds is not None else dash
        facts.append((tr("Time") if runs == 1 else tr("Time per run"), time))
        if runs > 1:
            device = str(draft.table.get("compute", {}).get("device", "auto"))
            device_count = len(knowledge.examination.devices) if knowledge.examination is not None else 1
            parallel = (
                max(1, device_count) if knowledge.is_elsewhere else knowledge.machine.parallel_runs(device)
            )
            total = self._seconds_of_all_runs()
            every = total / parallel if total is not None else None
            facts.append(
                (tr("Total time"), f"{about}{formats.duration(every)}" if every is not None else dash)
            )
        else:
            best, guess = knowledge.baseline, self._guessing(data)
            error = guess if best is None else best
            text = tr_engine(error_text(error, 1)) if error is not None else dash
            facts.append((tr("Majority class") if best is None else tr("Best baseline"), text))
        facts.append(self._memory(cost, dash))
        facts.append(self._disk(cost, runs, dash))
        self.facts.set_facts(facts)
        self.basis.set_text(self._basis(data))
        advice = self._memory_advice(chosen, cost)
        if advice:
            self.memory_advice.show_message("error", advice)
        else:
            self.memory_advice.clear()
        self.exports.set_text(self._exports(chosen, data))

    def _disk(self, cost: RunCost | None, runs: int, dash: str) -> tuple[str, ...]:
        """Return the disk space of all runs, and the free space at the compute target when it was tested."""
        facts = self._knowledge
        assert facts is not None
        if cost is None:
            return (tr("Disk"), dash)
        needed = cost.disk_bytes * runs
        if not facts.is_elsewhere or facts.examination is None:
            return (tr("Disk"), formats.size(needed))
        free = facts.examination.disk_free
        text = tr("{needed:.1f} of {free:.0f} GB", needed=needed / 1000000000.0, free=free / 1000000000.0)
        return (tr("Disk at {place}", place=facts.place), text, "error" if needed > free else "")

    def _memory(self, cost: RunCost | None, dash: str) -> tuple[str, ...]:
        facts = self._knowledge
        assert facts is not None
        if cost is None:
            return (tr("Memory"), dash)
        if facts.is_elsewhere:
            return (tr("Memory"), formats.size(cost.memory_bytes))
        machine, title = facts.machine, tr("GPU memory") if facts.machine.gpu else tr("Memory")
        total, free = (
            (machine.gpu_free,) * 2 if machine.gpu else (machine.memory, machine.free or machine.memory)
        )
        if not total:
            return (title, formats.size(cost.memory_bytes))
        text = tr(
            "{needed:.1f} of {total:.0f} GB",
            needed=cost.memory_bytes / 1000000000.0,
            total=total / 1000000000.0,
        )
        return (title, text, "error" if cost.memory_bytes > free else "")

    def _memory_advice(self, chosen: Combination | None, cost: RunCost | None) -> str:
        """Return the memory that the run lacks and how to reduce it, or "" if it fits."""
        facts = self._knowledge
        if facts is None or facts.encoder is None or chosen is None or cost is None or facts.is_elsewhere:
            return ""
        machine = facts.machine
        free, place = (machine.gpu_free, "on the GPU") if machine.gpu else (machine.free, "")
        return sentence_text(
            memory_advice(chosen.experiment, facts.encoder, free, place=place, needed=cost.memory_bytes)
        )

    def _guessing(self, data: Sequence[StageData]) -> float | None:
        facts = next((d.facts for d in reversed(data) if d.facts is not None), None)
        if facts is None or facts.target not in ("", "class", "rank"):
            return None  # multi-label texts and numbers have no largest class
        return majority_class_error(list(facts.classes.values()))

    def _basis(self, data: Sequence[StageData]) -> str:
        facts = self._knowledge
        assert facts is not None
        pending = next((d.pending for d in data if d.pending), "")
        if pending:
            return f"{pending.removesuffix('...').removesuffix('…')}…"
        speed = facts.speed
        where = tr("at {place}", place=facts.place) if facts.is_elsewhere else tr("on this computer")
        if speed is None:
            return (
                tr(
                    "No run with this encoder has finished at {place} yet, so its speed is unknown.",
                    place=facts.place,
                )
                if facts.is_elsewhere
                else ""
            )
        if speed.run_count:
            runs = (
                tr("{count} earlier runs", count=speed.run_count)
                if speed.run_count > 1
                else tr("an earlier run")
            )
            return tr("Time from {runs} with this encoder {place}.", runs=runs, place=where)
        if speed.assumed:
            return tr("Estimated from an assumed speed of its GPU. More exact once a run has finished.")
        return tr("Estimated from a short speed test of this computer. More exact once a run has finished.")

    def _exports(self, chosen: Combination | None, data: Sequence[StageData]) -> str:
        """Return the export formats of the last stage with a head, "" without one or without a known encoder."""
        facts = self._knowledge
        if chosen is None or facts is None or facts.encoder is None:
            return ""
        for stage, of_stage in reversed([*zip(chosen.experiment.stages, data, strict=True)]):
            if (features := stage.head_features) is None:
                continue
            encoder, tasks = facts.encoder, stage.labelled_tasks()
            classes = len(of_stage.facts.classes) if of_stage.facts is not None else None
            pieces = any(task.truncation.combine_segments is not None for task in tasks)
            other = next((task.objective.title for task in tasks if not task.objective.problem_type), "")
            text = describe_exports(
                features,
                encoder.model_type,
                encoder.layers,
                encoder.hidden,
                classes,
                pieces,
                tr("the objective is {name}", name=tr_engine(other).lower()) if other else "",
            )
            return tr_engine(text)
        return ""

    def _show_rates(self, chosen: Combination | None, data: Sequence[StageData]) -> None:
        draft, facts = self._draft, self._knowledge
        assert draft is not None and facts is not None
        if chosen is None:
            self.rates.show_nothing(tr("Fix the highlighted fields to see the schedule."))
        else:
            self.rates.show_rates(
                draft, facts, chosen, planned_updates(chosen.experiment.stages, data), self._combinations
            )

    def _show_layers(self, chosen: Combination | None, data: Sequence[StageData]) -> None:
        draft, facts = self._draft, self._knowledge
        assert draft is not None and facts is not None
        place = self._stage_index(chosen)
        if chosen is None or facts.encoder is None or place is None:
            self.layers.set_rows([])
            self.timetable.hide()
            without = tr("this run omits the stage") if chosen is not None else ""
            self._layer_card.set_caption(tr("choose an encoder first") if facts.encoder is None else without)
            return
        stage = chosen.experiment.stages[place]
        steps = planned_updates(chosen.experiment.stages, data)[place]
        rates = layer_rates(stage, facts.encoder.layers, steps)
        table = freezing_timetable(stage, facts.encoder.layers, steps)
        phases = phases_in_words(table, bool(steps)) if len(table.phases) > 1 else []
        self.timetable.set_text(join_sentences(phases))
        self.timetable.setVisible(bool(phases))
        bars = [
            LabelledBar(
                layer_title(row.name),
                row.rate,
                f"{row.rate:.2e}".replace("e-0", "e-") if row.rate else tr("frozen"),
            )
            for row in rates
        ]
        self.layers.set_rows(bars, max((row.rate for row in rates), default=None) or None)
        equal = len({row.rate for row in rates}) == 1
        read = data[place].facts
        classes = read.classes if read is not None else {}
        plain = equal and len(draft.stages) == len(self._combinations) == 1 and bool(classes)
        self.rates.setMaximumHeight(SPARKLINE if plain else 264)
        self._layer_card.set_title(tr("Classes") if plain else tr("Rate per layer"))
        if plain:  # differences matter more: the classes; the rates are a small line above
            self._layer_card.set_caption(tr("training texts"))
            largest = sorted(classes.items(), key=lambda each: -each[1])[:8]
            self.layers.set_rows([LabelledBar(name, n, formats.count(n)) for name, n in largest])
            return
        caption = tr("all equal") if equal else tr("peak")
        if len(draft.stages) > 1:
            caption = tr("{rates}, stage {stage}", rates=caption, stage=self._stage + 1)
        self._layer_card.set_caption(caption)

    def _stage_index(self, chosen: Combination | None) -> int | None:
        """Return the index of the selected stage in ``chosen``, or None if the combination omits it."""
        if chosen is None or self._stage not in chosen.stage_indices:
            return None
        return chosen.stage_indices.index(self._stage)

    def _show_reads(self, chosen: Combination | None, data: Sequence[StageData]) -> None:
        """Show the input of the stage: lengths of texts, shares of tasks, or a corpus."""
        facts, place = self._knowledge, self._stage_index(chosen)
        assert facts is not None
        if chosen is None or place is None:
            self.inputs.show_nothing("" if chosen is None else tr("This run omits the stage."))
        else:
            self.inputs.show_stage(chosen.experiment.stages[place], data[place], facts.encoder)
