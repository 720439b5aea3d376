"""A search set up on the Design page: the fields with their ranges, and how it goes on."""
