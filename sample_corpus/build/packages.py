"""ZIP packages whose bytes do not depend on when they were written: DOCX and ODT are such."""

from __future__ import annotations

import io
import zipfile

_NEVER = (1980, 1, 1, 0, 0, 0)
"""The earliest date a ZIP can hold."""


def write_package(members: dict[str, bytes]) -> bytes:
    """A ZIP of the members in their order; one called mimetype is stored, as OpenDocument asks."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as package:
        for name, content in members.items():
            info = zipfile.ZipInfo(name, _NEVER)
            stored = name == "mimetype"
            info.compress_type = zipfile.ZIP_STORED if stored else zipfile.ZIP_DEFLATED
            package.writestr(info, content)
    return buffer.getvalue()


def read_package(content: bytes) -> dict[str, bytes]:
    """The members of a ZIP by name, in its order."""
    with zipfile.ZipFile(io.BytesIO(content)) as package:
        return {name: package.read(name) for name in package.namelist()}
