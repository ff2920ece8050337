"""The response cache in front of an app without a database: who shares a response, and how often it is
computed.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from dataclasses import fields
from typing import Any

import pytest
from werkzeug.test import Client

from touchline.platform.db.table_versions import VersionSnapshot
from touchline.platform.http.response_cache import middleware
from touchline.platform.http.response_cache.middleware import Caller, ResponseCache
from touchline.platform.http.response_cache.policy import PENDING_ENTRY_KEY, CachePolicy, PendingEntry
from touchline.platform.http.response_cache.store import CacheStore
from touchline.shared.clock import SystemClock
from touchline.shared.ids import AccountId, ChannelId, SessionId
from touchline.shared.principal import Principal

ACCOUNT_ID, SESSION_ID = 5, 9
View = Callable[[Principal], str]
PRINCIPALS = {
    "viewer": Principal(ChannelId(1), SessionId(3), AccountId(ACCOUNT_ID), "en", None),
    "visitor": Principal(ChannelId(1), SessionId(ACCOUNT_ID), None, "en", None),
    "another": Principal(ChannelId(1), SessionId(SESSION_ID), None, "en", None),
}


class FakeCallerLookup:
    """Finds the callers of three API keys."""

    tables: tuple[str, ...] = ("channel",)

    def __call__(self, api_key: str) -> Caller | None:
        """Return the caller of the key, with version 0."""
        principal = PRINCIPALS.get(api_key)
        return (
            Caller(principal.session_id, principal.channel_id, principal.account_id, 0) if principal else None
        )

    def get_country(self, ip: str, environ: dict[str, Any]) -> str | None:
        """Return None, because no country is known."""
        return None


class UnchangedVersions:
    """Table versions of a database that never changes."""

    def current(self, total: int | None = None) -> VersionSnapshot:
        """Return the same empty snapshot every time."""
        return VersionSnapshot(0, {})


class CachedApp:
    """An app with one view behind the response cache. `call_count` counts the calls of the view."""

    def __init__(self, view: View, *varies_on: str) -> None:
        self.view, self.call_count = view, 0
        self._policy = CachePolicy(("game",), varies_on)
        self.store = CacheStore(1_000_000)
        self._headers = [("ETag", '"1"')]
        versions: Any = UnchangedVersions()
        self.client = Client(ResponseCache(self._app, self.store, versions, FakeCallerLookup(), SystemClock))

    def get(self, key: str) -> str:
        """Return the response to one of the three API keys."""
        return self.client.get("/list", query_string={"api_key": key}).text

    def set_cookies(self) -> None:
        """Make each response set a cookie from now on."""
        self._headers.append(("Set-Cookie", "id=7"))
        self.store.clear()

    def _app(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        pending: PendingEntry = environ[PENDING_ENTRY_KEY]
        pending.start(self._policy, ("list", "/list"))
        principal = PRINCIPALS[environ["QUERY_STRING"].removeprefix("api_key=")]
        pending.principal = self._policy.hide_undeclared(principal)
        self.call_count += 1
        body = self.view(pending.principal).encode()
        start_response("200 OK", [*self._headers])
        return [body]


def test_an_account_response_is_not_served_to_another() -> None:
    cached_app = CachedApp(lambda principal: f"account {principal.account_id}", "account_id")
    for _ in range(2):
        assert [cached_app.get(key) for key in PRINCIPALS] == ["account 5", "account None", "account None"]
    assert cached_app.call_count == 2


def test_a_session_response_is_not_served_to_an_account_with_the_same_id() -> None:
    cached_app = CachedApp(lambda principal: f"session {principal.session_id}", "session_id")
    for _ in range(2):
        assert [cached_app.get(key) for key in PRINCIPALS] == ["session 3", "session 5", "session 9"]


def test_a_view_does_not_get_fields_that_it_does_not_declare() -> None:
    cached_app = CachedApp(lambda principal: f"{principal.account_id} {principal.session_id}")
    assert {cached_app.get(key) for key in PRINCIPALS} == {"None 0"}
    assert cached_app.call_count == 1


def test_a_policy_cannot_vary_on_an_unknown_field() -> None:
    with pytest.raises(ValueError, match="shoe_size"):
        CachePolicy((), ("shoe_size",))


def test_every_principal_field_is_a_caller_field() -> None:
    # `token` and `single_sign_on_at` open only calls that are never cached. `hides_scores` is in the URL.
    other_fields = {"language", "country", "token", "single_sign_on_at", "hides_scores"}
    assert {field.name for field in fields(Principal)} - other_fields <= {
        field.name for field in fields(Caller)
    }


def test_a_response_with_a_cookie_is_not_cached() -> None:
    cached_app = CachedApp(lambda _: "yours alone")
    cached_app.set_cookies()
    assert [cached_app.get("viewer"), cached_app.get("another"), cached_app.call_count] == [
        "yours alone",
        "yours alone",
        2,
    ]


def test_concurrent_requests_compute_a_response_once(monkeypatch: pytest.MonkeyPatch) -> None:
    others_wait = threading.Event()

    class SignalingEvent(threading.Event):
        def wait(self, timeout: float | None = None) -> bool:
            others_wait.set()
            return super().wait(timeout)

    def slow_view(_principal: Principal) -> str:
        others_wait.wait(5)
        return "dear"

    monkeypatch.setattr(middleware, "Event", SignalingEvent)
    cached_app = CachedApp(lambda _: "dear")
    cached_app.get("visitor")
    cached_app.store.clear()  # the response is already known to be cacheable
    cached_app.call_count, cached_app.view = 0, slow_view
    threads = [threading.Thread(target=cached_app.get, args=(key,)) for key in PRINCIPALS]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert cached_app.call_count == 1


def test_an_uncacheable_response_still_supports_304() -> None:
    cached_app = CachedApp(lambda _: "long")
    assert cached_app.get("viewer") == "long"
    cached_app.set_cookies()
    params = {"api_key": "viewer"}
    response = cached_app.client.get("/list", query_string=params, headers={"If-None-Match": '"1"'})
    assert (response.status_code, response.data) == (304, b"")
