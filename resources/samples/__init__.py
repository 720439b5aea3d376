"""Small English data sets written for this project, and the generator of three of them."""
