"""The paper's questions on real texts with small encoders, over seeds: docs/measured.md.

Each question is an experiment with a sweep (``benchmarks/real_data/*.toml``), put into the queue and trained as a user
does it. What has finished in the store of ``--home`` is kept; so a benchmark that was interrupted goes on.

- ``decay``: Table 4's layer-wise decay, MiniLM, on TREC and on IMDb.
- ``rates``: Figure 2's rates on IMDb, palimpsest-tiny, with the language that each costs.
- ``tasks``: Table 7's multi-task fine-tuning, MiniLM, on TREC, AG's News and DBpedia.
- ``further``: Figure 4's within-task pre-training on IMDb before 250 labels, palimpsest-tiny; each seed has a
  pre-training of its own.
- ``protect``: TREC and then AG's News with each strategy against forgetting, palimpsest-tiny.
- ``long``: Table 2's parts of a long text at 512 tokens, MiniLM, on 2,000 reviews of IMDb; tests on all 25,000.

``--texts`` holds ``trec/train_5500.label``, ``trec/TREC_10.label``, ``aclImdb``, ``ag_news_csv``, ``dbpedia_csv`` and
``general.txt`` (paragraphs of general English); none is part of Palimpsest.

    python benchmarks/real_data.py decay --texts FOLDER --home FOLDER
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from string import Template

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks._harness import minilm
from benchmarks._queue import palimpsest, train

TEMPLATES = Path(__file__).resolve().parent / "real_data"
QUESTIONS = sorted(file.stem for file in TEMPLATES.glob("*.toml"))


def main(arguments: Sequence[str] | None = None) -> None:
    """Train what is missing of each chosen question and print its comparison."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("questions", nargs="+", choices=QUESTIONS)
    parser.add_argument("--texts", type=Path, required=True, help="where the data sets are")
    parser.add_argument("--home", type=Path, required=True, help="where the store of this benchmark is kept")
    chosen = parser.parse_args(arguments)
    home = chosen.home.absolute()
    home.mkdir(parents=True, exist_ok=True)
    for question in chosen.questions:
        file = home / f"{question}.toml"
        template = Template((TEMPLATES / file.name).read_text(encoding="utf-8"))
        text = template.substitute(texts=chosen.texts.absolute().as_posix(), minilm=minilm().as_posix())
        file.write_text(text, encoding="utf-8")
        runs = train(home, question, file)
        print(palimpsest(home, "compare", *map(str, runs), "--seeds", "--test"))


if __name__ == "__main__":
    main()
