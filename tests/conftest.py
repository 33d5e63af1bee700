"""Settings of all tests."""

from __future__ import annotations

from hypothesis import settings

# The same examples every time: a run that fails can be repeated, and a run that passes stays green.
# Loaded machines are slow, so no example has a deadline.
settings.register_profile("simdoc", deadline=None, derandomize=True)
settings.load_profile("simdoc")
