"""Readers: one module per file format; importing this package makes them all known.

A new format is a module with one subclass of ``engine.data.readers.base.FormatReader``, imported here or in a
plug-in.
"""

from engine.data.readers.auto import AutoReader
from engine.data.readers.delimited import CsvReader
from engine.data.readers.folders import FolderReader
from engine.data.readers.hub import HubReader
from engine.data.readers.json_document import JsonReader
from engine.data.readers.jsonl import JsonlReader
from engine.data.readers.labelled_lines import LabelledLinesReader
from engine.data.readers.parquet import ParquetReader
from engine.data.readers.spreadsheet import SpreadsheetReader
from engine.data.readers.trec import TrecReader
from engine.data.readers.zhang import ZhangReader

__all__ = [
    "AutoReader",
    "CsvReader",
    "FolderReader",
    "HubReader",
    "JsonReader",
    "JsonlReader",
    "LabelledLinesReader",
    "ParquetReader",
    "SpreadsheetReader",
    "TrecReader",
    "ZhangReader",
]
