"""Sample objects for tests: a school, two teams, and an event between them."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from touchline.catalog.domain.events.event import Event
from touchline.catalog.domain.events.participants import EventSide, Participant
from touchline.catalog.domain.library import LibraryItem
from touchline.catalog.domain.scoring.timeline_tokens import TimelineTokens
from touchline.catalog.domain.taxonomy import Category, Gender, Group, Location
from touchline.shared.ids import (
    CategoryId,
    EventId,
    GroupId,
    LibraryItemId,
    LocationId,
    ParticipantId,
)
from touchline.shared.strings.localized import LocalText

TIMELINE_TOKENS = TimelineTokens(b"secret")
NOON = datetime(2026, 11, 21, 18, 0, tzinfo=UTC)
HOCKEY = Category(CategoryId(7), "boys-hockey", {"en": "Boys hockey"}, sport="hockey", gender=Gender.MALE)
RINK = Location(LocationId(9), "rink", {"en": "Cedar Ridge Ice"}, "Cedar Ridge", "ND", "US", "America/Denver")


def build_text(english: str, french: str = "") -> LocalText:
    """Return a text in English and, if given, French."""
    return {"en": english, "fr": french} if french else {"en": english}


def build_team(number: int, name: str, short: str, **more: Any) -> Participant:
    """Return a team with its own school."""
    group = Group(
        GroupId(number), name.lower().replace(" ", "-"), build_text(name), logo=f"/files/x/{number}.svg"
    )
    return Participant(
        ParticipantId(number), f"{group.key}-hockey", build_text(name), build_text(short), group, **more
    )


TORRENT = build_team(1, "Harlan Falls", "HRF", color="#1a5fe0")
TIMBER = build_team(2, "Cedar Ridge", "CDR", color="#0f7350")


def build_event(number: int = 1, **changes: Any) -> Event:
    """Return an event of two hours from noon: Harlan Falls at Cedar Ridge."""
    event = Event(
        id=EventId(number),
        key=f"game-{number}",
        starts_at=NOON,
        duration=timedelta(hours=2),
        sides=(EventSide(TORRENT), EventSide(TIMBER, is_home=True)),
        category=HOCKEY,
        location=RINK,
    )
    return replace(event, **changes)


def build_library_item(number: int = 1, **changes: Any) -> LibraryItem:
    """Return a library item dated noon."""
    item = LibraryItem(LibraryItemId(number), f"film-{number}", build_text(f"Film {number}"), NOON)
    return replace(item, **changes)
