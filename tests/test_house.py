"""The walls between the rooms hold, also through imports of imports, which a linter does not follow."""

from __future__ import annotations

import ast
import functools
import graphlib
import importlib.util
import itertools
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import ModuleType

import grimp
import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("engine", "palimpsest", "workbench")

IMPORT_ALL = """
import importlib, sys
for name in sys.argv[2:]:
    importlib.import_module(name)
unwanted = sys.argv[1].split(",")
print(*sorted(name for name in unwanted if name in sys.modules))
"""


def modules_of(package: str) -> list[str]:
    """Dotted names of all modules of a package; running `__main__` is not importing."""
    files = sorted((ROOT / package).rglob("*.py"))
    parts = [file.relative_to(ROOT).with_suffix("").parts for file in files if file.stem != "__main__"]
    return [".".join(part[:-1] if part[-1] == "__init__" else part) for part in parts]


def loaded_by(modules: list[str], unwanted: list[str]) -> list[str]:
    """Which of the unwanted modules a fresh interpreter has loaded after importing `modules`."""
    command = [sys.executable, "-c", IMPORT_ALL, ",".join(unwanted), *modules]
    answer = subprocess.run(command, capture_output=True, encoding="utf-8", cwd=ROOT)
    assert answer.returncode == 0, answer.stderr
    return answer.stdout.split()


@functools.cache
def files_of(*packages: str) -> list[Path]:
    """The files of these packages, in order."""
    return [file for package in packages for file in sorted((ROOT / package).rglob("*.py"))]


@functools.cache
def nodes_of(file: Path) -> list[ast.AST]:
    """Every node of a file, the module first: read once for all tests."""
    return [*ast.walk(ast.parse(file.read_text(encoding="utf-8")))]


def module_of(file: Path) -> ast.Module:
    module = nodes_of(file)[0]
    assert isinstance(module, ast.Module)
    return module


def place_of(file: Path, node: ast.AST) -> str:
    return f"{file.relative_to(ROOT)}:{getattr(node, 'lineno', 0)}"


@pytest.fixture(scope="module", autouse=True)
def syntax_is_forgotten_afterwards() -> Iterator[None]:
    yield
    nodes_of.cache_clear()


@pytest.fixture(scope="module")
def imports() -> dict[str, set[str]]:
    """What each of our modules imports, for types alone too; of other packages, their names."""
    graph = grimp.build_graph(
        "engine", "palimpsest", "workbench", include_external_packages=True, cache_dir=None
    )
    return {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}


QT_AND_WINDOW = {"PySide6", "shiboken6", "pyqtgraph", "workbench"}


def test_the_engine_imports_no_qt_and_no_window(imports: dict[str, set[str]]) -> None:
    named = {name: {each.split(".")[0] for each in of} for name, of in imports.items()}
    assert named["workbench.app"] & QT_AND_WINDOW
    assert [name for name, of in named.items() if name.startswith("engine.") and of & QT_AND_WINDOW] == []


@pytest.mark.nightly
def test_engine_loads_no_qt_and_no_window() -> None:
    """Nor does any library that it imports."""
    modules = modules_of("engine")
    assert "engine.train.loop" in modules
    assert loaded_by(modules, [*QT_AND_WINDOW]) == []


def test_window_opens_without_the_slow_libraries() -> None:
    """Importing torch alone takes longer than the window may take to open."""
    modules = modules_of("workbench")
    assert "workbench.app" in modules
    slow = ["torch", "transformers", "datasets", "spacy", "accelerate", "peft", "tokenizers"]
    slow += ["matplotlib", "pandas", "sklearn"]
    assert loaded_by(modules, slow) == []


def test_rows_words_and_comparisons_load_no_torch() -> None:
    """What looks at runs is there without the extra that trains them, and at once where that is installed."""
    modules = [*modules_of("engine/spec"), *modules_of("engine/store"), *modules_of("engine/analysis")]
    modules.append("engine.installation")
    assert {"engine.spec.experiment", "engine.store.runs", "engine.analysis.comparison"} <= set(modules)
    assert loaded_by(modules, ["torch", "transformers", "datasets", "tokenizers", "spacy"]) == []


def syntax_of(*packages: str) -> Iterator[tuple[str, ast.AST]]:
    """Yield every node of the files of these packages with its place; docstrings and other bare words are left out."""
    for file in files_of(*packages):
        bare = {id(node.value) for node in nodes_of(file) if isinstance(node, ast.Expr)}
        for node in nodes_of(file):
            if id(node) not in bare or not isinstance(node, ast.Constant):
                yield place_of(file, node), node


SQL = re.compile(
    r"\bSELECT\b.+\bFROM\b|\bINSERT INTO\b|\bUPDATE \w+ SET\b|\bDELETE FROM\b|^PRAGMA\b", re.DOTALL
)


def holds_sql(node: ast.AST) -> bool:
    """Whether a piece of syntax is a statement of SQL, or takes the database's module for itself."""
    if isinstance(node, ast.Import | ast.ImportFrom):
        return "sqlite3" in imported_names(node)
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and bool(SQL.search(node.value))


def test_the_window_and_the_loop_hold_no_sql() -> None:
    """Questions to the store are functions of the store, so its tables can change in one place."""
    assert any(holds_sql(node) for _, node in syntax_of("engine/store"))
    assert [
        place for place, node in syntax_of("workbench", "palimpsest", "engine/train") if holds_sql(node)
    ] == []


WRITES = re.compile(r"(?:add|clear|create|delete|mark|note|recompute|remove|rename|repair|restore|set)_\w+")


def test_the_lab_and_delivery_leave_the_store_as_it_is() -> None:
    """They call none of the functions by which the store is written to, and do not write to it themselves."""
    defined = {node.name for _, node in syntax_of("engine/store") if isinstance(node, ast.FunctionDef)}
    writes = {name for name in defined if WRITES.fullmatch(name)} | {"RunWriter", "upsert", "transaction"}
    assert {"create_run", "set_predictions", "delete_runs"} <= writes
    found = [
        place
        for place, node in syntax_of("engine/lab", "engine/delivery")
        if holds_sql(node)
        or (isinstance(node, ast.Name | ast.Attribute) and _name(node) in writes)
        or (isinstance(node, ast.ImportFrom) and writes & {each.name for each in node.names})
    ]
    assert found == []


def test_forms_name_no_field() -> None:
    """They show whatever fields available: a form that knew one by name would be a second place to edit."""
    from engine.spec.describe import walk_fields
    from engine.spec.experiment import Experiment
    from engine.spec.stages import Stage

    walked = [*walk_fields(Experiment)]
    for stage in Stage.known_options().values():
        walked += walk_fields(stage)
    # The first tells options of every family apart, the second is a role of any field, the third moves a record up.
    names = {part for each in walked for part in each.path.split(".")} - {"kind", "label", "earlier"}
    assert {"learning_rate", "freezing", "seed", "epochs"} <= names
    found = [
        f"{place} {node.value}"
        for place, node in syntax_of("workbench/forms")
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and set(node.value.split(".")) & names
    ]
    assert found == []


MOST_MODULES = 25


@pytest.mark.parametrize("package", PACKAGES)
def test_no_folder_is_crowded(package: str) -> None:
    """A folder with more modules than one can keep in mind wants to be several."""
    counts = {folder: len(list(folder.glob("*.py"))) for folder in (ROOT / package).rglob("*/")}
    crowded = {str(folder.relative_to(ROOT)): n for folder, n in counts.items() if n > MOST_MODULES + 1}
    assert crowded == {}


MOST_LINES = 60


def body_lines(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Lines of a function's body, from its first statement that is no docstring to its last."""
    first = node.body[1] if ast.get_docstring(node) and len(node.body) > 1 else node.body[0]
    return (node.end_lineno or 0) - first.lineno + 1


@pytest.mark.parametrize("package", PACKAGES)
def test_functions_fit_on_a_screen(package: str) -> None:
    """What is longer holds more ideas than one, and wants to be as many functions."""
    long = {
        f"{file.relative_to(ROOT)}:{node.name}": lines
        for file in files_of(package)
        for node in nodes_of(file)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (lines := body_lines(node)) > MOST_LINES
    }
    assert long == {}


REFERENCE = re.compile(r"`((?:engine|workbench)(?:\.\w+)+)`")


@functools.cache
def names_in(file: Path) -> set[str]:
    """What a module defines or imports."""
    found: set[str] = set()
    for node in module_of(file).body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            found.add(node.name)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            found |= {inner.id for each in targets for inner in ast.walk(each) if isinstance(inner, ast.Name)}
        elif isinstance(node, ast.Import | ast.ImportFrom):
            found |= {each.asname or each.name for each in node.names}
    return found


def is_there(name: str) -> bool:
    """Whether a dotted name is one of our modules, or is defined in one. What a class inherits is believed."""
    parts = name.split(".")
    for count in range(len(parts), 0, -1):
        path = ROOT.joinpath(*parts[:count])
        file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
        if not file.is_file():
            continue
        if not (rest := parts[count:]):
            return True
        return rest[0] in names_in(file)
    return False


def test_names_in_prose_are_of_things_that_exist() -> None:
    """A docstring or a page that leads to a module or a class which was renamed leads nowhere."""
    files = [*(ROOT / "docs").rglob("*.md"), ROOT / "CONTRIBUTING.md", *files_of(*PACKAGES)]
    named = {
        (name, str(file.relative_to(ROOT)))
        for file in files
        for name in REFERENCE.findall(file.read_text(encoding="utf-8"))
    }
    assert ("engine.launch.child", "engine/launch/__init__.py") in named
    assert [place for place in sorted(named) if not is_there(place[0])] == []


@pytest.fixture(scope="module")
def drawing() -> ModuleType:
    """The program that reads the table of the house and draws it."""
    place = ROOT / "docs" / "draw_architecture.py"
    spec = importlib.util.spec_from_file_location(place.stem, place)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[place.stem] = module  # dataclasses look there for the names in their annotations
    spec.loader.exec_module(module)
    return module


def rooms_of_the_table(drawing: ModuleType) -> list[str]:
    """The rooms in the order of the table, as ``engine/data``."""
    return [*drawing.read_rooms(drawing.PAGE.read_text(encoding="utf-8"))]


def packages_of(*tops: str) -> list[str]:
    """The packages below these folders, as ``engine/data/readers``."""
    found = [
        file.parent for top in tops for file in (ROOT / top).rglob("__init__.py") if file.parent != ROOT / top
    ]
    return sorted(folder.relative_to(ROOT).as_posix() for folder in found)


def test_every_room_stands_in_the_table_of_the_house(drawing: ModuleType) -> None:
    """Docs that leave out a folder leave its reader to guess what belongs there."""
    rooms = [each for each in packages_of("engine", "workbench") if each.count("/") == 1]
    assert "engine/places" in rooms
    assert sorted({*rooms, "palimpsest"} - {*rooms_of_the_table(drawing)}) == []


def test_the_table_of_the_house_is_in_the_order_of_the_layers(drawing: ModuleType) -> None:
    """A reader takes what stands above for what may import: so do the contracts."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
    listed = rooms_of_the_table(drawing)
    compared = 0
    for contract in settings["contracts"]:
        for container in contract.get("containers", [""] if contract["type"] == "layers" else []):
            level = {
                f"{container}/{name}".strip("/"): number
                for number, layer in enumerate(contract["layers"])
                for name in re.split(r" [|:] ", layer)
            }
            levels = [level[room if container else room.partition("/")[0]] for room in listed
                      if not container or room.startswith(f"{container}/")]  # fmt: skip
            assert levels == sorted(levels), contract["name"]
            compared += 1
    assert compared == 3


def test_the_picture_of_the_house_is_that_of_its_table(drawing: ModuleType) -> None:
    """Draw it anew with ``python docs/draw_architecture.py``."""
    picture = drawing.PICTURE.read_text(encoding="utf-8")
    assert picture == drawing.draw(drawing.PAGE.read_text(encoding="utf-8"))
    for room in rooms_of_the_table(drawing):
        assert f">{room.rpartition('/')[2]}</text>" in picture


def test_every_package_has_its_folder_of_tests() -> None:
    """Tests mirror the tree: who changes a package finds its tests where they are looked for."""
    packages = packages_of("engine", "workbench")
    assert "workbench/pages/runs/details" in packages
    assert [each for each in packages if not any((ROOT / "tests" / each).rglob("test_*.py"))] == []


def test_public_class_names_are_unique() -> None:
    """Two public classes of one name cannot be told apart in a message, a search or a traceback."""
    places: dict[str, list[str]] = {}
    for file in files_of(*PACKAGES):
        for node in module_of(file).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places.setdefault(node.name, []).append(str(file.relative_to(ROOT)))
    assert {name: files for name, files in places.items() if len(files) > 1} == {}


def test_modules_import_each_other_without_circles(imports: dict[str, set[str]]) -> None:
    """Imports for types alone count too: who reads a module should not have to know the one that reads it."""
    try:
        graphlib.TopologicalSorter(imports).prepare()
    except graphlib.CycleError as error:
        pytest.fail(f"a circle of imports: {' -> '.join(error.args[1])}")


COMMANDS = """
import sys
from typer.testing import CliRunner
from engine.cli.app import app
for words in (["--help"], ["runs"], ["fields"]):
    answer = CliRunner().invoke(app, words)
    assert answer.exit_code == 0 and answer.output, answer
print(*sorted(name for name in sys.argv[1].split(",") if name in sys.modules))
"""


def test_commands_that_train_nothing_load_nothing_slow(tmp_path: Path) -> None:
    """Help, the list of runs and the list of fields are there before torch alone would be imported."""
    slow = (
        "torch,transformers,tokenizers,datasets,accelerate,peft,spacy,pyarrow,pandas,scipy,sklearn,matplotlib"
    )
    command = [sys.executable, "-c", COMMANDS, slow]
    home = os.environ | {"PALIMPSEST_HOME": str(tmp_path)}
    answer = subprocess.run(command, capture_output=True, encoding="utf-8", cwd=ROOT, env=home)
    assert answer.returncode == 0, answer.stderr
    assert answer.stdout.split() == []


def test_nobody_asks_a_stage_for_its_class() -> None:
    """A kind of stage is a class with answers: a test of its class or kind anywhere would be a second place to edit."""
    from engine.spec.stages import Stage

    def below(cls: type[Stage]) -> set[type[Stage]]:
        return {cls}.union(*(below(each) for each in cls.__subclasses__()))

    own = [cls for cls in below(Stage) if cls.__module__.startswith("engine.")]
    names = {cls.__name__ for cls in own}
    kinds = {kind for cls in own if isinstance(kind := cls.model_fields["kind"].default, str)}
    assert {"Stage", "SupervisedStage", "Finetune", "Multitask", "FurtherPretrain"} <= names
    found = []
    for file in files_of("engine", "workbench"):
        for node in nodes_of(file):
            if _asks_for_class(node, names) or _asks_for_kind(node, kinds):
                found.append(place_of(file, node))
    assert found == []


def _asks_for_class(node: ast.AST, names: set[str]) -> bool:
    """``isinstance(x, Finetune | Multitask)``, ``issubclass``, ``type(x) is Finetune``, ``case Finetune():``."""
    if (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("isinstance", "issubclass")
    ):
        asked: list[ast.AST] = [*node.args[1:]]
    elif isinstance(node, ast.Compare):
        asked = [each for each in node.comparators if isinstance(each, ast.Name | ast.Attribute | ast.Tuple)]
    elif isinstance(node, ast.MatchClass):
        asked = [node.cls]
    else:
        return False
    words = {name for each in asked for inner in ast.walk(each) for name in (_name(inner),)}
    return bool(words & names)


def _asks_for_kind(node: ast.AST, kinds: set[str]) -> bool:
    """``stage.kind == "finetune"``, ``kind in ("finetune", "multitask")``."""
    if not isinstance(node, ast.Compare):
        return False
    constants = {each.value for part in (node.left, *node.comparators) for each in ast.walk(part)
                 if isinstance(each, ast.Constant) and isinstance(each.value, str)}  # fmt: skip
    return bool(constants & kinds)


def _name(node: ast.AST) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def test_that_watch_sees_each_way_of_asking() -> None:
    names, kinds = {"Finetune"}, {"finetune"}
    asking = [
        "isinstance(stage, Finetune)", "isinstance(stage, (A, stages.Finetune | B))", "issubclass(option, Finetune)",
        "type(stage) is Finetune", "stage.kind == 'finetune'", "kind in ('finetune', 'multitask')",
        "match stage:\n    case Finetune(): ...",
    ]  # fmt: skip
    for text in asking:
        nodes = [*ast.walk(ast.parse(text))]
        assert any(_asks_for_class(node, names) or _asks_for_kind(node, kinds) for node in nodes), text
    for text in (
        "isinstance(truncation, HeadTruncation)",
        "Finetune(data='x')",
        "Finetune.model_validate({})",
    ):
        nodes = [*ast.walk(ast.parse(text))]
        assert not any(_asks_for_class(node, names) or _asks_for_kind(node, kinds) for node in nodes), text


def test_the_engine_knows_no_window_by_name() -> None:
    """It finds one by an entry point; a name in a string would be an import that no tool sees."""
    named = [
        str(file.relative_to(ROOT))
        for file in files_of("engine")
        if "workbench" in file.read_text(encoding="utf-8")
    ]
    assert named == []


BUDGET = ROOT / "tests" / "size_budget.toml"
DOCUMENTED = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def code_lines(text: str, nodes: Sequence[ast.AST] = ()) -> int:
    """Return the number of lines that hold code: no blank line, comment, docstring or text below an attribute."""
    documents: set[int] = set()
    for node in nodes or ast.walk(ast.parse(text)):
        for each in node.body if isinstance(node, DOCUMENTED) else ():
            value = each.value if isinstance(each, ast.Expr) else None
            if isinstance(value, ast.Constant) and isinstance(value.value, str):
                documents.update(range(each.lineno, (each.end_lineno or each.lineno) + 1))
    lines = ((number, line.strip()) for number, line in enumerate(text.splitlines(), 1))
    return sum(number not in documents and bool(line) and not line.startswith("#") for number, line in lines)


def test_code_is_counted_without_what_explains_it() -> None:
    assert code_lines('"""A module."""\n\n# why\nx = 1  # one\n"""What x is."""\ny = """a\nb"""\n') == 3


@pytest.mark.parametrize("folder", ["engine", "workbench", "tests", "benchmarks"])
def test_each_folder_keeps_within_its_budget(folder: str) -> None:
    """What is added is paid for by what it replaces."""
    counted = (code_lines(file.read_text(encoding="utf-8"), nodes_of(file)) for file in files_of(folder))
    assert sum(counted) <= tomllib.loads(BUDGET.read_text(encoding="utf-8"))[folder]


def test_the_budget_is_only_ever_lowered() -> None:
    """As far as the history of this repository is at hand."""
    name = BUDGET.relative_to(ROOT).as_posix()

    def git(*words: str) -> str:
        return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, encoding="utf-8").stdout

    if not (ROOT / ".git").exists():
        pytest.skip("the sources lie here without their history")
    versions = [git("show", f"{commit}:{name}") for commit in git("log", "--format=%H", "--", name).split()]
    budgets = [tomllib.loads(text) for text in (BUDGET.read_text(encoding="utf-8"), *versions)]
    for newer, older in itertools.pairwise(budgets):
        assert all(newer[folder] <= most for folder, most in older.items()), (newer, older)


MOST_ANY = {"engine": 78, "palimpsest": 0, "workbench": 9}
"""How often ``Any``, or ``ParsedJson`` that stands for it, may occur in each top folder; a number here may only sink.

What is left in the engine: tables of TOML and JSON as they were read (56), fields of specifications (pydantic has
``field`` stand for a value of any type), options that only their own module knows, and libraries without types.
In the window: values of a kind that only their column, call or preference knows.
"""


@pytest.mark.parametrize("package", PACKAGES)
def test_any_only_becomes_rarer(package: str) -> None:
    """``Any`` switches the type checker off; ``object``, a protocol or the real type does not."""
    found = {
        str(file.relative_to(ROOT)): sum(
            isinstance(node, ast.Name) and node.id in ("Any", "ParsedJson") for node in nodes_of(file)
        )
        for file in files_of(package)
    }
    most = sorted(found.items(), key=lambda item: -item[1])[:5]
    assert sum(found.values()) <= MOST_ANY[package], f"most in {most}"


POSIX_ONLY = {"fcntl", "grp", "posix", "pty", "pwd", "readline", "resource", "syslog", "termios", "tty"}


@pytest.mark.parametrize("package", PACKAGES)
def test_modules_that_windows_lacks_are_imported_behind_a_question(package: str) -> None:
    """Under ``if sys.platform ...``, in a ``try`` or in a function: importing ours needs none of them."""
    found = [
        f"{file.relative_to(ROOT)}:{node.lineno}"
        for file in files_of(package)
        for node in module_of(file).body
        if isinstance(node, ast.Import | ast.ImportFrom)
        and POSIX_ONLY & {name.split(".")[0] for name in imported_names(node)}
    ]
    assert found == []


def imported_names(node: ast.Import | ast.ImportFrom) -> list[str]:
    return [node.module or ""] if isinstance(node, ast.ImportFrom) else [each.name for each in node.names]
