"""Import of checkpoints of other programs as a Hugging Face folder, without running any of their code.

Supported are the original TensorFlow checkpoints of BERT (Devlin et al. 2019) and bare PyTorch state dicts, such as
those of Sun et al. 2019 (``gamma`` and ``beta``, with or without the prefix ``bert.``). Heads for masked words and
next sentences are imported where the checkpoint has them. Missing weights are not made up.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import torch
from safetensors.torch import save_file

from engine.cache.atomic_folders import atomic_folder
from engine.errors import UserError
from engine.json_types import ParsedJson
from engine.model.conversion.checkpoint_source import ForeignCheckpoint, open_checkpoint
from engine.model.conversion.export import require_empty_folder

REQUIRED_FIELDS = (
    "vocab_size",
    "hidden_size",
    "num_hidden_layers",
    "num_attention_heads",
    "intermediate_size",
)
OPTIONAL_FIELDS = (
    "hidden_act", "hidden_dropout_prob", "attention_probs_dropout_prob", "max_position_embeddings",
    "type_vocab_size", "initializer_range", "layer_norm_eps",
)  # fmt: skip
REQUIRED_TOKENS = ("[PAD]", "[UNK]", "[CLS]", "[SEP]")
HEAD_TITLES = {"cls.predictions.": "masked words", "cls.seq_relationship.": "next sentence"}
TIED_TENSORS = {
    "cls.predictions.decoder.weight": "bert.embeddings.word_embeddings.weight",
    "cls.predictions.decoder.bias": "cls.predictions.bias",
}
"""Head weights that are tied to another tensor and stored once."""


@dataclass(frozen=True)
class CheckpointImportReport:
    """The report of an import.

    Attributes:
        tensors, parameters: numbers of imported tensors and parameters.
        lower_case: whether the tokenizer lower-cases.
        heads: the heads in the checkpoint.
        lacking: parts that the checkpoint lacks. They are initialised at random where they are needed.
        left_out: kinds of tensors that the model does not use, with their counts.
        notes: assumptions that were made.
    """

    folder: Path
    source: str
    layers: int
    hidden: int
    vocabulary: int
    lower_case: bool
    tensors: int
    parameters: int
    heads: tuple[str, ...]
    lacking: tuple[str, ...]
    left_out: dict[str, int] = field(default_factory=dict)
    notes: tuple[str, ...] = ()

    def lines(self) -> list[str]:
        """Return the report as sentences."""
        case = "lower-cased" if self.lower_case else "cased"
        lines = [
            f"{self.source}: {self.tensors} tensors with {self.parameters:,} parameters.",
            f"{self.layers} layers of width {self.hidden}; {self.vocabulary:,} words, {case}.",
            f"Heads: {', '.join(self.heads) or 'none'}.",
        ]
        if self.lacking:
            lines.append(f"Missing, start at random where needed: {', '.join(self.lacking)}.")
        if self.left_out:
            lines.append(f"Left out: {', '.join(f'{kind} ({n})' for kind, n in self.left_out.items())}.")
        return [*lines, *self.notes, f"Written to {self.folder}."]


def import_checkpoint(
    source: Path,
    folder: Path,
    *,
    config: Path | None = None,
    vocabulary: Path | None = None,
    lower_case: bool | None = None,
) -> CheckpointImportReport:
    """Write the BERT model in ``source`` to ``folder`` in Hugging Face layout: config, model.safetensors, tokenizer.

    Args:
        source: a folder with a checkpoint, the checkpoint itself (the part before ``.index``; a ``.bin`` or ``.pt``
            file), or a zip file of such a folder.
        config: ``bert_config.json``, unless it is in the checkpoint's folder.
        vocabulary: ``vocab.txt``, unless it is in the checkpoint's folder.
        lower_case: whether the tokenizer lower-cases. None: determined by the vocabulary.

    Raises UserError, before anything is written, when the source is no BERT model, holds more than tensors, is damaged,
    lacks a part of the encoder, or does not fit its config.
    """
    require_empty_folder(folder)
    with open_checkpoint(source, config, vocabulary) as checkpoint:
        tensors, left_out, notes = _tensors(checkpoint)
        settings, assumptions = _settings(checkpoint, tensors)
        words = _words(checkpoint, settings["vocab_size"])
        expected = _shapes(settings)
        left_out.update(_filter_tensors(tensors, expected, checkpoint))
    lower = not any(_has_capital(word) for word in words) if lower_case is None else lower_case
    heads = tuple(
        title for prefix, title in HEAD_TITLES.items() if any(name.startswith(prefix) for name in tensors)
    )
    lacking = sorted({_part_title(name) for name in expected if name not in tensors})
    from transformers import BertConfig, BertTokenizer

    model_config = BertConfig(**settings, pad_token_id=words.index("[PAD]"))
    model_config.architectures = ["BertForPreTraining" if heads else "BertModel"]
    token_ids = {word: number for number, word in enumerate(words)}
    tokenizer = BertTokenizer(
        vocab=token_ids, do_lower_case=lower, model_max_length=model_config.max_position_embeddings
    )
    weights = tensors if heads else {name.removeprefix("bert."): value for name, value in tensors.items()}
    with atomic_folder(folder.absolute(), seal=False) as draft:
        save_file(dict(weights), draft / "model.safetensors", metadata={"format": "pt"})
        model_config.save_pretrained(draft)
        tokenizer.save_pretrained(draft)
    return CheckpointImportReport(
        folder,
        checkpoint.name,
        settings["num_hidden_layers"],
        settings["hidden_size"],
        len(words),
        lower,
        len(tensors),
        sum(tensor.numel() for tensor in tensors.values()),
        heads,
        tuple(lacking),
        dict(left_out),
        (*notes, *assumptions),
    )


def _tensors(checkpoint: ForeignCheckpoint) -> tuple[dict[str, torch.Tensor], Counter[str], list[str]]:
    """Return the tensors under Hugging Face names in float32, counts of unused ones, and notes."""
    tensors: dict[str, torch.Tensor] = {}
    left_out: Counter[str] = Counter()
    notes: list[str] = []
    rename = map_tensorflow_name if checkpoint.tensorflow else map_pytorch_name
    for name in checkpoint.names:
        target, transposed = rename(name)
        if target is None:
            left_out[describe_unused(name)] += 1
            continue
        value = checkpoint.read(name)
        tensor = value.float() if value.is_floating_point() else value
        tensors[target] = (tensor.T if transposed else tensor).contiguous()
    for tied, source_name in TIED_TENSORS.items():
        if tied in tensors:
            if source_name in tensors and not torch.equal(tensors[tied], tensors[source_name]):
                notes.append(
                    f"{tied} differs from the embeddings; transformers ties them, so it is left out."
                )
            tensors.setdefault(source_name, tensors[tied])
            del tensors[tied]
    if not any(name.startswith("bert.embeddings.") for name in tensors):
        raise UserError(
            "holds no BERT encoder.",
            place=str(checkpoint.path),
            remedy="Palimpsest reads BERT's own TensorFlow checkpoints, and PyTorch state dicts with BERT's names.",
        )
    return tensors, left_out, notes


def _settings(source: ForeignCheckpoint, tensors: Mapping[str, torch.Tensor]) -> tuple[ParsedJson, list[str]]:
    """Return the sizes of the model, from its config or else from tensor shapes, and the assumptions made."""
    if source.config is not None:
        config = source.config
        kind = config.get("model_type", "bert")
        missing = [
            name for name in REQUIRED_FIELDS if not isinstance(config.get(name), int) or config[name] < 1
        ]
        if kind != "bert" or missing:
            problem = f"is of a {kind} model" if kind != "bert" else f"has no number for {', '.join(missing)}"
            raise UserError(
                f"{problem}.",
                place=str(source.config_path),
                remedy="Give the bert_config.json of this checkpoint.",
            )
        return {name: config[name] for name in (*REQUIRED_FIELDS, *OPTIONAL_FIELDS) if name in config}, []
    try:
        words = tensors["bert.embeddings.word_embeddings.weight"].shape
        inner = tensors["bert.encoder.layer.0.intermediate.dense.weight"].shape[0]
        settings = {
            "vocab_size": words[0],
            "hidden_size": words[1],
            "num_hidden_layers": len(
                {n.split(".")[3] for n in tensors if n.startswith("bert.encoder.layer.")}
            ),
            "num_attention_heads": max(1, words[1] // 64),
            "intermediate_size": inner,
            "max_position_embeddings": tensors["bert.embeddings.position_embeddings.weight"].shape[0],
            "type_vocab_size": tensors["bert.embeddings.token_type_embeddings.weight"].shape[0],
        }
    except (KeyError, IndexError):
        raise UserError(
            "the sizes cannot be derived from the tensors.", place=str(source.path), remedy="Name --config."
        ) from None
    return settings, [
        "There is no config, so sizes are read from the tensors, with 64 units per attention head."
    ]


def _shapes(settings: ParsedJson) -> dict[str, tuple[int, ...]]:
    """Return the shape of every tensor that BERT with both heads stores."""
    from transformers import BertConfig, BertForPreTraining

    try:
        with torch.device("meta"):
            state = BertForPreTraining(BertConfig(**settings)).state_dict()
    except (ValueError, TypeError, KeyError, RuntimeError) as error:
        message = str(error).strip().splitlines()[0]
        raise UserError(f"transformers cannot build this config ({message}).", place="config") from None
    return {name: tuple(value.shape) for name, value in state.items() if name not in TIED_TENSORS}


def _filter_tensors(
    tensors: dict[str, torch.Tensor], expected: Mapping[str, tuple[int, ...]], checkpoint: ForeignCheckpoint
) -> Counter[str]:
    """Drop tensors that BERT does not use.

    Raises UserError for unexpected shapes, and when parts of the encoder are missing.
    """
    left_out: Counter[str] = Counter()
    for name in [name for name in tensors if name not in expected]:
        left_out["other tensors"] += 1
        del tensors[name]
    for name, tensor in tensors.items():
        if tuple(tensor.shape) != expected[name]:
            raise UserError(
                f"the tensor {name} is {_format_shape(tensor.shape)}, but its config requires "
                f"{_format_shape(expected[name])}.",
                place=str(checkpoint.path),
                remedy="Give the config of this checkpoint.",
            )
    essential = ("bert.embeddings.", "bert.encoder.")
    missing = [name for name in expected if name.startswith(essential) and name not in tensors]
    if missing:
        raise UserError(
            f"{len(missing)} tensors of the encoder are missing ({', '.join(missing[:2])}...).",
            place=str(checkpoint.path),
            remedy="The checkpoint is incomplete, or its config belongs to a larger model.",
        )
    return left_out


def _words(checkpoint: ForeignCheckpoint, size: int) -> list[str]:
    words = [line.rstrip("\r\n") for line in checkpoint.vocabulary]
    while words and not words[-1]:
        words.pop()
    missing = [word for word in REQUIRED_TOKENS if word not in words]
    if missing or len(words) > size:
        raise UserError(
            f"has no {', '.join(missing)}." if missing else f"has {len(words):,} words instead of {size:,}.",
            place=str(checkpoint.vocabulary_path),
            remedy="Give the vocab.txt of this checkpoint.",
        )
    return words


def _has_capital(word: str) -> bool:
    return not word.startswith("[") and any("A" <= letter <= "Z" for letter in word)


def _part_title(name: str) -> str:
    for prefix, title in HEAD_TITLES.items():
        if name.startswith(prefix):
            return f"the head for {title}"
    return "the pooler" if name.startswith("bert.pooler.") else name


def _format_shape(shape: tuple[int, ...] | torch.Size) -> str:
    return " x ".join(map(str, shape)) or "a number"


_OPTIMISER = re.compile(
    r"(^|/)(adam_[mv]|Adam(_1)?|LAMB(_1)?|global_step|beta[12]_power|good_steps|loss_scale)$", re.IGNORECASE
)
_HEAD = re.compile(r"^(output_(weights|bias)|classifier[./_].*|classifier\d*|qa_outputs\..*|loss/.*)$")
_LEAVES = {
    "kernel": "weight",
    "gamma": "weight",
    "beta": "bias",
    "output_weights": "weight",
    "output_bias": "bias",
}
TensorTarget = tuple[str | None, bool]
"""The name in Hugging Face's models (None: unused), and whether the matrix is transposed."""


def map_tensorflow_name(name: str) -> TensorTarget:
    """Return the target of a variable of Google's BERT, e.g. ``bert/encoder/layer_0/attention/self/query/kernel``."""
    if not name.startswith(("bert/", "cls/")) or _OPTIMISER.search(name):
        return None, False
    *path, leaf = re.sub(r"/layer_(\d+)/", r"/layer/\1/", name).split("/")
    if leaf.endswith("_embeddings"):
        path, leaf = [*path, leaf], "weight"
    return ".".join([*path, _LEAVES.get(leaf, leaf)]), leaf == "kernel"


def map_pytorch_name(name: str) -> TensorTarget:
    """Return the target of a state-dict entry.

    Names may be old (``LayerNorm.gamma``) or new, with or without ``bert.`` and ``module.``.
    """
    name = name.removeprefix("module.")
    if name.startswith(("embeddings.", "encoder.", "pooler.")):
        name = f"bert.{name}"
    if not name.startswith(("bert.", "cls.")) or name == "bert.embeddings.position_ids":
        return None, False
    return re.sub(
        r"LayerNorm\.gamma$", "LayerNorm.weight", re.sub(r"LayerNorm\.beta$", "LayerNorm.bias", name)
    ), False


def describe_unused(name: str) -> str:
    """Return the purpose of an unused tensor in words."""
    if _OPTIMISER.search(name):
        return "the optimiser's state"
    if _HEAD.match(name.removeprefix("module.")):
        return "a task's head"
    return "position numbers" if name.endswith("position_ids") else "other tensors"
