"""The test of the design: a policy in a module of its own shows up everywhere, without another edit.

The form's part of the promise is checked with real widgets in tests/workbench/forms/test_form.py.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from safetensors.torch import load_file

from tests import patience
from tests.test_contributing import module_of

CALLS = """
import contextlib, io, json, sys
from engine.cli import app
told = []
for words in json.loads(sys.argv[1]):
    sys.argv = ["palimpsest", *words]
    with contextlib.redirect_stdout(io.StringIO()) as said:
        try:
            app.main()
        except SystemExit as left:
            if left.code:
                raise
    told.append(said.getvalue())
print(json.dumps(told))
"""
"""Commands one after the other in one process, whose outputs it prints as JSON."""

ROWS = "label,text\n" + "\n".join(
    f"{'yes' if i % 3 else 'no'},{'good' if i % 3 else 'bad'} film {i}" for i in range(60)
)


def plan(
    tmp_path: Path,
    encoder: Path,
    rows: str,
    stage: str,
    source: str = "",
    *,
    kind: str = "finetune",
    epochs: int = 2,
    probes: str = "on = false\n",
) -> str:
    """A TOML file that trains one stage on ``rows``, with more lines for the stage and its data set."""
    data = tmp_path / "rows.csv"
    data.write_text(rows, encoding="utf-8")
    file = tmp_path / "plan.toml"
    file.write_text(
        f"[encoder]\nsource = '{encoder.as_posix()}'\n[compute]\nprecision = 'fp32'\nthreads = 1\n"
        f"[probes]\n{probes}"
        f"[[stages]]\nkind = '{kind}'\nlearning_rate = 1e-3\nepochs = {epochs}\n{stage}"
        f"data = {{source = '{data.as_posix()}'{source}}}\n",
        encoding="utf-8",
    )
    return str(file)


def environment_of(path: Path, home: Path) -> dict[str, str]:
    """The environment of a process that finds the toy module in ``path``."""
    return os.environ | {
        "PALIMPSEST_PLUGINS": "toy_policies",
        "PYTHONPATH": os.pathsep.join([str(path), os.environ.get("PYTHONPATH", "")]),
        "PALIMPSEST_HOME": str(home),
    }


@pytest.fixture(scope="module")
def toys(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The path by which processes find the toy module of the present test: always the same, so that their runs share a
    fork server.
    """
    return tmp_path_factory.mktemp("addition") / "toys"


@pytest.fixture
def palimpsest(tmp_path: Path, toys: Path):  # type: ignore[no-untyped-def]
    """Run commands, each a list of words, in a process that knows the toy module; return what each has printed."""
    if sys.platform == "win32":  # nothing is forked there, and links are for administrators
        toys = tmp_path
    else:
        toys.unlink(missing_ok=True)
        toys.symlink_to(tmp_path)
    environment = environment_of(toys, tmp_path / "home")

    def call(*commands: list[str]) -> list[str]:
        done = subprocess.run(
            [sys.executable, "-c", CALLS, json.dumps(commands)],
            env=environment, capture_output=True, text=True, encoding="utf-8", timeout=patience.seconds(240),
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr
        told: list[str] = json.loads(done.stdout)
        return told

    return call


def test_a_policy_a_probe_and_a_metric_in_a_module_of_their_own_are_everywhere(
    palimpsest, tmp_path: Path, tiny_bert_folder: Path
) -> None:  # type: ignore[no-untyped-def]
    samples = "\n".join(module_of(name) for name in ("every_other", "weight_norm", "F2"))
    begin = "from __future__ import annotations\n"
    (tmp_path / "toy_policies.py").write_text(begin + samples.replace(begin, ""), encoding="utf-8")
    probes = "budget = 100\npoints = 2\nretention = false\nsimilarity = false\nattention = false\n"
    stage = "freezing = {kind = 'every_other'}\nbest_on = 'f2'\n"
    file = plan(tmp_path, tiny_bert_folder, ROWS, stage, probes=probes)
    listed, metrics, schema, explained = palimpsest(
        ["fields", "every_other"], ["fields", "best_on"], ["schema"], ["new", file]
    )
    # The command line's help, with the field's own words.
    assert "The lowest layer that is frozen." in listed and "f2" in metrics
    assert "every_other" in schema and "f2" in schema
    # A commented TOML file, and back.
    assert 'kind = "every_other"' in explained
    assert "# First. The lowest layer that is frozen." in explained
    (tmp_path / "again.toml").write_text(explained, encoding="utf-8")

    # A stored run that obeyed the policy: the second layer is as it was, the first one is not.
    told = palimpsest(
        ["run", str(tmp_path / "again.toml"), "--json"],
        ["show", "1", "--json"],
        ["show", "1"],
        ["compare", "1", "1", "--format", "csv"],
    )
    (run,), record = map(json.loads, told[:2])
    assert run["status"] == "finished"
    assert record["spec"]["stages"][0]["freezing"] == {"kind": "every_other", "first": 2}
    before = load_file(tiny_bert_folder / "model.safetensors")
    after = load_file(Path(run["folder"]) / "stage-1" / "encoder" / "model.safetensors")
    name = "encoder.layer.{}.output.dense.weight"
    moved = {
        layer: not before[f"bert.{name.format(layer)}"].equal(
            next(value for key, value in after.items() if key.endswith(name.format(layer)))
        )
        for layer in (0, 1)
    }
    assert moved == {0: True, 1: False}
    # Where results are shown: of one run, and of several beside each other.
    assert "Test F2, %" in told[2] and "Test F2" in told[3]
    look_without_torch(tmp_path, WHAT_THE_WINDOW_READS)


WHAT_THE_WINDOW_READS = """
# The probe: the reader finds its curve, and the chooser has words for it.
from workbench.pages.runs.forgetting import query, wording
with Store(paths.default_store()) as store: found = query.load_forgetting(store, [1], 1)
curves = found.runs[1].curves
assert len(curves['weight_norm/all']) >= 2, curves
assert curves['weight_norm/all'].value[0] != curves['weight_norm/all'].value[-1]
assert 'Weight norm all' in [each.words for each in wording.abilities(curves)]
assert wording.measures_by_choice(curves)['weight_norm/all'] == [('', 'weight_norm/all')]
# The metric. The store: the best is the largest, and the checkpoint was chosen by it.
from engine.store import metrics, summaries
with Store(paths.default_store()) as store:
    (curve,) = metrics.read_curves(store, [1], ['validation/f2']).values()
    of = summaries.read_summaries(store, [1])[1]
    best = of['validation/f2']
    assert best.best == curve.value.max() and best.best_step == curve.step[curve.value.argmax()]
    assert of['test/f2'].last_step == best.best_step
# The window: the form's choice, the curve, the table.
from engine.spec.describe import describe_fields
from engine.spec.stages import Finetune
meta = next(m for m in describe_fields(Finetune) if m.name == 'best_on')
assert meta.kind == 'literal' and meta.choices['f2'] == 'Validation F2'
from workbench.pages.runs.run_list import query, wording
with Store(paths.default_store()) as store:
    points = query.load_points(store, [1], {}, [1])
    (result,) = query.load_details(store, 1).results
assert ('validation/f2', 'F2') in wording.metric_choices(key for _, key in points.curves)
assert set(result.more) == {'macro_f1', 'f2'}
"""


STAGE = """
def plan_updates(stage, experiment, report):
    from engine.stages.base import plan_labelled_updates

    return plan_labelled_updates(stage, experiment, report)


def build(stage, context, report):
    from engine.stages.finetune import FinetuneTask

    return FinetuneTask(stage, context, report)
"""

STAGE_IN_THE_WINDOW = """
from pathlib import Path
from engine.analysis.estimate import SplitSizes, estimate_cost
from engine.analysis.curves.rates import layer_rates, rate_curves
from engine.analysis.task_results import task_results_of_runs
from engine.model.encoders import EncoderInfo
from engine.spec import toml
from engine.spec.stages import Stage, SummaryFacts
from engine.store import runs
from workbench.pages.design.context.wording import stage_title
from workbench.pages.design.draft.draft import from_plan

plan = toml.load(Path(sys.argv[1]))
(stage,) = plan.experiment.stages
facts = SummaryFacts({stage.data.source: "Films"})
assert stage.summary(facts) == ["Films", "The last 12 tokens"]
draft = from_plan(plan)
assert stage_title(draft, 0) == "1 Learning from endings" and draft.specs == (stage,)
again = draft.with_new_stage("endings").with_new_stage("further_pretrain")
assert [each.kind for each in again.specs] == ["further_pretrain", "endings", "endings"]
assert again.specs[0].data == [stage.data]
encoder = EncoderInfo("tiny", "bert", 2, 32, 2, 100, 64, 30_000)
cost = estimate_cost(plan.experiment, encoder, [SplitSizes(54, 6, 0)])
assert cost.steps == stage.planned_updates([54]) == 3
assert layer_rates(stage, 2, 3)[0].name == "Head" and len(rate_curves(plan.experiment, 2, [3]).x) == 3
with Store(paths.default_store()) as store:
    assert [(row.kind, row.title) for row in runs.list_stages(store, 1)] == [("endings", "Learning from endings")]
    (reached,) = task_results_of_runs(store, {1: runs.get_experiment(store, 1)})[1]
    assert reached.kind == "endings"
"""


def test_a_kind_of_stage_in_a_module_of_its_own_is_everywhere(
    palimpsest, tmp_path: Path, tiny_bert_folder: Path
) -> None:  # type: ignore[no-untyped-def]
    """TOML, command line, training, store, card, proposal, estimate, rates; widgets: design/test_plugin_stage.py."""
    (tmp_path / "toy_policies.py").write_text(module_of("endings") + STAGE, encoding="utf-8")
    file = plan(tmp_path, tiny_bert_folder, ROWS, "", kind="endings", epochs=1)
    fields, explained, ran = palimpsest(["fields", "endings"], ["new", file], ["run", file, "--json"])
    assert "How much of each text is read." in fields
    assert "# Ending. How much of each text is read." in explained
    (run,) = json.loads(ran)
    assert run["status"] == "finished"
    head = Path(run["folder"]) / "stage-1" / "palimpsest.json"
    assert json.loads(head.read_text(encoding="utf-8"))["max_length"] == 12
    look_without_torch(tmp_path, STAGE_IN_THE_WINDOW, file)


def look_without_torch(tmp_path: Path, code: str, *words: str) -> None:
    """Runs what the window's reader runs, in a process that knows the toy module and must not load torch."""
    environment = environment_of(tmp_path, tmp_path / "home")
    begin = "import sys\nfrom engine import plugins, paths\nfrom engine.store import Store\nplugins.load_plugins()\n"
    done = subprocess.run(
        [sys.executable, "-c", f"{begin}{code}\nassert 'torch' not in sys.modules\n", *words],
        env=environment, capture_output=True, text=True, encoding="utf-8", timeout=patience.seconds(240),
    )  # fmt: skip
    assert done.returncode == 0, done.stderr


OBJECTIVE = '''
from typing import ClassVar, Literal

import numpy as np

from engine.metrics.base import register_metric
from engine.objectives.base import LabelObjective
from engine.spec.targets import Target


class ToyNumber(Target):
    """A real number."""

    title: ClassVar[str] = "Numbers"
    kind: Literal["toy_number"] = "toy_number"

    def parse(self, cell, classes):
        return float(cell)


class ToyRegression(LabelObjective):
    """Learns the number itself, by its squared distance."""

    title: ClassVar[str] = "Toy regression"
    kind: Literal["toy_regression"] = "toy_regression"
    target: ClassVar[str] = "toy_number"
    provides: ClassVar[str] = "predictions"
    main_metric: ClassVar[str] = "toy_rmse"

    def outputs(self, classes):
        return 1

    def loss(self, logits, targets, reduction="sum"):
        from torch.nn import functional

        return functional.mse_loss(logits[:, 0], targets.float(), reduction=reduction)

    def decode(self, logits):
        return logits[:, 0]


@register_metric(title="RMSE", direction="min", targets=("toy_number",))
def toy_rmse(outcomes):
    """The root of the mean squared distance."""
    return float(np.sqrt(np.mean((outcomes.targets - outcomes.predicted) ** 2)))
'''

NUMBERS = "label,text\n" + "\n".join(f"{(i % 7) / 2},{'good ' * (i % 7)}film {i}" for i in range(80))


def test_an_objective_in_a_module_of_its_own_learns_numbers(
    palimpsest, tmp_path: Path, tiny_bert_folder: Path
) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "toy_policies.py").write_text(OBJECTIVE, encoding="utf-8")
    file = plan(
        tmp_path, tiny_bert_folder, NUMBERS, "objective = 'toy_regression'\n", ", target = 'toy_number'"
    )
    fields, ran, spec, listed, shown, compared, answered = palimpsest(
        ["fields", "objective"],
        ["run", file, "--json"],
        ["show", "1", "--json"],
        ["runs"],
        ["show", "1"],
        ["compare", "1", "1", "--format", "csv"],
        ["predict", "1", "--text", "good good film", "--json"],
    )
    assert "toy_regression" in fields
    (run,) = json.loads(ran)
    assert run["status"] == "finished"
    # Its own metric chooses and is shown, without being asked for; of right and wrong there is nothing to tell.
    assert json.loads(spec)["spec"]["stages"][0]["best_on"] == "toy_rmse"
    assert run["summary"]["metric"] == "toy_rmse"
    test = run["summary"]["test_toy_rmse_at_best_validation"]
    assert f"{test:.2f} RMSE" in listed and "RMSE" in shown and "Test RMSE at best" in compared
    # A new text is answered with a number, by the model that was saved.
    (answer,) = json.loads(answered)
    assert 0 < float(answer["label"]) < 4 and answer["probabilities"] == {}
    look_without_torch(
        tmp_path,
        # The labels and answers that are stored are those that were measured, as real numbers.
        "import numpy as np\n"
        "from engine.store import metrics, summaries\n"
        "with Store(paths.default_store()) as store:\n"
        "    kept = summaries.read_predictions(store, 1)\n"
        "    keys = metrics.list_metric_keys(store, [1])\n"
        "assert kept.classes == () and set(kept.labels) <= {i / 2 for i in range(7)}\n"
        f"assert np.isclose(np.sqrt(np.mean((kept.labels - kept.predicted) ** 2)), {test})\n"
        "assert 'validation/toy_rmse' in keys and not any(key.endswith('/error') for key in keys), keys\n"
        "from workbench.pages.runs.run_list import query, wording\n"
        "with Store(paths.default_store()) as store:\n"
        "    points = query.load_points(store, [1], {}, [1])\n"
        "    (row,) = query.load_table(store, '', 'created', True, 'none', frozenset(), frozenset()).lines\n"
        "assert ('validation/toy_rmse', 'RMSE') in wording.metric_choices(key for _, key in points.curves)\n"
        "assert row.run.metric == 'toy_rmse' and row.run.validation_best < 4\n",
    )


@pytest.mark.nightly
def test_forgetting_and_averages_of_numbers_are_measured_by_their_own_metric(
    palimpsest, tmp_path: Path, tiny_bert_folder: Path
) -> None:  # type: ignore[no-untyped-def]
    """Two regressions in a row: the first is forgotten by the RMSE, and averages are chosen by it."""
    (tmp_path / "toy_policies.py").write_text(OBJECTIVE, encoding="utf-8")
    stage = "objective = 'toy_regression'\nmax_length = 16\nbatch_size = 16\n"
    file = Path(plan(tmp_path, tiny_bert_folder, NUMBERS, stage, ", target = 'toy_number'"))
    other = tmp_path / "other.csv"
    other.write_text(
        "label,text\n" + "\n".join(f"{9 - i % 5},other {i % 5}" for i in range(80)), encoding="utf-8"
    )
    text = file.read_text(encoding="utf-8").replace("[probes]\non = false\n", "[probes]\nretention = false\n")
    second = text[text.index("[[stages]]") :].replace("rows.csv", "other.csv")
    file.write_text(text + second, encoding="utf-8")
    average = ["average", "1", "--between", "stage"]
    ran, forgotten, said, averages, kept = palimpsest(
        ["run", str(file), "--json"],
        ["forgetting", "1", "--json"],
        ["forgetting", "1"],
        [*average, "--alphas", "0,0.5,1", "--json"],
        [*average, "--keep", "0.5"],
    )
    assert json.loads(ran)[0]["status"] == "finished"
    (strategy,) = json.loads(forgotten)["strategies"]
    ((first, _), (after, now)) = strategy["runs"][0]["matrix"]
    assert max(first, after, now) < 0, "the RMSE, turned so that more is better"
    assert strategy["forgetting"]["mean"] == pytest.approx(first - after)
    assert strategy["average_accuracy"]["mean"] == pytest.approx((after + now) / 2)
    assert (
        "RMSE on the earlier task" in said
        and "accuracy on" not in said
        and "In place of accuracies: −RMSE" in said
    )
    curve = json.loads(averages)
    assert (
        curve["best"] == curve["alpha"][curve["toy_rmse"].index(min(curve["toy_rmse"]))]
        and "error" not in curve
    )
    assert "RMSE" in kept
    look_without_torch(
        tmp_path,
        "from engine.store import metrics\n"
        "with Store(paths.default_store()) as store:\n"
        "    keys = metrics.list_metric_keys(store, [1])\n"
        "from workbench.pages.runs.forgetting import wording\n"
        "((name, key),) = wording.measures_by_choice(keys)[wording.EARLIER]\n"
        "assert key == 'earlier/1:rows/toy_rmse' and '−RMSE' in wording.earlier_caption([key])\n"
        "from engine.objectives.base import common_loss_unit\n"
        "assert common_loss_unit(['toy_regression']) == '' and common_loss_unit(['single_label']) == 'nats'\n",
    )


def test_labels_that_are_no_numbers_are_refused_where_they_stand(
    palimpsest, tmp_path: Path, tiny_bert_folder: Path
) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "toy_policies.py").write_text(OBJECTIVE, encoding="utf-8")
    rows = NUMBERS.replace("0.5,good film 1\n", "many,good film 1\n")
    file = plan(tmp_path, tiny_bert_folder, rows, "objective = 'toy_regression'\n", ", target = 'toy_number'")
    with pytest.raises(AssertionError, match=r"rows\.csv.*row 3.*'many'"):
        palimpsest(["run", file, "--json"])


def test_a_strategy_in_a_module_of_its_own_acts_on_every_update(
    palimpsest, tmp_path: Path, tiny_bert_folder: Path
) -> None:  # type: ignore[no-untyped-def]
    module = module_of("brake").replace("engine.mitigation.brake", "toy_runtime")
    imports, option, runtime = re.split(r"(?=^class Brake)", module, flags=re.MULTILINE)
    light = [line for line in imports.splitlines() if not re.search("torch|mitigation.base|stages", line)]
    (tmp_path / "toy_policies.py").write_text("\n".join([*light, option]), encoding="utf-8")
    (tmp_path / "toy_runtime.py").write_text(imports + runtime, encoding="utf-8")
    stage = "weight_decay = 0.0\nanchor = {kind = 'brake', factor = 0.0}\n"
    file = plan(tmp_path, tiny_bert_folder, ROWS, stage, epochs=1)
    fields, ran = palimpsest(["fields", "brake"], ["run", file, "--json"])
    assert "What gradients are multiplied by." in fields
    (run,) = json.loads(ran)
    assert run["status"] == "finished"
    # With its gradients gone the encoder has not moved, and the head, which the brake leaves alone, has learnt.
    before = load_file(tiny_bert_folder / "model.safetensors")
    after = load_file(Path(run["folder"]) / "stage-1" / "encoder" / "model.safetensors")
    names = [
        name for name in before if f"{name.removeprefix('bert.')}" in {k.removeprefix("bert.") for k in after}
    ]
    plain = {key.removeprefix("bert."): value for key, value in after.items()}
    assert len(names) > 20
    assert all(
        before[name].equal(plain[name.removeprefix("bert.")]) for name in names if "encoder.layer" in name
    )


READ = """
        import numpy as np

        from engine.data.records import table_from_batches

        rows = [line.split(" -> ") for line in path.read_text(encoding="utf-8").splitlines()]
        data = table_from_batches(["label", "text"], [[[label for _, label in rows], [text for text, _ in rows]]])
        return Records(
            data, np.arange(1, len(rows) + 1), path, text_columns=(1,), label_column=0, has_header=True,
            detection={"format": self.kind},
        )
"""


def test_a_reader_in_a_module_of_its_own_reads_its_files(palimpsest, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    module = module_of("arrows").replace("-> Records: ...", f"-> Records:{READ}")
    (tmp_path / "toy_policies.py").write_text(module, encoding="utf-8")
    file = tmp_path / "films.arrows"
    lines = [f"{'good' if i % 3 else 'bad'} film {i} -> {'yes' if i % 3 else 'no'}" for i in range(60)]
    file.write_text("\n".join(lines), encoding="utf-8")
    schema, inspected = palimpsest(["schema"], ["data", "inspect", str(file), "--json"])
    assert "arrows" in schema
    report = json.loads(inspected)
    assert report["found"]["format"] == "arrows"
    assert report["classes"] == ["no", "yes"] and report["splits"]["train"]["classes"] == {
        "no": 16,
        "yes": 33,
    }


PAGE_IN_THE_WINDOW = """
from PySide6.QtWidgets import QApplication, QLabel
from workbench.look import theme
from workbench.shell.window import MainWindow

app = QApplication([])
theme.apply(app)
window = MainWindow(None)
window.show_page("count")
page = window.page("count")
assert page.isVisibleTo(window) and page.findChild(QLabel).text() == "Counted"
"""


def test_a_page_in_a_module_of_its_own_is_in_the_window(tmp_path: Path) -> None:
    (tmp_path / "toy_page.py").write_text(module_of("count"), encoding="utf-8")
    environment = os.environ | {
        "PALIMPSEST_PAGES": "toy_page:CountPage",
        "PYTHONPATH": os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")]),
        "PALIMPSEST_HOME": str(tmp_path / "home"),
        "QT_QPA_PLATFORM": "offscreen",
    }
    done = subprocess.run(
        [sys.executable, "-c", PAGE_IN_THE_WINDOW], env=environment, capture_output=True, encoding="utf-8",
        timeout=patience.seconds(120),
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
