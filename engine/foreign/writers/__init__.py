"""Curves of a run written for other programs, each through its own public client; one module for each program."""
