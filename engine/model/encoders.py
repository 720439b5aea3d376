"""The encoder that a run starts from: its location, description, tokenizer and weights.

The module imports no heavy library at the top, since the window calls ``describe_encoder`` while the user types.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from engine import paths
from engine.errors import UserError, printable, require_plain_file
from engine.json_types import JsonObject
from engine.model.hf_loading import ENCODER_FIELD, encoder_error, load_with_user_errors
from engine.model.tokenizer.mask_token import has_mask_token
from engine.model.tokenizer.special_token_counts import BERT_COUNTS, ROBERTA_COUNTS, special_token_counts
from engine.paths import RESOURCES
from engine.spec.experiment import Encoder
from engine.spec.features import Features, check_features
from engine.text_files import read_json_object

if TYPE_CHECKING:
    import torch
    from transformers import PreTrainedConfig, PreTrainedModel, PreTrainedTokenizerFast
    from transformers.models.auto.auto_factory import _BaseAutoModelClass

DROPOUT_FIELDS = (
    "hidden_dropout_prob", "attention_probs_dropout_prob",  # BERT, RoBERTa, ELECTRA, ALBERT, MPNet, DeBERTa
    "dropout", "attention_dropout",  # DistilBERT, ModernBERT, EuroBERT
    "embedding_dropout", "mlp_dropout",  # ModernBERT
)  # fmt: skip
"""Config fields that set dropout in the model families."""

_HUB_ID = re.compile(r"^[A-Za-z0-9][\w.-]*(/[A-Za-z0-9][\w.-]*)?$")
_TOKENIZERS = ("tokenizer.json", "vocab.txt", "vocab.json", "spiece.model", "sentencepiece.bpe.model")
_PICKLES = ("pytorch_model.bin", "model.bin", "pytorch_model.bin.index.json", "model.ckpt", "tf_model.h5")
_INDEX = "model.safetensors.index.json"
INT8_FILE = "model.int8.safetensors"
"""Weights in the format of ``engine.model.conversion.int8_weights``, in place of model.safetensors."""
_POOLING = "1_Pooling/config.json"
_ADAPTER = "adapter_config.json"
_REDIRECTIONS = ("transformers_weights", "auto_map")
"""Config fields that name further files to load: weights, and code."""
_USUAL = {"chunk_size_feed_forward": 0, "return_dict": True}
"""Config fields with which a model fits only some batches, or answers in another form."""
_MOST_CONFIG_BYTES = 64 << 20
_MOST_TOKENIZER_BYTES = 256 << 20
_MOST_WEIGHT_BYTES = 64 << 30
_GENERATORS = ("ForCausalLM", "LMHeadModel", "ForConditionalGeneration")


@dataclass(frozen=True)
class EncoderInfo:
    """The description of an encoder, read from its ``config.json`` and tokenizer files.

    ``parameters`` is an estimate without heads. ``positions`` is the largest number of tokens of a text, special
    tokens included. ``next_sentence``: whether its family has a next-sentence head. ``masks``: whether its vocabulary
    has [MASK]. ``specials``: numbers of special tokens around one text, and around and between two.
    """

    name: str
    model_type: str
    layers: int
    hidden: int
    heads: int
    vocabulary: int
    positions: int
    parameters: int
    next_sentence: bool = False
    masks: bool = True
    specials: tuple[int, int] = BERT_COUNTS

    def special_count(self, pair: bool) -> int:
        """Return the number of special tokens around one text, or around and between the two of a pair."""
        return self.specials[pair]


def is_hub_id(source: str) -> bool:
    """Return whether ``source`` can only be a hub id: neither a bundled encoder, nor that of a run, nor a folder."""
    bundled = source.startswith("palimpsest-") or (RESOURCES / "models" / source).is_dir()
    return bool(_HUB_ID.match(source)) and not bundled and not paths.user_path(source).is_dir()


def locate_encoder(encoder: Encoder) -> str | Path:
    """Return the folder of a bundled or local encoder, or else the hub id. Raises UserError when it is neither."""
    source = encoder.source
    bundled = RESOURCES / "models" / source
    folder = bundled if (bundled / "config.json").is_file() else paths.user_path(source)
    if folder.is_dir():
        # Exports in our own layout have the encoder in a subfolder (see engine.model.conversion.export).
        nested = folder / "encoder"
        return (
            nested
            if not (folder / "config.json").is_file() and (nested / "config.json").is_file()
            else folder
        )
    if folder.is_file():
        raise encoder_error(f"'{source}' is a file.", "Give the folder that holds config.json.")
    if not _HUB_ID.match(source) or source.startswith("palimpsest-"):
        raise encoder_error(
            f"there is no encoder '{source}': no folder here has that name.",
            "Give palimpsest-small, a folder with config.json and model.safetensors, or a hub id.",
        )
    return source


def describe_encoder(encoder: Encoder) -> EncoderInfo:
    """Return size and limits of an encoder, from its ``config.json`` and, in a folder, its tokenizer files.

    Raises UserError when a folder is not a model, when the hub cannot be reached or does not have the id.
    """
    path = locate_encoder(encoder)
    if isinstance(path, Path):
        _check_folder(path, needs_weights=encoder.weights == "pretrained")
    info = describe_encoder_config(_read_config(encoder, path), str(encoder.source))
    if not isinstance(path, Path):
        return info
    return replace(info, masks=has_mask_token(path), specials=special_token_counts(path, info.specials))


def recommended_pooling(encoder: Encoder) -> str:
    """Return the pooling of an encoder's sentence vectors, ``mean`` or ``cls``, or "" where it declares none.

    It is read from the ``1_Pooling/config.json`` of sentence-transformers.
    """
    path = locate_encoder(encoder)
    if not isinstance(path, Path):
        from huggingface_hub import try_to_load_from_cache

        config_file = try_to_load_from_cache(path, _POOLING, revision=encoder.revision or None)
        path = Path(config_file).parent.parent if isinstance(config_file, str) else Path()
    file = path / _POOLING
    data = read_json_object(file, place=ENCODER_FIELD) if file.is_file() else {}
    poolings = [
        key for key in ("mean", "cls") if data.get(f"pooling_mode_{key}_token{'s' * (key == 'mean')}") is True
    ]
    return poolings[0] if len(poolings) == 1 else ""


def describe_teacher(source: str, field: str) -> EncoderInfo:
    """Return ``describe_encoder`` of ``source``, whose errors name ``field`` rather than the run's encoder."""
    try:
        return describe_encoder(Encoder(source=source))
    except UserError as error:
        raise UserError(error.message, place=field, remedy=error.remedy) from None


def describe_encoder_config(config: JsonObject, name: str) -> EncoderInfo:
    """Return ``describe_encoder`` for a ``config.json`` that has already been read."""
    family, architectures = config.get("model_type", ""), config.get("architectures") or []
    if (
        not isinstance(family, str)
        or not isinstance(architectures, list)
        or not all(isinstance(each, str) for each in architectures)
    ):
        raise _config_error("model_type and architectures are not names")
    model_type = printable(family, 60)
    layers, hidden = _field(config, "num_hidden_layers", "n_layers"), _field(config, "hidden_size", "dim")
    architecture = " ".join(architectures)
    generates = config.get("is_encoder_decoder") or config.get("is_decoder")
    if not model_type or not layers or not hidden or generates or any(g in architecture for g in _GENERATORS):
        content = f"a {model_type} model" if model_type else "no Hugging Face model"
        raise encoder_error(
            f"'{name}' holds {content}, not a BERT-like encoder.",
            "Choose a BERT, RoBERTa, DistilBERT, ELECTRA, MiniLM, DeBERTa, ModernBERT or EuroBERT model.",
        )
    positions = _field(config, "max_position_embeddings") or 512
    if model_type in ROBERTA_LIKE_FAMILIES:
        # These number positions from the id of the padding token + 1.
        positions -= _padding(config) + 1
    return EncoderInfo(
        name=name,
        model_type=model_type,
        layers=layers,
        hidden=hidden,
        heads=_field(config, "num_attention_heads", "n_heads"),
        vocabulary=_field(config, "vocab_size"),
        positions=positions,
        parameters=_parameters(config, model_type, layers, hidden),
        next_sentence=model_type in NEXT_SENTENCE_FAMILIES,
        specials=ROBERTA_COUNTS if model_type in ROBERTA_LIKE_FAMILIES else BERT_COUNTS,
    )


ROBERTA_LIKE_FAMILIES = (
    "roberta",
    "xlm-roberta",
    "camembert",
    "mpnet",
    "longformer",
    "xlm-roberta-xl",
    "roberta-prelayernorm",
)
"""Model types whose first token has the position ``pad_token_id`` + 1."""

NEXT_SENTENCE_FAMILIES = ("bert", "ernie", "megatron-bert", "mobilebert")
"""Model types with BERT's two heads: masked words and next sentence."""


_SPANS = ("position_buckets", "max_relative_positions")
"""Config fields for half the rows of DeBERTa's table of relative positions. The first that is set applies."""
_LARGEST = {"num_hidden_layers": 1000, "n_layers": 1000, "num_hidden_groups": 1000}
_LARGEST_OTHERS = 10_000_000
"""Largest valid numbers of a configuration. Larger ones, from a damaged file, would exhaust memory."""


def _padding(config: JsonObject) -> int:
    value = config.get("pad_token_id")
    return 1 if value is None else _number(config, "pad_token_id")


def _field(config: JsonObject, *names: str) -> int:
    return next((_number(config, name) for name in names if config.get(name)), 0)


def _number(config: JsonObject, name: str) -> int:
    """Return a whole number of the configuration. Raises UserError for any other value, and for implausible sizes."""
    value, largest = config[name], _LARGEST.get(name, _LARGEST_OTHERS)
    if type(value) is not int or not 0 <= value <= largest:
        text = (
            printable(repr(value), 40)
            if not isinstance(value, int) or value.bit_length() < 64
            else "a huge number"
        )
        raise _config_error(f"{name} is {text}, not a whole number up to {largest:,}")
    return value


def _config_error(problem: str) -> UserError:
    return encoder_error(f"the model's config.json is damaged: {problem}.", "Copy the model again.")


def _parameters(config: JsonObject, model_type: str, layers: int, hidden: int) -> int:
    vocabulary, inner = _field(config, "vocab_size"), _field(config, "intermediate_size", "hidden_dim")
    if model_type == "modernbert":
        # No biases, a gated feed-forward (three matrices in two), rotary positions, no normalisation before layer 1.
        return vocabulary * hidden + layers * (4 * hidden**2 + 3 * hidden * inner + 2 * hidden) + hidden
    if model_type == "eurobert":
        # As ModernBERT, with one more normalisation, and possibly fewer heads for keys and values.
        heads = _field(config, "num_attention_heads") or 1
        size = _field(config, "head_dim") or hidden // heads
        shared = _field(config, "num_key_value_heads") or heads
        attention = 2 * hidden * size * (heads + shared)
        return vocabulary * hidden + layers * (attention + 3 * hidden * inner + 2 * hidden) + hidden
    width = _field(config, "embedding_size") or hidden
    if model_type == "deberta-v2":
        return _deberta_parameters(config, layers, hidden, width)
    types = 0 if model_type == "distilbert" else _number({"type_vocab_size": 2} | config, "type_vocab_size")
    embeddings = width * (vocabulary + _field(config, "max_position_embeddings") + types + 2)
    projection = (width + 1) * hidden if width != hidden or model_type == "albert" else 0
    layer = 4 * hidden * (hidden + 1) + 2 * hidden * inner + inner + hidden + 4 * hidden
    distinct_layers = _field(config, "num_hidden_groups") or 1 if model_type == "albert" else layers
    return embeddings + projection + layer * distinct_layers


def _deberta_parameters(config: JsonObject, layers: int, hidden: int, width: int) -> int:
    """Return the number of weights of DeBERTa v2 or v3, whose layers share a table of relative positions."""
    inner, positions = _field(config, "intermediate_size"), _field(config, "max_position_embeddings") or 512
    rows = _field(config, "vocab_size") + _number({"type_vocab_size": 0} | config, "type_vocab_size")
    if config.get("position_biased_input", True):
        rows += positions
    total = rows * width + 2 * hidden + (width * hidden if width != hidden else 0)
    matrices = 4
    if config.get("relative_attention"):
        # Not _first: an unlimited span is written as -1.
        span = next(
            (n for n in map(config.get, _SPANS) if type(n) is int and 0 < n <= _LARGEST_OTHERS), positions
        )
        total += 2 * span * hidden + 2 * hidden * ("layer_norm" in str(config.get("norm_rel_ebd", "none")))
        kinds = str(config.get("pos_att_type") or "")
        matrices += 0 if config.get("share_att_key") else ("c2p" in kinds) + ("p2c" in kinds)
    if kernel := _field(config, "conv_kernel_size"):
        total += kernel * hidden**2 // (_field(config, "conv_groups") or 1) + 3 * hidden
    return total + layers * (matrices * hidden * (hidden + 1) + 2 * hidden * inner + inner + 5 * hidden)


def resolve_max_length(info: EncoderInfo, max_length: int) -> int:
    """Return ``max_length``, or the positions of the encoder when it is 0. Raises UserError when it exceeds them."""
    if max_length > info.positions:
        raise UserError(
            f"a length of {max_length} tokens is more than '{info.name}' reads ({info.positions}).",
            place="max_length",
            remedy=f"Set it to {info.positions} or less, or to 0.",
        )
    return max_length or info.positions


def require_features(features: Features, info: EncoderInfo) -> None:
    """Raise UserError when the encoder does not support these features."""
    for field, problem in check_features("features", features, info.layers):
        raise UserError(problem.message, place=field, remedy=problem.remedy)


def load_tokenizer(encoder: Encoder) -> PreTrainedTokenizerFast:
    """Load the encoder's fast tokenizer. Raises UserError when it is missing or has no padding token."""
    from transformers import AutoTokenizer, PreTrainedTokenizerFast

    from engine.data.special_tokens import tokenizer_core

    path = locate_encoder(encoder)
    if isinstance(path, Path):
        _check_folder(path, needs_weights=False)
    else:
        # This distinguishes an unknown id from a missing network better than transformers does.
        _read_config(encoder, path)
    tokenizer = load_with_user_errors(
        encoder.source,
        lambda: AutoTokenizer.from_pretrained(
            path, revision=encoder.revision or None, use_fast=True, trust_remote_code=False
        ),
    )
    if not isinstance(tokenizer, PreTrainedTokenizerFast) or tokenizer.pad_token_id is None:
        raise encoder_error(
            f"the tokenizer of '{encoder.source}' has no fast form or no padding token.",
            "Choose an encoder with a tokenizer.json.",
        )
    # Some tokenizers are incomplete and fail on unknown words only. BERT removes characters of no script.
    load_with_user_errors(encoder.source, lambda: tokenizer_core(tokenizer).encode("a \U00013000 word"))
    vocabulary = _field(_read_config(encoder, path), "vocab_size")
    # An added mask token matters for masked words only, and ``mask_token_id`` checks it.
    added_ids = {*tokenizer.added_tokens_decoder} - {tokenizer.mask_token_id}
    if vocabulary and (count := max(tokenizer.vocab_size, *(i + 1 for i in added_ids), 0)) > vocabulary:
        raise encoder_error(
            f"the tokenizer of '{encoder.source}' has {count:,} tokens, but the model has {vocabulary:,}.",
            "They belong to different models: copy the model again.",
        )
    return tokenizer


def load_config(encoder: Encoder, dropout: float | None) -> PreTrainedConfig:
    """Return the encoder's transformers config, with ``dropout`` in all its dropout fields (None: unchanged)."""
    from transformers import AutoConfig

    describe_encoder(encoder)
    path = locate_encoder(encoder)
    config = load_with_user_errors(
        encoder.source,
        lambda: AutoConfig.from_pretrained(path, revision=encoder.revision or None, trust_remote_code=False),
    )
    for name in _REDIRECTIONS:
        if hasattr(config, name):
            delattr(config, name)
    for name, value in _USUAL.items():
        if hasattr(config, name):
            setattr(config, name, value)
    if dropout is not None:
        for name in DROPOUT_FIELDS:
            if isinstance(getattr(config, name, None), int | float):
                setattr(config, name, dropout)
    return config


def load_encoder(
    encoder: Encoder,
    dropout: float | None,
    seed: int,
    *,
    pooler: bool = False,
    kind: type[_BaseAutoModelClass] | None = None,
) -> tuple[PreTrainedModel, list[str]]:
    """Return the encoder as ``load_with_missing`` does, and notes on weights that the checkpoint lacks."""
    model, missing = load_with_missing(encoder, dropout, seed, pooler=pooler, kind=kind)
    return model, missing_notes(encoder, model, missing) if encoder.weights == "pretrained" else []


def load_with_missing(
    encoder: Encoder,
    dropout: float | None,
    seed: int,
    *,
    pooler: bool = False,
    kind: type[_BaseAutoModelClass] | None = None,
) -> tuple[PreTrainedModel, set[str]]:
    """Return the encoder in float32 on the CPU, and the names of weights that were initialised rather than loaded.

    Args:
        encoder: the encoder. With ``weights="random"`` all weights are initialised.
        dropout: probability of all dropout layers, or None for that of the config.
        seed: the seed of initialised weights.
        pooler: whether to keep the pooler ([CLS] -> dense -> tanh), where the family has one.
        kind: the auto-class of transformers, by default ``AutoModel`` (no heads).

    Raises UserError when the folder is not a model or its weights cannot be read.
    """
    import torch
    from transformers import AutoModel

    from engine import random_streams
    from engine.kernels.attention import attention_implementation
    from engine.kernels.dropout import use_cheap_dropout
    from engine.kernels.fused_layers import install_fused_layers
    from engine.kernels.meta_init import skip_meta_init

    config = load_config(encoder, dropout)
    path, auto_class = locate_encoder(encoder), kind or AutoModel
    attention = attention_implementation(config.model_type)
    options: JsonObject = {"attn_implementation": attention} if attention else {}
    if auto_class is AutoModel and has_pooling_option(config):
        options["add_pooling_layer"] = pooler
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(random_streams.derive_seed(seed, "encoder"))
        if encoder.weights == "random":
            model = load_with_user_errors(
                encoder.source, lambda: auto_class.from_config(config, dtype=torch.float32, **options)
            )
            use_cheap_dropout(model)
            install_fused_layers(model)
            return model, set(model.state_dict())
        int8 = _check_hub_repository(encoder, path) if isinstance(path, str) else _int8_file(path)
        if int8 is None and isinstance(path, Path):
            _require_floats(encoder, path)
        options |= {"config": config, "dtype": torch.float32, "output_loading_info": True}
        with skip_meta_init():
            model, info = load_with_user_errors(
                encoder.source,
                lambda: (
                    _from_int8_weights(auto_class, int8, options)
                    if int8 is not None
                    else auto_class.from_pretrained(
                        path, revision=encoder.revision or None, trust_remote_code=False,
                        use_safetensors=True, **options,
                    )
                ),
            )  # fmt: skip
    _require_finite(encoder, model)
    use_cheap_dropout(model)
    install_fused_layers(model)
    return model, set(info["missing_keys"])


def _int8_file(folder: Path) -> Path | None:
    """Return the file of 8-bit weights in ``folder``, None where it has ordinary weights."""
    file = folder / INT8_FILE
    return file if file.is_file() and not (folder / "model.safetensors").is_file() else None


def _from_int8_weights(
    auto_class: type[_BaseAutoModelClass], file: Path, options: JsonObject
) -> tuple[PreTrainedModel, dict[str, set[str]]]:
    """Return the model with the weights in ``file``, in 32 bits, and the names of missing ones."""
    import torch

    from engine.model.conversion.int8_weights import read_int8_weights

    weights = read_int8_weights(file)
    with torch.device("meta"):  # only the class is needed
        family = type(auto_class.from_config(options["config"]))
    return family.from_pretrained(None, state_dict=weights, **options)


def _require_floats(encoder: Encoder, folder: Path) -> None:
    """Raise UserError for weights in ``folder`` that are not floating-point, which transformers would cast."""
    from safetensors import safe_open

    def find_others() -> tuple[str, str] | None:
        for file in sorted(folder.glob("*.safetensors")):
            with safe_open(file, "pt") as tensors:
                for name in tensors.keys():  # noqa: SIM118  (not a mapping)
                    dtype = str(tensors.get_slice(name).get_dtype())
                    if not dtype.startswith(("F", "BF")) and not name.endswith(
                        "_ids"
                    ):  # positions are buffers
                        return name, dtype
        return None

    if weights := load_with_user_errors(encoder.source, find_others):
        raise encoder_error(
            f"the weights '{weights[0]}' are of the type {weights[1]}, not floating-point numbers.",
            "Export the model with its weights as they were trained.",
        )


def _require_finite(encoder: Encoder, model: torch.nn.Module) -> None:
    """Raise UserError for weights that are not finite."""
    for name, value in model.named_parameters():
        # A finite sum implies finite values. Only otherwise does each value have to be checked.
        if not value.sum().isfinite() and not value.isfinite().all():
            raise encoder_error(
                f"the weights '{name}' of '{encoder.source}' hold values that are not numbers (NaN or infinite).",
                "The model was damaged, or its training has diverged: choose another one.",
            )


def missing_notes(encoder: Encoder, model: torch.nn.Module, missing: set[str]) -> list[str]:
    """Return notes on weights that the checkpoint lacks.

    Raises UserError when it lacks weights of the encoder itself.
    """
    base = f"{getattr(model, 'base_model_prefix', '')}."
    heads = {n for n in missing if "pooler" in n or (hasattr(model, base[:-1]) and not n.startswith(base))}
    core = sorted(missing - heads)
    if core:
        raise encoder_error(
            f"the weights of '{encoder.source}' do not fit its config: {len(core)} tensors are missing "
            f"({', '.join(core[:2])}...).",
            "Download or export the model again.",
        )
    if not heads:
        return []
    parts = sorted({name.rpartition(".")[0] or name for name in heads})
    return [f"'{encoder.source}' comes without {', '.join(parts)}; these weights start at random."]


def has_pooling_option(config: PreTrainedConfig) -> bool:
    """Return whether the family's model class can be built with or without a pooler (BERT and RoBERTa can)."""
    import inspect

    from transformers import MODEL_MAPPING

    if type(config) not in MODEL_MAPPING:
        raise UserError(
            f"transformers has no encoder for the model type '{config.model_type}'.", place=ENCODER_FIELD
        )
    models = MODEL_MAPPING[type(config)]
    family = models[0] if isinstance(models, tuple) else models  # a few families have several classes
    return family is not None and "add_pooling_layer" in inspect.signature(family).parameters


def _check_folder(folder: Path, *, needs_weights: bool) -> None:
    if not (folder / "config.json").is_file():
        raise encoder_error(
            f"the folder '{folder}' is not a model: config.json is missing.",
            "Give a folder in Hugging Face layout (config.json, model.safetensors, tokenizer.json).",
        )
    if not any((folder / name).is_file() for name in _TOKENIZERS):
        raise encoder_error(
            f"the folder '{folder}' holds no tokenizer: tokenizer.json is missing.",
            "Copy tokenizer.json (or vocab.txt) into the folder of config.json.",
        )
    if (folder / _ADAPTER).is_file():
        raise _adapter_error(str(folder))
    _check_sizes(folder)
    if not needs_weights or any((folder / name).is_file() for name in ("model.safetensors", INT8_FILE)):
        return
    if (folder / _INDEX).is_file():
        _check_index(folder)
        return
    if any((folder / name).is_file() for name in _PICKLES):
        raise encoder_error(
            f"the weights in '{folder}' are a pickle, which can run code when it is opened.",
            "Convert them to safetensors (model.safetensors) first.",
        )
    raise encoder_error(
        f"the folder '{folder}' holds no weights: model.safetensors is missing.",
        "Copy model.safetensors into the folder of config.json, or set the weights to random.",
    )


def _check_sizes(folder: Path) -> None:
    """Raise UserError for special files, on which libraries would block, and for implausibly large ones."""
    for file in folder.iterdir():
        require_plain_file(file)
    sizes = {file.name: file.stat().st_size for file in folder.iterdir() if file.is_file()}
    weights = sum(size for name, size in sizes.items() if name.endswith(".safetensors"))
    others = {name: size for name, size in sizes.items() if name.endswith((".json", ".txt", ".model"))}
    for item, size, limit in (
        *((f"the file {printable(name, 60)}", size, _MOST_TOKENIZER_BYTES) for name, size in others.items()),
        ("the weights", weights, _MOST_WEIGHT_BYTES),
    ):
        if size > limit:
            raise encoder_error(
                f"{item} in '{folder}' would take {size / 1e9:,.1f} GB; encoders have at most {limit / 1e9:,.1f}.",
                "Copy the model again.",
            )


def _check_index(folder: Path) -> None:
    """Raise UserError unless the weight index names existing safetensors files in its folder."""
    for name in _indexed_files(folder / _INDEX, str(folder)):
        if not (folder / name).is_file():
            raise encoder_error(
                f"the weights '{printable(name, 60)}' are missing in '{folder}'.", "Copy the whole folder."
            )


def _indexed_files(index: Path, source: str) -> list[str]:
    """Return the files that a weight index names, sorted.

    Raises UserError unless all are safetensors in its folder, since transformers would open other formats too.
    """
    parts = read_json_object(index, place=ENCODER_FIELD).get("weight_map")
    names = (
        set(parts.values())
        if isinstance(parts, dict) and all(type(n) is str for n in parts.values())
        else {""}
    )
    for name in sorted(names):
        if not name.endswith(".safetensors") or Path(name).name != name:
            raise encoder_error(
                f"{_INDEX} in '{source}' names weights that are not safetensors in its folder "
                f"('{printable(name, 60)}'); other files can run code when they are opened.",
                "Convert them to safetensors (model.safetensors) first.",
            )
    return sorted(names)


def _check_hub_repository(encoder: Encoder, name: str) -> Path | None:
    """Return the 8-bit weights of a hub repository, None where it has none.

    Raises UserError where transformers would load more than safetensors from it (as ``_check_folder``).
    """
    from huggingface_hub import hf_hub_download
    from huggingface_hub.errors import EntryNotFoundError

    def fetch(file: str) -> Path | None:
        try:
            return Path(hf_hub_download(name, file, revision=encoder.revision or None))
        except EntryNotFoundError:  # also raised offline, for files that were never downloaded
            return None

    if load_with_user_errors(name, lambda: fetch(_ADAPTER)) is not None:
        raise _adapter_error(name)
    index = load_with_user_errors(name, lambda: fetch(_INDEX))
    if index is not None:
        _indexed_files(index, name)
    return load_with_user_errors(name, lambda: fetch(INT8_FILE))


def _adapter_error(source: str) -> UserError:
    return encoder_error(
        f"'{source}' holds an adapter ({_ADAPTER}) rather than an encoder alone.",
        "Merge it into the weights first (merge_and_unload of peft), and save these alone.",
    )


def _read_config(encoder: Encoder, path: str | Path) -> JsonObject:
    if isinstance(path, Path):
        file = path / "config.json"
    else:
        from huggingface_hub import hf_hub_download

        file = Path(
            load_with_user_errors(
                encoder.source,
                lambda: hf_hub_download(path, "config.json", revision=encoder.revision or None),
            )
        )
    config = read_json_object(file, max_bytes=_MOST_CONFIG_BYTES, place=ENCODER_FIELD)
    for name, value in config.items():
        if not _is_finite(value):
            raise _config_error(f"{printable(name, 60)} holds a value that is not a number (NaN or infinite)")
    _field(config, "num_labels")  # transformers makes a name for each
    return config


def _is_finite(value: object) -> bool:
    """Return whether all numbers in a JSON value are finite, since Python's reader accepts NaN and Infinity."""
    if isinstance(value, dict | list):
        return all(map(_is_finite, value.values() if isinstance(value, dict) else value))
    return not isinstance(value, float) or math.isfinite(value)
