"""Sliding windows in process memory and on a real Valkey."""

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest
import redis
from limits.errors import StorageError
from limits.storage import MemoryStorage, RedisStorage

from touchline.entrypoints.bootstrap import Application
from touchline.platform.config.settings import Settings
from touchline.platform.throttle import SlidingWindowThrottle, create_memory_storage, create_redis_storage
from touchline.shared.errors import RateLimitedError
from touchline.shared.tests.valkey import running_valkey
from touchline.shared.throttle import Limit

LIMIT = Limit("wrong-passwords", 3, 900)
SECRET = b"secret"


class FakeTime:
    """The time source of both storages."""

    def __init__(self) -> None:
        self.current = 1_800_000_000.0

    def time(self) -> float:
        return self.current


@pytest.fixture(scope="module")
def valkey() -> Iterator[str]:
    with running_valkey() as address:
        yield address


@pytest.fixture(params=["memory", "valkey"])
def storage(request: pytest.FixtureRequest) -> MemoryStorage | RedisStorage:
    """Return an empty storage of each kind."""
    if request.param == "memory":
        return create_memory_storage()
    address = request.getfixturevalue("valkey")
    redis.Redis.from_url(address).flushdb()
    return create_redis_storage(address)


@pytest.fixture
def throttle(storage: MemoryStorage | RedisStorage) -> SlidingWindowThrottle:
    return SlidingWindowThrottle(storage, SECRET)


@pytest.fixture
def fake_time(monkeypatch: pytest.MonkeyPatch) -> FakeTime:
    """Fix the time. Tests move it."""
    fake_time = FakeTime()
    for module in ("limits.storage.memory", "limits.storage.redis", "touchline.platform.throttle"):
        monkeypatch.setattr(f"{module}.time", fake_time)
    return fake_time


def retry_after(limited_call: Callable[..., None], *key: object) -> int:
    """Return the seconds to wait that the rejection states."""
    with pytest.raises(RateLimitedError) as error:
        limited_call(LIMIT, *key)
    return error.value.retry_after


def test_threads_start_the_timer_of_the_memory_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    storage = create_memory_storage()
    storage.timer.join()
    barrier = threading.Barrier(2)

    class WaitingTimer(threading.Timer):
        def start(self) -> None:
            with suppress(threading.BrokenBarrierError):
                barrier.wait(timeout=0.3)
                raise AssertionError("Two threads start a timer at the same time.")
            super().start()

    monkeypatch.setattr(threading, "Timer", WaitingTimer)
    with ThreadPoolExecutor(2) as pool:
        assert all(pool.map(lambda key: storage.acquire_entry(key, limit=1, expiry=900), "ab"))


def test_hits_over_the_limit_get_the_seconds_to_wait(
    throttle: SlidingWindowThrottle, fake_time: FakeTime
) -> None:
    for _ in range(3):
        throttle.test(LIMIT, "account", 1)
        throttle.hit(LIMIT, "account", 1)
        fake_time.current += 100
    assert retry_after(throttle.hit, "account", 1) == 600
    assert retry_after(throttle.test, "account", 1) == 600


def test_the_window_slides(throttle: SlidingWindowThrottle, fake_time: FakeTime) -> None:
    for _ in range(3):
        throttle.hit(LIMIT, "account", 1)
        fake_time.current += 100
    fake_time.current += 601
    throttle.hit(LIMIT, "account", 1)
    assert retry_after(throttle.hit, "account", 1) == 99


def test_rejected_hits_and_tests_are_not_counted(
    throttle: SlidingWindowThrottle, fake_time: FakeTime
) -> None:
    for _ in range(3):
        throttle.hit(LIMIT, 1)
    for _ in range(9):
        retry_after(throttle.hit, 1)
    fake_time.current += 901
    for _ in range(9):
        throttle.test(LIMIT, 1)
    throttle.hit(LIMIT, 1)


def test_hits_in_the_window_can_be_counted(throttle: SlidingWindowThrottle, fake_time: FakeTime) -> None:
    assert throttle.count(LIMIT, 1) == 0
    for _ in range(2):
        throttle.hit(LIMIT, 1)
        fake_time.current += 500
    assert throttle.count(LIMIT, 1) == 1
    assert throttle.count(LIMIT, 2) == 0


def test_limits_and_keys_are_counted_separately_and_can_be_cleared(throttle: SlidingWindowThrottle) -> None:
    for _ in range(3):
        throttle.hit(LIMIT, "account", 1)
    throttle.hit(LIMIT, "account", 2)
    throttle.hit(Limit("calls", 3, 900), "account", 1)
    throttle.clear(LIMIT, "account", 1)
    throttle.hit(LIMIT, "account", 1)


def test_processes_count_together(valkey: str) -> None:
    redis.Redis.from_url(valkey).flushdb()
    for _ in range(3):
        SlidingWindowThrottle(create_redis_storage(valkey), SECRET).hit(LIMIT, 1)
    retry_after(SlidingWindowThrottle(create_redis_storage(valkey), SECRET).hit, 1)


def test_storage_keys_are_hashed_and_expire(valkey: str) -> None:
    connection = redis.Redis.from_url(valkey)
    connection.flushdb()
    SlidingWindowThrottle(create_redis_storage(valkey), SECRET).hit(LIMIT, "unknown", 1, "ada@example.org")
    keys = list(connection.scan_iter())
    assert len(keys) == 1
    assert b"ada" not in keys[0]
    assert 0 < connection.ttl(keys[0]) <= 900


def test_a_deployment_counts_where_its_queue_is(valkey: str, tmp_path: Path) -> None:
    connection = redis.Redis.from_url(valkey)
    connection.flushdb()
    application = Application(Settings(var=tmp_path, queue="rq", redis_url=valkey))
    application.container.channel.throttle().hit(LIMIT, 1)
    application.close()
    assert len(list(connection.scan_iter("touchline-throttle:*"))) == 1


def test_each_process_counts_its_share_while_the_storage_is_unavailable() -> None:
    nowhere = "unix:///nowhere/valkey.sock"
    processes = [SlidingWindowThrottle(create_redis_storage(nowhere), SECRET, processes=3) for _ in range(3)]
    for process in processes:
        process.test(LIMIT, 1)
        process.hit(LIMIT, 1)
    for process in processes:
        assert 0 < retry_after(process.hit, 1) <= 900
        assert 0 < retry_after(process.test, 1) <= 900
        process.clear(LIMIT, 1)
        process.hit(LIMIT, 1)


def test_an_unavailable_storage_is_retried_after_a_delay(
    valkey: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    redis.Redis.from_url(valkey).flushdb()
    storage = FailingStorage(valkey)
    throttle = SlidingWindowThrottle(storage, SECRET)
    for _ in range(3):
        throttle.hit(LIMIT, 1)
    assert storage.call_count == 1
    storage.is_unavailable = False
    retry_after(throttle.hit, 1)
    later = time.monotonic() + 6
    monkeypatch.setattr("touchline.platform.throttle.monotonic", lambda: later)
    throttle.hit(LIMIT, 1)
    assert storage.call_count == 2


class FailingStorage(RedisStorage):
    """A storage that is unavailable at first."""

    DEPENDENCIES = {"redis": RedisStorage.DEPENDENCIES["redis"]}

    def __init__(self, address: str) -> None:
        super().__init__(f"redis+{address}" if address.startswith("unix") else address, wrap_exceptions=True)
        self.is_unavailable, self.call_count = True, 0

    def acquire_entry(self, key: str, limit: int, expiry: int, amount: int = 1) -> bool:
        self.call_count += 1
        if self.is_unavailable:
            raise StorageError(ConnectionError("away"))
        return super().acquire_entry(key, limit, expiry, amount)
