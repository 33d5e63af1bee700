"""`python -m benchmarks` measures the engine and writes docs/results.md."""

from benchmarks.report import main

main()
