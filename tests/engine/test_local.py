"""The local engine gives an outcome for every item, whatever the function does."""

from __future__ import annotations

import contextlib
import itertools
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from simdoc.engine.engine import NO_LIMITS
from simdoc.engine.local import Limits, LocalEngine
from simdoc.errors import TaskCrash, TaskError, TaskMemoryLimit, TaskTimeLimit

from . import sample_work as work


@pytest.fixture(scope="module")
def engine() -> Iterator[LocalEngine]:
    with LocalEngine(2) as made:
        yield made


def exists(pid: int) -> bool:
    """Whether the process runs; one that only waits to be counted does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def gone(*pids: int) -> bool:
    """Whether all these processes end within five seconds."""
    deadline = time.monotonic() + 5
    while any(exists(pid) for pid in pids):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True


def error_of(
    engine: LocalEngine, function: Callable[..., object], item: object, limits: Limits = NO_LIMITS
) -> Exception:
    (outcome,) = engine.run(function, [item], limits)
    assert outcome.item == item
    assert outcome.result is None
    assert outcome.error is not None
    return outcome.error


def test_every_item_comes_back_once_with_its_result(engine: LocalEngine) -> None:
    outcomes = list(engine.run(work.double, range(100)))
    assert sorted((o.item, o.result) for o in outcomes) == [(n, 2 * n) for n in range(100)]
    assert all(o.error is None for o in outcomes)


def test_no_items_give_no_outcomes_and_start_no_process() -> None:
    with LocalEngine(2) as engine:
        assert list(engine.run(work.double, [])) == []
        assert engine._pool._idle == []


def test_one_item_starts_one_process_and_the_next_run_uses_it_again() -> None:
    with LocalEngine(4) as engine:
        pids = [o.result for n in range(5) for o in engine.run(work.process_id, [n])]
        assert len(set(pids)) == 1
        assert pids[0] != os.getpid()


def test_outcomes_come_as_they_finish(engine: LocalEngine) -> None:
    assert [o.item for o in engine.run(work.sleep, [1.5, 0.0])] == [0.0, 1.5]


def test_items_are_worked_on_at_the_same_time(engine: LocalEngine) -> None:
    list(engine.run(work.sleep, [0.0, 0.0]))
    start = time.monotonic()
    list(engine.run(work.sleep, [0.5] * 4))
    assert time.monotonic() - start < 1.8


def test_an_item_that_takes_too_long_is_stopped_and_the_others_go_on(engine: LocalEngine) -> None:
    start = time.monotonic()
    outcomes = {o.item: o for o in engine.run(work.sleep, [1000.0, 0.0, 0.01], Limits(seconds=0.5))}
    assert time.monotonic() - start < 5
    assert isinstance(outcomes[1000.0].error, TaskTimeLimit)
    assert "0.5 s" in str(outcomes[1000.0].error)
    assert outcomes[0.0].error is None
    assert outcomes[0.01].error is None


def test_a_function_that_takes_too_long_to_import_is_told_from_a_slow_item(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from simdoc.engine import process

    monkeypatch.setattr(process, "START_SECONDS", 0.001)
    with LocalEngine(1) as engine:
        error = error_of(engine, work.double, 1, Limits(seconds=60))
    assert type(error) is TaskError
    assert "did not answer within 0.001 s" in str(error)


def test_a_loop_that_holds_the_interpreter_is_stopped_too(engine: LocalEngine) -> None:
    assert isinstance(
        error_of(engine, work.hold_the_interpreter, 0, Limits(seconds=0.3)), TaskTimeLimit
    )


def test_a_slow_consumer_does_not_make_items_late(engine: LocalEngine) -> None:
    outcomes = []
    for outcome in engine.run(work.sleep, [0.1] * 4, Limits(seconds=0.8)):
        time.sleep(0.6)
        outcomes.append(outcome)
    assert [o.error for o in outcomes] == [None] * 4


def test_allocating_for_ever_meets_the_memory_limit(engine: LocalEngine) -> None:
    error = error_of(engine, work.allocate_for_ever, 0, Limits(memory_megabytes=100))
    assert isinstance(error, TaskMemoryLimit)
    assert "100 MB" in str(error)


def test_the_memory_limit_counts_above_what_the_process_holds(engine: LocalEngine) -> None:
    limits = Limits(memory_megabytes=200)
    (fits,) = engine.run(work.allocate, [150], limits)
    assert fits.result == 150 << 20
    assert isinstance(error_of(engine, work.allocate, 250, limits), TaskMemoryLimit)


def test_the_memory_limit_ends_with_its_item(engine: LocalEngine) -> None:
    list(engine.run(work.double, [1], Limits(memory_megabytes=64)))
    (outcome,) = engine.run(work.allocate, [300])
    assert outcome.result == 300 << 20


def test_a_crash_names_the_signal(engine: LocalEngine) -> None:
    error = error_of(engine, work.segfault, 0)
    assert isinstance(error, TaskCrash)
    assert "SIGSEGV" in str(error)


def test_an_abort_under_a_memory_limit_mentions_the_limit(engine: LocalEngine) -> None:
    assert "SIGABRT" in str(error_of(engine, work.abort, 0))
    assert "300 MB" in str(error_of(engine, work.abort, 0, Limits(memory_megabytes=300)))


def test_an_exit_of_the_process_names_the_code(engine: LocalEngine) -> None:
    error = error_of(engine, work.exit_at_once, 3)
    assert isinstance(error, TaskCrash)
    assert "exit code 3" in str(error)


def test_sys_exit_ends_neither_parent_nor_worker(engine: LocalEngine) -> None:
    error = error_of(engine, work.exit_politely, 3)
    assert type(error) is TaskError
    assert "SystemExit: 3" in str(error)


def test_printing_does_not_disturb(engine: LocalEngine) -> None:
    texts = ["\x03" * 64, "hello\n" * 20]
    assert {o.item: o.result for o in engine.run(work.chatter, texts)} == {t: t for t in texts}


def test_an_exception_comes_back_as_itself_with_where_it_arose(engine: LocalEngine) -> None:
    error = error_of(engine, work.raise_error, "value")
    assert type(error) is ValueError
    assert str(error) == "not good"
    assert "raise errors[name]" in error.__notes__[0]
    assert type(error_of(engine, work.raise_error, "decode")) is UnicodeDecodeError


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("unpicklable", "Unpicklable: held"),
        ("forgets", "ForgetsItsArguments: one and two"),
        ("mute", "Mute"),
    ],
)
def test_an_exception_that_cannot_travel_comes_as_its_text(
    engine: LocalEngine, name: str, text: str
) -> None:
    error = error_of(engine, work.raise_error, name)
    assert type(error) is TaskError
    assert text in str(error)


@pytest.mark.parametrize("name", sorted(work.OURS))
def test_our_own_errors_come_back_whole(engine: LocalEngine, name: str) -> None:
    raised, error = work.OURS[name], error_of(engine, work.raise_ours, name)
    assert type(error) is type(raised)
    assert str(error) == str(raised)
    assert "raise OURS[name]" in error.__notes__[0]
    told = {key: value for key, value in vars(error).items() if key != "__notes__"}
    assert told == vars(raised)


def test_a_result_that_cannot_travel_is_an_error(engine: LocalEngine) -> None:
    assert "pickle" in str(error_of(engine, work.unpicklable_result, 0))


def test_an_item_that_cannot_travel_is_an_error_and_the_others_go_on(engine: LocalEngine) -> None:
    locks: list[object] = [threading.Lock(), b"abc"]
    outcomes = list(engine.run(work.checksum, locks))  # type: ignore[arg-type]
    by_item = {type(o.item): o for o in outcomes}
    assert isinstance(by_item[type(locks[0])].error, TaskError)
    assert by_item[bytes].result == ord("a")


def test_results_and_items_of_fifty_megabytes_pass(engine: LocalEngine) -> None:
    outcomes = list(engine.run(work.large, [50, 50, 50]))
    assert {len(o.result or b"") for o in outcomes} == {50 << 20}
    content = work.large(50)
    (outcome,) = engine.run(work.checksum, [content])
    assert outcome.result == work.checksum(content)


def test_an_endless_supply_of_items_is_pulled_as_needed(engine: LocalEngine) -> None:
    pulled = itertools.count()
    outcomes = engine.run(work.double, pulled)
    first = list(itertools.islice(outcomes, 50))
    assert len(first) == 50
    assert next(pulled) <= 50 + 2 * engine.processes
    outcomes.close()  # type: ignore[attr-defined]


def test_outcomes_come_before_a_slow_supply_is_asked_again(engine: LocalEngine) -> None:
    seen: list[int] = []

    def supply() -> Iterator[int]:
        for number in range(3):
            yield number
            time.sleep(0.4)
        assert 0 in seen

    seen.extend(outcome.item for outcome in engine.run(work.double, supply()))
    assert sorted(seen) == [0, 1, 2]


def test_an_error_of_the_supply_reaches_the_caller(engine: LocalEngine) -> None:
    def supply() -> Iterator[int]:
        yield 1
        raise OSError("the folder is gone")

    with pytest.raises(OSError, match="the folder is gone"):
        list(engine.run(work.double, supply()))


def test_a_function_of_the_main_program_is_refused(engine: LocalEngine) -> None:
    def lost(number: int) -> int:
        return number

    lost.__module__ = "__main__"
    with pytest.raises(TaskError, match="move it to a module"):
        engine.run(lost, [1])


def test_a_function_that_cannot_be_imported_fails_its_items_and_no_later_ones(
    engine: LocalEngine,
) -> None:
    import types

    module = types.ModuleType("made_up_module")
    exec("def unknown(x): return x", module.__dict__)
    sys.modules["made_up_module"] = module
    try:
        errors = [o.error for o in engine.run(module.unknown, [1, 2])]
    finally:
        del sys.modules["made_up_module"]
    assert [type(error) for error in errors] == [ModuleNotFoundError] * 2
    assert [o.result for o in engine.run(work.double, [4])] == [8]


def test_closing_early_leaves_no_process_in_work() -> None:
    with LocalEngine(2) as engine:
        pids = {o.result for o in engine.run(work.process_id, range(20))}
        outcomes = engine.run(work.sleep, itertools.chain([0.0], itertools.repeat(1000.0)))
        assert next(outcomes).item == 0.0
        start = time.monotonic()
        outcomes.close()  # type: ignore[attr-defined]
        assert time.monotonic() - start < 5
        assert [o.result for o in engine.run(work.double, [4])] == [8]
        pids |= {o.result for o in engine.run(work.process_id, range(20))}
    assert gone(*(pid for pid in pids if pid is not None))
    assert not [t for t in threading.enumerate() if t.name == "simdoc-engine"]


def test_what_the_function_started_ends_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    noted = tmp_path / "pid"
    monkeypatch.setenv("SIMDOC_TEST_FILE", str(noted))
    with LocalEngine(1) as engine:
        error = error_of(engine, work.start_grandchild, 1000.0, Limits(seconds=1.0))
        assert isinstance(error, TaskTimeLimit)
        assert gone(int(noted.read_text()))
        (left,) = engine.run(work.start_grandchild, [0.0])
        assert left.result is not None
        assert exists(left.result)
    assert gone(left.result)


def test_a_worn_worker_is_replaced(engine: LocalEngine) -> None:
    with LocalEngine(1) as engine:
        first = next(engine.run(work.keep, [10])).result
        assert next(engine.run(work.keep, [300])).result == first
        assert next(engine.run(work.process_id, [0])).result != first


def test_workers_compute_with_one_thread_and_import_only_what_they_need(
    engine: LocalEngine,
) -> None:
    names = ["OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "OMP_THREAD_LIMIT"]
    assert {o.result for o in engine.run(work.environment, names)} == {"1"}
    with LocalEngine(1) as fresh:
        (modules,) = (o.result for o in fresh.run(work.loaded_modules, [0]))
    assert modules is not None
    assert not {"numpy", "sqlalchemy", "streamlit", "multiprocessing", "pytest"} & set(modules)


def test_workers_hold_no_file_of_the_parent(engine: LocalEngine, tmp_path: Path) -> None:
    with (tmp_path / "a.lock").open("w") as lock, LocalEngine(1) as fresh:
        os.set_inheritable(lock.fileno(), True)
        (files,) = (o.result for o in fresh.run(work.open_files, [0]))
    assert files is not None
    assert str(tmp_path / "a.lock") not in files


def test_several_threads_share_one_engine(engine: LocalEngine) -> None:
    sums: list[int] = []

    def ask() -> None:
        sums.append(sum(o.result or 0 for o in engine.run(work.double, range(200))))

    threads = [threading.Thread(target=ask) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert sums == [199 * 200] * 6
    assert len(engine._pool._idle) <= 2


def test_a_closed_engine_says_so() -> None:
    engine = LocalEngine(1)
    outcomes = engine.run(work.sleep, [1000.0, 1000.0])
    threading.Timer(0.5, engine.close).start()
    assert all(isinstance(o.error, TaskError) for o in outcomes)
    with pytest.raises(TaskError, match="closed"):
        engine.run(work.double, [1])


def test_an_engine_that_nobody_closed_ends_with_its_last_user() -> None:
    engine = LocalEngine(1)
    pid = next(engine.run(work.process_id, [0])).result
    assert pid is not None
    del engine
    assert gone(pid)


@pytest.mark.parametrize("way", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("function", ["sleep", "hold_the_interpreter"])
def test_no_worker_outlives_its_parent(way: signal.Signals, function: str) -> None:
    program = f"""
import sys
sys.path[:] = {sys.path!r}
from simdoc.engine.local import LocalEngine
from {work.__name__} import process_id, {function}
engine = LocalEngine(2)
first, second = engine.run(process_id, range(2))
print(*{{worker.pid for worker in engine._pool._idle}}, flush=True)
list(engine.run({function}, [1000.0] * 4))
"""
    parent = subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    assert parent.stdout is not None
    with contextlib.closing(parent.stdout):
        pids = [int(word) for word in parent.stdout.readline().split()]
    assert pids
    assert all(exists(pid) for pid in pids)
    time.sleep(0.2)
    parent.send_signal(way)
    parent.wait(10)
    assert gone(*pids)
