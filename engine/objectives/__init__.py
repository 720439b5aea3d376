"""Objectives: what a model is asked for, what a wrong answer costs, and how its answers are read."""
