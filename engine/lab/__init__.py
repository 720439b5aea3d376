"""Trying texts on what a run has learnt: predictions, attribution to words, attention before and after.

``laboratory`` holds loaded models and answers in plain values; ``server`` is a program that asks it by JSON lines, so
that the window predicts while one types and loads no torch; ``palimpsest attention`` asks it on the command line.
"""
