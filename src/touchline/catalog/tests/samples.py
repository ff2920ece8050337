"""Things to test with: a school, two teams, a game between them."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from touchline.catalog.domain.event import Event
from touchline.catalog.domain.library import LibraryItem
from touchline.catalog.domain.participant import Participant, Side
from touchline.catalog.domain.places import Category, Gender, Group, Location
from touchline.shared.ids import (
    CategoryId,
    EventId,
    GroupId,
    LibraryItemId,
    LocationId,
    ParticipantId,
)
from touchline.shared.text import LocalText

NOON = datetime(2026, 11, 21, 18, 0, tzinfo=UTC)
HOCKEY = Category(CategoryId(7), "boys-hockey", {"en": "Boys hockey"}, sport="hockey", gender=Gender.MALE)
RINK = Location(LocationId(9), "rink", {"en": "Cedar Ridge Ice"}, "Cedar Ridge", "ND", "US", "America/Denver")


def text(english: str, french: str = "") -> LocalText:
    """A text in English and, where given, in French."""
    return {"en": english, "fr": french} if french else {"en": english}


def team(number: int, name: str, short: str, **more: Any) -> Participant:
    """A team with a school of its own."""
    school = Group(GroupId(number), name.lower().replace(" ", "-"), text(name), logo=f"/files/x/{number}.svg")
    return Participant(ParticipantId(number), f"{school.key}-hockey", text(name), text(short), school, **more)


TORRENT = team(1, "Harlan Falls", "HRF", color="#1a5fe0")
TIMBER = team(2, "Cedar Ridge", "CDR", color="#0f7350")


def game(number: int = 1, **changes: Any) -> Event:
    """Harlan Falls at Cedar Ridge, two hours from noon."""
    event = Event(
        id=EventId(number),
        key=f"game-{number}",
        starts_at=NOON,
        duration=timedelta(hours=2),
        sides=(Side(TORRENT), Side(TIMBER, is_home=True)),
        category=HOCKEY,
        location=RINK,
    )
    return replace(event, **changes)


def film(number: int = 1, **changes: Any) -> LibraryItem:
    """A library item of noon."""
    item = LibraryItem(LibraryItemId(number), f"film-{number}", text(f"Film {number}"), NOON)
    return replace(item, **changes)
