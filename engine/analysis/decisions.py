"""Tune a decision rule on validation predictions, and measure its effect on the validation and test splits."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace

import numpy as np

from engine.errors import UserError, printable
from engine.formatting.numbers import percent_text
from engine.json_types import JsonObject
from engine.metrics.base import Metric, Outcomes, known_metrics
from engine.objectives.base import LabelObjective
from engine.objectives.decision import Decision, DecisionRule, LabelThresholds, answer_confidence, plain_rule
from engine.spec.sweep import require_one_value
from engine.store import Store, probabilities
from engine.store.metrics import StageLookup
from engine.store.summaries import correct_answers

LABEL_COSTS = ("given wrongly", "missed")
"""The columns of costs of labels."""
Costs = tuple[tuple[float, ...], ...]
"""One row per class or label, with the costs of ``LABEL_COSTS`` or of each answer."""


def read_costs(entries: Sequence[str], classes: Sequence[str], is_multi_label: bool = False) -> Costs:
    """Return the costs of entries ``TRUE:ANSWER=COST``; with ``is_multi_label`` ``LABEL:missed=COST`` and
    ``LABEL:given wrongly=COST``.

    Other errors cost 1, a right answer 0. Names may contain ``:`` and ``=``. Example: for ham and spam, ``spam:ham=5``
    is ((0, 1), (5, 0)). The expected cost is least if a label is given from the probability ``label_threshold`` on.

    Raises UserError for a malformed entry, a cost that is not a number, and costs of labels that are not costs of
    errors.
    """
    columns, form = (LABEL_COSTS, "LABEL:missed=COST") if is_multi_label else (classes, "TRUE:ANSWER=COST")
    cells = {f"{row}:{column}": (row, column) for row in classes for column in columns}
    costs: dict[tuple[str, str], float] = {}
    for entry in entries:
        name, _, number = entry.rpartition("=")
        if name.strip() not in cells:
            raise UserError(
                f"names no cost; the form is {form}.",
                place=f"--cost {printable(entry, 60)}",
                remedy=f"For example --cost '{next(iter(list(cells)[1:]), form)}=5'.",
            )
        cost = _read_cost(number, f"--cost {printable(entry, 60)}")
        previous = costs.setdefault(cells[name.strip()], cost)
        require_one_value(previous, cost, place=f"--cost {printable(name.strip(), 60)}")
    return _cost_rows(costs, classes, is_multi_label)


def _read_cost(text: str, place: str) -> float:
    try:
        cost = float(text)
    except ValueError:
        cost = math.nan
    if not math.isfinite(cost):
        raise UserError("a cost is not a finite number.", place=place, remedy="Write a number.")
    return cost


def _cost_rows(costs: dict[tuple[str, str], float], classes: Sequence[str], is_multi_label: bool) -> Costs:
    columns = LABEL_COSTS if is_multi_label else classes
    rows = tuple(
        tuple(costs.get((row, column), float(is_multi_label or row != column)) for column in columns)
        for row in classes
    )
    for name, row in zip(classes, rows, strict=True) if is_multi_label else ():
        if min(row) < 0 or max(row) == 0:
            raise UserError(
                f"the costs of '{name}' are not costs of errors.",
                place="--cost",
                remedy="Write numbers of 0 or more, not both 0.",
            )
    return rows


def label_threshold(wrongly: float, missed: float) -> float:
    """Return the probability above which giving a label costs less than omitting it (Elkan 2001, 2.2).

    Example: if missing a label costs nine times as much as giving it wrongly, the threshold is 0.1.
    """
    return wrongly / (wrongly + missed)


MAX_TEMPERATURE = 20.0
MAX_STEPS = 200
"""Values of one class weight tried per round. With more texts they are quantiles."""
MAX_TRIALS = 2000
"""Thresholds tried per round over all labels, at least ten per label."""
MAX_ROUNDS = 10
_MIN_ANSWERED = 20
"""Minimum number of answered texts if a rule abstains. The error of fewer is too noisy."""


@dataclass(frozen=True, eq=False)
class ScoredSplit:
    """Targets int64 [n], log-probabilities float32 [n, C] and class names of one split.

    Multi-label targets are rows of 0 and 1, [n, C].
    """

    split: str
    targets: np.ndarray
    log_probs: np.ndarray
    classes: tuple[str, ...]

    @property
    def is_multi_label(self) -> bool:
        """Whether a text may have several labels."""
        return self.targets.ndim == 2

    @property
    def objective(self) -> str:
        """Kind of objective that defines the metrics. Soft labels count as single-label."""
        return "multi_label" if self.is_multi_label else "single_label"

    def outcomes(self, decision: DecisionRule) -> Outcomes:
        """Return the outcomes under ``decision``. Withheld answers are included."""
        probs = decision.calibrated(self.log_probs)
        answers = decision.decide(probs)
        if self.is_multi_label:
            true_probs = np.where(self.targets > 0, probs, 1 - probs)
            losses = -np.log(np.maximum(true_probs, 1e-300)).mean(axis=1)
        else:
            losses = -np.log(np.maximum(probs[np.arange(len(answers)), self.targets], 1e-300))
        right = int(correct_answers(self.targets, answers).sum())
        return Outcomes(
            len(answers), float(losses.sum()), right, self.targets, answers, probs, losses, self.classes
        )


@dataclass(frozen=True)
class RiskPoint:
    """Coverage (share of texts answered, 0 to 1) and risk (percentage of wrong answers) above a confidence."""

    confidence: float
    coverage: float
    risk: float


@dataclass(frozen=True)
class DecisionReport:
    """Effect of a rule on one split: metrics before and after, coverage, and error of the answers in percent.

    ``cost_before`` and ``cost_after`` are mean costs if the rule has a cost matrix.
    """

    split: str
    texts: int
    before: Mapping[str, float]
    after: Mapping[str, float]
    coverage: float
    answered_error: float
    risk_coverage: tuple[RiskPoint, ...]
    cost_before: float | None = None
    cost_after: float | None = None

    def as_json(self) -> JsonObject:
        """Return the fields as JSON values."""
        return asdict(self)


REPORTED_OF_LABELS = "micro_f1 macro_f1 subset_accuracy hamming_loss lrap loss".split()
REPORTED = "error macro_f1 balanced_accuracy matthews_correlation loss brier calibration_error".split()


def read_scored_split(store: Store, run_id: int, stage: int, task: str, split: str) -> ScoredSplit:
    """Return the stored probabilities of ``split``, predicted with the weights of ``stage`` (from 1).

    Raises UserError if they were not stored.
    """
    full_name = f"{split}/{task}" if task else split
    for name in (f"stage-{stage}/{full_name}", full_name):
        sql = "SELECT step FROM prediction_sets WHERE run_id = ? AND split = ?"
        row = store.execute(sql, (run_id, name)).fetchone()
        if row is None or StageLookup(store, run_id).position_of(row["step"]) != stage - 1:
            continue
        outcomes = probabilities.read_outcomes(store, run_id, name)
        logs = probabilities.read_log_probabilities(store, run_id, name)
        if outcomes is not None and outcomes.targets is not None and logs is not None and outcomes.classes:
            return ScoredSplit(split, outcomes.targets, logs, outcomes.classes)
    remedy = "with --set data.validation_share=0.1" if split == "validation" else "with this version"
    raise UserError(
        f"run {run_id} has no stored probabilities of its {split} split.",
        remedy=f"They are stored when a stage that learns classes ends: train it again {remedy}.",
    )


def fit_temperature(scored: ScoredSplit) -> float:
    """Return the temperature with the lowest log-loss on ``scored`` (Guo et al. 2017, 4.2), between 1/20 and 20.

    Multi-label logits share one temperature.
    """
    from scipy.optimize import minimize_scalar

    rule = plain_rule(scored.targets)

    def loss(log_temperature: float) -> float:
        return scored.outcomes(replace(rule, temperature=math.exp(log_temperature))).loss

    limit = math.log(MAX_TEMPERATURE)
    result = minimize_scalar(loss, bounds=(-limit, limit), method="bounded", options={"xatol": 1e-4})
    return float(math.exp(result.x)) if loss(float(result.x)) < loss(0.0) else 1.0


def tune_weights(scored: ScoredSplit, metric: Metric, decision: Decision) -> tuple[float, ...]:
    """Return the class weights with the best ``metric`` on ``scored``, by coordinate search.

    A class wins a text once its weight exceeds the best rival product divided by its own probability. For one class at
    a time, values between these ratios are tried (quantiles if there are many) while the other weights are fixed. The
    search ends with a round without improvement. For two classes this finds the optimal threshold. Ties go to the
    weight closest to the present one. The first class has weight 1.
    """
    probs = decision.calibrated(scored.log_probs)

    def cost(weights: np.ndarray) -> float:
        return _cost(metric, scored.outcomes(replace(decision, weights=tuple(weights.tolist()))))

    def steps_of(index: int, weights: np.ndarray) -> np.ndarray:
        rivals = np.delete(probs * weights, index, axis=1).max(axis=1)
        ratios = np.unique(rivals / np.maximum(probs[:, index], 1e-12))
        ratios = ratios[ratios > 0]
        steps = _thin(np.sqrt(ratios[:-1] * ratios[1:]), MAX_STEPS)
        return steps[np.argsort(np.abs(np.log(steps / weights[index])), kind="stable")]

    indices = range(len(scored.classes)) if len(scored.classes) > 2 else (1,)
    weights = _search(np.ones(len(scored.classes)), indices, cost, steps_of)
    return tuple((weights / weights[0]).tolist())


def tune_thresholds(scored: ScoredSplit, metric: Metric, temperature: float = 1.0) -> tuple[float, ...]:
    """Return the label thresholds with the best ``metric`` on ``scored``, by coordinate search.

    They apply to probabilities calibrated with ``temperature``.

    Answers change only when a threshold passes a probability, so values between neighbouring probabilities are tried
    (quantiles if there are many) while the other thresholds are fixed. The search ends with a round without
    improvement. Ties go to the threshold closest to 0.5, so a label without any gain keeps 0.5.
    """
    probs = LabelThresholds((), temperature=temperature).calibrated(scored.log_probs)
    start = np.full(len(scored.classes), 0.5)
    max_steps = max(10, MAX_TRIALS // len(start))
    outcomes = scored.outcomes(LabelThresholds(tuple(start)))

    def cost(thresholds: np.ndarray) -> float:
        return _cost(metric, replace(outcomes, predicted=(probs >= thresholds).astype(np.float64)))

    def steps_of(index: int, _: np.ndarray) -> np.ndarray:
        levels = np.unique(probs[:, index])
        steps = _thin((levels[:-1] + levels[1:]) / 2, max_steps)
        return steps[np.argsort(np.abs(steps - 0.5), kind="stable")]

    return tuple(_search(start, range(len(start)), cost, steps_of).tolist())


def _cost(metric: Metric, outcomes: Outcomes) -> float:
    value = metric.compute(outcomes)
    assert not isinstance(value, Mapping)
    return metric.cost(float(value))


def _thin(steps: np.ndarray, limit: int) -> np.ndarray:
    """Return ascending ``steps``, or ``limit`` quantiles of them if there are more."""
    return steps if len(steps) <= limit else np.quantile(steps, np.linspace(0, 1, limit))


def _search(
    values: np.ndarray,
    indices: Sequence[int],
    cost: Callable[[np.ndarray], float],
    steps_of: Callable[[int, np.ndarray], np.ndarray],
) -> np.ndarray:
    """Return the values with the lowest cost, by coordinate search over the steps of each value."""
    best = cost(values)
    for _ in range(MAX_ROUNDS):
        previous = best
        for index in indices:
            for step in steps_of(index, values).tolist():
                trial = values.copy()
                trial[index] = step
                if (value := cost(trial)) < best - 1e-12:
                    best, values = value, trial
        if best >= previous - 1e-12:
            break
    return values


@dataclass(frozen=True)
class DecisionRequest:
    """Requested rule. ``metric`` and ``costs`` are mutually exclusive, and so are the two ways to abstain.

    Attributes:
        temperature: whether to calibrate probabilities.
        metric: the metric for which class weights or label thresholds are tuned, empty for none.
        costs: costs of errors, as ``read_costs`` takes them.
        abstain_below: withhold answers below this confidence.
        max_risk: highest percentage of wrong answers on validation. None: no limit.
    """

    temperature: bool = False
    metric: str = ""
    costs: tuple[str, ...] = ()
    abstain_below: float = 0.0
    max_risk: float | None = None

    @property
    def is_empty(self) -> bool:
        """Whether nothing is requested."""
        return self == DecisionRequest()


def tuning_caution(validation: ScoredSplit) -> str:
    """Return a caution if classes have no validation texts, else an empty string."""
    if validation.is_multi_label:
        texts = (validation.targets > 0).sum(axis=0)
    else:
        texts = np.bincount(validation.targets, minlength=len(validation.classes))
    missing = [name for name, count in zip(validation.classes, texts.tolist(), strict=True) if not count]
    if not missing:
        return ""
    more = f" and {len(missing) - 8} more" if len(missing) > 8 else ""
    return f"No validation text belongs to {', '.join(missing[:8])}{more}, so the rule is tuned without it."


def tune_rule(validation: ScoredSplit, request: DecisionRequest) -> DecisionRule:
    """Return the rule that ``request`` describes, tuned on the validation texts.

    Raises UserError for a metric that cannot be tuned, for costs of unknown classes, and if no confidence threshold
    keeps within the risk.
    """
    rule, parts = plain_rule(validation.targets), []
    if request.temperature:
        rule = replace(rule, temperature=fit_temperature(validation))
        parts.append(f"temperature {rule.temperature:.3f}")
    if request.costs:
        costs = read_costs(request.costs, validation.classes, validation.is_multi_label)
        if isinstance(rule, Decision):
            rule = replace(rule, costs=costs)
        else:
            pairs = tuple((wrongly, missed) for wrongly, missed in costs)
            rule = replace(rule, costs=pairs, thresholds=tuple(label_threshold(*pair) for pair in pairs))
        parts.append("least expected cost")
    if request.metric:
        metric = tunable_metric(request.metric, validation.objective)
        if isinstance(rule, Decision):
            rule = replace(rule, weights=tune_weights(validation, metric, rule))
            parts.append(f"weights for {metric.title}")
        else:
            rule = replace(rule, thresholds=tune_thresholds(validation, metric, rule.temperature))
            parts.append(f"thresholds for {metric.title}")
    threshold = request.abstain_below
    if request.max_risk is not None:
        threshold = confidence_for_risk(validation, rule, request.max_risk)
        parts.append(f"at most {request.max_risk:g} % errors")
    if threshold:
        parts.append(f"no answer below {percent_text(threshold, 1)}")
    return replace(rule, abstain_below=threshold, chosen_for=", ".join(parts))


def risk_coverage(scored: ScoredSplit, decision: DecisionRule) -> tuple[RiskPoint, ...]:
    """Return risk over coverage, from the most confident text to all texts (El-Yaniv & Wiener 2010, 2).

    The curve is thinned to about 200 points, including the last.
    """
    outcomes = scored.outcomes(decision)
    assert outcomes.probabilities is not None and outcomes.predicted is not None
    confidence = answer_confidence(outcomes.predicted, outcomes.probabilities)
    order = np.argsort(-confidence, kind="stable")
    descending = confidence[order]
    wrong = np.cumsum(~correct_answers(scored.targets, outcomes.predicted)[order])
    ends = np.flatnonzero(np.append(descending[1:] != descending[:-1], True))
    if len(ends) > 200:
        ends = np.unique(np.append(ends[:: math.ceil(len(ends) / 200)], ends[-1]))
    return tuple(
        RiskPoint(float(descending[k]), (k + 1) / outcomes.count, 100 * float(wrong[k]) / (k + 1))
        for k in ends.tolist()
    )


def confidence_for_risk(scored: ScoredSplit, decision: DecisionRule, percent: float) -> float:
    """Return the abstention threshold with the largest coverage at which at most ``percent`` of answers are wrong.

    Raises UserError if fewer than 20 texts can be answered at this risk.
    """
    points = [
        point
        for point in risk_coverage(scored, decision)
        if point.risk <= percent and point.coverage * len(scored.targets) >= _MIN_ANSWERED
    ]
    if not points:
        raise UserError(
            f"no {_MIN_ANSWERED} validation texts can be answered with at most {percent:g} % errors.",
            place="--max-risk",
            remedy="Allow more errors, or train a better model.",
        )
    best = max(points, key=lambda point: point.coverage)
    return 0.0 if best.coverage == 1.0 else best.confidence


def report_decision(scored: ScoredSplit, decision: DecisionRule) -> DecisionReport:
    """Return the effect of ``decision`` on ``scored`` relative to the model without a rule."""
    raw, decided = scored.outcomes(plain_rule(scored.targets)), scored.outcomes(decision)
    assert decided.probabilities is not None and decided.predicted is not None and raw.predicted is not None
    is_answered = ~decision.abstains(decided.probabilities, decided.predicted)
    wrong = ~correct_answers(scored.targets, decided.predicted)[is_answered]
    return DecisionReport(
        scored.split,
        raw.count,
        _metrics(raw),
        _metrics(decided),
        float(is_answered.mean()),
        100 * float(wrong.mean()) if is_answered.any() else math.nan,
        risk_coverage(scored, decision),
        _mean_cost(scored.targets, raw.predicted, decision),
        _mean_cost(scored.targets, decided.predicted, decision),
    )


def _mean_cost(targets: np.ndarray, answers: np.ndarray, decision: DecisionRule) -> float | None:
    """Return the mean cost of an answer under the costs of ``decision``, or None if it has none.

    Multi-label costs are summed over labels given wrongly and labels missed.
    """
    if not decision.costs:
        return None
    costs = np.array(decision.costs)
    if targets.ndim == 1:
        return float(costs[targets, answers].mean())
    wrongly, missed = (answers > targets) * costs[:, 0], (answers < targets) * costs[:, 1]
    return float((wrongly + missed).sum(axis=1).mean())


def _metrics(outcomes: Outcomes) -> dict[str, float]:
    assert outcomes.targets is not None
    values = {}
    for name in REPORTED_OF_LABELS if outcomes.targets.ndim == 2 else REPORTED:
        value = known_metrics()[name].compute(outcomes)
        if not isinstance(value, Mapping):
            values[name] = float(value)
    return values


def tunable_metrics(objective: str = "single_label") -> dict[str, Metric]:
    """Return the metrics, by name, for which a rule of ``objective`` can be tuned."""
    return {
        metric.name: metric
        for metric in LabelObjective.choose(objective).metrics()
        if not metric.by_class and metric.needs != "probabilities" and metric.name != "loss"
    }


def tunable_metric(name: str, objective: str = "single_label") -> Metric:
    """Return the metric ``name``, for which a rule of ``objective`` can be tuned.

    Raises UserError for a metric of probabilities alone, of single classes, or of other targets.
    """
    metrics = tunable_metrics(objective)
    if name not in metrics:
        raise UserError(
            f"no rule can be tuned for '{name}'.", place="--metric", remedy=f"Use {', '.join(metrics)}."
        )
    return metrics[name]
