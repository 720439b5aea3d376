"""Formatting: how numbers, names and sentences become text that a person reads, in whatever it is shown."""
