"""The analytics store. All counts leave out bots and doubtful records."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from touchline.analytics.domain.evidence.shared_gaps import StallReport
from touchline.analytics.domain.periods import Period
from touchline.analytics.domain.records import ContentKind, FaultSide, RecordBatch
from touchline.shared.ids import ChannelId

ContentRef = tuple[ContentKind, int]
MAX_CONTENT_ITEMS = 5_000
"""Maximum number of content items in one result, because browsers determine how many there are."""


class AudienceGrouping(StrEnum):
    """Groupings of views in the store itself. Teams, schools and sports are aggregated from content items."""

    CONTENT = "thing"
    COUNTRY = "country"
    DEVICE = "device"


@dataclass(frozen=True)
class AudienceStats:
    """Audience figures: distinct views with a first frame, seconds of viewing, and distinct sessions of
    either.
    """

    views: int = 0
    seconds: int = 0
    viewers: int = 0


@dataclass(frozen=True)
class ContentAudience:
    """Audience figures of one content item since it exists, and the most distinct sessions with viewing in
    one minute.
    """

    stats: AudienceStats = AudienceStats()
    peak_viewers: int = 0


@dataclass(frozen=True)
class ViewerCount:
    """Distinct sessions with viewing in the time that starts at `at`, live and of the recording."""

    at: int
    live: int
    replay: int


@dataclass(frozen=True)
class AudienceBucket:
    """Audience figures of a quarter of an hour that starts at `at` (seconds since 1970).

    Every time zone starts its day on a quarter-hour boundary.
    """

    at: int
    views: int
    seconds: int


@dataclass(frozen=True)
class PeriodTotals:
    """Totals of a period: sessions with any record, page visits and audience figures."""

    sessions: int
    page_visits: int
    audience: AudienceStats


@dataclass(frozen=True)
class QualityStats:
    """Playback quality figures.

    `views` are distinct views with a first frame. `startups` counts views by start-up time in buckets of 100
    ms (0, 100, …; the last one is 10,000 and more). `bitrates` counts viewing seconds by bitrate in buckets
    of 250 kbit/s. Both include only reported values.

    `stalls` and `failures` are counts by side (`UNKNOWN` if it was not reported). `views_stalled` and
    `views_failed` are distinct views. `views_attempted` are views with a first frame or an error.
    """

    views: int = 0
    seconds: int = 0
    startups: Mapping[int, int] = field(default_factory=dict)
    bitrates: Mapping[int, int] = field(default_factory=dict)
    views_stalled: int = 0
    views_failed: int = 0
    stall_ms: Mapping[FaultSide, int] = field(default_factory=dict)
    stalls: Mapping[FaultSide, int] = field(default_factory=dict)
    failures: Mapping[FaultSide, int] = field(default_factory=dict)
    views_attempted: int = 0


@dataclass(frozen=True)
class QualityBucket:
    """Playback quality of a quarter of an hour that starts at `at`.

    It has the views with a reported start-up time, the sum of these times, and the stalls and failures. Empty
    buckets are left out.
    """

    at: int
    views: int
    startup_ms: int
    stalls: int
    failures: int


MAX_STALL_REPORTS = 50_000


class AnalyticsStore(Protocol):
    """The records of all channels. Writes are atomic.

    Raises `StoreUnavailableError` if the store cannot be reached.
    """

    def write(self, batch: RecordBatch) -> None:
        """Store the records and counts of a batch once. A part of a file that is already stored is left out.

        Raises `ValueError` for a batch that begins before the stored offset and ends after it: files are
        offered from their offset. Records in one batch have distinct ids (0 to 2⁶³ − 1).
        """
        ...

    def get_offset(self, file: str) -> int:
        """Return the offset (in bytes) up to which a file is stored, or 0 for an unknown file."""
        ...

    def delete_offset(self, file: str) -> None:
        """Delete the offset of a file that is gone and will not be offered again."""
        ...

    def count_viewers_since(self, channel_id: ChannelId, since: int) -> Mapping[ContentRef, int]:
        """Return the number of distinct sessions with viewing since a second, by content item."""
        ...

    def count_sessions_since(self, channel_id: ChannelId, since: int) -> int:
        """Return the number of distinct sessions with viewing since a second.

        A session that watches two items counts once.
        """
        ...

    def count_stalled_since(self, channel_id: ChannelId, content: ContentRef, since: int) -> int:
        """Return the number of distinct sessions whose video of a content item stalled since a second."""
        ...

    def list_delivery_stalls(
        self, channel_id: ChannelId, content: ContentRef, since: int, until: int
    ) -> Sequence[StallReport]:
        """Return the stalls of a content item at the delivery's side between two seconds, at most
        `MAX_STALL_REPORTS`."""
        ...

    def count_viewers_by_minute(self, channel_id: ChannelId, since: int) -> Mapping[int, int]:
        """Return the number of distinct sessions with viewing since a second, by the first second of each
        minute.
        """
        ...

    def get_totals(self, period: Period) -> PeriodTotals:
        """Return the totals of a period."""
        ...

    def get_audience_by(self, period: Period, grouping: AudienceGrouping) -> Mapping[str, AudienceStats]:
        """Return audience figures by country, device or content item (`event:12`), the most watched first.

        Content items are limited to `MAX_CONTENT_ITEMS`.
        """
        ...

    def get_content_audience(self, channel_id: ChannelId, content: ContentRef) -> ContentAudience:
        """Return the audience figures of one content item, of all its records."""
        ...

    def list_viewer_counts(
        self, channel_id: ChannelId, content: ContentRef, since: int, until: int, step: int
    ) -> Sequence[ViewerCount]:
        """Return the viewers of one content item from `since` to `until` (exclusive), in steps of seconds.

        Steps without viewers are left out.
        """
        ...

    def list_audience_buckets(
        self, period: Period, content_refs: Sequence[ContentRef] | None = None
    ) -> Sequence[AudienceBucket]:
        """Return audience figures by quarter of an hour, in order, of these items or of all.

        Empty quarters are left out.
        """
        ...

    def get_quality(self, period: Period, content: ContentRef | None = None) -> QualityStats:
        """Return the playback quality of one content item or of all."""
        ...

    def list_quality_buckets(
        self, period: Period, content: ContentRef | None = None
    ) -> Sequence[QualityBucket]:
        """Return the playback quality of one content item or of all by quarter of an hour, in order.

        Empty quarters are left out.
        """
        ...

    def get_funnel(self, period: Period) -> Mapping[str, int]:
        """Return the number of distinct sessions that reached each step.

        The steps are `visit` (any page), `offer` (`view_item_list` or `select_item`), `checkout`
        (`begin_checkout`) and `purchase`. A step does not require the steps before it.
        """
        ...

    def get_retention(self, channel_id: ChannelId, content: ContentRef, step: int) -> Mapping[int, int]:
        """Return the number of distinct views that watched each position of a video, in steps of `step`
        seconds.

        A viewing record with `seconds` at a `position` covers the seconds directly before the position (120
        at most). It counts in every step that they touch. Positions without views are left out.
        """
        ...

    def count_doubtful_by_bucket(self, period: Period) -> Mapping[int, int]:
        """Return the number of doubtful records by the first second of each quarter of an hour.

        Bots are not included. Empty quarters are left out.
        """
        ...

    def count_dropped(self, since_day: int) -> Mapping[str, int]:
        """Return the number of dropped payloads since a day (since 1970), by reason."""
        ...

    def erase_pseudonym(self, channel_id: ChannelId, pseudonym: str) -> None:
        """Remove a pseudonym from the records. The records stay."""
        ...

    def prune(self, before: int) -> int:
        """Delete records and drop counts before a second, of all channels. Return the number of deleted
        records.

        One call may delete only some, so that it finishes soon. It returns 0 when none are left.
        """
        ...

    def check(self) -> None:
        """Raise if the store does not respond (readiness)."""
        ...


class RecordsRejectedError(Exception):
    """The store does not accept a value of the batch, and a retry would not help."""


class StoreUnavailableError(Exception):
    """The store cannot be reached, or its response is invalid."""
