"""Metrics of predictions.

A metric registered with ``register_metric`` is available everywhere.
"""
