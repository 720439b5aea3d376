"""What programs say while they work, as templates: a text that was stored or printed is told again by its template.

Progress is stored with a run and printed by processes in English (:mod:`engine.progress`); whoever shows it in
another language needs to know what it was made from.
"""

from __future__ import annotations

import re
from functools import lru_cache

from engine.formatting.phrases import most_specific_first, phrase

TEMPLATES = (
    "Asking {place}",
    "Checking the data set",
    "Checking {name}",
    "Classifying",
    "Climbing: {name}",
    "Copying pages",
    "Counting characters in {name}",
    "Counting terms",
    "Cross-validating the linear head",
    "Drawing the first pass",
    "Evaluating",
    "Fetching its model from {place}",
    "Fetching its results from {place}",
    "Finding sentences in {name}",
    "Finding the weights that general text needs",
    "Finding the weights that {name} needs",
    "Finding the words of the training texts",
    "Fitting",
    "Fitting a masked-word head",
    "Fitting a masked-word head: reading",
    "Hashing files",
    "Hashing files for {place}",
    "Keeping a copy of the model as a teacher",
    "Keeping and testing",
    "Keeping these weights",
    "Keeping what frozen layers make of the {split} texts",
    "Learning word pieces in {name}",
    "Loading the encoder",
    "Loading the teacher",
    "Looking for an equal stage",
    "Looking for near-duplicates",
    "Measuring averages",
    "Measuring forgetting",
    "Measuring the engine",
    "Packing files",
    "Predicting labels by words",
    "Quantising",
    "Reading general text",
    "Reading how the teacher's states are spread",
    "Reading the data set",
    "Reading the encoder after",
    "Reading the encoder before",
    "Reading the texts with {name}",
    "Reading the {split} split",
    "Reading {name}",
    "Reading {name} (MB)",
    "Saving a checkpoint",
    "Sending files to {place}",
    "Sorting texts into slices",
    "Starting",
    "Testing the chosen model",
    "Tokenising the corpus",
    "Tokenising {name}",
    "Tokenising {split} second segments",
    "Tokenising {split} texts",
    "Unpacking files",
    "Waiting at {place}",
    "Waiting for another process that prepares the same",
    "Waiting for {holder}, which keeps the same activations",
    "Writing predictions",
    "Writing the graph",
    "Writing the {split} split",
)
"""Every text of a progress report in ``engine``; a test holds them against its calls."""


@lru_cache(maxsize=1024)
def read_phase(text: str) -> str:
    """Return ``text`` as the phrase that it was made as, its values phrases too; itself where no template fits.

    >>> read_phase("Reading the train split").template
    'Reading the {split} split'
    """
    for pattern, template in _patterns():
        if found := pattern.fullmatch(text):
            values = {name: phrase(value) for name, value in found.groupdict().items()}
            return phrase(template, **values)
    return text


@lru_cache(maxsize=1)
def _patterns() -> list[tuple[re.Pattern[str], str]]:
    """Return the templates with patterns of their texts, those with the most words of their own first."""

    return [
        (re.compile(re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.+)", re.escape(template)), re.DOTALL), template)
        for template in most_specific_first(TEMPLATES)
    ]
