"""Comparison and analysis of stored runs. Nothing here trains or reads a model."""
