"""A channel with as many games as one wants, made quickly: what search is measured over.

Names are put together from parts, so that there are as many different words as a country's schools have.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import count, islice
from typing import Any

from sqlalchemy import insert, select
from sqlalchemy.orm import Session

from touchline.catalog.adapters.sql import pack_columns, place_rows
from touchline.catalog.adapters.sql.event_tables import EventRow, EventSideRow
from touchline.catalog.adapters.sql.place_tables import CategoryRow, ParticipantRow
from touchline.catalog.domain.event import Event
from touchline.catalog.domain.participant import Side
from touchline.catalog.domain.spelling import SearchField
from touchline.entrypoints.bootstrap import House
from touchline.shared.ids import EventId

FIRST = (
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
LAST = ("brook", "dale", "field", "ford", "haven", "land", "mont", "point", "ridge", "shore", "view", "wood")
SPORTS = ("basketball", "hockey", "soccer", "volleyball")
AT_ONCE = 5000
FIRST_ID = 1_000_000
APART = timedelta(minutes=30)
TO_COME = 200
"""So many games of each season are not over; the first of them are on."""
SCHOOLS = len(FIRST) * len(LAST)


def add_season(house: House, channel_id: int, games: int, schools: int = SCHOOLS) -> None:
    """Make the catalogue of a channel one of so many schools, each with four teams, and `games` games between
    them."""
    index = house.container.catalog.search_index()
    begin = datetime.now(UTC).replace(second=0, microsecond=0) - max(games - TO_COME, 0) * APART
    with house.container.database().transaction(channel_id) as session:
        house.container.catalog.facade().apply_pack(_places(schools))
        events = list(islice(_games(session, begin), games))
        for start in range(0, games, AT_ONCE):
            _write(session, channel_id, events[start : start + AT_ONCE])
        words = {event.id: pack_columns.event(event, "en")["search"] for event in events}
        index.file(SearchField.EVENT, words)


def _write(session: Session, channel_id: int, events: Sequence[Event]) -> None:
    ours = {"channel_id": channel_id}
    made: dict[str, Any] = {"publishing": False, "recorded": False, "clip_count": 0, "revision": 0}
    made["changed_at"] = events[0].starts_at
    rows = [
        {**pack_columns.event(event, "en"), **ours, **made, "id": event.id, "key": event.key}
        for event in events
    ]
    session.execute(insert(EventRow), rows)
    sides = [
        {**side, **ours, "event_id": event.id, "position": place}
        for event in events
        for place, side in enumerate(pack_columns.sides(event))
    ]
    session.execute(insert(EventSideRow), sides)


def _games(session: Session, begin: datetime) -> Iterator[Event]:
    """Every team of a sport against the next ones in turn, a game every half hour, without end."""
    shown = ParticipantRow.withdrawn.is_(False)
    teams = [place_rows.participant(row) for row in session.scalars(select(ParticipantRow).where(shown))]
    categories = {row.key: place_rows.category(row) for row in session.scalars(select(CategoryRow))}
    by_sport = [[team for team in teams if team.sport == sport] for sport in SPORTS]
    for number in count():
        one = by_sport[number % len(SPORTS)]
        turn = number // len(SPORTS)
        further = 1 + turn // len(one) % (len(one) - 1)
        away, home = one[turn % len(one)], one[(turn + further) % len(one)]
        yield Event(
            id=EventId(FIRST_ID + number),
            key=f"game-{number}",
            starts_at=begin + number * APART,
            duration=timedelta(hours=2),
            sides=(Side(away), Side(home, is_home=True)),
            category=categories[away.sport],
        )


def _places(number: int) -> dict[str, Any]:
    schools = [f"{first}{last}" for first in FIRST for last in LAST][:number]
    categories = [{"key": sport, "name": {"en": sport.title()}, "sport": sport} for sport in SPORTS]
    return {
        "language": "en",
        "categories": categories,
        "groups": [{"key": name.lower(), "name": {"en": f"{name} School"}} for name in schools],
        "participants": [
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
