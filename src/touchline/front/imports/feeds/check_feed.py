"""Checks a feed: fetches it, and applies the changes that are certain."""

from __future__ import annotations

import logging
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from touchline.channel.ports.accounts.encryption import Encryption
from touchline.front.imports.choices import RowClass
from touchline.front.imports.comparison import ComparedRow
from touchline.front.imports.feeds import CHECK_FEED
from touchline.front.imports.feeds.feed import CHECK_INTERVAL, UNANSWERED_FEED, ScheduleFeed
from touchline.front.imports.feeds.feed_admin import ADDRESS_PURPOSE
from touchline.front.imports.feeds.fetch_feed import FeedFetcher
from touchline.front.imports.feeds.schedule_feeds import ScheduleFeeds
from touchline.front.imports.import_schedule import HARMLESS_FIELDS, ImportSchedule
from touchline.front.imports.preview import Preview
from touchline.front.withdrawals.confirmation import ConfirmationRequiredError
from touchline.shared.clock import Clock
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import EditConflictError, InvalidInputError, RefusedError, TouchlineError
from touchline.shared.ids import ChannelId
from touchline.shared.tasks.jobs import WEBHOOK_QUEUE, Jobs
from touchline.shared.unit_of_work import UnitOfWorkFactory

CHECK_TIMEOUT_SECONDS = 600
RETRY_AFTER_CONFLICT = timedelta(minutes=1)
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Outcome:
    waiting: int
    revision: int | None


class CheckFeed:
    """Use case that checks a feed. A worker runs it every hour, an operator at any time."""

    def __init__(
        self,
        uow: UnitOfWorkFactory,
        feeds: ScheduleFeeds,
        fetcher: FeedFetcher,
        import_schedule: ImportSchedule,
        encryption: Encryption,
        clock: Clock,
    ) -> None:
        self._uow, self._feeds, self._fetcher = uow, feeds, fetcher
        self._import_schedule, self._encryption, self._clock = import_schedule, encryption, clock

    def __call__(self, channel_id: ChannelId, feed_id: int) -> ScheduleFeed:
        """Fetch a feed, apply what is certain as one revision, and return the feed.

        New games and changes of known games are certain. Rows with unknown names or problems, rows that the
        studio changed too, games that the feed adopts, missing games, and changes that affect paid orders
        wait for a person. A failure is recorded at the feed. Raises `NotFoundError`.
        """
        now = self._clock.now()
        with self._uow(channel_id):
            feed = self._feeds.get(feed_id, for_update=True)
            feed.next_check_at = now + CHECK_INTERVAL
            self._feeds.save(feed)
            content = self._feeds.get_content(feed_id)
        fetched, outcome, error = None, None, None
        try:
            address = self._encryption.decrypt(ADDRESS_PURPOSE, feed.encrypted_address)
            fetched = self._fetcher.fetch(address, feed.etag, feed.last_modified)
            is_changed = fetched is not None and fetched.content != content
            content = fetched.content if fetched else content
            if feed.options is not None and (is_changed or feed.waiting != 0):
                outcome = self._apply(channel_id, feed, content, now)
        except EditConflictError:
            return self._postpone(channel_id, feed_id, now)
        except (RefusedError, InvalidInputError) as refused:
            error = _describe(refused)
            log.warning("feed %s failed: %s", feed_id, error["code"])
        with self._uow(channel_id):
            feed = self._feeds.get(feed_id, for_update=True)
            if error is None:
                feed.record_success(now, fetched)
            else:
                feed.record_failure(now, error)
                feed.waiting = feed.waiting if fetched is None else None
            if outcome is not None:
                feed.waiting, feed.revision = outcome.waiting, outcome.revision or feed.revision
            self._feeds.save(feed, fetched.content if fetched else None)
        return feed

    def _postpone(self, channel_id: ChannelId, feed_id: int, now: datetime) -> ScheduleFeed:
        """Check again soon: somebody changed the schedule during the check."""
        with self._uow(channel_id):
            feed = self._feeds.get(feed_id, for_update=True)
            feed.next_check_at = now + RETRY_AFTER_CONFLICT
            self._feeds.save(feed)
        return feed

    def _apply(self, channel_id: ChannelId, feed: ScheduleFeed, content: bytes, now: datetime) -> _Outcome:
        file = feed.create_file(content)
        with self._uow(channel_id):
            preview = self._import_schedule.preview(file)
        if preview.questions:
            raise RefusedError(UNANSWERED_FEED)
        for is_applied in (_is_certain, _is_harmless):
            keys = frozenset(row.row_key for row in preview.rows if is_applied(row))
            try:
                result = self._import_schedule(
                    channel_id, file, preview.version, {}, feed.name, row_keys=keys
                )
            except ConfirmationRequiredError:
                continue
            return _Outcome(_count_waiting(preview, keys, now), result.revision)
        return _Outcome(_count_waiting(preview, (), now), None)


class EnqueueDueFeeds:
    """Use case that enqueues the checks that are due, in every channel. A worker runs this every minute."""

    def __init__(self, uow: UnitOfWorkFactory, feeds: ScheduleFeeds, jobs: Jobs, clock: Clock) -> None:
        self._uow, self._feeds, self._jobs, self._clock = uow, feeds, jobs, clock

    def __call__(self) -> None:
        """Enqueue a job for each due feed, unless one from an earlier call still waits."""
        with self._uow.all_channels():
            due = self._feeds.list_due(self._clock.now())
        for channel_id, feed_id in due:
            self._jobs.enqueue(
                CHECK_FEED,
                channel_id,
                feed_id,
                queue=WEBHOOK_QUEUE,
                unique=f"feed-{feed_id}",
                timeout=CHECK_TIMEOUT_SECONDS,
            )


def _is_certain(row: ComparedRow) -> bool:
    """Return whether a row needs no person: the studio has not decided otherwise about the game."""
    is_adopted = row.event_key is not None and row.previous_key is None
    return row.row_class in (RowClass.NEW, RowClass.UNCHANGED) or (
        row.row_class is RowClass.CHANGED and not is_adopted
    )


def _is_harmless(row: ComparedRow) -> bool:
    """Return whether a certain row takes nothing from buyers."""
    changed = {change.field for change in row.changes}
    return _is_certain(row) and (row.event_key is None or changed <= HARMLESS_FIELDS)


def _count_waiting(preview: Preview, applied: Collection[str], now: datetime) -> int:
    """Return the number of rows that wait for a person. Feeds often leave out games of the past."""
    today = f"{now:%Y-%m-%d}"
    waiting = sum(
        row.row_key not in applied
        and row.row_class is not RowClass.UNCHANGED
        and not (row.row_class is RowClass.MISSING and str(row.fields["starts"])[:10] < today)
        for row in preview.rows
    )
    return waiting + len({problem.row for problem in preview.problems if not problem.is_notice})


def _describe(error: TouchlineError) -> Mapping[str, Any]:
    """Return an error as data: its code, its message, and the values in it."""
    message: str = error.message
    if isinstance(error, InvalidInputError):
        message = next(iter(error.errors.values()))[0]
    if not isinstance(message, ErrorMessage):
        return {"code": error.code, "message": message, "params": {}}
    return {"code": message.code, "message": str(message), "params": dict(message.params)}
