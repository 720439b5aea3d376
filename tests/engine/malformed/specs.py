"""Malformed designs: TOML files, and settings given with ``--set``."""

# ruff: noqa: E501  (tables of odd values read better with many in a line)
from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.engine.malformed.cases import MalformedCase

SOUND = """name = "Sound"
seed = 1

[encoder]
source = "palimpsest-tiny"

[[stages]]
kind = "finetune"
epochs = 1

[stages.data]
source = "samples:reviews"
train_rows = 40
validation_rows = 20
test_rows = 20
"""


def spec_cases() -> list[MalformedCase]:
    """Return all malformed designs."""
    return [*toml_cases(), *value_cases(), *sweep_cases(), *recipe_cases(), *setting_cases(), *file_cases()]


def queue(folder: Path, design: str, *settings: str) -> list[str]:
    """Return the arguments that check a design and queue its runs in a store of their own."""
    given = (word for each in settings for word in ("--set", each))
    return ["run", design, "--queue", "--store", str(folder / "store.sqlite"), *given]


def toml_case(
    name: str,
    content: str | bytes,
    *settings: str,
    mentions: tuple[str, ...] = ("design.toml",),
    legal: bool = False,
) -> MalformedCase:
    """Return the case of one TOML file."""

    def write(folder: Path) -> list[str]:
        data = content.encode("utf-8") if isinstance(content, str) else content
        (folder / "design.toml").write_bytes(data)
        return queue(folder, str(folder / "design.toml"), *settings)

    return MalformedCase(f"design, {name}", write, mentions, legal)


def changed(old: str, new: str) -> str:
    """Return the sound design with one line changed."""
    assert old in SOUND
    return SOUND.replace(old, new, 1)


def toml_cases() -> Iterator[MalformedCase]:
    """Yield files that are no TOML, or no design."""
    for name, content in {
        "empty": b"", "a blank": b" \n", "bytes": b"\xff\xfe\0\1", "Latin-1": "name = 'é'".encode("latin-1"),
        "utf-16": SOUND.encode("utf-16"), "NUL": SOUND.replace("Sound", "So\0und").encode(), "cut short": SOUND[:30].encode(),
        "prose": b"This is a letter.", "JSON": b'{"name": "x"}', "a key twice": SOUND.replace("seed = 1", "seed = 1\nseed = 2").encode(),
        "a table twice": SOUND.replace("[encoder]", "[encoder]\n[encoder]").encode(),
        "lists 20,000 deep": b"a = " + b"[" * 20_000, "closed lists 5,000 deep": b"a = " + b"[" * 5000 + b"]" * 5000,
        "tables 20,000 deep": b"a = " + b"{a = " * 20_000, "a key 3,000 deep": b".".join([b"a"] * 3000) + b" = 1",
        "a table 3,000 deep": b"[" + b".".join([b"a"] * 3000) + b"]\nb = 1", "lists 300 deep": b"a = " + b"[" * 300 + b"]" * 300,
        "5,000 digits": b"seed = " + b"9" * 5000, "a date": b"name = 1979-05-27T07:32:00Z", "half a surrogate pair": rb'name = "\ud800"',
        "a character beyond Unicode": rb'name = "\U00110000"', "no stages": b'name = "x"', "stages as a word": b'stages = "finetune"',
        "stages as a table": b"[stages]\nkind = 'finetune'", "no stage in stages": b"stages = []", "numbers as stages": b"stages = [1, 2]",
        "one long line": b"a" * 2_000_000, "two megabytes of comment": b"# " + b"x" * 2_000_000,
    }.items():  # fmt: skip
        yield toml_case(name, content)
    yield toml_case("thirty thousand keys", "".join(f"k{n} = {n}\n" for n in range(30_000)))


ODD_VALUES = (
    "", '""', '"x"', "'\\u0000'", "0", "-1", "1.5", "-0.0", "1e400", "nan", "inf", "-inf", "true", "[]", "[[]]", "{}", "[1, 2]",
    '{kind = "x"}', '{kind = ["finetune"]}', "{kind = 1}", "{kind = {}}", '["a", 1]', "1979-05-27", "9223372036854775808",
    "9223372036854775807", "-9223372036854775809", "1" + "0" * 400, "9" * 5000, "0x7fffffffffffffffffff", '"\\ud800"', '"' + "x" * 5000 + '"',
    '"a\\u001b[31mb"', '"\\u0000"',
)  # fmt: skip
"""Values that fit few fields or none."""

FIELDS = (
    ("name", 'name = "Sound"'), ("seed", "seed = 1"), ("source", 'source = "palimpsest-tiny"'), ("kind", 'kind = "finetune"'),
    ("epochs", "epochs = 1"), ("train_rows", "train_rows = 40"),
)  # fmt: skip


def value_cases() -> Iterator[MalformedCase]:
    """Yield designs in which a field has a value of another type, beyond its range or beyond any number."""
    for name, line in FIELDS:
        for value in ODD_VALUES:
            shown = f"{name} = {value[:24]}"
            yield toml_case(
                f"{shown} ({len(value)})", changed(line, f"{name} = {value}"), mentions=(), legal=True
            )
    for line in (
        "notes = 1e400", "tags = 5", "tags = [[1]]", 'seeds = "x"', "seeds = {init = -1e300}", "seeds = {init = 18446744073709551616}",
        "compute = 1", 'compute = {device = "gpu:1"}', 'compute = {device = "cpu:999999999999"}', "compute = {threads = 1000000}",
        'compute = {device = "cuda:99"}', "compute = {threads = -1}", "compute = {micro_tokens = 1e30}", "probes = []", "probes = {x = 1}",
        'general_texts = {a = "b"}', 'recipe = "x"', "unknown = 1", '"\\ud800" = 1', '"" = 1', '"a.b" = 1',
        "probes = {drift = {kind = 1}}", "tags = [" + '"t",' * 10_000 + "]",
    ):  # fmt: skip
        yield toml_case(
            f"with {line[:40]}", changed("seed = 1", f"seed = 1\n{line}"), mentions=(), legal=True
        )
    for line in (
        "max_length = 0", "max_length = 1", "max_length = 100000", "batch_size = 0", "batch_size = 1000000000000", "learning_rate = 0",
        "learning_rate = -1", "learning_rate = nan", "learning_rate = 1e400", "truncation = 1", 'truncation = {kind = "head", kept = 1}',
        "schedule = []", 'schedule = {kind = "slanted", warmup = inf}', 'freezing = "none such"', 'freezing = {kind = {kind = 1}}',
        'start = "²"', 'start = "99999999999999999999999"', f'start = "{"9" * 5000}"', 'start = "1@x"', 'start = "\\ud800"', "start = 3",
        'preset = "none"', "preset = [1]", "preset = {}", "objective = 1", 'objective = {kind = "x"}', "features = 1", "features = {layers = 1}",
        'features = {layers = "last:99"}', "decay = {kind = []}", "optimizer = {kind = {}}", 'metric = "none"', "keep = 1", "epochs = 1\nepochs = 2",
        "seed = 99999999999999999999", "anchor = 1", 'anchor = {kind = "ewc", strength = 1e400}', "replay = true", 'title = "\\u0000"',
        "data = 1", 'label = "x"', 'kind2 = "x"', "hidden = [[[[1]]]]",
    ):  # fmt: skip
        yield toml_case(
            f"a stage with {line[:40]}",
            changed("epochs = 1", f"epochs = 2\n{line}" if not line.startswith("epochs") else line),
            mentions=(),
            legal=True,
        )
    for line in (
        "draw = -1", "draw = 99999999999999999999", "validation_share = nan", "validation_share = 2", "train_percent = 0", "train_percent = 1e400",
        "split_seed = -1", 'format = 1', 'format = {kind = []}', 'format = {kind = "csv", encoding = 1}', "text = 1", "text = [1, [2]]", "label = []",
        "pair = 2", 'pair = "x"', "classes = 1", 'classes = ["a", 1]', 'resolved = {source = "x"}', "target = 1", 'target = {kind = "x"}', "cleaning = []",
        'join = "\\ud800"', 'validation = "absent.csv"', 'test = "~nobody-here/x.csv"', f'test = "{"x" * 300}"', "test = 1",
    ):  # fmt: skip
        yield toml_case(
            f"data with {line[:40]}",
            changed("train_rows = 40", f"train_rows = 40\n{line}"),
            mentions=(),
            legal=True,
        )
    for source in (
        "", " ", "samples:", "samples:none", "paper:none", "catalogue:x", "hub:", "x" * 300, "~nobody-here/x", "/dev/zero", "/dev/null", "/", "..", "\\u0000", "\\ud800",
    ):  # fmt: skip
        yield toml_case(
            f"data from {source[:20]!r}",
            changed('source = "samples:reviews"', f'source = "{source}"'),
            mentions=(),
        )
    for source in (
        "", " ", "absent/folder", "run:99999999999999999999", "run:²", "run:1/stage-x", "run:1@" + "9" * 5000, "run:", "/dev/null", "/", "~nobody-here/x", "x" * 300,
        "\\u0000", "a\\u001bb", "palimpsest-none", "../../etc/passwd", "run:last/average-nan", "run:1/stage-99999999999999999999",
    ):  # fmt: skip
        yield toml_case(
            f"an encoder from {source[:20]!r}", changed('"palimpsest-tiny"', f'"{source}"'), mentions=()
        )


def sweep_cases() -> Iterator[MalformedCase]:
    """Yield designs whose sweep is at fault."""
    for line in (
        "sweep = 1", "sweep = []", 'sweep = {seed = "x"}', "sweep = {seed = 1}", "sweep = {seed = []}", "sweep = {seed = [[]]}", "sweep = {none = [1]}",
        'sweep = {seed = ["x"]}', "sweep = {seed = [9223372036854775808]}", "sweep = {epochs = [1, nan]}", 'sweep = {"stages.5.epochs" = [1]}',
        'sweep = {"stages.x.epochs" = [1]}', 'sweep = {"stages.-1.epochs" = [1]}', 'sweep = {"stages.99999999999999999999.epochs" = [1]}',
        'sweep = {"epochs.a.b" = [1]}', 'sweep = {"" = [1]}', 'sweep = {"." = [1]}', 'sweep = {"..." = [1]}', 'sweep = {stages = [[]]}', "sweep = {stages = [1]}",
        'sweep = {way = [{name = "a", without = 5}]}', 'sweep = {way = [{name = "a", without = ["x"]}]}', 'sweep = {way = [{name = "a", without = [9]}]}',
        'sweep = {way = [{name = "a", without = [1]}]}', 'sweep = {way = [{name = "a", set = 1}]}', 'sweep = {way = [{name = "a", set = {none = 1}}]}',
        'sweep = {way = [{name = "a", but_not = 5}]}', 'sweep = {way = [{name = "a", unknown = 5}]}', 'sweep = {way = [{name = ["a"]}]}',
        'sweep = {seed = [{name = "a"}]}', "sweep = {seed = [" + ",".join(map(str, range(200_000))) + "]}",
        "sweep = {seed = [" + ",".join(map(str, range(100))) + "], epochs = [" + ",".join(["1"] * 100) + "]}",
        'sweep = {"data.source" = ["samples:none"]}', 'sweep = {"data.source.x" = [1]}', "sweep = {name = [1e400]}", "sweep = {encoder = [1]}", "sweep = {data = [[1]]}",
    ):  # fmt: skip
        yield toml_case(
            f"with {line[:60]} ({len(line)})",
            changed("seed = 1", f"seed = 1\n{line}"),
            mentions=(),
            legal="way = [{name = [" in line or "name = [1e400" in line,
        )


def recipe_cases() -> Iterator[MalformedCase]:
    """Yield designs with faulty sizes and a faulty place in the paper."""
    for line in (
        "sizes = 1", "sizes = []", "sizes = {sample = 1}", "sizes = {sample = []}", "sizes = {sample = {set = 1}}", "sizes = {sample = {set = []}}",
        "sizes = {sample = {set = {none = 1}}}", "sizes = {sample = {sweep = 1}}", "sizes = {sample = {sweep = {seed = 1}}}", "sizes = {none = {}}",
        "sizes = {sample = {none = 1}}", "sizes = {sample = {sweep = {seed = [{}]}}}", "paper = 1", "paper = []", "paper = {none = 1}", 'paper = {table = 1, rows = [1]}',
    ):  # fmt: skip
        yield toml_case(
            f"with {line}",
            changed("seed = 1", f"seed = 1\n{line}"),
            mentions=(),
            legal=line.startswith("paper = {table"),
        )


def setting_cases() -> Iterator[MalformedCase]:
    """Yield settings of the command line that fit no field."""
    for setting in (
        "", "=", "seed", "=1", "seed=", "seed=x", "seed=-1", "seed=1e400", "seed=nan", f"seed={'9' * 20}", f"seed={'9' * 5000}", "seed=9223372036854775808",
        "seed=[", "seed=[]", "seed=[1,[2]]", "seed={}", "seed=" + "[" * 5000, "seed=" + "[" * 5000 + "]" * 5000, "seed=" + "{a=" * 3000,
        "seed=[" + ",".join(map(str, range(6000))) + "]", "seed.x=1", "seed.0=1", "none=1", "train_rows=0", "stages=1", "stages=[]", "stages.0=1", "stages.9=1",
        "stages.-1=1", "stages.x.epochs=1", "stages.0.none=1", f"stages.{'9' * 5000}.epochs=1", "stages.0.data.source.x=1", "encoder=1", "encoder.source=",
        "encoder.none=1", "decay.kind=none", 'decay.kind=["zhang"]', "decay.kind={}", "decay=1", "compute.device=gpu:1", "compute.device=cpu:0",
        "compute.threads=1000000000000", "truncation.kind=none", "preset=none", "preset=[[1]]", "data=[]", "data.source=/dev/zero", "data.format.kind=x", "name=\ud800",
        "\ud800=1", "name=\x1b[31m", "name=" + "x" * 5000, "notes=" + "[" * 200 + "]" * 200, "tags=5", "a" * 5000 + "=1", "." * 3000 + "=1",
        "a." * 3000 + "b=1", "name=1979-05-27", "seeds.init=1.5", "epochs=9" + "0" * 30, "batch_size=1e30", 'name="\\ud800"',
        "general_texts=1", 'general_texts={a = "b"}', "resolved=1", "kind=distil", "stages.0.kind=none", "stages.0.kind=",
    ):  # fmt: skip

        def write(folder: Path, setting: str = setting) -> list[str]:
            (folder / "design.toml").write_text(SOUND, encoding="utf-8")
            return queue(folder, str(folder / "design.toml"), setting)

        legal = setting.startswith(
            ("name=", "notes=", "seed=[1", "batch_size", "general_texts={", "kind=", "train_rows=0")
        ) or setting in ("seed=", "decay.kind=none", 'decay.kind=["zhang"]')
        yield MalformedCase(f"--set {setting[:30]!a} ({len(setting)})", write, legal=legal)


def file_cases() -> Iterator[MalformedCase]:
    """Yield places that hold no design."""

    def case(name: str, place: Callable[[Path], str]) -> MalformedCase:
        return MalformedCase(f"design at {name}", lambda folder: queue(folder, place(folder)))

    def made(path: Path, make: Callable[[Path], object]) -> str:
        make(path)
        return str(path)

    yield case("nothing", lambda folder: str(folder / "absent.toml"))
    yield case("a folder", str)
    yield case("a folder called toml", lambda folder: made(folder / "a.toml", Path.mkdir))
    yield case("a pipe", lambda folder: made(folder / "a.toml", os.mkfifo))
    yield case("a device", lambda folder: "/dev/zero")
    yield case("a loop of links", lambda folder: made(folder / "a.toml", lambda p: p.symlink_to(p)))
    yield case("a name of 300 letters", lambda folder: str(folder / ("x" * 300 + ".toml")))
    yield case("a user who does not exist", lambda folder: "~no-such-user-here/a.toml")
    yield case("a name that is no UTF-8", lambda folder: str(folder / "\udcff.toml"))
    yield case("a recipe that does not exist", lambda folder: "quickstrat")
    yield case("a size that does not exist", lambda folder: "quickstart:huge")
    yield case("a recipe with half a pair", lambda folder: "\udcff")
    yield case("no name", lambda folder: "")
    yield case("a recipe of 100,000 letters", lambda folder: "x" * 100_000)
    yield case("a colon", lambda folder: ":")
    yield case("a recipe elsewhere", lambda folder: "..")
