"""Files the program ships with: recipes, sample data sets, the small encoder, icons."""
