"""Features that a classification head reads from the encoder, and the head itself."""

from __future__ import annotations

import re
from typing import ClassVar, Literal

from pydantic import field_validator

from engine.formatting.phrases import capital, phrase
from engine.spec.base import Choice, SpecModel, field
from engine.spec.checks.findings import EncoderFacts, PlacedFindings, SpecFinding, fault
from engine.spec.truncation import Truncation

_LAYERS = re.compile(r"^(pooler|all|last|-?\d+(\.\.-?\d+)?)(\s*,\s*(last|-?\d+(\.\.-?\d+)?))*$")


class ClassifierHead(Choice):
    """What turns the features of a text into one number per class."""

    noun: ClassVar[str] = "head"


class LinearHead(ClassifierHead):
    """Dropout and one linear layer (Sun et al. 2019, 3)."""

    title: ClassVar[str] = "Linear"
    kind: Literal["linear"] = "linear"


class MLPHead(ClassifierHead):
    """A hidden layer between features and classes."""

    title: ClassVar[str] = "Hidden layer (MLP)"
    kind: Literal["mlp"] = "mlp"
    hidden: int = field(256, "Hidden units", ge=1)
    """Width of the hidden layer."""
    activation: Literal["tanh", "relu", "gelu"] = field(
        "tanh", "Activation", choices={"tanh": "tanh", "relu": "ReLU", "gelu": "GELU"}, same_row=True
    )
    """The function after the hidden layer."""


class BiLSTMHead(ClassifierHead):
    """A bidirectional LSTM over all tokens with structured self-attention (Lin et al. 2017).

    With the whole encoder frozen this is the paper's BERT-Feat (Sun et al. 2019, Table 6). The choice of tokens is
    ignored: the head reads all of them.
    """

    title: ClassVar[str] = "BiLSTM with self-attention (BERT-Feat)"
    kind: Literal["bilstm"] = "bilstm"
    hidden: int = field(300, "LSTM units", source="Lin et al. 2017, 4", ge=1)
    """Per direction."""
    attention: int = field(350, "Attention units", source="Lin et al. 2017, 4", ge=1)
    """Width of the attention's hidden layer."""
    hops: int = field(1, "Hops", source="Lin et al. 2017, 4 (30)", ge=1, same_row=True)
    """Number of weighted sums over the tokens that are concatenated."""


class Features(SpecModel):
    """What the head sees of the encoder (Sun et al. 2019, 5.3.2)."""

    layers: str = field("last", "Layers", source="Sun et al. 2019, Table 3")
    """'last', 'all', 'pooler', layer numbers from 1 (0 is the embedding output, -1 the top) and ranges:
    '9..12', '1, 6, last'."""
    combine: Literal["concat", "mean", "max", "attention"] = field(
        "concat",
        "Combine layers",
        source="Sun et al. 2019, Table 3; attention: its code",
        choices={
            "concat": "Concatenate",
            "mean": "Mean",
            "max": "Maximum",
            "attention": "Attention over layers",
        },
    )
    """Combination of several layers into one vector; attention learns a weight for each layer and text."""
    tokens: Literal["cls", "mean", "normed_mean", "max", "cls_mean_max"] = field(
        "cls",
        "Tokens",
        choices={
            "cls": "[CLS]",
            "mean": "Mean",
            "normed_mean": "Mean, normalised",
            "max": "Maximum",
            "cls_mean_max": "[CLS], mean and maximum",
        },
        same_row=True,
    )
    """Tokens of a layer that are used: the first ([CLS]), the mean or maximum of all, or these three
    concatenated. The normalised mean can also be exported for transformers."""
    head: ClassifierHead = field(lambda: LinearHead(), "Head")
    """Network from the features to the classes."""

    @field_validator("layers")
    @classmethod
    def _readable(cls, value: str) -> str:
        if not _LAYERS.match(value.strip()):
            raise ValueError(
                f"'{value}' is not a choice of layers. Write e.g. last, all, pooler, 11, -1, 9..12 or '1, 6, last'"
            )
        return value.strip()

    def layer_indices(self, layers: int) -> tuple[int, ...]:
        """Return the indices of the selected hidden states: 0 = embedding output, ``layers`` = top layer.

        'pooler' gives the top layer, from which the pooler reads. Raises ValueError for an index out of range.
        """
        if self.layers == "all":
            return tuple(range(1, layers + 1))
        indices: list[int] = []
        for part in self.layers.split(","):
            ends = [self._index(end, layers) for end in part.strip().split("..")]
            low, high = ends[0], ends[-1]
            indices += range(low, high + 1) if low <= high else range(low, high - 1, -1)
        return tuple(dict.fromkeys(indices))

    @staticmethod
    def _index(text: str, layers: int) -> int:
        index = layers if text in ("last", "pooler") else int(text)
        index = index + layers + 1 if index < 0 else index
        if not 0 <= index <= layers:
            raise ValueError(f"there is no layer {text}: the encoder has {layers}")
        return index


TRANSFORMERS_ACTIVATIONS = {
    "bert": "tanh",
    "albert": "tanh",
    "roberta": "tanh",
    "xlm-roberta": "tanh",
    "camembert": "tanh",
    "mpnet": "tanh",
    "electra": "gelu",
    "distilbert": "relu",
}
"""Activation in the head of transformers' classifier, by encoder family. Only for heads that consist of a dense layer,
an activation and an output layer."""


MEAN_LAYER_FAMILIES = ("bert", "roberta", "xlm-roberta", "camembert", "electra", "distilbert")
"""Families in which zero queries and keys give uniform attention, so that an added layer can compute the normalised
mean of tokens (``engine.model.hf_conversion``)."""


def transformers_obstacle(
    features: Features, model_type: str, layers: int, hidden: int, outputs: int | None, in_segments: bool
) -> str:
    """Return the reason why transformers' classifier of a family cannot compute a head, or "" if it can.

    Args:
        features: the head and its input.
        model_type: the family of the encoder.
        layers, hidden: the size of the encoder.
        outputs: number of outputs of the head, None if not known yet.
        in_segments: whether long texts are read in fractions.
    """
    activation = TRANSFORMERS_ACTIVATIONS.get(model_type)
    if activation is None:
        return phrase(
            "the head of transformers' classifier for {family} is another function", family=model_type
        )
    if in_segments:
        return phrase("it reads long texts in fractions")
    if isinstance(features.head, BiLSTMHead):
        return phrase("its head is an LSTM over all tokens")
    if features.layers == "pooler":
        if isinstance(features.head, MLPHead):
            return phrase("it has a hidden layer above the pooler")
        return (
            ""
            if activation == "tanh"
            else phrase("transformers' classifier for {family} has no tanh pooler", family=model_type)
        )
    readable = ("cls", "normed_mean") if model_type in MEAN_LAYER_FAMILIES else ("cls",)
    if features.tokens not in readable or features.layer_indices(layers) != (layers,):
        return phrase("transformers' own classifier reads [CLS] of the last layer")
    if isinstance(features.head, MLPHead):
        if features.head.activation != activation:
            return phrase(
                "the hidden layer of transformers' classifier for {family} has another activation",
                family=model_type,
            )
        return "" if features.head.hidden <= hidden else phrase("its hidden layer is wider than theirs")
    rows = (outputs or 1) * (1 if activation == "tanh" else 2)
    return "" if rows <= hidden else phrase("{n} classes are too many for its head", n=outputs or 0)


def transformers_change(features: Features, model_type: str, in_segments: bool) -> str:
    """Return settings that make a head compatible with transformers: ``features.tokens=cls``.

    Empty if it is compatible, or if no setting helps. The number of classes may still be too large.
    """
    if model_type not in TRANSFORMERS_ACTIVATIONS:
        return ""
    changes = ["truncation.kind=head"] if in_segments else []
    if features.layers != "last":
        changes.append("features.layers=last")
    if model_type in MEAN_LAYER_FAMILIES and features.tokens in ("mean", "normed_mean"):
        changes += ["features.tokens=normed_mean"] if features.tokens == "mean" else []
    elif features.tokens != "cls":
        changes.append("features.tokens=cls")
    if not isinstance(features.head, LinearHead):
        changes.append("features.head.kind=linear")
    return " ".join(changes)


def onnx_obstacle(features: Features, in_segments: bool) -> str:
    """Return the reason why one ONNX graph cannot compute a head, or "" if it can."""
    if in_segments:
        return phrase("it reads long texts in fractions, which one graph cannot")
    if isinstance(features.head, BiLSTMHead):
        return phrase(
            "its head is an LSTM over all tokens, which ONNX does not support for texts of different lengths"
        )
    return ""


def describe_exports(
    features: Features,
    model_type: str,
    layers: int,
    hidden: int,
    outputs: int | None,
    in_segments: bool,
    obstacle: str = "",
) -> str:
    """Return a sentence on the export formats of a model with this head.

    ``obstacle`` is another reason against transformers. The other arguments are those of ``transformers_obstacle``.
    """
    reason = obstacle or transformers_obstacle(features, model_type, layers, hidden, outputs, in_segments)
    if not reason:
        return phrase("Export: ordinary transformers classifier, or ONNX.")
    if not onnx_obstacle(features, in_segments):
        return phrase("Export: ONNX only. {reason}.", reason=_as_sentence(reason))
    return phrase("Export: Palimpsest's own layout only. {reason}.", reason=_as_sentence(reason))


def _as_sentence(reason: str) -> str:
    """Return a reason with a capital letter, unless it begins with a lower-case name."""
    return reason if reason.startswith("transformers") else capital(reason)


NO_ROOM = SpecFinding("leaves no room for any text besides the special tokens.")


def length_finding(length: int, encoder: EncoderFacts, path: str) -> SpecFinding | None:
    """Return the finding on inputs of ``length`` tokens, or None. ``path`` is the field of the length."""
    if length <= encoder.positions:
        return None
    return SpecFinding(
        f"{length} tokens are more than {encoder.name} reads ({encoder.positions}).",
        remedy=f"Set it to {encoder.positions}.",
        fix=(path, encoder.positions),
    )


def check_truncation(path: str, truncation: Truncation, room: int, *, pair: bool) -> PlacedFindings:
    """Return the findings on the truncation of texts to ``room`` tokens."""
    if pair and (problem := truncation.pair_problem()):
        yield fault(path, f"{problem}.", remedy="Cut them at the end instead.", fix=(path, {"kind": "head"}))
    elif not pair and (problem := truncation.problem(room)):
        yield fault(path, f"{problem}.", remedy="Shorten it to fit the length.")


def check_features(path: str, features: Features, layers: int) -> PlacedFindings:
    """Return the findings on the features that the head reads from an encoder of ``layers`` layers."""
    where = f"{path}.layers"
    if "pooler" in features.layers:
        if features.layers != "pooler":
            yield fault(where, "the pooler cannot be combined with layers.", remedy="Choose one of the two.")
        elif features.tokens != "cls":
            tokens = f"{path}.tokens"
            yield fault(tokens, "the pooler reads the [CLS] token.", remedy="Use [CLS].", fix=(tokens, "cls"))
        elif isinstance(features.head, BiLSTMHead):
            yield fault(
                where,
                "an LSTM reads all tokens, the pooler only [CLS].",
                remedy="Use the last layer.",
                fix=(where, "last"),
            )
        return
    try:
        features.layer_indices(layers)
    except ValueError as error:
        yield fault(where, f"{error}.", remedy="Use the last.", fix=(where, "last"))
