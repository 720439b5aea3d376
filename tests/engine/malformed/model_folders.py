"""Malformed model folders: configurations, tokenizers and weights that are none, or do not belong together."""

# ruff: noqa: E501  (tables of odd values read better with many in a line)
from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import load_file, save_file

from engine.paths import RESOURCES
from tests.engine.malformed.cases import MalformedCase

SOUND = RESOURCES / "models" / "palimpsest-tiny"
FILES = ("config.json", "tokenizer.json", "tokenizer_config.json", "model.safetensors")
Change = Callable[[Path], object]


def model_cases() -> list[MalformedCase]:
    """Return all malformed model folders."""
    return [*config_cases(), *tokenizer_cases(), *weight_cases(), *folder_cases()]


def describes(folder: Path, source: Path) -> list[str]:
    """Return the arguments that look at a model's configuration."""
    store = str(folder / "s.sqlite")
    return ["run", "quickstart", "--queue", "--store", store, "--set", f"encoder.source={source}"]


def tokenizes(folder: Path, source: Path) -> list[str]:
    """Return the arguments that load a model's tokenizer."""
    return ["data", "tokens", str(small_file(folder)), "--encoder", str(source)]


def loads(folder: Path, source: Path) -> list[str]:
    """Return the arguments that load a model's weights and tokenizer, and compute with them."""
    return ["encoders", "rank", str(small_file(folder)), str(source), "--texts", "20"]


def small_file(folder: Path) -> Path:
    """Return a small file that is a data set, and a text."""
    file = folder / "texts.csv"
    rows = "".join(
        f"the {('dull', 'bright')[n % 2]} film number {n} of the year,{n % 2}\n" for n in range(60)
    )
    file.write_text(f"text,label\n{rows}", encoding="utf-8")
    return file


def case(
    name: str, change: Change, *uses: Callable[[Path, Path], list[str]], legal: bool = False
) -> Iterator[MalformedCase]:
    """Yield the cases of one changed copy of a sound folder, one for each use."""
    for use in uses:

        def write(folder: Path, use: Callable[[Path, Path], list[str]] = use) -> list[str]:
            source = folder / "model"
            source.mkdir()
            for name in FILES:
                shutil.copy(SOUND / name, source / name)
            change(source)
            return use(folder, source)

        yield MalformedCase(f"model, {name}, {use.__name__}", write, legal=legal)


def with_json(file: str, **changes: Any) -> Change:
    """Return what writes other values into a JSON file; None removes a key."""

    def change(folder: Path) -> None:
        values = json.loads((folder / file).read_text(encoding="utf-8"))
        values.update(changes)
        kept = {key: value for key, value in values.items() if value is not None or key not in changes}
        (folder / file).write_text(json.dumps(kept), encoding="utf-8")

    return change


def with_bytes(file: str, content: bytes) -> Change:
    """Return what replaces a file."""
    return lambda folder: (folder / file).write_bytes(content)


NO_OBJECTS = {
    "empty": b"", "no JSON": b"{", "bytes": b"\xff\xfe\0", "a list": b"[]", "a number": b"7", "null": b"null", "deep": b"[" * 100_000, "deep objects": b'{"a":' * 50_000,
    "a number of 5,000 digits": b'{"vocab_size": ' + b"9" * 5000 + b"}", "Latin-1": '{"name": "é"}'.encode("latin-1"),
}  # fmt: skip


def config_cases() -> Iterator[MalformedCase]:
    """Yield configurations that are no JSON, of wrong types, out of range, or of another kind of model."""
    for name, content in NO_OBJECTS.items():
        yield from case(f"config.json is {name}", with_bytes("config.json", content), describes)
    for name, make in {
        "a folder": Path.mkdir,
        "a loop": lambda p: p.symlink_to(p.name),
        "a pipe": os.mkfifo,
    }.items():

        def replaced(folder: Path, make: Callable[[Path], object] = make) -> None:
            (folder / "config.json").unlink()
            make(folder / "config.json")

        yield from case(f"config.json is {name}", replaced, describes)
    for key in (
        "hidden_size", "num_hidden_layers", "num_attention_heads", "vocab_size", "intermediate_size", "max_position_embeddings",
    ):  # fmt: skip
        for value in ("word", [1], {"a": 1}, -1, 0, 1.5, 1e400, 10**9, 10**30, True, None, "12", "9" * 5000):
            yield from case(
                f"{key} = {str(value)[:12]} ({type(value).__name__})",
                with_json("config.json", **{key: value}),
                describes,
                legal=True,
            )
        for value in ("word", [1], -1, 10**9, 7):
            yield from case(
                f"{key} = {value}",
                with_json("config.json", **{key: value}),
                loads,
                legal=key == "intermediate_size" and value == 7,
            )
    for key, value in (
        ("model_type", None), ("model_type", 7), ("model_type", []), ("model_type", "none-such"), ("model_type", "gpt2"), ("model_type", "t5"), ("model_type", "\ud800"),
        ("architectures", 7), ("architectures", [7]), ("architectures", "BertModel"), ("architectures", {"a": 1}), ("is_decoder", "yes"), ("pad_token_id", "x"), ("pad_token_id", -5),
        ("pad_token_id", 10**9), ("type_vocab_size", "x"), ("type_vocab_size", 0), ("hidden_act", "none"), ("hidden_act", 7), ("hidden_dropout_prob", "x"), ("hidden_dropout_prob", 7.0),
        ("layer_norm_eps", "x"), ("torch_dtype", "none"), ("dtype", 7), ("auto_map", {"AutoModel": "evil.Model"}), ("auto_map", 7), ("id2label", 7), ("id2label", {"x": []}),
        ("initializer_range", "x"), ("position_embedding_type", 7), ("quantization_config", {"quant_method": "none"}), ("attn_implementation", "none"),
    ):  # fmt: skip
        yield from case(
            f"{key} = {value!a}", with_json("config.json", **{key: value}), describes, loads, legal=True
        )


def tokenizer_cases() -> Iterator[MalformedCase]:
    """Yield tokenizers that are none, lack tokens, or do not fit the model."""
    for name, content in NO_OBJECTS.items():
        yield from case(f"tokenizer.json is {name}", with_bytes("tokenizer.json", content), tokenizes)
        yield from case(
            f"tokenizer_config.json is {name}",
            with_bytes("tokenizer_config.json", content),
            tokenizes,
            legal=True,
        )
    for key, value in (
        ("model", None), ("model", 7), ("model", {}), ("model", {"type": "None"}), ("model", {"type": "WordPiece", "vocab": {}}), ("model", {"type": "WordPiece", "vocab": 7}),
        ("model", {"type": "WordPiece", "vocab": {"a": -1}, "unk_token": "[UNK]", "continuing_subword_prefix": "##", "max_input_chars_per_word": 100}),
        ("model", {"type": "BPE", "vocab": {"a": 0}, "merges": [["a", "zz"]]}), ("added_tokens", 7), ("added_tokens", [{"id": "x"}]), ("added_tokens", [{"id": 10**9, "content": "x"}]),
        ("normalizer", 7), ("normalizer", {"type": "None"}), ("pre_tokenizer", []), ("post_processor", {"type": "None"}), ("post_processor", {"type": "TemplateProcessing"}),
        ("post_processor", {"type": "TemplateProcessing", "single": [{"SpecialToken": {"id": "x", "type_id": 0}}], "pair": [], "special_tokens": {}}), ("decoder", 7), ("version", 7),
        ("truncation", 7), ("padding", "x"),
    ):  # fmt: skip
        yield from case(
            f"tokenizer's {key} = {str(value)[:60]}",
            with_json("tokenizer.json", **{key: value}),
            tokenizes,
            loads,
            legal=True,
        )

    def vocabulary(content: bytes) -> Change:
        def change(folder: Path) -> None:
            (folder / "tokenizer.json").unlink()
            (folder / "vocab.txt").write_bytes(content)

        return change

    for name, content in {
        "no UTF-8": b"[PAD]\n\xff\xfe\n", "empty": b"", "one word": b"word\n", "without special tokens": b"a\nb\nc\n", "words twice": b"[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\na\na\n",
        "more words than the model": b"".join(b"[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\n".splitlines(True)) + b"".join(b"w%d\n" % n for n in range(40_000)), "NUL": b"\0\n" * 9,
    }.items():  # fmt: skip
        yield from case(f"vocab.txt is {name}", vocabulary(content), tokenizes, loads, legal=True)
    for key, value in (
        ("tokenizer_class", 7), ("tokenizer_class", "None"), ("tokenizer_class", "GPT2Tokenizer"), ("pad_token", 7), ("pad_token", None), ("pad_token", {"content": 7}), ("cls_token", "[NONE]"),
        ("mask_token", []), ("model_max_length", "x"), ("model_max_length", -1), ("added_tokens_decoder", 7), ("added_tokens_decoder", {"x": {}}), ("auto_map", {"AutoTokenizer": ["evil.T", None]}),
        ("extra_special_tokens", 7), ("do_lower_case", "x"),
    ):  # fmt: skip
        yield from case(
            f"tokenizer_config's {key} = {value!a}",
            lambda f, k=key, v=value: (f / "tokenizer_config.json").write_text(json.dumps({k: v})),
            tokenizes,
            loads,
            legal=True,
        )  # type: ignore[misc]
    for name, content in NO_OBJECTS.items():
        yield from case(
            f"special_tokens_map.json is {name}",
            with_bytes("special_tokens_map.json", content),
            tokenizes,
            legal=True,
        )


def weight_cases() -> Iterator[MalformedCase]:
    """Yield weights that are no tensors, of other shapes, missing, or no numbers."""

    def tensors(change: Callable[[dict[str, torch.Tensor]], object]) -> Change:
        def apply(folder: Path) -> None:
            held = load_file(folder / "model.safetensors")
            change(held)
            save_file(
                {name: value.contiguous() for name, value in held.items()},
                folder / "model.safetensors",
                {"format": "pt"},
            )

        return apply

    def each(held: dict[str, torch.Tensor], make: Callable[[torch.Tensor], torch.Tensor]) -> None:
        for name in held:
            held[name] = make(held[name])

    def one(
        make: Callable[[torch.Tensor], torch.Tensor], part: str = "word_embeddings"
    ) -> Callable[[dict[str, torch.Tensor]], None]:
        def change(held: dict[str, torch.Tensor]) -> None:
            name = next(name for name in held if part in name)
            held[name] = make(held[name])

        return change

    def hole(value: torch.Tensor, number: float) -> torch.Tensor:
        made = value.clone()
        made.view(-1)[3] = number
        return made

    for name, change in {
        "none": lambda held: held.clear(), "one left": lambda held: [held.pop(k) for k in list(held)[1:]], "one missing": lambda held: held.pop(next(k for k in held if "query.weight" in k)),
        "other names": lambda held: [held.__setitem__(f"x.{k}", held.pop(k)) for k in list(held)], "NaN in one": one(lambda v: hole(v, float("nan"))),
        "NaN in a layer": one(lambda v: hole(v, float("nan")), "query.weight"), "inf in one": one(lambda v: hole(v, float("inf"))), "all NaN": lambda held: each(held, lambda v: v * float("nan")),
        "one row less": one(lambda v: v[:-1]), "one column less": one(lambda v: v[:, :-1]), "transposed": one(lambda v: v.t()), "flat": one(lambda v: v.reshape(-1)),
        "an empty one": one(lambda v: v[:0]), "empty ones": lambda held: each(held, lambda v: v.reshape(-1)[:0]), "a scalar": one(lambda v: v.reshape(-1)[0].clone()),
        "whole numbers": lambda held: each(held, lambda v: v.to(torch.int64)), "bytes as numbers": lambda held: each(held, lambda v: v.to(torch.uint8)),
        "truth values": lambda held: each(held, lambda v: v > 0), "complex numbers": lambda held: each(held, lambda v: v.to(torch.complex64)), "doubles": lambda held: each(held, lambda v: v.double()),
        "8-bit floats": lambda held: each(held, lambda v: v.to(torch.float8_e4m3fn)), "a layer of other shape": one(lambda v: v[:, :-1], "query.weight"),
    }.items():  # fmt: skip
        yield from case(
            f"weights, {name}",
            tensors(change),
            loads,
            legal=name in ("doubles", "8-bit floats", "bytes as numbers"),
        )  # type: ignore[arg-type]
    whole = (SOUND / "model.safetensors").read_bytes()
    for name, content in {
        "empty": b"", "junk": b"junk" * 50, "cut short": whole[: len(whole) // 2], "the header only": whole[:200], "a header of 2^60 bytes": (2**60).to_bytes(8, "little") + whole[8:],
        "a header that is no JSON": (9).to_bytes(8, "little") + b"{{{{{{{{{" + whole[17:], "a header that is deep": (100_000).to_bytes(8, "little") + b"[" * 100_000, "a pickle": b"\x80\x04.",
        "offsets beyond the end": whole[:8] + whole[8:].replace(b'"data_offsets":[0,', b'"data_offsets":[9,', 1),
    }.items():  # fmt: skip
        yield from case(f"weights, {name}", with_bytes("model.safetensors", content), loads)
    for name, index in {
        "a pickle": {"weight_map": {"bert.embeddings.word_embeddings.weight": "pytorch_model.bin"}}, "a file elsewhere": {"weight_map": {"a": "../../x.safetensors"}},
        "an absent file": {"weight_map": {"a": "absent.safetensors"}}, "a number": 7, "no map": {}, "a list": {"weight_map": []}, "numbers": {"weight_map": {"a": 7}},
    }.items():  # fmt: skip

        def indexed(folder: Path, index: object = index) -> None:
            (folder / "model.safetensors").rename(folder / "pytorch_model.bin")
            (folder / "model.safetensors.index.json").write_text(json.dumps(index), encoding="utf-8")

        yield from case(f"an index of weights that names {name}", indexed, loads, describes)


def stretch(file: Path, size: int) -> None:
    """Give a file a size without giving it content: a sparse file takes no space on the disk."""
    with file.open("ab") as stream:
        stream.truncate(size)


def all_zero(folder: Path) -> None:
    """Write zeros for all weights."""
    file = folder / "model.safetensors"
    save_file({k: torch.zeros_like(v) for k, v in load_file(file).items()}, file, {"format": "pt"})


def promise_terabytes(folder: Path) -> None:
    """Write weights whose header speaks of a tensor of four terabytes, and hold nothing of it."""
    name = "embeddings.word_embeddings.weight"
    about = {"dtype": "F32", "shape": [1_000_000, 1_000_000], "data_offsets": [0, 4 * 10**12]}
    header = json.dumps({name: about}).encode()
    (folder / "model.safetensors").write_bytes(len(header).to_bytes(8, "little") + header)


def folder_cases() -> Iterator[MalformedCase]:
    """Yield folders that lack a part, or hold pickles."""
    for name in ("config.json", "tokenizer.json", "model.safetensors"):
        yield from case(
            f"without {name}",
            lambda f, n=name: (f / n).unlink(),
            describes,
            loads,
            legal=name == "tokenizer.json",
        )  # type: ignore[misc]
    yield from case(
        "a pickle for weights",
        lambda f: (f / "model.safetensors").rename(f / "pytorch_model.bin"),
        describes,
        loads,
    )
    yield from case(
        "an adapter",
        with_bytes("adapter_config.json", b'{"base_model_name_or_path": "x"}'),
        loads,
        legal=True,
    )
    yield from case(
        "code beside it", with_bytes("modeling_x.py", b"raise SystemExit('ran')"), loads, legal=True
    )
    for name in ("vocab.txt", "tokenizer.json", "tokenizer_config.json"):
        yield from case(
            f"{name} of 10 GB", lambda f, n=name: stretch(f / n, 10 << 30), describes, tokenizes, loads
        )  # type: ignore[misc]
    yield from case("weights that are all zero", all_zero, loads, legal=True)
    yield from case("weights of 100 GB", lambda f: stretch(f / "model.safetensors", 100 << 30), loads)
    yield from case("weights that promise terabytes", promise_terabytes, loads)
    yield from case("nothing", lambda f: [each.unlink() for each in f.iterdir()], describes, tokenizes, loads)
