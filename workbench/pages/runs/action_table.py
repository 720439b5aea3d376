"""The actions on runs, one record each: text, keys, icon, menu, condition and function."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtGui import QAction, QColor, QIcon, QKeySequence, QPixmap
from PySide6.QtWidgets import QMenu, QWidget

from engine.store.runs import STAR
from workbench.language import tr
from workbench.look import theme
from workbench.pages.runs.actions import FAR, RunActions
from workbench.pages.runs.files import RunFiles
from workbench.widgets.actions import group_actions, make_action

if TYPE_CHECKING:
    from engine.store.rows import RunRow

Chosen = Sequence["RunRow"]
COLOURS = (
    tr("Blue"), tr("Orange"), tr("Green"), tr("Purple"), tr("Red"), tr("Teal"), tr("Brown"), tr("Grey"),
)  # fmt: skip


def _always(chosen: Chosen) -> bool:
    return True


def _one(chosen: Chosen) -> bool:
    return len(chosen) == 1


def _one_finished(chosen: Chosen) -> bool:
    return len(chosen) == 1 and chosen[0].status == "finished"


def _any(status: str) -> Callable[[Chosen], bool]:
    return lambda chosen: any(run.status == status for run in chosen)


def _all_finished(chosen: Chosen) -> bool:
    return bool(chosen) and all(run.status == "finished" for run in chosen)


def _resumable(chosen: Chosen) -> bool:
    return any(run.resumable for run in chosen)


def _pausable(chosen: Chosen) -> bool:
    return _resumable(chosen) or any(run.status == "running" for run in chosen)


def _ended(chosen: Chosen) -> bool:
    return bool(chosen) and not any(run.active for run in chosen)


@dataclass(frozen=True)
class ActionRow:
    """One action.

    Attributes:
        name: its identifier in the page and in tests.
        text: in menus.
        group: the actions of a group stay together, between lines. Those of group 0 are in no context menu.
        keys: its shortcut.
        icon: a name of :mod:`workbench.look.icons`.
        menu: of the menu bar.
        when: whether it applies to the selected runs.
        tip: additional help.
        fold: title of the submenu of the context menu that contains the whole group.
        renamed: another text for some selected runs, or "" to keep ``text``.
    """

    name: str
    text: str
    group: int
    keys: str | QKeySequence.StandardKey | None = None
    icon: str | None = None
    menu: str = "Run"
    when: Callable[[Chosen], bool] = bool
    tip: str = ""
    fold: str = ""
    renamed: Callable[[Chosen], str] | None = None


QUEUE, EXPORT = tr("Queue"), tr("Export")
ROWS = (
    ActionRow("undo_delete", tr("&Undo delete"), 0, QKeySequence.StandardKey.Undo, menu="Edit",
              tip=tr("Restore the runs that were deleted last")),
    ActionRow("table_hidden", tr("Hide the &table of runs"), 0, "Ctrl+Shift+T", menu="View", when=_always,
              tip=tr("Show the run on the whole page")),
    ActionRow("log", tr("Show &log"), 0, "Ctrl+L", "log", "View", _always),
    ActionRow("compare", tr("&Compare selected runs"), 1, "Ctrl+Shift+B", "compare",
              when=lambda chosen: len(chosen) > 1, tip=tr("Put side by side")),
    ActionRow("gate", tr("Regression chec&k…"), 1,
              when=lambda chosen: len(chosen) == 2 and _all_finished(chosen),
              tip=tr("Negative flips: texts right in the older run and wrong in the newer one")),
    ActionRow("search", tr("Search res&ults…"), 1,
              when=lambda chosen: len({run.sweep_id for run in chosen if run.trial is not None}) == 1,
              tip=tr("The trials of the search that the run belongs to")),
    ActionRow("design", tr("Open in &Design"), 1, "Ctrl+D", "design", when=_one),
    ActionRow("lab", tr("Open in La&b"), 1, "Ctrl+Shift+O", "lab",
              when=lambda chosen: len(chosen) < 3 and _all_finished(chosen)),
    ActionRow("classify", tr("Classify a &file…"), 1, None, "tag", when=_one_finished,
              tip=tr("Classify the rows of a table of new texts, with confidence")),
    ActionRow("resume", tr("&Resume run"), 2, "Ctrl+R", "resume", when=_resumable,
              tip=tr("Continue from the checkpoint")),
    ActionRow("restart", tr("Start a&gain…"), 2, when=_resumable,
              tip=tr("From the beginning, without the checkpoints")),
    ActionRow("rerun", tr("Rer&un and compare"), 2, when=_any("finished"),
              tip=tr("The same specification, seeds and data again; notes report whether the result is identical")),
    ActionRow("stop", tr("&Stop run"), 2, "Ctrl+.", "stop", when=lambda chosen: any(run.active for run in chosen),
              tip=tr("Stop at the next update")),
    ActionRow("pause", tr("&Pause"), 2, "Ctrl+Shift+P", "pause", when=_pausable,
              tip=tr("Stop at the next update, with a checkpoint; the same key resumes from there"),
              renamed=lambda chosen: "" if _any("running")(chosen) or not _pausable(chosen) else tr("&Go on")),
    ActionRow("retry", tr("Retry with chan&ges…"), 2, "Ctrl+Shift+R", "retry", when=_one,
              tip=tr("The same settings with some changes, as a new run")),
    ActionRow("draw", tr("Dra&w or hide"), 3, menu="View",
              tip=tr("Keep the selected runs and groups drawn, or hide them (Space)")),
    ActionRow("hide_all", tr("Draw &no runs"), 3, "Ctrl+Shift+H", menu="View", when=_always,
              tip=tr("Remove all curves")),
    ActionRow("first", tr("To the &front of the queue"), 4, "Alt+Home", when=_any("queued"), fold=QUEUE),
    ActionRow("earlier", tr("&Earlier in the queue"), 4, "Alt+Up", when=_any("queued"), fold=QUEUE),
    ActionRow("later", tr("L&ater in the queue"), 4, "Alt+Down", when=_any("queued"), fold=QUEUE),
    ActionRow("star", tr("S&tar"), 5, "Ctrl+B", menu="Edit",
              tip=tr("Add or remove the tag {tag}", tag=STAR),
              renamed=lambda chosen: tr("Remove s&tar") if chosen and all(STAR in r.tags for r in chosen) else ""),
    ActionRow("colour", tr("Colou&r"), 5, menu="Edit", tip=tr("The colour and dash of its curves")),
    ActionRow("rename", tr("Re&name"), 5, "F2", menu="Edit"),
    ActionRow("tags", tr("&Tags"), 5, menu="Edit", when=_one),
    ActionRow("notes", tr("N&otes"), 5, menu="Edit", when=_one),
    ActionRow("import_log", tr("&Import log…"), 0, menu="File", when=_always,
              tip=tr("Store the curves of a training as a run: from transformers' Trainer or TensorBoard")),
    ActionRow("open_capsule", tr("Open ca&psule…"), 0, menu="File", when=_always,
              tip=tr("Add the runs of a capsule after checking everything in it")),
    ActionRow("fetch", tr("&Fetch model"), 6, None, "download", "File", fold=EXPORT,
              when=lambda chosen: _one_finished(chosen) and bool(chosen[0].place),
              tip=tr("Fetch the weights of a run that another place has computed; its results are already here")),
    ActionRow("predictions", tr("Export &predictions…"), 6, None, "export", "File", _one_finished, fold=EXPORT,
              tip=tr("Test texts with label, prediction and confidence, as CSV, TSV, JSON lines or Parquet")),
    ActionRow("export", tr("&Export model…"), 6, None, "export", "File", _one_finished, fold=EXPORT),
    ActionRow("capsule", tr("Save as &capsule…"), 6, menu="File", when=_all_finished, fold=EXPORT,
              tip=tr("Finished runs in one file, to view and rerun in another installation")),
    ActionRow("folder", tr("Open &folder"), 7, None, "folder", "View", _one),
    ActionRow("archive", tr("&Archive"), 7, menu="Edit", when=_ended, tip=tr("Hide; nothing is deleted"),
              renamed=lambda chosen: tr("Unarchi&ve")
              if _ended(chosen) and all(run.archived for run in chosen) else ""),
    ActionRow("delete", tr("&Delete…"), 7, QKeySequence.StandardKey.Delete, menu="Edit",
              when=lambda chosen: bool(chosen) and not _any("running")(chosen)),
)  # fmt: skip
"""All actions in the order of the menus. Their functions are in :class:`RunMenus` and the page."""


class RunMenus:
    """The actions of the table as Qt actions, by name in :attr:`actions`.

    Args:
        actions: functions on the selected runs.
        files: functions on files.
        page: functions of the page, by the name of the action.
        parent: the widget in which the shortcuts work and over which menus appear.
    """

    def __init__(
        self, actions: RunActions, files: RunFiles, page: dict[str, Callable[[], object]], parent: QWidget
    ) -> None:
        self._parent, self._deletion = parent, actions.deletion
        does: dict[str, Callable[[], object]] = {
            "undo_delete": actions.undo_deletion, "compare": actions.compare_runs, "gate": actions.open_gate,
            "search": actions.show_search, "design": actions.open_in_design, "lab": actions.open_in_lab,
            "classify": actions.classify_file,
            "resume": actions.resume_runs, "restart": actions.start_again, "rerun": actions.rerun_runs,
            "stop": actions.stop_runs, "pause": actions.pause_or_go_on, "retry": actions.ask_changes,
            "first": partial(actions.move, -FAR), "earlier": partial(actions.move, -1),
            "later": partial(actions.move, 1), "star": actions.toggle_star, "colour": lambda: None,
            "import_log": files.choose_log, "open_capsule": files.choose_capsule_to_open,
            "fetch": files.fetch_models, "predictions": files.export_predictions, "export": files.export_model,
            "capsule": files.choose_capsule, "folder": actions.open_folder, "archive": actions.archive_runs,
            "delete": actions.delete_runs,
            **page,
        }  # fmt: skip
        self.actions = {
            row.name: make_action(parent, row.text, does[row.name], row.keys, row.icon, row.menu, row.tip)
            for row in ROWS
        }
        groups = dict.fromkeys(row.group for row in ROWS)
        self._groups = {
            group: [(row, self.actions[row.name]) for row in ROWS if row.group == group] for group in groups
        }
        group_actions([action for _, action in rows] for rows in self._groups.values())
        self.actions["table_hidden"].setCheckable(True)
        self._colours = QMenu(parent)
        for slot, name in enumerate(COLOURS, 1):
            self._colours.addAction(name, partial(actions.set_colour, slot))
        self._colours.aboutToShow.connect(self._paint_colours)
        self.actions["colour"].setMenu(self._colours)

    def __getitem__(self, name: str) -> QAction:
        return self.actions[name]

    def enable(self, chosen: Chosen) -> None:
        """Enable the actions that apply to these runs, and set their texts."""
        for row in ROWS:
            self[row.name].setEnabled(row.when(chosen))
            if row.renamed is not None:
                self[row.name].setText(row.renamed(chosen) or row.text)
        undo, deleted = self["undo_delete"], self._deletion.description
        undo.setEnabled(bool(deleted))
        undo.setText(
            tr("&Undo deleting {name}", name=deleted).replace("&&", "&") if deleted else tr("&Undo delete")
        )

    def context_menu(self) -> QMenu:
        """Return the menu of the selected runs: without general actions, and with long groups in submenus."""
        menu = QMenu(self._parent)
        for group, rows in self._groups.items():
            if group:
                fold = rows[0][0].fold
                (menu.addMenu(fold) if fold else menu).addActions([action for _, action in rows])
                menu.addSeparator()
        return menu

    def _paint_colours(self) -> None:
        side = 14
        for slot, action in enumerate(self._colours.actions(), 1):
            picture = QPixmap(side, side)
            picture.fill(QColor(theme.series_color(slot)))
            action.setIcon(QIcon(picture))
