"""Errors and their report: places, redaction, child processes, what is checked before a run, plug-ins."""

from __future__ import annotations

import errno
import io
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import psutil
import pytest

from engine import child_processes, faults, launch, paths, plugins
from engine import preflight as module
from engine.errors import TooLittleMemoryError, UserError, is_device_lost, is_out_of_memory
from engine.faults import report_fault
from engine.filtered_stream import FilteredStream
from engine.preflight import preflight
from engine.problem_report import write_problem_report
from engine.redaction import HIDDEN, redact, redact_output
from engine.spec.experiment import parse_experiment
from engine.store import Store, runs


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (MemoryError(), True),
        (RuntimeError("CUDA out of memory. Tried to allocate 2.00 GiB"), True),
        (
            RuntimeError("[enforce fail at alloc_cpu.cpp:114] DefaultCPUAllocator: can't allocate memory"),
            True,
        ),
        (RuntimeError("could not create a primitive"), True),
        (RuntimeError("could not execute a primitive"), True),
        (RuntimeError("MPS backend out of memory (MPS allocated: 1 GB)"), True),
        (RuntimeError("CUDA error: CUBLAS_STATUS_ALLOC_FAILED when calling cublasCreate"), True),
        (RuntimeError("can't start new thread"), True),
        (OSError(errno.ENOMEM, "Cannot allocate memory"), True),
        (RuntimeError("Cannot allocate memory (os error 12)"), True),
        (RuntimeError("memory allocation of 77 bytes failed"), True),
        (RuntimeError("malloc of size 64 failed: Failed to allocate"), True),
        (RuntimeError("std::bad_alloc"), True),
        (ImportError("libx.so: failed to map segment from shared object"), True),
        (ImportError("libx.so: cannot allocate memory in static TLS block"), False),
        (TooLittleMemoryError("the memory is too small for one text."), True),
        (SystemError("<built-in method read> error return without exception set"), True),
        (UserError("the label 'out of memory' is unknown."), False),
        (RuntimeError("shape mismatch"), False),
        (ValueError("out of memory"), False),
    ],
)
def test_out_of_memory_is_told_from_other_errors(error: Exception, expected: bool) -> None:
    assert is_out_of_memory(error) is expected


def test_torchs_own_error_counts_as_out_of_memory() -> None:
    import torch

    assert is_out_of_memory(torch.OutOfMemoryError("x"))
    with pytest.raises(RuntimeError) as caught:
        torch.empty(2**60, dtype=torch.uint8)
    assert is_out_of_memory(caught.value)


def test_memory_is_found_to_be_the_reason_behind_another_error() -> None:
    with pytest.raises(OSError, match="weights") as raised:
        try:
            raise RuntimeError("unable to mmap 400 bytes from file <model>: Cannot allocate memory (12)")
        except RuntimeError as error:
            raise OSError("Unable to load weights") from error
    assert is_out_of_memory(raised.value)


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (RuntimeError("CUDA error: unspecified launch failure\nCUDA kernel errors might be ..."), True),
        (RuntimeError("CUDA error: uncorrectable ECC error encountered"), True),
        (RuntimeError("CUDA error: device-side assert triggered"), True),
        (RuntimeError("Unable to determine the device handle for GPU 0000:01:00.0: GPU is lost."), True),
        (RuntimeError("CUDA out of memory. Tried to allocate 2.00 GiB"), False),
        (UserError("the label 'GPU is lost' is unknown."), False),
    ],
)
def test_a_lost_gpu_is_told_from_other_errors(error: Exception, expected: bool) -> None:
    assert is_device_lost(error) is expected


HUB = "hf_" + "aB3dE5gH7jK9mN1pQ2rS"


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        (f"login with {HUB} failed", HUB[3:]),
        (f"https://hub.example/x?access_token={HUB[3:]}&b=1", HUB[3:]),
        ("Cannot connect to proxy http://me:pa55-word@proxy:3128/", "pa55-word"),
        ("git clone https://ghp_0123456789abcdefABCDEF@github.com/x", "0123456789abcdefABCDEF"),
        ("{'Authorization': 'Bearer abc.def-ghi_jkl'}", "abc.def-ghi_jkl"),
        ("Authorization: Basic dXNlcjpwYXNzd29yZA==", "dXNlcjpwYXNzd29yZA=="),
        ('{"api_key": "0f9e8d7c6b5a"}', "0f9e8d7c6b5a"),
        ("--token=0f9e8d7c6b5a", "0f9e8d7c6b5a"),
    ],
)
def test_what_looks_like_a_secret_is_hidden(text: str, secret: str) -> None:
    assert secret in text
    assert secret not in redact(text, {})
    assert HIDDEN in redact(text, {})


@pytest.mark.parametrize(
    "text",
    [
        "tokens: 60000000, max_tokens=123456789, mask_token=[MASK]",
        "the tokenizer of 'bert-base-uncased' has 30,522 tokens",
        "http://127.0.0.1:8321 and file:///home/me/data.csv",
        "Basic tokenization, bearer of news: mail me@example.org",
        "step 12: train/loss 0.5, key value",
    ],
)
def test_ordinary_texts_stay(text: str) -> None:
    assert redact(text, {"MAX_TOKENS": "60000000", "SSH_KEY": "/home/me/.ssh/id", "API_KEY": "short"}) == text


def test_values_of_secret_variables_are_hidden_wherever_they_stand() -> None:
    found = {
        "HF_TOKEN": "not-of-any-form",
        "PALIMPSEST_SERVE_TOKEN": "correct horse battery",
        "USER": "somebody-x",
    }
    said = redact("somebody-x said: not-of-any-form, correct horse battery", found)
    assert said == f"somebody-x said: {HIDDEN}, {HIDDEN}"


def test_all_that_a_process_prints_passes_through(monkeypatch: pytest.MonkeyPatch) -> None:
    out, err = io.StringIO(), io.StringIO()
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setattr(sys, "stderr", err)
    redact_output()
    redact_output()
    assert isinstance(sys.stdout, FilteredStream)
    print("token", HUB)
    sys.stderr.write(f"{HUB}\n")
    assert (out.getvalue(), err.getvalue()) == (f"token hf_{HIDDEN}\n", f"hf_{HIDDEN}\n")


def test_a_fault_file_has_no_secret(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PALIMPSEST_HOME", str(tmp_path))
    monkeypatch.setattr(sys, "argv", ["palimpsest", "run", f"--set=x={HUB}"])
    try:
        raise ValueError(f"the hub refused {HUB}")
    except ValueError as error:
        said = report_fault(error)
    (file,) = (tmp_path / "faults").iterdir()
    assert HUB not in said and HUB not in file.read_text(encoding="utf-8")
    assert "the hub refused" in file.read_text(encoding="utf-8")


def test_commands_do_not_import_from_the_users_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    assert child_processes.module_command("engine.launch.child", "--run", "1")[:4] == [
        sys.executable,
        "-P",
        "-m",
        "engine.launch.child",
    ]
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert child_processes.module_command("engine", "runs") == [
        sys.executable,
        "--engine-module",
        "engine",
        "runs",
    ]


def test_a_frozen_program_runs_the_module_it_is_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    child_processes.dispatch_frozen_module(["runs"])  # an ordinary call: nothing happens
    child_processes.dispatch_frozen_module(["--engine-module", "os"])  # only our own modules
    with pytest.raises(SystemExit):
        child_processes.dispatch_frozen_module(["--engine-module", "engine.launch.child", "--help"])
    assert "Trains one run" in capsys.readouterr().out


@pytest.mark.usefixtures("home")
def test_a_run_that_does_not_fit_into_free_memory_is_said_with_a_remedy(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stage = {"kind": "finetune", "data": "samples:reviews", "batch_size": 64, "max_length": 128}
    plan = [parse_experiment({"stages": [stage], "compute": {"device": "cpu"}})]
    assert preflight(plan) == []  # the bundled encoder fits anywhere, so nobody looks
    monkeypatch.setattr(module, "_SMALL_ENCODER", 0)
    monkeypatch.setattr(psutil, "virtual_memory", lambda: SimpleNamespace(available=1.5e9))
    (said,) = preflight(plan)
    assert "1.5 GB are free on this computer" in said and "Accumulation: " in said
    split = [parse_experiment({"stages": [stage], "compute": {"device": "cpu", "micro_tokens": 512}})]
    assert preflight(split) == []


@pytest.mark.usefixtures("home")
def test_a_test_split_that_says_nothing_is_told_whether_its_data_were_read_before_or_not() -> None:
    small = {"source": "samples:reviews", "test_rows": 49}
    enough = {"source": "samples:questions", "test_rows": 50}
    plans = [
        parse_experiment({"stages": [{"kind": "finetune", "data": small}]}),
        parse_experiment({"stages": [{"kind": "multitask", "tasks": [{"data": enough}, {"data": small}]}]}),
        parse_experiment({"stages": [{"kind": "finetune", "data": enough}]}),
    ]
    words = "The test split has 49 texts: too few for a conclusion (at least 50 are needed)."
    told = [f"stages.0.data.source: {words}", f"stages.0.tasks.1.data.source: {words}"]
    assert preflight(plans) == told
    assert preflight(plans) == told, "known from the cache"


PROGRAM = """
import importlib, sys
for name in sys.argv[1:]:
    importlib.import_module(name)
from engine.data.readers.base import FormatReader
from engine.spec.freezing import Freezing
from engine.spec.data import FileFormat
print(*FileFormat.known_options(), *Freezing.known_options())
"""


def options_after(*first: str) -> list[str]:
    return subprocess.run(
        [sys.executable, "-c", PROGRAM, *first], capture_output=True, check=True, encoding="utf-8"
    ).stdout.split()


def test_options_have_one_order_whatever_was_imported_first() -> None:
    """A specification is written with the kinds of its fields: two processes must write the same file."""
    usual = options_after()
    assert usual.index("auto") < usual.index("csv") < usual.index("hub") < usual.index("xlsx")
    assert options_after("engine.data.readers.delimited", "engine.data.readers.hub") == usual


@pytest.mark.parametrize("name", ["nosuch.module", "no-module", "..", "x" * 3000])
def test_a_misspelt_plug_in_is_named(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PALIMPSEST_PLUGINS", name)
    for _ in range(2):  # it is tried again, and not taken for loaded
        with pytest.raises(UserError, match="PALIMPSEST_PLUGINS: the plug-in"):
            plugins._load("")


def fail_with(text: str) -> None:
    raise ValueError(text)


def test_it_has_states_and_places_and_neither_texts_nor_names(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOME_TOKEN", "k3pt-to-ourselves")
    store = paths.default_store()
    spec = {"name": "Confidential trial", "stages": [{"kind": "finetune", "data": "samples:reviews"}]}
    with Store(store) as opened:
        number = launch.enqueue(opened, [parse_experiment(spec)])[0]
        reason = "ValueError: 'a private sentence' k3pt-to-ourselves"
        runs.set_run_columns(opened, [number], status="failed", reason=reason)
    try:
        fail_with("another private sentence")
    except ValueError as error:
        faults.report_fault(error)
    text = write_problem_report(store)
    assert f"run {number}: failed at 0 of 0, ValueError\n" in text
    assert "test_errors.py" in text and "in fail_with" in text
    assert "ok: Python: " in text and "1 failed" in text
    for hidden in (
        "private sentence",
        "Confidential",
        "k3pt-to-ourselves",
        "samples:reviews",
        str(Path.home()) + "/",
    ):
        assert hidden not in text


def test_without_a_store_it_says_so(home: Path) -> None:
    assert "There is no store yet." in write_problem_report(home / "none.sqlite")
