"""Fakes for use case tests."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from touchline.analytics.domain.aggregation import (
    BITRATE_BUCKET_KBPS,
    BUCKET_SECONDS,
    FUNNEL_STEPS,
    MAX_STARTUP_MS,
    MINUTE_SECONDS,
    STARTUP_BUCKET_MS,
    watched_steps,
)
from touchline.analytics.domain.evidence.shared_gaps import StallReport
from touchline.analytics.domain.periods import Period
from touchline.analytics.domain.records import (
    AnalyticsEvent,
    FaultSide,
    PlaybackEvent,
    PlaybackEventType,
    Record,
    RecordBatch,
)
from touchline.analytics.ports.store import (
    MAX_CONTENT_ITEMS,
    AudienceBucket,
    AudienceGrouping,
    AudienceStats,
    ContentAudience,
    ContentRef,
    PeriodTotals,
    QualityBucket,
    QualityStats,
    StoreUnavailableError,
    ViewerCount,
)
from touchline.shared.ids import ChannelId

Key = TypeVar("Key")
_DAY = 86_400


class InMemoryAnalyticsStore:
    """`AnalyticsStore` in a list, with the same results as the other stores.

    `is_unavailable` makes the store unavailable: `check` raises `StoreUnavailableError`.
    """

    def __init__(self) -> None:
        self.records: list[Record] = []
        self.offsets: dict[str, int] = {}
        self.dropped_counts: Counter[tuple[int, str]] = Counter()
        self.is_unavailable = False

    def write(self, batch: RecordBatch) -> None:
        """Store the batch, unless its file's offset shows that it is already stored."""
        self.check()
        offset = self.offsets.get(batch.file, 0)
        if batch.last <= offset:
            return
        if batch.first < offset:
            raise ValueError(batch.file)
        self.records.extend(batch.records)
        self.dropped_counts.update(batch.dropped)
        self.offsets[batch.file] = batch.last

    def get_offset(self, file: str) -> int:
        """Return the offset up to which a file is stored."""
        self.check()
        return self.offsets.get(file, 0)

    def delete_offset(self, file: str) -> None:
        """Delete the offset of a file."""
        self.offsets.pop(file, None)

    def count_viewers_since(self, channel_id: ChannelId, since: int) -> Mapping[ContentRef, int]:
        """Count distinct sessions by content."""
        found = self._viewing_since(channel_id, since)
        return _count_distinct(
            ((record.thing_kind, record.thing_id), record.visitor.session) for record in found
        )

    def count_sessions_since(self, channel_id: ChannelId, since: int) -> int:
        """Count distinct sessions."""
        return len({record.visitor.session for record in self._viewing_since(channel_id, since)})

    def count_stalled_since(self, channel_id: ChannelId, content: ContentRef, since: int) -> int:
        """Count distinct sessions with a stall."""
        return len(
            {
                record.visitor.session
                for record in self._counted_records(channel_id)
                if isinstance(record, PlaybackEvent)
                and record.at >= since
                and record.what is PlaybackEventType.STALL
                and (record.thing_kind, record.thing_id) == content
            }
        )

    def list_delivery_stalls(
        self, channel_id: ChannelId, content: ContentRef, since: int, until: int
    ) -> Sequence[StallReport]:
        """Return the stalls at the delivery's side, in order."""
        found = [
            record
            for record in self._counted_records(channel_id)
            if isinstance(record, PlaybackEvent)
            and since <= record.at < until
            and record.what is PlaybackEventType.STALL
            and record.side is FaultSide.DELIVERY
            and (record.thing_kind, record.thing_id) == content
        ]
        return [
            StallReport(record.visitor.session, record.at, record.stall_ms // 1000)
            for record in sorted(found, key=lambda record: (record.at, record.id))
        ]

    def count_viewers_by_minute(self, channel_id: ChannelId, since: int) -> Mapping[int, int]:
        """Count distinct sessions by minute."""
        found = self._viewing_since(channel_id, since)
        return _count_distinct(
            (record.at // MINUTE_SECONDS * MINUTE_SECONDS, record.visitor.session) for record in found
        )

    def get_totals(self, period: Period) -> PeriodTotals:
        """Count the records of the period."""
        found = list(self._counted_in_period(period))
        visits = [
            record for record in found if isinstance(record, AnalyticsEvent) and record.name == "visit_page"
        ]
        sessions = {record.visitor.session for record in found}
        return PeriodTotals(len(sessions), len(visits), _audience_stats(list(self._playback_events(period))))

    def get_audience_by(self, period: Period, grouping: AudienceGrouping) -> Mapping[str, AudienceStats]:
        """Group the playback events and count each group."""
        keys: Mapping[AudienceGrouping, Callable[[PlaybackEvent], str]] = {
            AudienceGrouping.CONTENT: lambda record: f"{record.thing_kind.value}:{record.thing_id}",
            AudienceGrouping.COUNTRY: lambda record: record.visitor.country,
            AudienceGrouping.DEVICE: lambda record: record.visitor.device.value,
        }
        groups = _group_by(
            self._playback_events(period, PlaybackEventType.FIRST_FRAME, PlaybackEventType.VIEWING),
            keys[grouping],
        )
        found = {key: _audience_stats(records) for key, records in groups.items()}
        sorted_groups = sorted(found.items(), key=lambda item: (-item[1].seconds, -item[1].views, item[0]))
        return dict(sorted_groups[: MAX_CONTENT_ITEMS if grouping is AudienceGrouping.CONTENT else None])

    def get_content_audience(self, channel_id: ChannelId, content: ContentRef) -> ContentAudience:
        """Count the records of the item, and its viewing by minute."""
        found = [
            record
            for record in self._counted_records(channel_id)
            if isinstance(record, PlaybackEvent) and (record.thing_kind, record.thing_id) == content
        ]
        minutes = _count_distinct(
            (record.at // MINUTE_SECONDS, record.visitor.session)
            for record in found
            if record.what is PlaybackEventType.VIEWING
        )
        return ContentAudience(_audience_stats(found), max(minutes.values(), default=0))

    def list_viewer_counts(
        self, channel_id: ChannelId, content: ContentRef, since: int, until: int, step: int
    ) -> Sequence[ViewerCount]:
        """Count distinct sessions by step."""
        sessions: dict[int, tuple[set[str], set[str]]] = defaultdict(lambda: (set(), set()))
        for record in self._viewing_since(channel_id, since):
            if record.at < until and (record.thing_kind, record.thing_id) == content:
                live, replay = sessions[record.at // step * step]
                (live if record.live else replay).add(record.visitor.session)
        return [ViewerCount(at, *map(len, found)) for at, found in sorted(sessions.items())]

    def list_audience_buckets(
        self, period: Period, content_refs: Sequence[ContentRef] | None = None
    ) -> Sequence[AudienceBucket]:
        """Group the playback events by bucket and count each bucket."""
        found = [
            record
            for record in self._playback_events(
                period, PlaybackEventType.FIRST_FRAME, PlaybackEventType.VIEWING
            )
            if content_refs is None or (record.thing_kind, record.thing_id) in content_refs
        ]
        counted = {at: _audience_stats(records) for at, records in _group_by(found, _bucket_start).items()}
        return [AudienceBucket(at, stats.views, stats.seconds) for at, stats in sorted(counted.items())]

    def get_quality(self, period: Period, content: ContentRef | None = None) -> QualityStats:
        """Compute quality from the playback events of the period."""
        records = [
            record
            for record in self._playback_events(period)
            if content is None or (record.thing_kind, record.thing_id) == content
        ]
        first, viewing, stalls, errors = (
            [record for record in records if record.what is event_type]
            for event_type in (
                PlaybackEventType.FIRST_FRAME,
                PlaybackEventType.VIEWING,
                PlaybackEventType.STALL,
                PlaybackEventType.ERROR,
            )
        )
        bitrates, stall_ms = Counter[int](), Counter[FaultSide]()
        for record in viewing:
            if record.bitrate > 0:
                bitrates[record.bitrate // BITRATE_BUCKET_KBPS * BITRATE_BUCKET_KBPS] += record.seconds
        for record in stalls:
            stall_ms[record.side or FaultSide.UNKNOWN] += record.stall_ms
        return QualityStats(
            len({record.view for record in first}),
            sum(record.seconds for record in viewing),
            _count_distinct(
                (min(record.startup_ms, MAX_STARTUP_MS) // STARTUP_BUCKET_MS * STARTUP_BUCKET_MS, record.view)
                for record in first
                if record.startup_ms > 0
            ),
            dict(bitrates),
            len({record.view for record in stalls}),
            len({record.view for record in errors}),
            dict(stall_ms),
            dict(Counter(record.side or FaultSide.UNKNOWN for record in stalls)),
            dict(Counter(record.side or FaultSide.UNKNOWN for record in errors)),
            len({record.view for record in (*first, *errors)}),
        )

    def list_quality_buckets(
        self, period: Period, content: ContentRef | None = None
    ) -> Sequence[QualityBucket]:
        """Group the playback events by bucket and compute the quality of each bucket."""
        found = [
            record
            for record in self._playback_events(
                period, PlaybackEventType.FIRST_FRAME, PlaybackEventType.STALL, PlaybackEventType.ERROR
            )
            if content is None or (record.thing_kind, record.thing_id) == content
            if record.what is not PlaybackEventType.FIRST_FRAME or record.startup_ms > 0
        ]
        groups = _group_by(found, _bucket_start)
        return [
            QualityBucket(
                at,
                len({record.view for record in records if record.what is PlaybackEventType.FIRST_FRAME}),
                sum(record.startup_ms for record in records if record.what is PlaybackEventType.FIRST_FRAME),
                sum(record.what is PlaybackEventType.STALL for record in records),
                sum(record.what is PlaybackEventType.ERROR for record in records),
            )
            for at, records in sorted(groups.items())
        ]

    def get_funnel(self, period: Period) -> Mapping[str, int]:
        """Count distinct sessions by funnel step."""
        found = [record for record in self._counted_in_period(period) if isinstance(record, AnalyticsEvent)]
        return {
            step: len({record.visitor.session for record in found if record.name in names})
            for step, names in FUNNEL_STEPS.items()
        }

    def get_retention(self, channel_id: ChannelId, content: ContentRef, step: int) -> Mapping[int, int]:
        """Count distinct views by position."""
        found = [
            record
            for record in self._viewing_since(channel_id, 0)
            if (record.thing_kind, record.thing_id) == content
        ]
        return _count_distinct(
            (position_step * step, record.view)
            for record in found
            if record.seconds > 0
            for position_step in watched_steps(record.position, record.seconds, step)
        )

    def count_doubtful_by_bucket(self, period: Period) -> Mapping[int, int]:
        """Count doubtful records by bucket."""
        return Counter(
            record.at // BUCKET_SECONDS * BUCKET_SECONDS
            for record in self.records
            if record.visitor.channel_id == period.channel_id
            and record.visitor.is_doubtful
            and not record.visitor.is_bot
            and period.since <= record.at < period.until
        )

    def count_dropped(self, since_day: int) -> Mapping[str, int]:
        """Count dropped payloads by reason."""
        self.check()
        found = Counter[str]()
        for (day, reason), count in sorted(self.dropped_counts.items(), key=lambda item: item[0][1]):
            if day >= since_day:
                found[reason] += count
        return dict(found)

    def erase_pseudonym(self, channel_id: ChannelId, pseudonym: str) -> None:
        """Remove the pseudonym from its records."""
        self.check()
        self.records = [
            replace(record, visitor=replace(record.visitor, person=""))
            if (record.visitor.channel_id, record.visitor.person) == (channel_id, pseudonym)
            else record
            for record in self.records
        ]

    def prune(self, before: int) -> int:
        """Delete the records and dropped counts before a time, in seconds."""
        self.check()
        remaining = [record for record in self.records if record.at >= before]
        count = len(self.records) - len(remaining)
        self.records = remaining
        self.dropped_counts = Counter(
            {
                key: dropped_count
                for key, dropped_count in self.dropped_counts.items()
                if key[0] >= before // _DAY
            }
        )
        return count

    def check(self) -> None:
        """Raise `StoreUnavailableError` if the store is unavailable."""
        if self.is_unavailable:
            raise StoreUnavailableError("The store of facts is away.")

    def _counted_in_period(self, period: Period) -> Iterator[Record]:
        return (
            record
            for record in self._counted_records(period.channel_id)
            if period.since <= record.at < period.until
        )

    def _playback_events(self, period: Period, *event_type: PlaybackEventType) -> Iterator[PlaybackEvent]:
        for record in self._counted_in_period(period):
            if isinstance(record, PlaybackEvent) and (not event_type or record.what in event_type):
                yield record

    def _viewing_since(self, channel_id: ChannelId, since: int) -> Iterator[PlaybackEvent]:
        for record in self._counted_records(channel_id):
            if (
                isinstance(record, PlaybackEvent)
                and record.what is PlaybackEventType.VIEWING
                and record.at >= since
            ):
                yield record

    def _counted_records(self, channel_id: ChannelId) -> Iterator[Record]:
        self.check()
        for record in self.records:
            if record.visitor.channel_id == channel_id and not (
                record.visitor.is_bot or record.visitor.is_doubtful
            ):
                yield record


def _bucket_start(record: PlaybackEvent) -> int:
    return record.at // BUCKET_SECONDS * BUCKET_SECONDS


def _audience_stats(records: Sequence[PlaybackEvent]) -> AudienceStats:
    first_frames = [record for record in records if record.what is PlaybackEventType.FIRST_FRAME]
    viewing = [record for record in records if record.what is PlaybackEventType.VIEWING]
    return AudienceStats(
        len({record.view for record in first_frames}),
        sum(record.seconds for record in viewing),
        len({record.visitor.session for record in (*first_frames, *viewing)}),
    )


def _group_by(
    records: Iterator[PlaybackEvent] | Sequence[PlaybackEvent], key: Callable[[PlaybackEvent], Key]
) -> dict[Key, list[PlaybackEvent]]:
    groups: dict[Key, list[PlaybackEvent]] = defaultdict(list)
    for record in records:
        groups[key(record)].append(record)
    return groups


def _count_distinct(pairs: Iterator[tuple[Key, str]]) -> dict[Key, int]:
    groups: dict[Key, set[str]] = defaultdict(set)
    for key, value in pairs:
        groups[key].add(value)
    return {key: len(values) for key, values in groups.items()}
