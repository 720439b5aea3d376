"""Records of a request to a place and of its answer, each one JSON object.

Everything from another computer is validated by these records: types, ranges, and printable texts.
"""

from __future__ import annotations

from importlib.metadata import version as installed_version
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from engine.errors import printable
from engine.json_types import JsonObject
from engine.store import schema

PREFIX = b"palimpsest-place "
"""Beginning of the line with the answer. Other output, such as a login shell's, is ignored."""
FORM = 2
"""Version of these records. It is increased with each change."""


def _require_printable(text: str) -> str:
    if not text.isprintable():  # a line break would start another sftp command
        raise ValueError("holds a control character")
    return text


PrintableText = Annotated[str, AfterValidator(printable)]
RemotePath = Annotated[str, AfterValidator(_require_printable)]
Token = Annotated[str, Field(pattern="^[0-9a-f]{8,64}$")]
QuestionKind = Literal["greet", "examine", "plan", "exchange", "pack", "clean"]
Sha256 = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]


class PlaceRecord(BaseModel):
    """Base of the records."""

    model_config = ConfigDict(frozen=True, strict=True, ser_json_bytes="base64", val_json_bytes="base64")


class Versions(PlaceRecord):
    """Versions of one side. Nothing else is read unless both sides have the same."""

    form: int = 0
    program: PrintableText = ""
    schema_version: int = 0

    @classmethod
    def own(cls) -> Versions:
        """Return the versions of this program."""
        return cls(form=FORM, program=installed_version("palimpsest"), schema_version=len(schema.MIGRATIONS))


class OrderRecord(PlaceRecord):
    """A run to compute.

    Attributes:
        token: random name of the run at the place. An order sent twice is one run.
        spec: the specification as frozen by the sender, in plain values.
        resources: the folder of the sender's bundled files. The specification may name files in it.
        folders: the sender's folders, each with the hash of its files by relative path.
        sizes: size of each file in bytes, by its hash.
    """

    token: Token
    spec: JsonObject
    resources: str
    folders: dict[str, dict[str, Sha256]] = {}
    sizes: dict[Sha256, int] = {}


class OwnedRun(PlaceRecord):
    """A run of the sender: its name at the place, the stamp of its rows, the size of its log (-1: send no more)."""

    remote: str
    stamp: str = ""
    log: int = 0


class PlaceMemory(BaseModel):
    """State that a place receives back with the next request, because no process lives between two of them.

    Attributes:
        started: when it has started a queue runner, seconds since 1970.
        asked: when it has queried Slurm.
        over: for each run, how often in a row Slurm has reported its job as over.
    """

    model_config = ConfigDict(strict=True)

    started: float = 0.0
    asked: float = 0.0
    over: dict[str, int] = {}


class PlaceQuestion(Versions):
    """A request.

    Attributes:
        ask: its kind, a function of ``engine.places.answering``.
        slurm: what Slurm jobs request. None if the machine computes itself.
        orders, stop, resume: the requested actions by token. ``resume`` maps to whether to restart from scratch.
        owned: the runs whose changes are requested.
        memory: that of the last answer.
        sizes: size in bytes of files that may have to be sent, by their hash.
        token, models: the run to pack, and whether to include its models.
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
    """Report of a place.

    Attributes:
        program: version of the Palimpsest there.
        schema_version: of its store.
        host: the machine's host name.
        devices: the devices of its queue, in words.
        disk_free: free bytes for its runs.
        notes: further sentences: memory, differences from here.
        partitions: the names of a cluster's partitions, empty for other places.
    """

    program: PrintableText
    schema_version: int
    host: PrintableText
    devices: tuple[PrintableText, ...]
    disk_free: int
    notes: tuple[PrintableText, ...] = ()
    partitions: tuple[PrintableText, ...] = ()

    def sentence(self, name: str) -> str:
        """Return the report as a sentence, without the notes. ``name`` is that of the place."""
        return (
            f"{name} answers: {self.host}, Palimpsest {self.program}, {' and '.join(self.devices)}, "
            f"{self.disk_free / 1e9:,.1f} GB free"
        )

    def as_json(self) -> JsonObject:
        """Return the report as the stable JSON of the command line."""
        return self.model_dump(mode="json", exclude={"partitions"})


class PlaceEnd(PlaceRecord):
    """How a run has ended at its place when it could not report that itself: new values of its row."""

    status: Literal["stopped", "interrupted"]
    reason: PrintableText


class Refusal(PlaceRecord):
    """Why a request was refused. ``passes``: it may be repeated."""

    message: PrintableText
    place: PrintableText = ""
    remedy: PrintableText = ""
    passes: bool = False


class PlaceAnswer(Versions):
    """The answer to a request.

    Attributes:
        error: why there is no answer.
        report: the report of the place.
        findings: those of ``palimpsest doctor`` there.
        sentences: what a job would request.
        missing: for each incomplete file, the bytes that are there, by its hash.
        folder: the folder for files.
        accepted: the place's names of accepted runs, by token.
        done: runs whose stop or resumption was carried out.
        refused: runs that cannot be accepted or resumed.
        rows: a packed store of changed rows (``engine.places.changes``).
        changed: for each changed run, its number in ``rows`` and the stamp of its rows.
        logs: new parts of logs with their offsets.
        ends, waits: the ends of runs that cannot report them, and what queued runs wait for.
        memory: to be sent with the next request.
        file, total, sha256: the packed run, its size and hash.
        freed: deleted bytes.
    """

    error: Refusal | None = None
    report: PlaceReport | None = None
    findings: tuple[tuple[PrintableText, bool, PrintableText, PrintableText], ...] = ()
    sentences: tuple[PrintableText, ...] = ()
    missing: dict[str, int] = {}
    folder: RemotePath = ""
    accepted: dict[str, PrintableText] = {}
    done: tuple[str, ...] = ()
    refused: dict[str, Refusal] = {}
    rows: bytes = b""
    changed: dict[str, tuple[int, PrintableText]] = {}
    logs: dict[str, tuple[int, bytes]] = {}
    ends: dict[str, PlaceEnd] = {}
    waits: dict[str, PrintableText] = {}
    memory: PlaceMemory = PlaceMemory()
    file: RemotePath = ""
    total: int = 0
    sha256: str = ""
    freed: int = 0
