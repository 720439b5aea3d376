"""Three small English data sets written for this project, and the generator that makes them."""
