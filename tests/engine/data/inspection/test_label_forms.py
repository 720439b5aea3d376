"""Names of classes that are lists of labels or grades are noticed, and ordinary names are left alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.data.inspection.dataset_report import inspect_dataset
from engine.data.inspection.label_forms import find_label_form
from engine.data.inspection.preview import preview_source
from engine.data.readers.base import FormatReader
from engine.spec.data import DataSource
from engine.spec.experiment import parse_experiment, parse_record
from engine.spec.targets import LabelSetTarget
from engine.toml_text import read_toml_value


@pytest.mark.parametrize(
    ("classes", "setting"),
    [
        (["bug", "login", "bug;login"], 'kind = "labels", delimiter = ";"'),
        (["x", "y", "x;y", "x;y;z"], 'kind = "labels", delimiter = ";"'),  # z never stands alone
        (["x;y", "y;z", "z;x"], 'kind = "labels", delimiter = ";"'),
        (["News; politics", "Sports"], ""),
        (["bug", "login", "bug, login"], ""),
        (["bug", "login", "pay", "bug;login", "bug;pay"], 'kind = "labels", delimiter = ";"'),
        (["a|b", "b|c", "a|c", "a"], 'kind = "labels", delimiter = "|"'),
        (["a, b", "b, c", "a", "b", "c"], 'kind = "labels", delimiter = ","'),
        (['["a"]', '["a", "b"]', "[]"], 'kind = "labels"'),
        (["1", "2", "3", "4", "5"], 'kind = "rank"'),
        (["0", "1"], ""),
        (["3", "17", "40"], ""),
        (["3", "17", "40.5"], 'kind = "number"'),
        (["0.5", "1.5"], ""),
        (["1.5", "2.5", "nan"], ""),
        (["Washington, D.C.", "Paris, France", "Rome"], ""),
        (["a;", "b;c", "c;b"], ""),
        (["[1, 2]", "[3]"], 'kind = "labels"'),
        (["['a']", "['a', 'b']", "[]"], 'kind = "labels"'),
        (["['a']", "['b']"], ""),
        (["[0, 1, 1]", "[0 0 0]"], 'kind = "labels", zeros_and_ones = true'),
        (["1 star", "2 stars", "3 stars"], 'kind = "rank", order = ["1 star", "2 stars", "3 stars"]'),
        (["World", "Sports", "Business", "Sci/Tech"], ""),
        ([], ""),
    ],
)
def test_forms_are_told_by_all_names_together(classes: list[str], setting: str) -> None:
    form = find_label_form(classes)
    assert (form.setting if form else "") == setting


def test_the_setting_that_is_named_reads_the_labels_so(tmp_path: Path) -> None:
    file = tmp_path / "tickets.csv"
    cells = ["bug", "login", "pay", "bug;login", "bug;pay", "login;pay"]
    file.write_text(
        "text,topics\n" + "".join(f"text {k} of many,{cells[k % 6]}\n" for k in range(90)), "utf-8"
    )
    plain = DataSource(source=str(file))
    (finding,) = [
        each for each in inspect_dataset(plain, sentences=False).health if each.kind == "label_form"
    ]
    assert "('bug;login')" in finding.message or "('bug;pay')" in finding.message
    setting = finding.message.split("(target = ")[1].split("; in the window")[0]
    target = read_toml_value(setting)
    again = parse_record(DataSource, {"source": str(file), "target": target})
    report = inspect_dataset(again, sentences=False)
    assert sorted(report.classes) == ["bug", "login", "pay"]
    assert not [each for each in report.health if each.kind == "label_form"]
    parse_experiment(
        {"stages": [{"kind": "finetune", "objective": "multi_label", "data": again.model_dump()}]}
    )


def test_lists_are_noticed_where_texts_have_no_label_and_where_another_sign_joins_them(
    tmp_path: Path,
) -> None:
    """Which reading is offered, reads them: nothing is wrong then, and the labels are those of the lists."""
    file = tmp_path / "topics.csv"
    cells = ["news", "sport", "", "news|sport", "film|sport", "film"]
    file.write_text(
        "text,topics\n" + "".join(f"text {k} of many,{cells[k % 6]}\n" for k in range(90)), "utf-8"
    )
    as_classes = DataSource(source=str(file), label="topics")
    strict = {"format": FormatReader.choose({"incomplete": "refuse"})}
    view = preview_source(as_classes.model_copy(update=strict))
    assert view.problem is not None and view.problem.about == "incomplete" and view.label_form is not None
    by_commas = as_classes.model_copy(update={"target": LabelSetTarget()})
    other = preview_source(by_commas)
    assert other.problem is None and other.label_form == view.label_form, "joined by another sign"
    read = parse_record(DataSource, {**as_classes.model_dump(), "target": view.label_form.target})
    again = preview_source(read)
    assert (again.problem, again.label_form, sorted(again.classes)) == (None, None, ["film", "news", "sport"])
    plain = tmp_path / "plain.csv"
    plain.write_text(
        "text,kind\n" + "".join(f"text {k},{'ab'[k % 2]}\n" for k in range(90)) + "text,\n", "utf-8"
    )
    lacking = preview_source(DataSource(source=str(plain), label="kind", **strict))
    assert lacking.problem is not None and lacking.label_form is None


def test_numbers_that_are_too_many_for_classes_are_offered_to_be_read_as_numbers(tmp_path: Path) -> None:
    file = tmp_path / "prices.csv"
    file.write_text("text,price\n" + "".join(f"text {k},{3 * k}\n" for k in range(60)), "utf-8")
    as_classes = DataSource(source=str(file), label="price")
    preview = preview_source(as_classes)
    assert preview.problem is not None and "60 different labels" in preview.problem.message
    assert preview.label_form is not None and "numbers, 0 to 177" in preview.label_form.message
    read = parse_record(DataSource, {**as_classes.model_dump(), "target": preview.label_form.target})
    again = preview_source(read)
    assert (again.problem, again.label_form, again.classes) == (None, None, [])
    assert sum(again.sizes.values()) == 60 and not any("stratified" in note for note in again.notes)
    (finding,) = [each for each in inspect_dataset(read, sentences=False).health if each.kind == "numbers"]
    assert "from 0 to 177" in finding.message or "numbers from" in finding.message


def test_a_row_without_text_is_told_where_the_text_is_chosen(tmp_path: Path) -> None:
    file = tmp_path / "gap.csv"
    file.write_text("text,kind\n" + "".join(f"text {k},{'ab'[k % 2]}\n" for k in range(60)) + ",a\n", "utf-8")
    preview = preview_source(DataSource(source=str(file), label="kind", format={"incomplete": "refuse"}))
    assert preview.problem is not None
    assert (preview.problem.at, preview.problem.about) == ("columns", "incomplete")
