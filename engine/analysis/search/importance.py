"""Importance of the searched fields: the share of the variance of results that each explains (fANOVA)."""

from __future__ import annotations

from dataclasses import dataclass

from engine.analysis.search.proposals import build_study
from engine.analysis.search.results import SearchResults

LEAST_TRIALS = 8
"""Finished trials below which importance is not computed: a random forest on fewer points fits noise."""


@dataclass(frozen=True)
class FieldImportance:
    """A searched field with the share, 0 to 1, of the variance over its range that it explains alone."""

    path: str
    share: float


def field_importance(results: SearchResults) -> list[FieldImportance]:
    """Return the importance of each field, largest first, empty where too few trials have finished.

    Functional ANOVA on a random forest fitted to the finished trials (Hutter et al. 2014), as Optuna computes it.
    Pruned trials do not count. Shares add up to 1, for interactions are spread over the fields that take part.

    Raises UserError when Optuna is not installed.
    """
    search = results.row.search
    usable = [
        t
        for t in results.trials
        if t.state == "finished" and t.value is not None and search.holds(t.settings)
    ]
    if len(usable) < LEAST_TRIALS or len({t.value for t in usable}) < 2:
        return []
    study = build_study(results)
    from optuna.importance import FanovaImportanceEvaluator, get_param_importances

    importances = get_param_importances(study, evaluator=FanovaImportanceEvaluator(seed=0))
    shares = [FieldImportance(path, float(importances.get(path, 0.0))) for path in search.fields]
    return sorted(shares, key=lambda field_: -field_.share)
