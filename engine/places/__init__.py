"""Places: where runs compute. This computer, a machine over SSH, and whatever a plug-in adds.

What a new place must provide stands in ``engine.places.base``.
"""

THIS_COMPUTER = "here"
"""The name of the place that needs no setting up; no other may be called so."""
