"""One loop for every stage: a generator of events that knows no window, no database and no progress bar."""
