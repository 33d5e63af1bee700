"""What bad files are made of and with; the lists of them are in the modules beside this."""

from __future__ import annotations

import random
import struct
from collections.abc import Callable
from dataclasses import dataclass

from simdoc.settings import ExtractionSettings

TIGHT = ExtractionSettings(
    seconds=10.0,
    memory_megabytes=512,
    maximum_file_megabytes=16,
    maximum_characters=200_000,
    maximum_members=100,
)
PASSWORD = "password"
NO_TEXT = "holds no text"
DAMAGED = "damaged"
DEEP = 100_000


@dataclass(frozen=True)
class BadFile:
    """A file of type `file_type` that must end with a reason containing `reason`."""

    name: str
    file_type: str
    reason: str
    build: Callable[[], bytes]


def flag_as_encrypted(archive: bytes) -> bytes:
    """The ZIP with the encryption bit of every member set, in both of its headers."""
    content = bytearray(archive)
    for signature, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = content.find(signature)
        while at >= 0:
            content[at + offset] |= 1
            at = content.find(signature, at + 4)
    return bytes(content)


def with_method(archive: bytes, method: int) -> bytes:
    """The ZIP with every member said to be packed by another method."""
    content = bytearray(archive)
    for signature, offset in ((b"PK\x03\x04", 8), (b"PK\x01\x02", 10)):
        at = content.find(signature)
        while at >= 0:
            struct.pack_into("<H", content, at + offset, method)
            at = content.find(signature, at + 4)
    return bytes(content)


def with_wrong_checksum(archive: bytes, member: str) -> bytes:
    """The ZIP with the checksum of one member changed in the directory."""
    content = bytearray(archive)
    directory = content.index(b"PK\x01\x02")
    entry = content.index(member.encode(), directory) - 46
    content[entry + 16] ^= 0xFF
    return bytes(content)


def laughs() -> str:
    """Entities of which the last stands for a hundred billion laughs."""
    lines = ['<!ENTITY l0 "ha">']
    lines += [f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 12)]
    return "".join(lines)


def half(content: bytes) -> bytes:
    """The first half."""
    return content[: len(content) // 2]


def repeated_noise(size: int) -> bytes:
    """Bytes that pack about a hundred times: much, but less than a bomb."""
    state = 1
    block = bytearray()
    for _ in range(1 << 14):
        state = (state * 1103515245 + 12345) & 0x7FFFFFFF
        block.append(state >> 16 & 0xFF)
    return (bytes(block) * (size // len(block) + 1))[:size]


def mutated(content: bytes, chance: random.Random) -> bytes:
    """The content with a few bytes flipped, a piece cut out, doubled or cut off."""
    damaged = bytearray(content)
    for _ in range(chance.randint(1, 6)):
        at = chance.randrange(len(damaged))
        match chance.randrange(5):
            case 0 | 1:
                damaged[at] = chance.randrange(256)
            case 2:
                del damaged[at : at + chance.randint(1, 40)]
            case 3:
                damaged[at:at] = damaged[at : at + chance.randint(1, 40)]
            case 4 if at > 8:
                del damaged[at:]
        if not damaged:
            break
    return bytes(damaged)
