"""The measuring house: synthetic trees, whole processes, peers in the same run. Not part of the product."""
