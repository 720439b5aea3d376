"""Models of the command line's JSON: one per command, validated in the thread that reads it.

The JSON has more keys than these models. The window ignores the others.
"""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict

from engine.json_types import JsonObject
from engine.spec.checks.reasons import Reason
from workbench.language import tr


class CliAnswer(BaseModel):
    """Frozen base class of the answers."""

    model_config = ConfigDict(frozen=True)


class EncoderAnswer(CliAnswer):
    """Answer of ``palimpsest import-checkpoint``. ``heads`` are the names of the pre-training heads in the file."""

    parameters: int
    heads: list[str] = []
    lacking: list[str] = []
    left_out: dict[str, int] = {}
    notes: list[str] = []


class QueuedRunAnswer(CliAnswer):
    """Answer of ``palimpsest rerun --queue``: the run that was queued."""

    id: int
    name: str


class ImportedLogAnswer(CliAnswer):
    """Answer of ``palimpsest import-log``: the new run and its number of updates."""

    run: int
    name: str
    steps: int


class NewDesignAnswer(CliAnswer):
    """Answer of ``palimpsest new --json``: an experiment, and the reasons for settings derived from the data."""

    experiment: JsonObject
    reasons: list[Reason]


class FetchedModelAnswer(CliAnswer):
    """Answer of ``palimpsest fetch``: the run, its compute target, and whether its models are available locally."""

    run: int
    place: str
    fetched: bool

    @property
    def sentence(self) -> str:
        """The answer as a sentence."""
        if self.fetched:
            return tr("The model of run {run} is here", run=self.run)
        return tr("The model of run {run} is requested from {place}", run=self.run, place=self.place)


class RegisterAnswer(CliAnswer):
    """Answer of ``palimpsest data register``: the layout recognised, and differences from the paper as sentences."""

    layout: str
    differences: list[str]


class ReproductionRun(CliAnswer):
    """A run of a reproduction, ``finished``, ``active`` (queued or running), ``broken_off`` or ``missing``."""

    state: str


class ReproductionAnswer(CliAnswer):
    """Answer of ``palimpsest reproduce``: the runs that reproduce a table.

    Attributes:
        unfinished: number of its runs that are not finished, including the active ones.
        shared_stages: pre-trainings and multi-task fine-tunings to train, each once.
        hours: estimated hours of the unfinished runs, or None if unknown.
    """

    runs: list[ReproductionRun]
    unfinished: int
    shared_stages: int = 0
    hours: float | None = None

    @property
    def active(self) -> int:
        """Number of its runs that are queued or running."""
        return sum(run.state == "active" for run in self.runs)

    @property
    def to_queue(self) -> int:
        """Number of runs to be queued."""
        return self.unfinished - self.active


class RankedEncoderAnswer(CliAnswer):
    """An encoder and the scores of its frozen features on a data set. Scores are None if there is a ``problem``."""

    name: str
    logme: float | None
    error: float | None
    best_error: float | None
    best_layer: int | None
    problem: str


class EncoderRankingAnswer(CliAnswer):
    """Answer of ``palimpsest encoders rank``. Errors are in percent; ``learnt`` and ``tested`` are numbers of texts."""

    encoders: list[RankedEncoderAnswer]
    learnt: int
    tested: int
    bag_of_words: float
    guessing: float
    caution: str


class TrialWordsAnswer(CliAnswer):
    """A trial as texts. ``values`` are its settings by field."""

    state: str
    value: str
    values: dict[str, str]


class TrialAnswer(CliAnswer):
    """A trial of a search. ``bounded`` is the measure under the constraint, if the search has one."""

    number: int
    pruned_step: int | None
    state: str
    value: float | None
    bounded: float | None
    feasible: bool
    words: TrialWordsAnswer
    runs: list[int]


class SearchAnswer(CliAnswer):
    """Answer of ``palimpsest searches N``: a search with its trials.

    Attributes:
        best: number of the best trial, or None if none has finished.
        best_design: the experiment with the settings of the best trial.
        labels: labels of the fields.
    """

    id: int
    name: str
    status: str
    reason: str
    planned: int
    hours: float | None
    seconds: float
    metric: str
    constraint: str
    trials: list[TrialAnswer]
    best: int | None
    best_design: dict[str, object] | None
    chosen_runs: list[int]
    labels: dict[str, str]


class SliceConditionAnswer(CliAnswer):
    """One condition of a slice: the name of a feature and its value."""

    feature: str
    value: str


class SliceAnswer(CliAnswer):
    """One slice of a feature: its number of texts, and their error in percent (or mean) with its 95 % interval."""

    value: str
    texts: int
    mean: float
    interval: tuple[float | None, float | None]


class SliceFeatureAnswer(CliAnswer):
    """A feature of texts and its slices."""

    name: str
    title: str
    slices: list[SliceAnswer]


class WorstSliceAnswer(CliAnswer):
    """A slice found on one half of the texts. ``value``, ``rest`` and ``adjusted_p`` are measured on the other half."""

    conditions: list[SliceConditionAnswer]
    name: str
    texts: int
    value: float
    interval: tuple[float | None, float | None]
    rest: float
    adjusted_p: float | None
    confirmed: bool


class SliceCodesAnswer(CliAnswer):
    """The slice of every text by one feature, as an index into ``values``, or -1 for none."""

    values: list[str]
    codes: list[int]


class SliceMembersAnswer(CliAnswer):
    """All texts of a split: position in the cached data set, prediction, cost of the prediction, and slices."""

    fingerprint: str
    data_split: str
    positions: list[int]
    labels: list[str]
    predicted: list[str]
    confidence: list[float | None]
    costs: list[float]
    features: dict[str, SliceCodesAnswer]


class SlicesAnswer(CliAnswer):
    """Answer of ``palimpsest errors --members``: the errors of a run by slice."""

    run: int
    split: str
    measure: str
    texts: int
    value: float
    features: list[SliceFeatureAnswer]
    worst: list[WorstSliceAnswer]
    notes: list[str]
    members: SliceMembersAnswer


class BrokenTextAnswer(CliAnswer):
    """A negative flip: a text that the older run predicted correctly and the newer one does not."""

    row: int
    label: str
    now: str
    confidence: float | None
    text: str


class GateAnswer(CliAnswer):
    """Answer of ``palimpsest gate``: the numbers of negative and positive flips, and the negative-flip rate in
    percent.

    ``unread`` is the reason why the texts cannot be shown, or "". ``notes`` are caveats on the test texts and on how
    often they have been evaluated.
    """

    texts: int
    broken: int
    mended: int
    rate: float
    interval: tuple[float, float]
    error_before: float
    error_now: float
    broken_texts: list[BrokenTextAnswer]
    unread: str
    notes: list[str] = []


class DoubtfulTextAnswer(CliAnswer):
    """A suspected label error from ``palimpsest noise``: its row, label, suggested label, and score by reason."""

    key: str
    split: str
    row: int
    label: str
    suggested: str
    score: float
    reasons: dict[str, str]
    text: str


class NoiseAnswer(CliAnswer):
    """Answer of ``palimpsest noise``: the suspected label errors of a data set, or the first of them.

    ``noise_percent`` is the estimated share of wrong labels. ``found`` is the length of the whole queue.
    """

    data: str
    classes: list[str]
    texts: int
    noise_percent: float | None
    judged_by: str
    found: int
    queue: list[DoubtfulTextAnswer]
    notes: list[str]


class VersionAnswer(CliAnswer):
    """Answer of ``palimpsest noise --apply``: the name of the version in the catalogue, and a summary sentence."""

    name: str
    said: str


class RiskPointAnswer(CliAnswer):
    """A point of the risk–coverage curve: the share of texts answered (0 to 1) and their error in percent."""

    confidence: float
    coverage: float
    risk: float


class DecisionSplitAnswer(CliAnswer):
    """Effect of a decision rule on one split: metrics before and after by name, and the risk–coverage curve.

    ``answered_error`` is the error in percent among the answered texts, whose share is ``coverage``.
    """

    split: str
    texts: int
    before: dict[str, float | None]
    after: dict[str, float | None]
    coverage: float
    answered_error: float | None
    risk_coverage: list[RiskPointAnswer]
    cost_before: float | None
    cost_after: float | None


class DecisionAnswer(CliAnswer):
    """Answer of ``palimpsest decide``: a rule, and its effect on validation and test texts.

    Attributes:
        chosen_for: the metric that the rule was tuned for, as text; empty for the model without a rule.
        saved: the file that contains this rule, or "".
        has_rule: whether a rule is saved with the model.
        several: whether a text may have several labels.
        metrics: names and titles of the metrics that a rule can be tuned for.
        caution: what the validation texts cannot tune, or "".
        notes: caveats on the test texts and on how often they have been evaluated.
        weights, thresholds: of classes, or of labels, empty for none.
    """

    chosen_for: str
    saved: str
    has_rule: bool
    several: bool
    classes: list[str]
    metrics: dict[str, str]
    caution: str
    notes: list[str] = []
    temperature: float
    abstain_below: float
    weights: list[float] = []
    thresholds: list[float] = []
    splits: tuple[DecisionSplitAnswer, DecisionSplitAnswer]


class SentenceAnswer(CliAnswer):
    """Answer of ``palimpsest decide --clear``: a summary sentence."""

    said: str


class AddedRunAnswer(CliAnswer):
    """A run of a capsule by its number here."""

    run: int


class CapsuleAnswer(SentenceAnswer):
    """Answer of ``palimpsest open-capsule``: the runs added, and a summary sentence."""

    runs: list[AddedRunAnswer]


class ExportAnswer(CliAnswer):
    """Answer of ``palimpsest export`` and ``predictions``: a summary sentence and a caution."""

    said: str
    note: str = ""

    @property
    def summary(self) -> str:
        """Both sentences."""
        return f"{self.said} {self.note}".rstrip()


class LayoutAnswer(CliAnswer):
    """A layout of ``palimpsest export RUN``: the program that opens it, and why it does not fit this model, if so."""

    name: str
    title: str
    opened_by: str
    obstacle: str = ""
    change: str = ""
    remarks: list[str] = []

    @property
    def fits(self) -> str:
        """Whether the layout fits the model, as a word."""
        return tr("No") if self.obstacle else tr("Yes")


class LayoutsAnswer(CliAnswer):
    """Answer of ``palimpsest export RUN`` without a folder."""

    layouts: list[LayoutAnswer]


class ProblemReportAnswer(CliAnswer):
    """Answer of ``palimpsest problem-report``: the whole text."""

    text: str
