"""The cluster's side of a Slurm place: runs become jobs here, and the states of jobs become those of runs.

A run's own snapshots report its progress. Slurm is queried for what they cannot report: that a job waits, and that one
has ended without a report (it was killed, cancelled, over its time limit, its node went down). As long as Slurm does
not answer, nothing is concluded.
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
"""How long a job may take from the last snapshot of its run to its own last word."""
_LOOKS = 2
"""How often in a row Slurm must report that a job is over before its run counts as ended.

Its last report may be delayed.
"""


@dataclass
class _Job:
    """What this process knows of a run: its folder, its job, and the state of the job if Slurm was asked."""

    folder: JobFolder
    submission: Submission
    state: JobState | None = None


@dataclass
class SlurmHost:
    """A cluster that is reached by Slurm's commands, see ``engine.places.queue_host.QueueHost``.

    A run is named by its token.

    Attributes:
        place: what jobs request.
        memory: what was kept of the last question.
        trouble: why Slurm did not answer this question, empty when it did.
    """

    place: SlurmPlace
    memory: PlaceMemory
    trouble: str = ""
    _jobs: dict[str, _Job] = field(default_factory=dict)
    _has_looked: bool = False
    _room: tempfile.TemporaryDirectory[str] = field(default_factory=tempfile.TemporaryDirectory)

    @classmethod
    def of(cls, request: JsonObject, memory: PlaceMemory) -> SlurmHost:
        """Return the cluster of this machine. Raises UserError where it has none, or the request is none."""
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
        """Take a run: make its folder and its store. It is submitted with what else waits, by ``attend``."""
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
            folder.want("")
            folder.tell("", "")
            folder.submit_as(Submission())
        return order.token

    def find(self, token: str) -> str:
        """Return the token where the run was taken."""
        return token if JobFolder.of(token).is_accepted else ""

    def stop(self, token: str) -> None:
        """Request that the job stops its run. A waiting job is cancelled."""
        folder = JobFolder.of(token)
        folder.want("stop")
        if job := folder.submission().job:
            # A job that has ended meanwhile is none to them, and a controller that is away leaves the word in the file.
            with suppress(UserError):
                commands.cancel(job)
            with suppress(UserError):
                commands.signal_job(job, "TERM")
        self.memory.asked = 0.0

    def resume(self, token: str, anew: bool) -> None:
        """Submit a run again whose job has ended, ``anew``: to begin from the beginning."""
        folder = JobFolder.of(token)
        if not folder.is_accepted:
            raise UserError(
                "its folder was deleted there.", place=token[:8], remedy="Start the design again."
            )
        submission = folder.submission()
        if submission.name and not submission.refusal and self._goes_on(folder, submission):
            return
        if folder.has_finished():
            return
        folder.want("")
        folder.submit_as(Submission(anew=anew))
        self.memory.over.pop(token, None)

    def _goes_on(self, folder: JobFolder, submission: Submission) -> bool:
        """Return whether the job of a run continues. Its snapshot reports the run's end a moment earlier."""
        until = time.monotonic() + _END_SECONDS
        while not folder.has_ended(submission.name):
            job = _find(commands.list_jobs(), submission)
            if job is None or job.is_over or folder.wants_stop():
                return False
            if time.monotonic() > until:
                return True
            time.sleep(_POLL_SECONDS)
        return False

    def attend(self, tokens: Sequence[str]) -> None:
        """Submit what waits to be, and ask Slurm now and then what has become of the others."""
        folders = {token: JobFolder.of(token) for token in tokens}
        self._jobs = {
            token: _Job(folder, folder.submission())
            for token, folder in folders.items()
            if folder.is_accepted
        }
        new = [job for job in self._jobs.values() if not job.submission.name and not job.submission.refusal]
        waiting = [job for job in new if not job.folder.wants_stop()]
        now = time.time()
        if not waiting and 0 <= now - self.memory.asked < self.place.poll:
            return
        self.memory.asked, self._has_looked = now, True
        try:
            self._look()
            for first in range(0, len(waiting), most := commands.most_in_an_array() if waiting[1:] else 1):
                self._submit(waiting[first : first + most])
        except SlurmUnavailableError as error:
            self.trouble = printable(error.message, 200)

    def _look(self) -> None:
        """Ask Slurm for the states of jobs. Raises SlurmUnavailableError, and then nothing has changed."""
        listed = commands.list_jobs()
        over = {}
        for token, job in self._jobs.items():
            if not job.submission.name or job.submission.refusal:
                continue
            job.state = _find(listed, job.submission)
            if not job.submission.job:  # nobody has heard whether Slurm took it
                if job.state is None and not job.folder.has_ended(job.submission.name):
                    self._record(job, Submission(anew=job.submission.anew))
                    continue
                if job.state is not None:
                    self._record(job, job.submission.model_copy(update={"job": job.state.job}))
            if job.state is None or job.state.is_over:
                over[token] = self.memory.over.get(token, 0) + 1
        self.memory.over = over

    def _submit(self, jobs: Sequence[_Job]) -> None:
        """Submit runs as one job, or as an array. Raises SlurmUnavailableError. Slurm's refusals are recorded."""
        name = f"{_PREFIX}{secrets.token_hex(4)}"
        for index, job in enumerate(jobs):  # first: a job that begins must find itself named
            self._record(job, Submission(name=name, index=index, anew=job.submission.anew))
        options = [
            *self.place.job_options(),
            f"--job-name={name}",
            "--output=/dev/null",
            "--open-mode=append",
        ]
        options.append(f"--chdir={slurm_folder()}")
        if len(jobs) > 1:
            most = f"%{self.place.at_once}" if self.place.at_once else ""
            options.append(f"--array=0-{len(jobs) - 1}{most}")
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
            own = f"{number}_{job.submission.index}" if len(jobs) > 1 else number
            self._record(job, job.submission.model_copy(update={"job": own}))

    def _record(self, job: _Job, submission: Submission) -> None:
        job.folder.submit_as(submission)
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
        """Return the last snapshot that the job has written, unpacked."""
        target = Path(self._room.name, "run.sqlite")
        return (target, RUN) if read_snapshot(JobFolder.of(token).snapshot, target) else None

    def end(self, token: str, remote: str) -> PlaceEnd | None:
        """Return how a run has ended whose job can no longer report it."""
        job = self._jobs.get(token)
        if job is None:
            return PlaceEnd(status="interrupted", reason="Its folder was deleted there.")
        submission, state = job.submission, job.state
        if submission.refusal:
            return PlaceEnd(status="interrupted", reason=submission.refusal)
        if not submission.name:
            stopped = PlaceEnd(status="stopped", reason="Stopped before it was submitted.")
            return stopped if job.folder.wants_stop() else None
        if not self._has_looked or self.trouble or self.memory.over.get(token, 0) < _LOOKS:
            return None
        if job.folder.has_ended(submission.name):
            return None
        if job.folder.wants_stop():
            reason = f"Stopped on request; Slurm has ended job {submission.job}."
            return PlaceEnd(status="stopped", reason=reason)
        how = state.state if state is not None else "Slurm lists it no more"
        words = _last_words(job.folder.path / "job.log")
        reason = (
            f"Slurm has ended job {submission.job} ({how}). Resume continues from the last checkpoint, in another job."
            + (f" Last output of the job: {words}" if words else "")
        )
        return PlaceEnd(status="interrupted", reason=reason)

    def waits_for(self, token: str) -> str:
        """Return the number of the job and why Slurm lets it wait, "" where Slurm was not asked now."""
        job = self._jobs.get(token)
        if self.trouble or not self._has_looked or job is None or not job.submission.job:
            return self.trouble
        reason = job.state.reason if job.state is not None and job.state.state == "PENDING" else ""
        return (
            f"Job {job.submission.job} waits in Slurm{f' ({reason})' if reason not in ('', 'None') else ''}"
        )

    def pack(self, token: str, models: bool, file: Path) -> None:
        """Write a run as a capsule. Its job has ended, so its store is free."""
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
            sentences.append(f"Slurm wrote: {self._try_out()}.")
        except SlurmUnavailableError as error:
            sentences.append(error.message)
        return sentences

    def _try_out(self) -> str:
        return commands.when_it_would_start(self._write_script("try-out", []), self.place.job_options())

    def findings(self) -> list[Finding]:
        """Return partitions, accounts, and Slurm's answer to a job with these settings."""
        findings: list[Finding] = []
        try:
            findings += [(PARTITION, True, words, "") for words in commands.partitions()]
            findings += [("Account", True, words, "") for words in commands.accounts()]
            findings.append((f"A job with {self.place.describe_request()}", True, self._try_out(), ""))
        except SlurmUnavailableError as error:
            findings.append(("Slurm", False, error.message, "Try again later."))
        except UserError as error:
            remedy = "Change the resources of the place: palimpsest places add NAME slurm KEY=VALUE..."
            findings.append((f"A job with {self.place.describe_request()}", False, error.message, remedy))
        return findings


def _find(jobs: Sequence[JobState], submission: Submission) -> JobState | None:
    """Return the job of a submission among those that Slurm lists."""
    for each in jobs:
        index = each.job.partition("_")[2]
        if each.name == submission.name and index in ("", str(submission.index)):
            return each
    return None


def _last_words(file: Path) -> str:
    try:
        with file.open("rb") as stream:
            stream.seek(max(0, stream.seek(0, 2) - 400))
            lines = stream.read().decode("utf-8", "replace").split("\n")
    except OSError:
        return ""
    return printable(next((line.strip() for line in reversed(lines) if line.strip()), ""), 300)
