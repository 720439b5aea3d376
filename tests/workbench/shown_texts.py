"""Every text that a window shows: of its widgets, their models, menus and tooltips, and what is painted in Python.

:func:`leftovers` tells those that nobody has translated.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QModelIndex, Qt
from PySide6.QtGui import QAction, QHelpEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QGraphicsView,
    QHeaderView,
    QLabel,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QTabBar,
    QTextEdit,
    QToolTip,
    QWidget,
)

NAMES = {
    "names of programs, libraries and firms": (
        "Palimpsest", "Quickstart", "torch", "transformers", "spaCy", "fastNLP", "BertEmbedding", "PyTorch",
        "TensorFlow", "TensorBoard", "Weights & Biases", "Trainer", "Hugging Face", "SQLite", "Slurm", "Excel",
        "Google", "README", "run_classifier", "sacct", "squeue", "sbatch", "apptainer", "logit", "state dict",
        "transformers'", "python3",
    ),
    "formats": (
        "CSV", "TSV", "XLSX", "JSON", "JSONL", "Parquet", "Lines", "TOML", "Markdown", "LaTeX", "PNG", "SVG", "PDF",
        "ONNX", "HTML", "UTF-8", "Latin-1", "zip", "BibTeX",
    ),
    "names of models, data sets, methods and measures": (
        "BERT", "BERT-base", "BERT-large", "BERT-Feat", "BiLSTM", "BoW", "MLP", "CLS", "IMDb", "TREC", "Yelp",
        "polarity", "full", "Yahoo! Answers", "AG's News", "DBpedia", "Sogou", "AdamW", "Adam", "BertAdam", "SGD",
        "LAMB", "Lion", "Muon", "Dropout", "Mixout", "EWC", "LoRA", "LwF", "WiSE-FT", "LP-FT", "ULMFiT", "TPE",
        "LSTM", "Nesterov", "Learning without Forgetting", "RMSE", "MAE", "ROC", "AUC", "Brier", "Spearman",
        "Pearson", "Kendall", "Hamming", "Matthews", "kappa", "Holm", "Jensen–Shannon", "LogME", "tanh", "ReLU",
        "GELU", "Sun", "Zhang", "Howard", "Ruder", "Kumar", "Lin", "Li", "Golovin", "Kirkpatrick", "Liu", "SetFit",
        "Devlin", "Jiao", "et al", "Welch", "Wilson", "n-gram", "TF-IDF", "fANOVA", "Hyperband", "ASHA", "bfloat",
        "Fisher", "Focal", "datasets", "warm-up", "Xavier", "Toneva", "McNemar", "Negative flip", "flip",
    ),
    "units and names of parts of a computer": (
        "CPU", "GPU", "GB", "MB", "kB", "TB", "ms", "px", "SSH", "ssh", "QOS", "predict", "user@name", "gpubox",
        "PATH", "VRAM", "CUDA", "hub", "Hub", "shell",
    ),
    "keys": (
        "Ctrl", "Return", "Backspace", "Shift", "Alt", "Home", "End", "Del", "Esc", "Enter", "Tab", "PgUp", "PgDown",
        "Space", "Up", "Down",
    ),
}  # fmt: skip
"""Words that are written alike in every language."""
PATTERNS = {
    r"learning_rate, (epochs|seed), test": "names of settings and measures",
    r"[\w./~:-]*\.(md|json|txt|bin|sif|index|sqlite|log)\b": "names of files",
    r"\b[a-z]+(_[a-z0-9]+)+\b": "names of settings, measures and variables, as they are typed",
    r"\b[A-Z]+(_[A-Z]+)+\b": "environment variables",
    r"\b[a-z_]+(\.[a-z0-9_]+)+\b": "dotted names of settings, and names of files",
    r"\b(samples|paper|catalogue|hub):[\w/-]+": "names of data sets",
    r"--[a-z-]+": "options of the command line",
    r"(~|\.)?(/[\w.~-]+)+/?": "paths",
    r"\b\d+(\.\d+)?e-?\d+\b": "numbers",
    r"\b[0-9a-f]{4} [0-9a-f]{4} [0-9a-f]{4}\b": "fingerprints",
    r"‘[^’]*’|'[^']*'": "what is typed",
    r"\(Sun et al\. 2019[^)]*\)": "where it is published",
    r"palimpsest( [a-z]+)*|hf auth login|module load cuda": "commands",
    r"apptainer exec|\bexport\b|\b(store check|check|backup|repair)\b": "commands",
    r"\b(linear|best|refuse|weights|False|text|label|learning_rate)\b": "values as they are stored, and column names",
    r"(来源：|출처: ).*": "a citation",
    r"test < 4 and data = trec and tag ~ pilot|\blast\b|\bcls\b|\bconcat\b|\bhuman\b|\btest\b": "what is typed",
    r"^(Runs,|Error|The|Replay|A strong|Pre-trained weights) .*\(\d seeds; .*\)\.": "what was measured of a recipe",
    r"\((cut_fraction|warmup|beta1) [^)]*\)": "published values of settings, as they are typed",
    r"(Checking|Reading|Counting|Looking|Tokenising) .*$": "what a program says while it works",
    r"what is the name of the woman who": "an example of the data",
    r"^Export(\.\.\.)?$": "pyqtgraph's own actions, in no menu",
}
"""What may stand anywhere."""
_SHORTENED = re.compile(r"[A-Za-z'-]*…$")
_WORD = re.compile(r"[A-Za-z]{3,}")

MOST_ROWS = 40
"""Rows of a table that are read; the others are alike."""
_ROLES = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole)


class ShownTexts:
    """Collects texts with where each was first seen: ``found`` is {text: place}."""

    def __init__(self) -> None:
        self.found: dict[str, str] = {}
        self._place = ""
        self._watch_painting()

    def look(self, place: str, root: QWidget) -> None:
        """Take up every text of ``root`` and what is below it, in sight or not, and paint it once."""
        self._place = place
        root.grab()
        for widget in (root, *root.findChildren(QWidget)):
            for text in _widget_texts(widget):
                self._add(text, widget)
            if widget.isVisible():
                middle = widget.rect().center()
                QApplication.sendEvent(
                    widget, QHelpEvent(QHelpEvent.Type.ToolTip, middle, widget.mapToGlobal(middle))
                )
        for action in root.findChildren(QAction):
            for text in (action.text(), action.toolTip(), action.statusTip()):
                self._add(text, action.parent())

    def _add(self, text: str, owner: object) -> None:
        for line in str(text or "").split("\n"):
            if line.strip():
                self.found.setdefault(line.strip(), f"{self._place} {type(owner).__name__}")

    def _watch_painting(self) -> None:
        """Take up what Python code paints, and the tooltips that are made when asked for."""
        for name in ("drawText", "drawStaticText"):
            self._wrap(QPainter, name)
        self._wrap(QToolTip, "showText")

    def _wrap(self, owner: Any, name: str) -> None:
        real: Callable[..., Any] = getattr(owner, name)

        def recorded(*words: Any) -> Any:
            for each in words:
                text = each.text() if hasattr(each, "prepare") else each
                if isinstance(text, str):
                    self._add(text, real)
            return real(*words)

        setattr(owner, name, staticmethod(recorded) if owner is QToolTip else recorded)


def _widget_texts(widget: QWidget) -> Iterator[str]:
    yield from (widget.windowTitle(), widget.toolTip(), widget.accessibleName(), widget.statusTip())
    if isinstance(widget, QLabel | QAbstractButton):
        yield widget.text()
    elif isinstance(widget, QLineEdit):
        yield widget.placeholderText()
        yield widget.text()
    elif isinstance(widget, QPlainTextEdit | QTextEdit):
        yield widget.placeholderText()
    elif isinstance(widget, QComboBox):
        yield from _model_texts(widget.model())
    elif isinstance(widget, QTabBar):
        for place in range(widget.count()):
            yield from (widget.tabText(place), widget.tabToolTip(place))
    elif isinstance(widget, QMenu):
        yield widget.title()
        yield from (action.text() for action in widget.actions())
    elif isinstance(widget, QHeaderView):
        return
    elif isinstance(widget, QAbstractItemView) and widget.model() is not None:
        yield from _model_texts(widget.model())
    elif isinstance(widget, QGraphicsView) and widget.scene() is not None:
        yield from (item.toPlainText() for item in widget.items() if hasattr(item, "toPlainText"))


def _model_texts(model: QAbstractItemModel) -> Iterator[str]:
    for column in range(_columns(model)):
        for role in _ROLES:
            yield str(model.headerData(column, Qt.Orientation.Horizontal, role) or "")
    for row in range(min(model.rowCount(QModelIndex()), MOST_ROWS)):
        for column in range(_columns(model)):
            index = model.index(row, column, QModelIndex())
            yield from (str(model.data(index, role) or "") for role in _ROLES)


def _columns(model: QAbstractItemModel) -> int:
    return 1 if isinstance(model, QAbstractListModel) else model.columnCount(QModelIndex())


def leftovers(texts: Mapping[str, str], own: Iterable[str]) -> list[str]:
    """Return "place: text" of texts with English words in them; ``own`` are names and texts of the user's."""
    known = [re.escape(word) for words in NAMES.values() for word in sorted(words, key=len, reverse=True)]
    names = re.compile(rf"(?<![A-Za-z])(?:{'|'.join(known)})(?![A-Za-z])")
    patterns = re.compile("|".join(PATTERNS), re.ASCII)
    mine = sorted({each for each in own if each}, key=len, reverse=True)

    def first(text: str) -> str:
        return patterns.sub(" ", text)

    def second(text: str) -> str:
        for each in mine:
            text = text.replace(each, " ")
        return text

    found = []
    for text, place in texts.items():
        bare = _SHORTENED.sub("", text)
        # A name may have a command in it, and a command a name.
        if all(_WORD.search(names.sub(" ", left)) for left in (first(second(bare)), second(first(bare)))):
            found.append(f"{place}: {text}")
    return found
