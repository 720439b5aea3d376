"""Figures of docs/measured.md and three other documents are those that the recorded runs give.

Each table that ``real_data.py QUESTION --table`` prints, and each interval and p beside it, is computed from
``benchmarks/real_data/measured`` and held against the documents, to the digits that these have.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from benchmarks import real_data
from benchmarks._evidence import MeasuredRun, by_variant, differences, is_factor, measure_differences
from engine.analysis.verdicts.statistics import geometric_spread
from engine.analysis.verdicts.verdict import MetricDifference

DOCS = Path(__file__).resolve().parents[2] / "docs"
NUMBER = r"[−+]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?"
FACTOR, FORGETTING = "perplexity, factor", "forgetting of earlier tasks, points"
LINEARLY = "train_5500, read linearly, error %"


@dataclass(frozen=True)
class Figure:
    """A number as it is written: its value, and half a unit of its last digit."""

    value: float
    half: float

    def agrees(self, computed: float) -> bool:
        """Whether ``computed`` is rounded to it; of a tie both neighbours are."""
        return abs(self.value - computed) <= self.half + 1e-9


def figures(text: str) -> list[Figure]:
    """Return the numbers of ``text`` in their order; rates such as 4e-4 are names and none."""
    found = re.findall(NUMBER, re.sub(r"\d+e-\d+", "", text))
    return [
        Figure(float(each.replace("−", "-").replace(",", "")), 0.5 * 10.0 ** -len(each.partition(".")[2]))
        for each in found
    ]


@dataclass(frozen=True)
class Told:
    """A computed number with its 95 % interval, and Holm's p where it is a difference."""

    mean: float
    low: float
    high: float
    p: float | None

    def agrees(self, value: Figure, low: Figure, high: Figure) -> bool:
        """Whether this was written, or its opposite: of fewer errors the difference is told without its sign."""
        ends = ((self.mean, self.low, self.high), (-self.mean, -self.high, -self.low))
        return any(
            all(each.agrees(own) for each, own in zip((value, low, high), one, strict=True)) for one in ends
        )


class Recorded:
    """What the recorded runs of a question give, beside the run ``against`` or the first."""

    def __init__(self, question: str, against: str = "") -> None:
        order = real_data.variant_order(question)
        found = by_variant(real_data.recorded(question))
        self.runs: dict[str, list[MeasuredRun]] = {
            name: found[name]
            for name in dict.fromkeys([against, *order] if against else order)
            if name in found  # else it is still to be trained
        }
        self.told: dict[str, MetricDifference] = differences(self.runs)

    def errors(self, name: str) -> list[float]:
        """Test errors by seed."""
        return [run.error for run in self.runs[name]]

    def measured(self, name: str, measure: str) -> list[float]:
        """A measure by seed."""
        return [run.measures[measure] for run in self.runs[name]]

    def error_difference(self, name: str) -> list[float]:
        """Difference of test errors with its interval; empty for the first."""
        one = self.told.get(name)
        return [one.mean, one.low, one.high] if one else []

    def difference(self, name: str, measure: str) -> list[float]:
        """Difference, or ratio, of a measure with its interval over seeds alone; empty for the first."""
        one = measure_differences(self.runs, measure).get(name)
        return [one.mean, one.low or math.nan, one.high or math.nan] if one else []

    def every_interval(self) -> Iterator[Told]:
        """All that the command prints with an interval."""
        for one in self.told.values():
            yield Told(one.mean, one.low, one.high, one.p)
        measures = dict.fromkeys(each for runs in self.runs.values() for run in runs for each in run.measures)
        for measure in measures:
            for each in measure_differences(self.runs, measure).values():
                if each.low is not None and each.high is not None:
                    yield Told(each.mean, each.low, each.high, each.adjusted_p)
        for name in self.runs if FACTOR in measures else ():
            yield Told(*factor(self.measured(name, FACTOR)), None)


AGAINST = {
    "rates": ["learning rate 4e-4"],
    "reviews": ["", "weights random, head", "weights random, head + tail"],
}
"""Beside which runs the documents tell the others, where not beside the first alone; a table is beside the first."""


@cache
def recorded(question: str, against: str | None = None) -> Recorded:
    return Recorded(question, AGAINST.get(question, [""])[0] if against is None else against)


def spread(values: Sequence[float]) -> list[float]:
    """Mean and sample standard deviation; the mean alone where all are equal."""
    sd = float(np.std(values, ddof=1))
    return [float(np.mean(values)), sd] if sd else [values[0]]


def factor(values: Sequence[float]) -> list[float]:
    """Geometric mean and its interval over seeds."""
    known = geometric_spread(values)
    assert known is not None and is_factor(FACTOR)
    low, high = known.bounds(interval=True)
    assert low is not None and high is not None
    return [known.mean, low, high]


def mean(values: Sequence[float]) -> list[float]:
    return [float(np.mean(values))]


def rows_of(text: str, head: str) -> list[list[str]]:
    """Return the cells of the first table that begins with the line ``head``."""
    lines = text.splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith(head))
    rows: list[list[str]] = []
    for line in lines[first:]:
        if not line.startswith("|"):
            break
        rows.append([cell.strip(" *") for cell in line.strip().strip("|").split("|")])
    return [rows[0], *rows[2:]]


def disagreement(where: str, cell: str, expected: Sequence[float]) -> list[str]:
    """Return what is wrong with a cell, in words; empty where it has the expected numbers."""
    written = figures(cell)
    if len(written) == len(expected) and all(
        one.agrees(own) for one, own in zip(written, expected, strict=True)
    ):
        return []
    return [f"{where}: '{cell}', but the runs give {', '.join(f'{each:.4f}' for each in expected) or 'none'}"]


Expected = Callable[[Recorded, str], Sequence[float]]
JUDGED: tuple[Expected, ...] = (
    lambda of, name: spread(of.errors(name)),
    lambda of, name: of.error_difference(name),
    lambda of, name: [of.told[name].p] if name in of.told else [],
    lambda of, name: [],
)
"""Test error, the difference to the first, Holm's p, and the verdict, which is no number."""
COLUMNS: dict[str, tuple[Expected, ...]] = {
    **dict.fromkeys(("layers", "further", "long", "reviews", "pretraining"), JUDGED),
    "rates": (
        lambda of, name: spread(of.errors(name)),
        lambda of, name: factor(of.measured(name, FACTOR)),
        lambda of, name: spread(of.measured(name, LINEARLY)),
    ),
    "protect": (
        lambda of, name: spread(of.errors(name)),
        lambda of, name: of.error_difference(name),
        lambda of, name: spread(of.measured(name, FORGETTING)),
        lambda of, name: of.difference(name, FORGETTING),
        lambda of, name: factor(of.measured(name, FACTOR)),
        lambda of, name: spread(of.measured(name, LINEARLY)),
        lambda of, name: spread(of.measured(name, "CKA")),
        lambda of, name: mean(of.measured(name, "drift")),
    ),
}
"""By question: what each column behind the first has."""


def wrong_rows(question: str, rows: Sequence[Sequence[str]], name_of: Callable[[str], str]) -> list[str]:
    """Return what is wrong with a table of one variant a row; each variant has one."""
    of, found = recorded(question), []
    names = [name_of(row[0]) for row in rows[1:]]
    if sorted(names) != sorted(of.runs):
        found.append(f"{question}: rows are {', '.join(names)}")
    for name, row in zip(names, rows[1:], strict=True):
        for head, cell, expected in zip(rows[0][1:], row[1:], COLUMNS[question], strict=True):
            found += disagreement(f"{question}, {name}, {head}", cell, expected(of, name))
        if COLUMNS[question] is JUDGED and row[-1] != (of.told[name].answer if name in of.told else ""):
            found.append(f"{question}, {name}: {row[-1]}")
    return found


def wrong_rates(text: str) -> list[str]:
    names = {float(name.split()[-1]): name for name in recorded("rates").runs}
    rows = rows_of(text, "| rate | test error, % | perplexity")
    return wrong_rows("rates", rows, lambda cell: names[float(cell)])


def wrong_decay(text: str) -> list[str]:
    of, found = recorded("decay"), []
    rows = rows_of(text, "| test error, % | ξ = 1 |")
    shares = [head.removeprefix("ξ = ") for head in rows[0][1:]]
    assert sorted(f"decay ξ {share}, {row[0]}" for share in shares for row in rows[1:]) == sorted(of.runs)
    for row in rows[1:]:
        for share, cell in zip(shares, row[1:], strict=True):
            name = f"decay ξ {share}, {row[0]}"
            expected = spread(of.errors(name)) + of.error_difference(name)[1:]
            found += disagreement(name, cell, expected)
    return found


def wrong_tasks(text: str) -> list[str]:
    of, found = recorded("tasks"), []
    rows = rows_of(text, "| test error, % | TREC (500)")
    methods = {"each alone from the start": "alone", "together, then alone": "together, then alone"}
    for row in rows[1:]:
        for head, cell in zip(rows[0][1:], row[1:], strict=True):
            target, size = re.match(r"(.+) \(([\d,]+)\)$", head).groups()  # type: ignore[union-attr]
            name = f"{methods[row[0]]}, {target}"
            found += disagreement(name, cell, spread(of.errors(name)) + of.error_difference(name)[1:])
            found += disagreement(f"{name}, test texts", size, [of.runs[name][0].count])
    return found


HEADS: dict[str, tuple[str, Callable[[str], str]]] = {
    "layers": ("| read | test error, %", lambda cell: cell.removesuffix(" (top)")),
    "further": ("| before 250 labels | test error, %", str),
    "long": ("| part kept | test error, %", lambda cell: cell.partition(" (")[0]),
    "reviews": ("| weights, kept | test error, %", lambda cell: f"weights {cell}"),
    "pretraining": ("| task, weights | test error, %", lambda cell: cell.replace("1,200", "1200")),
    "protect": ("| strategy | test error of B, % | against nothing, points (over seeds and texts)", str),
}
"""Tables of one variant a row: how they begin, and the variant of a row's first cell."""
OTHERS = {"rates": wrong_rates, "decay": wrong_decay, "tasks": wrong_tasks}


def wrong_table(question: str, text: str) -> list[str]:
    """Return what is wrong with the table of a question in ``text``."""
    if question in OTHERS:
        return OTHERS[question](text)
    head, name_of = HEADS[question]
    return wrong_rows(question, rows_of(text, head), name_of)


@pytest.mark.parametrize("question", [*HEADS, *OTHERS])
def test_a_table_has_what_its_command_prints(question: str) -> None:
    assert wrong_table(question, (DOCS / PASSAGES[question][0]).read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    ("question", "right", "invented"),
    [
        ("layers", "| layer 5 | 13.38 ± 0.38 |", "| layer 5 | 13.37 ± 0.38 |"),
        ("rates", "| 104 (27.9 to 390) |", "| 114 (27.9 to 390) |"),
        ("protect", "−10.5 (−13.8 to −7.3)", "−10.5 (−13.8 to 7.3)"),
    ],
)
def test_an_invented_figure_of_a_table_is_found(question: str, right: str, invented: str) -> None:
    text = (DOCS / PASSAGES[question][0]).read_text(encoding="utf-8")
    assert right in text and len(wrong_table(question, text.replace(right, invented))) == 1


PASSAGES = {
    "long": ("measured.md", "### Table 2:"),
    "layers": ("measured.md", "### Table 3:"),
    "rates": ("measured.md", "### Figure 2:"),
    "decay": ("measured.md", "### Table 4:"),
    "further": ("measured.md", "### Figure 4:"),
    "tasks": ("measured.md", "### Table 7:"),
    "reviews": ("encoders.md", "### Does it gain"),
    "pretraining": ("encoders.md", "### How much pre-training"),
    "protect": ("forgetting.md", "### Two tasks in a row\n"),
}
"""Section in which the documents report a question's recorded runs: file, and how its heading begins."""


def intervals(text: str) -> Iterator[tuple[str, list[Figure], Figure | None]]:
    """Yield each interval in brackets with what it says: the words, value with both ends, and p where there is one.

    The value stands in the brackets or is the last number before them.
    """
    plain = re.sub(r"\d+e-\d+", "", re.sub(r"^\|.*$", "", text, flags=re.MULTILINE))
    for found in re.finditer(rf"\(([^()]*?)({NUMBER}) to\s({NUMBER})\b([^()]*)\)", plain):
        words, low, high, rest = found.groups()
        inside = figures(words.replace("95 %", ""))
        before = figures(plain[: found.start()].replace("95 %", ""))
        p = re.search(r"\bp (?:over \w+ )?(0\.\d+)", rest)
        value = (inside or before)[-1]
        told = [value, *figures(low), *figures(high)]
        yield " ".join(found[0].split()), told, figures(p[1])[0] if p else None


def unfounded(question: str, text: str) -> list[str]:
    """Return the intervals of a passage that the recorded runs of ``question`` do not give."""
    known = [
        each
        for against in AGAINST.get(question, [""])
        for each in recorded(question, against).every_interval()
    ]
    wrong = []
    for words, (value, low, high), p in intervals(text):
        fitting = [each for each in known if each.agrees(value, low, high)]
        if p is not None:
            fitting = [each for each in fitting if each.p is not None and p.agrees(each.p)]
        if not fitting:
            wrong.append(f"{value.value:g} {words}")
    return wrong


def passage(question: str) -> str:
    file, heading = PASSAGES[question]
    text = (DOCS / file).read_text(encoding="utf-8")
    assert text.count(heading) == 1, heading
    return text.partition(heading)[2].partition("\n##")[0]


@pytest.mark.parametrize("question", PASSAGES)
def test_intervals_beside_a_table_are_computed(question: str) -> None:
    text = passage(question)
    assert any(intervals(text)) and unfounded(question, text) == []


def test_an_invented_interval_beside_a_table_is_found() -> None:
    text, right = passage("rates"), "5.8, p 0.001)"
    assert text.count(right) == 1 and len(list(intervals(text))) >= 8
    assert len(unfounded("rates", text.replace(right, "5.8, p 0.002)"))) == 1


def test_claims_of_recorded_runs_are_what_their_command_prints() -> None:
    rows = [
        (found[1], line.split("|")[1])
        for line in (DOCS / "claims.md").read_text(encoding="utf-8").splitlines()
        if (found := re.search(r"\| `(\w+)( --against [^`]+)?`[ ;]", line))
    ]
    assert {question for question, _ in rows} == {*HEADS, *OTHERS}
    for question, claim in rows:
        assert unfounded(question, claim) == []
    assert sum(len(list(intervals(claim))) for _, claim in rows) >= 12
