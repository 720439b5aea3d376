"""Measures of forgetting, taken during training without affecting it."""
