"""Definition of each measure of forgetting, and when it misleads."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class MeasureDefinition:
    """A measure: its name, its meaning with the source, and its caveat."""

    name: str
    meaning: str
    caveat: str


DEFINITIONS = (
    MeasureDefinition(
        "Forgot",
        "The factor by which the perplexity of hidden words in general text has grown, exp(L after − L before); L is "
        "the mean loss in nats under the encoder's original masked-word head, always with the same words hidden. "
        "× 1: nothing was forgotten.",
        "The head was made for the old encoder: part of what it shows is that the layers have turned, not that "
        "knowledge is gone. It rises in successful runs too (Mosbach et al. 2021).",
    ),
    MeasureDefinition(
        "R",
        "Test accuracy on a task (column) after a stage (row), each task with the head of the stage that taught it. "
        "For a task without classes its main metric takes the place of accuracy, turned so that more is better.",
        "The head stays as it was. A task that falls may still be linearly readable; see knowledge.",
    ),
    MeasureDefinition(
        "ACC",
        "The mean of the last row of R (Lopez-Paz & Ranzato 2017, eq. 2).",
        "It mixes what was kept with what was newly learnt.",
    ),
    MeasureDefinition(
        "F",
        "How far earlier tasks have fallen from their best after any earlier stage, in percentage points, the mean "
        "over earlier tasks (Chaudhry et al. 2018, 3.1).",
        "The best is the largest of several noisy numbers, so F is a little too large.",
    ),
    MeasureDefinition(
        "BWT",
        "How far earlier tasks have moved since each was learnt, divided by T − 1 as in the paper (its authors' code "
        "divides by T); below zero is forgetting (Lopez-Paz & Ranzato 2017, eq. 3).",
        "A task that was badly learnt has little to lose.",
    ),
    MeasureDefinition(
        "FWT",
        "What earlier stages gained a task before it was learnt, in percentage points (after Lopez-Paz & Ranzato "
        "2017, eq. 4). A task has its own head here, so both sides are linear probes: on the encoder before the "
        "stage, and on the one the run began with.",
        "It rests on a few hundred texts, too few to tell a difference of a few points from none.",
    ),
    MeasureDefinition(
        "WC-ACC",
        "The newest task as it is and earlier ones at their worst on the way, validation accuracy "
        "(De Lange et al. 2023).",
        "The worst of many measurements, partly on subsets of the texts, is pessimistic.",
    ),
    MeasureDefinition(
        "Knowledge",
        "Error of a linear classifier on the frozen top layer, for tasks of one's choice.",
        "What is linearly readable is neither all that is there nor what a fine-tuned head would use.",
    ),
    MeasureDefinition(
        "Drift",
        "Distance of the weights from the pre-trained ones, divided by the size of those.",
        "Weights can move far along directions that change nothing, and a little where it matters.",
    ),
    MeasureDefinition(
        "CKA",
        "Similarity of a layer's outputs to those of the pre-trained encoder on fixed texts; 1: equal up to rotation "
        "and scale (Kornblith et al. 2019).",
        "A few outlier directions can carry it (Davari et al. 2022); read it together with drift.",
    ),
    MeasureDefinition(
        "Attention",
        "How differently the heads attend to fixed texts: Jensen–Shannon divergence in bits, 0 to 1.",
        "Heads can change much without effect on the answers.",
    ),
    MeasureDefinition(
        "Forgotten examples",
        "The share of training texts that were right in one of the model's passes and wrong in a later one (Toneva "
        "et al. 2019).",
        "Counted with dropout at work, so a few texts flip by chance; more epochs give more occasions.",
    ),
)
