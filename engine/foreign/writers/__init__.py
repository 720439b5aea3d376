"""Curves of a run written for other programs, each through its own public client. One module for each program."""
