"""Loading with Hugging Face's libraries, without their output and with errors that a user can act on."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from engine.errors import UserError, is_disk_full, is_out_of_memory, printable

ENCODER_FIELD = "encoder.source"
T = TypeVar("T")


def encoder_error(message: str, remedy: str) -> UserError:
    """Return an error for the encoder field."""
    return UserError(message, place=ENCODER_FIELD, remedy=remedy)


@contextmanager
def silence_transformers() -> Iterator[None]:
    """Keep progress bars and load reports of transformers out of the run's log. Notes report the relevant parts."""
    if "transformers" not in sys.modules:  # nothing to silence, and the import is slow
        yield
        return
    from transformers.utils import logging

    level, shows_bars = logging.get_verbosity(), logging.is_progress_bar_enabled()
    logging.set_verbosity_error()
    logging.disable_progress_bar()
    try:
        yield
    finally:
        logging.set_verbosity(level)
        if shows_bars:
            logging.enable_progress_bar()


_NETWORK_LIBRARIES = ("httpx", "httpcore", "requests", "urllib3")
_ANSWERS = ("HTTPStatusError", "HTTPError")
"""Errors that these libraries raise for a response of the hub, such as a missing file."""


def _find_network_error(error: BaseException | None) -> BaseException | None:
    """Return the first of ``error`` and its causes that is a failed connection."""
    from huggingface_hub.errors import LocalEntryNotFoundError

    while error is not None:
        library = type(error).__module__.partition(".")[0]
        if library in _NETWORK_LIBRARIES and type(error).__name__ not in _ANSWERS:
            return error
        if isinstance(error, ConnectionError | TimeoutError | LocalEntryNotFoundError):
            return error
        error = error.__cause__ or error.__context__
    return None


def load_with_user_errors(source: str, load: Callable[[], T]) -> T:
    """Run ``load``, and raise UserError for the libraries' errors on bad files, unknown ids and a missing network."""
    from huggingface_hub.errors import (
        GatedRepoError,
        HfHubHTTPError,
        HFValidationError,
        RepositoryNotFoundError,
        RevisionNotFoundError,
    )
    from safetensors import SafetensorError

    try:
        with silence_transformers():
            return load()
    except (GatedRepoError, RepositoryNotFoundError, RevisionNotFoundError, HFValidationError) as error:
        message = str(error).strip().splitlines()[0]
        raise encoder_error(
            f"the hub refuses access to '{source}' ({message}).", "Check the id, revision and access."
        ) from None
    except SafetensorError as error:
        if is_out_of_memory(error):
            raise
        raise encoder_error(
            f"the weights of '{source}' cannot be read ({error}).",
            "The file is cut short or damaged: copy it again.",
        ) from None
    except BaseException as error:
        if isinstance(error, UserError) or is_out_of_memory(error) or is_disk_full(error):
            raise
        # transformers reports network errors as missing files.
        cause = error if isinstance(error, HfHubHTTPError) else _find_network_error(error)
        if cause is not None:
            message = str(cause).strip().splitlines()[0] if str(cause).strip() else type(cause).__name__
            raise encoder_error(
                f"the hub cannot be reached for '{source}' ({printable(message, 300)}).",
                "Try again, or resume the run, when it is back: downloaded files are kept. "
                "Offline, use palimpsest-small or a local folder.",
            ) from None
        # The libraries raise a dozen types, and their Rust code panics (not an Exception) on some files.
        if not (isinstance(error, Exception) or type(error).__name__ == "PanicException"):
            raise
        message = printable(" ".join(str(error).split())[:300]) or type(error).__name__
        raise encoder_error(
            f"'{source}' cannot be loaded ({message}).",
            "Give a whole folder in Hugging Face layout, or a hub id.",
        ) from None
