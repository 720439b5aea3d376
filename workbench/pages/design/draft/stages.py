"""What the stages of a draft have to do with each other: their data sets, where they start, a good new one.
No Qt."""

from __future__ import annotations

import copy
import re
from collections.abc import Mapping, Sequence
from typing import Any

from engine.spec.data import DataSource
from engine.spec.describe import describe_fields, label_of
from engine.spec.stages import Finetune, FurtherPretrain, Multitask, Stage
from engine.spec.tables import SpecTable, defaults
from workbench.look import formats

_START = re.compile(r"^([1-9]\d*)(?:@([1-9]\d*))?$")
ENCODER = "encoder"


def data_sets(stage: SpecTable) -> list[tuple[str, SpecTable]]:
    """(path within the stage, table) of every data set a stage names, whatever its kind."""
    option = Stage.known_options().get(str(stage.get("kind")))
    return list(_data_sets(option, stage, "")) if option is not None else []


def _data_sets(cls: Any, table: Any, prefix: str) -> Any:
    for meta in describe_fields(cls):
        value = table.get(meta.name) if isinstance(table, dict) else None
        if meta.kind == "model" and meta.model is DataSource and isinstance(value, dict):
            yield f"{prefix}{meta.name}", value
        elif meta.kind == "models" and isinstance(value, list):
            for number, record in enumerate(value):
                path = f"{prefix}{meta.name}.{number}"
                if meta.model is DataSource and isinstance(record, dict):
                    yield path, record
                elif meta.model is not DataSource:
                    yield from _data_sets(meta.model, record, f"{path}.")


def is_kind(stage: SpecTable, *kinds: type[Stage]) -> bool:
    """Whether ``stage`` is of one of ``kinds``, or of one derived from them."""
    option = Stage.known_options().get(str(stage.get("kind")))
    return option is not None and issubclass(option, kinds)


# -- starts ------------------------------------------------------------------------------------------------


def start_of(stages: Sequence[SpecTable], index: int) -> tuple[int, int | None]:
    """Where stage ``index`` starts, as ``Stage.start_of``: (0 for the encoder or a stage from 1, update or None)."""
    start = str(stages[index].get("start") or "")
    if start == ENCODER:
        return 0, None
    found = _START.match(start)
    return (int(found[1]), int(found[2]) if found[2] else None) if found else (index, None)


def saved_steps(stage: SpecTable) -> list[int]:
    """The updates whose weights a stage keeps, as written in its table; what cannot be read counts as none."""
    try:
        return sorted(
            {int(part.replace("_", "")) for part in str(stage.get("keep", "")).split(",") if part.strip()}
        )
    except ValueError:
        return []


def start_words(stages: Sequence[SpecTable], index: int, start: str) -> str:
    """``The stage before (1 Multi-task fine-tuning)``, ``Stage 1 after 2,000 updates``, ``The encoder``."""
    if start == ENCODER:
        return "The encoder"
    if not start:
        return f"The stage before ({stage_name(stages, index - 1)})" if index else "The encoder"
    found = _START.match(start)
    if not found:
        return start
    number = int(found[1])
    if found[2]:
        return f"Stage {number} after {formats.count(int(found[2]))} updates"
    return f"Stage {stage_name(stages, number - 1)}" if number <= len(stages) else f"Stage {number}"


def possible_starts(stages: Sequence[SpecTable], index: int) -> list[tuple[str, str]]:
    """(value, words) of everything stage ``index`` can start from."""
    found = ["", *([ENCODER] if index else [])]
    for number in range(1, index + 1):
        # The result of the stage before is what "" stands for.
        found += [str(number)] if number < index else []
        found += [f"{number}@{step}" for step in saved_steps(stages[number - 1])]
    return [(value, start_words(stages, index, value)) for value in found]


def stage_name(stages: Sequence[SpecTable], index: int) -> str:
    """``2 Fine-tuning``."""
    kind = str(stages[index].get("kind", ""))
    option = Stage.known_options().get(kind)
    return f"{index + 1} {label_of(option) if option else kind}"


def renumber_starts(stages: Sequence[SpecTable], moved: Mapping[int, int]) -> list[SpecTable]:
    """``stages`` with starts that name them by their new numbers; a start that is gone becomes the stage before.

    Args:
        stages: in their new order.
        moved: the new place of each old one, both from 0.
    """
    made = []
    for index, stage in enumerate(stages):
        start = str(stage.get("start") or "")
        new = _moved_start(start, index, moved)
        made.append(stage if new == start else {**stage, "start": new})
    return made


def _moved_start(start: str, index: int, moved: Mapping[int, int]) -> str:
    found = _START.match(start)
    if not found:
        return start
    place = moved.get(int(found[1]) - 1)
    if place is None or place >= index:
        return ""
    return f"{place + 1}@{found[2]}" if found[2] else str(place + 1)


# -- new stages --------------------------------------------------------------------------------------------


def new_stage(kind: str, stages: Sequence[SpecTable], samples: Sequence[str] = ()) -> tuple[int, SpecTable]:
    """(place, table) of a stage of ``kind`` to add to ``stages``.

    Further pre-training comes before everything that learns labels, and reads the texts of the stage after it
    (within-task, Sun et al. 2019, 5.4.1). Multi-task fine-tuning comes before the first fine-tuning and learns its data
    set and ``samples``, two at least. Fine-tuning comes last; after a stage of several tasks it learns the next of
    them, from the same start as its sibling (5.4.4).
    """
    option = Stage.known_options()[kind]
    made = defaults(option)
    labelled = next((i for i, s in enumerate(stages) if not is_kind(s, FurtherPretrain)), len(stages))
    if issubclass(option, FurtherPretrain):
        if labelled < len(stages):
            made["data"] = _copies(table for _, table in data_sets(stages[labelled]))
        return labelled, made
    sibling = next((s for s in reversed(stages) if is_kind(s, Finetune)), None)
    if issubclass(option, Multitask):
        _take_over(made, option, sibling)
        made["tasks"] = _tasks(option, stages, samples)
        return next((i for i, s in enumerate(stages) if is_kind(s, Finetune)), len(stages)), made
    return len(stages), _next_finetuning(made, option, stages, sibling)


def _copies(tables: Any) -> list[SpecTable]:
    found: list[SpecTable] = []
    for table in tables:
        if table.get("source") not in [other["source"] for other in found]:
            found.append(copy.deepcopy(table))
    return found


def _take_over(made: SpecTable, option: type[Stage], sibling: SpecTable | None) -> None:
    """Give a new stage the settings of ``sibling`` that both have; they fit the encoder."""
    before = Stage.known_options().get(str((sibling or {}).get("kind")))
    if sibling is None or before is None:
        return
    known = {meta.name: meta.kind for meta in describe_fields(before)}
    for meta in describe_fields(option):
        if known.get(meta.name) == meta.kind and meta.name not in ("data", "start", "seed"):
            made[meta.name] = copy.deepcopy(sibling[meta.name])


def _tasks(option: type[Multitask], stages: Sequence[SpecTable], samples: Sequence[str]) -> list[SpecTable]:
    model = next(meta.model for meta in describe_fields(option) if meta.kind == "models")
    assert model is not None
    wanted = _copies(table for s in stages if is_kind(s, Finetune) for _, table in data_sets(s))
    there = {table["source"] for table in wanted}
    wanted += [{**defaults(DataSource), "source": s} for s in samples if s not in there][
        : max(0, 2 - len(wanted))
    ]
    return [{**defaults(model), "data": table} for table in wanted]


def _next_finetuning(
    made: SpecTable, option: type[Stage], stages: Sequence[SpecTable], sibling: SpecTable | None
) -> SpecTable:
    _take_over(made, option, sibling)
    known = _copies(table for stage in stages for _, table in data_sets(stage))
    shared = next((i for i in reversed(range(len(stages))) if is_kind(stages[i], Multitask)), None)
    if shared is not None:
        learnt = {table["source"] for s in stages if is_kind(s, Finetune) for _, table in data_sets(s)}
        tasks = _copies(table for _, table in data_sets(stages[shared]))
        known = [table for table in tasks if table["source"] not in learnt] or tasks
        if shared != len(stages) - 1:
            made["start"] = str(shared + 1)
    if known and isinstance(made.get("data"), dict):
        made["data"] = known[0]
    return made
