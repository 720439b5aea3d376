"""Fixtures that tests of several engine packages share; each is defined in the module it is imported from."""

from tests.engine.encoder_families import family, pretraining_family, texts_fixture
from tests.engine.recent_encoders import recent_encoder
from tests.engine.small_experiments import corpus_file, csv_file, make
from tests.engine.untrained_classifiers import classifier

__all__ = [
    "classifier",
    "corpus_file",
    "csv_file",
    "family",
    "make",
    "pretraining_family",
    "recent_encoder",
    "texts_fixture",
]
