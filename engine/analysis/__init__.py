"""Stored runs, side by side. Nothing here trains or reads a model."""
