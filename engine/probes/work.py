"""What a probe does, counted before a run: each probe's own declaration, from which its time is estimated.

A declaration counts what does not depend on the machine (tokens read, weights compared); how long that takes is
``engine.analysis.probe_cost``. Nothing heavy is imported here, for the window counts too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from engine.model.encoder_size import EncoderSize
from engine.spec.probes import Probes

WorkMoment = Literal["setup", "start", "point", "end", "chosen"]
"""Building the probe, once a stage; then the occasions on which it measures (``engine.probes.base.ProbeOccasion``)."""


@dataclass(frozen=True)
class ProbeWork:
    """What a probe does at one moment.

    Attributes:
        tokens: tokens that encoders read forwards, over all passes; of one that is not taken to the top its part.
        predicted_words: of them those whose word is predicted over the whole vocabulary.
        multiplications: multiplications and additions of further matrix products.
        decompositions: multiplications and additions of singular value decompositions, in double precision.
        number_operations: operations on single numbers, such as logarithms.
        weights_read: how often all weights are read, compared or copied.
        encoders_loaded: how often an encoder is loaded from its files.
    """

    tokens: float = 0.0
    predicted_words: float = 0.0
    multiplications: float = 0.0
    decompositions: float = 0.0
    number_operations: float = 0.0
    weights_read: float = 0.0
    encoders_loaded: float = 0.0

    def __add__(self, other: ProbeWork) -> ProbeWork:
        return ProbeWork(
            self.tokens + other.tokens,
            self.predicted_words + other.predicted_words,
            self.multiplications + other.multiplications,
            self.decompositions + other.decompositions,
            self.number_operations + other.number_operations,
            self.weights_read + other.weights_read,
            self.encoders_loaded + other.encoders_loaded,
        )


@dataclass(frozen=True)
class TaskSizes:
    """A labelled task in texts per split, with the mean number of tokens that are read of one.

    ``objective`` is the kind of the objective that it is learnt by, ``source`` the name of its data set.
    """

    train: int
    validation: int
    test: int
    tokens: float
    objective: str = ""
    source: str = ""


@dataclass(frozen=True)
class ProbedStage:
    """What is known of a stage before it runs, as far as the work of its probes depends on it.

    Attributes:
        probes: which probes were chosen, and their settings.
        index: the number of the stage, from 0.
        encoder: the size of the run's encoder.
        tasks: the labelled tasks that the stage learns.
        earlier: those of the stages on whose results it builds.
        builds_on_stages: whether it starts from the result of another stage.
        tested: whether models are tested on the test split.
    """

    probes: Probes
    index: int
    encoder: EncoderSize
    tasks: tuple[TaskSizes, ...] = ()
    earlier: tuple[TaskSizes, ...] = ()
    builds_on_stages: bool = False
    tested: bool = True

    @property
    def passage_length(self) -> int:
        """Tokens of a passage of general text at most, special ones included."""
        return min(self.probes.length, self.encoder.positions)

    def mean_tokens(self, source: str, most: int) -> float:
        """Return the mean tokens of a text of the data set ``source``, of which at most ``most`` are read.

        One that no task of the stages so far learns is taken to be like theirs, and without such tasks to be as long
        as is read.
        """
        known = [*self.earlier, *self.tasks]
        alike = [task for task in known if task.source == source] or known
        mean = sum(task.tokens for task in alike) / len(alike) if alike else float(most)
        return min(mean, float(most), float(self.encoder.positions))

    def is_first(self, moment: WorkMoment) -> bool:
        """Return whether nothing of the run has been trained yet at ``moment``."""
        return self.index == 0 and moment == "start"


CountWork = Callable[[ProbedStage, WorkMoment], ProbeWork | None]
"""The work at a moment of a stage; None where the probe is switched off or means nothing."""


def count_nothing(stage: ProbedStage, moment: WorkMoment) -> ProbeWork | None:
    """Return no work: that of a probe that does not say what it does."""
    return None


@dataclass(frozen=True)
class ProbeDeclaration:
    """What is known of a probe before it is built.

    Attributes:
        work: what it does at each moment.
        pretrained: it means nothing where the run's encoder has random weights.
        objectives: the kinds of objectives whose tasks it can measure; empty: all, or it looks at no task.
        at_start: it is also run at the beginning of a later stage, for it depends on more than the weights.
        runtime: of our own the module that builds it, imported when a run trains.
    """

    work: CountWork = count_nothing
    pretrained: bool = True
    objectives: tuple[str, ...] = ()
    at_start: bool = False
    runtime: str = ""


NOTHING_SAID = ProbeDeclaration()
"""That of a probe of which nothing was said: it always means something, and is counted as free."""
_DECLARED: dict[str, ProbeDeclaration] = {}


def declare_probe(name: str, declaration: ProbeDeclaration) -> None:
    """Keep what is known of the probe ``name``."""
    _DECLARED[name] = declaration


def declared_probes() -> Mapping[str, ProbeDeclaration]:
    """Return the declarations of all probes that have been registered, plug-ins' too, by name."""
    return dict(_DECLARED)
