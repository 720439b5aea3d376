"""Places: where runs compute. This computer, a machine over SSH, and whatever a plug-in adds.

``engine.places.base`` describes what a new place must provide.
"""

THIS_COMPUTER = "here"
"""The name of the place that needs no setup. No other place may have it."""
