"""Readers: one module per file format.

A new format is a module with one subclass of ``engine.data.readers.base.FormatReader``, listed in ``engine.plugins``
or in a plug-in. Readers are imported when a file is opened, since most designs use few of them.
"""
