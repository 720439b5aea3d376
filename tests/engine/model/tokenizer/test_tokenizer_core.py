"""Counting without transformers gives the tokens of training."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from engine.data.special_tokens import core_fingerprint, read_template, tokenizer_core
from engine.model.encoders import load_tokenizer
from engine.model.tokenizer.tokenizer_core import load_counting_tokenizer
from engine.spec.experiment import Encoder

pytestmark = pytest.mark.usefixtures("home")


def test_the_core_is_that_of_training(tiny_bert_folder: Path) -> None:
    for source in ("palimpsest-tiny", str(tiny_bert_folder)):
        encoder = Encoder(source=source)
        own = load_tokenizer(encoder)
        for _ in ("made", "kept"):
            found = load_counting_tokenizer(encoder)
            assert core_fingerprint(tokenizer_core(found)) == core_fingerprint(tokenizer_core(own))
            assert read_template(found).single.special_count == read_template(own).single.special_count


def test_a_second_process_needs_no_transformers(tiny_bert_folder: Path) -> None:
    program = """
import json, sys
from engine.model.tokenizer.tokenizer_core import load_counting_tokenizer
from engine.spec.experiment import Encoder
core = load_counting_tokenizer(Encoder(source=sys.argv[1])).backend_tokenizer
print(json.dumps([core.encode("good film").ids, "transformers" in sys.modules]))
"""
    said = [
        json.loads(
            subprocess.run(
                [sys.executable, "-c", program, str(tiny_bert_folder)],
                capture_output=True,
                check=True,
                encoding="utf-8",
            ).stdout
        )
        for _ in range(2)
    ]
    assert said[0][0] == said[1][0]
    assert said[0][1] and not said[1][1]
