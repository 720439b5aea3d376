"""Measures of forgetting, taken while a run trains without changing it."""
