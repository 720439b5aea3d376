"""Detection of the encoding of a file and of the roles of its columns."""
