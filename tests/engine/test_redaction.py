"""Secrets are left out of texts, and nothing else is."""

from __future__ import annotations

import io
import sys

import pytest

from engine.faults import report_fault
from engine.filtered_stream import FilteredStream
from engine.redaction import HIDDEN, redact, redact_output

HUB = "hf_" + "aB3dE5gH7jK9mN1pQ2rS"


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        (f"login with {HUB} failed", HUB[3:]),
        (f"https://hub.example/x?access_token={HUB[3:]}&b=1", HUB[3:]),
        ("Cannot connect to proxy http://me:pa55-word@proxy:3128/", "pa55-word"),
        ("git clone https://ghp_0123456789abcdefABCDEF@github.com/x", "0123456789abcdefABCDEF"),
        ("{'Authorization': 'Bearer abc.def-ghi_jkl'}", "abc.def-ghi_jkl"),
        ("Authorization: Basic dXNlcjpwYXNzd29yZA==", "dXNlcjpwYXNzd29yZA=="),
        ('{"api_key": "0f9e8d7c6b5a"}', "0f9e8d7c6b5a"),
        ("--token=0f9e8d7c6b5a", "0f9e8d7c6b5a"),
    ],
)
def test_what_looks_like_a_secret_is_hidden(text: str, secret: str) -> None:
    assert secret in text
    assert secret not in redact(text, {})
    assert HIDDEN in redact(text, {})


@pytest.mark.parametrize(
    "text",
    [
        "tokens: 60000000, max_tokens=123456789, mask_token=[MASK]",
        "the tokenizer of 'bert-base-uncased' has 30,522 tokens",
        "http://127.0.0.1:8321 and file:///home/me/data.csv",
        "Basic tokenization, bearer of news: mail me@example.org",
        "step 12: train/loss 0.5, key value",
    ],
)
def test_ordinary_texts_stay(text: str) -> None:
    assert redact(text, {"MAX_TOKENS": "60000000", "SSH_KEY": "/home/me/.ssh/id", "API_KEY": "short"}) == text


def test_values_of_secret_variables_are_hidden_wherever_they_stand() -> None:
    found = {
        "HF_TOKEN": "not-of-any-form",
        "PALIMPSEST_SERVE_TOKEN": "correct horse battery",
        "USER": "somebody-x",
    }
    said = redact("somebody-x said: not-of-any-form, correct horse battery", found)
    assert said == f"somebody-x said: {HIDDEN}, {HIDDEN}"


def test_all_that_a_process_prints_passes_through(monkeypatch: pytest.MonkeyPatch) -> None:
    out, err = io.StringIO(), io.StringIO()
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setattr(sys, "stderr", err)
    redact_output()
    redact_output()
    assert isinstance(sys.stdout, FilteredStream)
    print("token", HUB)
    sys.stderr.write(f"{HUB}\n")
    assert (out.getvalue(), err.getvalue()) == (f"token hf_{HIDDEN}\n", f"hf_{HIDDEN}\n")


def test_a_fault_file_has_no_secret(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PALIMPSEST_HOME", str(tmp_path))
    monkeypatch.setattr(sys, "argv", ["palimpsest", "run", f"--set=x={HUB}"])
    try:
        raise ValueError(f"the hub refused {HUB}")
    except ValueError as error:
        said = report_fault(error)
    (file,) = (tmp_path / "faults").iterdir()
    assert HUB not in said and HUB not in file.read_text(encoding="utf-8")
    assert "the hub refused" in file.read_text(encoding="utf-8")
