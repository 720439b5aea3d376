"""Remove secrets (tokens, passwords) from texts for logs, stores and fault files."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator, Mapping

from engine.filtered_stream import FilteredStream

HIDDEN = "[redacted]"
"""Replacement of a secret."""

_NAME = r"[A-Za-z0-9_-]*?(?:token|secret|password|passwd|api[_-]?key|access[_-]?key|credential)"
_PATTERNS = (
    re.compile(r"\b((?:hf|api_org)_)[A-Za-z0-9]{16,}"),  # the Hugging Face Hub's
    re.compile(r"\b((?:gh[pousr]|github_pat|glpat|xox[abp]|sk|pypi)[_-])[A-Za-z0-9_-]{16,}"),
    re.compile(r"\b(A(?:KIA|SIA))[A-Z0-9]{16}\b"),  # Amazon's
    re.compile(r"(\bBearer\s+|\bAuthorization[\"']?:\s*[\"']?(?!Bearer)\w+\s+)[A-Za-z0-9._~+/=-]{8,}"),
    re.compile(
        r"(\b[a-z][a-z0-9+.-]*://[^\s/@:]*:)[^\s/@]+(?=@)", re.IGNORECASE
    ),  # scheme://user:password@host
    re.compile(r"(\b[a-z][a-z0-9+.-]*://)[^\s/@:]{16,}(?=@)", re.IGNORECASE),  # scheme://token@host
    re.compile(rf"(\b{_NAME}=[\"']?)(?![\d.,]+\b)[^\s\"'&,;)}}\]]{{8,}}", re.IGNORECASE),  # token=...
    re.compile(rf"([\"']{_NAME}[\"']\s*:\s*[\"'])[^\"']{{8,}}", re.IGNORECASE),  # "token": "..."
)
_SECRET_VARIABLE = re.compile(
    r"(?:^|_)(?:TOKEN|SECRET|PASSWORD|PASSWD|PASS|KEY|CREDENTIALS?)(?:$|_(?:ID|VALUE)$)", re.IGNORECASE
)
_MIN_LENGTH = 8
"""Minimum length of a secret value from the environment. Shorter values occur in any text by chance."""


def redact(text: str, environment: Mapping[str, str] = os.environ) -> str:
    """Return ``text`` with everything replaced that looks like a secret or is a secret value of ``environment``.

    >>> redact("GET https://me:s3cret-word@hub.example/x?token=abcdefgh123 with Bearer hf_abcdefghijklmnopqr", {})
    'GET https://me:[redacted]@hub.example/x?token=[redacted] with Bearer hf_[redacted]'
    """
    for secret in _secrets(environment):
        text = text.replace(secret, HIDDEN)
    for pattern in _PATTERNS:
        text = pattern.sub(lambda match: f"{match[1]}{HIDDEN}", text)
    return text


def _secrets(environment: Mapping[str, str]) -> Iterator[str]:
    """Yield the values of variables whose names mark them as secret, longest first."""
    secrets = {
        value.strip()
        for name, value in environment.items()
        if _SECRET_VARIABLE.search(name)
        and len(value.strip()) >= _MIN_LENGTH
        and not _is_plain(value.strip())
    }
    yield from sorted(secrets, key=len, reverse=True)


def _is_plain(value: str) -> bool:
    """Return whether a value is not secret whatever its variable is called: a path, a number or a word."""
    return value.startswith(("/", "~", ".")) or value.isdigit() or (value.isalpha() and value.islower())


def redact_output() -> None:
    """Remove secrets from everything that this process prints from now on, including libraries and tracebacks."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is not None and not isinstance(stream, FilteredStream):
            setattr(sys, name, FilteredStream(stream, redact))
