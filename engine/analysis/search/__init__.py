"""Results of a search's trials: states and values, the best of them, the next proposal."""
