"""Measurements of simdoc against what it is compared with, each pair in one run.

`python -m benchmarks` runs all and writes docs/results.md; `python -m benchmarks.NAME` runs one and
prints it. Ratios between two things measured side by side say more than seconds, which are the
machine's as much as the program's.
"""
