"""A channel with any number of games, created quickly, as the data for search.

Names are combined from parts, so that there are as many different words as in a country's schools.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import count, islice
from typing import Any

from sqlalchemy import insert, select
from sqlalchemy.orm import Session

from touchline.catalog.adapters.sql.events import taxonomy_mapping
from touchline.catalog.adapters.sql.events.event_tables import EventRow, EventSideRow
from touchline.catalog.adapters.sql.events.taxonomy_tables import CategoryRow, ParticipantRow
from touchline.catalog.adapters.sql.packs import pack_columns
from touchline.catalog.domain.events.event import Event
from touchline.catalog.domain.events.participants import EventSide
from touchline.catalog.domain.search_vocabulary import SearchField
from touchline.entrypoints.bootstrap import Application
from touchline.shared.ids import EventId

NAME_STARTS = (
    "Ash",
    "Bear",
    "Cold",
    "Deer",
    "Elk",
    "Fair",
    "Gold",
    "High",
    "Iron",
    "Long",
    "Maple",
    "North",
    "Oak",
)
NAME_ENDS = (
    "brook",
    "dale",
    "field",
    "ford",
    "haven",
    "land",
    "mont",
    "point",
    "ridge",
    "shore",
    "view",
    "wood",
)
SPORTS = ("basketball", "hockey", "soccer", "volleyball")
BATCH_SIZE = 5000
FIRST_ID = 1_000_000
EVENT_INTERVAL = timedelta(minutes=30)
UPCOMING_EVENTS = 200
"""Games of each season that are not over. The first of them are live."""
MAX_SCHOOLS = len(NAME_STARTS) * len(NAME_ENDS)


def add_season(
    application: Application, channel_id: int, event_count: int, schools: int = MAX_SCHOOLS
) -> None:
    """Fill the channel's catalog with schools of four teams each, and `event_count` games between them."""
    index = application.container.catalog.search_index()
    first_start = (
        datetime.now(UTC).replace(second=0, microsecond=0)
        - max(event_count - UPCOMING_EVENTS, 0) * EVENT_INTERVAL
    )
    with application.container.database().transaction(channel_id) as session:
        catalog = application.container.catalog.facade()
        catalog.apply_pack(_add_schools(catalog.export_pack(), schools))
        events = list(islice(_generate_events(session, first_start), event_count))
        for start in range(0, event_count, BATCH_SIZE):
            _insert_events(session, channel_id, events[start : start + BATCH_SIZE])
        search_texts = {event.id: pack_columns.event_columns(event, "en")["search"] for event in events}
        index.index(SearchField.EVENT, search_texts)


def _insert_events(session: Session, channel_id: int, events: Sequence[Event]) -> None:
    channel_columns = {"channel_id": channel_id}
    default_columns: dict[str, Any] = {"publishing": False, "recorded": False, "clip_count": 0, "revision": 0}
    default_columns["changed_at"] = events[0].starts_at
    rows = [
        {
            **pack_columns.event_columns(event, "en"),
            **channel_columns,
            **default_columns,
            "id": event.id,
            "key": event.key,
        }
        for event in events
    ]
    session.execute(insert(EventRow), rows)
    sides = [
        {**side, **channel_columns, "event_id": event.id, "position": position}
        for event in events
        for position, side in enumerate(pack_columns.side_values(event))
    ]
    session.execute(insert(EventSideRow), sides)


def _generate_events(session: Session, first_start: datetime) -> Iterator[Event]:
    """Yield games endlessly: every team of a sport against the next ones in turn, every half hour."""
    is_listed = ParticipantRow.withdrawn.is_(False)
    teams = [
        taxonomy_mapping.to_participant(row)
        for row in session.scalars(select(ParticipantRow).where(is_listed))
    ]
    categories = {row.key: taxonomy_mapping.to_category(row) for row in session.scalars(select(CategoryRow))}
    by_sport = [[team for team in teams if team.sport == sport] for sport in SPORTS]
    for number in count():
        sport_teams = by_sport[number % len(SPORTS)]
        round_number = number // len(SPORTS)
        opponent_offset = 1 + round_number // len(sport_teams) % (len(sport_teams) - 1)
        away, home = (
            sport_teams[round_number % len(sport_teams)],
            sport_teams[(round_number + opponent_offset) % len(sport_teams)],
        )
        yield Event(
            id=EventId(FIRST_ID + number),
            key=f"game-{number}",
            starts_at=first_start + number * EVENT_INTERVAL,
            duration=timedelta(hours=2),
            sides=(EventSide(away), EventSide(home, is_home=True)),
            category=categories[away.sport],
        )


def _add_schools(part: dict[str, Any], number: int) -> dict[str, Any]:
    """Return the catalog with more categories, schools and teams."""
    schools = [f"{first}{last}" for first in NAME_STARTS for last in NAME_ENDS][:number]
    categories = [{"key": sport, "name": {"en": sport.title()}, "sport": sport} for sport in SPORTS]
    return part | {
        "language": "en",
        "categories": part["categories"] + categories,
        "groups": part["groups"]
        + [{"key": name.lower(), "name": {"en": f"{name} School"}} for name in schools],
        "participants": part["participants"]
        + [
            {
                "key": f"{name}-{sport}".lower(),
                "name": {"en": name},
                "short_name": {"en": f"{name[0]}{name[-4:-2]}".upper()},
                "group": name.lower(),
                "category": sport,
            }
            for name in schools
            for sport in SPORTS
        ],
    }
