"""Readers: one module per file format.

A new format is a module with one subclass of ``engine.data.readers.base.FormatReader``, listed in ``engine.plugins`` or
in a plug-in. They are imported when a file is looked at: a design names most of them never.
"""
