"""Whether each recipe shows its effect at size *sample* beyond noise, and in how many seconds.

Each recipe is queued with the ordinary commands, ``palimpsest run NAME --queue`` and ``palimpsest queue``, with the
bundled data (generated), the bundled encoder and this machine. Then the two alternatives of its effect are repeated
with other seeds, including further pre-training. ``EFFECTS`` states the expected effects.

The effect is a difference of test errors in points, paired by seed and text, with the 95 % interval of Palimpsest's
verdicts (docs/statistics.md). For forgetting it is a factor or points of accuracy, over seeds alone.

    python benchmarks/samples.py --home FOLDER                        # queues missing runs there, and tabulates
    python benchmarks/samples.py --home FOLDER --only table-2 --seeds 3
    python benchmarks/samples.py --home FOLDER --tabulate --write     # docs/samples.md, resources/recipe_effects.toml
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks._evidence import estimate_points, read_test_answers, variant_of
from benchmarks._queue import processor_seconds

if TYPE_CHECKING:
    from engine.spec.experiment import Experiment
    from engine.store import Store
    from engine.store.rows import RunRow

ROOT = Path(__file__).resolve().parent.parent
PAGE, RECORD = ROOT / "docs" / "samples.md", ROOT / "resources" / "recipe_effects.toml"
SEEDS = (42, 43, 44)
FAST_SECONDS = 600
"""Maximum processor time of a sample: five minutes on two cores."""

Measure = Literal["error", "factor", "forgetting"]


@dataclass(frozen=True)
class Effect:
    """The expected effect of a recipe: ``measure`` is lower in the alternative ``lower`` than in ``higher``.

    Alternatives are the names of their runs without the experiment's name and the seed. ``higher`` is None where the
    error is compared with always predicting the most frequent class.
    """

    claim: str
    lower: str
    higher: str | None
    measure: Measure = "error"


EFFECTS: dict[str, Effect] = {
    "quickstart": Effect("Error is below that of always guessing one class", "", None),
    "figure-2": Effect("The highest rate fails", "4e-4", "8e-3"),
    "figure-3": Effect("60 updates of pre-training lower the error", "60", "0"),
    "figure-4": Effect(
        "With 4 % of the texts, pre-training lowers the error",
        "BERT-ITPT-FiT, training share 4",
        "BERT-FiT, training share 4",
    ),
    "forgetting-rates": Effect(
        "The highest rate forgets more language", "learning rate 2e-5", "learning rate 0.008", "factor"
    ),
    "further-pretraining-forgetting": Effect(
        "Replay of general text keeps language", "With replay", "Within the task", "factor"
    ),
    "head-first": Effect(
        "The head first, then everything, ends with fewer errors", "Head first", "Everything at once"
    ),
    "layer-wise-decay-protects": Effect(
        "A strong decay (ξ 0.3) keeps language", "decay ξ 0.3", "decay ξ 1", "factor"
    ),
    "long-texts": Effect(
        "Head + tail reads more of a review than its head",
        "truncation head_tail_share 0.25",
        "truncation head",
    ),
    "table-2": Effect("Head + tail beats head-only", "Reviews, head+tail", "Reviews, head-only"),
    "table-3": Effect("The last layer beats the first", "Layer 4 of 4", "Layer 1 of 4"),
    "table-4": Effect("A decay of 0.95 lowers the error", "4e-4, decay ξ 0.95", "4e-4, decay ξ 1"),
    "table-5": Effect(
        "Pre-training on the task's texts lowers its error", "Reviews, Reviews", "none, Reviews"
    ),
    "table-6": Effect(
        "Pre-training within the task lowers the error", "BERT-ITPT-FiT, Reviews", "BERT-FiT, Reviews"
    ),
    "table-7": Effect("Multi-task learning lowers the error", "BERT-MFiT-FiT, Reviews", "BERT-FiT, Reviews"),
    "table-8": Effect(
        "Pre-training within the task lowers the error",
        "palimpsest-tiny + ITPT, Reviews",
        "palimpsest-tiny, Reviews",
    ),
    "two-learning-rates": Effect("3e-4 ends with fewer errors than 5e-5", "learning rate 3e-4", "learning rate 5e-5"),
    "two-tasks": Effect(
        "Replay of the first task keeps it", "Replay of the task", "Nothing", "forgetting"
    ),
    "untrained-twin": Effect(
        "Pre-trained weights lower the error", "weights pretrained", "weights random"
    ),
    "which-layer": Effect("The last layer beats the first", "layers last", "layers 1"),
}  # fmt: skip
"""Effects by recipe. ``paper-imdb`` has no sample, because it needs a download."""


@dataclass(frozen=True)
class Sample:
    """The measured effect of a recipe's sample, with its interval over ``seeds``.

    ``seconds`` is the processor time of all its ``runs``, including the start of each process. If only some have
    finished, it is estimated from their mean.

    Differences are ``lower`` minus ``higher``, in points, and factors are ``lower`` divided by ``higher``. If all seeds
    have the same value, there is no interval and no effect is shown. ``has_learnt`` is whether the error of at least
    one alternative is below that of always predicting one class, by the same interval. Otherwise they may have learnt
    nothing, or ``seeds`` are too few to decide. ``precision`` is the precision of training, ``bf16`` or ``fp32``.
    """

    recipe: str
    claim: str
    measure: Measure
    value: float
    low: float | None
    high: float | None
    seeds: int
    runs: int
    seconds: float
    has_learnt: bool = True
    precision: str = ""

    @property
    def is_shown(self) -> bool:
        """Whether the interval excludes zero on the side of the claim."""
        return self.high is not None and self.high < (1.0 if self.measure == "factor" else 0.0)

    @property
    def sentence(self) -> str:
        """The description in the window and in the table."""
        end = f"{self.seeds} seeds; {self.runs} runs in {self.seconds:.0f} processor seconds" if self.runs > 1 else (
            f"{self.seeds} seeds; {self.seconds:.0f} processor seconds"
        )  # fmt: skip
        if not self.is_shown:
            return f"Runs, shows nothing at this size: {self.figures}{self._caution} ({end})."
        return f"{self.claim}: {self.figures} ({end})."

    @property
    def row(self) -> str:
        """The row of the table on the page."""
        verdict = "**shown**" if self.is_shown else "runs, shows nothing at this size"
        if self.seconds > FAST_SECONDS:
            verdict += ", over five minutes"
        verdict += self._caution
        numbers = f"{self.seeds} | {self.runs} | {self.seconds:.0f} | {self.precision}"
        return f"| {self.recipe} | {self.claim} | {self.figures} | {numbers} | {verdict} |"

    @property
    def _caution(self) -> str:
        """The caution where neither alternative differs significantly from always predicting one class."""
        caution = f"; perhaps too small: with {self.seeds} seeds neither differs significantly from guessing"
        return "" if self.has_learnt else caution

    @property
    def figures(self) -> str:
        """The effect with its 95 % interval."""

        def text(value: float) -> str:
            if self.measure == "factor":
                return f"{value:.2f}" if value >= 0.1 else f"{value:.1g}"
            return f"{value:+.1f}".replace("-", "−")

        unit = {"error": " points", "forgetting": " points of accuracy lost"}.get(self.measure, "")
        effect = f"{'× ' if self.measure == 'factor' else ''}{text(self.value)}{unit}"
        if self.low is None or self.high is None:
            return f"{effect}, no interval, for it is the same for all seeds"
        return f"{effect}, {text(self.low)} to {text(self.high)}"


def main() -> None:
    """Queue the missing runs, and tabulate."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--home", type=Path, required=True, help="where the store of this benchmark is kept")
    parser.add_argument("--only", nargs="*", choices=[*EFFECTS], help="these recipes")
    parser.add_argument("--seeds", type=int, default=len(SEEDS), help="of the two alternatives")
    parser.add_argument("--only-effects", action="store_true", help="leave out the other runs of the recipes")
    parser.add_argument("--tabulate", action="store_true", help="train nothing")
    parser.add_argument(
        "--write", action="store_true", help="write the page and the record of the repository"
    )
    options = parser.parse_args()
    os.environ["PALIMPSEST_HOME"] = str(options.home.resolve())
    names = options.only or [*EFFECTS]
    if not options.tabulate:
        queue_alternatives(names, SEEDS[: options.seeds])
        for name in () if options.only_effects else names:
            queue_recipe(name)
    results = [each for name in names if (each := evaluate(name)) is not None]
    print(table({each.recipe: each.row for each in results}))
    if options.write:
        write(results)


def write(results: Sequence[Sample]) -> None:
    """Write the page and the record. Entries of recipes without results here are kept."""
    old_page, effects = PAGE.read_text(encoding="utf-8"), tomllib.loads(RECORD.read_text(encoding="utf-8"))
    rows = {each.recipe: each.row for each in results}
    entries = {each.recipe: {"shown": each.is_shown, "sentence": each.sentence} for each in results}
    unchanged = [name for name in EFFECTS if name not in rows and name in effects]
    for name in unchanged:
        rows[name] = next(line for line in old_page.splitlines() if line.startswith(f"| {name} |"))
        entries[name] = effects[name]
    PAGE.write_text(page(rows, unchanged), encoding="utf-8")
    RECORD.write_text(record(entries), encoding="utf-8")


def palimpsest(*arguments: str) -> None:
    """Run the command line in a new process."""
    path = os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))
    command = [sys.executable, "-m", "engine", *arguments]
    subprocess.run(command, env={**os.environ, "PYTHONPATH": path}, stdout=subprocess.DEVNULL, check=False)


def queue_recipe(name: str) -> None:
    """Run the recipe's own plan, unless all its runs have finished."""
    from engine.spec.recipes import find_recipe

    if all(finished_run(each) for each in find_recipe(name).plan.expand()):
        return
    palimpsest("run", name, "--queue")
    palimpsest("queue")


def queue_alternatives(names: Sequence[str], seeds: Sequence[int]) -> None:
    """Run the unfinished alternatives of these recipes' effects with each of ``seeds``.

    Alternatives that several recipes share are run once, and all in one queue, whose start takes as long as a short
    run.
    """
    from engine import launch
    from engine.store import Store

    queued: set[str] = set()
    for name in names:
        experiments = [with_seed(each, seed) for seed in seeds for each in alternatives(name)]
        missing = [each for each in experiments if each.identity() not in queued and not finished_run(each)]
        queued.update(each.identity() for each in missing)
        if missing:
            with Store(store_file()) as store:
                launch.enqueue(store, missing, f"Effect of {name}")
    if queued:
        palimpsest("queue")


def store_file() -> Path:
    """Return the store of this benchmark."""
    from engine import paths

    return paths.default_store()


def alternatives(name: str) -> list[Experiment]:
    """Return the experiments that the effect of recipe ``name`` compares, the lower one first."""
    from engine.spec.recipes import find_recipe

    effect, plan = EFFECTS[name], find_recipe(name).plan
    named = {
        variant_of(each.name.removeprefix(f"{plan.experiment.name}: "), each.seed): each
        for each in plan.expand()
    }
    if not effect.lower:
        return [plan.experiment]
    return [named[each] for each in (effect.lower, effect.higher) if each is not None]


def with_seed(experiment: Experiment, seed: int) -> Experiment:
    """Return ``experiment`` unchanged if it has this seed, otherwise with ``seed`` in every stage.

    So a pre-training that the runs of a recipe share is repeated with the seed too.
    """
    if experiment.seed == seed:
        return experiment
    stages = [stage.model_copy(update={"seed": None}) for stage in experiment.stages]
    title, colon, variant = experiment.name.partition(": ")
    name = f"{title}{colon}{variant_of(variant, experiment.seed)}, seed {seed}"
    changes = {"seed": seed, "stages": stages, "name": name}
    return experiment.model_copy(update=changes)


def finished_run(experiment: Experiment) -> RunRow | None:
    """Return the newest finished run of ``experiment`` in the store, None if there is none."""
    from engine.store import Store, runs

    with Store(store_file()) as store:
        rows = [row for row in runs.list_runs(store) if row.status == "finished"]
    return next((row for row in rows if row.identity == experiment.identity()), None)


def evaluate(name: str) -> Sample | None:
    """Return the result of a recipe's effect from the stored runs, None if fewer than two seeds have finished."""
    from engine.analysis.forgetting.measured import read_forgetting
    from engine.analysis.verdicts.statistics import geometric_spread, spread
    from engine.spec.recipes import find_recipe
    from engine.store import Store

    effect, planned = EFFECTS[name], find_recipe(name).plan.expand()
    recipe_runs = [finished_run(each) for each in planned]
    pairs: list[tuple[RunRow, ...]] = []
    for seed in SEEDS:
        runs = [seed_run(each, seed) for each in alternatives(name)]
        if all(runs):
            pairs.append(tuple(run for run in runs if run is not None))
    if len(pairs) < 2:
        return None
    low: float | None
    high: float | None
    with Store(store_file(), read_only=True) as store:
        learnt = True
        if effect.measure == "error":
            value, low, high = error_interval([_error_differences(store, pair) for pair in pairs])
            learnt = any(
                error_interval([_error_differences(store, [run]) for run in alternative])[2] < 0
                for alternative in zip(*pairs, strict=True)
            )
        else:
            records = read_forgetting(store, [run.id for pair in pairs for run in pair])
            measured = [[records[run.id] for run in pair] for pair in pairs]
            over_seeds = (
                geometric_spread([float(a.factor or "nan") / float(b.factor or "nan") for a, b in measured])
                if effect.measure == "factor"
                else spread([float(a.forgetting or 0.0) - float(b.forgetting or 0.0) for a, b in measured])
            )
            assert over_seeds is not None, name
            low, high = over_seeds.bounds(interval=True)
            value = over_seeds.mean
        finished_runs = [run for run in recipe_runs if run is not None]
        seconds = [processor_seconds(store, run.id) for run in finished_runs]
    precisions = sorted({run.precision for run in (*finished_runs, *(run for pair in pairs for run in pair))})
    total_seconds = sum(seconds) * len(planned) / len(finished_runs)
    return Sample(
        name, effect.claim, effect.measure, value, low, high, len(pairs), len(planned), total_seconds, learnt,
        ", ".join(precisions),
    )  # fmt: skip


def seed_run(experiment: Experiment, seed: int) -> RunRow | None:
    """Return the finished run of an alternative with ``seed``."""
    return finished_run(with_seed(experiment, seed))


def _error_differences(store: Store, pair: Sequence[RunRow]) -> np.ndarray:
    """Return the errors of the first run minus those of the second for each test text: float [T].

    For a single run the second always predicts the most frequent class.
    """
    first, *rest = (read_test_answers(store, run) for run in pair)
    wrong = (first.predicted != first.labels).astype(float)
    if not rest:
        return wrong - (first.labels != np.bincount(first.labels).argmax())
    (second,) = rest
    assert np.array_equal(first.labels, second.labels)
    return wrong - (second.predicted != second.labels)


def error_interval(differences: Sequence[np.ndarray]) -> tuple[float, float, float]:
    """Return mean and 95 % interval in points, as for verdicts, of differences [T] of each of S seeds."""
    estimate = estimate_points(differences)
    low, high = estimate.interval()
    return estimate.mean, max(low, -100.0), min(high, 100.0)


def table(rows: Mapping[str, str]) -> str:
    """Return the table of the page in Markdown: the row of each recipe, in the order of ``EFFECTS``."""
    lines = [
        "| recipe | what it should show | effect, 95 % interval | seeds | runs | processor s | trained in | |",
        "|---|---|---|---:|---:|---:|---|---|",
    ]
    return "\n".join([*lines, *(rows[name] for name in EFFECTS if name in rows)])


def page(rows: Mapping[str, str], unchanged: Sequence[str] = ()) -> str:
    """Return docs/samples.md with a row for each recipe. The rows of ``unchanged`` were measured elsewhere."""
    import torch

    from engine.model.encoders import describe_encoder
    from engine.spec.experiment import Encoder

    encoder = describe_encoder(Encoder())
    parameters = encoder.parameters / 1e6
    missing = [name for name in EFFECTS if name not in rows]
    missing_note = f"Not measured yet: {', '.join(missing)}. " if missing else ""
    origin_note = f"{len(unchanged)} of the {len(rows)} rows are from another home. " if unchanged else ""
    return f"""# What the recipes show at size *sample*

A sample trains a small encoder on generated texts, in minutes. It shows how a recipe works, and sometimes its effect.
All figures come from the bundled, generated data and say nothing about the paper's. The encoder is {encoder.name}
with its second weights ({parameters:.1f} M parameters without pooler and heads), torch {torch.__version__}. Rows in
bf16 were measured on machine A of [measured.md](measured.md), those in fp32 on machine B. Seconds are processor time
of all runs of a recipe, process starts included, and cannot be compared between the two. The command is
`python benchmarks/samples.py --home FOLDER --write`.

The two alternatives of each effect ran with several seeds, pre-training included. The effect is the first alternative
less the second: in points of test error (paired by seed and text), in points of accuracy, or as a factor of perplexity.
"Shown": the 95 % interval, over seeds and texts (factors and forgetting: seeds), is wholly on the expected side. The
{len(rows)} intervals are not corrected for their number. Everything else "runs, shows nothing at this size", which is
no evidence against the effect. If neither alternative differs significantly from guessing one class, the sample may be
unable to show anything.

{table(rows)}

{origin_note}{missing_note}`paper-imdb` has no sample: it needs a download and a GPU.
"""


def record(entries: Mapping[str, Mapping[str, object]]) -> str:
    """Return resources/recipe_effects.toml: for each recipe the description of its sample in the list of recipes."""
    lines = [
        "# What each recipe showed at size sample: written by benchmarks/samples.py, see docs/samples.md."
    ]
    for name in (name for name in EFFECTS if name in entries):
        lines += ["", f"[{name}]"]
        lines += [f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in entries[name].items()]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
