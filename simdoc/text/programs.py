"""Running a program of the system on a stranger's file: under a time limit, with bounded output.

The program stays in our process group, so that whoever stops us stops it too.
"""

from __future__ import annotations

import os
import resource
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

from simdoc.errors import ExtractionError

_SLEEP_SECONDS = 0.01


def find_program(*names: str) -> str | None:
    """The path of the first of these programs that is installed."""
    return next((path for name in names if (path := shutil.which(name))), None)


def run_program(
    command: list[str], document: str, folder: Path, seconds: float, maximum_bytes: int
) -> bytes:
    """What the program wrote to standard output, run in `folder`, which is also its home;
    ExtractionError when it fails, takes longer than `seconds` or writes more than allowed."""
    program = Path(command[0]).name
    with tempfile.TemporaryFile(dir=folder) as output, tempfile.TemporaryFile(dir=folder) as errors:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=errors,
            cwd=folder,
            env={"PATH": os.environ.get("PATH", ""), "HOME": str(folder), "LC_ALL": "C.UTF-8"},
            preexec_fn=_lift_memory_limit,
        )
        try:
            _wait(process, document, program, seconds, output.fileno(), maximum_bytes)
        finally:
            _kill_with_children(process)
        if process.returncode != 0:
            errors.seek(0)
            said = " ".join(errors.read(2000).decode("utf-8", "replace").split())
            ended = "it crashed" if process.returncode < 0 else f"exit {process.returncode}"
            raise ExtractionError(
                document,
                f"{program} could not read it ({said[:200] or ended}); "
                "save it in a new format and add that",
            )
        output.seek(0)
        return output.read(maximum_bytes)


def _wait(
    process: subprocess.Popen[bytes],
    document: str,
    program: str,
    seconds: float,
    output: int,
    maximum_bytes: int,
) -> None:
    deadline = time.monotonic() + seconds
    while process.poll() is None:
        if time.monotonic() > deadline:
            raise ExtractionError(
                document,
                f"{program} took longer than {seconds:g} s on it; save it in a new format and "
                "add that, or raise the setting extraction.seconds",
            )
        if os.fstat(output).st_size > maximum_bytes:
            break
        time.sleep(_SLEEP_SECONDS)
    if os.fstat(output).st_size > maximum_bytes:
        raise ExtractionError(
            document,
            f"{program} made more than {maximum_bytes >> 20:,} MB of text from it; it was not read",
        )


def _lift_memory_limit() -> None:
    """The limit on our address space is for our own readers: LibreOffice reserves far more than
    it uses. Runs between fork and exec, in a process that has no other threads."""
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (hard, hard))


def _kill_with_children(process: subprocess.Popen[bytes]) -> None:
    """Ends the program and what it started; wrappers like soffice's leave the work to a child."""
    if process.poll() is None:
        for child in _descendants(process.pid):
            try:
                os.kill(child, signal.SIGKILL)
            except ProcessLookupError:
                continue
        process.kill()
    process.wait()


def _descendants(process_id: int) -> list[int]:
    """Process ids of the children and their children; empty where the system does not say."""
    found: list[int] = []
    waiting = [process_id]
    while waiting:
        current = waiting.pop()
        try:
            content = Path(f"/proc/{current}/task/{current}/children").read_text()
        except OSError:
            continue
        children = [int(child) for child in content.split()]
        found += children
        waiting += children
    return found
