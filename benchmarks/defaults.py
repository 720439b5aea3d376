"""The test error of the design that ``palimpsest new --data`` proposes, and of simple baselines: docs/defaults.md.

On samples of public sets (10 texts per class, 500, 2,000, all), over draws of the texts and seeds, it measures the test
error of the proposal with MiniLM and with palimpsest-tiny, of MiniLM with the other pooling, of a linear classifier on
MiniLM's frozen features, and of one on TF-IDF. The last two are scikit-learn's, with C by 5-fold cross-validation on
all training texts. The better one is the baseline that the proposal should beat. Proposals are created and trained by
the commands, in a home folder that is removed afterwards.

A line of JSON for each run is appended to ``--results`` (default: ``benchmarks/real_data/measured/defaults.jsonl``).
Recorded runs are not repeated, so the table can be measured in parts. ``--table`` prints the recorded results.
``--texts`` is the folder of the archives named in ``SETS``, none of which is part of Palimpsest.

    python benchmarks/defaults.py --texts FOLDER --only trec --size 500 --draws 1
    python benchmarks/defaults.py --table
"""

from __future__ import annotations

import argparse
import csv
import hashlib
import io
import json
import math
import resource
import sys
import tarfile
import tempfile
import time
import tomllib
import warnings
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks._harness import minilm, table
from benchmarks._queue import palimpsest

RESULTS = Path(__file__).resolve().parent / "real_data" / "measured" / "defaults.jsonl"
SIZES = ("10", "500", "2000", "all")
"""Sizes of samples: 10 texts of each class, or the number of all texts."""
BASELINES = ("frozen", "tfidf")
WAYS = ("minilm", "tiny", "pooling", *BASELINES)
_LONG_TEXT_WORDS = 100
"""Mean words per text above which a set counts as long and has 500 test texts instead of 1,000."""

Texts = list[tuple[str, str]]
"""Pairs of a text and its label."""


@dataclass(frozen=True)
class Result:
    """One trained model: its key in the table, and its errors on the test texts."""

    set: str
    size: str
    draw: int
    seed: int
    way: str
    train: int
    classes: int
    test: int
    errors: int
    processor_s: float
    settings: dict[str, object] = field(default_factory=dict)

    @property
    def key(self) -> tuple[str, str, int, int, str]:
        return self.set, self.size, self.draw, self.seed, self.way

    @property
    def error(self) -> float:
        """The test error in %."""
        return 100 * self.errors / self.test


# -- the sets ----------------------------------------------------------------------------------------------------------


def _trec(texts: Path, fine: bool) -> tuple[Texts, Texts]:
    def read(name: str) -> Texts:
        lines = (texts / "trec" / name).read_text("latin-1").splitlines()
        pairs = [line.partition(" ") for line in lines if line.strip()]
        return [(text, label if fine else label.partition(":")[0]) for label, _, text in pairs]

    return read("train_5500.label"), read("TREC_10.label")


def _csv(archive: str, folder: str, first_is_label: bool = True) -> Callable[[Path], tuple[Texts, Texts]]:
    def read(texts: Path) -> tuple[Texts, Texts]:
        parts = []
        with tarfile.open(texts / archive) as tar:
            for name in ("train", "test"):
                member = tar.extractfile(f"{folder}/{name}.csv")
                assert member is not None
                rows = csv.reader(io.TextIOWrapper(member, "utf-8", newline=""))
                parts.append(
                    [
                        (" ".join(row[1:]), row[0]) if first_is_label else (row[0], row[1])
                        for row in rows
                        if len(row) > 1
                    ]
                )
        return parts[0], parts[1]

    return read


def _imdb(texts: Path) -> tuple[Texts, Texts]:
    parts: dict[str, Texts] = {"train": [], "test": []}
    with tarfile.open(texts / "aclImdb_labelled_25k25k.tar.xz") as tar:
        for member in tar:
            path = member.name.split("/")
            if len(path) == 4 and path[2] in ("pos", "neg") and (file := tar.extractfile(member)):
                parts[path[1]].append((file.read().decode("utf-8"), path[2]))
    return parts["train"], parts["test"]


SETS: dict[str, Callable[[Path], tuple[Texts, Texts]]] = {
    "trec": lambda texts: _trec(texts, fine=False),
    "trec-fine": lambda texts: _trec(texts, fine=True),
    "ag": _csv("ag_news_csv.tar.gz", "ag_news_csv"),
    "dbpedia": _csv("dbpedia_csv_5k7k6.tar.gz", "dbpedia_csv"),
    "yahoo": _csv("yahoo_answers_2class.tar.gz", "yahoo_answers_2class", first_is_label=False),
    "amazon": _csv("amazon_review_full_csv_5k7k6.tar.gz", "amazon_review_full_csv"),
    "yelp": _csv("yelp_review_full_csv_5k.tar.gz", "yelp_review_full_csv"),
    "imdb": _imdb,
}


@cache
def load(name: str, texts: Path) -> tuple[Texts, Texts]:
    """Return the training texts of a set without duplicates, shuffled, and the drawn test texts."""
    train, test = SETS[name](texts)
    train = list({text: (text, label) for text, label in train}.values())
    order = np.random.default_rng(0)
    train = [train[i] for i in order.permutation(len(train))]
    labels = {label for _, label in train}
    test = [pair for pair in test if pair[1] in labels]
    words = sum(len(text.split()) for text, _ in test) / len(test)
    return train, [test[i] for i in order.permutation(len(test))[: 500 if words > _LONG_TEXT_WORDS else 1000]]


def draw_sample(train: Texts, size: str, draw: int) -> Texts:
    """Return a sample of the training texts: 10 of each class, or ``size`` texts with at least two of each class."""
    if size == "all":
        return train
    shuffled = [train[i] for i in np.random.default_rng(1000 + draw).permutation(len(train))]
    counts: dict[str, int] = defaultdict(int)
    first, others = [], []
    for pair in shuffled:
        counts[pair[1]] += 1
        (first if counts[pair[1]] <= (10 if size == "10" else 2) else others).append(pair)
    return first if size == "10" else (first + others)[: int(size)]


# -- the methods -------------------------------------------------------------------------------------------------------


def run_proposal(
    way: str, train: Texts, test: Texts, seed: int, changes: Sequence[str]
) -> tuple[int, dict[str, object]]:
    """Return the errors of the proposal on the test texts, and the proposal."""
    encoder = "palimpsest-tiny" if way.startswith("tiny") else str(minilm())
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        for name, pairs in (("train", train), ("test", test)):
            with (home / f"{name}.csv").open("w", encoding="utf-8", newline="") as file:
                csv.writer(file).writerows([("text", "label"), *pairs])
        data_options = ["--data", str(home / "train.csv"), "--set", f"test={home / 'test.csv'}"]
        design = palimpsest(home, "new", *data_options, "--encoder", encoder)
        (home / "design.toml").write_text(design, encoding="utf-8")
        stage = tomllib.loads(design)["stages"][0]
        other_pooling = "mean" if stage["features"]["tokens"] == "cls" else "cls"
        settings = ["probes.on=false", f"seed={seed}", *changes]
        settings += [f"features.tokens={other_pooling}"] if way.endswith("pooling") else []
        arguments = [part for each in settings for part in ("--set", each)]
        (row,) = json.loads(palimpsest(home, "run", str(home / "design.toml"), "--json", *arguments))
        proposal = {
            name: stage[name]
            for name in ("learning_rate", "epochs", "least_steps", "batch_size", "checkpoint")
        }
        proposal |= {"validation_share": stage["data"]["validation_share"], "max_length": stage["max_length"]}
        proposal |= {"tokens": other_pooling if way.endswith("pooling") else stage["features"]["tokens"]}
        proposal |= {"freezing": stage["freezing"], "changes": list(changes)}
        return round(row["summary"]["test_error_at_best_validation"] / 100 * len(test)), proposal


def fit_frozen(train: Texts, test: Texts, cache_file: Path, tokens: str) -> tuple[int, dict[str, object]]:
    """Return the errors of logistic regression on MiniLM's frozen features, of [CLS] or of the mean of tokens."""
    from sklearn.linear_model import LogisticRegression

    features = frozen_features([text for text, _ in [*train, *test]], cache_file)[tokens]
    model_and_strengths = LogisticRegression(max_iter=2000), (0.1, 1.0, 10.0, 100.0)
    return _fit(*model_and_strengths, features[: len(train)], train, features[len(train) :], test)


def fit_tfidf(train: Texts, test: Texts) -> tuple[int, dict[str, object]]:
    """Return the errors of a linear support vector machine on TF-IDF of words and pairs of words."""
    from sklearn.feature_extraction.text import TfidfVectorizer
    from sklearn.svm import LinearSVC

    vectorizer = TfidfVectorizer(ngram_range=(1, 2), sublinear_tf=True)
    train_features = vectorizer.fit_transform([text for text, _ in train])
    test_features = vectorizer.transform([text for text, _ in test])
    return _fit(LinearSVC(), (0.1, 1.0, 10.0), train_features, train, test_features, test)


def _fit(
    model: Any, strengths: Sequence[float], features: Any, train: Texts, asked: Any, test: Texts
) -> tuple[int, dict[str, object]]:
    from sklearn.model_selection import GridSearchCV, StratifiedKFold

    labels = [label for _, label in train]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # classes with fewer texts than folds
        folds = StratifiedKFold(5, shuffle=True, random_state=0)
        search = GridSearchCV(model, {"C": list(strengths)}, cv=folds).fit(features, labels)
    wrong = sum(answer != label for answer, (_, label) in zip(search.predict(asked), test, strict=True))
    return wrong, {**search.best_params_, "foretold": round(100 * (1 - search.best_score_), 2)}


def frozen_features(texts: Sequence[str], cache_file: Path) -> dict[str, np.ndarray]:
    """Return MiniLM's mean of tokens and [CLS] of each text, [n, 384] each. Features in ``cache_file`` are reused."""
    vectors: dict[str, np.ndarray] = dict(np.load(cache_file)) if cache_file.is_file() else {}
    keys = [hashlib.sha256(text.encode()).hexdigest()[:16] for text in texts]
    missing = {name: text for name, text in zip(keys, texts, strict=True) if name not in vectors}
    if missing:
        vectors |= _encode(missing)
        np.savez(cache_file, **vectors)
    stacked = np.stack([vectors[name] for name in keys]).astype(np.float64)
    return {"mean": stacked[:, 0], "cls": stacked[:, 1]}


def _encode(texts: Mapping[str, str]) -> Iterator[tuple[str, np.ndarray]]:
    import torch
    from transformers import AutoModel, AutoTokenizer

    tokenizer, model = AutoTokenizer.from_pretrained(minilm()), AutoModel.from_pretrained(minilm()).eval()
    names = sorted(texts, key=lambda name: len(texts[name]))
    for start in range(0, len(names), 16):
        batch = names[start : start + 16]
        inputs = tokenizer(
            [texts[n] for n in batch], padding=True, truncation=True, max_length=512, return_tensors="pt"
        )
        with torch.inference_mode():
            states = model(**inputs).last_hidden_state
        mask = inputs["attention_mask"][..., None]
        mean = (states * mask).sum(1) / mask.sum(1)
        for name, *vectors in zip(batch, mean, states[:, 0], strict=True):
            yield name, torch.stack(vectors).numpy().astype(np.float32)


# -- the table ---------------------------------------------------------------------------------------------------------


def read_results(file: Path) -> dict[tuple[str, str, int, int, str], Result]:
    """Return the recorded results by their key in the table."""
    lines = file.read_text("utf-8").splitlines() if file.is_file() else []
    return {result.key: result for result in (Result(**json.loads(line)) for line in lines)}


def summarise(results: Iterable[Result]) -> list[dict[str, object]]:
    """Return a row for each set and size: mean test errors in %, and the proposal's relative to the better baseline's.

    If the proposal was measured, only the baselines on the same draws are included.
    """
    cells: dict[tuple[str, str], dict[str, list[Result]]] = defaultdict(lambda: defaultdict(list))
    for result in results:
        cells[result.set, result.size][result.way].append(result)
    rows = []
    for (name, size), ways in sorted(
        cells.items(), key=lambda each: (list(SETS).index(each[0][0]), SIZES.index(each[0][1]))
    ):
        draws = {r.draw for r in ways.get("minilm", ())} or {r.draw for runs in ways.values() for r in runs}
        ways = {way: kept for way, runs in ways.items() if (kept := [r for r in runs if r.draw in draws])}
        means = {way: sum(r.error for r in runs) / len(runs) for way, runs in ways.items()}
        row: dict[str, object] = {
            "set": name,
            "size": size,
            "classes": max(r.classes for r in ways[next(iter(ways))]),
        }
        row |= {
            way: round(means[way], 1) if way in means else ""
            for way in [*WAYS, *sorted(set(means) - set(WAYS))]
        }
        best = min((means[way] for way in BASELINES if way in means), default=math.nan)
        if "minilm" in means and math.isfinite(best):
            test_count = ways["minilm"][0].test
            standard_error = 100 * math.sqrt(best / 100 * (1 - best / 100) / test_count)
            row |= {"runs": len(ways["minilm"]), "± s.e.": round(standard_error, 1)}
            row |= {
                "ratio": round(means["minilm"] / best, 2),
                "wins": "yes" if means["minilm"] <= best + standard_error else "no",
            }
        rows.append(row)
    return rows


def print_table(results: Sequence[Result]) -> None:
    """Print the table and the geometric mean of its ratios."""
    rows = summarise(results)
    columns = list(dict.fromkeys(name for row in rows for name in row))
    print(table([{name: row.get(name, "") for name in columns} for row in rows], columns))
    ratios = [float(str(row["ratio"])) for row in rows if row.get("ratio")]
    if ratios:
        mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
        print(f"\nGeometric mean of {len(ratios)} ratios: {mean:.2f}; runs: {len(results)}.")


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure the requested entries that are not recorded yet, and print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--texts", type=Path, help="the folder of the archives")
    parser.add_argument("--results", type=Path, default=RESULTS, help="a line of JSON for each run")
    parser.add_argument(
        "--features", type=Path, default=Path("defaults-features"), help="where features are kept"
    )
    parser.add_argument("--only", nargs="*", choices=SETS, default=list(SETS))
    parser.add_argument("--size", nargs="*", choices=SIZES, default=list(SIZES))
    parser.add_argument("--way", nargs="*", default=list(WAYS))
    parser.add_argument("--draws", type=int, default=5)
    parser.add_argument("--seeds", type=int, default=2)
    parser.add_argument("--set", action="append", default=[], dest="changes", help="a change of the proposal")
    parser.add_argument("--name", default="", help="what the runs with such changes are called in the table")
    parser.add_argument("--minutes", type=float, default=math.inf, help="begin no run after so many")
    parser.add_argument("--table", action="store_true", help="print what is recorded; train nothing")
    options = parser.parse_args(arguments)
    results = read_results(options.results)
    if not options.table:
        if options.texts is None:
            parser.error("--texts is needed to run, or --table")
        start = time.monotonic()
        for key in _table_keys(options):
            if key not in results and time.monotonic() - start < 60 * options.minutes:
                results[key] = _measure(key, options)
                with options.results.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(asdict(results[key])) + "\n")
    print_table(list(results.values()))


def _table_keys(options: argparse.Namespace) -> Iterator[tuple[str, str, int, int, str]]:
    """Yield the requested keys of the table. Baselines have a single seed, and samples of all texts a single draw."""
    for size in options.size:
        for draw in range(1 if size == "all" else options.draws):
            for seed in range(42, 42 + options.seeds):
                for name in options.only:
                    for way in options.way:
                        if seed == 42 or not way.startswith(BASELINES):
                            yield name, size, draw, seed, f"{way} {options.name}".strip()


def _measure(key: tuple[str, str, int, int, str], options: argparse.Namespace) -> Result:
    name, size, draw, seed, way = key
    texts, test = load(name, options.texts)
    train = draw_sample(texts, size, draw)
    start = _processor_seconds()
    if way.startswith("frozen"):
        options.features.mkdir(parents=True, exist_ok=True)
        tokens = "cls" if way == "frozen-cls" else "mean"
        errors, settings = fit_frozen(train, test, options.features / f"{name}.npz", tokens)
    elif way == "tfidf":
        errors, settings = fit_tfidf(train, test)
    else:
        errors, settings = run_proposal(way.split(" ")[0], train, test, seed, options.changes)
    seconds = round(_processor_seconds() - start, 1)
    classes = len({label for _, label in train})
    result = Result(name, size, draw, seed, way, len(train), classes, len(test), errors, seconds, settings)
    print(
        f"{' '.join(map(str, key))}: {result.error:.1f} % of {len(test):,}, {seconds:.0f} s",
        file=sys.stderr,
        flush=True,
    )
    return result


def _processor_seconds() -> float:
    return sum(sum(resource.getrusage(who)[:2]) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))


if __name__ == "__main__":
    main()
