"""Edits read and write only the events that they concern."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from touchline.catalog.adapters.sql.events.event_tables import EventRow
from touchline.catalog.domain.filters import EventFilter
from touchline.entrypoints.bootstrap import Application
from touchline.front.packs.apply_pack import ApplyPack
from touchline.front.packs.tests.document.studio import Studio
from touchline.shared.errors import InvalidInputError
from touchline.shared.paging import PageRequest

GAME, OTHER_GAME, TALK = "hawks-at-otters", "on-air", "coach-talk"
MORE_EVENTS = [f"talk-{number}" for number in range(12)]


@pytest.fixture(autouse=True)
def applied(apply_pack: ApplyPack, full_pack: Path) -> None:
    """Apply a pack with a dozen more events."""
    with (full_pack / "events.yaml").open("a") as file:
        for key in MORE_EVENTS:
            file.write(f"\n- {{key: {key}, name: Talk, category: talks, starts: '2026-10-01 19:00'}}")
    apply_pack(full_pack)


@pytest.fixture
def loaded_events() -> Iterator[list[str]]:
    """Return the keys of the events that are loaded from now on."""
    keys: list[str] = []

    def record(row: EventRow, _context: Any) -> None:
        keys.append(row.key)

    event.listen(EventRow, "load", record)
    yield keys
    event.remove(EventRow, "load", record)


@pytest.fixture
def search(
    application: Application, transaction: Callable[..., Any], studio: Studio
) -> Callable[[str], set[str]]:
    """Return a function that searches the channel's events for words."""

    def find(query: str) -> set[str]:
        with transaction(studio.channel_id):
            events = application.container.catalog.events()
            page = events.list_page(EventFilter(query=query), PageRequest(), datetime.now(UTC))
            return {found.key for found in page.items}

    return find


def test_an_edit_of_an_event_loads_no_other_events_but_those_of_slides(
    studio: Studio, loaded_events: list[str]
) -> None:
    studio.edit("events", TALK, label="final")
    assert set(loaded_events) == {TALK, GAME}


def test_an_edit_of_a_page_or_an_offer_loads_only_the_events_of_slides(
    studio: Studio, loaded_events: list[str]
) -> None:
    studio.edit("faq", "refunds", question="Why?")
    studio.edit("packages", next(iter(studio.list("packages"))), weight=7)
    assert set(loaded_events) <= {GAME}


@pytest.mark.parametrize(
    ("section", "key", "games"),
    [
        ("participants", "hawks-boys", {GAME, OTHER_GAME}),
        ("groups", "hawks", {GAME, OTHER_GAME}),
        ("categories", "hockey", {GAME, OTHER_GAME}),
        ("locations", "barn", {GAME}),
    ],
)
def test_events_are_found_by_the_new_name_of_what_they_show(
    section: str, key: str, games: set[str], studio: Studio, search: Callable[[str], set[str]]
) -> None:
    studio.edit(section, key, name="Zanzibar")
    assert search("zanzibar") == games


def test_events_of_a_team_are_found_by_a_new_parent(
    studio: Studio, search: Callable[[str], set[str]]
) -> None:
    studio.edit("participants", "hawks-boys", children=None)
    assert studio.save(
        "participants", "league", {"key": "league", "name": "Zanzibar", "children": ["otters-boys"]}
    )
    assert search("zanzibar") == {GAME, OTHER_GAME}


@pytest.mark.parametrize(
    ("section", "key"),
    [("categories", "talks"), ("participants", "hawks-boys"), ("locations", "barn"), ("events", GAME)],
)
def test_what_others_refer_to_cannot_be_removed(section: str, key: str, studio: Studio) -> None:
    with pytest.raises(InvalidInputError, match=f"`{key}` is not a key in"):
        studio.remove(section, key)
    assert studio.read(section, key)


def test_a_removed_event_takes_no_other_event_with_it(studio: Studio) -> None:
    before = set(studio.list("events"))
    studio.remove("events", "talk-3")
    assert set(studio.list("events")) == before - {"talk-3"}


def test_another_time_zone_is_applied_to_all_events(studio: Studio, loaded_events: list[str]) -> None:
    studio.edit("channel", time_zone="America/New_York")
    assert set(MORE_EVENTS) < set(loaded_events)
    assert studio.read("events", "talk-3").value["starts"] == "2026-10-01 20:00"
