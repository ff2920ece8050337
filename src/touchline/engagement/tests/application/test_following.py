"""Favorites, positions and reminders, as use cases."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from touchline.engagement.application.favorites import AddFavorite, ListFavorites, ListFollowedIds
from touchline.engagement.application.notifications.delete_past_reminders import DeletePastReminders
from touchline.engagement.application.positions import SavePosition
from touchline.engagement.application.reminders import AddReminder, TargetNames
from touchline.engagement.domain.positions import WatchKind
from touchline.engagement.domain.targets import FavoriteType
from touchline.engagement.ports.catalog import EventSummary
from touchline.engagement.tests.fakes import FakeCurrentChannel
from touchline.engagement.tests.follow_fakes import FakeCatalog, FakeFavorites, FakePositions, FakeReminders
from touchline.shared.clock import FixedClock
from touchline.shared.errors import InvalidInputError, NotFoundError, RefusedError
from touchline.shared.ids import AccountId, ChannelId, SessionId
from touchline.shared.principal import Principal

CLOCK = FixedClock(datetime(2026, 11, 21, 18, 0, tzinfo=UTC))
ADA = Principal(ChannelId(1), SessionId(5), AccountId(42), "en", None)
LIBRARY_ITEM = WatchKind.LIBRARY_ITEM
CATALOG = {
    FavoriteType.PARTICIPANT: {1: "Torrent", 2: "Timber"},
    FavoriteType.GROUP: {1: "Cedar Ridge"},
}


def test_names_are_loaded_once_per_kind_and_the_newest_is_first() -> None:
    catalog, favorites = FakeCatalog(CATALOG), FakeFavorites()
    add_favorite = AddFavorite(favorites, catalog, CLOCK)
    for kind, item in (("participant", 1), ("group", 1), ("participant", 2)):
        add_favorite(ADA, kind, item)
    catalog.requested_kinds.clear()
    serialized = ListFavorites(favorites, catalog)(ADA.viewer_id, "en")
    assert [favorite["name"] for favorite in serialized] == ["Timber", "Cedar Ridge", "Torrent"]
    assert sorted(catalog.requested_kinds) == ["group", "participant"]
    assert ListFollowedIds(favorites)(ADA.viewer_id) == {
        FavoriteType.PARTICIPANT: {1, 2},
        FavoriteType.GROUP: {1},
        FavoriteType.CATEGORY: frozenset(),
    }


def test_a_hidden_item_cannot_be_a_favorite() -> None:
    favorites = FakeFavorites()
    add_favorite = AddFavorite(favorites, FakeCatalog(CATALOG), CLOCK)
    with pytest.raises(NotFoundError):
        add_favorite(ADA, "group", 2)
    with pytest.raises(InvalidInputError, match="but it's event"):
        add_favorite(ADA, "event", 1)
    assert favorites.saved == []


@pytest.mark.parametrize(
    ("position", "duration", "expected"),
    [(9.99, 600, None), (10, 600, 10), (570.9, 600, 570), (571, 600, None), (700, 600, None), (10, 10, None)],
)
def test_a_position_is_saved_when_it_can_be_resumed(
    position: float, duration: float, expected: int | None
) -> None:
    positions = FakePositions()
    save_position = SavePosition(positions, FakeCatalog(can_resume_by_item={(LIBRARY_ITEM, 3): True}), CLOCK)
    save_position(ADA, LIBRARY_ITEM, 3, 100, 600)
    save_position(ADA, LIBRARY_ITEM, 3, position, duration)
    assert [saved.position for saved in positions.saved.values()] == ([] if expected is None else [expected])


def test_watching_live_does_not_change_the_saved_position() -> None:
    positions, catalog = FakePositions(), FakeCatalog(can_resume_by_item={(LIBRARY_ITEM, 3): True})
    save_position = SavePosition(positions, catalog, CLOCK)
    save_position(ADA, LIBRARY_ITEM, 3, 100, 600)
    catalog.can_resume_by_item[LIBRARY_ITEM, 3] = False
    for position in (5, 300):
        save_position(ADA, LIBRARY_ITEM, 3, position, 600)
    assert [saved.position for saved in positions.saved.values()] == [100]
    with pytest.raises(NotFoundError):
        save_position(ADA, LIBRARY_ITEM, 4, 100, 600)


def test_a_past_event_cannot_have_a_reminder() -> None:
    event_summaries = {1: EventSummary(1, "Torrent @ Timber", False), 2: EventSummary(2, "Yesterday", True)}
    catalog, reminders = FakeCatalog(CATALOG, event_summaries), FakeReminders()
    add_reminder = AddReminder(reminders, catalog, TargetNames(catalog), CLOCK)
    serialized, is_new = add_reminder(ADA, "event", 1)
    assert (serialized["name"], is_new) == ("Torrent @ Timber", True)
    assert add_reminder(ADA, "event", 1) == (serialized, False)
    with pytest.raises(RefusedError, match=r"This event has ended\."):
        add_reminder(ADA, "event", 2)
    with pytest.raises(NotFoundError):
        add_reminder(ADA, "event", 3)
    with pytest.raises(
        InvalidInputError, match="must be equal one of event, participant, group, category, but it's x"
    ):
        add_reminder(ADA, "x", 1)
    assert len(reminders.saved) == 1


def test_a_reminder_of_a_team_can_have_score_alerts_and_one_of_a_school_cannot() -> None:
    catalog, reminders = FakeCatalog(CATALOG), FakeReminders()
    add_reminder = AddReminder(reminders, catalog, TargetNames(catalog), CLOCK)
    states = [add_reminder(ADA, "participant", 1, choice)[0]["score_alerts"] for choice in (None, True, None)]
    assert states == [False, True, True]
    assert add_reminder(ADA, "participant", 1, False)[0]["score_alerts"] is False
    with pytest.raises(InvalidInputError, match="only available for teams and games"):
        add_reminder(ADA, "group", 1, True)


def test_reminders_of_past_events_are_deleted_in_batches() -> None:
    event_summaries = {event_id: EventSummary(event_id, str(event_id), False) for event_id in (1, 2)}
    catalog, reminders = FakeCatalog(CATALOG, event_summaries), FakeReminders()
    add_reminder = AddReminder(reminders, catalog, TargetNames(catalog), CLOCK)
    for kind, item in (("event", 1), ("event", 2), ("group", 1)):
        add_reminder(ADA, kind, item)
    event_summaries[1] = EventSummary(1, "1", True)
    delete_past = DeletePastReminders(reminders, catalog, FakeCurrentChannel())
    last = delete_past(0)
    assert last == 2
    assert delete_past(last) is None
    assert [(reminder.target.type, reminder.target.id) for _, reminder in reminders.saved] == [
        ("event", 2),
        ("group", 1),
    ]
