"""Fair timing on a shared machine: interleaved repetitions, medians, processor time; and memory."""

from __future__ import annotations

import os
import statistics
import subprocess
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path

Work = Callable[[], object]


def interleaved(works: dict[str, Work], repetitions: int) -> dict[str, float]:
    """Median processor seconds of each piece of work. They take turns, so that whatever slows the
    machine down slows all of them."""
    taken: dict[str, list[float]] = {name: [] for name in works}
    for work in works.values():
        work()
    for _ in range(repetitions):
        for name, work in works.items():
            begin = time.process_time()
            work()
            taken[name].append(time.process_time() - begin)
    return {name: statistics.median(times) for name, times in taken.items()}


def anonymous_kilobytes(pid: int) -> int:
    """Private memory (RssAnon) of a process and all that it started, in kB."""
    total = 0
    try:
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("RssAnon:"):
                total = int(line.split()[1])
        for task in Path(f"/proc/{pid}/task").iterdir():
            for child in (task / "children").read_text().split():
                total += anonymous_kilobytes(int(child))
    except OSError:  # it ended meanwhile
        pass
    return total


def run_sampled(command: Sequence[str]) -> tuple[str, int]:
    """What a command prints, and its peak of private memory in kB, sampled every 5 ms."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    peak = 0
    done = threading.Event()

    def sample() -> None:
        nonlocal peak
        while not done.wait(0.005):
            peak = max(peak, anonymous_kilobytes(process.pid))

    sampler = threading.Thread(target=sample)
    sampler.start()
    try:
        printed, _ = process.communicate()
    finally:
        done.set()
        sampler.join()
    if process.returncode:
        raise SystemExit(f"{' '.join(command)} failed")
    return printed, peak


def forget_cached(folder: Path) -> None:
    """Have the system drop its cache of these files: the next reader is a cold one."""
    os.sync()
    for file in folder.rglob("*"):
        if file.is_file():
            descriptor = os.open(file, os.O_RDONLY)
            os.posix_fadvise(descriptor, 0, 0, os.POSIX_FADV_DONTNEED)
            os.close(descriptor)


def table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """A Markdown table."""
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join([*lines, *("| " + " | ".join(map(str, row)) + " |" for row in rows)])


def verdict(value: float, target: float, at_least: bool = True) -> str:
    """`met` or `MISSED`."""
    return "met" if (value >= target if at_least else value <= target) else "MISSED"
