"""Data compared with other libraries: readers, tokenisation, sentences, pre-training examples, and a warm start.

    python -m benchmarks data                                  # random texts, about two minutes
    python benchmarks/data.py --data FOLDER --full             # all of IMDb and AG's News, from FOLDER
    python benchmarks/data.py --only examples --json out.json  # a single table

``readers``: from a file to texts and classes that are ready for use. The engine, which also checks the texts and writes
them to the cache as Arrow, and the engine with a full cache are compared with pandas.read_csv, read_json and
read_parquet, and with the default datasets.load_dataset with an empty cache. ``tokens``: the engine, including the
cache, is compared with datasets.map(batched=True) and with a call of the tokenizer with a list. ``sentences``: the
engine's rules, in one process and in the pool, are compared with spaCy's sentencizer. ``examples``: pairs with masks,
as many as the original makes of the same sentences with its dupe factor of 10. The original
(``_original_pretraining``) reads sentences and writes padded records. The engine makes the same examples without
padding, batch by batch as training requests them, and writes nothing: cold from running text (in which rules find the
sentences first), cold from the same sentences, and with the corpus in the cache. Each is a single process, and
processor times are compared. ``warm``: a data set with a full cache is loaded and encoded in a new process, without the
time of imports.

The ways take turns, and figures are medians of rounds. FOLDER contains ``ag_news_csv`` and ``aclImdb`` as published.
"""

from __future__ import annotations

import csv
import io
import json
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))
import _harness as harness
import numpy as np

QUESTIONS = ("readers", "tokens", "sentences", "examples", "warm")
FORMATS = ("csv", "jsonl", "parquet", "folders")
SIZES = {
    "rows": 20_000,
    "files": 3_000,
    "tokens": 4_000,
    "sentences": 4_000,
    "examples": 1_500,
    "warm": 10_000,
}
FULL_SIZES = {
    "rows": 120_000,
    "files": 25_000,
    "tokens": 50_000,
    "sentences": 25_000,
    "examples": 20_000,
    "warm": 0,
}


# -- Texts ---------------------------------------------------------------------------------------------------------


def zipf_texts(count: int, words: int, seed: int = 0) -> list[str]:
    """Return random texts of about ``words`` words, in which new words are as frequent as in English (Zipf's law)."""
    generator = np.random.default_rng(seed)
    parts = [
        "ta",
        "re",
        "mo",
        "in",
        "ses",
        "la",
        "ter",
        "con",
        "bel",
        "so",
        "ring",
        "ly",
        "dan",
        "pu",
        "vi",
        "es",
    ]
    spellings = ["".join(generator.choice(parts, 1 + n % 4)) for n in range(60_000)]
    ranks = np.minimum(generator.zipf(1.15, count * words), len(spellings)) - 1
    marks = generator.choice(["", "", "", "", "", "", "", "", "", ","], count * words)
    ends = generator.random(count * words) < 1 / 18
    texts = []
    for start in range(0, count * words, words):
        row, capital = [], True
        for index in range(start, start + words):
            word = spellings[ranks[index]]
            row.append((word.capitalize() if capital else word) + ("." if ends[index] else marks[index]))
            capital = bool(ends[index])
        texts.append(f"{' '.join(row).rstrip(',.')}.")
    return texts


def news(folder: str, count: int) -> list[str]:
    """Return descriptions of AG's News if ``folder`` contains them, otherwise random texts of that length."""
    file = Path(folder) / "ag_news_csv" / "train.csv"
    if not folder or not file.is_file():
        return zipf_texts(count, 31)
    with file.open(encoding="utf-8", newline="") as rows:
        return [row[2] for _, row in zip(range(count), csv.reader(rows), strict=False)]


def reviews(folder: str, count: int) -> list[str]:
    """Return reviews of IMDb if ``folder`` contains them, otherwise random texts of that length."""
    root = Path(folder) / "aclImdb" / "train"
    if not folder or not root.is_dir():
        return zipf_texts(count, 230)
    files = [file for name in ("pos", "neg") for file in sorted((root / name).glob("*.txt"))]
    return [file.read_text("utf-8") for file in files[:count]]


def write_files(folder: Path, texts: list[str], files: int) -> None:
    """Write the same rows in all formats. The folder tree has ``files`` of them."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    labels = [str(index % 4) for index in range(len(texts))]
    with (folder / "rows.csv").open("w", encoding="utf-8", newline="") as out:
        csv.writer(out).writerows([("label", "text"), *zip(labels, texts, strict=True)])
    with (folder / "rows.jsonl").open("w", encoding="utf-8") as out:
        for label, text in zip(labels, texts, strict=True):
            out.write(json.dumps({"label": label, "text": text}, ensure_ascii=False) + "\n")
    pq.write_table(pa.table({"label": labels, "text": texts}), folder / "rows.parquet")
    for index, text in enumerate(texts[:files]):
        class_folder = folder / "rows" / f"class{index % 4}"
        class_folder.mkdir(parents=True, exist_ok=True)
        (class_folder / f"{index}.txt").write_text(text, encoding="utf-8")


# -- What a child measures -----------------------------------------------------------------------------------------


def measure(task: dict[str, Any]) -> harness.Figures:
    """Measure one table entry in this process."""
    return MEASURES[task["question"]](task)


def clock(work: Callable[[], Any]) -> float:
    """Return the seconds that ``work`` takes."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def read_all(task: dict[str, Any]) -> harness.Figures:
    """Return the seconds of reading each format with ``task["way"]``."""
    folder = Path(task["place"])
    paths = {name: folder / (f"rows.{name}" if name != "folders" else "rows") for name in FORMATS}
    return {name: clock(partial(READERS[task["way"]], name, path)) for name, path in paths.items()}


def _read_with_engine(name: str, path: Path) -> None:
    from engine.data.dataset import load_dataset
    from engine.spec.data import DataSource

    load_dataset(DataSource(source=str(path)))


def _pandas(name: str, path: Path) -> None:
    import pandas

    if name == "folders":
        files = sorted(path.rglob("*.txt"))
        pandas.DataFrame(
            {"text": [f.read_text("utf-8") for f in files], "label": [f.parent.name for f in files]}
        )
    elif name == "jsonl":
        pandas.read_json(path, lines=True)
    else:
        {"csv": pandas.read_csv, "parquet": pandas.read_parquet}[name](path)


def _datasets(name: str, path: Path) -> None:
    import datasets

    kind = {"jsonl": "json", "folders": "text"}.get(name, name)
    files: Any = str(path) if name != "folders" else [str(file) for file in sorted(path.rglob("*.txt"))]
    more = {"sample_by": "document"} if kind == "text" else {}
    with tempfile.TemporaryDirectory() as cache:
        datasets.load_dataset(kind, data_files=files, cache_dir=cache, **more)


READERS: dict[str, Callable[[str, Path], None]] = {
    "palimpsest": _read_with_engine,
    "palimpsest again": _read_with_engine,
    "pandas": _pandas,
    "datasets": _datasets,
}


def tokenise_all(task: dict[str, Any]) -> harness.Figures:
    """Return the seconds of each way to tokenise the same texts, measured one after the other."""
    import datasets
    from transformers import AutoTokenizer

    from engine.data.dataset import Split
    from engine.data.tokens import tokenise_split

    texts = reviews(task["data"], task["count"])
    tokenizer = AutoTokenizer.from_pretrained(harness.minilm())
    tokenizer.backend_tokenizer.no_truncation()
    tokenizer.backend_tokenizer.no_padding()
    rows = np.zeros(len(texts), np.int64)
    table = datasets.Dataset.from_dict({"text": texts})

    def mapped() -> None:
        table.map(lambda batch: tokenizer(batch["text"]), batched=True, load_from_cache_file=False)

    methods = {
        "palimpsest": lambda: tokenise_split(
            Split("train", texts, None, rows, rows, f"{time.time_ns()}"), tokenizer
        ),
        "a list": lambda: tokenizer(texts),
        "datasets.map": mapped,
    }
    seconds = {name: clock(work) for name, work in methods.items()}
    return seconds | {"megabytes": sum(len(text.encode()) for text in texts) / 1e6, "texts": len(texts)}


def segment_all(task: dict[str, Any]) -> harness.Figures:
    """Return the seconds of each way to split the same texts into sentences."""
    import spacy

    from engine.data.pretraining.sentences import available_cores, segment_documents
    from engine.spec.stages.pretraining import Segmentation

    texts = reviews(task["data"], task["count"])
    rules = Segmentation.choose({"kind": "rules"})
    size = sum(map(len, texts))
    sentencizer = spacy.blank("en")
    sentencizer.add_pipe("sentencizer")
    next(segment_documents(["Warm up. Please."], rules, 10, processes=1))

    def ours(processes: int) -> Callable[[], Any]:
        return lambda: sum(map(len, segment_documents(texts, rules, size, processes=processes)))

    methods = {
        "palimpsest, one process": ours(1),
        f"palimpsest, pool of {max(2, available_cores())}": ours(max(2, available_cores())),
        "spacy sentencizer": lambda: sum(len([s.text for s in doc.sents]) for doc in sentencizer.pipe(texts)),
    }
    seconds = {name: clock(work) for name, work in methods.items()}
    return seconds | {"megabytes": sum(len(text.encode()) for text in texts) / 1e6}


def example_job(task: dict[str, Any]) -> harness.Figures:
    """Return the processor seconds and the number of examples of one way."""
    from benchmarks import _original_pretraining as original
    from engine.data.pretraining.sentences import segment_documents
    from engine.spec.stages.pretraining import Segmentation

    texts, settings = news(task["data"], task["count"]), original.Settings()
    rules = Segmentation.choose({"kind": "rules"})
    documents = list(segment_documents(texts, rules, 0, processes=1))
    if task["way"] == "original":
        vocabulary = (harness.minilm() / "vocab.txt").read_text("utf-8").split("\n")
        lines = [line for document in documents for line in (*document, "")]
        start = time.process_time()
        examples, tokens = original.prepare(lines, vocabulary, settings, io.BytesIO())
        return {"seconds": time.process_time() - start, "examples": examples, "tokens": tokens}
    return _engine_examples(task, texts, documents, settings)


def _engine_examples(
    task: dict[str, Any], texts: list[str], documents: list[list[str]], settings: Any
) -> harness.Figures:
    from transformers import AutoTokenizer

    from engine.data.pretraining.corpus import Corpus, WholeWordTokenizer
    from engine.data.pretraining.instances import PairInstances, make_masked_batch
    from engine.data.pretraining.masking import MaskingSettings
    from engine.data.pretraining.sentences import segment_documents
    from engine.data.special_tokens import read_template
    from engine.spec.stages.pretraining import Segmentation

    tokenizer = AutoTokenizer.from_pretrained(harness.minilm())
    frame, masking = (
        read_template(tokenizer).pair,
        MaskingSettings(tokenizer.mask_token_id, len(tokenizer), settings.share, settings.most_masked),
    )
    rules = Segmentation.choose({"kind": "rules"})

    def corpus(documents: Iterator[list[str]] | list[list[str]]) -> Corpus:
        grouped = list(documents)
        flat = WholeWordTokenizer(tokenizer, False).encode([each for texts in grouped for each in texts])
        sentences = np.cumsum([0, *flat.lengths])
        return Corpus(
            flat.ids.astype(np.uint16),
            flat.word_starts,
            sentences,
            np.cumsum([0, *map(len, grouped)]),
            "benchmark",
            (),
            {},
        )

    own_corpus = corpus(documents)
    # The imports of a first call are not measured.
    small = PairInstances(corpus(documents[:5]), frame, 128, random_next=0.5, short=0.1, seed=0)
    make_masked_batch(small, [(0, 0)], masking, 0)
    start = time.process_time()
    if task["way"] == "ours, from running text":
        own_corpus = corpus(segment_documents(texts, rules, 0, processes=1))
    elif task["way"] == "ours, from sentences":
        own_corpus = corpus(documents)
    pairs = PairInstances(
        own_corpus,
        frame,
        settings.length,
        random_next=settings.random_next,
        short=settings.short,
        seed=settings.seed,
    )
    examples = tokens = 0
    for copy in range(settings.dupe_factor):
        for first in range(0, pairs.pass_size(copy), 256):
            indices = np.arange(first, min(first + 256, pairs.pass_size(copy)))
            locations = np.stack([np.full(len(indices), copy), indices], axis=1)
            batch = make_masked_batch(pairs, locations, masking, settings.seed)  # type: ignore[arg-type]
            examples += len(indices)
            tokens += len(batch.texts.ids)
    return {"seconds": time.process_time() - start, "examples": examples, "tokens": tokens}


def start_warm(task: dict[str, Any]) -> harness.Figures:
    """Return the seconds to load and to encode a data set."""
    from transformers import AutoTokenizer

    from engine.data.dataset import load_dataset
    from engine.data.tokens import encode_split
    from engine.spec.data import DataSource
    from engine.spec.truncation import HeadTruncation

    tokenizer = AutoTokenizer.from_pretrained(harness.minilm())
    start = time.perf_counter()
    dataset = load_dataset(DataSource(source=task["source"]))
    loaded = time.perf_counter()
    for split in dataset.splits.values():
        encode_split(split, tokenizer, truncation=HeadTruncation(), max_length=512)
    return {
        "load s": loaded - start,
        "encode s": time.perf_counter() - loaded,
        "texts": sum(map(len, dataset.splits.values())),
    }


MEASURES: dict[str, Callable[[dict[str, Any]], harness.Figures]] = {
    "readers": read_all,
    "tokens": tokenise_all,
    "sentences": segment_all,
    "examples": example_job,
    "warm": start_warm,
}


# -- Questions -----------------------------------------------------------------------------------------------------


def readers_table(options: Any, sizes: dict[str, int], folder: Path) -> list[dict[str, Any]]:
    texts = news(options.data, sizes["rows"])
    write_files(folder, texts, sizes["files"])
    megabytes = {name: (folder / f"rows.{name}").stat().st_size / 1e6 for name in FORMATS[:-1]}
    megabytes["folders"] = sum(f.stat().st_size for f in (folder / "rows").rglob("*.txt")) / 1e6
    rows = {name: len(texts) for name in FORMATS} | {"folders": min(sizes["files"], len(texts))}
    found: dict[str, list[harness.Figures]] = {reader: [] for reader in READERS}
    for number in range(options.rounds):
        for reader in READERS:  # "again" follows the first reading, in a separate process
            home = {"PALIMPSEST_HOME": str(folder / f"home{number}")}
            task = {"question": "readers", "way": reader, "place": str(folder)}
            found[reader].append(harness.child(__file__, task, home))
    table = []
    for name in FORMATS:
        for reader, results in found.items():
            seconds = harness.medians(results)[name]
            table.append(
                {
                    "format": name,
                    "way": reader,
                    "seconds": seconds,
                    "rows/s": round(rows[name] / seconds),
                    "MB/s": megabytes[name] / seconds,
                }
            )
    return table


def methods_table(question: str) -> Callable[[Any, dict[str, int], Path], list[dict[str, Any]]]:
    """Measure ways that take turns within one child, and return a row for each."""

    def measure_table(options: Any, sizes: dict[str, int], folder: Path) -> list[dict[str, Any]]:
        task = {"question": question, "data": options.data, "count": sizes[question]}
        home = {"PALIMPSEST_HOME": str(folder / "home")}
        found = harness.medians([harness.child(__file__, task, home) for _ in range(options.rounds)])
        megabytes, texts = found.pop("megabytes"), found.pop("texts", 0)
        peer_seconds = list(found.values())[-1]
        return [
            {"way": way, "seconds": seconds, "MB/s": megabytes / seconds}
            | ({"texts/s": round(texts / seconds)} if texts else {})
            | {"times the last": peer_seconds / seconds}
            for way, seconds in found.items()
        ]

    return measure_table


def examples_table(options: Any, sizes: dict[str, int], folder: Path) -> list[dict[str, Any]]:
    names = ("original", "ours, from running text", "ours, from sentences", "ours, corpus in the cache")
    tasks = {
        name: {"question": "examples", "way": name, "data": options.data, "count": sizes["examples"]}
        for name in names
    }
    results = {
        name: harness.medians(each) for name, each in harness.rounds(__file__, tasks, options.rounds).items()
    }
    rate = results["original"]["examples"] / results["original"]["seconds"]
    return [
        {
            "way": name,
            "examples": round(each["examples"]),
            "seconds": each["seconds"],
            "examples/s": round(each["examples"] / each["seconds"]),
            "tokens/s": round(each["tokens"] / each["seconds"]),
            "times the original": each["examples"] / each["seconds"] / rate,
        }
        for name, each in results.items()
    ]


def warm_start_table(options: Any, sizes: dict[str, int], folder: Path) -> list[dict[str, Any]]:
    source = Path(options.data) / "aclImdb" if options.data else Path()
    if not options.data or not source.is_dir():
        source = folder / "reviews"
        for index, text in enumerate(reviews("", sizes["warm"] or 50_000)):
            set_folder = source / f"class{index % 2}"
            set_folder.mkdir(parents=True, exist_ok=True)
            (set_folder / f"{index}.txt").write_text(text, encoding="utf-8")
    task, home = {"question": "warm", "source": str(source)}, {"PALIMPSEST_HOME": str(folder / "warm")}
    cold = harness.child(__file__, task, home)
    warm = harness.medians([harness.child(__file__, task, home) for _ in range(options.rounds)])
    return [{"cache": "empty", **cold}, {"cache": "full", **warm}]


TABLES: dict[str, Callable[[Any, dict[str, int], Path], list[dict[str, Any]]]] = {
    "readers": readers_table,
    "tokens": methods_table("tokens"),
    "sentences": methods_table("sentences"),
    "examples": examples_table,
    "warm": warm_start_table,
}


def main() -> None:
    parser = harness.parser(__doc__)
    parser.add_argument("--data", default="", help="folder of the published data sets")
    parser.add_argument("--full", action="store_true", help="the whole sets")
    parser.add_argument("--only", nargs="+", choices=QUESTIONS, default=QUESTIONS)
    parser.set_defaults(rounds=1)
    options = parser.parse_args()
    sizes = FULL_SIZES if options.full else SIZES
    results = {}
    for question in options.only:
        with tempfile.TemporaryDirectory() as folder:
            results[question] = TABLES[question](options, sizes, Path(folder))
        print(f"\n{question}\n{harness.table(results[question])}", flush=True)
    harness.save(options.json, {"options": {**vars(options), "json": None}, **results})


if __name__ == "__main__":
    if not harness.answer(measure):
        main()
