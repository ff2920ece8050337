"""Applying the catalog's part of a pack, on both databases."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy.event import listen, remove

from touchline.catalog.tests.pack_samples import event_entry, library_entry, pack_part
from touchline.catalog.tests.samples import NOON, build_text
from touchline.channel.facade import ChannelDetails
from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import Application
from touchline.shared.errors import InvalidInputError

Apply = Callable[..., None]
Exported = Callable[[ChannelDetails], dict[str, Any]]


def test_the_second_apply_of_the_same_part_changes_nothing(
    application: Application, season: ChannelDetails, apply: Apply, exported: Exported
) -> None:
    def record(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        if not statement.lstrip().upper().startswith(("SELECT", "SET ", "BEGIN")):
            written.append(statement)

    before, written = exported(season), list[str]()
    engine = application.container.database().engine
    listen(engine, "before_cursor_execute", record)
    try:
        apply(season)
    finally:
        remove(engine, "before_cursor_execute", record)
    assert exported(season) == before
    assert written == []


def test_an_item_keeps_its_id_as_long_as_its_key_stays(
    season: ChannelDetails, apply: Apply, exported: Exported, ids: Callable[[str, str], int]
) -> None:
    before = ids("event", "on-now"), ids("participant", "harlan-falls-hockey"), ids("category", "boys-hockey")
    moved = [event_entry("on-now", NOON, sport="soccer", **{"pass": "paid"})]
    apply(season, events=moved)
    assert [(event["key"], event["pass"]) for event in exported(season)["events"]] == [("on-now", "paid")]
    after = ids("event", "on-now"), ids("participant", "harlan-falls-hockey"), ids("category", "boys-hockey")
    assert before == after


def test_items_removed_from_the_pack_are_withdrawn_and_restored_with_their_id(
    season: ChannelDetails,
    apply: Apply,
    exported: Exported,
    ids: Callable[[str, str], int],
    visitor: Visitor,
) -> None:
    event_id, before = ids("event", "over"), exported(season)
    apply(season, events=[], library={})
    nothing: dict[str, Any] = {"categories": [], "items": [], "rails": []}
    assert exported(season) == {**before, "events": [], "library": nothing}
    assert visitor.get(f"/events/{event_id}").status_code == 404
    assert visitor.data("/events") == visitor.data("/vod-media-rails") == []
    apply(season)
    assert exported(season) == before
    assert visitor.get(f"/events/{event_id}").status_code == 200


def test_applying_a_pack_preserves_stream_and_clip_data(
    application: Application,
    season: ChannelDetails,
    apply: Apply,
    ids: Callable[[str, str], int],
    visitor: Visitor,
) -> None:
    event_id = ids("event", "on-now")
    with application.container.database().transaction(season.id):
        application.container.catalog.events().set_recorded(event_id, True)
    apply(season, events=[event_entry("on-now", NOON, label=build_text("final"))])
    shown_row = visitor.data(f"/events/{event_id}")
    assert (shown_row["label"], shown_row["stream_status"]) == ("final", "finished")


def test_external_streams_and_players_follow_the_pack(
    season: ChannelDetails, apply: Apply, ids: Callable[[str, str], int], visitor: Visitor
) -> None:
    live, player = {"url": "https://live.example/a/master.m3u8"}, "https://video.example/embed/1"
    media_by_pack = []
    for event_fields in ({"live": live, "embed_url": player}, {"live": live}, {}):
        apply(season, events=[event_entry("on-now", NOON, **event_fields)])
        media = visitor.data(f"/events/{ids('event', 'on-now')}")["media"]
        media_by_pack.append([(row["type"], row["url"]) for row in media])
    assert media_by_pack == [[(2, live["url"]), (4, player)], [(2, live["url"])], []]


def test_an_export_recreates_the_same_state_in_another_channel(
    season: ChannelDetails, other_channel: ChannelDetails, apply: Apply, exported: Exported
) -> None:
    apply(season, events=[event_entry("on-now", NOON, live={"url": "https://live.example/m.m3u8"})])
    part = exported(season)
    for _time in range(2):
        apply(other_channel, **part)
        assert exported(other_channel) == part


def test_an_export_equals_the_applied_part(season: ChannelDetails, exported: Exported) -> None:
    part = exported(season)
    defined = {event["key"]: event for event in pack_part()["events"]}
    assert {event["key"]: event for event in part["events"]} == defined
    assert {participant["key"] for participant in part["participants"]} == {
        participant["key"] for participant in pack_part()["participants"]
    }
    rails = {rail["key"]: rail["items"] for rail in part["library"]["rails"]}
    assert rails == {"picked": ["power-play", "ten-questions"], "studio": []}


@pytest.mark.parametrize(
    ("changes", "section"),
    [
        ({"events": [event_entry("x", NOON, home="nobody")]}, "participants"),
        ({"events": [event_entry("x", NOON, location="nowhere")]}, "locations"),
        ({"library": {**library_entry(), "categories": []}}, "library_categories"),
    ],
)
def test_a_key_that_is_in_no_section_is_refused(
    channel: ChannelDetails, apply: Apply, changes: dict[str, Any], section: str
) -> None:
    with pytest.raises(InvalidInputError) as error:
        apply(channel, **changes)
    assert list(error.value.errors) == [section]


def test_a_participant_cannot_be_its_own_child(channel: ChannelDetails, apply: Apply) -> None:
    teams = pack_part()["participants"]
    teams[1]["children"] = ["cedar-ridge-teams"]
    teams[0]["children"] = [teams[1]["key"]]
    with pytest.raises(InvalidInputError, match="contains itself"):
        apply(channel, participants=teams)


def test_a_schedule_status_survives_an_export_and_an_apply(
    season: ChannelDetails, apply: Apply, exported: Exported
) -> None:
    apply(
        season,
        events=[
            event_entry("called-off", NOON, status="canceled"),
            event_entry("snow", NOON, status="postponed"),
            event_entry("moved", NOON, status="postponed", postponed_to=NOON + timedelta(days=3)),
        ],
    )
    before = exported(season)
    assert [
        (event["key"], event["status"], event["starts"], event["postponed_to"]) for event in before["events"]
    ] == [
        ("called-off", "canceled", NOON, None),
        ("snow", "postponed", NOON, None),
        ("moved", "postponed", NOON, NOON + timedelta(days=3)),
    ]
    apply(season, events=before["events"])
    assert exported(season) == before


def test_a_pack_without_a_status_does_not_reinstate_a_canceled_event(
    season: ChannelDetails, apply: Apply, exported: Exported
) -> None:
    apply(season, events=[event_entry("game", NOON, status="canceled")])
    apply(season, events=[event_entry("game", NOON)])
    assert [event["status"] for event in exported(season)["events"]] == ["canceled"]
    apply(season, events=[event_entry("game", NOON, status="scheduled")])
    assert [event["status"] for event in exported(season)["events"]] == [None]


def test_a_rescheduled_event_shows_its_new_and_its_first_start(
    season: ChannelDetails, apply: Apply, ids: Callable[[str, str], int], visitor: Visitor
) -> None:
    later = NOON + timedelta(days=3)
    apply(season, events=[event_entry("game", NOON, status="postponed", postponed_to=later)])
    shown_row = visitor.data(f"/events/{ids('event', 'game')}")
    assert (shown_row["schedule_status"], shown_row["event_utc_ts"], shown_row["previous_event_utc_ts"]) == (
        "rescheduled",
        int(later.timestamp()),
        int(NOON.timestamp()),
    )
