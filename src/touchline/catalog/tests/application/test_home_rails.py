"""The rails of the home page."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from touchline.catalog.application.asking import Desk
from touchline.catalog.application.event_answers import EventAnswers
from touchline.catalog.application.event_parts import EventParts
from touchline.catalog.application.home_rails import RAIL_SIZE, HomeRails
from touchline.catalog.domain.event import Event
from touchline.catalog.domain.status import StreamState
from touchline.catalog.tests.fakes import (
    FakeBilling,
    FakeLinks,
    FixedFacts,
    InMemoryEvents,
    InMemoryPlaces,
    PlainAddresses,
)
from touchline.catalog.tests.samples import HOCKEY, NOON, game
from touchline.shared.clock import FixedClock
from touchline.shared.ids import ChannelId, SessionId
from touchline.shared.principal import Principal

VISITOR = Principal(ChannelId(1), SessionId(1), None, "en", "US")
HOUR = timedelta(hours=1)
ON_AIR = StreamState(publishing=True)


def rails(*events: Event, category_id: int = 0) -> Any:
    """The answer for these events, and how often the media were asked for."""
    links, billing, addresses = FakeLinks(), FakeBilling(), PlainAddresses()
    desk = Desk(FixedFacts(), addresses, FixedClock(NOON))
    answers = EventAnswers(EventParts(links, billing, billing), addresses)
    ask = HomeRails(InMemoryEvents(events), InMemoryPlaces([HOCKEY]), answers, desk)
    return ask(VISITOR, category_id), len(links.asked)


def replay(number: int, **more: Any) -> Event:
    """A game that is over and can be watched back."""
    return game(number, stream=StreamState(recorded=True), **more)


def test_what_nobody_recorded_is_not_among_the_replays() -> None:
    shown, _ = rails(game(1, starts_at=NOON - 9 * HOUR), replay(2, starts_at=NOON - 12 * HOUR))
    assert [[row["id"] for row in rail["events"]] for rail in shown] == [[2], [2]]


def test_rails_come_in_the_order_live_upcoming_replays_categories() -> None:
    shown, _ = rails(
        replay(1, starts_at=NOON - 9 * HOUR),
        game(2, stream=ON_AIR),
        game(3, starts_at=NOON + HOUR),
        game(4, category=None, stream=ON_AIR),
        game(5, stream=StreamState(publishing=True, interrupted=True)),
    )
    assert [(rail["kind"], [row["id"] for row in rail["events"]]) for rail in shown] == [
        ("live", [2, 4, 5]),
        ("upcoming", [3]),
        ("finished", [1]),
        ("category", [1]),
    ]


def test_what_is_due_without_a_stream_is_in_a_rail_of_its_own_and_not_live() -> None:
    shown, _ = rails(game(1), game(2, starts_at=NOON - HOUR), game(3, stream=ON_AIR))
    told = [(rail["kind"], rail["title"], [row["live_state"] for row in rail["events"]]) for rail in shown]
    assert told == [("live", "Live now", ["on_air"]), ("due", "Starting soon", ["delayed", "starting_soon"])]
    assert shown[1]["more_url"] == "/upcoming"


def test_replays_come_newest_first_and_what_is_to_come_soonest_first() -> None:
    over = [replay(number, starts_at=NOON - number * 9 * HOUR) for number in (1, 2)]
    soon = [game(number, starts_at=NOON + number * HOUR) for number in (4, 3)]
    shown, _ = rails(*over, *soon)
    assert [[row["id"] for row in rail["events"]] for rail in shown[:2]] == [[3, 4], [1, 2]]


def test_an_event_in_two_rails_is_told_once() -> None:
    shown, asked = rails(replay(1, starts_at=NOON - 9 * HOUR))
    assert shown[0]["events"][0] is shown[1]["events"][0]
    assert asked == 1


def test_a_rail_is_cut_and_says_how_many_there_are() -> None:
    shown, _ = rails(*(game(number, starts_at=NOON + number * HOUR) for number in range(1, 20)))
    assert (len(shown[0]["events"]), shown[0]["total"]) == (RAIL_SIZE, 19)


def test_a_categorys_page_has_no_rails_by_category() -> None:
    shown, _ = rails(replay(1, starts_at=NOON - 9 * HOUR), category_id=HOCKEY.id)
    assert [(rail["kind"], rail["more_url"]) for rail in shown] == [("finished", "/vod?event_category_id=7")]
