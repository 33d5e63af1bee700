"""Functions of all manners for worker processes to run."""

from __future__ import annotations

import ctypes
import os
import re
import subprocess
import sys
import time
from typing import Any

from simdoc.errors import (
    CorruptIndexError,
    ExtractionError,
    IncompatibleIndexError,
    IndexLockedError,
    SimdocError,
    TaskError,
    UnknownDocumentError,
)


def double(number: int) -> int:
    return 2 * number


def process_id(_: object) -> int:
    return os.getpid()


def sleep(seconds: float) -> float:
    time.sleep(seconds)
    return seconds


def hold_the_interpreter(_: object) -> None:
    """A regular expression that never ends and never lets another thread run."""
    re.match(r"(a+)+$", "a" * 60 + "b")


def allocate(megabytes: int) -> int:
    return len(bytearray(megabytes << 20))


def allocate_for_ever(_: object) -> None:
    hoard = []
    while True:
        hoard.append(bytearray(1 << 20))


def keep(megabytes: int) -> int:
    """Leak memory, touched so that it is resident."""
    _kept.append(b"x" * (megabytes << 20))
    return os.getpid()


_kept: list[bytes] = []


def segfault(_: object) -> None:
    ctypes.string_at(0)


def exit_at_once(code: int) -> None:
    os._exit(code)


def exit_politely(code: int) -> None:
    sys.exit(code)


def abort(_: object) -> None:
    os.abort()


def chatter(text: str) -> str:
    """Write to standard output in every way there is, and read standard input."""
    print(text)
    sys.stdout.write(text)
    os.write(1, text.encode())
    subprocess.run(["echo", text], check=True)
    return text + sys.stdin.read()


class Unpicklable(Exception):
    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.held = lambda: text


class ForgetsItsArguments(Exception):
    """Pickles, but does not come back: the usual mistake."""

    def __init__(self, first: str, second: str) -> None:
        super().__init__(f"{first} and {second}")


class Mute(Exception):
    def __str__(self) -> str:
        raise RuntimeError("no words")


def raise_error(name: str) -> None:
    errors: dict[str, Exception] = {
        "value": ValueError("not good"),
        "decode": UnicodeDecodeError("utf-8", b"\xff", 0, 1, "bad byte"),
        "unpicklable": Unpicklable("held"),
        "forgets": ForgetsItsArguments("one", "two"),
        "mute": Mute(),
    }
    raise errors[name]


OURS: dict[str, SimdocError] = {
    "extraction": ExtractionError("a.pdf", "it is encrypted"),
    "corrupt": CorruptIndexError("/index/offsets.npy", "8 bytes", "3"),
    "incompatible": IncompatibleIndexError("format 9", "format 1", "update simdoc"),
    "locked": IndexLockedError("/index/commit.lock", "process 7"),
    "unknown": UnknownDocumentError(5),
    "task": TaskError("did not end well"),
}


def raise_ours(name: str) -> None:
    raise OURS[name]


def large(megabytes: int) -> bytes:
    return bytes(range(256)) * (megabytes << 12)


def checksum(content: bytes) -> int:
    return sum(content[::65_537])


def unpicklable_result(_: object) -> Any:
    return lambda: None


def start_grandchild(seconds: float) -> int:
    """Start a process, then outlast any limit when asked to."""
    process = subprocess.Popen(["sleep", "1000"])
    with open(os.environ["SIMDOC_TEST_FILE"], "w") as file:
        file.write(str(process.pid))
    time.sleep(seconds)
    return process.pid


def environment(name: str) -> str | None:
    return os.environ.get(name)


def loaded_modules(_: object) -> list[str]:
    return sorted(sys.modules)


def open_files(_: object) -> list[str]:
    found = []
    for name in os.listdir("/proc/self/fd"):
        try:
            found.append(os.readlink(f"/proc/self/fd/{name}"))
        except OSError:
            continue
    return found
