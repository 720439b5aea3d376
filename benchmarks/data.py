"""Data beside its peers: readers, tokenisation, sentences, pre-training examples, and a warm start.

    python -m benchmarks data                                  # made-up texts, about two minutes
    python benchmarks/data.py --data FOLDER --full             # IMDb and AG's News from FOLDER, whole
    python benchmarks/data.py --only examples --json out.json  # one question

``readers``: from a file to texts and classes, ready for use: ours (checked, and written to the cache as Arrow) and
ours again with a full cache, beside pandas.read_csv, read_json and read_parquet and datasets.load_dataset used
plainly with an empty cache. ``tokens``: ours, as written to the cache, beside datasets.map(batched=True) and the
tokenizer called with a list. ``sentences``: our rules in one process and in the pool beside spaCy's sentencizer.
``examples``: pairs with masks, as many as the original makes of the same sentences with its dupe factor of 10. The
original (``_original_pretraining``) reads sentences and writes padded records. Ours makes the same examples without
padding, batch by batch as training asks for them, and writes nothing: cold from running text (rules find its
sentences first), cold from the same sentences, and with the corpus in the cache; one process each, compared by the
processor's time. ``warm``: load and encode a data set whose cache is full, in a fresh process, imports left out.

Ways take turns; medians of rounds. FOLDER holds ``ag_news_csv`` and ``aclImdb`` as they are published.
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
WHOLE = {
    "rows": 120_000,
    "files": 25_000,
    "tokens": 50_000,
    "sentences": 25_000,
    "examples": 20_000,
    "warm": 0,
}


# -- Texts ---------------------------------------------------------------------------------------------------------


def natural(count: int, words: int, seed: int = 0) -> list[str]:
    """Made-up texts of about ``words`` words, whose words are as often new as in English (Zipf's law)."""
    draw = np.random.default_rng(seed)
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
    spelt = ["".join(draw.choice(parts, 1 + n % 4)) for n in range(60_000)]
    rank = np.minimum(draw.zipf(1.15, count * words), len(spelt)) - 1
    marks = draw.choice(["", "", "", "", "", "", "", "", "", ","], count * words)
    stops = draw.random(count * words) < 1 / 18
    found = []
    for start in range(0, count * words, words):
        row, capital = [], True
        for place in range(start, start + words):
            word = spelt[rank[place]]
            row.append((word.capitalize() if capital else word) + ("." if stops[place] else marks[place]))
            capital = bool(stops[place])
        found.append(f"{' '.join(row).rstrip(',.')}.")
    return found


def news(folder: str, count: int) -> list[str]:
    """Descriptions of AG's News where ``folder`` has them, else made-up texts of that length."""
    file = Path(folder) / "ag_news_csv" / "train.csv"
    if not folder or not file.is_file():
        return natural(count, 31)
    with file.open(encoding="utf-8", newline="") as rows:
        return [row[2] for _, row in zip(range(count), csv.reader(rows), strict=False)]


def reviews(folder: str, count: int) -> list[str]:
    """Reviews of IMDb where ``folder`` has them, else made-up texts of that length."""
    root = Path(folder) / "aclImdb" / "train"
    if not folder or not root.is_dir():
        return natural(count, 230)
    files = [file for name in ("pos", "neg") for file in sorted((root / name).glob("*.txt"))]
    return [file.read_text("utf-8") for file in files[:count]]


def write_files(place: Path, texts: list[str], files: int) -> None:
    """The same rows in all formats; the folder tree has ``files`` of them."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    labels = [str(index % 4) for index in range(len(texts))]
    with (place / "rows.csv").open("w", encoding="utf-8", newline="") as out:
        csv.writer(out).writerows([("label", "text"), *zip(labels, texts, strict=True)])
    with (place / "rows.jsonl").open("w", encoding="utf-8") as out:
        for label, text in zip(labels, texts, strict=True):
            out.write(json.dumps({"label": label, "text": text}, ensure_ascii=False) + "\n")
    pq.write_table(pa.table({"label": labels, "text": texts}), place / "rows.parquet")
    for index, text in enumerate(texts[:files]):
        folder = place / "rows" / f"class{index % 4}"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{index}.txt").write_text(text, encoding="utf-8")


# -- What a child measures -----------------------------------------------------------------------------------------


def measure(task: dict[str, Any]) -> harness.Figures:
    """One question in one process."""
    return MEASURES[task["question"]](task)


def clock(work: Callable[[], Any]) -> float:
    """Seconds that ``work`` takes."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def read_all(task: dict[str, Any]) -> harness.Figures:
    """Seconds for each format with ``task["way"]``."""
    place = Path(task["place"])
    paths = {name: place / (f"rows.{name}" if name != "folders" else "rows") for name in FORMATS}
    return {name: clock(partial(READERS[task["way"]], name, path)) for name, path in paths.items()}


def _ours(name: str, path: Path) -> None:
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
    "palimpsest": _ours,
    "palimpsest again": _ours,
    "pandas": _pandas,
    "datasets": _datasets,
}


def tokenise_all(task: dict[str, Any]) -> harness.Figures:
    """Seconds of each way for the same texts, one after the other."""
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

    ways = {
        "palimpsest": lambda: tokenise_split(
            Split("train", texts, None, rows, rows, f"{time.time_ns()}"), tokenizer
        ),
        "a list": lambda: tokenizer(texts),
        "datasets.map": mapped,
    }
    found = {name: clock(work) for name, work in ways.items()}
    return found | {"megabytes": sum(len(text.encode()) for text in texts) / 1e6, "texts": len(texts)}


def segment_all(task: dict[str, Any]) -> harness.Figures:
    """Seconds of each way to cut the same texts into sentences."""
    import spacy

    from engine.data.pretraining.sentence_workers import available_cores, segment_documents
    from engine.spec.stages.pretraining import Segmentation

    texts = reviews(task["data"], task["count"])
    rules = Segmentation.choose({"kind": "rules"})
    size = sum(map(len, texts))
    plain = spacy.blank("en")
    plain.add_pipe("sentencizer")
    next(segment_documents(["Warm up. Please."], rules, 10, processes=1))

    def ours(processes: int) -> Callable[[], Any]:
        return lambda: sum(map(len, segment_documents(texts, rules, size, processes=processes)))

    ways = {
        "palimpsest, one process": ours(1),
        f"palimpsest, pool of {max(2, available_cores())}": ours(max(2, available_cores())),
        "spacy sentencizer": lambda: sum(len([s.text for s in doc.sents]) for doc in plain.pipe(texts)),
    }
    found = {name: clock(work) for name, work in ways.items()}
    return found | {"megabytes": sum(len(text.encode()) for text in texts) / 1e6}


def example_job(task: dict[str, Any]) -> harness.Figures:
    """Seconds of the processor and examples of one way."""
    from benchmarks import _original_pretraining as original
    from engine.data.pretraining.sentence_workers import segment_documents
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
    return _our_examples(task, texts, documents, settings)


def _our_examples(
    task: dict[str, Any], texts: list[str], documents: list[list[str]], settings: Any
) -> harness.Figures:
    from transformers import AutoTokenizer

    from engine.data.pretraining.corpus import Corpus, WholeWordTokenizer
    from engine.data.pretraining.instances import PairInstances, make_masked_batch
    from engine.data.pretraining.masking import MaskingSettings
    from engine.data.pretraining.sentence_workers import segment_documents
    from engine.data.special_tokens import read_template
    from engine.spec.stages.pretraining import Segmentation

    tokenizer = AutoTokenizer.from_pretrained(harness.minilm())
    frame, masking = (
        read_template(tokenizer).pair,
        MaskingSettings(tokenizer.mask_token_id, len(tokenizer), settings.share, settings.most_masked),
    )
    rules = Segmentation.choose({"kind": "rules"})

    def corpus(found: Iterator[list[str]] | list[list[str]]) -> Corpus:
        listed = list(found)
        flat = WholeWordTokenizer(tokenizer, False).encode([each for document in listed for each in document])
        sentences = np.cumsum([0, *flat.lengths])
        return Corpus(
            flat.ids.astype(np.uint16),
            flat.word_starts,
            sentences,
            np.cumsum([0, *map(len, listed)]),
            "benchmark",
            (),
            {},
        )

    ready = corpus(documents)
    # What a first call imports is no part of the work.
    small = PairInstances(corpus(documents[:5]), frame, 128, random_next=0.5, short=0.1, seed=0)
    make_masked_batch(small, [(0, 0)], masking, 0)
    start = time.process_time()
    if task["way"] == "ours, from running text":
        ready = corpus(segment_documents(texts, rules, 0, processes=1))
    elif task["way"] == "ours, from sentences":
        ready = corpus(documents)
    pairs = PairInstances(
        ready,
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
            where = np.stack([np.full(len(indices), copy), indices], axis=1)
            batch = make_masked_batch(pairs, where, masking, settings.seed)  # type: ignore[arg-type]
            examples += len(indices)
            tokens += len(batch.texts.ids)
    return {"seconds": time.process_time() - start, "examples": examples, "tokens": tokens}


def start_warm(task: dict[str, Any]) -> harness.Figures:
    """Seconds to load and to encode a data set."""
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


def ask_readers(options: Any, sizes: dict[str, int], place: Path) -> list[dict[str, Any]]:
    texts = news(options.data, sizes["rows"])
    write_files(place, texts, sizes["files"])
    megabytes = {name: (place / f"rows.{name}").stat().st_size / 1e6 for name in FORMATS[:-1]}
    megabytes["folders"] = sum(f.stat().st_size for f in (place / "rows").rglob("*.txt")) / 1e6
    rows = {name: len(texts) for name in FORMATS} | {"folders": min(sizes["files"], len(texts))}
    found: dict[str, list[harness.Figures]] = {way: [] for way in READERS}
    for number in range(options.rounds):
        for way in READERS:  # "again" follows the first reading, in a process of its own
            home = {"PALIMPSEST_HOME": str(place / f"home{number}")}
            task = {"question": "readers", "way": way, "place": str(place)}
            found[way].append(harness.child(__file__, task, home))
    table = []
    for name in FORMATS:
        for way, results in found.items():
            seconds = harness.middle(results)[name]
            table.append(
                {
                    "format": name,
                    "way": way,
                    "seconds": seconds,
                    "rows/s": round(rows[name] / seconds),
                    "MB/s": megabytes[name] / seconds,
                }
            )
    return table


def ask_together(question: str) -> Callable[[Any, dict[str, int], Path], list[dict[str, Any]]]:
    """Ways that take turns within one child."""

    def ask(options: Any, sizes: dict[str, int], place: Path) -> list[dict[str, Any]]:
        task = {"question": question, "data": options.data, "count": sizes[question]}
        home = {"PALIMPSEST_HOME": str(place / "home")}
        found = harness.middle([harness.child(__file__, task, home) for _ in range(options.rounds)])
        megabytes, texts = found.pop("megabytes"), found.pop("texts", 0)
        peer = list(found.values())[-1]
        return [
            {"way": way, "seconds": seconds, "MB/s": megabytes / seconds}
            | ({"texts/s": round(texts / seconds)} if texts else {})
            | {"times the last": peer / seconds}
            for way, seconds in found.items()
        ]

    return ask


def ask_examples(options: Any, sizes: dict[str, int], place: Path) -> list[dict[str, Any]]:
    names = ("original", "ours, from running text", "ours, from sentences", "ours, corpus in the cache")
    tasks = {
        name: {"question": "examples", "way": name, "data": options.data, "count": sizes["examples"]}
        for name in names
    }
    found = {
        name: harness.middle(each) for name, each in harness.rounds(__file__, tasks, options.rounds).items()
    }
    rate = found["original"]["examples"] / found["original"]["seconds"]
    return [
        {
            "way": name,
            "examples": round(each["examples"]),
            "seconds": each["seconds"],
            "examples/s": round(each["examples"] / each["seconds"]),
            "tokens/s": round(each["tokens"] / each["seconds"]),
            "times the original": each["examples"] / each["seconds"] / rate,
        }
        for name, each in found.items()
    ]


def ask_warm(options: Any, sizes: dict[str, int], place: Path) -> list[dict[str, Any]]:
    source = Path(options.data) / "aclImdb" if options.data else Path()
    if not options.data or not source.is_dir():
        source = place / "reviews"
        for index, text in enumerate(reviews("", sizes["warm"] or 50_000)):
            folder = source / f"class{index % 2}"
            folder.mkdir(parents=True, exist_ok=True)
            (folder / f"{index}.txt").write_text(text, encoding="utf-8")
    task, home = {"question": "warm", "source": str(source)}, {"PALIMPSEST_HOME": str(place / "warm")}
    cold = harness.child(__file__, task, home)
    warm = harness.middle([harness.child(__file__, task, home) for _ in range(options.rounds)])
    return [{"cache": "empty", **cold}, {"cache": "full", **warm}]


ASK: dict[str, Callable[[Any, dict[str, int], Path], list[dict[str, Any]]]] = {
    "readers": ask_readers,
    "tokens": ask_together("tokens"),
    "sentences": ask_together("sentences"),
    "examples": ask_examples,
    "warm": ask_warm,
}


def main() -> None:
    parser = harness.parser(__doc__)
    parser.add_argument("--data", default="", help="folder of the published data sets")
    parser.add_argument("--full", action="store_true", help="the whole sets")
    parser.add_argument("--only", nargs="+", choices=QUESTIONS, default=QUESTIONS)
    parser.set_defaults(rounds=1)
    options = parser.parse_args()
    sizes = WHOLE if options.full else SIZES
    results = {}
    for question in options.only:
        with tempfile.TemporaryDirectory() as place:
            results[question] = ASK[question](options, sizes, Path(place))
        print(f"\n{question}\n{harness.table(results[question])}", flush=True)
    harness.save(options.json, {"options": {**vars(options), "json": None}, **results})


if __name__ == "__main__":
    if not harness.answer(measure):
        main()
