"""Sliding windows in the memory of a process and on a real Valkey."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import redis
from limits.errors import StorageError
from limits.storage import MemoryStorage, RedisStorage

from touchline.entrypoints.bootstrap import House
from touchline.platform.settings import Settings
from touchline.platform.throttle import SlidingWindows, in_memory, in_redis
from touchline.shared.errors import Throttled
from touchline.shared.tests.valkey import running_valkey
from touchline.shared.throttle import Limit

LIMIT = Limit("wrong-passwords", 3, 900)
SECRET = b"secret"


class Watch:
    """What both storages take for the time."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def time(self) -> float:
        return self.now


@pytest.fixture(scope="module")
def valkey() -> Iterator[str]:
    with running_valkey() as address:
        yield address


@pytest.fixture(params=["memory", "valkey"])
def storage(request: pytest.FixtureRequest) -> MemoryStorage | RedisStorage:
    """An empty storage of each kind."""
    if request.param == "memory":
        return in_memory()
    address = request.getfixturevalue("valkey")
    redis.Redis.from_url(address).flushdb()
    return in_redis(address)


@pytest.fixture
def throttle(storage: MemoryStorage | RedisStorage) -> SlidingWindows:
    return SlidingWindows(storage, SECRET)


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    """Time that stands still until it is moved."""
    watch = Watch()
    for module in ("limits.storage.memory", "limits.storage.redis", "touchline.platform.throttle"):
        monkeypatch.setattr(f"{module}.time", watch)
    return watch


def wait_of(refused: Callable[..., None], *key: object) -> int:
    """The seconds to wait that a refusal tells."""
    with pytest.raises(Throttled) as refusal:
        refused(LIMIT, *key)
    return refusal.value.retry_after


def test_so_many_tries_are_free_and_the_next_is_told_when_the_first_leaves_the_window(
    throttle: SlidingWindows, watch: Watch
) -> None:
    for _ in range(3):
        throttle.look(LIMIT, "account", 1)
        throttle.take(LIMIT, "account", 1)
        watch.now += 100
    assert wait_of(throttle.take, "account", 1) == 600
    assert wait_of(throttle.look, "account", 1) == 600


def test_the_window_slides(throttle: SlidingWindows, watch: Watch) -> None:
    for _ in range(3):
        throttle.take(LIMIT, "account", 1)
        watch.now += 100
    watch.now += 601
    throttle.take(LIMIT, "account", 1)
    assert wait_of(throttle.take, "account", 1) == 99


def test_a_refused_try_is_not_counted_and_looking_counts_nothing(
    throttle: SlidingWindows, watch: Watch
) -> None:
    for _ in range(3):
        throttle.take(LIMIT, 1)
    for _ in range(9):
        wait_of(throttle.take, 1)
    watch.now += 901
    for _ in range(9):
        throttle.look(LIMIT, 1)
    throttle.take(LIMIT, 1)


def test_tries_in_the_window_can_be_counted(throttle: SlidingWindows, watch: Watch) -> None:
    assert throttle.count(LIMIT, 1) == 0
    for _ in range(2):
        throttle.take(LIMIT, 1)
        watch.now += 500
    assert throttle.count(LIMIT, 1) == 1
    assert throttle.count(LIMIT, 2) == 0


def test_limits_and_keys_have_counts_of_their_own_and_one_can_be_cleared(throttle: SlidingWindows) -> None:
    for _ in range(3):
        throttle.take(LIMIT, "account", 1)
    throttle.take(LIMIT, "account", 2)
    throttle.take(Limit("calls", 3, 900), "account", 1)
    throttle.clear(LIMIT, "account", 1)
    throttle.take(LIMIT, "account", 1)


def test_processes_count_together(valkey: str) -> None:
    redis.Redis.from_url(valkey).flushdb()
    for _ in range(3):
        SlidingWindows(in_redis(valkey), SECRET).take(LIMIT, 1)
    wait_of(SlidingWindows(in_redis(valkey), SECRET).take, 1)


def test_the_storage_names_nobody_and_forgets(valkey: str) -> None:
    connection = redis.Redis.from_url(valkey)
    connection.flushdb()
    SlidingWindows(in_redis(valkey), SECRET).take(LIMIT, "unknown", 1, "ada@example.org")
    keys = list(connection.scan_iter())
    assert len(keys) == 1
    assert b"ada" not in keys[0]
    assert 0 < connection.ttl(keys[0]) <= 900


def test_a_deployment_counts_where_its_queue_is(valkey: str, tmp_path: Path) -> None:
    connection = redis.Redis.from_url(valkey)
    connection.flushdb()
    house = House(Settings(var=tmp_path, queue="rq", redis_url=valkey))
    house.container.channel.throttle().take(LIMIT, 1)
    house.close()
    assert len(list(connection.scan_iter("touchline-throttle:*"))) == 1


def test_while_the_storage_is_away_each_process_counts_its_part_of_a_limit() -> None:
    nowhere = "unix:///nowhere/valkey.sock"
    processes = [SlidingWindows(in_redis(nowhere), SECRET, processes=3) for _ in range(3)]
    for process in processes:
        process.look(LIMIT, 1)
        process.take(LIMIT, 1)
    for process in processes:
        assert 0 < wait_of(process.take, 1) <= 900
        assert 0 < wait_of(process.look, 1) <= 900
        process.clear(LIMIT, 1)
        process.take(LIMIT, 1)


def test_a_storage_that_is_away_is_asked_again_after_a_while_and_not_by_every_try(
    valkey: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    redis.Redis.from_url(valkey).flushdb()
    storage = Breaking(valkey)
    throttle = SlidingWindows(storage, SECRET)
    for _ in range(3):
        throttle.take(LIMIT, 1)
    assert storage.asked == 1
    storage.is_away = False
    wait_of(throttle.take, 1)
    later = time.monotonic() + 6
    monkeypatch.setattr("touchline.platform.throttle.monotonic", lambda: later)
    throttle.take(LIMIT, 1)
    assert storage.asked == 2


class Breaking(RedisStorage):
    """A storage that is away at first."""

    DEPENDENCIES = {"redis": RedisStorage.DEPENDENCIES["redis"]}

    def __init__(self, address: str) -> None:
        super().__init__(f"redis+{address}" if address.startswith("unix") else address, wrap_exceptions=True)
        self.is_away, self.asked = True, 0

    def acquire_entry(self, key: str, limit: int, expiry: int, amount: int = 1) -> bool:
        self.asked += 1
        if self.is_away:
            raise StorageError(ConnectionError("away"))
        return super().acquire_entry(key, limit, expiry, amount)
