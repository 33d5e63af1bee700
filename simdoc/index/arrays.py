"""Array files: .npy version 1.0 whose header and size are known before the file is opened."""

from __future__ import annotations

import mmap
import os
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from simdoc.errors import CorruptIndexError
from simdoc.index.format import HEADER_BYTES, ArrayRecord, FileRecord

_MAGIC = b"\x93NUMPY\x01\x00"


def npy_header(dtype: np.dtype[Any], length: int) -> bytes:
    """The exact header of an array file. Made here and not by NumPy, so that no later version of
    NumPy can make old files look altered; NumPy reads it like its own."""
    description = repr(dtype.descr if dtype.names else dtype.str)
    text = f"{{'descr': {description}, 'fortran_order': False, 'shape': ({length},), }}"
    room = HEADER_BYTES - len(_MAGIC) - 2
    return _MAGIC + room.to_bytes(2, "little") + text.encode("ascii").ljust(room - 1) + b"\n"


def file_size(dtype: np.dtype[Any], length: int) -> int:
    return HEADER_BYTES + length * dtype.itemsize


def sync_folder(folder: Path) -> None:
    """Make the names in a folder survive a power cut."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


class ArrayWriter:
    """Writes an array file piece by piece; the length is promised at the start.

    A context manager: leaving it closes the file in any case, but only `finish` promises that
    everything has reached the disk.
    """

    def __init__(self, path: Path, dtype: np.dtype[Any], length: int) -> None:
        self._path = path
        self._dtype = dtype
        self._missing = length
        self._bytes = file_size(dtype, length)
        header = npy_header(dtype, length)
        self._crc32 = zlib.crc32(header)
        self._file = open(path, "wb", buffering=1 << 16)  # noqa: SIM115
        self._file.write(header)

    def __enter__(self) -> ArrayWriter:
        return self

    def __exit__(self, *exception: object) -> None:
        self._file.close()

    def append(self, piece: npt.NDArray[Any]) -> None:
        data = np.ascontiguousarray(piece, self._dtype).view(np.uint8).data
        self._crc32 = zlib.crc32(data, self._crc32)
        self._file.write(data)
        self._missing -= len(piece)

    def finish(self) -> FileRecord:
        """Sync and close. An array of another length than promised is a mistake of the caller."""
        if self._missing:
            raise ValueError(f"{self._path}: {self._missing} elements short of what was promised")
        self._file.flush()
        os.fsync(self._file.fileno())
        self._file.close()
        return FileRecord(self._bytes, self._crc32)


def write_array(path: Path, array: npt.NDArray[Any]) -> ArrayRecord:
    """Write and sync a whole array."""
    with ArrayWriter(path, array.dtype, len(array)) as writer:
        writer.append(array)
        return ArrayRecord(path.name, len(array), writer.finish())


def open_array(path: Path, dtype: np.dtype[Any], length: int) -> npt.NDArray[Any]:
    """The array, memory-mapped and read-only. Size and header are checked, the elements are not
    read: a missing, truncated or foreign file is refused by name."""
    try:
        with open(path, "rb") as file:
            size = os.fstat(file.fileno()).st_size
            if size != file_size(dtype, length):
                raise CorruptIndexError(path, f"{file_size(dtype, length)} bytes", f"{size} bytes")
            if file.read(HEADER_BYTES) != npy_header(dtype, length):
                raise CorruptIndexError(path, f"{length} elements {dtype}", "another header")
            if not length:
                return np.empty(0, dtype)
            mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except FileNotFoundError as error:
        raise CorruptIndexError(
            path, f"{file_size(dtype, length)} bytes", "no such file"
        ) from error
    return np.frombuffer(mapped, dtype, length, HEADER_BYTES)
