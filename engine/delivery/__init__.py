"""Models and results on their way out of Palimpsest: predictions of files, exports, a server, records for others."""
