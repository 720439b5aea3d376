"""Run all benchmarks, or the named ones: ``python -m benchmarks [NAME...]``.

A benchmark is a script in this folder whose docstring describes what it measures. Each runs in its own process, so that
one benchmark does not affect the next.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parent


def main(names: list[str]) -> int:
    scripts = {file.stem: file for file in sorted(FOLDER.glob("*.py")) if not file.stem.startswith("_")}
    unknown = [name for name in names if name not in scripts]
    if unknown:
        print(f"no benchmark called {', '.join(unknown)}; available: {', '.join(scripts)}", file=sys.stderr)
        return 2
    failures = []
    for name in names or scripts:
        print(f"== {name}", flush=True)
        if subprocess.run([sys.executable, str(scripts[name])]).returncode:
            failures.append(name)
    if failures:
        print(f"failed: {', '.join(failures)}", file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
