"""Telling, and what is said, as use cases."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, time, timedelta

import pytest

from touchline.engagement.application.live_news import PushLive, TellOfLive
from touchline.engagement.application.reminders import NamesOfThings
from touchline.engagement.application.tell_live import PUSH, TellLive
from touchline.engagement.application.unsubscribe import Unsubscribe
from touchline.engagement.domain.news import NewsSettings, QuietHours
from touchline.engagement.domain.reminders import LiveGame
from touchline.engagement.domain.things import About, AboutType, FavoriteType
from touchline.engagement.domain.unsubscribing import UnsubscribeTokens
from touchline.engagement.events import ReminderDue
from touchline.engagement.ports.catalogue import Occasion
from touchline.engagement.ports.push import PushAddress, PushUnavailable
from touchline.engagement.ports.reminders import Waiting
from touchline.engagement.tests.fakes import FakeChannelFacts, FakePush
from touchline.engagement.tests.follow_fakes import (
    FakeBrowsers,
    FakeCatalogue,
    FakePreferences,
    FakeReminders,
    FakeTold,
)
from touchline.shared.clock import FixedClock
from touchline.shared.errors import Refused
from touchline.shared.events import DomainEvent
from touchline.shared.ids import AccountId, ChannelId, SessionId

NOON = datetime(2026, 11, 21, 18, 0, tzinfo=UTC)  # 13:00 in Toronto, the channel's zone
HOUR = timedelta(hours=1)
ADA = AccountId(42)
TEAM, SCHOOL = About(AboutType.PARTICIPANT, 7), About(AboutType.GROUP, 3)
GAME = LiveGame(12, frozenset({About(AboutType.EVENT, 12), TEAM, SCHOOL}), NOON - HOUR, NOON + HOUR)
NAP = QuietHours(time(12), time(14))


class Said(list[DomainEvent]):
    """`Announce`."""

    def __call__(self, event: DomainEvent) -> None:
        self.append(event)


@dataclass
class Desk:
    """Everything around telling."""

    catalogue: FakeCatalogue = field(
        default_factory=lambda: FakeCatalogue(
            {FavoriteType.PARTICIPANT: {7: "Timber"}, FavoriteType.GROUP: {3: "Cedar Ridge"}},
            {12: Occasion(12, "Torrent @ Timber", False)},
            [GAME],
        )
    )
    reminders: FakeReminders = field(default_factory=FakeReminders)
    told: FakeTold = field(default_factory=FakeTold)
    browsers: FakeBrowsers = field(default_factory=FakeBrowsers)
    preferences: FakePreferences = field(default_factory=FakePreferences)
    facts: FakeChannelFacts = field(default_factory=FakeChannelFacts)
    push: FakePush = field(default_factory=FakePush)
    said: Said = field(default_factory=Said)
    jobs: list[tuple[str, tuple[int | str, ...], str]] = field(default_factory=list)
    clock: FixedClock = field(default_factory=lambda: FixedClock(NOON))
    tokens: UnsubscribeTokens = field(default_factory=lambda: UnsubscribeTokens(b"secret"))

    def enqueue(
        self,
        name: str,
        *ids: int | str,
        queue: str = "default",
        unique: str | None = None,
        timeout: int = 3600,
    ) -> None:
        """`Jobs`."""
        self.jobs.append((name, ids, queue))

    @property
    def tell(self) -> TellLive:
        return TellLive(
            self.reminders, self.told, self.catalogue, self.facts, self.push, self.said, self, self.clock
        )

    @property
    def names(self) -> NamesOfThings:
        return NamesOfThings(self.catalogue)

    @property
    def letter(self) -> TellOfLive:
        return TellOfLive(
            self.reminders, self.preferences, self.catalogue, self.names, self.facts, self.tokens
        )

    @property
    def pushes(self) -> PushLive:
        return PushLive(
            self.reminders,
            self.told,
            self.browsers,
            self.preferences,
            self.catalogue,
            self.facts,
            self.clock,
        )


def waiting(has_browser: bool = True, **settings: object) -> Waiting:
    """Ada, who follows a team."""
    return Waiting(ADA, TEAM, replace(NewsSettings(), **settings), has_browser)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("viewer", "by_mail", "by_push"),
    [
        (waiting(), True, True),
        (waiting(has_browser=False), True, False),
        (waiting(by_mail=False), False, True),
        (waiting(by_push=False), True, False),
    ],
)
def test_a_viewer_is_told_by_the_ways_they_want_and_have(
    viewer: Waiting, by_mail: bool, by_push: bool
) -> None:
    desk = Desk()
    assert desk.tell.tell(GAME, viewer)
    assert not desk.tell.tell(GAME, viewer)
    assert desk.said == ([ReminderDue(1, 42, 12, "participant", 7)] if by_mail else [])
    assert desk.jobs == ([(PUSH, (1, 42, 12), "mail")] if by_push else [])


@pytest.mark.parametrize(
    ("viewer", "due"),
    [
        (waiting(), True),
        (waiting(quiet=NAP), False),
        (waiting(quiet=NAP, time_zone="Europe/Paris"), True),
        (waiting(by_mail=False), True),
        (waiting(has_browser=False, by_mail=False), False),
        (waiting(by_mail=False, by_push=False), False),
    ],
)
def test_who_is_asleep_or_cannot_be_reached_is_passed_over(viewer: Waiting, due: bool) -> None:
    desk = Desk(reminders=FakeReminders(waits=[viewer]))
    batch = desk.tell.waiting(GAME, AccountId(0))
    assert (list(batch.due), batch.last) == ([viewer] if due else [], ADA)
    assert desk.tell.waiting(GAME, ADA).last is None


def test_a_house_without_a_key_pushes_nothing() -> None:
    desk = Desk(reminders=FakeReminders(waits=[waiting(by_mail=False)]), push=FakePush(public_key=None))
    assert desk.tell.waiting(GAME, AccountId(0)).due == []


def test_a_letter_says_what_is_on_by_which_reminder_and_how_to_end_it() -> None:
    desk = Desk()
    for about in (SCHOOL, TEAM):
        desk.reminders.add(ADA, about, NOON)
    told = desk.letter(ADA, 12, "en")
    assert told is not None
    assert (told.event_name, told.path, told.about_name) == ("Torrent @ Timber", "/watch/12", "Timber")
    leave = Unsubscribe(desk.tokens, desk.reminders, desk.names)
    for _ in range(2):
        gone = leave(ChannelId(1), told.token, "en")
        assert gone == {"about_type": "participant", "about_id": 7, "name": "Timber"}
    assert [one.about for one in desk.reminders.of(ADA)] == [SCHOOL]
    with pytest.raises(Refused, match=r"This link is not valid\."):
        leave(ChannelId(2), told.token, "en")


def test_there_is_no_letter_of_what_is_over_or_not_waited_for_any_more() -> None:
    desk = Desk()
    assert desk.letter(ADA, 12, "en") is None
    desk.reminders.add(ADA, TEAM, NOON)
    assert desk.letter(ADA, 12, "en") is not None
    desk.preferences.settings = NewsSettings(by_mail=False)
    assert desk.letter(ADA, 12, "en") is None
    desk.preferences.settings = NewsSettings()
    desk.catalogue.games.clear()
    assert desk.letter(ADA, 12, "en") is None


def pushed(desk: Desk) -> None:
    """Ada was told of what she waits for, and has a browser."""
    desk.reminders.add(ADA, TEAM, NOON - HOUR)
    desk.told.first(ADA, 12, NOON)
    desk.browsers.put(ADA, SessionId(1), PushAddress("https://push.test/1", "key", "secret"), NOON)


@pytest.mark.parametrize(("language", "body"), [("en", "Live now on"), ("fr", "En direct maintenant sur")])
def test_a_push_speaks_the_viewers_language(language: str, body: str) -> None:
    desk = Desk(facts=FakeChannelFacts(languages={ADA: language}))
    pushed(desk)
    prepared = desk.pushes.prepare(ADA, 12)
    assert prepared is not None
    note, (browser,) = prepared
    assert (note.title, note.body) == ("Torrent @ Timber", f"{body} Riverside")
    desk.pushes.reached(ADA, 12, browser)
    again = desk.pushes.prepare(ADA, 12)
    assert again is not None and again[1] == []


@pytest.mark.parametrize(
    ("left", "ttl"),
    [(-HOUR, 600), (timedelta(minutes=9), 600), (HOUR, 3600), (9 * HOUR, 4 * 3600)],
)
def test_a_push_service_keeps_a_push_about_as_long_as_the_game_lasts(left: timedelta, ttl: int) -> None:
    desk = Desk()
    pushed(desk)
    desk.catalogue.games[:] = [replace(GAME, ends_at=NOON + left)]
    prepared = desk.pushes.prepare(ADA, 12)
    assert prepared is not None and prepared[0].ttl == ttl


def test_there_is_no_push_of_what_is_over_not_wanted_or_not_told() -> None:
    desk = Desk()
    assert desk.pushes.prepare(ADA, 12) is None
    pushed(desk)
    assert desk.pushes.prepare(ADA, 12) is not None
    desk.preferences.settings = NewsSettings(by_push=False)
    assert desk.pushes.prepare(ADA, 12) is None
    desk.preferences.settings = NewsSettings()
    desk.catalogue.games.clear()
    assert desk.pushes.prepare(ADA, 12) is None


def test_a_push_that_had_to_wait_is_not_sent_once_the_reminder_is_taken_back() -> None:
    desk = Desk()
    pushed(desk)
    desk.reminders.remove_about(ADA, TEAM)
    assert desk.pushes.prepare(ADA, 12) is None


def test_a_push_that_had_to_wait_does_not_come_in_quiet_hours_but_after_them() -> None:
    desk = Desk(preferences=FakePreferences(NewsSettings(quiet=NAP)))
    pushed(desk)
    with pytest.raises(PushUnavailable):
        desk.pushes.prepare(ADA, 12)
    desk.clock.advance(HOUR)
    assert desk.pushes.prepare(ADA, 12) is not None
