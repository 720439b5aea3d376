"""Try texts on the models of runs: predictions, attribution to words, attention before and after.

``laboratory`` loads models and returns plain values. ``server`` is a program that serves it over JSON lines, so that
the window can predict while the user types without loading torch. ``palimpsest attention`` uses it directly.
"""
