"""What the trials of a search have shown: states and values, the best of them, what to try next, what mattered."""
