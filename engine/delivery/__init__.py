"""Output of models and results: predictions of files, exports, a server, records for others."""
