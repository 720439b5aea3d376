"""How time and memory grow with rows, length and model size: measured, fitted, drawn.

    python benchmarks/scaling.py --plot scaling.svg              # small sizes, a few minutes
    python benchmarks/scaling.py --full --json scaling.json      # 1k ... 1M rows, articles of 48k tokens, 12 x 768
    python benchmarks/scaling.py --only rows                     # one question: rows, length, article, model

``rows``: a labelled file of made-up texts is read, tokenised and trained on for a few updates, nothing cached: seconds
of reading and of tokenising, peak of memory beyond the imports. ``length``: updates of equally many tokens in texts of
64 to 512. ``article``: updates of one long text, read in fractions (self-attention over them). ``model``: updates of
4 x 128 tokens by encoders from 2 x 128 to 12 x 768, random weights. Each point is measured in a process of its own, so
that its peak of memory is its own; of several rounds the median counts, of several updates the fastest.

The exponent b of y = a x^b is the slope of least squares on logarithms, with its 95 % interval (t distribution).
"""

from __future__ import annotations

import csv
import json
import math
import shutil
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent))
import _harness as harness

TOKENS = 2048
"""Of an update, where texts differ in length."""
SIZES: dict[str, tuple[Any, ...]] = {
    "rows": (1_000, 4_000, 16_000),
    "length": (64, 128, 256, 512),
    "article": (1_000, 4_000, 12_000),
    "model": ((2, 128), (4, 256), (6, 384)),
}
FULL: dict[str, tuple[Any, ...]] = {
    "rows": (1_000, 10_000, 100_000, 1_000_000),
    "length": (64, 128, 256, 512),
    "article": (1_000, 4_000, 16_000, 48_000),
    "model": ((2, 128), (4, 256), (6, 384), (12, 384), (12, 768)),
}
FITS = {
    "rows": (("reading", "s"), ("tokenising", "s"), ("memory", "MB")),
    "length": (("update", "ms"), ("memory", "MB")),
    "article": (("update", "ms"), ("memory", "MB")),
    "model": (("update", "ms"), ("memory", "MB")),
}
AXES = {
    "rows": "rows",
    "length": "tokens of a text",
    "article": "tokens of the article",
    "model": "MFLOP per token",
}
TITLES = {"rows": "Rows of a data set", "length": "Length, equal tokens", "article": "One article in fractions",
          "model": "Size of the encoder"}  # fmt: skip


def encoder(layers: int, width: int, place: Path) -> Path:
    """A folder with the config of a BERT of that size for 512 tokens and the bundled tokenizer; it has no weights."""
    from engine.paths import RESOURCES

    bundled, folder = RESOURCES / "models" / "palimpsest-tiny", place / f"bert-{layers}x{width}"
    folder.mkdir(parents=True, exist_ok=True)
    config = json.loads((bundled / "config.json").read_text("utf-8"))
    config |= {"num_hidden_layers": layers, "hidden_size": width, "intermediate_size": 4 * width}
    config |= {"num_attention_heads": max(2, width // 64), "max_position_embeddings": 512}
    (folder / "config.json").write_text(json.dumps(config), "utf-8")
    for name in ("tokenizer.json", "tokenizer_config.json", "vocab.txt"):
        shutil.copy(bundled / name, folder / name)
    return folder


def write(file: Path, rows: int, words: int | None = None) -> None:
    """``rows`` labelled texts as CSV: of about as many tokens as news has, or of exactly ``words`` words."""
    draw = np.random.default_rng(0)
    known = np.array(
        "time people way water day man world life hand part place case week company night".split()
    )
    with file.open("w", encoding="utf-8", newline="") as opened:
        out = csv.writer(opened)
        out.writerow(("text", "label"))
        for first in range(0, rows, 10_000):
            count = min(10_000, rows - first)
            lengths = np.full(count, words) if words else np.clip(draw.lognormal(3.7, 0.3, count), 8, 150)
            for number, length in enumerate(lengths.astype(int), start=first):
                chosen = known[draw.integers(0, len(known), length)]
                # The number makes texts differ: equal ones would be told to the user, and cost time.
                out.writerow((f"{number} {' '.join(chosen)}", number % 4))


def measure(task: dict[str, Any]) -> harness.Figures:
    """Reads, tokenises and trains for ``updates`` updates, as every run does it; stopped, nothing is saved."""
    import os

    from engine.events import PhaseProgress, StepMetrics
    from engine.spec.experiment import parse_experiment
    from engine.train.loop import train

    os.environ["PALIMPSEST_HOME"] = task["home"]
    before, began = peak_megabytes(), time.perf_counter()
    parts: dict[str, float] = {"reading": 0.0, "tokenising": 0.0, "rest": 0.0}
    part, last, times = "rest", began, list[float]()
    events = train(parse_experiment(task["experiment"]), Path(task["home"]) / "run")
    for event in events:
        now = time.perf_counter()
        if isinstance(event, PhaseProgress):
            parts[part] += now - last
            part, last = _part(event.text), now
        elif isinstance(event, StepMetrics) and "train/loss" in event.values:
            times.append(now)
            if len(times) > task["updates"]:
                break
    figures = {"memory": peak_megabytes() - before, "update": 1e3 * min(np.diff(times)), **parts}
    print(json.dumps(figures), flush=True)
    os._exit(0)  # closing the loop would save a checkpoint


def _part(text: str) -> str:
    for part, beginnings in (("reading", ("Checking", "Reading")), ("tokenising", ("Tokenising",))):
        if text.startswith(beginnings):
            return part
    return "rest"


def peak_megabytes() -> float:
    """The largest resident memory of this process so far, MB."""
    return 1000 * harness.peak_memory()


def experiment(kind: str, size: Any, place: Path) -> tuple[float, dict[str, Any]]:
    """The place of a size on its axis, and the run that measures it; writes what it needs."""
    data = place / f"{kind}-{size if isinstance(size, int) else size[0]}.csv"
    layers, width = size if kind == "model" else (4, 256)
    folder = encoder(layers, width, place)
    stage: dict[str, Any] = {"kind": "finetune", "epochs": 1.0, "batch_size": 24, "max_length": 128}
    at: float = size if isinstance(size, int) else 0.0
    if kind == "rows":
        write(data, size)
    elif kind == "length":
        write(data, 40 * TOKENS // size, words=size)
        stage |= {"batch_size": TOKENS // size, "max_length": size}
    elif kind == "article":
        write(data, 40, words=size)
        stage |= {"batch_size": 1, "max_length": 512, "truncation": {"kind": "hierarchical", "most": 0}}
    else:
        write(data, 200, words=128)
        stage |= {"batch_size": 4}
        at = layers * (24 * width**2 + 4 * 128 * width) * 3 / 1e6
    stage["data"] = {"source": str(data), "validation_share": 0.1}
    wanted = {
        "encoder": {"source": str(folder), "weights": "random"},
        "stages": [stage],
        "compute": {"device": "cpu", "checkpoint_seconds": 10_000},
        "probes": {"on": False},
    }
    return at, wanted


def fitted(x: Sequence[float], y: Sequence[float]) -> dict[str, float]:
    """Exponent and factor of y = a x^b by least squares on logarithms; ``within`` is half the 95 % interval of b."""
    from scipy.stats import t

    u, v = np.log(np.asarray(x, float)), np.log(np.asarray(y, float))
    b, c = np.polyfit(u, v, 1)
    within, free = math.inf, len(u) - 2
    if free > 0:
        error = math.sqrt(float(((v - b * u - c) ** 2).sum()) / free / float(((u - u.mean()) ** 2).sum()))
        within = float(t.ppf(0.975, free)) * error
    return {"exponent": float(b), "within": within, "factor": math.exp(float(c))}


def per_row(x: Sequence[float], memory: Sequence[float]) -> dict[str, float]:
    """Bytes of memory for each row more: the slope of a straight line, ``within`` half its 95 % interval."""
    from scipy.stats import linregress, t

    line, free = linregress(x, 1e6 * np.asarray(memory, float)), len(x) - 2
    within = float(t.ppf(0.975, free) * line.stderr) if free > 0 else math.inf
    return {"bytes": float(line.slope), "within": within}


def draw(points: Mapping[str, Sequence[Mapping[str, float]]], fits: Mapping[str, Any], file: Path) -> None:
    """All questions as panels of one picture, both axes logarithmic; the suffix of ``file`` chooses the format."""
    import matplotlib as mpl
    from matplotlib.figure import Figure
    from matplotlib.ticker import FixedLocator, FuncFormatter, LogLocator, NullLocator

    from engine.analysis.report.figures import _STYLE, SERIES, SURFACE

    with mpl.rc_context(_STYLE):
        canvas = Figure(
            figsize=(3.6 * min(2, len(points)), 3.5 * math.ceil(len(points) / 2)), layout="constrained"
        )
        panels = canvas.subplots(math.ceil(len(points) / 2), min(2, len(points)), squeeze=False).ravel()
        for panel in panels[len(points) :]:
            panel.set_visible(False)
        for panel, (kind, each) in zip(panels, points.items(), strict=False):
            x = [point["x"] for point in each]
            for (name, unit), colour, marker in zip(FITS[kind], SERIES, "os^", strict=False):
                fit = fits[kind][name]
                label = f"{name} [{unit}]  x^{fit['exponent']:.2f}"
                if math.isfinite(fit["within"]):
                    label += f" ± {fit['within']:.2f}"
                panel.plot(
                    x, [point[name] for point in each], marker, color=colour, markersize=4.5, label=label
                )
                line = np.geomspace(min(x), max(x), 50)
                panel.plot(
                    line, fit["factor"] * line ** fit["exponent"], color=colour, linewidth=1.2, alpha=0.7
                )
            panel.set(xscale="log", yscale="log", title=TITLES[kind], xlabel=AXES[kind])
            for axis, places in ((panel.xaxis, FixedLocator(x)), (panel.yaxis, LogLocator(subs=(1, 2, 5)))):
                axis.set_major_locator(places)
                axis.set_minor_locator(NullLocator())
                axis.set_major_formatter(FuncFormatter(lambda value, _: _short(value)))
            panel.legend(loc="upper left", bbox_to_anchor=(0, -0.2), borderaxespad=0)
        canvas.savefig(file, dpi=192, facecolor=SURFACE)


def _short(value: float) -> str:
    for size, unit in ((1e6, "M"), (1e3, "k")):
        if value >= size:
            return f"{value / size:.3g}{unit}"
    return f"{value:.3g}"


def main() -> None:
    parser = harness.parser(__doc__)
    parser.add_argument("--only", nargs="*", choices=list(SIZES), default=list(SIZES))
    parser.add_argument("--full", action="store_true", help="the large sizes, too")
    parser.add_argument("--updates", type=int, default=4, help="updates timed in each process")
    parser.add_argument("--plot", type=Path, help="draw the fits into this file (SVG, PNG, PDF)")
    parser.set_defaults(rounds=1)
    options = parser.parse_args()
    sizes = FULL if options.full else SIZES
    points: dict[str, list[dict[str, float]]] = {}
    fits: dict[str, dict[str, Any]] = {}
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        for kind in options.only:
            rows = []
            for size in sizes[kind]:
                at, wanted = experiment(kind, size, place)
                found = []
                for _ in range(options.rounds):
                    with tempfile.TemporaryDirectory(dir=place) as home:
                        task = {"home": home, "experiment": wanted, "updates": options.updates}
                        found.append(harness.child(__file__, task))
                rows.append({"x": at, **harness.middle(found)})
                shown = "x".join(map(str, size)) if isinstance(size, tuple) else f"{size:,}"
                print(f"  {kind} {shown}: {rows[-1]}", file=sys.stderr, flush=True)
            points[kind] = rows
            x = [row["x"] for row in rows]
            fits[kind] = {name: fitted(x, [row[name] for row in rows]) for name, _ in FITS[kind]}
            units = dict(FITS[kind])
            print(f"\n{TITLES[kind]}\n")
            shown = [
                {AXES[kind]: row["x"]} | {f"{n} [{u}]": row[n] for n, u in units.items()} for row in rows
            ]
            print(harness.table(shown))
            for name, fit in fits[kind].items():
                print(f"{name}: exponent {fit['exponent']:.2f} ± {fit['within']:.2f}")
            if kind == "rows":
                slope = per_row(x, [row["memory"] for row in rows])
                print(f"memory: {slope['bytes']:,.0f} ± {slope['within']:,.0f} bytes for each row more")
                fits[kind]["bytes_per_row"] = slope
    if options.plot:
        draw(points, fits, options.plot)
        print(f"\n{options.plot}")
    harness.save(options.json, {"points": points, "fits": fits})


if __name__ == "__main__":
    if not harness.answer(measure):
        main()
