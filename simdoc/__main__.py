"""`python -m simdoc` is the command `simdoc`."""

import sys

from simdoc.cli import main

if __name__ == "__main__":
    sys.exit(main())
