"""Formatting of numbers, names and sentences as text for people, independent of the medium."""
