"""Where facts are kept and counted. All counts leave robots and doubtful reports out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from touchline.analytics.domain.periods import Period
from touchline.analytics.domain.records import ContentKind, FaultSide, RecordBatch
from touchline.shared.ids import ChannelId

ContentRef = tuple[ContentKind, int]
MAX_CONTENT_ITEMS = 5_000
"""Things that are told apart in one answer: which ones there are is said by browsers."""


class AudienceGrouping(StrEnum):
    """By what views are counted in the store itself; teams, schools and sports are folded from things."""

    CONTENT = "thing"
    COUNTRY = "country"
    DEVICE = "device"


@dataclass(frozen=True)
class AudienceStats:
    """How much something was watched: distinct views with a first frame, seconds of viewing, and the distinct
    sessions that either came from."""

    views: int = 0
    seconds: int = 0
    viewers: int = 0


@dataclass(frozen=True)
class AudienceBucket:
    """What was watched in a quarter of an hour that begins at `at` (seconds since 1970): no time zone of the
    world begins its day within one."""

    at: int
    views: int
    seconds: int


@dataclass(frozen=True)
class PeriodTotals:
    """A span in numbers: sessions with any fact, page visits, and what was watched."""

    sessions: int
    page_visits: int
    audience: AudienceStats


@dataclass(frozen=True)
class QualityStats:
    """How it played. `views` are distinct views with a first frame; `startups` views by start-up time in
    steps of 100 ms (0, 100, …; the last one is 10,000 and more) and `bitrates` viewing seconds by bitrate in
    steps of 250 kbit/s, both where it was told; `stalls` and `failures` count by side (`UNKNOWN` where none
    was told); `views_stalled` and `views_failed` are distinct views, and `views_attempted` those with a first
    frame or an error."""

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
    """How it played in a quarter of an hour that begins at `at`: views that told how long they took to begin,
    the sum of these times, and what went wrong. One in which none of these happened is left out."""

    at: int
    views: int
    startup_ms: int
    stalls: int
    failures: int


class AnalyticsStore(Protocol):
    """The facts of all channels. `StoreUnavailableError` where it cannot be reached; nothing is half
    written."""

    def write(self, batch: RecordBatch) -> None:
        """Keep a batch's facts and counts, once: a part of a file that was written before is left out. A part
        that begins within what was written and ends beyond it is a `ValueError`: files are offered from their
        mark. Facts in one batch have ids of their own (0 to 2⁶³ − 1)."""
        ...

    def get_offset(self, file: str) -> int:
        """To which place (in bytes) a file has been written; 0 for one that is not known."""
        ...

    def delete_offset(self, file: str) -> None:
        """A file is gone, and will not be offered again."""
        ...

    def count_viewers_since(self, channel_id: ChannelId, since: int) -> Mapping[ContentRef, int]:
        """Distinct sessions with viewing since a second, by thing."""
        ...

    def count_sessions_since(self, channel_id: ChannelId, since: int) -> int:
        """Distinct sessions with viewing since a second: one that watches two things is one."""
        ...

    def count_viewers_by_minute(self, channel_id: ChannelId, since: int) -> Mapping[int, int]:
        """Distinct sessions with viewing, by the first second of each minute since then."""
        ...

    def get_totals(self, period: Period) -> PeriodTotals:
        """A span in numbers."""
        ...

    def get_audience_by(self, period: Period, grouping: AudienceGrouping) -> Mapping[str, AudienceStats]:
        """What was watched, by country, device or thing (`event:12`); the most watched first, of things
        `MAX_CONTENT_ITEMS`."""
        ...

    def list_audience_buckets(
        self, period: Period, content_refs: Sequence[ContentRef] | None = None
    ) -> Sequence[AudienceBucket]:
        """What was watched in each quarter of an hour that saw any, of these things or of all, in order."""
        ...

    def get_quality(self, period: Period, content: ContentRef | None = None) -> QualityStats:
        """How it played, of a thing or of all."""
        ...

    def list_quality_buckets(
        self, period: Period, content: ContentRef | None = None
    ) -> Sequence[QualityBucket]:
        """How it played, of a thing or of all, in each quarter of an hour that saw any, in order."""
        ...

    def get_funnel(self, period: Period) -> Mapping[str, int]:
        """Distinct sessions that got to each step: `visit` (any page), `offer` (`view_item_list` or
        `select_item`), `checkout` (`begin_checkout`), `purchase`; a step does not ask for those before."""
        ...

    def get_retention(self, channel_id: ChannelId, content: ContentRef, step: int) -> Mapping[int, int]:
        """Distinct views that watched at each place of a film: by position in steps of so many seconds. A
        fact of viewing with `seconds` at a `position` has watched the seconds that lie directly before it
        (120 at most), and counts in every step that they touch. Places that nobody watched are left out."""
        ...

    def count_doubtful_by_bucket(self, period: Period) -> Mapping[int, int]:
        """Count the reports that no figure of the span has because they are doubtful, by the first second of
        each quarter of an hour that saw any. Those of robots are not among them."""
        ...

    def count_dropped(self, since_day: int) -> Mapping[str, int]:
        """What was not kept since a day (since 1970), by reason."""
        ...

    def erase_pseudonym(self, channel_id: ChannelId, pseudonym: str) -> None:
        """Facts stay, the pseudonym goes from them."""
        ...

    def prune(self, before: int) -> int:
        """Remove facts before a second, of all channels, and what is told of dropped ones; how many facts.
        It may leave some, so as to be done soon: there is nothing left where it answers 0."""
        ...

    def check(self) -> None:
        """Raise when it does not answer (readiness)."""
        ...


class StoreUnavailableError(Exception):
    """The store could not be reached, or answered what cannot be."""
