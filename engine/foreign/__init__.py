"""Trainings of other programs as runs of the store: recorded while they run, or read from their logs."""
