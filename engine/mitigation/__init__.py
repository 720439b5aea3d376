"""Strategies against forgetting, applied to every update of a stage."""
