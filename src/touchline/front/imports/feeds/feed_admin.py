"""Administration of a channel's feeds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from touchline.channel.ports.accounts.encryption import Encryption
from touchline.front.imports.feeds.feed import (
    EMPTY_FEED,
    FEED_NAME_TAKEN,
    MAX_FEEDS,
    TOO_MANY_FEEDS,
    ScheduleFeed,
    find_address_error,
    get_host,
    normalize_address,
)
from touchline.front.imports.feeds.fetch_feed import FeedFetcher
from touchline.front.imports.feeds.schedule_feeds import ScheduleFeeds
from touchline.shared.audit import AuditRecord, AuditSubject, RecordAudit
from touchline.shared.clock import Clock
from touchline.shared.errors import InvalidInputError, RefusedError
from touchline.shared.ids import ChannelId
from touchline.shared.unit_of_work import UnitOfWorkFactory

ADDRESS_PURPOSE = "feed address"


class FeedAdmin:
    """Use cases of operators. Each raises `NotFoundError` for a feed of another channel."""

    def __init__(
        self,
        uow: UnitOfWorkFactory,
        feeds: ScheduleFeeds,
        fetcher: FeedFetcher,
        encryption: Encryption,
        clock: Clock,
        record_audit: RecordAudit,
    ) -> None:
        self._uow, self._feeds, self._fetcher = uow, feeds, fetcher
        self._encryption, self._clock, self._record_audit = encryption, clock, record_audit

    def list_all(self) -> Sequence[ScheduleFeed]:
        """Return the feeds of the current channel in the order of their names."""
        return self._feeds.list_all()

    def get_with_content(self, feed_id: int) -> tuple[ScheduleFeed, bytes]:
        """Return a feed of the current channel and its content."""
        return self._feeds.get(feed_id), self._feeds.get_content(feed_id)

    def add(
        self, channel_id: ChannelId, name: str, address: str, options: Mapping[str, Any] | None = None
    ) -> ScheduleFeed:
        """Fetch a feed and add it. With `options`, it is checked every hour from now on.

        Without them, a person applies its first preview. Raises `InvalidInputError`, or `RefusedError` if
        the address cannot be fetched.
        """
        address = normalize_address(address)
        if error := find_address_error(address):
            raise InvalidInputError({"address": [error]})
        with self._uow(channel_id):
            self._check_new(name)
        fetched = self._fetcher.fetch(address)
        if fetched is None:  # a status without a request for it
            raise RefusedError(EMPTY_FEED)
        now = self._clock.now()
        feed = ScheduleFeed(
            name=name,
            host=get_host(address),
            encrypted_address=self._encryption.encrypt(ADDRESS_PURPOSE, address),
            created_at=now,
            next_check_at=now,
        )
        feed.record_success(now, fetched)
        if options is not None:
            feed.start(options, now)
        with self._uow(channel_id):
            self._check_new(name)
            self._feeds.add(feed, fetched.content)
            self._record("feed.add", feed)
        return feed

    def start(self, channel_id: ChannelId, feed_id: int, options: Mapping[str, Any]) -> ScheduleFeed:
        """Check a feed every hour, after a person has applied its preview with these options."""
        now = self._clock.now()
        return self._change(channel_id, feed_id, None, lambda feed: feed.start(options, now))

    def set_paused(self, channel_id: ChannelId, feed_id: int, *, is_paused: bool) -> ScheduleFeed:
        """Pause or resume the checks of a feed."""
        now = self._clock.now()
        if is_paused:
            return self._change(channel_id, feed_id, "feed.pause", lambda feed: feed.pause(now))
        return self._change(channel_id, feed_id, "feed.resume", lambda feed: feed.resume(now))

    def delete(self, channel_id: ChannelId, feed_id: int) -> None:
        """Delete a feed. Its games stay."""
        with self._uow(channel_id):
            feed = self._feeds.get(feed_id, for_update=True)
            self._feeds.delete(feed_id)
            self._record("feed.delete", feed)

    def _change(
        self,
        channel_id: ChannelId,
        feed_id: int,
        action: str | None,
        change: Callable[[ScheduleFeed], None],
    ) -> ScheduleFeed:
        with self._uow(channel_id):
            feed = self._feeds.get(feed_id, for_update=True)
            change(feed)
            self._feeds.save(feed)
            if action:
                self._record(action, feed)
        return feed

    def _check_new(self, name: str) -> None:
        feeds = self._feeds.list_all()
        if len(feeds) >= MAX_FEEDS:
            raise RefusedError(TOO_MANY_FEEDS.with_params(number=MAX_FEEDS))
        if any(feed.name == name for feed in feeds):
            raise InvalidInputError({"name": [FEED_NAME_TAKEN]})

    def _record(self, action: str, feed: ScheduleFeed) -> None:
        self._record_audit(AuditRecord(action, AuditSubject("feed", str(feed.id), feed.name)))
