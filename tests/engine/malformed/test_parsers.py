"""Parsers of others: whatever a file makes them do, what leaves is a value or one sentence, in bounded time."""

from __future__ import annotations

import functools
import gzip
import io
import json
import time
import warnings
import zipfile
from collections.abc import Callable, Iterable
from datetime import date
from pathlib import Path

import numpy as np
import openpyxl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import torch
from tokenizers import Tokenizer, models, pre_tokenizers, processors
from transformers import BertConfig, BertModel, PreTrainedTokenizerFast

from engine.data.inspection.preview import preview_source
from engine.data.readers.parquet import table_from_arrow
from engine.delivery.rows import open_rows, row_batches
from engine.errors import UserError
from engine.foreign.log_import import read_training_log
from engine.foreign.record import store_training
from engine.foreign.tensorboard import PREFIX, _masked_checksum
from engine.model.conversion.tensor_bundle import TensorBundle
from engine.model.encoders import describe_encoder, load_encoder, load_tokenizer
from engine.parsing import READ_SECONDS, UNPACKED_MB, parsing
from engine.probes.passages import _read_lines
from engine.spec.data import DataSource
from engine.spec.experiment import Encoder
from engine.store import Store
from tests import patience
from tests.engine.foreign.test_log_import import STATE
from tests.engine.malformed import mutants
from tests.engine.model.bundle_writer import write_bundle

ROWS = [(f"the film number {n} was {('dull', 'bright')[n % 2]}", ("neg", "pos")[n % 2]) for n in range(30)]
WORDS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "a", "good", "bad", "film", "##s"]
FAST, NIGHTLY = 12, 1000
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
SHARED_TYPE = (
    b'<Override PartName="/xl/sharedStrings.xml" ContentType="application/'
    b'vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"/>'
)


def workbook() -> bytes:
    """A sheet of texts and labels, with a date, a number and a formula beside."""
    book = openpyxl.Workbook()
    book.active.append(["text", "label", "size", "when"])
    for n, (text, label) in enumerate(ROWS):
        book.active.append([text, label, n / 2, f"=C{n + 2}*2"])
    book.active["D31"] = date(2024, 5, 1)
    book.create_chartsheet("Chart")
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def parquet() -> bytes:
    """The same rows as Parquet."""
    out = io.BytesIO()
    pq.write_table(
        pa.table({"text": [t for t, _ in ROWS], "label": [c for _, c in ROWS], "n": range(30)}), out
    )
    return out.getvalue()


def rows_door(file: Path) -> None:
    """A data set's preview, and the rows that ``predict`` reads."""
    assert preview_source(DataSource(source=str(file))) is not None
    for batch in row_batches(open_rows(file)):
        assert batch.records


def log_door(file: Path) -> None:
    """A log becomes a run."""
    found = read_training_log(file)
    with Store(file.parent / "store.sqlite") as store:
        store_training(store, found)


def events() -> bytes:
    """An event file of TensorBoard with some scalars."""
    writers = pytest.importorskip("tensorboardX")
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        with writers.SummaryWriter(folder) as writer:
            for step in range(12):
                writer.add_scalar("train/loss", 1 / (step + 1), step, walltime=1000.0 + step)
        (file,) = Path(folder).glob(f"{PREFIX}*")
        return file.read_bytes()


@functools.cache
def bundle() -> tuple[bytes, bytes]:
    """The index and the data of a checkpoint of TensorFlow."""
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        tensors = {f"layer_{n}/kernel": np.full((n + 1, 2), n, np.float32) for n in range(6)}
        write_bundle(Path(folder) / "m.ckpt", tensors)
        (index,), (data,) = Path(folder).glob("*.index"), Path(folder).glob("*.data-*")
        return index.read_bytes(), data.read_bytes()


def bundle_door(file: Path) -> None:
    """All tensors of a checkpoint of TensorFlow."""
    file.with_name("m.ckpt.data-00000-of-00001").write_bytes(bundle()[1])
    found = TensorBundle(file.with_suffix(""))
    for name in found.entries:
        found.read(name)


@functools.cache
def small_model() -> dict[str, bytes]:
    """The files of a model of 2 layers and 10 words."""
    import tempfile

    core = Tokenizer(models.WordPiece({word: n for n, word in enumerate(WORDS)}, unk_token="[UNK]"))
    core.pre_tokenizer = pre_tokenizers.Whitespace()
    core.post_processor = processors.BertProcessing(("[SEP]", 3), ("[CLS]", 2))
    marks = {
        "pad_token": "[PAD]",
        "unk_token": "[UNK]",
        "cls_token": "[CLS]",
        "sep_token": "[SEP]",
        "mask_token": "[MASK]",
    }
    sizes = {"hidden_size": 8, "num_hidden_layers": 2, "num_attention_heads": 2, "intermediate_size": 12}
    with tempfile.TemporaryDirectory() as folder, torch.random.fork_rng(devices=[]):
        torch.manual_seed(1)
        PreTrainedTokenizerFast(tokenizer_object=core, **marks).save_pretrained(folder)
        BertModel(BertConfig(vocab_size=len(WORDS), max_position_embeddings=16, **sizes)).save_pretrained(
            folder
        )
        return {file.name: file.read_bytes() for file in Path(folder).iterdir() if file.is_file()}


def model_door(name: str, file: Path) -> None:
    """Description, tokenizer and weights of a model one of whose files is ``file``."""
    folder = file.parent / "model"
    folder.mkdir(exist_ok=True)
    for each, content in small_model().items():
        (folder / each).write_bytes(file.read_bytes() if each == name else content)
    encoder = Encoder(source=str(folder))
    describe_encoder(encoder)
    if name != "model.safetensors":
        load_tokenizer(encoder)("a good film", "bad")
    if name != "tokenizer.json":
        model, _ = load_encoder(encoder, None, 0)
        with torch.no_grad():
            model(input_ids=torch.tensor([[2, 5, 6, 3]]))


def text_door(file: Path) -> None:
    """The lines of a packed text."""
    for line in _read_lines([file]):
        assert line


BOUNDARIES: dict[str, tuple[str, Callable[[], bytes], Callable, Callable[[Path], None]]] = {
    "xlsx": ("rows.xlsx", workbook, mutants.mutate_archive, rows_door),
    "parquet": ("rows.parquet", parquet, mutants.mutate_bytes, rows_door),
    "json": (
        "rows.json", lambda: json.dumps([{"text": t, "label": c} for t, c in ROWS]).encode(),
        mutants.mutate_json_file, lambda file: preview_source(DataSource(source=str(file))) and None,
    ),
    "trainer state": (
        "trainer_state.json", lambda: json.dumps(STATE).encode(), mutants.mutate_json_file, log_door
    ),
    "event file": (
        f"{PREFIX}1", events, functools.partial(mutants.mutate_records, checksum=_masked_checksum), log_door
    ),
    "TensorFlow index": ("m.ckpt.index", lambda: bundle()[0], mutants.mutate_bytes, bundle_door),
    "packed text": (
        "texts.gz", lambda: gzip.compress("\n".join(t for t, _ in ROWS * 9).encode()), mutants.mutate_bytes, text_door
    ),
    "config.json": (
        "config.json", lambda: small_model()["config.json"], mutants.mutate_json_file,
        functools.partial(model_door, "config.json"),
    ),
    "tokenizer.json": (
        "tokenizer.json", lambda: small_model()["tokenizer.json"], mutants.mutate_json_file,
        functools.partial(model_door, "tokenizer.json"),
    ),
    "safetensors": (
        "model.safetensors", lambda: small_model()["model.safetensors"], mutants.mutate_tensors,
        functools.partial(model_door, "model.safetensors"),
    ),
}  # fmt: skip


def examine(boundary: str, seeds: Iterable[int], folder: Path) -> None:
    """Assert that every mutant is read or refused in a sentence, and that the sound file is read."""
    name, make, mutate, door = BOUNDARIES[boundary]
    sound = make()
    (folder / name).write_bytes(sound)
    door(folder / name)
    failed = []
    for seed in seeds:
        mutants.write_mutant(sound, folder / name, seed, mutate)
        try:
            door(folder / name)
        except UserError as error:
            assert error.message and "\n" not in str(error), (seed, str(error))
        except BaseException as error:
            if isinstance(error, KeyboardInterrupt):
                raise
            failed.append((seed, f"{type(error).__name__}: {error}"[:200]))
    assert failed == []


@pytest.mark.parametrize("boundary", BOUNDARIES)
def test_a_mutant_is_read_or_refused_in_a_sentence(boundary: str, tmp_path: Path, home: Path) -> None:
    # 127 and 640 damage the list of a workbook's parts, which is read to recognise the format.
    examine(boundary, (*range(FAST), 127, 640), tmp_path)


@pytest.mark.nightly
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("boundary", BOUNDARIES)
def test_a_thousand_mutants_are_read_or_refused_in_a_sentence(
    boundary: str, tmp_path: Path, home: Path
) -> None:
    examine(boundary, range(FAST, FAST + NIGHTLY), tmp_path)


def test_updates_beyond_what_a_store_holds_are_refused(tmp_path: Path, home: Path) -> None:
    """Mutants that a longer run has found: numbers of updates beyond 64 bits."""
    examine("trainer state", range(376, 377), tmp_path)


def test_an_empty_list_is_no_class(tmp_path: Path, home: Path) -> None:
    """Mutants that a longer run has found: the label of one row is []."""
    examine("json", range(5009, 5017), tmp_path)


def changed_sheet(folder: Path, old: str, new: str) -> Path:
    """The workbook with one thing in its sheet changed, a text that cells may share, and nothing in its chart."""
    out = folder / "rows.xlsx"
    with (
        zipfile.ZipFile(io.BytesIO(workbook())) as sound,
        zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as target,
    ):
        for name in sound.namelist():
            text = sound.read(name)
            if name == "xl/worksheets/sheet1.xml":
                assert old.encode() in text
                text = text.replace(old.encode(), new.encode())
            text = text.replace(b"</Types>", SHARED_TYPE + b"</Types>")
            target.writestr(name, b"" if "chartsheet" in name else text)
        target.writestr("xl/sharedStrings.xml", f'<sst xmlns="{MAIN}"><si><t>shared</t></si></sst>')
    return out


def test_what_a_sheet_claims_of_its_size_is_not_believed(tmp_path: Path, home: Path) -> None:
    file = changed_sheet(tmp_path, 'ref="A1:D31"', 'ref="A1:XFD1048576"')
    assert len(open_rows(file)) == 30
    file = changed_sheet(tmp_path, '<row r="31"', '<row r="999999999999"')
    with pytest.raises(UserError, match="rows.xlsx, Sheet: .*1,048,576"):
        open_rows(file)


@pytest.mark.parametrize(
    ("cell", "words"),
    [
        ('t="s"><v>-1', "rows.xlsx, Sheet, row 32: a cell .* lacks"),
        ('t="d"><v>soon', "row 32: a cell has an invalid value"),
        ('s="1"><v>99999999', "rows.xlsx, Sheet, cell A32: .* beyond all dates"),
    ],
)
def test_a_cell_without_a_value_of_its_kind_is_named(
    cell: str, words: str, tmp_path: Path, home: Path
) -> None:
    end = '<row r="32"><c r="A32" {}</v></c><c r="B32" t="s"><v>0</v></c></row></sheetData>'
    rows = open_rows(changed_sheet(tmp_path, "</sheetData>", end.format('t="s"><v>0')))
    assert len(rows) == 31 and rows.data.column("label")[30].as_py() == "shared"
    with pytest.raises(UserError, match=words):
        open_rows(changed_sheet(tmp_path, "</sheetData>", end.format(cell)))


def test_a_sheet_that_unpacks_hugely_or_takes_long_is_refused(
    tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = changed_sheet(tmp_path, "</sheetData>", "</sheetData>" + " " * (70 << 20))
    assert file.stat().st_size < 200_000
    with pytest.raises(UserError, match=UNPACKED_MB):
        open_rows(file)
    monkeypatch.setenv(UNPACKED_MB, "100")
    assert len(open_rows(file)) == 30
    wide = "".join(f'<row r="{n}"><c r="XFD{n}"><v>1</v></c></row>' for n in range(32, 60_000))
    file = changed_sheet(tmp_path, "</sheetData>", f"{wide}</sheetData>")
    monkeypatch.setenv(READ_SECONDS, "0.5")
    with pytest.raises(UserError, match=f"within 0.5 seconds.*{READ_SECONDS}"):
        open_rows(file)
    monkeypatch.setenv(READ_SECONDS, "soon")
    with pytest.raises(UserError, match=f"{READ_SECONDS}: 'soon'"):
        open_rows(file)


def test_only_the_parsers_complaints_become_sentences() -> None:
    with pytest.raises(KeyboardInterrupt), parsing("file", "a table"):
        raise KeyboardInterrupt
    with pytest.raises(OSError, match="full"), parsing("file", "a table"):
        raise OSError(28, "full")  # waited for elsewhere
    sentence = r"file: the file cannot be read as a table \(KeyError\)"
    with pytest.raises(UserError, match=sentence), parsing("file", "a table"):
        raise KeyError


def test_what_a_workbook_lacks_for_excel_is_no_line_of_the_error_output(tmp_path: Path, home: Path) -> None:
    file = changed_sheet(tmp_path, "</sheetData>", "</sheetData><extLst><ext uri='x'/></extLst>")
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        assert len(open_rows(file)) == 30
    assert [str(each.message) for each in told] == []


def test_time_to_read_a_table_grows_with_its_columns_not_their_square() -> None:
    table = pa.table({f"c{n}": ["neg", "pos"] for n in range(10_000)})
    begun = time.process_time()
    records = table_from_arrow(table, {}, "wide.parquet", {})
    assert len(records.columns) == 10_000 and time.process_time() - begun < patience.seconds(8)
