"""Detection of what a file does not say itself: its encoding, and the roles of its columns."""
