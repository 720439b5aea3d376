"""Forms of labels, previews, and words that an encoder does not know."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import numpy as np
import pytest
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers

from engine import paths
from engine.data.inspection.dataset_report import inspect_dataset
from engine.data.inspection.preview import preview_source
from engine.data.inspection.proposal import find_label_form
from engine.data.inspection.report import UnknownTokens
from engine.data.inspection.unknown_tokens import (
    better_encoders,
    count_unknown,
    describe_gaps,
    vocabulary_gaps,
)
from engine.data.readers.base import FormatReader
from engine.data.tokens import TokenStore
from engine.model.tokenizer.token_counting import count_tokens
from engine.model.tokenizer.tokenizer_core import load_counting_tokenizer
from engine.spec.command_line import parse_source
from engine.spec.data import DataSource
from engine.spec.experiment import Encoder, parse_experiment, parse_record
from engine.spec.targets import LabelSetTarget
from engine.store import Store, runs
from engine.toml_text import read_toml_value
from tests.engine.cli.test_app import palimpsest

pytestmark = pytest.mark.usefixtures("home")


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
    setting = finding.message.split("(target = ")[1].split(", in the window")[0]
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


def store_of(core: Tokenizer, texts: list[str]) -> TokenStore:
    ids = [each.ids for each in core.encode_batch(texts, add_special_tokens=False)]
    return TokenStore(
        np.array([number for row in ids for number in row], np.int32), np.cumsum([0, *map(len, ids)])
    )


def test_unknown_words_are_counted_with_the_texts_that_have_them() -> None:
    core = Tokenizer(models.WordPiece({"[UNK]": 0, "a": 1, "b": 2}, unk_token="[UNK]"))
    core.pre_tokenizer = pre_tokenizers.Whitespace()  # type: ignore[assignment]
    assert vocabulary_gaps(core).unknown == {0} and not vocabulary_gaps(core).parts
    texts = store_of(core, ["a b a", "a 漢 字", "b", "漢"])
    counts, concerned = count_unknown([texts], core)
    assert counts == UnknownTokens(tokens=8, unknown=3, parts=0) and concerned.tolist() == [1, 3]
    both, concerned = count_unknown([texts, store_of(core, ["漢", "a", "a", "a"])], core)
    assert both.unknown == 4 and concerned.tolist() == [0, 1, 3], "second segments count for their pair"
    assert "37.5 % of the tokens are unknown to tiny" in describe_gaps("tiny", counts)
    assert describe_gaps("tiny", UnknownTokens(tokens=10_000, unknown=1, parts=10)) == ""


def test_a_byte_level_vocabulary_has_parts_of_characters() -> None:
    core = Tokenizer(models.BPE())
    core.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)  # type: ignore[assignment]
    core.decoder = decoders.ByteLevel()  # type: ignore[assignment]
    trainer = trainers.BpeTrainer(
        vocab_size=270, initial_alphabet=pre_tokenizers.ByteLevel.alphabet(), show_progress=False
    )
    core.train_from_iterator(["the é the é the é"] * 20, trainer)
    gaps = vocabulary_gaps(core)
    names = {number: name for name, number in core.get_vocab().items()}
    decoded = {number: core.decode([number]) for number in names}
    assert gaps.parts == {number for number, text in decoded.items() if "\ufffd" in text} and not gaps.unknown
    counts, concerned = count_unknown([store_of(core, ["the é", "漢"])], core)
    assert counts.parts == 3 and not len(concerned), "three bytes of the character, and é has a token"


def test_byte_fallback_is_found_by_its_tokens() -> None:
    vocabulary = [
        ("<unk>", 0.0),
        *((f"<0x{number:02X}>", -9.0) for number in range(256)),
        ("▁a", -1.0),
        ("a", -1.5),
    ]
    core = Tokenizer(models.Unigram(vocabulary, unk_id=0, byte_fallback=True))
    gaps = vocabulary_gaps(core)
    assert len(gaps.parts) == 256 and gaps.unknown == {0}
    counts, _ = count_unknown([store_of(core, ["a", "漢"])], core)
    assert (counts.unknown, counts.parts) == (0, 3)


@pytest.fixture
def emoji(tmp_path: Path) -> Path:
    rows = [f"{'😀 ' * 3}the film number {n % 9},{'pos' if n % 2 else 'neg'}" for n in range(40)]
    file = tmp_path / "emoji.csv"
    file.write_text("\n".join(["text,label", *rows]) + "\n", encoding="utf-8")
    return file


def test_a_report_warns_and_names_encoders_that_know_more(emoji: Path) -> None:
    source, tiny = DataSource(source=str(emoji)), Encoder(source="palimpsest-tiny")
    alone = inspect_dataset(source, load_counting_tokenizer(tiny), sentences=False)
    finding = next(each for each in alone.health if each.kind == "unknown tokens")
    assert finding.level == "warning" and finding.count == alone.splits["train"].rows
    assert "unknown to palimpsest-tiny" in finding.message and "No encoder here" in finding.message
    assert alone.splits["test"].unknown is not None and alone.splits["test"].unknown.unknown_percent > 20
    folder = paths.home() / "encoders" / "smiling"
    folder.mkdir(parents=True)
    words = ["[UNK]", "😀", "the", "film", "number", *map(str, range(9))]
    core = Tokenizer(models.WordLevel({word: k for k, word in enumerate(words)}, unk_token="[UNK]"))
    core.pre_tokenizer = pre_tokenizers.Whitespace()  # type: ignore[assignment]
    core.save(str(folder / "tokenizer.json"))
    (paths.home() / "encoders" / "broken").mkdir()
    (paths.home() / "encoders" / "broken" / "tokenizer.json").write_text("{", encoding="utf-8")
    counted = count_tokens(source, tiny)
    assert "unknown to palimpsest-tiny" in counted.gaps and "smiling (0.0 %)" in counted.gaps
    texts = ["😀 the film"] * 3
    assert better_encoders(texts, "palimpsest-tiny", UnknownTokens(tokens=10, unknown=3, parts=0)) == [
        ("smiling", 0.0)
    ]


def test_the_command_says_what_is_unknown(emoji: Path) -> None:
    output = palimpsest("data", "inspect", emoji, "--encoder", "palimpsest-tiny", "--no-sentences").out
    assert "% of tokens are unknown" in output and "unknown to palimpsest-tiny" in output
    plain = palimpsest("data", "tokens", "samples:questions", "--encoder", "palimpsest-tiny").out
    assert "unknown" not in plain


def test_a_run_says_once_what_its_encoder_cannot_read_and_keeps_it_in_its_log(
    tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    rows = [f"{'天地玄黃'[n % 4] * 3}{'好' if n % 2 else '壞'},{'ab'[n % 2]}" for n in range(40)]
    Path("zh.csv").write_text("\n".join(["text,label", *rows]) + "\n", encoding="utf-8")
    design = (
        '[probes]\non = false\n[[stages]]\nkind = "finetune"\ndata = "zh.csv"\nepochs = 1\nbatch_size = 8\n'
    )
    Path("zh.toml").write_text(design, encoding="utf-8")
    answer = palimpsest("run", "zh.toml", "--set", "seed=[1,2]")
    assert answer.code == 0, answer.err
    warning = "train: 100.0 % of the tokens are unknown to palimpsest-tiny"
    assert answer.err.count(warning) == 1  # of two runs on the same texts
    assert "Note: train: 100.0 %" in answer.err and "No encoder here knows the texts better" in answer.err
    with Store(home / "palimpsest.sqlite", read_only=True) as store:
        for run in (1, 2):
            (line,) = [each for each in runs.list_log_lines(store, run) if warning in each.text]
            assert line.level == "warning"


ROWS = [("spam" if i % 2 else "ham", f"text, number {i} ; of many", f"title {i}") for i in range(40)]


@pytest.fixture
def piped(tmp_path: Path) -> Path:
    file = tmp_path / "piped.csv"
    lines = ["kind|body|title", *("|".join(row) for row in ROWS)]
    file.write_text("\n".join(lines), encoding="utf-8")
    return file


@pytest.mark.parametrize(
    ("settings", "at"),
    [
        (["label=colour"], "columns"),
        (["label=body", "text=body"], "columns"),
        (["label=title", "text=body"], "rows"),
        (["format.kind=csv", "format.encoding=klingon"], "reading"),
    ],
)
def test_problems_keep_what_was_read(piped: Path, settings: list[str], at: str) -> None:
    preview = preview_source(parse_source(str(piped), settings))
    assert preview.problem is not None
    assert preview.problem.message and preview.problem.remedy
    assert preview.problem.at == at
    assert bool(preview.rows) == (at != "reading"), "the columns are needed to choose other ones"


def test_ragged_row_is_named_and_lines_are_shown(tmp_path: Path) -> None:
    file = tmp_path / "ragged.csv"
    file.write_text("label,text\na,one\nb,two\na,three,four\n", encoding="utf-8")
    preview = preview_source(parse_source(str(file)))
    assert preview.problem is not None
    assert preview.problem.at == "reading"
    assert preview.problem.place == "ragged.csv, row 4"
    assert preview.lines[3] == "a,three,four"


def test_command_line_answers_in_json_also_when_something_is_wrong(piped: Path) -> None:
    preview = palimpsest("data", "preview", piped, "--set", "label=nothing", "--json").json
    assert preview["problem"]["at"] == "columns"
    assert len(preview["rows"]) == 40


def test_a_set_of_the_catalogue_is_found_in_the_store_that_was_named(piped: Path, tmp_path: Path) -> None:
    from engine.store import Store
    from engine.store.data_names import resolve_source
    from engine.store.datasets import add_dataset

    with Store(tmp_path / "s.sqlite") as store:
        add_dataset(store, "Mail", {"source": str(piped), "text": ["title"], "label": "kind"})
    resolve = partial(resolve_source, tmp_path / "s.sqlite")
    assert preview_source(parse_source("catalogue:Mail"), resolve=resolve).text == [2]
    own = parse_source("catalogue:Mail", ["text=body"])
    assert preview_source(own, resolve=resolve).text == [1], "what is said goes first"
    missing = preview_source(parse_source("catalogue:Post"), resolve=resolve).problem
    assert missing is not None and "Mail" in missing.remedy
