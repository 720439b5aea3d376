"""CKA and Procrustes against other ways to compute them, and what they must not see."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from scipy.linalg import orthogonal_procrustes

from engine.model.encoders import load_encoder, load_tokenizer
from engine.probes.passages import Passages, load_passages
from engine.probes.similarity import (
    LayerOutputs,
    SimilarityReference,
    cka,
    procrustes_distance,
    similarity_result,
)
from engine.spec.experiment import Encoder

pytestmark = pytest.mark.usefixtures("home")


def pair(n: int, d: int, e: int, seed: int = 0) -> tuple[torch.Tensor, torch.Tensor]:
    """Two related sets of features with unequal directions and a mean of their own."""
    draw = torch.Generator().manual_seed(seed)
    x = torch.randn(n, d, generator=draw) * torch.linspace(0.1, 2, d) + 3
    return x, x[:, :1] + x @ torch.randn(d, e, generator=draw) / d + torch.randn(n, e, generator=draw)


def by_grams(x: torch.Tensor, y: torch.Tensor, debiased: bool) -> float:
    """CKA from n x n kernels: tr(KHLH) (Kornblith et al. 2019, eq. 2), or HSIC₁ (Song et al. 2012, eq. 5)."""

    def hsic(k: np.ndarray, m: np.ndarray) -> float:
        n = len(k)
        if not debiased:
            h = np.eye(n) - 1 / n
            return float(np.trace(k @ h @ m @ h))
        k, m = k - np.diag(np.diag(k)), m - np.diag(np.diag(m))
        one = np.ones(n)
        return float(
            np.trace(k @ m)
            + (one @ k @ one) * (one @ m @ one) / ((n - 1) * (n - 2))
            - 2 / (n - 2) * (one @ k @ m @ one)
        )

    k, m = (each.double().numpy() @ each.double().numpy().T for each in (x, y))
    return hsic(k, m) / np.sqrt(hsic(k, k) * hsic(m, m))


@pytest.mark.parametrize("debiased", [True, False])
@pytest.mark.parametrize(("n", "d", "e"), [(200, 16, 16), (40, 64, 64), (60, 20, 33)])
def test_the_feature_form_is_the_kernel_form(n, d, e, debiased):
    x, y = pair(n, d, e)
    found = cka(LayerOutputs.from_outputs(x), LayerOutputs.from_outputs(y), debiased=debiased)
    assert found == pytest.approx(by_grams(x, y, debiased), abs=2e-6)
    assert abs(found) < 0.95


def test_rotation_scale_and_shift_are_not_seen_but_stretching_is():
    x, _ = pair(300, 24, 24)
    rotation, _ = torch.linalg.qr(torch.randn(24, 24, generator=torch.Generator().manual_seed(1)))
    same = LayerOutputs.from_outputs(7.5 * x @ rotation - 2)
    assert cka(LayerOutputs.from_outputs(x), LayerOutputs.from_outputs(x)) == pytest.approx(1, abs=1e-6)
    assert cka(LayerOutputs.from_outputs(x), same) == pytest.approx(1, abs=1e-6)
    assert procrustes_distance(LayerOutputs.from_outputs(x), same) == pytest.approx(0, abs=1e-6)
    stretched = LayerOutputs.from_outputs(x * torch.linspace(1, 10, 24))
    assert cka(LayerOutputs.from_outputs(x), stretched) < 0.99
    assert procrustes_distance(LayerOutputs.from_outputs(x), stretched) > 0.01


def test_unrelated_features_have_nothing_in_common_however_few_there_are():
    draws = [
        [
            LayerOutputs.from_outputs(torch.randn(60, 64, generator=torch.Generator().manual_seed(seed + s)))
            for s in (0, 1000)
        ]
        for seed in range(20)
    ]
    assert np.mean([cka(x, y) for x, y in draws]) == pytest.approx(0, abs=0.02)
    assert np.mean([cka(x, y, debiased=False) for x, y in draws]) > 0.4, "the bias that is taken away"


def test_procrustes_is_what_is_left_after_the_best_rotation():
    x, y = pair(80, 12, 12)
    a, b = (each.double().numpy() - each.double().numpy().mean(0) for each in (x, y))
    a, b = a / np.linalg.norm(a), b / np.linalg.norm(b)
    rotation, scale = orthogonal_procrustes(a, b)
    left = np.square(a @ rotation - b).sum() / 2
    assert left == pytest.approx(1 - scale)
    assert procrustes_distance(LayerOutputs.from_outputs(x), LayerOutputs.from_outputs(y)) == pytest.approx(
        left, abs=1e-6
    )


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> tuple[Encoder, torch.nn.Module, Passages, int]:
    encoder = Encoder(source="palimpsest-tiny")
    tokenizer = load_tokenizer(encoder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PALIMPSEST_HOME", str(tmp_path_factory.mktemp("home")))
        texts = load_passages("", tokenizer, count=16, length=32, role="probe")
    return encoder, load_encoder(encoder, None, 0)[0].eval(), texts, tokenizer.pad_token_id


@torch.no_grad()
def test_layers_below_a_change_are_the_same_and_those_above_are_not(tiny):
    encoder, original, texts, pad_id = tiny
    reference = SimilarityReference(original, texts, pad_id)
    assert reference.passage_count == len(texts)
    assert reference.word_count == sum(int((words >= 0).sum()) for words in texts.words)
    unchanged = reference.compare(original, matrix=True)
    np.testing.assert_allclose(unchanged.cka, 1, atol=1e-5)
    np.testing.assert_allclose(unchanged.procrustes, 0, atol=1e-5)
    np.testing.assert_allclose(unchanged.matrix, unchanged.matrix.T, atol=1e-4)
    np.testing.assert_allclose(np.diag(unchanged.matrix), 1, atol=1e-4)

    changed = load_encoder(encoder, None, 0)[0].eval()
    for name, parameter in changed.named_parameters():
        if "layer.1." in name and parameter.ndim == 2:
            parameter.add_(
                parameter.std() * torch.randn(parameter.shape, generator=torch.Generator().manual_seed(2))
            )
    found = reference.compare(changed, matrix=True)
    np.testing.assert_allclose(found.cka[:2], 1, atol=1e-5)
    assert (found.cka[2:] < 0.99).all()
    np.testing.assert_allclose(found.procrustes[:2], 0, atol=1e-5)
    assert (found.procrustes[2:] > 0.01).all()
    # Rows are the original's layers, columns those of now: the lower two columns are the unchanged layers.
    np.testing.assert_allclose(found.matrix[:, :2], unchanged.matrix[:, :2], atol=1e-4)
    np.testing.assert_allclose(np.diag(found.matrix), found.cka, atol=0.01)
    assert similarity_result(found).values == {"similarity/cka": pytest.approx(found.cka[1:].mean())}
