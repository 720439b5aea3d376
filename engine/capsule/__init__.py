"""Capsules: finished runs in one file, to be opened in another installation and run again there."""
