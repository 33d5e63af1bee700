"""The worker process: reads a function and items from a pipe, writes what became of them.

It imports nothing but what it is asked to, so that it starts in the time of an interpreter,
and never the program that started it. Whatever the function prints goes to standard error:
the pipes are moved out of its reach first. When the process that started it is gone, the
kernel kills it with all it has started, even in the middle of a loop that holds the
interpreter: the read end of a pipe that nobody ever writes to signals the group when the
other end closes.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import pickle
import resource
import select
import signal
import sys
from collections.abc import Callable
from typing import Any

from simdoc.engine.frames import (
    ERROR,
    FUNCTION,
    MEMORY,
    NUMBER,
    READY,
    RESULT,
    read_frame,
    write_frame,
)
from simdoc.errors import TaskError


def _die_with_parent(lifeline: int) -> None:
    """Have the kernel kill this process group when the other end of `lifeline` closes."""
    os.set_inheritable(lifeline, False)
    fcntl.fcntl(lifeline, fcntl.F_SETOWN, -os.getpgrp())
    if hasattr(fcntl, "F_SETSIG"):
        fcntl.fcntl(lifeline, fcntl.F_SETSIG, signal.SIGKILL)
    fcntl.fcntl(lifeline, fcntl.F_SETFL, fcntl.fcntl(lifeline, fcntl.F_GETFL) | os.O_ASYNC)
    poll = select.poll()
    poll.register(lifeline, select.POLLIN)
    if poll.poll(0):  # it was closed before the kernel was asked to watch it
        os._exit(1)


def _private_pipes() -> tuple[int, int]:
    """Standard input and output moved to descriptors that nothing else knows."""
    requests, replies = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return requests, replies


def _memory() -> tuple[int, int]:
    """Bytes of address space and of resident memory; zeros where the system does not say."""
    try:
        with open("/proc/self/statm", "rb") as file:
            size, resident = file.read().split()[:2]
    except OSError:
        return 0, 0
    page = resource.getpagesize()
    return int(size) * page, int(resident) * page


def _limit_memory(limit: int) -> None:
    """Allow `limit` bytes above what is in use now; 0 lifts the limit."""
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    soft = hard
    if limit:
        wanted = _memory()[0] + limit
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def _portable(error: BaseException) -> bytes:
    """The exception, pickled with where it arose as a note; a TaskError of the same text when
    it would not come back as the same type and text, or would end the parent."""
    import traceback

    where = "".join(traceback.format_exception(error)).rstrip()
    try:
        text = str(error)
    except Exception:
        text = "(it cannot say what is wrong)"
    if isinstance(error, Exception):
        try:
            error.add_note(f"in the worker process:\n{where}")
            content = pickle.dumps(error, protocol=5)
            copy = pickle.loads(content)
            if type(copy) is type(error) and str(copy) == text:
                return content
        except Exception:
            pass
    kind = type(error)
    stand_in = TaskError(f"{kind.__module__}.{kind.__qualname__}: {text}")
    stand_in.add_note(f"in the worker process:\n{where}")
    return pickle.dumps(stand_in, protocol=5)


def _work(function: Callable[[Any], Any], content: bytearray) -> tuple[int, bytes]:
    """Kind and content of the reply to one item."""
    (limit,) = NUMBER.unpack_from(content)
    try:
        try:
            _limit_memory(limit)
            item = pickle.loads(memoryview(content)[NUMBER.size :])
            result = function(item)
        finally:
            _limit_memory(0)
        return RESULT, pickle.dumps(result, protocol=5)
    except MemoryError:
        return MEMORY, b""
    except BaseException as error:
        return ERROR, _portable(error)


def main(lifeline: int) -> None:
    """Serve until the parent closes the pipe."""
    requests, replies = _private_pipes()
    _die_with_parent(lifeline)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    function: Callable[[Any], Any] = print
    while True:
        try:
            kind, content = read_frame(requests)
        except EOFError:
            return
        if kind == FUNCTION:
            try:
                function = pickle.loads(content)
            except BaseException as error:
                write_frame(replies, ERROR, NUMBER.pack(0), _portable(error))
            else:
                write_frame(replies, READY, NUMBER.pack(_memory()[1]))
            continue
        kind, reply = _work(function, content)
        del content
        # A function may have closed it or put another in its place.
        with contextlib.suppress(OSError, ValueError, AttributeError):
            sys.stdout.flush()
        write_frame(replies, kind, NUMBER.pack(_memory()[1]), reply)
