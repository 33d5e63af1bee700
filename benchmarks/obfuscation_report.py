"""All that was measured of obfuscated copies: writes docs/results-obfuscation.md.

    SIMDOC_PAN=…/pan13-training python -m benchmarks.obfuscation_report [--out FILE]

Without SIMDOC_PAN the section on the parameters of valid intervals says how to make it.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable
from pathlib import Path

from benchmarks import interval_parameters, security, word_forms

OUT = Path(__file__).resolve().parent.parent / "docs" / "results-obfuscation.md"


def _parameters() -> str:
    if not os.environ.get("SIMDOC_PAN"):
        return (
            "## The parameters of valid intervals\n\nNot measured in this run: "
            f"`{interval_parameters.COMMAND}` needs a corpus in PAN's layout.\n"
        )
    return interval_parameters.section()


SECTIONS: tuple[Callable[[], str], ...] = (security.section, _parameters, word_forms.section)


def report() -> str:
    """All sections as one page."""
    return (
        "# Obfuscated copies: what hides a copy, and what finds it\n\n"
        "Written by `SIMDOC_PAN=… python -m benchmarks.obfuscation_report`.\n\n"
        + "\n".join(section() for section in SECTIONS)
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--out", type=Path, default=OUT)
    given = parser.parse_args()
    given.out.write_text(report(), "utf-8")
    print(f"written: {given.out}")


if __name__ == "__main__":
    main()
