"""Training runs of other programs in the store: recorded while they run, or imported from their logs."""
