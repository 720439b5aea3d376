"""Parallel coordinates: runs as lines across the axes of chosen quantities."""
