"""Size and order of the code, beside another version of it: what a rebuild has changed, counted and not felt.

    git worktree add ../before TAG
    python benchmarks/house.py --against ../before

Nothing is measured in seconds here: ``processor.py`` compares the processor time of two versions, ``window.py``
measures a change of theme.
"""

from __future__ import annotations

import argparse
import ast
import json
import subprocess
import sys
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import _harness as harness

HERE = Path(__file__).resolve().parent.parent
PROGRAM = ("engine", "palimpsest", "workbench")
CIRCLES = """
import json, sys
import grimp
graph = grimp.build_graph(*sys.argv[2:], exclude_type_checking_imports=sys.argv[1] == 'run', cache_dir=None)
needs = {module: graph.find_upstream_modules(module) for module in graph.modules}
circles = {frozenset({module, *(other for other in needs[module] if module in needs[other])}) for module in needs}
print(json.dumps([sorted(each) for each in circles if len(each) > 1]))
"""


class House:
    """The source of one version of the program, in ``root``."""

    def __init__(self, root: Path) -> None:
        self.root = root

    @cached_property
    def files(self) -> dict[str, str]:
        """The text of every Python file, by its path."""
        return {
            file.relative_to(self.root).as_posix(): file.read_text(encoding="utf-8")
            for room in (*PROGRAM, "tests")
            for file in sorted((self.root / room).rglob("*.py"))
        }

    @cached_property
    def trees(self) -> dict[str, ast.Module]:
        """The syntax of every file of the program itself, by its path."""
        return {name: ast.parse(text) for name, text in self.files.items() if not name.startswith("tests/")}

    def nodes(self) -> Iterator[tuple[str, ast.AST]]:
        """Yield every node of the program, with its file."""
        for name, tree in self.trees.items():
            for node in ast.walk(tree):
                yield name, node

    @cached_property
    def stages(self) -> set[str]:
        """The names of the classes of stages: ``Stage`` and what inherits from it, in the specification."""
        bases = {
            node.name: {base.id for base in node.bases if isinstance(base, ast.Name)}
            for name, node in self.nodes()
            if isinstance(node, ast.ClassDef) and name.startswith("engine/spec/")
        }
        found = {"Stage"}
        while more := {name for name, above in bases.items() if above & found} - found:
            found |= more
        return found

    def size(self, room: str) -> tuple[int, int]:
        """Return files and lines of a top folder."""
        texts = [text for name, text in self.files.items() if name.startswith(f"{room}/")]
        return len(texts), sum(text.count("\n") for text in texts)

    def most_crowded(self) -> tuple[int, str]:
        """Return the number of modules of the fullest folder, and the folder."""
        folders: dict[str, int] = {}
        for name in self.trees:
            folder = name.rpartition("/")[0]
            folders[folder] = folders.get(folder, 0) + 1
        return max((count, folder) for folder, count in folders.items())

    def stage_questions(self) -> int:
        """Return how often the class of a stage is asked for by ``isinstance`` or ``issubclass``."""
        return sum(
            any(isinstance(inner, ast.Name) and inner.id in self.stages for inner in ast.walk(node.args[1]))
            for _, node in self.nodes()
            if isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in ("isinstance", "issubclass")
            and len(node.args) == 2
        )

    def long_functions(self) -> str:
        """Return how many functions have a body of more than 60 lines, docstring aside, and the longest of them."""
        lengths = [
            (node.end_lineno or 0)
            - node.body[1 if ast.get_docstring(node) and len(node.body) > 1 else 0].lineno
            + 1
            for _, node in self.nodes()
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        ]
        return f"{sum(length > 60 for length in lengths)} ({max(lengths)})"

    def uses_of_any(self) -> int:
        """Return how often ``Any`` stands in the program, or an alias of this house that stands for it."""
        known = {"Any", "ParsedJson"} | (
            {"JsonObject"} if "JsonObject = dict[str, Any]" in self.json_types else set()
        )
        return sum(isinstance(node, ast.Name) and node.id in known for _, node in self.nodes())

    @property
    def json_types(self) -> str:
        """The module that names the types of JSON, where there is one."""
        return self.files.get("engine/json_types.py", "")

    def circles(self, *, types: bool) -> str:
        """Return groups and modules that import each other in a circle; ``types``: also by imports for types alone."""
        rooms = [room for room in PROGRAM if (self.root / room / "__init__.py").is_file()]
        done = subprocess.run(
            [sys.executable, "-c", CIRCLES, "all" if types else "run", *rooms],
            capture_output=True, encoding="utf-8", cwd=self.root, check=True,
        )  # fmt: skip
        found: list[list[str]] = json.loads(done.stdout)
        return f"{len(found)} ({sum(map(len, found))})"

    def repeated_classes(self) -> int:
        """Return how many names two or more public classes share."""
        names = [
            node.name
            for tree in self.trees.values()
            for node in tree.body
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
        ]
        return sum(names.count(name) > 1 for name in set(names))

    def figures(self) -> dict[str, str]:
        """Return all measures in words, by name."""
        crowded = self.most_crowded()
        made = {}
        for room in ("engine", "workbench", "palimpsest", "tests"):
            files, lines = self.size(room)
            made[f"{room}: files, lines"] = f"{files}, {lines:,}"
        return made | {
            "modules of the fullest folder": f"{crowded[0]} ({crowded[1]})",
            "circles of imports (modules in them)": self.circles(types=False),
            "the same, with imports for types": self.circles(types=True),
            "places that ask a stage for its class": str(self.stage_questions()),
            "names that several public classes share": str(self.repeated_classes()),
            "functions over 60 lines (the longest)": self.long_functions(),
            "uses of Any": str(self.uses_of_any()),
        }


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--against", type=Path, help="a checkout of another version")
    options = parser.parse_args()
    after = House(HERE).figures()
    before = House(options.against.resolve()).figures() if options.against else {}
    print(
        harness.table(
            [{"": name, "before": before.get(name, "–"), "now": value} for name, value in after.items()]
        )
    )


if __name__ == "__main__":
    main()
