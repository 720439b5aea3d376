"""Metrics: how right a model's answers are.

A module that registers one with ``register_metric`` adds it everywhere.
"""
