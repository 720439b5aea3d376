"""Metrics of label sets: subset accuracy, Hamming loss, label ranking average precision.

Targets and predictions are rows of 0 and 1, one for each of C labels. F1, precision, recall and areas under curves are
those of ``engine.metrics.confusion`` and ``engine.metrics.ranking``, label by label.
"""

from __future__ import annotations

from engine.metrics.base import Outcomes, register_metric


@register_metric(title="subset accuracy", unit="%", direction="max", targets=("labels",))
def subset_accuracy(outcomes: Outcomes) -> float:
    """Percent of texts whose predicted labels are exactly the true ones (exact match)."""
    assert outcomes.targets is not None and outcomes.predicted is not None
    return 100 * float(((outcomes.targets > 0) == (outcomes.predicted > 0)).all(axis=1).mean())


@register_metric(title="Hamming loss", unit="%", direction="min", targets=("labels",), tabulated=False)
def hamming_loss(outcomes: Outcomes) -> float:
    """Percent of decisions, one for each text and label, that are wrong (Tsoumakas & Katakis 2007)."""
    assert outcomes.targets is not None and outcomes.predicted is not None
    return 100 * float(((outcomes.targets > 0) != (outcomes.predicted > 0)).mean())


@register_metric(
    title="label ranking average precision",
    direction="max",
    digits=4,
    targets=("labels",),
    needs="probabilities",
    tabulated=False,
)
def lrap(outcomes: Outcomes) -> float:
    """Of the labels ranked at least as high as a true one, the share that is true; the mean over true labels and texts.

    It needs no threshold. A text that has all labels or none counts 1, as no order could be wrong (Schapire & Singer
    2000, Tsoumakas et al. 2010).

    Example: targets [1, 0, 1] with probabilities [0.9, 0.8, 0.7] give (1/1 + 2/3) / 2 = 5/6.
    """
    import numpy as np

    assert outcomes.targets is not None and outcomes.probabilities is not None
    true, chances = outcomes.targets > 0, outcomes.probabilities
    total = 0.0
    for own, row in zip(true, chances, strict=True):
        count = int(own.sum())
        if count in (0, len(own)):
            total += 1.0
            continue
        # Ties count as ranked above, for the true labels and for all.
        above = row[None, :] >= row[own][:, None]
        total += float(np.mean(above[:, own].sum(axis=1) / above.sum(axis=1)))
    return total / outcomes.count
