from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from simdoc.errors import CorruptIndexError
from simdoc.index.arrays import ArrayWriter, npy_header, open_array, write_array
from simdoc.index.format import DELETION_DTYPE, DOCUMENT_DTYPE, HEADER_BYTES

DTYPES = [np.dtype("<u4"), np.dtype("<u8"), DOCUMENT_DTYPE, DELETION_DTYPE]


@pytest.mark.parametrize("dtype", DTYPES, ids=str)
@pytest.mark.parametrize("length", [0, 1, 1000])
def test_numpy_reads_our_array_files_as_its_own(
    tmp_path: Path, dtype: np.dtype[np.generic], length: int
) -> None:
    array = np.zeros(length, dtype)
    array.view(np.uint8)[:] = np.arange(array.nbytes) % 251
    write_array(tmp_path / "a.npy", array)
    loaded = np.load(tmp_path / "a.npy")
    assert loaded.dtype == dtype
    assert loaded.tobytes() == array.tobytes()
    mapped = open_array(tmp_path / "a.npy", dtype, length)
    assert mapped.tobytes() == array.tobytes()
    assert not length or not mapped.flags.writeable


@pytest.mark.parametrize("dtype", DTYPES, ids=str)
def test_a_header_is_always_of_the_same_size(dtype: np.dtype[np.generic]) -> None:
    assert {len(npy_header(dtype, length)) for length in (0, 7, 1 << 40)} == {HEADER_BYTES}


def test_a_header_is_these_bytes() -> None:
    text = b"{'descr': '<u4', 'fortran_order': False, 'shape': (3,), }"
    expected = b"\x93NUMPY\x01\x00" + (182).to_bytes(2, "little") + text.ljust(181) + b"\n"
    assert npy_header(np.dtype("<u4"), 3) == expected


def test_a_missing_array_is_refused_by_name(tmp_path: Path) -> None:
    with pytest.raises(CorruptIndexError, match=r"gone\.npy.*no such file"):
        open_array(tmp_path / "gone.npy", np.dtype("<u4"), 3)


@pytest.mark.parametrize("change", [-1, 1, -HEADER_BYTES])
def test_an_array_of_another_size_is_refused_by_name(tmp_path: Path, change: int) -> None:
    path = tmp_path / "a.npy"
    write_array(path, np.arange(3, dtype="<u4"))
    content = path.read_bytes() + b"\0"
    path.write_bytes(content[: len(content) - 1 + change])
    with pytest.raises(CorruptIndexError, match=r"a\.npy: expected 204 bytes"):
        open_array(path, np.dtype("<u4"), 3)


def test_an_array_of_another_type_is_refused_by_name(tmp_path: Path) -> None:
    write_array(tmp_path / "a.npy", np.arange(4, dtype="<u4"))
    with pytest.raises(CorruptIndexError, match=r"a\.npy.*another header"):
        open_array(tmp_path / "a.npy", np.dtype("<u8"), 2)


def test_an_array_short_of_its_promise_is_not_finished(tmp_path: Path) -> None:
    with ArrayWriter(tmp_path / "a.npy", np.dtype("<u4"), 3) as writer:
        writer.append(np.arange(2, dtype="<u4"))
        with pytest.raises(ValueError, match="1 elements short"):
            writer.finish()
