"""Answers that are kept as bytes, in front of Flask: given again while nothing they were made of has changed.

A view says that it may be (`caching.remembered`); it depends on the database, on who asks, on the address
that is asked, and on the time, and on nothing else. While it works, notes are taken (`platform.notes`): which
tables it read, which facts of the asker it looked at, whether it looked at the clock.

Before a kept answer is given again the database is asked one question: who is behind this key now, and has
any table changed. So a key that was taken back is refused at once, and nobody reads what was so before the
last commit, whichever process or machine it was made in. What was made of the time is right within its
second: games begin and end at whole seconds.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field
from threading import Event, Lock
from typing import TYPE_CHECKING, Any, Protocol

from touchline.platform import metrics, notes
from touchline.platform.db.marks import Marks, Seen
from touchline.platform.db.questions import NoAnswer
from touchline.platform.db.watched import MOST_SECONDS, watched_tables
from touchline.platform.http.access import id_of, write_access_line
from touchline.platform.http.asking import Environment, Headers, Wish, has_no_body, unchanged, wish
from touchline.platform.http.memory import Kept, Memory
from touchline.platform.http.nonces import new_nonce, renewed
from touchline.platform.logging import request_id
from touchline.shared.clock import Clock
from touchline.shared.principal import Principal

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication

SITTING = "touchline.sitting"
_SECONDS_TO_WAIT = 5.0
_MOST_PATHS = 5_000
_NEW_EACH_TIME = ("X-Request-Id", "Date")
_OK, _UNCHANGED = "200 OK", "304 NOT MODIFIED"
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Behind:
    """Who is behind an api key as of now, and the sum of all marks. It has every fact of `Principal` but
    country and language."""

    session_id: int
    channel_id: int
    account_id: int | None
    marks: int
    must_change_password: bool = False


class Door(Protocol):
    """Knows api keys; implemented by context `channel`."""

    def __call__(self, api_key: str) -> Behind | None:
        """One question to the database. None for a key that opens nothing, and for one whose use is to be
        noted; `NoAnswer`."""
        ...

    def country(self, ip: str, environ: Environment) -> str | None:
        """From where a request comes, as a principal would say it."""
        ...


@dataclass
class Sitting:
    """One answer while it is worked out: `request` hangs the notes in and says what the view is."""

    marks: Marks
    notes: notes.Notes = field(default_factory=notes.Notes)
    before: Seen | None = None
    principal: Principal | None = None
    of_language: frozenset[str] = frozenset()
    told: tuple[str, str] = ("", "")
    nonce: str = ""

    def begin(self, told: tuple[str, str]) -> Callable[[], None]:
        """Take notes from now on; the answer ends it. What was so before is known by the marks."""
        try:
            self.before = self.marks.present()
        except NoAnswer:
            return _nothing
        self.told = told
        token = notes.take(self.notes)
        return lambda: notes.stop(token)

    def meet(self, principal: Principal) -> Principal:
        """The one who asks was found, by a table and by the time, at which the door looks each time; what
        else was read for it chose the language."""
        if self.before is None:
            return principal
        self.notes.tables &= watched_tables()
        self.notes.timely = False
        self.of_language = frozenset(self.notes.tables)
        self.principal = principal
        return notes.noted(principal)

    @property
    def may_be_kept(self) -> bool:
        """Whether the answer was made of nothing that leaves no marks."""
        if self.before is None or self.notes.wrote:
            return False
        return self.notes.tables <= watched_tables()


def _nothing() -> None:
    """Nothing was begun."""


class Remembered:
    """WSGI middleware between the proxy's headers and Flask."""

    def __init__(
        self, app: WSGIApplication, memory: Memory, marks: Marks, door: Door, clock: Callable[[], Clock]
    ) -> None:
        self._app = app
        self._memory = memory
        self._marks = marks
        self._door = door
        self._clock = clock
        self._paths: dict[str, bool] = {}
        self._under_way: dict[Hashable, Event] = {}
        self._lock = Lock()

    def __call__(self, environ: Environment, start_response: StartResponse) -> Iterable[bytes]:
        """A kept answer, or one that is worked out and kept."""
        if not has_no_body(environ):
            return self._app(environ, start_response)
        with_a_key = self._paths.get(environ["PATH_INFO"])
        if with_a_key is None:
            return self._work_out(environ, start_response)
        began = time.perf_counter()
        asked = wish(environ)
        try:
            found = asked and self._recall(environ, asked, with_a_key)
            if asked and isinstance(found, tuple):
                turn = self._turn(found)
                if turn is None:
                    found = self._recall(environ, asked, with_a_key)
                else:
                    try:
                        return self._work_out(environ, start_response)
                    finally:
                        self._done(found, turn)
        except NoAnswer:
            found = None
        if isinstance(found, Kept):
            return self._give(found, environ, start_response, began)
        return self._work_out(environ, start_response)

    def _recall(self, environ: Environment, asked: Wish, with_a_key: bool) -> Kept | tuple[Any, ...] | None:
        """The answer; what it would be kept under, where there is none; None: whoever asks is nobody."""
        behind = None
        if with_a_key:
            behind = self._door(asked.api_key) if asked.api_key else None
            if behind is None:
                return None
        elif asked.api_key:
            return None
        marks = self._marks.present(behind.marks if behind else None)
        now, second = time.monotonic(), int(self._clock().now().timestamp())
        base = _base(asked, behind.channel_id if behind else None)
        facts = self._memory.facts(base)
        if facts is None:
            return base
        key = (base, facts, *(self._fact(one, behind, asked, environ, marks) for one in facts))
        found = self._memory.find(key)
        return found if found is not None and found.is_right(marks, second, now) else key

    def _fact(
        self, name: str, behind: Behind | None, asked: Wish, environ: Environment, marks: Seen
    ) -> Hashable:
        """A fact of the asker. An unknown language is like no other."""
        if behind is None:
            return None
        if name == "country":
            return self._door.country(environ.get("REMOTE_ADDR") or "", environ)
        if name == "language":
            known = self._memory.find(_language_key(asked, behind.channel_id))
            right = known is not None and known.is_right(marks, 0, time.monotonic())
            return known.body if known is not None and right else object()
        found: Hashable = getattr(behind, name)
        return found

    def _work_out(self, environ: Environment, start_response: StartResponse) -> Iterable[bytes]:
        """Let Flask answer; keep it where that may be."""
        sitting = environ[SITTING] = Sitting(self._marks)
        second, conditional = int(self._clock().now().timestamp()), None
        if environ["PATH_INFO"] in self._paths and environ["REQUEST_METHOD"] == "GET":
            conditional = environ.pop("HTTP_IF_NONE_MATCH", None)
        said: list[Any] = []

        def start(status: str, headers: Headers, *error: Any) -> Callable[[bytes], object]:
            said[:] = [status, headers, error]
            return _refuse_to_write

        body = self._app(environ, start)
        status, headers, error = said
        if status != _OK or environ["REQUEST_METHOD"] != "GET":
            start_response(status, headers, *error)
            return body
        if sitting.may_be_kept and not any(name == "Set-Cookie" for name, _ in headers):
            whole = b"".join(body)
            _close(body)
            self._keep(sitting, environ, headers, whole, second)
            body = [whole]
        tag = _tag_of(headers)
        if conditional and tag and (left := unchanged(conditional, tag, headers)) is not None:
            _close(body)
            status, headers, body = _UNCHANGED, left, [b""]
        start_response(status, headers)
        return body

    def _keep(
        self, sitting: Sitting, environ: Environment, headers: Headers, body: bytes, second: int
    ) -> None:
        found, asker = sitting.notes, sitting.principal
        before = sitting.before.of_tables if sitting.before else {}
        timely = found.timely or not isinstance(self._clock(), notes.NotedClock)
        kept = Kept(
            tuple((name, value) for name, value in headers if name not in _NEW_EACH_TIME),
            body,
            _tag_of(headers),
            tuple((name, before.get(name, 0)) for name in sorted(found.tables)),
            found.seconds(second) if timely else None,
            time.monotonic() + MOST_SECONDS,
            sitting.told,
            tuple(found.files),
            sitting.nonce,
        )
        asked = wish(environ)
        if asked is None or (asker is None) is not (asked.api_key is None):
            return
        base = _base(asked, asker.channel_id if asker else None)
        facts = self._memory.learn(base, frozenset(found.facts))
        if asker is not None:
            stamp = tuple((name, before.get(name, 0)) for name in sorted(sitting.of_language))
            language = Kept((), asker.language.encode(), None, stamp, None, kept.until, ("", ""))
            self._memory.keep(_language_key(asked, asker.channel_id), language)
        self._memory.keep((base, facts, *(_said(asker, one) for one in facts)), kept)
        if len(self._paths) >= _MOST_PATHS:
            self._paths.clear()
        self._paths[environ["PATH_INFO"]] = asker is not None

    def _give(
        self, kept: Kept, environ: Environment, start_response: StartResponse, began: float
    ) -> Iterable[bytes]:
        """The kept answer, with all that is new with each request."""
        method, (endpoint, path) = environ["REQUEST_METHOD"], kept.told
        own_id = id_of(environ.get("HTTP_X_REQUEST_ID", ""))
        status, headers, body = _OK, [*kept.headers], kept.body
        if kept.nonce:
            headers, body = renewed(headers, body, kept.nonce, new_nonce())
        conditional = environ.get("HTTP_IF_NONE_MATCH")
        if conditional and kept.etag and (left := unchanged(conditional, kept.etag, headers)) is not None:
            status, headers, body = _UNCHANGED, left, b""
        headers.append(("X-Request-Id", own_id))
        token = request_id.set(own_id)
        try:
            took = time.perf_counter() - began
            write_access_line(method, path, int(status[:3]), took)
        finally:
            request_id.reset(token)
        metrics.count_answer(method, endpoint, int(status[:3]), took)
        start_response(status, headers)
        return [b"" if method == "HEAD" else body]

    def _turn(self, key: Hashable) -> Event | None:
        """One works an answer out, the others wait for it: None for those who waited."""
        with self._lock:
            event = self._under_way.get(key)
            if event is None:
                self._under_way[key] = event = Event()
                return event
        event.wait(_SECONDS_TO_WAIT)
        return None

    def _done(self, key: Hashable, event: Event) -> None:
        with self._lock:
            self._under_way.pop(key, None)
        event.set()


def _base(asked: Wish, channel_id: int | None) -> tuple[Hashable, ...]:
    """Without a key the view itself reads who asks: from the address, the query and the language header."""
    if channel_id is None:
        return (*asked.thing, asked.accept_language)
    return (*asked.thing, channel_id)


def _language_key(asked: Wish, channel_id: int) -> Hashable:
    return ("language", channel_id, asked.lang, asked.accept_language)


def _said(asker: Principal | None, name: str) -> Hashable:
    if asker is None:
        return None
    found: Hashable = getattr(asker, name)
    return found.encode() if name == "language" and isinstance(found, str) else found


def _tag_of(headers: Headers) -> str | None:
    return next((value for name, value in headers if name == "ETag"), None)


def _close(body: Any) -> None:
    """As a server does with what it was given."""
    if hasattr(body, "close"):
        body.close()


def _refuse_to_write(_body: bytes) -> None:
    raise RuntimeError("Answers are returned here, and not written.")
