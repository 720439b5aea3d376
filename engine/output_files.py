"""Open the files that a command writes: complete or not at all, and never a pipe that nobody reads."""

from __future__ import annotations

import errno
import os
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from engine import private_files
from engine.errors import UserError, file_error, require_plain_file


@contextmanager
def output_file(path: Path, *, private: bool = False) -> Iterator[Path]:
    """Yield a draft that replaces ``path`` in one step, synced to the disk, when the block ends without an error.

    A missing folder is created. ``private``: whether only its user can read it (mode 0600).

    Raises UserError when ``path`` is no plain file or cannot be written, and then the earlier file stays.
    """
    _require_file(path)
    target = Path(os.path.realpath(path))  # a link stays, and the file that it names is replaced
    draft = target.with_name(f".{uuid.uuid4().hex[:12]}.part")
    try:
        private_files.make_folder(draft.parent, root=draft.parent if private else None)
        if private:
            private_files.make_file(draft)
        yield draft
        with draft.open("rb+") as stream:
            os.fsync(stream.fileno())
        os.replace(draft, target)
    except OSError as error:
        raise _write_error(error, path) from error
    finally:
        with suppress(OSError):
            draft.unlink(missing_ok=True)


def write_output(path: Path, text: str, *, private: bool = False, streams: bool = False) -> None:
    """Write a text file as ``output_file`` does. Raises UserError as it does.

    ``streams``: whether ``path`` may be a device or a pipe that is being read.
    """
    if not (streams and _is_stream(path)):
        with output_file(path, private=private) as draft:
            draft.write_text(text, encoding="utf-8", newline="")
        return
    try:
        handle = os.open(
            path, os.O_WRONLY | getattr(os, "O_NONBLOCK", 0)
        )  # blocking, a pipe waits for its reader
        os.set_blocking(handle, True)
        with open(handle, "w", encoding="utf-8", newline="") as stream:
            stream.write(text)
    except OSError as error:
        if error.errno == errno.ENXIO:
            require_plain_file(path)
        raise _write_error(error, path) from error


def require_output(path: Path, *, overwrite: bool = False, streams: bool = False) -> None:
    """Raise UserError unless ``path`` can be written. For use before long work.

    Args:
        overwrite: whether a plain file may be there.
        streams: whether it may be a device or a pipe, for ``write_output``.
    """
    if path.exists() and not overwrite:
        raise UserError("already exists.", place=str(path), remedy="Name a new file, or give --overwrite.")
    if not (streams and _is_stream(path)):
        _require_file(path)
    if not path.parent.is_dir():
        raise UserError(
            "there is no such folder.", place=str(path.parent), remedy="Create it, or name another."
        )


def _is_stream(path: Path) -> bool:
    """Return whether ``path`` is a device or a pipe, such as /dev/stdout. Windows has none to write to."""
    return os.name == "posix" and (path.is_char_device() or path.is_fifo())


def _require_file(path: Path) -> None:
    require_plain_file(path)
    if path.is_dir():
        raise file_error(IsADirectoryError(errno.EISDIR, ""), path)


def _write_error(error: OSError, path: Path) -> UserError:
    return UserError(
        f"cannot be written ({error.strerror or error}).", place=str(path), remedy="Name another file."
    )
