"""Decision rules, which map probabilities to an answer or to none.

Answering with the most probable class minimises the error. Where classes are skewed, errors have different costs, or a
wrong answer is worse than none, another rule is better: probabilities are calibrated by a temperature (Guo et al. 2017,
4.2), classes are weighted, or the answer with the lowest expected cost is chosen (Elkan 2001, 2). In multi-label tasks
each label has its own threshold, and the temperature divides the logit of each label. The rule is saved with the model,
in ``decision.json``.
"""

from __future__ import annotations

import json
import math
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from engine.errors import UserError
from engine.output_files import write_output

if TYPE_CHECKING:
    import numpy as np

DECISION_FILE = "decision.json"


@dataclass(frozen=True)
class Decision:
    """A rule for C classes.

    Attributes:
        temperature: divisor of logits. Above 1 for an overconfident model.
        weights: factors of the probabilities before the largest is chosen. Empty: equal weights. They change the
            answer, not the reported probability.
        costs: ``costs[i][j]`` is the cost of answering class j where i is true. Empty: every error costs the same.
        abstain_below: no answer where the probability of the answered class is less than this.
        chosen_for: the aim for which the rule was tuned, in words.
    """

    temperature: float = 1.0
    weights: tuple[float, ...] = ()
    costs: tuple[tuple[float, ...], ...] = ()
    abstain_below: float = 0.0
    chosen_for: str = ""

    def calibrated(self, log_probabilities: np.ndarray) -> np.ndarray:
        """Return softmax(``log_probabilities`` [n, C] / T), float64 [n, C]."""
        import numpy as np

        # A probability of 0 has the logarithm −inf, which would be 0 · inf below.
        logs = np.maximum(log_probabilities.astype(np.float64), -1e4) / self.temperature
        exponentials = np.exp(logs - logs.max(axis=1, keepdims=True))
        return np.asarray(exponentials / exponentials.sum(axis=1, keepdims=True))

    def decide(self, probabilities: np.ndarray) -> np.ndarray:
        """Return the answer, a class number, for each row of calibrated ``probabilities`` [n, C], int64 [n].

        Example: probabilities [0.7, 0.3] with weights [1, 4], or with a cost of 4 for missing the second class,
        are answered with class 1.
        """
        import numpy as np

        if self.costs:
            return np.asarray((probabilities @ np.array(self.costs)).argmin(axis=1))
        return np.asarray((probabilities * np.array(self.weights or (1.0,))).argmax(axis=1))

    def abstains(self, probabilities: np.ndarray, answers: np.ndarray) -> np.ndarray:
        """Return which ``answers`` [n] are withheld because their probability is below ``abstain_below``, bool [n]."""
        import numpy as np

        return np.asarray(probabilities[np.arange(len(answers)), answers] < self.abstain_below)


@dataclass(frozen=True)
class LabelThresholds:
    """A rule for multi-label tasks with C labels: a text has the labels whose probability reaches their threshold.

    Attributes:
        thresholds: thresholds of calibrated probabilities, 0 to 1, one for each label.
        chosen_for: the aim for which the rule was tuned, in words.
        temperature: divisor of every label's logit. Above 1 for an overconfident model.
        costs: costs of a false positive and of a false negative for each label. Empty: every error costs the same.
        abstain_below: no answer where the confidence of the least certain label is less than this.
    """

    thresholds: tuple[float, ...]
    chosen_for: str = ""
    temperature: float = 1.0
    costs: tuple[tuple[float, float], ...] = ()
    abstain_below: float = 0.0

    def calibrated(self, log_probabilities: np.ndarray) -> np.ndarray:
        """Return sigmoid(logit / T) for label probabilities p, given as log p [n, C], float64 [n, C].

        The logit is log p − log(1 − p). Example: p = 0.9 with the temperature 2 becomes 0.75.
        """
        import numpy as np
        from scipy.special import expit

        logs = np.clip(log_probabilities.astype(np.float64), -1e4, -1e-16)
        if self.temperature == 1.0:
            return np.asarray(np.exp(logs))
        return np.asarray(expit((logs - np.log(-np.expm1(logs))) / self.temperature))

    def decide(self, probabilities: np.ndarray) -> np.ndarray:
        """Return the answered labels for each row of ``probabilities`` [n, C], as 0 and 1, float64 [n, C].

        Example: probabilities [0.7, 0.3] with thresholds [0.5, 0.2] are answered with both labels.
        """
        import numpy as np

        return np.asarray(probabilities >= np.array(self.thresholds), np.float64)

    def abstains(self, probabilities: np.ndarray, answers: np.ndarray) -> np.ndarray:
        """Return which ``answers`` [n, C] are withheld, bool [n]. See ``answer_confidence``."""
        import numpy as np

        return np.asarray(answer_confidence(answers, probabilities) < self.abstain_below)


DecisionRule = Decision | LabelThresholds


def plain_rule(labels: np.ndarray) -> DecisionRule:
    """Return the default rule for ``labels`` [n], or [n, C] in multi-label tasks."""
    return Decision() if labels.ndim == 1 else LabelThresholds((0.5,) * labels.shape[1])


def answer_confidence(answers: np.ndarray, probabilities: np.ndarray) -> np.ndarray:
    """Return the confidence of each of n answers, float [n], given class probabilities [n, C].

    Answers are class numbers [n], or label sets [n, C], whose confidence is that of the least certain decision.
    Example: labels [1, 0] with probabilities [0.9, 0.2] have the confidence 0.8.
    """
    import numpy as np

    if answers.ndim == 2:
        return np.asarray(np.where(answers > 0, probabilities, 1 - probabilities).min(axis=1))
    return np.asarray(probabilities[np.arange(len(answers)), answers.astype(np.int64)])


def write_decision(folder: Path, decision: DecisionRule, classes: tuple[str, ...]) -> Path:
    """Write the rule next to the model in ``folder``, replacing an earlier one atomically."""
    file = folder / DECISION_FILE
    content = {"format": 1, "classes": list(classes), **asdict(decision)}
    write_output(file, json.dumps(content, ensure_ascii=False, indent=1))
    return file


def read_decision(folder: Path, classes: tuple[str, ...]) -> DecisionRule | None:
    """Return the rule saved with the model in ``folder``, or None.

    Raises UserError when it cannot be read, or is for other ``classes``.
    """
    file = folder / DECISION_FILE
    try:
        content = json.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise _unusable_error(file, str(error)) from None
    try:
        if tuple(content["classes"]) != classes:
            raise ValueError("it was made for other classes")
        if "thresholds" in content:
            thresholds = tuple(map(float, content["thresholds"]))
            if len(thresholds) != len(classes) or not all(0 <= each <= 1 for each in thresholds):
                raise ValueError("its thresholds are not one number from 0 to 1 for each label")
            costs = tuple((float(fp), float(fn)) for fp, fn in content.get("costs", ()))
            if costs and len(costs) != len(classes):
                raise ValueError(f"it has {len(costs)} pairs of costs for {len(classes)} labels")
            return LabelThresholds(
                thresholds,
                str(content["chosen_for"]),
                _temperature(content.get("temperature", 1.0)),
                costs,
                float(content.get("abstain_below", 0.0)),
            )
        decision = Decision(
            _temperature(content["temperature"]),
            tuple(map(float, content["weights"])),
            tuple(tuple(map(float, row)) for row in content["costs"]),
            float(content["abstain_below"]),
            str(content["chosen_for"]),
        )
        if decision.weights and len(decision.weights) != len(classes):
            raise ValueError(f"it has {len(decision.weights)} weights for {len(classes)} classes")
        _check_square(decision.costs, len(classes))
    except (KeyError, TypeError, ValueError) as error:
        raise _unusable_error(file, str(error)) from None
    return decision


def _temperature(value: float | str) -> float:
    """Return the temperature. Raises ValueError unless it is a number above 0."""
    temperature = float(value)
    if not (temperature > 0 and math.isfinite(temperature)):
        raise ValueError("its temperature is not a number above 0")
    return temperature


def _check_square(costs: tuple[tuple[float, ...], ...], classes: int) -> None:
    shape = [len(row) for row in costs]
    if costs and shape != [classes] * classes:
        raise ValueError(f"its costs have {len(costs)} rows of {shape[0]} for {classes} classes")


def _unusable_error(file: Path, problem: str) -> UserError:
    return UserError(
        f"the decision rule cannot be used: {problem}.",
        place=str(file),
        remedy="Tune it again (palimpsest decide), or remove the file: the model then answers without a rule.",
    )
