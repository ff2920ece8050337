"""Tests for values that all processes share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta
from threading import Thread

import pytest

from touchline.platform.shared_state import MemoryState, RedisState
from touchline.shared.shared_state import SharedState, SharedStateUnavailableError
from touchline.shared.tests.valkey import running_valkey

MINUTE = timedelta(minutes=1)
NAME = "test"


@pytest.fixture(scope="module")
def valkey() -> Iterator[str]:
    """Yield the address of a server."""
    with running_valkey() as address:
        yield address


@pytest.fixture(params=["valkey", "memory"])
def open_state(request: pytest.FixtureRequest) -> Callable[[], SharedState]:
    """Return a function that returns the state as another process sees it."""
    if request.param == "memory":
        state = MemoryState()
        return lambda: state
    address = request.getfixturevalue("valkey")
    RedisState(address).change(NAME, lambda _: None, MINUTE)
    return lambda: RedisState(address)


def test_a_text_is_read_changed_and_deleted(open_state: Callable[[], SharedState]) -> None:
    assert open_state().read(NAME) is None
    open_state().change(NAME, lambda text: f"{text} and more", MINUTE)
    assert open_state().read(NAME) == "None and more"
    open_state().change(NAME, lambda _: None, MINUTE)
    assert open_state().read(NAME) is None


def test_simultaneous_changes_are_all_kept(open_state: Callable[[], SharedState]) -> None:
    def count() -> None:
        state = open_state()
        for _ in range(50):
            state.change(NAME, lambda text: str(int(text or 0) + 1), MINUTE)

    threads = [Thread(target=count) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert open_state().read(NAME) == "200"


def test_a_text_expires(open_state: Callable[[], SharedState]) -> None:
    open_state().change(NAME, lambda _: "kept", timedelta(milliseconds=1))
    deadline = 100_000
    while open_state().read(NAME) is not None:
        deadline -= 1
        assert deadline > 0


def test_an_unreachable_server_fails_at_once_after_the_first_call() -> None:
    state = RedisState("unix:///nowhere/valkey.sock")
    for _ in range(2):
        with pytest.raises(SharedStateUnavailableError):
            state.read(NAME)
    with pytest.raises(SharedStateUnavailableError):
        state.change(NAME, lambda text: text, MINUTE)
