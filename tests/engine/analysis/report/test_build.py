"""The forgetting report: its numbers against the store, its sentences against made-up runs, its page safe to open."""

from __future__ import annotations

import math
import re
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest

from engine.analysis.forgetting import measured
from engine.analysis.forgetting.forgetting_verdict import judge_growth
from engine.analysis.report import build as reports
from engine.analysis.report.html import render_html
from engine.analysis.run_groups import group_runs, resolve_run_arguments
from engine.analysis.verdicts.verdict import correct_family
from engine.errors import UserError
from engine.store import Store
from tests.engine.analysis.told import told
from tests.engine.analysis.told_answers import TEXTS, add_answers
from tests.engine.cli.test_app import palimpsest

EVIL = "<script>alert(1)</script> & $x$"


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Six runs of two strategies, three seeds each."""
    made = tmp_path_factory.mktemp("report") / "s.sqlite"
    for seed in (1, 2, 3):
        told(made, EVIL, seed, 1e-4, harm=0.5, passages=96)
        told(made, "Anchored", seed, 1e-4, harm=0.2, passages=96, anchor={"kind": "l2_sp"})
    return made


class Reader(HTMLParser):
    """The tags of a page, what it would fetch, and its text."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.links: list[str] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.links += [
            v for k, v in attrs if k in ("src", "href", "xlink:href") and v and not v.startswith("#")
        ]

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def test_findings_state_numbers_and_how_sure_they_are(path: Path) -> None:
    with Store(path) as store:
        said = reports.build_report(store, range(1, 7), figures=False).findings
        one = reports.build_report(store, [1], figures=False).findings
        two = reports.build_report(store, [1, 2], figures=False).findings
    (retention,) = [text for text in said if text.startswith(f"{EVIL}: Perplexity")]
    number = r"([\d.]+)"
    match = re.search(
        rf"rose {number}-fold \(95 % interval {number} to {number} over 3 seeds and 96 passages, p < 0.0001; "
        rf"over the seeds alone {number} to {number}, over the passages alone {number} to {number}; ",
        retention,
    )
    assert match is not None
    mean, low, high, *alone = map(float, match.groups())
    assert low < mean < high and mean == pytest.approx(math.exp(1.0), rel=0.05)
    assert low < min(alone) and max(alone) < high  # with both kinds of noise it is wider than with either
    (against,) = [text for text in said if text.startswith("Anchored against")]
    assert "forgot less; " in against and "over 96 passages, paired over 3 seeds, p " in against
    match = re.search(r"ended ([\d.]+) times as high \(95 % interval ([\d.]+) to ([\d.]+) ", against)
    assert match is not None
    ratio, low, high = map(float, match.groups())
    assert low < ratio < high < 1 and ratio == pytest.approx(math.exp(-0.6), rel=0.1)
    (earlier,) = [text for text in said if text.startswith(f"{EVIL}: Accuracy on the earlier task")]
    assert "points below its best (F; 3 seeds, 95 % interval over seeds " in earlier
    assert earlier.endswith(", which holds for these test texts only).")
    (language,) = [text for text in one if text.startswith("Perplexity")]
    assert re.search(
        rf"rose {number}-fold, for these weights only \(95 % interval {number} to {number} over 96 ", language
    )
    assert "one run: other seeds may differ" in language
    assert any("below its best (F; one run: how much of this is chance is unknown)" in text for text in one)
    assert any("forgot less, for these weights only" in text and "one run each" in text for text in two)


def test_what_may_be_chance_is_called_unclear(tmp_path: Path) -> None:
    path = tmp_path / "s.sqlite"
    for seed in (1, 2, 3):
        told(path, "Almost still", seed, 1e-5, harm=0.0, passages=96)
        told(path, "Still", seed, 1e-6, harm=0.0, passages=96)
        told(path, "Older", seed, 1e-7, harm=0.0)
    with Store(path) as store:
        said = reports.build_report(store, range(1, 10), figures=False).findings
    assert any(
        text.startswith("Almost still: Perplexity on general text stayed within 2 %: ") for text in said
    )
    (bare,) = [text for text in said if text.startswith("Older: Perplexity")]
    assert "times what it was (3 seeds, 95 % interval over seeds " in bare
    assert bare.endswith("which holds for these passages only: the losses of single ones are not stored).")
    (close,) = [text for text in said if text.startswith("Still against Almost still")]
    assert "forgot" not in close
    (older,) = [text for text in said if text.startswith("Older against Almost still")]
    assert older.endswith(
        "unclear, for the losses of single passages that are the same for both are not stored."
    )


def test_too_few_passages_show_neither_interval_nor_p(tmp_path: Path) -> None:
    path = tmp_path / "s.sqlite"
    for seed in (1, 2):
        told(path, "One", seed, 1e-5, harm=0.5, passages=8)
        told(path, "Other", seed, 1e-6, harm=0.1, passages=8)
    with Store(path) as store:
        said = reports.build_report(store, range(1, 5), figures=False).findings
    (against,) = [text for text in said if text.startswith("Other against One")]
    assert "cannot tell" in against
    assert against.endswith("(8 passages, too few for a conclusion: at least 50 are needed).")


def test_the_page_fetches_nothing_and_escapes_names(path: Path) -> None:
    with Store(path) as store:
        page = render_html(store, range(1, 7))
    reader = Reader()
    reader.feed(page)
    assert "script" not in reader.tags
    (policy,) = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]+)"', page)
    allowed = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
    assert allowed.pop("default-src") == "'none'" and allowed.pop("img-src") == "data:"
    assert allowed == {"style-src": "'unsafe-inline'", "base-uri": "'none'", "form-action": "'none'"}
    assert all(link.startswith("data:image/png") for link in reader.links)
    assert not re.search(r"url\((?!#)", page) and "@import" not in page
    assert EVIL in " ".join("".join(reader.text).split())
    assert reader.tags.count("svg") == 5
    # Pictures take their colours from the page, in the light and in the dark.
    assert page.count("var(--series-") > 10 and "prefers-color-scheme: dark" in page
    assert "palimpsest forgetting 1 2 3 4 5 6" in page
    ids = re.findall(r'\bid="([^"]+)"', page)
    named = [
        name
        for name in ids
        if not re.match(r"(figure|axes|patch|line2d|text|matplotlib|xtick|ytick|legend|Line)", name)
    ]
    assert len(named) == len(set(named))


def test_pictures_are_there_as_png_too(path: Path) -> None:
    with Store(path) as store:
        found = reports.build_report(store, [1])
    figures = [figure for section in found.sections for figure in section.figures]
    assert {figure.title for figure in figures} >= {
        "Loss on general text",
        "Earlier tasks, each with its own head",
    }
    for figure in figures:
        assert figure.png.startswith(b"\x89PNG")
        width = int.from_bytes(figure.png[16:20], "big")
        assert abs(width - 2 * figure.width) <= 2


def test_a_run_without_measures_says_so(tmp_path: Path) -> None:
    from engine.store import runs
    from tests.engine.analysis.told import experiment

    with Store(tmp_path / "s.sqlite") as store:
        number = runs.create_run(store, experiment("Bare", 1, 1e-4))
        found = reports.build_report(store, [number])
    assert found.findings == ("Nothing of forgetting was measured in these runs.",)
    assert "Not finished" in dict(found.about)


def test_the_command_line(path: Path, tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    shown = palimpsest("forgetting", "Two in a row", "--store", path)
    assert shown.code == 0 and "General text" in shown.out and "R, Anchored" in shown.out
    with Store(path) as store:
        rests_on = reports.build_report(store, [1, 3], figures=False).evidence
    assert (
        rests_on
        and rests_on[0].startswith("Demonstration texts")
        and all(each in shown.out for each in rests_on)
    )
    found = palimpsest("forgetting", "1", "3", "--store", path, "--json", "--html", page).json
    assert page.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    (strategy,) = found["strategies"]
    with Store(path) as store:
        records = measured.read_forgetting(store, [1, 3])
        assert resolve_run_arguments(store, ["last", "Two in a row"]) == [6, 1, 2, 3, 4, 5]
        with pytest.raises(UserError, match="no run called"):
            resolve_run_arguments(store, ["nobody"])
    assert [run["factor"] for run in strategy["runs"]] == [records[1].factor, records[3].factor]
    assert strategy["runs"][0]["matrix"][0][1] is None
    assert strategy["layers"]["drift/layers"][-1] is None
    assert palimpsest("forgetting", "1", "--store", path, "--html", tmp_path / "no" / "x.html").code == 2


def test_json_has_the_interval_of_the_sentence(path: Path) -> None:
    """That of the factor over seeds and passages, as its logarithm; an interval over seeds alone stands beside it."""
    with Store(path) as store:
        found = reports.report_json(store, range(1, 7))
        groups, _ = group_runs(store, range(1, 7))
    alone = {each.name: made for each in groups if (made := judge_growth(each)) is not None}
    judged = correct_family(alone)  # Holm's, as the sentences have it
    assert len(judged) == 2 and any(judged[name].valid_p != alone[name].valid_p for name in alone)
    for each in found["strategies"]:
        grown = each["growth_of_loss"]
        assert (grown["unit"], grown["n"], grown["texts"]) == ("seeds", 3, 96)
        ends = [f"{math.exp(grown[end]):.2f}" for end in ("low", "high")]
        assert grown["p"] == judged[each["name"]].valid_p
        assert any(
            f"(95 % interval {ends[0]} to {ends[1]} over 3 seeds" in text for text in found["findings"]
        )


def test_f_is_judged_where_it_is_stored_which_texts_were_lost(tmp_path: Path) -> None:
    """In the sentences, in JSON, and for an older strategy beside it as before."""
    path = tmp_path / "s.sqlite"
    for seed in (1, 2, 3):
        told(path, "Plain", seed, 1e-4, harm=0.5)
        told(path, "Older", seed, 2e-4, harm=0.2)
    for number in (1, 3, 5):
        add_answers(path, number, before=20, after=80 + number)
    with Store(path) as store:
        found = reports.report_json(store, range(1, 7))
        records = measured.read_forgetting(store, (1, 3, 5))
    plain, older = found["strategies"]
    over = plain["forgetting_over_texts"]
    assert over["difference"] == pytest.approx(np.mean([each.forgetting for each in records.values()]))
    assert over["difference"] == pytest.approx(100 * np.mean([61, 63, 65]) / TEXTS)
    assert (over["n"], over["unit"], over["texts"], over["scope"]) == (3, "seeds", TEXTS, "seeds")
    fall = plain["fall_since_learnt"]
    assert fall["verdict"] == "worse" and (fall["low"], fall["high"]) == (over["low"], over["high"])
    assert older["forgetting_over_texts"] is None and older["fall_since_learnt"] is None
    said = found["findings"]
    assert any(
        text.startswith("Plain: Accuracy on the earlier task fell: 21.0 points below its") for text in said
    )
    assert any(text.startswith("Older: Accuracy on the earlier task is ") for text in said)
    told_as = palimpsest("forgetting", "1", "3", "5", "--store", path)
    assert "Accuracy on the earlier task fell: 21.0 points below its best (F; 95 % interval " in told_as.out
