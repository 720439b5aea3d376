"""``spread_runs``: which of several places computes each run of a sweep, and when all will have ended.

Each run in its turn goes to the place where it would end first: after what goes on and waits there already, in as many
lanes as the place computes runs at once, each as long as runs like it have taken there. Where none like it has
finished yet it is taken for as long as elsewhere; that only chooses, and no end is told for such a place.
"""

from __future__ import annotations

import heapq
import statistics
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass

from engine import launch
from engine.analysis.queue_estimate import typical_seconds
from engine.errors import UserError, printable
from engine.installation import engine_is_installed
from engine.places import ANY_PLACE, THIS_COMPUTER
from engine.places.base import PlaceLoad, PlaceUnreachableError
from engine.places.settings import find_place, read_places
from engine.spec.experiment import Experiment
from engine.store import Store, placed_runs, runs


@dataclass(frozen=True, slots=True)
class PlaceCapacity:
    """What a place can do for the runs of a sweep.

    Attributes:
        place: its name; empty for this computer.
        load: how many runs it computes at once, and how many it has.
        seconds: of each run, how long those like it have taken there; None where none has finished.
    """

    place: str
    load: PlaceLoad
    seconds: tuple[float | None, ...]


@dataclass(frozen=True, slots=True)
class PlaceShare:
    """The runs of a sweep that one place gets.

    Attributes:
        place: its name; empty for this computer.
        runs: how many.
        load: what the place computes at once, and has already.
        seconds: until the last of them ends; None where none like them has finished there yet.
    """

    place: str
    runs: int
    load: PlaceLoad
    seconds: float | None

    def sentence(self, in_words: Callable[[float], str]) -> str:
        """Return it in a sentence; ``in_words`` says seconds."""
        where = f"at {self.place}" if self.place else "on this computer"
        before = f" after {self.load.active} that it has" if self.load.active else ""
        one = self.runs == 1
        end = (
            f"when {'it ends' if one else 'they end'} is not known: "
            f"none like {'it' if one else 'them'} has finished there yet"
            if self.seconds is None
            else f"done in about {in_words(self.seconds)}"
        )
        return f"{self.runs} {'run' if one else 'runs'} {where}{before}; {end}."


@dataclass(frozen=True, slots=True)
class SweepSpread:
    """Where each run goes.

    Attributes:
        places: the place of each run, in the order of the runs; empty for this computer.
        shares: what each place gets that gets any.
        notes: places that were left out, and why.
    """

    places: tuple[str, ...]
    shares: tuple[PlaceShare, ...]
    notes: tuple[str, ...] = ()

    @property
    def seconds(self) -> float | None:
        """Until the last run ends; None where that is not known of some place."""
        ends = [share.seconds for share in self.shares]
        return None if None in ends or not ends else max(end for end in ends if end is not None)


def spread_runs(count: int, capacities: Sequence[PlaceCapacity]) -> SweepSpread:
    """Return where each of ``count`` runs goes; of places that are equally good the first named.

    Example: one run takes 100 s here and 50 s at ``box``, each with one lane, both free. Of three, two go to the box
    and one stays here: they end after 100 s.
    """
    known = [seconds for each in capacities for seconds in each.seconds if seconds]
    elsewhere = statistics.median(known) if known else 1.0
    usual = []
    for each in capacities:
        own = [seconds for seconds in each.seconds if seconds]
        usual.append(statistics.median(own) if own else elsewhere)
    lanes = [[0.0] * max(1, each.load.lanes) for each in capacities]
    for place, each in enumerate(capacities):
        for _ in range(each.load.active):
            heapq.heapreplace(lanes[place], lanes[place][0] + usual[place])
    chosen: list[int] = []
    for run in range(count):
        ends = [
            heap[0] + (each.seconds[run] or usual[place])
            for place, (heap, each) in enumerate(zip(lanes, capacities, strict=True))
        ]
        best = ends.index(min(ends))
        heapq.heapreplace(lanes[best], ends[best])
        chosen.append(best)
    shares = []
    for place, each in enumerate(capacities):
        if mine := [run for run in range(count) if chosen[run] == place]:
            is_known = all(each.seconds[run] for run in mine)
            end = max(lanes[place]) if is_known else None
            shares.append(PlaceShare(each.place, len(mine), each.load, end))
    return SweepSpread(tuple(capacities[place].place for place in chosen), tuple(shares))


def named_places(text: str) -> list[str]:
    """Return the names in ``gpubox,cluster,here``, each once, in order. Raises UserError for a place there is not."""
    names = [*dict.fromkeys(name for part in text.split(",") if (name := part.strip()))]
    if ANY_PLACE in names and len(names) > 1:
        raise UserError(
            f"'{ANY_PLACE}' stands alone.", place=printable(text, 100), remedy="Leave the others out."
        )
    if not names:
        raise UserError("names no place.", place="--place", remedy="Write NAME, NAME,NAME, here or any.")
    for name in names:
        if name not in (THIS_COMPUTER, ANY_PLACE):
            find_place(name)
    return names


def plan_spread(store: Store, experiments: Sequence[Experiment], names: Sequence[str]) -> SweepSpread:
    """Ask places for what they can do now, and return where runs of these experiments, names resolved, would go.

    ``names`` as ``named_places`` gives them. A place that cannot be asked now is left out; one that refuses (another
    version, an unknown host key) is an error where it was named, and left out of ``any``. Raises UserError where none
    is left.
    """
    is_any = list(names) == [ANY_PLACE]
    if is_any:
        names = [*([THIS_COMPUTER] if engine_is_installed() else []), *read_places()]
    found, notes = [], []
    trouble: UserError | None = None
    for name in names:
        place = "" if name == THIS_COMPUTER else name
        try:
            load = _ask_load(place) if place else _load_here(store)
        except UserError as error:
            if not is_any and not isinstance(error, PlaceUnreachableError):
                raise
            notes.append(f"{error} {name} gets no runs.")
            trouble = trouble or error
            continue
        seconds = tuple(typical_seconds(store, *runs.likeness(each), place=place) for each in experiments)
        found.append(PlaceCapacity(place, load, seconds))
    if not found:
        raise trouble or UserError(
            "no place is set up that could compute.",
            place=ANY_PLACE,
            remedy="Add one with: palimpsest places add NAME ssh host=HOST",
        )
    spread = spread_runs(len(experiments), found)
    return SweepSpread(spread.places, spread.shares, tuple(notes))


def _ask_load(place: str) -> PlaceLoad:
    with closing(find_place(place).connect()) as link:
        return link.load()


def _load_here(store: Store) -> PlaceLoad:
    return PlaceLoad(
        len(launch.local_devices()), sum(runs.count_active_runs(store)) - placed_runs.count_active(store)
    )
