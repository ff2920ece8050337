"""A feed: a schedule at an address, and the state of its checks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any
from urllib.parse import urlsplit

from touchline.front.imports.parsers.dates import DateOrder
from touchline.front.imports.parsers.schedule_row import ReadOptions
from touchline.front.imports.preview import ImportFile
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.network_addresses import AddressProblem, find_address_problem

MAX_FEEDS = 20
MAX_ADDRESS_LENGTH = 2000
MAX_FEED_BYTES = 4 * 1024 * 1024
CHECK_INTERVAL = timedelta(hours=1)
PAUSE_AFTER_FAILURES = 24
"""Failed checks in a row after which a feed is paused: a day."""

TOO_MANY_FEEDS = ErrorMessage(
    "errors.too_many_feeds", "A channel can have at most {number} feeds. Delete one first."
)
FEED_NAME_TAKEN = ErrorMessage("errors.feed_name_taken", "Another feed has this name. Choose another name.")
INVALID_ADDRESS = ErrorMessage(
    "errors.invalid_feed_address", "Enter a complete address, such as https://example.org/season.ics"
)
HTTPS_REQUIRED = ErrorMessage("errors.feed_https_required", "Enter an address that begins with https://")
PRIVATE_ADDRESS = ErrorMessage("errors.private_feed_address", "This address is private. Enter a public one.")
UNREACHABLE = ErrorMessage("errors.feed_unreachable", "The server of this address does not respond.")
REFUSED = ErrorMessage("errors.feed_refused", "The server refused the address with status {status}.")
EMPTY_FEED = ErrorMessage("errors.feed_empty", "The server of this address sent no content.")
TOO_LARGE = ErrorMessage("errors.feed_too_large", "This feed is larger than 4 MB.")
TOO_MANY_REDIRECTS = ErrorMessage("errors.feed_redirects", "This address leads to too many other addresses.")
UNANSWERED_FEED = ErrorMessage(
    "errors.feed_unanswered", "The columns of this feed have changed. Open it and answer the questions."
)
_PROBLEMS = {
    AddressProblem.INVALID: INVALID_ADDRESS,
    AddressProblem.HTTPS_REQUIRED: HTTPS_REQUIRED,
    AddressProblem.PRIVATE: PRIVATE_ADDRESS,
}


class FeedState(StrEnum):
    """`new`: nobody has applied its first preview. `active`: it is checked every hour. `paused`: it waits."""

    NEW = "new"
    ACTIVE = "active"
    PAUSED = "paused"


@dataclass(slots=True, kw_only=True)
class ScheduleFeed:
    """A feed of the current channel. Its name is the source of its imports.

    The address may contain a secret, so it is encrypted, and only its host is shown. `options` say how the
    content is read, once the first preview is applied. `waiting` is the number of rows that wait for a
    person, None if it must be counted again. `failures` are the failed checks in a row.
    """

    id: int = 0
    name: str
    host: str
    encrypted_address: str
    created_at: datetime
    next_check_at: datetime
    options: Mapping[str, Any] | None = None
    etag: str = ""
    last_modified: str = ""
    checked_at: datetime | None = None
    paused_at: datetime | None = None
    failures: int = 0
    error: Mapping[str, Any] | None = None
    waiting: int | None = None
    revision: int | None = None

    @property
    def state(self) -> FeedState:
        """Whether the feed is checked every hour."""
        if self.paused_at is not None:
            return FeedState.PAUSED
        return FeedState.NEW if self.options is None else FeedState.ACTIVE

    def start(self, options: Mapping[str, Any], now: datetime) -> None:
        """Check the feed every hour, with these options. The next check counts the rows that wait."""
        self.options, self.waiting = dict(options), None
        self.resume(now)

    def pause(self, now: datetime) -> None:
        """Stop the checks."""
        self.paused_at = self.paused_at or now

    def resume(self, now: datetime) -> None:
        """Check again, from now on."""
        self.paused_at, self.failures, self.next_check_at = None, 0, now

    def record_success(self, now: datetime, fetched: FetchedFeed | None) -> None:
        """Record a check. `fetched` is None if the content is the same as before."""
        self.checked_at, self.failures, self.error = now, 0, None
        if fetched is not None:
            self.etag, self.last_modified = fetched.etag, fetched.last_modified

    def record_failure(self, now: datetime, error: Mapping[str, Any]) -> None:
        """Record a failed check. Pause the feed after a day of them."""
        self.checked_at, self.failures, self.error = now, self.failures + 1, dict(error)
        if self.failures >= PAUSE_AFTER_FAILURES:
            self.pause(now)

    def create_file(self, content: bytes) -> ImportFile:
        """Return the content as a file to import."""
        return create_file(content, self.name, self.options or {})


@dataclass(frozen=True, slots=True)
class FetchedFeed:
    """The content at an address, and the validators for the next request."""

    content: bytes = field(repr=False)
    etag: str = ""
    last_modified: str = ""


def normalize_address(address: str) -> str:
    """Return the address for a request. Calendar programs write `webcal:` for `https:`."""
    scheme, separator, rest = address.partition("://")
    return f"https://{rest}" if separator and scheme.lower() in ("webcal", "webcals") else address


def find_address_error(address: str) -> ErrorMessage | None:
    """Return what is wrong with an address. Its host is resolved only when it is fetched."""
    problem = find_address_problem(address, MAX_ADDRESS_LENGTH)
    return _PROBLEMS[problem] if problem else None


def get_host(address: str) -> str:
    """Return the part of an address that is no secret."""
    return urlsplit(address).hostname or ""


def create_file(content: bytes, source: str, options: Mapping[str, Any]) -> ImportFile:
    """Return a file to import. Options that are missing are detected."""
    order = options.get("date_order")
    return ImportFile(
        content,
        source,
        ReadOptions(
            options.get("columns") or [],
            DateOrder(order) if order else None,
            options.get("season"),
            options.get("own_team", ""),
            options.get("is_away_score_first", False),
        ),
        options.get("category", ""),
    )
