"""What an engine is: pure, idempotent functions run over items, somewhere else than here.

Callers write against `Engine`; where the work runs, in processes of this machine or on a
cluster, is the choice of whoever makes the engine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

T = TypeVar("T")
R = TypeVar("R")


@dataclass(frozen=True)
class Limits:
    """What one item may take; None is no limit. `memory_megabytes` is address space above
    what the process holds once the function is imported."""

    seconds: float | None = None
    memory_megabytes: int | None = None


NO_LIMITS = Limits()


@dataclass(frozen=True)
class Outcome(Generic[T, R]):
    """What became of one item: `error` is None exactly when the function returned `result`."""

    item: T
    result: R | None
    error: Exception | None


class Engine(Protocol):
    """Runs a function over items and yields each outcome as it comes, in no set order.

    The function is sent by name, so it must live in an importable module; it may run twice
    for one item, so it must be pure or end in an atomic rename. Items are pulled as there is
    room for them: an endless iterable is fine. An item that fails never stops the others.
    """

    def run(
        self, function: Callable[[T], R], items: Iterable[T], limits: Limits = NO_LIMITS
    ) -> Iterator[Outcome[T, R]]: ...
