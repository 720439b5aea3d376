"""Exponents are those of least squares, sizes are what they say, and the picture holds what was measured."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from benchmarks import scaling
from engine.model.encoders import describe_encoder
from engine.spec.experiment import Encoder, parse_experiment


def test_a_power_law_has_its_exponent() -> None:
    x = [10.0, 100.0, 1000.0]
    fit = scaling.fitted(x, [3 * each**1.5 for each in x])
    assert fit == pytest.approx({"exponent": 1.5, "within": 0.0, "factor": 3.0}, abs=1e-6)


def test_the_interval_is_that_of_the_regression() -> None:
    draw = np.random.default_rng(1)
    x = np.geomspace(64, 4096, 7)
    y = 0.2 * x**0.9 * np.exp(draw.normal(0, 0.2, len(x)))
    fit, expected = scaling.fitted(x, y), stats.linregress(np.log(x), np.log(y))
    assert fit["exponent"] == pytest.approx(expected.slope)
    assert fit["within"] == pytest.approx(expected.stderr * stats.t.ppf(0.975, 5))
    assert scaling.fitted(x[:2], y[:2])["within"] == np.inf, "two points have no interval"


def test_bytes_per_row_are_the_slope() -> None:
    rows = [1000, 2000, 4000]
    slope = scaling.per_row(rows, [200 + 120 * n / 1e6 for n in rows])
    assert slope == pytest.approx({"bytes": 120, "within": 0}, abs=1e-3)
    noisy = scaling.per_row(rows, [200.0, 190.0, 205.0])
    assert noisy["within"] > abs(noisy["bytes"]), "noise is not told as growth"


def test_encoders_have_the_size_asked_for(tmp_path: Path) -> None:
    about = describe_encoder(Encoder(source=str(scaling.encoder(6, 384, tmp_path)), weights="random"))
    assert (about.layers, about.hidden, about.heads, about.positions) == (6, 384, 6, 512)


@pytest.mark.parametrize(
    ("kind", "size"), [("rows", 50), ("length", 64), ("article", 700), ("model", (2, 128))]
)
def test_every_question_is_a_run_of_ours(kind: str, size: object, tmp_path: Path) -> None:
    at, wanted = scaling.experiment(kind, size, tmp_path)
    experiment = parse_experiment(wanted)
    (stage,) = experiment.stages
    with Path(stage.data.source).open(encoding="utf-8", newline="") as opened:
        _, *rows = csv.reader(opened)
    assert at > 0 and not experiment.probes.on
    assert len(set(map(tuple, rows))) == len(rows)
    if kind == "length":
        assert stage.batch_size * stage.max_length == scaling.TOKENS
    if kind == "article":
        assert all(len(text.split()) >= size for text, _ in rows)
    if kind == "model":
        config = json.loads((tmp_path / "bert-2x128" / "config.json").read_text("utf-8"))
        weights = 4 * config["hidden_size"] ** 2 + 2 * config["hidden_size"] * config["intermediate_size"]
        attention = 4 * 128 * config["hidden_size"]
        assert at == pytest.approx(3 * config["num_hidden_layers"] * (2 * weights + attention) / 1e6)


def test_the_picture_names_the_exponents(tmp_path: Path) -> None:
    points = {
        kind: [{"x": x, **{name: 2.0 * x for name, _ in scaling.FITS[kind]}} for x in (1.0, 10.0, 100.0)]
        for kind in scaling.FITS
    }
    fits = {
        kind: {
            name: scaling.fitted([p["x"] for p in each], [p[name] for p in each])
            for name, _ in scaling.FITS[kind]
        }
        for kind, each in points.items()
    }
    scaling.draw(points, fits, tmp_path / "scaling.svg")
    drawn = (tmp_path / "scaling.svg").read_text("utf-8")
    assert all(title in drawn for title in scaling.TITLES.values())
    assert drawn.count("x^1.00 ± 0.00") == sum(len(each) for each in scaling.FITS.values())
