"""The cluster's side of a Slurm place: it submits runs as jobs and translates states of jobs into those of runs.

A run's snapshots report its progress. Slurm is queried for what they cannot report: that a job waits, or has ended
without a report (killed, cancelled, time limit, node failure). While Slurm does not answer, nothing changes.
"""

from __future__ import annotations

import secrets
import shlex
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from engine import child_processes, launch, paths, private_files
from engine.errors import UserError, printable
from engine.json_types import JsonObject
from engine.places.base import Finding
from engine.places.changes import read_snapshot, write_snapshot
from engine.places.link import PARTITION
from engine.places.messages import OrderRecord, PlaceEnd, PlaceMemory
from engine.places.receiving import lay_out_order
from engine.places.slurm import commands
from engine.places.slurm.commands import JobState, SlurmUnavailableError
from engine.places.slurm.folder import RUN, JobFolder, Submission, slurm_folder
from engine.places.slurm.place import SlurmPlace
from engine.store import Store, runs

_POLL_SECONDS = 0.5
_PREFIX = "palimpsest-"
_END_SECONDS = 5.0
"""Maximum time between the last snapshot of a job's run and the job's own last report."""
_END_REPORTS = 2
"""Number of successive reports by Slurm that a job is over, after which its run counts as ended.

The job's own last report may be delayed.
"""


@dataclass
class _Job:
    """State of a run in this process: its folder, its job, and the state of the job if Slurm was queried."""

    folder: JobFolder
    submission: Submission
    state: JobState | None = None


@dataclass
class SlurmHost:
    """A cluster behind Slurm's commands, with the interface of ``engine.places.queue_host.QueueHost``.

    The token of its order names a run.

    Attributes:
        place: the settings of jobs.
        memory: state from the last request.
        trouble: why Slurm did not answer during this request, empty if it did.
    """

    place: SlurmPlace
    memory: PlaceMemory
    trouble: str = ""
    _jobs: dict[str, _Job] = field(default_factory=dict)
    _has_queried: bool = False
    _temporary_folder: tempfile.TemporaryDirectory[str] = field(default_factory=tempfile.TemporaryDirectory)

    @classmethod
    def of(cls, request: JsonObject, memory: PlaceMemory) -> SlurmHost:
        """Return the cluster of this machine. Raises UserError if it has none, or the settings are invalid."""
        from engine.places.settings import parse_place

        commands.require_slurm()
        place = parse_place(request | {"kind": "slurm"}, "palimpsest places answer")
        assert isinstance(place, SlurmPlace)
        return cls(place, memory)

    @property
    def devices(self) -> Sequence[str]:
        """The version of Slurm."""
        return (commands.version(),)

    # -- runs

    def accept(self, order: OrderRecord) -> str:
        """Accept a run: create its folder and its store. ``attend`` submits it together with other waiting runs."""
        folder = JobFolder.of(order.token)
        if not folder.is_accepted:
            experiment, inputs = lay_out_order(order)
            private_files.make_folder(folder.path)
            with Store(folder.store) as store:
                if not runs.count_runs(store, archived=None):
                    launch.enqueue(store, [experiment], is_resolved=True)
                write_snapshot(store, RUN, folder.snapshot)
            private_files.make_file(folder.path / "inputs")
            (folder.path / "inputs").write_text(inputs, encoding="utf-8")
            folder.write_request("")
            folder.write_state("", "")
            folder.write_submission(Submission())
        return order.token

    def find(self, token: str) -> str:
        """Return the token if the run was accepted, else ""."""
        return token if JobFolder.of(token).is_accepted else ""

    def stop(self, token: str) -> None:
        """Request that the job stops its run. A pending job is cancelled."""
        folder = JobFolder.of(token)
        folder.write_request("stop")
        if job := folder.submission().job:
            # These commands fail if the job has ended or the controller is away. The request in the file remains.
            with suppress(UserError):
                commands.cancel(job)
            with suppress(UserError):
                commands.signal_job(job, "TERM")
        self.memory.asked = 0.0

    def resume(self, token: str, anew: bool) -> None:
        """Resubmit a run whose job has ended, with ``anew`` to restart from scratch."""
        folder = JobFolder.of(token)
        if not folder.is_accepted:
            raise UserError(
                "its folder was deleted there.", place=token[:8], remedy="Start the design again."
            )
        submission = folder.submission()
        if submission.name and not submission.refusal and self._is_continuing(folder, submission):
            return
        if folder.has_finished():
            return
        folder.write_request("")
        folder.write_submission(Submission(anew=anew))
        self.memory.over.pop(token, None)

    def _is_continuing(self, folder: JobFolder, submission: Submission) -> bool:
        """Return whether the job of a run continues. Its snapshot may report the run's end a moment earlier."""
        deadline = time.monotonic() + _END_SECONDS
        while not folder.has_ended(submission.name):
            job = _find(commands.list_jobs(), submission)
            if job is None or job.is_over or folder.wants_stop():
                return False
            if time.monotonic() > deadline:
                return True
            time.sleep(_POLL_SECONDS)
        return False

    def attend(self, tokens: Sequence[str]) -> None:
        """Submit waiting runs, and query Slurm regularly for the states of the others."""
        folders = {token: JobFolder.of(token) for token in tokens}
        self._jobs = {
            token: _Job(folder, folder.submission())
            for token, folder in folders.items()
            if folder.is_accepted
        }
        jobs = [job for job in self._jobs.values() if not job.submission.name and not job.submission.refusal]
        pending = [job for job in jobs if not job.folder.wants_stop()]
        now = time.time()
        if not pending and 0 <= now - self.memory.asked < self.place.poll:
            return
        self.memory.asked, self._has_queried = now, True
        try:
            self._query_slurm()
            for first in range(0, len(pending), size := commands.max_array_size() if pending[1:] else 1):
                self._submit(pending[first : first + size])
        except SlurmUnavailableError as error:
            self.trouble = printable(error.message, 200)

    def _query_slurm(self) -> None:
        """Query Slurm for the states of jobs. Raises SlurmUnavailableError without any change."""
        listed_jobs = commands.list_jobs()
        over = {}
        for token, job in self._jobs.items():
            if not job.submission.name or job.submission.refusal:
                continue
            job.state = _find(listed_jobs, job.submission)
            if not job.submission.job:  # it is unknown whether Slurm has accepted it
                if job.state is None and not job.folder.has_ended(job.submission.name):
                    self._record(job, Submission(anew=job.submission.anew))
                    continue
                if job.state is not None:
                    self._record(job, job.submission.model_copy(update={"job": job.state.job}))
            if job.state is None or job.state.is_over:
                over[token] = self.memory.over.get(token, 0) + 1
        self.memory.over = over

    def _submit(self, jobs: Sequence[_Job]) -> None:
        """Submit runs as one job or an array. Raises SlurmUnavailableError. Slurm's refusals are recorded."""
        name = f"{_PREFIX}{secrets.token_hex(4)}"
        for index, job in enumerate(jobs):  # before submitting, because a starting job checks its name
            self._record(job, Submission(name=name, index=index, anew=job.submission.anew))
        options = [
            *self.place.job_options(),
            f"--job-name={name}",
            "--output=/dev/null",
            "--open-mode=append",
        ]
        options.append(f"--chdir={slurm_folder()}")
        if len(jobs) > 1:
            limit = f"%{self.place.at_once}" if self.place.at_once else ""
            options.append(f"--array=0-{len(jobs) - 1}{limit}")
        try:
            number = commands.submit(
                self._write_script(name, [job.folder.path.name for job in jobs]), options
            )
        except SlurmUnavailableError:
            raise
        except UserError as error:
            for job in jobs:
                self._record(job, job.submission.model_copy(update={"refusal": str(error)}))
            return
        for job in jobs:
            job_number = f"{number}_{job.submission.index}" if len(jobs) > 1 else number
            self._record(job, job.submission.model_copy(update={"job": job_number}))

    def _record(self, job: _Job, submission: Submission) -> None:
        job.folder.write_submission(submission)
        job.submission = submission

    def _write_script(self, name: str, tokens: Sequence[str]) -> Path:
        """Write the script of a job, or of an array whose jobs find their run by their index."""
        folder = slurm_folder() / "scripts"
        private_files.make_folder(folder)
        folder_of_run = f'{shlex.quote(str(slurm_folder() / "jobs"))}/"$run"'
        command = shlex.join(child_processes.module_command("engine.places.slurm.job"))
        script = folder / f"{name}.sh"
        lines = [
            "#!/bin/bash",
            f"runs=({' '.join(tokens)})",
            'run="${runs[${SLURM_ARRAY_TASK_ID:-0}]}"',
            f"exec >>{folder_of_run}/job.log 2>&1",
            f"export PALIMPSEST_HOME={shlex.quote(str(paths.home().absolute()))}",
            self.place.setup,
            f'exec {command} --name {name} --run "$run"{" --requeue" if self.place.requeue else ""}',
        ]
        private_files.make_file(script)
        script.write_text("\n".join(lines) + "\n", encoding="utf-8")
        return script

    # -- what becomes of them

    def folder(self, token: str) -> Path:
        """Return the folder of a run."""
        return JobFolder.of(token).run_folder

    def rows(self, token: str) -> tuple[Path, int] | None:
        """Return the last snapshot of the job, unpacked."""
        target = Path(self._temporary_folder.name, "run.sqlite")
        return (target, RUN) if read_snapshot(JobFolder.of(token).snapshot, target) else None

    def end(self, token: str, remote: str) -> PlaceEnd | None:
        """Return the end of a run whose job cannot report it any more."""
        job = self._jobs.get(token)
        if job is None:
            return PlaceEnd(status="interrupted", reason="Its folder was deleted there.")
        submission, state = job.submission, job.state
        if submission.refusal:
            return PlaceEnd(status="interrupted", reason=submission.refusal)
        if not submission.name:
            stop = PlaceEnd(status="stopped", reason="Stopped before it was submitted.")
            return stop if job.folder.wants_stop() else None
        if not self._has_queried or self.trouble or self.memory.over.get(token, 0) < _END_REPORTS:
            return None
        if job.folder.has_ended(submission.name):
            return None
        if job.folder.wants_stop():
            reason = f"Stopped on request; Slurm has ended job {submission.job}."
            return PlaceEnd(status="stopped", reason=reason)
        note = state.state if state is not None else "Slurm lists it no more"
        last_output = _last_line(job.folder.path / "job.log")
        reason = (
            f"Slurm has ended job {submission.job} ({note}). Resume continues from the last checkpoint, in another job."
            + (f" Last output of the job: {last_output}" if last_output else "")
        )
        return PlaceEnd(status="interrupted", reason=reason)

    def waits_for(self, token: str) -> str:
        """Return the number of the job and why Slurm delays it, "" if Slurm was not queried now."""
        job = self._jobs.get(token)
        if self.trouble or not self._has_queried or job is None or not job.submission.job:
            return self.trouble
        reason = job.state.reason if job.state is not None and job.state.state == "PENDING" else ""
        return (
            f"Job {job.submission.job} waits in Slurm{f' ({reason})' if reason not in ('', 'None') else ''}"
        )

    def pack(self, token: str, models: bool, file: Path) -> None:
        """Write a run as a capsule. Its job has ended, so its store is not in use."""
        from engine.capsule.writing import write_capsule

        with Store(JobFolder.of(token).store) as store:
            write_capsule(store, [RUN], file, with_models=models, overwrite=True)

    def inputs_in_use(self) -> set[str]:
        """Return the inputs of runs whose jobs have not reported that they finished."""
        inputs = set()
        for file in (slurm_folder() / "jobs").glob("*/inputs"):
            folder = JobFolder(file.parent)
            if not folder.has_finished():
                inputs.add(file.read_text(encoding="utf-8").strip())
        return inputs - {""}

    # -- what is asked for, and what is there

    def describe_request(self) -> list[str]:
        """Return what each job requests, and Slurm's forecast for such a job. Raises UserError for a refusal."""
        sentences = [f"Each run requests: {self.place.describe_request()}."]
        try:
            sentences.append(f"Slurm wrote: {self._forecast()}.")
        except SlurmUnavailableError as error:
            sentences.append(error.message)
        return sentences

    def _forecast(self) -> str:
        return commands.forecast_start(self._write_script("try-out", []), self.place.job_options())

    def findings(self) -> list[Finding]:
        """Return partitions, accounts, and Slurm's answer to a job with these settings."""
        findings: list[Finding] = []
        try:
            findings += [(PARTITION, True, words, "") for words in commands.partitions()]
            findings += [("Account", True, words, "") for words in commands.accounts()]
            findings.append((f"A job with {self.place.describe_request()}", True, self._forecast(), ""))
        except SlurmUnavailableError as error:
            findings.append(("Slurm", False, error.message, "Try again later."))
        except UserError as error:
            remedy = "Change the resources of the place: palimpsest places add NAME slurm KEY=VALUE..."
            findings.append((f"A job with {self.place.describe_request()}", False, error.message, remedy))
        return findings


def _find(jobs: Sequence[JobState], submission: Submission) -> JobState | None:
    """Return the job of a submission among the jobs that Slurm lists, or None."""
    for each in jobs:
        index = each.job.partition("_")[2]
        if each.name == submission.name and index in ("", str(submission.index)):
            return each
    return None


def _last_line(file: Path) -> str:
    try:
        with file.open("rb") as stream:
            stream.seek(max(0, stream.seek(0, 2) - 400))
            lines = stream.read().decode("utf-8", "replace").split("\n")
    except OSError:
        return ""
    return printable(next((line.strip() for line in reversed(lines) if line.strip()), ""), 300)
