"""Setup of a search on the Design page: its fields with ranges, and its settings."""
