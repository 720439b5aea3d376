"""A program that counts sentences: JSON list of texts on its input, JSON list of numbers on its output.

spaCy loads torch where that is installed, and has no use for it here. In a process of its own, torch can be kept away
from spaCy without being kept away from anybody else.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence

from engine.child_processes import module_command


def count_sentences(texts: Sequence[str]) -> list[int]:
    """Return the number of sentences of each text by spaCy's rules, at least one.

    Raises RuntimeError with the program's last words when it fails.
    """
    done = subprocess.run(
        module_command(__name__),
        input=json.dumps(list(texts)).encode("ascii"),
        capture_output=True,
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
    )
    if done.returncode:
        words = done.stderr.decode("utf-8", errors="replace").strip().splitlines()
        raise RuntimeError(f"the program that counts sentences has failed: {''.join(words[-1:])}")
    counts: list[int] = json.loads(done.stdout)
    return counts


def main() -> None:
    """Count what comes in, and print it."""
    # spaCy loads torch where it is installed. The rules have no use for it, and it takes seconds.
    sys.modules.setdefault("torch", None)  # type: ignore[arg-type]
    import spacy

    nlp = spacy.blank("xx")
    nlp.add_pipe("sentencizer")
    texts = json.load(sys.stdin.buffer)
    print(json.dumps([max(1, sum(1 for _ in document.sents)) for document in nlp.pipe(texts)]))


if __name__ == "__main__":
    main()
