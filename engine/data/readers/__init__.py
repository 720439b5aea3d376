"""Readers: one module per file format.

To add a format, write a module with one subclass of ``engine.data.readers.base.FormatReader``, and list it in
``engine.plugins`` or in a plug-in. Readers are imported when a file is opened, because most designs use few of them.
"""
