"""Checks of a stage's inputs: their length, truncation of long texts, features of the head."""

from __future__ import annotations

from engine.spec.checks.findings import EncoderFacts, PlacedFindings, SpecFinding, fault
from engine.spec.features import BiLSTMHead, Features
from engine.spec.truncation import Truncation

NO_ROOM = SpecFinding("leaves no room for any text besides the special tokens.")


def length_finding(length: int, encoder: EncoderFacts, path: str) -> SpecFinding | None:
    """Return the finding on inputs of ``length`` tokens. ``path`` is the field of the length."""
    if length <= encoder.positions:
        return None
    return SpecFinding(
        f"{length} tokens are more than {encoder.name} reads ({encoder.positions}).",
        remedy=f"Set it to {encoder.positions}.",
        fix=(path, encoder.positions),
    )


def check_truncation(path: str, truncation: Truncation, room: int, *, pair: bool) -> PlacedFindings:
    """Return the findings on the truncation of long texts where there is room for ``room`` tokens."""
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
