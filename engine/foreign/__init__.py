"""Trainings of other programs as runs of the store: recorded while they go on, or read from their logs."""
