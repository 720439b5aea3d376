"""One module per file format; importing this package makes them all known.

A new format is a module with one subclass of ``engine.data.readers.base.Format``, imported here or in a plug-in.
"""

from engine.data.readers.auto import AutoReader
from engine.data.readers.delimited import CsvReader
from engine.data.readers.zhang import ZhangReader

__all__ = ["AutoReader", "CsvReader", "ZhangReader"]
