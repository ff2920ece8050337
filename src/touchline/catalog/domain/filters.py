"""Which events and library items are asked for."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from touchline.catalog.domain.events.status import StreamStatus
from touchline.catalog.domain.passes import PassType
from touchline.catalog.domain.taxonomy import Gender
from touchline.shared.days import end_of_day, start_of_day
from touchline.shared.strings.folding import query_words

PeriodBound = date | datetime | None


@dataclass(frozen=True)
class Period:
    """Instants from `since` (part of it) to `before` (not part of it); None leaves a side open."""

    since: datetime | None = None
    before: datetime | None = None

    @staticmethod
    def between(first: PeriodBound, last: PeriodBound, zone: ZoneInfo) -> Period:
        """From two days in `zone` or two instants, in any mix; both are part of it."""
        return Period(_start_instant(first, zone), _end_instant(last, zone))


@dataclass(frozen=True)
class TextSearch:
    """A search by words, each of which must occur."""

    query: str = ""

    @property
    def terms(self) -> tuple[str, ...]:
        """The words, normalised."""
        return query_words(self.query)

    @property
    def matches_nothing(self) -> bool:
        """A query of signs alone is a question that nothing answers."""
        return bool(self.query.strip()) and not self.terms


@dataclass(frozen=True)
class FollowedIds:
    """What a viewer follows: participants, groups with all their participants, and categories."""

    participant_ids: frozenset[int] = frozenset()
    group_ids: frozenset[int] = frozenset()
    category_ids: frozenset[int] = frozenset()


@dataclass(frozen=True)
class EventFilter(TextSearch):
    """Everything `GET /events` can ask for; what is None or empty does not narrow the list.

    `team`, `group` and `school` take an alias or a name, `sport` a sport or a category's alias, `division`
    the key of a value of that group property; a participant stands for its children as well. Who follows
    nothing is shown nothing. `with_replay`: only events that can be watched after their end. `on_air`:
    only events whose stream has come (`LiveStatus.is_on_air`), or only the others.
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


@dataclass(frozen=True)
class LibraryFilter(TextSearch):
    """Which library items: of a category, by words of the title or, with `title_only` unset, of all texts."""

    category_id: int | None = None
    category: str = ""
    pass_type: PassType | None = None
    title_only: bool = False
    ids: frozenset[int] = frozenset()


@dataclass(frozen=True)
class ParticipantFilter(TextSearch):
    """Which participants: of a group, category, sport or gender, by words of their names."""

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
