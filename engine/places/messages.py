"""Records of a question to a place and of its answer, each one JSON object.

Whatever comes from another computer is checked by these records: types, ranges, and whether texts can be shown.
"""

from __future__ import annotations

from importlib.metadata import version as installed_version
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from engine.errors import printable
from engine.json_types import JsonObject
from engine.store import schema

PREFIX = b"palimpsest-place "
"""Beginning of the line that holds the answer. Whatever a login shell prints around it is skipped."""
FORM = 2
"""Form of these records. It is raised when one of them changes."""


def _require_printable(text: str) -> str:
    if not text.isprintable():  # a line break would be another command of sftp
        raise ValueError("holds a control character")
    return text


Words = Annotated[str, AfterValidator(printable)]
RemotePath = Annotated[str, AfterValidator(_require_printable)]
Token = Annotated[str, Field(pattern="^[0-9a-f]{8,64}$")]
QuestionKind = Literal["greet", "examine", "plan", "exchange", "pack", "clean"]
Sha256 = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]


class PlaceRecord(BaseModel):
    """Base of the records."""

    model_config = ConfigDict(frozen=True, strict=True, ser_json_bytes="base64", val_json_bytes="base64")


class Versions(PlaceRecord):
    """Versions of one side. Nothing else of it is read unless they are those of the other side."""

    form: int = 0
    program: Words = ""
    schema_version: int = 0

    @classmethod
    def own(cls) -> Versions:
        """Return the versions of this program."""
        return cls(form=FORM, program=installed_version("palimpsest"), schema_version=len(schema.MIGRATIONS))


class OrderRecord(PlaceRecord):
    """A run to be computed.

    Attributes:
        token: random name by which the place knows it. An order that comes twice is one run.
        spec: the specification as it was frozen by the sender, in plain values.
        resources: where the sender's bundled files are. The specification may name files in it.
        folders: the sender's folders, and of each file its path below the folder and its hash.
        sizes: bytes of each file, by its hash.
    """

    token: Token
    spec: JsonObject
    resources: str
    folders: dict[str, dict[str, Sha256]] = {}
    sizes: dict[Sha256, int] = {}


class OwnedRun(PlaceRecord):
    """A run that the sender has: its name at the place, the stamp of its rows, bytes of its log (-1: enough)."""

    remote: str
    stamp: str = ""
    log: int = 0


class PlaceMemory(BaseModel):
    """What a place wants to know at the next question. It keeps no process between two of them.

    Attributes:
        started: when it has started a queue runner, seconds since 1970.
        asked: when it has asked Slurm.
        over: how often in a row Slurm has reported of a run that its job is over.
    """

    model_config = ConfigDict(strict=True)

    started: float = 0.0
    asked: float = 0.0
    over: dict[str, int] = {}


class PlaceQuestion(Versions):
    """A question.

    Attributes:
        ask: its kind, a function of ``engine.places.answering``.
        slurm: what Slurm's jobs request. None where the machine computes itself.
        orders, stop, resume: what is requested for runs, by their tokens, and whether to begin from the beginning.
        owned: the runs whose changes are requested.
        memory: that of the last answer.
        sizes: bytes of files that may have to be sent, by their hash.
        token, models: the run to be packed, and whether with its models.
    """

    ask: QuestionKind
    slurm: JsonObject | None = None
    orders: tuple[OrderRecord, ...] = ()
    stop: tuple[Token, ...] = ()
    resume: dict[Token, bool] = {}
    owned: dict[Token, OwnedRun] = {}
    memory: PlaceMemory = PlaceMemory()
    sizes: dict[Sha256, int] = {}
    token: str = ""
    models: bool = False


class PlaceReport(PlaceRecord):
    """What was found at a place.

    Attributes:
        program: version of the Palimpsest there.
        schema_version: of its store.
        host: the machine's host name.
        devices: what its queue computes on, in words.
        disk_free: bytes free for its runs.
        notes: further sentences: memory, what differs from here.
        partitions: the names of a cluster's partitions, empty elsewhere.
    """

    program: Words
    schema_version: int
    host: Words
    devices: tuple[Words, ...]
    disk_free: int
    notes: tuple[Words, ...] = ()
    partitions: tuple[Words, ...] = ()

    def sentence(self, name: str) -> str:
        """Return the report in a sentence, without the notes. ``name`` is that of the place."""
        return (
            f"{name} answers: {self.host}, Palimpsest {self.program}, {' and '.join(self.devices)}, "
            f"{self.disk_free / 1e9:,.1f} GB free"
        )

    def as_json(self) -> JsonObject:
        """Return it as the stable JSON of the command line."""
        return self.model_dump(mode="json", exclude={"partitions"})


class PlaceEnd(PlaceRecord):
    """How a run has ended at its place when it could not report that itself: the new values of its row."""

    status: Literal["stopped", "interrupted"]
    reason: Words


class Refusal(PlaceRecord):
    """Why something was not done. ``passes``: it may be asked for again."""

    message: Words
    place: Words = ""
    remedy: Words = ""
    passes: bool = False


class PlaceAnswer(Versions):
    """The answer to a question.

    Attributes:
        error: why there is none.
        report: what the place has.
        findings: those of ``palimpsest doctor`` there.
        sentences: what a job would request.
        missing: bytes there of each file that is not there whole, by its hash.
        folder: where files are put.
        accepted: the place's names of runs that it has taken.
        done: runs whose stop or resumption was carried out.
        refused: runs that cannot be taken or resumed.
        rows: a packed store of changed rows (``engine.places.changes``).
        changed: of each changed run, its number in ``rows`` and the stamp of its rows.
        logs: new parts of logs, and where they begin.
        ends, waits: how runs have ended that cannot report it, and what queued runs wait for.
        memory: to be sent with the next question.
        file, total, sha256: the packed run, its bytes and their hash.
        freed: bytes that were removed.
    """

    error: Refusal | None = None
    report: PlaceReport | None = None
    findings: tuple[tuple[Words, bool, Words, Words], ...] = ()
    sentences: tuple[Words, ...] = ()
    missing: dict[str, int] = {}
    folder: RemotePath = ""
    accepted: dict[str, Words] = {}
    done: tuple[str, ...] = ()
    refused: dict[str, Refusal] = {}
    rows: bytes = b""
    changed: dict[str, tuple[int, Words]] = {}
    logs: dict[str, tuple[int, bytes]] = {}
    ends: dict[str, PlaceEnd] = {}
    waits: dict[str, Words] = {}
    memory: PlaceMemory = PlaceMemory()
    file: RemotePath = ""
    total: int = 0
    sha256: str = ""
    freed: int = 0
