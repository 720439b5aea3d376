"""The probes that come with the program: what each is for and does, known without loading what measures it.

The module ``runtime`` of each registers what builds it; ``engine.probes.scheduler`` imports them. Sizes that both the
work and the measurement go by stand here.
"""

from __future__ import annotations

from engine.probes.work import ProbeDeclaration, ProbedStage, ProbeWork, WorkMoment

MASKED_SHARE = 0.15
"""The share of tokens that are hidden where language is measured (Devlin et al. 2019, 3.1)."""
RESET_PASSAGES = 24
"""Passages read once per layer to find out which layers have forgotten."""
WORDS_PER_DIMENSION = 5
"""Words read for each dimension of the outputs, as far as the text goes; more would cost time and change little."""
MATRIX_WORDS = 1024
"""Words on which every layer is compared with every other; spread evenly over all that are read."""
ATTENTION_PASSAGES = 16
"""Passages of which the attention is compared."""
EARLIER_TEXTS_BETWEEN = 500
"""Validation texts of an earlier task that are read during a stage; always the same ones."""
FORWARD_TEXTS = 300
"""Training texts of a linear probe for a task to come, and validation texts at most on which it is tested."""
LINEAR_PROBE_TOKENS = 128
"""Tokens that a linear probe reads of a text, special ones included."""
_HEAD_WIDTH = 64
"""Width of an attention head in nearly all encoders."""
_ABOVE_ATTENTION = 9 / 12
"""Of a layer's matrices those above attention, which the top layer computes for the tokens that are read alone."""
_DIVERGENCE_OPERATIONS = 30
"""Operations on single numbers for each pair of attention weights: two logarithms and what stands around them."""


def _retention(stage: ProbedStage, moment: WorkMoment) -> ProbeWork | None:
    if not stage.probes.retention:
        return None
    if moment == "setup":
        return ProbeWork(encoders_loaded=1)
    length, passages = stage.passage_length, stage.probes.texts
    work = _predict_words(stage, passages * length, MASKED_SHARE)
    if stage.probes.pseudo and (moment == "chosen" or stage.is_first(moment)):
        work += _predict_words(stage, passages * length**2, 1 / length)
    if moment == "chosen":
        resets = (stage.encoder.layers + 1) * min(passages, RESET_PASSAGES) * length
        work += _predict_words(stage, resets, MASKED_SHARE) + ProbeWork(weights_read=3, encoders_loaded=1)
    return work


def _predict_words(stage: ProbedStage, tokens: float, share: float) -> ProbeWork:
    """Return the work of reading ``tokens`` to predict a share of them, which alone are taken to the very top."""
    left_out = (1 - share) * _ABOVE_ATTENTION / stage.encoder.layers
    return ProbeWork((1 - left_out) * tokens, share * tokens)


def _drift(stage: ProbedStage, moment: WorkMoment) -> ProbeWork | None:
    if not stage.probes.drift:
        return None
    return ProbeWork(weights_read=1, encoders_loaded=float(moment == "setup"))


def _similarity(stage: ProbedStage, moment: WorkMoment) -> ProbeWork | None:
    if not stage.probes.similarity:
        return None
    width, outputs = stage.encoder.hidden, stage.encoder.layers + 1
    words = min(stage.probes.texts * stage.passage_length, WORDS_PER_DIMENSION * width)
    product = outputs * 2.0 * words * width**2
    if moment == "setup":
        return ProbeWork(words, multiplications=product, encoders_loaded=1)
    # Singular values alone: Golub & Van Loan 2013, 8.6.
    work = ProbeWork(words, multiplications=2 * product, decompositions=outputs * 8 / 3 * width**3)
    if moment == "chosen" or stage.is_first(moment):
        chosen = min(words, MATRIX_WORDS)
        kernels = 2 * outputs * 2.0 * chosen**2 * width
        work += ProbeWork(multiplications=kernels, number_operations=2.0 * outputs**2 * chosen**2)
    return work


def _attention(stage: ProbedStage, moment: WorkMoment) -> ProbeWork | None:
    if not stage.probes.attention:
        return None
    passages = min(stage.probes.texts, ATTENTION_PASSAGES)
    tokens = passages * stage.passage_length
    if moment == "setup":
        return ProbeWork(tokens, encoders_loaded=1)
    weights = (
        stage.encoder.layers * max(1, stage.encoder.hidden // _HEAD_WIDTH) * tokens * stage.passage_length
    )
    return ProbeWork(tokens, number_operations=_DIVERGENCE_OPERATIONS * weights)


def _earlier(stage: ProbedStage, moment: WorkMoment) -> ProbeWork | None:
    if not stage.probes.earlier or not stage.earlier:
        return None
    tokens = 0.0
    for task in stage.earlier if moment != "setup" else ():
        texts = min(task.validation, EARLIER_TEXTS_BETWEEN) if moment == "point" else task.validation
        tested = task.test if moment == "chosen" and stage.tested else 0
        tokens += (texts + tested) * task.tokens
    return ProbeWork(tokens)


def _forward(stage: ProbedStage, moment: WorkMoment) -> ProbeWork | None:
    served = [task for task in stage.tasks if task.objective in BUILT_IN["forward"].objectives]
    if not stage.probes.earlier or not stage.builds_on_stages or not served:
        return None
    work = ProbeWork(encoders_loaded=float(moment == "start"))
    for task in served if moment == "start" else ():
        learnt, tested = min(task.train, FORWARD_TEXTS), min(task.validation, FORWARD_TEXTS)
        once = _linear_probe(stage, learnt, tested, min(task.tokens, LINEAR_PROBE_TOKENS))
        work += once + once  # the present encoder, and the run's own
    return work


def _knowledge(stage: ProbedStage, moment: WorkMoment) -> ProbeWork | None:
    if not stage.probes.known:
        return None
    work = ProbeWork()
    for task in stage.probes.known if moment != "setup" else ():
        length = stage.mean_tokens(task.data.source, LINEAR_PROBE_TOKENS)
        work += _linear_probe(stage, task.texts, task.texts, length)
    return work


def _linear_probe(stage: ProbedStage, learnt: int, tested: int, tokens: float) -> ProbeWork:
    """Return the work of a linear probe on the outputs of every layer: texts read once, and one decomposition each."""
    most, least = max(learnt, stage.encoder.hidden), min(learnt, stage.encoder.hidden)
    # With both sets of vectors: Golub & Van Loan 2013, 8.6.
    one = 6.0 * most * least**2 + 20.0 * least**3
    return ProbeWork((learnt + tested) * tokens, decompositions=(stage.encoder.layers + 1) * one)


BUILT_IN: dict[str, ProbeDeclaration] = {
    "attention": ProbeDeclaration(_attention, runtime="engine.probes.attention"),
    "drift": ProbeDeclaration(_drift, runtime="engine.probes.drift"),
    "earlier": ProbeDeclaration(
        _earlier, pretrained=False, at_start=True, runtime="engine.probes.earlier_tasks"
    ),
    "knowledge": ProbeDeclaration(_knowledge, runtime="engine.probes.knowledge"),
    # A linear probe tells classes apart, so tasks without one class for each text are left out.
    "forward": ProbeDeclaration(
        _forward,
        pretrained=False,
        objectives=("single_label", "ordinal"),
        at_start=True,
        runtime="engine.probes.forward_transfer",
    ),
    "retention": ProbeDeclaration(_retention, runtime="engine.probes.retention"),
    "similarity": ProbeDeclaration(_similarity, runtime="engine.probes.similarity"),
}
"""By name, in the order in which they measure."""
