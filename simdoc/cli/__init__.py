"""The command line: `arguments` says what can be typed, `commands` does it, `output` prints it,
`contract` gives the same as JSON."""

from simdoc.cli.main import main

__all__ = ["main"]
