"""The training loop of every stage: a generator of events, independent of window, database and progress bar."""
