"""The engine of Palimpsest: it trains, measures and stores, and does not depend on the window."""

import os

# Progress is reported by events; the libraries' own bars would only garble logs and the output of scripts.
os.environ.setdefault("HF_HUB_DISABLE_PROGRESS_BARS", "1")
