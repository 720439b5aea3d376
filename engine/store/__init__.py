"""The store: one SQLite file that every run writes and every reader (window, CLI, any SQLite client) reads.

Its tables are a public schema, described in ``docs/store.md``. ``Store`` opens the file. Functions that read and write
it are grouped by subject: ``runs``, ``metrics``, ``summaries``, ``probe_results``, ``datasets``. A training process
writes through ``writer.RunWriter``.
"""

from engine.store.database import Store, open_store

__all__ = ["Store", "open_store"]
