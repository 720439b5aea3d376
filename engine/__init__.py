"""The engine of Palimpsest: trains, measures and stores; knows no window."""

import os

# Progress is told by events; the libraries' own bars would only garble logs and the output of scripts.
os.environ.setdefault("HF_HUB_DISABLE_PROGRESS_BARS", "1")
