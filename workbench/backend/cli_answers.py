"""Models of the command line's JSON: one per command, validated in the thread that reads it.

An answer has more keys than are named here. The window does without them.
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
    """Answer of ``palimpsest import-checkpoint``. ``heads``: the names of pre-training heads found."""

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
    """Answer of ``palimpsest import-log``: the run that was made, and its updates."""

    run: int
    name: str
    steps: int


class NewDesignAnswer(CliAnswer):
    """Answer of ``palimpsest new --json``: an experiment, and the reasons for what the data decided."""

    experiment: JsonObject
    reasons: list[Reason]


class FetchedModelAnswer(CliAnswer):
    """Answer of ``palimpsest fetch``: the number of the run, its place, whether its models are here now."""

    run: int
    place: str
    fetched: bool

    @property
    def said(self) -> str:
        """The answer in a sentence."""
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
    """Answer of ``palimpsest reproduce``: what the reproduction of a table takes.

    Attributes:
        unfinished: how many of its runs are not finished, the active ones included.
        shared_stages: pre-trainings and multi-task fine-tunings to train, each once.
        hours: of what is not finished, None where they are not known.
    """

    runs: list[ReproductionRun]
    unfinished: int
    shared_stages: int = 0
    hours: float | None = None

    @property
    def active(self) -> int:
        """How many of its runs are queued or running already."""
        return sum(run.state == "active" for run in self.runs)

    @property
    def to_queue(self) -> int:
        """How many runs would be put into the queue."""
        return self.unfinished - self.active


class RankedEncoderAnswer(CliAnswer):
    """An encoder with what its frozen features tell of a data set, None with a ``problem``."""

    name: str
    logme: float | None
    error: float | None
    best_error: float | None
    best_layer: int | None
    problem: str


class EncoderRankingAnswer(CliAnswer):
    """Answer of ``palimpsest encoders rank``; errors in percent, ``learnt`` and ``tested`` numbers of texts."""

    encoders: list[RankedEncoderAnswer]
    learnt: int
    tested: int
    bag_of_words: float
    guessing: float
    caution: str


class TrialWordsAnswer(CliAnswer):
    """A trial in words. ``values`` are its settings by field."""

    state: str
    value: str
    values: dict[str, str]


class TrialAnswer(CliAnswer):
    """A trial of a search. ``bounded`` is the constraint's measure, where there is one."""

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
        best: the number of the best trial, None where none has finished.
        best_design: the experiment with its settings.
        labels: the fields in words.
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
    """One slice of a feature: how many texts, and their error in percent (or mean) with its 95 % interval."""

    value: str
    texts: int
    mean: float
    interval: tuple[float | None, float | None]


class SliceFeatureAnswer(CliAnswer):
    """A feature of texts, and its slices."""

    name: str
    title: str
    slices: list[SliceAnswer]


class WorstSliceAnswer(CliAnswer):
    """A slice found on one half of the texts. ``value``, ``rest`` and ``adjusted_p`` are of the other half."""

    conditions: list[SliceConditionAnswer]
    name: str
    texts: int
    value: float
    interval: tuple[float | None, float | None]
    rest: float
    adjusted_p: float | None
    confirmed: bool


class SliceCodesAnswer(CliAnswer):
    """The slice of every text by one feature, an index into ``values``. -1: none."""

    values: list[str]
    codes: list[int]


class SliceMembersAnswer(CliAnswer):
    """Every text of a split: where it is in the cached data set, what was predicted, how wrong that is, its slices."""

    fingerprint: str
    data_split: str
    positions: list[int]
    labels: list[str]
    predicted: list[str]
    confidence: list[float | None]
    costs: list[float]
    features: dict[str, SliceCodesAnswer]


class SlicesAnswer(CliAnswer):
    """Answer of ``palimpsest errors --members``: where a run is wrong."""

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
    """A text that an older run had right and a newer one has wrong."""

    row: int
    label: str
    now: str
    confidence: float | None
    text: str


class GateAnswer(CliAnswer):
    """Answer of ``palimpsest gate``: how many texts are broken and mended, with the negative-flip rate in percent.

    ``unread`` says why the texts themselves cannot be shown, "" where they can. ``notes``: what must be known of the
    test texts, and how often they have been looked at.
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
    """A text of the queue of ``palimpsest noise``: where it is, its label, what is suggested, and why, by reason."""

    key: str
    split: str
    row: int
    label: str
    suggested: str
    score: float
    reasons: dict[str, str]
    text: str


class NoiseAnswer(CliAnswer):
    """Answer of ``palimpsest noise``: the doubtful texts of a data set, the first of them where there are many.

    ``noise_percent`` is the estimated share of wrong labels. ``found`` counts the whole queue.
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
    """Answer of ``palimpsest noise --apply``: the version's name in the catalogue, and what was done in a sentence."""

    name: str
    said: str


class RiskPointAnswer(CliAnswer):
    """The most confident texts: the share that is answered (0 to 1) and the percentage of errors among them."""

    confidence: float
    coverage: float
    risk: float


class DecisionSplitAnswer(CliAnswer):
    """Effect of a decision rule on one split: metrics before and after by name, and the curve of risk and coverage.

    ``answered_error`` is the percentage of errors among the share ``coverage`` of texts that are answered.
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
    """Answer of ``palimpsest decide``: a rule, and what it does to validation and test texts.

    Attributes:
        chosen_for: what it was tuned for, in words, empty for the model without a rule.
        saved: the file in which this very rule is kept, empty where it is not.
        has_rule: whether any rule is kept beside the model.
        several: whether a text may have several labels.
        metrics: those that a rule can be tuned for: names and titles.
        caution: what the validation texts cannot tune, empty where they can.
        notes: what must be known of the test texts, and how often they have been looked at.
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
    """Answer of ``palimpsest decide --clear``: what was done, in a sentence."""

    said: str


class AddedRunAnswer(CliAnswer):
    """A run of a capsule by its number here."""

    run: int


class CapsuleAnswer(SentenceAnswer):
    """Answer of ``palimpsest open-capsule``: the runs that were added, and a sentence on them."""

    runs: list[AddedRunAnswer]


class ExportAnswer(CliAnswer):
    """Answer of ``palimpsest export`` and ``predictions``: what was written, as a sentence, and a caution."""

    said: str
    note: str = ""

    @property
    def summary(self) -> str:
        """Both sentences."""
        return f"{self.said} {self.note}".rstrip()


class LayoutAnswer(CliAnswer):
    """A layout of ``palimpsest export RUN``: what opens it, and why this model cannot take it, if it cannot."""

    name: str
    title: str
    opened_by: str
    obstacle: str = ""
    change: str = ""
    remarks: list[str] = []

    @property
    def fits(self) -> str:
        """Whether the model can take it, in a word."""
        return tr("No") if self.obstacle else tr("Yes")


class LayoutsAnswer(CliAnswer):
    """Answer of ``palimpsest export RUN`` without a folder."""

    layouts: list[LayoutAnswer]


class ProblemReportAnswer(CliAnswer):
    """Answer of ``palimpsest problem-report``: the whole text."""

    text: str
