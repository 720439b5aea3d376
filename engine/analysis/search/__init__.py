"""Results of a search: states and values of its trials, the best trial, the next proposal."""
