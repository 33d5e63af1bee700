"""The words that parent and worker process exchange, each a frame: kind, length, bytes.

    parent → worker   FUNCTION  a pickled function: import it, it is the one for what follows
                      ITEM      address-space limit in bytes (0: none), then the pickled item
    worker → parent   READY     resident bytes of the worker; the function is imported
                      RESULT    resident bytes, then the pickled result
                      ERROR     resident bytes, then the pickled exception
                      MEMORY    resident bytes; the item wanted more memory than it may

The worker's side blocks; the parent's side (process.py) reads and writes under a deadline.
"""

from __future__ import annotations

import os
import struct

FUNCTION, ITEM, READY, RESULT, ERROR, MEMORY = range(6)

HEADER = struct.Struct("<BQ")
"""Kind and length of what follows."""
NUMBER = struct.Struct("<Q")
"""The number that opens every frame but FUNCTION."""


def read_exactly(descriptor: int, size: int) -> bytearray:
    """The next `size` bytes; EOFError when the other side closes before they came."""
    content = bytearray(size)
    view = memoryview(content)
    while view:
        count = os.readv(descriptor, [view])
        if count == 0:
            raise EOFError
        view = view[count:]
    return content


def read_frame(descriptor: int) -> tuple[int, bytearray]:
    """Kind and content of the next frame."""
    kind, size = HEADER.unpack(read_exactly(descriptor, HEADER.size))
    return kind, read_exactly(descriptor, size)


def write_frame(descriptor: int, kind: int, *parts: bytes) -> None:
    """Write one frame whole."""
    header = HEADER.pack(kind, sum(len(part) for part in parts))
    for part in (header, *parts):
        view = memoryview(part)
        while view:
            view = view[os.write(descriptor, view) :]
