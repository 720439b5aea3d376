"""The makers of the bundled samples: a small grammar, hand-written banks of phrases, one module per sample."""
