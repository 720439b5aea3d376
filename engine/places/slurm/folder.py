"""``JobFolder``: a run on a cluster, on the disk that its machines share.

``slurm/jobs/TOKEN`` in the home of the cluster contains the run's own store and folder, and three small files by which
the cluster's side and the job communicate. ``submission.json`` describes the job of the run, written by the cluster's
side. ``wanted`` is ``stop`` or empty, written by the cluster's side. ``told`` is the state of the job named in it,
written by the job. The latter two exist from the beginning and are written in place, because a network drive may show a
new file late, but not new content of a file that is opened again.

One process at a time opens the store: the cluster's side creates it, then a job has it alone until the job ends.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from engine import paths, private_files
from engine.output_files import write_output
from engine.places.messages import PlaceRecord

RUN = 1
"""Number of the run in its store."""


class Submission(PlaceRecord):
    """The job of a run.

    Attributes:
        name: of the job, or of its array. Empty: there is none yet.
        index: its index in the array.
        job: its number. Empty until Slurm is known to have it.
        refusal: why Slurm refuses it.
        anew: whether its run restarts from scratch.
    """

    name: str = ""
    index: int = 0
    job: str = ""
    refusal: str = ""
    anew: bool = False


@dataclass(frozen=True, slots=True)
class JobFolder:
    """The folder of a run on a cluster."""

    path: Path

    @classmethod
    def of(cls, token: str) -> JobFolder:
        """Return the folder of a run. It may not exist."""
        return cls(slurm_folder() / "jobs" / token)

    @property
    def is_accepted(self) -> bool:
        """Whether the run was accepted."""
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
        """A recent copy of the rows of the run (``engine.places.changes``)."""
        return self.path / "snapshot"

    @property
    def _submission(self) -> Path:
        return self.path / "submission.json"

    def submission(self) -> Submission:
        """Return the job of the run."""
        return Submission.model_validate_json(self._submission.read_bytes())

    def write_submission(self, submission: Submission) -> None:
        """Record the job of the run."""
        write_output(self._submission, submission.model_dump_json(), private=True)

    def wants_stop(self) -> bool:
        """Return whether the run is to stop."""
        return _read(self.path / "wanted") == "stop"

    def write_request(self, request: str) -> None:
        """Write a request to the job: ``stop``, or ""."""
        _write(self.path / "wanted", request)

    def has_begun(self, name: str) -> bool:
        """Return whether the job called ``name`` has reported anything about the run."""
        return _read(self.path / "told").startswith(f"{name} ")

    def has_ended(self, name: str) -> bool:
        """Return whether the job called ``name`` has reported the end of the run."""
        return _read(self.path / "told").startswith(f"{name} ended")

    def has_finished(self) -> bool:
        """Return whether the run has finished."""
        return _read(self.path / "told").endswith(" ended finished")

    def write_state(self, name: str, state: str) -> None:
        """Report the state of the job called ``name``: ``runs``, ``waits``, or ``ended`` and the status of its run."""
        _write(self.path / "told", f"{name} {state}")


def slurm_folder() -> Path:
    """Return the folder of all files for Slurm."""
    return paths.home().absolute() / "slurm"


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""


def _write(file: Path, text: str) -> None:
    """Overwrite a file in place with text of any length."""
    private_files.make_file(file)
    file.touch()
    with file.open("r+b") as stream:
        stream.write(text.encode().ljust(80) + b"\n")
        stream.flush()
        os.fsync(stream.fileno())
