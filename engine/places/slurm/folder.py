"""``JobFolder``: a run at a cluster, on the disk that its machines share.

``slurm/jobs/TOKEN`` in the home of the cluster holds the run's own store and folder, and three small files by which the
cluster's side and the job communicate. ``submission.json`` is the job that computes the run, written by the cluster's
side. ``wanted`` is ``stop`` or empty, written by the cluster's side. ``told`` is the state of the job named in it,
written by the job. The latter two exist from the beginning and are written in place. On a network drive a new file may
be seen late, but not the content of a file that is opened anew.

The store is opened by one process at a time: the cluster's side makes it, then a job alone has it until that has ended.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from engine import paths, private_files
from engine.places.messages import PlaceRecord

RUN = 1
"""The number of the run in its store."""


class Submission(PlaceRecord):
    """The job that computes a run.

    Attributes:
        name: of the job, or of the array that it is in. Empty: there is none yet.
        index: its place in the array.
        job: its number. Empty as long as it is unknown whether Slurm has it.
        refusal: why Slurm refuses it.
        anew: whether its run begins from the beginning.
    """

    name: str = ""
    index: int = 0
    job: str = ""
    refusal: str = ""
    anew: bool = False


@dataclass(frozen=True, slots=True)
class JobFolder:
    """The folder of a run at a cluster."""

    path: Path

    @classmethod
    def of(cls, token: str) -> JobFolder:
        """Return the folder of a run, whether it exists or not."""
        return cls(slurm_folder() / "jobs" / token)

    @property
    def is_accepted(self) -> bool:
        """Whether the run was taken."""
        return self._submission.is_file()

    @property
    def store(self) -> Path:
        """The run's own store."""
        return self.path / "store.sqlite"

    @property
    def run_folder(self) -> Path:
        """The run's folder."""
        return paths.run_folder(self.store, RUN)

    @property
    def snapshot(self) -> Path:
        """The rows of the run as they were a moment ago (``engine.places.changes``)."""
        return self.path / "snapshot"

    @property
    def _submission(self) -> Path:
        return self.path / "submission.json"

    def submission(self) -> Submission:
        """Return the job that computes the run."""
        return Submission.model_validate_json(self._submission.read_bytes())

    def submit_as(self, submission: Submission) -> None:
        """Record the job that computes the run."""
        private_files.replace_file(self._submission, submission.model_dump_json())

    def wants_stop(self) -> bool:
        """Return whether the run is to stop."""
        return _read(self.path / "wanted") == "stop"

    def want(self, word: str) -> None:
        """Write the request to the job: ``stop``, or nothing."""
        _write(self.path / "wanted", word)

    def has_begun(self, name: str) -> bool:
        """Return whether the job of that name has reported anything about the run."""
        return _read(self.path / "told").startswith(f"{name} ")

    def has_ended(self, name: str) -> bool:
        """Return whether the job of that name has reported the end of the run."""
        return _read(self.path / "told").startswith(f"{name} ended")

    def has_finished(self) -> bool:
        """Return whether the run has finished."""
        return _read(self.path / "told").endswith(" ended finished")

    def tell(self, name: str, words: str) -> None:
        """Report the state of the job of that name: ``runs``, ``waits``, or ``ended`` and the status of its run."""
        _write(self.path / "told", f"{name} {words}")


def slurm_folder() -> Path:
    """Return the folder of all that goes to Slurm."""
    return paths.home().absolute() / "slurm"


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""


def _write(file: Path, text: str) -> None:
    """Write in place, shorter than before or longer."""
    private_files.make_file(file)
    file.touch()
    with file.open("r+b") as stream:
        stream.write(text.encode().ljust(80) + b"\n")
        stream.flush()
        os.fsync(stream.fileno())
