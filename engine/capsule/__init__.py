"""Capsules: finished runs in one file, which another installation can open and rerun."""
