"""``UserError``: the one error that a user can cause and correct."""

from __future__ import annotations


class UserError(Exception):
    """Bad input, with the place and the remedy in words a user can act on.

    Args:
        message: one sentence that says what is wrong.
        place: the file, row, column or field (``reviews.csv, row 18`` or ``stages.0.epochs``).
        remedy: one sentence that says what to do.

    The CLI prints it and exits with code 2; the window shows it at the field.
    """

    def __init__(self, message: str, *, place: str = "", remedy: str = "") -> None:
        self.message, self.place, self.remedy = message, place, remedy
        super().__init__(str(self))

    def __str__(self) -> str:
        text = f"{self.place}: {self.message}" if self.place else self.message
        return f"{text} {self.remedy}" if self.remedy else text

    def __reduce__(self) -> tuple[object, ...]:
        return (_rebuild, (self.message, self.place, self.remedy))


def _rebuild(message: str, place: str, remedy: str) -> UserError:
    return UserError(message, place=place, remedy=remedy)


_NO_MEMORY = ("can't allocate memory", "out of memory", "alloc_failed", "not enough memory")
"""Messages of allocators (torch's own, CUDA's libraries, Windows)."""


def out_of_memory(error: BaseException) -> bool:
    """Return whether ``error`` reports that memory could not be allocated, on any device.

    torch's errors are recognised by their names.
    """
    if isinstance(error, MemoryError) or type(error).__name__ in (
        "OutOfMemoryError",
        "AcceleratorOutOfMemoryError",
    ):
        return True
    return isinstance(error, RuntimeError) and any(text in str(error).lower() for text in _NO_MEMORY)
