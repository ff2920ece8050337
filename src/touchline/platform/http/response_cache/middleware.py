"""Response cache: WSGI middleware in front of Flask that reuses response bytes until their data changes.

A view opts in with `caching.cached_response` or `caching.public_cache` and declares what its response depends
on (`CachePolicy`). Tests compare the declaration with what the view really reads.

Before a cached response is served, one database query checks who owns the API key and whether any table has
changed. A revoked key is therefore refused at once. No response is older than the last commit, whichever
process or machine made that commit.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from threading import Event, Lock
from typing import TYPE_CHECKING, Any, Protocol

from touchline.platform.db.change_tracking import MAX_STALE_SECONDS
from touchline.platform.db.prepared_queries import QueryFailedError
from touchline.platform.db.table_versions import TableVersions
from touchline.platform.http.access_log import choose_request_id, log_access
from touchline.platform.http.response_cache.policy import PENDING_ENTRY_KEY, CachePolicy, PendingEntry
from touchline.platform.http.response_cache.request_key import (
    CacheRequest,
    Headers,
    WsgiEnviron,
    has_no_body,
    not_modified_headers,
    parse_cache_request,
)
from touchline.platform.http.response_cache.store import CacheEntry, CacheStore
from touchline.platform.http.security.nonces import new_nonce, replace_nonce
from touchline.platform.observability import metrics
from touchline.platform.observability.logging import request_id
from touchline.shared.clock import Clock
from touchline.shared.principal import Principal

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication

_WAIT_TIMEOUT_SECONDS = 5.0
_MAX_PATHS = 5_000
_PER_REQUEST_HEADERS = ("X-Request-Id", "Date")
_OK, _NOT_MODIFIED = "200 OK", "304 NOT MODIFIED"


@dataclass(frozen=True, slots=True)
class Caller:
    """The current owner of an API key, and the sum of all table versions.

    Has every field of `Principal` that a cached response may depend on, except country and language.
    """

    session_id: int
    channel_id: int
    account_id: int | None
    versions_total: int
    must_change_password: bool = False


class CallerLookup(Protocol):
    """Looks up API keys. Implemented by the context `channel`."""

    tables: tuple[str, ...]
    """The tables that decide a caller's language."""

    def __call__(self, api_key: str) -> Caller | None:
        """Return the caller for an API key, with one database query.

        Returns None if the key is not valid, or if its use must be recorded. Raises `QueryFailedError`.
        """
        ...

    def get_country(self, ip: str, environ: WsgiEnviron) -> str | None:
        """Return the country that a request comes from, as a principal would report it."""
        ...


@dataclass(frozen=True, slots=True)
class _CachedPath:
    """A path whose response was cached before: whether it needs an API key, and what it varies on."""

    requires_key: bool
    varies_on: tuple[str, ...]


class ResponseCache:
    """WSGI middleware between the proxy-header middleware and Flask."""

    def __init__(
        self,
        app: WSGIApplication,
        store: CacheStore,
        versions: TableVersions,
        caller_lookup: CallerLookup,
        clock: Callable[[], Clock],
    ) -> None:
        self._app = app
        self._store = store
        self._table_versions = versions
        self._caller_lookup = caller_lookup
        self._clock = clock
        self._cached_paths: dict[str, _CachedPath] = {}
        self._in_flight: dict[Hashable, Event] = {}
        self._lock = Lock()

    def __call__(self, environ: WsgiEnviron, start_response: StartResponse) -> Iterable[bytes]:
        """Return a cached response, or compute and cache one."""
        if not has_no_body(environ):
            return self._app(environ, start_response)
        started_at = time.perf_counter()
        path = self._cached_paths.get(environ["PATH_INFO"])
        cache_request = parse_cache_request(environ) if path else None
        if path is None or cache_request is None:
            return self._compute(environ, start_response)
        try:
            key, entry = self._find(environ, cache_request, path)
            if key and not entry:
                flight = self._join_flight(key)
                if flight is not None:
                    try:
                        return self._compute(environ, start_response)
                    finally:
                        self._end_flight(key, flight)
                key, entry = self._find(environ, cache_request, path)
        except QueryFailedError:
            entry = None
        if entry:
            return _serve(entry, environ, start_response, started_at)
        return self._compute(environ, start_response)

    def _find(
        self, environ: WsgiEnviron, cache_request: CacheRequest, path: _CachedPath
    ) -> tuple[Hashable, CacheEntry | None]:
        """Return the cache key of a request, and its entry if it is fresh.

        Returns no key for an unknown caller. If their language is not known yet, the key is its key.
        """
        caller, language, country = None, None, None
        if path.requires_key:
            caller = self._caller_lookup(cache_request.api_key) if cache_request.api_key else None
            if caller is None or caller.must_change_password:
                return None, None
        elif cache_request.api_key:
            return None, None
        versions = self._table_versions.current(caller.versions_total if caller else None)
        if caller:
            language_versions = versions.select(self._caller_lookup.tables)
            language_key = _language_key(cache_request, caller.channel_id, language_versions)
            language = self._store.get(language_key)
            if language is None:
                return language_key, None
        if "country" in path.varies_on:
            country = self._caller_lookup.get_country(environ.get("REMOTE_ADDR") or "", environ)
        key = _entry_key(cache_request, path, caller, language, country)
        entry: CacheEntry | None = self._store.get(key)
        current_second = int(self._clock().now().timestamp())
        if entry and entry.is_fresh(versions, current_second, time.monotonic()):
            return key, entry
        return key, None

    def _compute(self, environ: WsgiEnviron, start_response: StartResponse) -> Iterable[bytes]:
        """Let Flask compute the response, and cache it where allowed."""
        pending = environ[PENDING_ENTRY_KEY] = PendingEntry(self._table_versions)
        current_second, if_none_match = int(self._clock().now().timestamp()), None
        if environ["PATH_INFO"] in self._cached_paths and environ["REQUEST_METHOD"] == "GET":
            if_none_match = environ.pop("HTTP_IF_NONE_MATCH", None)
        captured: list[Any] = []

        def start(status: str, headers: Headers, *error: Any) -> Callable[[bytes], object]:
            captured[:] = [status, headers, error]
            return _reject_write

        body = self._app(environ, start)
        status, headers, error = captured
        if status != _OK or environ["REQUEST_METHOD"] != "GET":
            start_response(status, headers, *error)
            return body
        if pending.policy and not pending.is_skipped and not any(name == "Set-Cookie" for name, _ in headers):
            full_body = b"".join(body)
            _close_body(body)
            self._save(pending, pending.policy, environ, headers, full_body, current_second)
            body = [full_body]
        headers_304 = _check_not_modified(if_none_match, _find_etag(headers), headers)
        if headers_304 is not None:
            _close_body(body)
            status, headers, body = _NOT_MODIFIED, headers_304, [b""]
        start_response(status, headers)
        return body

    def _save(
        self,
        pending: PendingEntry,
        policy: CachePolicy,
        environ: WsgiEnviron,
        headers: Headers,
        body: bytes,
        current_second: int,
    ) -> None:
        cache_request, caller, versions = parse_cache_request(environ), pending.principal, pending.versions
        if (
            cache_request is None
            or versions is None
            or (caller is None) is not (cache_request.api_key is None)
        ):
            return
        tables = (*pending.select_tables(policy), *(self._caller_lookup.tables if caller else ()))
        path = _CachedPath(caller is not None, policy.varies_on)
        entry = CacheEntry(
            tuple((name, value) for name, value in headers if name not in _PER_REQUEST_HEADERS),
            body,
            _find_etag(headers),
            tables,
            versions.select(tables),
            pending.valid_seconds(current_second),
            time.monotonic() + MAX_STALE_SECONDS,
            pending.log_labels,
            tuple(pending.files),
            pending.nonce,
        )
        language, country = None, None
        if caller:
            language, country = caller.language, caller.country
            language_versions = versions.select(self._caller_lookup.tables)
            self._store.put(_language_key(cache_request, caller.channel_id, language_versions), language)
        self._store.put(_entry_key(cache_request, path, caller, language, country), entry, entry.size_bytes)
        if len(self._cached_paths) >= _MAX_PATHS:
            self._cached_paths.clear()
        self._cached_paths[environ["PATH_INFO"]] = path

    def _join_flight(self, key: Hashable) -> Event | None:
        """Register as the request that computes a response, or wait for the one that does.

        Returns None after a wait.
        """
        with self._lock:
            event = self._in_flight.get(key)
            if event is None:
                self._in_flight[key] = event = Event()
                return event
        event.wait(_WAIT_TIMEOUT_SECONDS)
        return None

    def _end_flight(self, key: Hashable, event: Event) -> None:
        with self._lock:
            self._in_flight.pop(key, None)
        event.set()


def _serve(
    entry: CacheEntry, environ: WsgiEnviron, start_response: StartResponse, started_at: float
) -> Iterable[bytes]:
    """Return the cached response with fresh per-request headers and a new nonce."""
    method, (endpoint, path) = environ["REQUEST_METHOD"], entry.log_labels
    new_request_id = choose_request_id(environ.get("HTTP_X_REQUEST_ID", ""))
    status, headers, body = _OK, [*entry.headers], entry.body
    if entry.nonce:
        headers, body = replace_nonce(headers, body, entry.nonce, new_nonce())
    headers_304 = _check_not_modified(environ.get("HTTP_IF_NONE_MATCH"), entry.etag, headers)
    if headers_304 is not None:
        status, headers, body = _NOT_MODIFIED, headers_304, b""
    headers.append(("X-Request-Id", new_request_id))
    token = request_id.set(new_request_id)
    try:
        duration = time.perf_counter() - started_at
        log_access(method, path, int(status[:3]), duration)
    finally:
        request_id.reset(token)
    metrics.count_response(method, endpoint, int(status[:3]), duration)
    start_response(status, headers)
    return [b"" if method == "HEAD" else body]


def _entry_key(
    cache_request: CacheRequest,
    path: _CachedPath,
    caller: Caller | Principal | None,
    language: str | None,
    country: str | None,
) -> Hashable:
    """Return the cache key of a response.

    Without an API key, the view reads the language itself, from the URL, the query and the language header.
    """
    if caller is None:
        return (cache_request.resource_key, cache_request.accept_language)
    values = (country if name == "country" else getattr(caller, name) for name in path.varies_on)
    return (cache_request.resource_key, caller.channel_id, language, path.varies_on, *values)


def _language_key(cache_request: CacheRequest, channel_id: int, versions: tuple[int, ...]) -> Hashable:
    return ("language", channel_id, cache_request.lang, cache_request.accept_language, versions)


def _find_etag(headers: Headers) -> str | None:
    return next((value for name, value in headers if name == "ETag"), None)


def _check_not_modified(if_none_match: str | None, etag: str | None, headers: Headers) -> Headers | None:
    return not_modified_headers(if_none_match, etag, headers) if if_none_match and etag else None


def _close_body(body: Any) -> None:
    """Close a response body, as a WSGI server does."""
    if hasattr(body, "close"):
        body.close()


def _reject_write(_body: bytes) -> None:
    raise RuntimeError("The write callable is not supported. Return the response body.")
