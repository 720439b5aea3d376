"""The encoders that a form or a list can offer."""

from __future__ import annotations

from engine import paths
from engine.store import Store
from engine.store.model_paths import list_recent_encoders
from engine.store.runs import list_runs
from workbench.forms.suggestions import Suggestion
from workbench.language import tr

RECENT_RUNS = 40
"""Number of recent runs that are searched for encoders."""


def bundled_encoders() -> list[Suggestion]:
    """Return the encoders that come with the program."""
    names = sorted(file.parent.name for file in (paths.RESOURCES / "models").glob("*/config.json"))
    return [Suggestion(name, name, tr("Bundled"), tr("Comes with Palimpsest")) for name in names]


def own_encoders() -> list[Suggestion]:
    """Return the encoders imported or created here."""
    folders = sorted(file.parent for file in (paths.home() / "encoders").glob("*/config.json"))
    return [Suggestion(str(folder), folder.name, tr("Yours"), str(folder)) for folder in folders]


def known_encoders(store: Store) -> list[Suggestion]:
    """Return the bundled encoders, the user's own, those saved by runs, then those that earlier runs started from."""
    left = [
        Suggestion(
            str(folder),
            tr("Run {number}, stage {stage}", number=number, stage=stage),
            tr("From runs"),
            name,
        )
        for number, name, stage, folder in list_recent_encoders(store)
    ]
    encoders = [*bundled_encoders(), *own_encoders(), *left]
    values = {suggestion.value for suggestion in encoders}
    recent = dict.fromkeys(row.encoder for row in list_runs(store, limit=RECENT_RUNS) if row.encoder)
    return [*encoders, *(Suggestion(name, name, tr("Used before")) for name in recent if name not in values)]
