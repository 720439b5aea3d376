"""Objectives: the loss that a stage minimises, and how its outputs are decoded and measured."""
