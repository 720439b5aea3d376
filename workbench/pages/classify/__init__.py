"""Classify page: the rows of a file through a finished run's model."""
