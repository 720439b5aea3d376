"""Classify page: classify the rows of a file with a finished run's model."""
