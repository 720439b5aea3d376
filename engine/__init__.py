"""The engine of Palimpsest: it trains, measures and stores, and does not depend on the window."""

import os

# Progress is reported by events; the libraries' own bars would only garble logs and the output of scripts.
os.environ.setdefault("HF_HUB_DISABLE_PROGRESS_BARS", "1")
# Packed batches are all of different shapes. For each of the last 1,024, torch would keep a compiled product that is
# hardly ever used again: some hundred megabytes, in training, prediction and serving alike.
os.environ.setdefault("LRU_CACHE_CAPACITY", "128")
os.environ.setdefault("ONEDNN_PRIMITIVE_CACHE_CAPACITY", "128")
