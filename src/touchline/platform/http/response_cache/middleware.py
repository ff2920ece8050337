"""Response cache: WSGI middleware in front of Flask that reuses response bytes until their data changes.

A view opts in with `caching.cached`. Its response depends only on the database, the caller, the requested URL
and the time. While the view runs, `platform.dependency_tracking` records which tables it reads, which caller
fields it uses, and whether it reads the clock.

Before a cached response is served, one database query checks who owns the API key and whether any table has
changed. A revoked key is therefore refused at once. No response is older than the last commit, whichever
process or machine made that commit. A response that depends on the time is correct to the second: events
start and end at whole seconds.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field
from threading import Event, Lock
from typing import TYPE_CHECKING, Any, Protocol

from touchline.platform import dependency_tracking
from touchline.platform.db.change_tracking import MAX_STALE_SECONDS, versioned_tables
from touchline.platform.db.prepared_queries import QueryFailedError
from touchline.platform.db.table_versions import TableVersions, VersionSnapshot
from touchline.platform.http.access_log import choose_request_id, log_access
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

DEPENDENCY_TRACKER_KEY = "touchline.dependency_tracker"
_WAIT_TIMEOUT_SECONDS = 5.0
_MAX_PATHS = 5_000
_PER_REQUEST_HEADERS = ("X-Request-Id", "Date")
_OK, _NOT_MODIFIED = "200 OK", "304 NOT MODIFIED"
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Caller:
    """The current owner of an API key, and the sum of all table versions.

    Has every field of `Principal` except country and language.
    """

    session_id: int
    channel_id: int
    account_id: int | None
    versions_total: int
    must_change_password: bool = False


class CallerLookup(Protocol):
    """Looks up API keys. Implemented by the context `channel`."""

    def __call__(self, api_key: str) -> Caller | None:
        """Return the caller for an API key, with one database query.

        Returns None if the key is not valid, or if its use must be recorded. Raises `QueryFailedError`.
        """
        ...

    def get_country(self, ip: str, environ: WsgiEnviron) -> str | None:
        """Return the country that a request comes from, as a principal would report it."""
        ...


@dataclass
class DependencyTracker:
    """Dependencies of one response while it is computed.

    `requests` starts the tracking and sets the labels of the view.
    """

    table_versions: TableVersions
    dependencies: dependency_tracking.Dependencies = field(default_factory=dependency_tracking.Dependencies)
    versions_before: VersionSnapshot | None = None
    principal: Principal | None = None
    language_tables: frozenset[str] = frozenset()
    log_labels: tuple[str, str] = ("", "")
    nonce: str = ""

    def start(self, log_labels: tuple[str, str]) -> Callable[[], None]:
        """Start tracking, and return a function that stops it. Records the current table versions first."""
        try:
            self.versions_before = self.table_versions.current()
        except QueryFailedError:
            return _noop
        self.log_labels = log_labels
        token = dependency_tracking.start_tracking(self.dependencies)
        return lambda: dependency_tracking.stop_tracking(token)

    def track_principal(self, principal: Principal) -> Principal:
        """Record the principal, and track the fields that are used from now on.

        Drops the time dependency of the principal lookup, because the cache checks the caller on every
        request. The tables read so far decided the language.
        """
        if self.versions_before is None:
            return principal
        self.dependencies.tables &= versioned_tables()
        self.dependencies.is_time_dependent = False
        self.language_tables = frozenset(self.dependencies.tables)
        self.principal = principal
        return dependency_tracking.track_principal(principal)

    @property
    def is_cacheable(self) -> bool:
        """Whether every table that the response depends on has a version."""
        if self.versions_before is None or self.dependencies.is_uncacheable:
            return False
        return self.dependencies.tables <= versioned_tables()


def _noop() -> None:
    """Do nothing, because tracking did not start."""


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
        self._key_required_by_path: dict[str, bool] = {}
        self._in_flight: dict[Hashable, Event] = {}
        self._lock = Lock()

    def __call__(self, environ: WsgiEnviron, start_response: StartResponse) -> Iterable[bytes]:
        """Return a cached response, or compute and cache one."""
        if not has_no_body(environ):
            return self._app(environ, start_response)
        requires_key = self._key_required_by_path.get(environ["PATH_INFO"])
        if requires_key is None:
            return self._compute(environ, start_response)
        started_at = time.perf_counter()
        cache_request = parse_cache_request(environ)
        try:
            found = cache_request and self._lookup(environ, cache_request, requires_key)
            if cache_request and isinstance(found, tuple):
                flight = self._join_flight(found)
                if flight is None:
                    found = self._lookup(environ, cache_request, requires_key)
                else:
                    try:
                        return self._compute(environ, start_response)
                    finally:
                        self._end_flight(found, flight)
        except QueryFailedError:
            found = None
        if isinstance(found, CacheEntry):
            return self._serve(found, environ, start_response, started_at)
        return self._compute(environ, start_response)

    def _lookup(
        self, environ: WsgiEnviron, cache_request: CacheRequest, requires_key: bool
    ) -> CacheEntry | tuple[Any, ...] | None:
        """Return the cached response, or its cache key on a miss. Returns None if the caller is unknown."""
        caller = None
        if requires_key:
            caller = self._caller_lookup(cache_request.api_key) if cache_request.api_key else None
            if caller is None:
                return None
        elif cache_request.api_key:
            return None
        versions = self._table_versions.current(caller.versions_total if caller else None)
        now, current_second = time.monotonic(), int(self._clock().now().timestamp())
        base_key = _base_key(cache_request, caller.channel_id if caller else None)
        vary_fields = self._store.get_vary_fields(base_key)
        if vary_fields is None:
            return base_key
        key = (
            base_key,
            vary_fields,
            *(self._vary_value(one, caller, cache_request, environ, versions) for one in vary_fields),
        )
        found = self._store.get(key)
        return found if found is not None and found.is_fresh(versions, current_second, now) else key

    def _vary_value(
        self,
        name: str,
        caller: Caller | None,
        cache_request: CacheRequest,
        environ: WsgiEnviron,
        versions: VersionSnapshot,
    ) -> Hashable:
        """Return the caller's value of a vary field. An unknown language never matches a cached one."""
        if caller is None:
            return None
        if name == "country":
            return self._caller_lookup.get_country(environ.get("REMOTE_ADDR") or "", environ)
        if name == "language":
            cached_language = self._store.get(_language_key(cache_request, caller.channel_id))
            is_fresh = cached_language is not None and cached_language.is_fresh(versions, 0, time.monotonic())
            return cached_language.body if cached_language is not None and is_fresh else object()
        found: Hashable = getattr(caller, name)
        return found

    def _compute(self, environ: WsgiEnviron, start_response: StartResponse) -> Iterable[bytes]:
        """Let Flask compute the response, and cache it where allowed."""
        tracker = environ[DEPENDENCY_TRACKER_KEY] = DependencyTracker(self._table_versions)
        current_second, if_none_match = int(self._clock().now().timestamp()), None
        if environ["PATH_INFO"] in self._key_required_by_path and environ["REQUEST_METHOD"] == "GET":
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
        if tracker.is_cacheable and not any(name == "Set-Cookie" for name, _ in headers):
            full_body = b"".join(body)
            _close_body(body)
            self._save(tracker, environ, headers, full_body, current_second)
            body = [full_body]
        etag = _find_etag(headers)
        if (
            if_none_match
            and etag
            and (headers_304 := not_modified_headers(if_none_match, etag, headers)) is not None
        ):
            _close_body(body)
            status, headers, body = _NOT_MODIFIED, headers_304, [b""]
        start_response(status, headers)
        return body

    def _save(
        self,
        tracker: DependencyTracker,
        environ: WsgiEnviron,
        headers: Headers,
        body: bytes,
        current_second: int,
    ) -> None:
        found, caller_principal = tracker.dependencies, tracker.principal
        versions_before = tracker.versions_before.by_table if tracker.versions_before else {}
        is_time_dependent = found.is_time_dependent or not isinstance(
            self._clock(), dependency_tracking.TrackingClock
        )
        entry = CacheEntry(
            tuple((name, value) for name, value in headers if name not in _PER_REQUEST_HEADERS),
            body,
            _find_etag(headers),
            tuple((name, versions_before.get(name, 0)) for name in sorted(found.tables)),
            found.valid_seconds(current_second) if is_time_dependent else None,
            time.monotonic() + MAX_STALE_SECONDS,
            tracker.log_labels,
            tuple(found.files),
            tracker.nonce,
        )
        cache_request = parse_cache_request(environ)
        if cache_request is None or (caller_principal is None) is not (cache_request.api_key is None):
            return
        base_key = _base_key(cache_request, caller_principal.channel_id if caller_principal else None)
        vary_fields = self._store.add_vary_fields(base_key, frozenset(found.vary_fields))
        if caller_principal is not None:
            language_versions = tuple(
                (name, versions_before.get(name, 0)) for name in sorted(tracker.language_tables)
            )
            language = CacheEntry(
                (),
                caller_principal.language.encode(),
                None,
                language_versions,
                None,
                entry.expires_at,
                ("", ""),
            )
            self._store.put(_language_key(cache_request, caller_principal.channel_id), language)
        self._store.put(
            (base_key, vary_fields, *(_principal_value(caller_principal, one) for one in vary_fields)), entry
        )
        if len(self._key_required_by_path) >= _MAX_PATHS:
            self._key_required_by_path.clear()
        self._key_required_by_path[environ["PATH_INFO"]] = caller_principal is not None

    def _serve(
        self, entry: CacheEntry, environ: WsgiEnviron, start_response: StartResponse, started_at: float
    ) -> Iterable[bytes]:
        """Return the cached response with fresh per-request headers and a new nonce."""
        method, (endpoint, path) = environ["REQUEST_METHOD"], entry.log_labels
        new_request_id = choose_request_id(environ.get("HTTP_X_REQUEST_ID", ""))
        status, headers, body = _OK, [*entry.headers], entry.body
        if entry.nonce:
            headers, body = replace_nonce(headers, body, entry.nonce, new_nonce())
        if_none_match = environ.get("HTTP_IF_NONE_MATCH")
        if (
            if_none_match
            and entry.etag
            and (headers_304 := not_modified_headers(if_none_match, entry.etag, headers)) is not None
        ):
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


def _base_key(cache_request: CacheRequest, channel_id: int | None) -> tuple[Hashable, ...]:
    """Return the base cache key of a request.

    Without an API key the view reads the caller itself, from the URL, the query and the language header.
    """
    if channel_id is None:
        return (*cache_request.resource_key, cache_request.accept_language)
    return (*cache_request.resource_key, channel_id)


def _language_key(cache_request: CacheRequest, channel_id: int) -> Hashable:
    return ("language", channel_id, cache_request.lang, cache_request.accept_language)


def _principal_value(caller_principal: Principal | None, name: str) -> Hashable:
    if caller_principal is None:
        return None
    found: Hashable = getattr(caller_principal, name)
    return found.encode() if name == "language" and isinstance(found, str) else found


def _find_etag(headers: Headers) -> str | None:
    return next((value for name, value in headers if name == "ETag"), None)


def _close_body(body: Any) -> None:
    """Close a response body, as a WSGI server does."""
    if hasattr(body, "close"):
        body.close()


def _reject_write(_body: bytes) -> None:
    raise RuntimeError("Answers are returned here, and not written.")
