"""The engine of Palimpsest: it trains, measures and stores. It does not depend on the window."""

import os

# Events report progress. The libraries' own progress bars would garble logs and the output of scripts.
os.environ.setdefault("HF_HUB_DISABLE_PROGRESS_BARS", "1")
# Packed batches all have different shapes. By default torch caches a compiled matrix product for each of the last
# 1,024 shapes. They are hardly ever reused and take some hundred megabytes.
os.environ.setdefault("LRU_CACHE_CAPACITY", "128")
os.environ.setdefault("ONEDNN_PRIMITIVE_CACHE_CAPACITY", "128")
