"""Places: where runs compute. This computer, a machine over SSH, and whatever a plug-in adds.

What a new place must provide stands in ``engine.places.base``.
"""
