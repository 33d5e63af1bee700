"""All measurements of the engine as one page: writes docs/results.md.

python -m benchmarks [--out FILE]
"""

from __future__ import annotations

import argparse
import os
import platform
from collections.abc import Callable
from pathlib import Path

import numpy as np

from benchmarks import building, collisions, dashboard, fingerprints, freshness, querying

OUT = Path(__file__).resolve().parent.parent / "docs" / "results.md"
SECTIONS: tuple[Callable[[], str], ...] = (
    fingerprints.section,
    building.section,
    querying.section,
    freshness.section,
    dashboard.section,
    collisions.section,
)


def machine() -> str:
    """What it was measured on."""
    model = "unknown processor"
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            model = line.split(":", 1)[1].strip()
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return (
        f"{model}, {os.cpu_count()} cores, {memory:.0f} GB of memory, "
        f"Python {platform.python_version()}, NumPy {np.__version__}"
    )


def report() -> str:
    """All sections as one page."""
    return (
        "# Results\n\n"
        f"Written by `python -m benchmarks` (or `make bench`) on: {machine()}. Ratios are of one "
        "run, medians of interleaved repetitions; absolute figures hold for this machine only. "
        "What is found of rewritten copies is in [results-alignment.md](results-alignment.md), "
        "what hides a copy in [results-obfuscation.md](results-obfuscation.md); the choice of the "
        "offset array is `python -m benchmarks.offsets`.\n\n"
        + "\n".join(section() for section in SECTIONS)
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--out", type=Path, default=OUT)
    given = parser.parse_args()
    given.out.write_text(report(), "utf-8")
    print(f"written: {given.out}")
