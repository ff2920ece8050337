"""Favourites, positions and reminders, as use cases."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from touchline.engagement.application.favorites import FollowedIds, ListFavorites, MarkFavorite
from touchline.engagement.application.positions import KeepPosition
from touchline.engagement.application.reminders import NamesOfThings, SetReminder
from touchline.engagement.application.tidying import TidyReminders
from touchline.engagement.domain.positions import WatchKind
from touchline.engagement.domain.things import FavoriteType
from touchline.engagement.ports.catalogue import Occasion
from touchline.engagement.tests.fakes import FakeChannelFacts
from touchline.engagement.tests.follow_fakes import (
    FakeCatalogue,
    FakeFavorites,
    FakePositions,
    FakeReminders,
)
from touchline.shared.clock import FixedClock
from touchline.shared.errors import Invalid, NotFound, Refused
from touchline.shared.ids import AccountId, ChannelId, SessionId
from touchline.shared.principal import Principal

CLOCK = FixedClock(datetime(2026, 11, 21, 18, 0, tzinfo=UTC))
ADA = Principal(ChannelId(1), SessionId(5), AccountId(42), "en", None)
VOD = WatchKind.VOD
CATALOGUE = {
    FavoriteType.PARTICIPANT: {1: "Torrent", 2: "Timber"},
    FavoriteType.GROUP: {1: "Cedar Ridge"},
}


def test_names_are_asked_once_for_each_kind_and_the_newest_is_first() -> None:
    catalogue, favorites = FakeCatalogue(CATALOGUE), FakeFavorites()
    mark = MarkFavorite(favorites, catalogue, CLOCK)
    for kind, thing in (("participant", 1), ("group", 1), ("participant", 2)):
        mark(ADA, kind, thing)
    catalogue.asked.clear()
    told = ListFavorites(favorites, catalogue)(ADA.viewer, "en")
    assert [one["name"] for one in told] == ["Timber", "Cedar Ridge", "Torrent"]
    assert sorted(catalogue.asked) == ["group", "participant"]
    assert FollowedIds(favorites)(ADA.viewer) == {
        FavoriteType.PARTICIPANT: {1, 2},
        FavoriteType.GROUP: {1},
        FavoriteType.CATEGORY: frozenset(),
    }


def test_what_is_not_shown_is_not_marked() -> None:
    favorites = FakeFavorites()
    mark = MarkFavorite(favorites, FakeCatalogue(CATALOGUE), CLOCK)
    with pytest.raises(NotFound):
        mark(ADA, "group", 2)
    with pytest.raises(Invalid, match="but it's event"):
        mark(ADA, "event", 1)
    assert favorites.kept == []


@pytest.mark.parametrize(
    ("position", "duration", "kept"),
    [(9.99, 600, None), (10, 600, 10), (570.9, 600, 570), (571, 600, None), (700, 600, None), (10, 10, None)],
)
def test_a_position_is_kept_where_there_is_something_to_go_on_with(
    position: float, duration: float, kept: int | None
) -> None:
    positions = FakePositions()
    keep = KeepPosition(positions, FakeCatalogue(resumable={(VOD, 3): True}), CLOCK)
    keep(ADA.viewer, VOD, 3, 100, 600)
    keep(ADA.viewer, VOD, 3, position, duration)
    assert [one.position for one in positions.kept.values()] == ([] if kept is None else [kept])


def test_watching_live_leaves_what_is_kept_as_it_is() -> None:
    positions, catalogue = FakePositions(), FakeCatalogue(resumable={(VOD, 3): True})
    keep = KeepPosition(positions, catalogue, CLOCK)
    keep(ADA.viewer, VOD, 3, 100, 600)
    catalogue.resumable[VOD, 3] = False
    for position in (5, 300):
        keep(ADA.viewer, VOD, 3, position, 600)
    assert [one.position for one in positions.kept.values()] == [100]
    with pytest.raises(NotFound):
        keep(ADA.viewer, VOD, 4, 100, 600)


def test_what_will_not_be_live_any_more_cannot_be_waited_for() -> None:
    occasions = {1: Occasion(1, "Torrent @ Timber", False), 2: Occasion(2, "Yesterday", True)}
    catalogue, reminders = FakeCatalogue(CATALOGUE, occasions), FakeReminders()
    remind = SetReminder(reminders, catalogue, NamesOfThings(catalogue), CLOCK)
    told, is_new = remind(ADA, "event", 1)
    assert (told["name"], is_new) == ("Torrent @ Timber", True)
    assert remind(ADA, "event", 1) == (told, False)
    with pytest.raises(Refused, match=r"This event is over\."):
        remind(ADA, "event", 2)
    with pytest.raises(NotFound):
        remind(ADA, "event", 3)
    with pytest.raises(Invalid, match="must be equal one of event, participant, group, category, but it's x"):
        remind(ADA, "x", 1)
    assert len(reminders.kept) == 1


def test_reminders_of_what_is_over_are_tidied_away_part_by_part() -> None:
    occasions = {one: Occasion(one, str(one), False) for one in (1, 2)}
    catalogue, reminders = FakeCatalogue(CATALOGUE, occasions), FakeReminders()
    remind = SetReminder(reminders, catalogue, NamesOfThings(catalogue), CLOCK)
    for kind, thing in (("event", 1), ("event", 2), ("group", 1)):
        remind(ADA, kind, thing)
    occasions[1] = Occasion(1, "1", True)
    tidy = TidyReminders(reminders, catalogue, FakeChannelFacts())
    last = tidy(0)
    assert last == 2
    assert tidy(last) is None
    assert [(one.about.type, one.about.id) for _, one in reminders.kept] == [("event", 2), ("group", 1)]
