"""Filters for lists of events, library items and participants."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum
from zoneinfo import ZoneInfo

from touchline.catalog.domain.events.schedule import ScheduleStatus
from touchline.catalog.domain.events.status import StreamStatus
from touchline.catalog.domain.passes import PassType
from touchline.catalog.domain.taxonomy import Gender
from touchline.shared.days import end_of_day, start_of_day
from touchline.shared.strings.folding import query_words

PeriodBound = date | datetime | None


@dataclass(frozen=True)
class Period:
    """The time from `since` (inclusive) to `before` (exclusive); None leaves that side open."""

    since: datetime | None = None
    before: datetime | None = None

    @staticmethod
    def between(first: PeriodBound, last: PeriodBound, zone: ZoneInfo) -> Period:
        """Return the period between two bounds, both inclusive.

        Each bound is a day in `zone` or a point in time.
        """
        return Period(_start_instant(first, zone), _end_instant(last, zone))


@dataclass(frozen=True)
class TextSearch:
    """A search by words, all of which must match."""

    query: str = ""

    @property
    def terms(self) -> tuple[str, ...]:
        """The normalized words."""
        return query_words(self.query)

    @property
    def matches_nothing(self) -> bool:
        """Whether the query has characters but no letters or digits. Such a query has no results."""
        return bool(self.query.strip()) and not self.terms


@dataclass(frozen=True)
class FollowedIds:
    """The items that a viewer follows: participants, groups with all their participants, and categories."""

    participant_ids: frozenset[int] = frozenset()
    group_ids: frozenset[int] = frozenset()
    category_ids: frozenset[int] = frozenset()


class AvailabilityLimit(StrEnum):
    """What limits the availability of an event: a setting of its own, or a blackout of it or its category."""

    AUDIO_ONLY = "audio_only"
    NO_LIVE = "no_live"
    REPLAY = "replay"
    NO_DOWNLOADS = "no_downloads"
    BLACKOUT = "blackout"
    UNLISTED = "unlisted"


@dataclass(frozen=True)
class EventFilter(TextSearch):
    """All filters of `GET /events`. A field that is None or empty does not narrow the list.

    `team`, `group` and `school` take an alias or a name. `sport` takes a sport or a category's alias.
    `division` takes the key of a value of that group property. A participant includes its children. A
    `followed` without ids matches no events. `with_replay`: only events that can be watched after their end,
    and whose replay is available now.
    `on_air`: only events whose stream has started (`LiveStatus.is_on_air`), or only the others.
    `needs_attention`: only events that lack something (`domain.events.attention`). `has_price`: only events
    with their own price. `with_unlisted`: unlisted events as well, for operators; a list of `ids` always has
    them. `limit`: only events whose availability has this limit.
    """

    statuses: frozenset[StreamStatus] = frozenset()
    category_id: int | None = None
    participant_id: int | None = None
    location_id: int | None = None
    team: str = ""
    group: str = ""
    school: str = ""
    division: str = ""
    sport: str = ""
    gender: Gender | None = None
    city: str = ""
    state: str = ""
    pass_type: PassType | None = None
    period: Period = Period()
    with_clips: bool = False
    with_replay: bool = False
    on_air: bool | None = None
    ids: frozenset[int] = frozenset()
    followed: FollowedIds | None = None
    schedule: frozenset[ScheduleStatus] = frozenset()
    needs_attention: bool = False
    has_price: bool = False
    key: str = ""
    with_unlisted: bool = False
    limit: AvailabilityLimit | None = None


@dataclass(frozen=True)
class LibraryFilter(TextSearch):
    """A filter for library items, by category or by words.

    The words are searched in all texts, or only in the title if `title_only` is set.
    """

    category_id: int | None = None
    category: str = ""
    pass_type: PassType | None = None
    title_only: bool = False
    ids: frozenset[int] = frozenset()


@dataclass(frozen=True)
class ParticipantFilter(TextSearch):
    """A filter for participants, by group, category, sport or gender, or by words in their names."""

    group: str = ""
    category_id: int | None = None
    sport: str = ""
    gender: Gender | None = None


def _start_instant(bound: PeriodBound, zone: ZoneInfo) -> datetime | None:
    if bound is None or isinstance(bound, datetime):
        return bound
    return start_of_day(bound, zone)


def _end_instant(bound: PeriodBound, zone: ZoneInfo) -> datetime | None:
    if isinstance(bound, datetime):
        return bound + timedelta(microseconds=1)
    return None if bound is None else end_of_day(bound, zone)
