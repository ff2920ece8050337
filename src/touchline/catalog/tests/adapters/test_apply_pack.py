"""Applying the catalogue's part of a pack, on both databases."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy.event import listen, remove

from touchline.catalog.tests.packs import event, library, pack_part
from touchline.catalog.tests.samples import NOON, text
from touchline.channel.facade import ChannelFacts
from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import House
from touchline.shared.errors import Invalid

Apply = Callable[..., None]
Exported = Callable[[ChannelFacts], dict[str, Any]]


def test_the_second_apply_of_the_same_part_changes_nothing(
    house: House, season: ChannelFacts, apply: Apply, exported: Exported
) -> None:
    def note(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        if not statement.lstrip().upper().startswith(("SELECT", "SET ", "BEGIN")):
            written.append(statement)

    before, written = exported(season), list[str]()
    engine = house.container.database().engine
    listen(engine, "before_cursor_execute", note)
    try:
        apply(season)
    finally:
        remove(engine, "before_cursor_execute", note)
    assert exported(season) == before
    assert written == []


def test_a_thing_keeps_its_id_while_its_key_stays(
    season: ChannelFacts, apply: Apply, exported: Exported, ids: Callable[[str, str], int]
) -> None:
    before = ids("event", "on-now"), ids("participant", "harlan-falls-hockey"), ids("category", "boys-hockey")
    moved = [event("on-now", NOON, sport="soccer", **{"pass": "paid"})]
    apply(season, events=moved)
    assert [(one["key"], one["pass"]) for one in exported(season)["events"]] == [("on-now", "paid")]
    after = ids("event", "on-now"), ids("participant", "harlan-falls-hockey"), ids("category", "boys-hockey")
    assert before == after


def test_what_is_gone_from_the_pack_is_hidden_and_comes_back_with_its_id(
    season: ChannelFacts,
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


def test_an_apply_leaves_what_streams_and_clips_have_written(
    house: House, season: ChannelFacts, apply: Apply, ids: Callable[[str, str], int], visitor: Visitor
) -> None:
    event_id = ids("event", "on-now")
    with house.container.database().transaction(season.id):
        house.container.catalog.events().set_recorded(event_id, True)
    apply(season, events=[event("on-now", NOON, label=text("final"))])
    told = visitor.data(f"/events/{event_id}")
    assert (told["label"], told["stream_status"]) == ("final", "finished")


def test_a_stream_and_a_player_elsewhere_come_and_go_with_the_pack(
    season: ChannelFacts, apply: Apply, ids: Callable[[str, str], int], visitor: Visitor
) -> None:
    live, player = {"url": "https://live.example/a/master.m3u8"}, "https://video.example/embed/1"
    seen = []
    for said in ({"live": live, "embed_url": player}, {"live": live}, {}):
        apply(season, events=[event("on-now", NOON, **said)])
        media = visitor.data(f"/events/{ids('event', 'on-now')}")["media"]
        seen.append([(row["type"], row["url"]) for row in media])
    assert seen == [[(2, live["url"]), (4, player)], [(2, live["url"])], []]


def test_what_is_exported_applies_to_another_channel_as_the_same_state(
    season: ChannelFacts, other_channel: ChannelFacts, apply: Apply, exported: Exported
) -> None:
    apply(season, events=[event("on-now", NOON, live={"url": "https://live.example/m.m3u8"})])
    part = exported(season)
    for _time in range(2):
        apply(other_channel, **part)
        assert exported(other_channel) == part


def test_an_export_says_what_the_part_said(season: ChannelFacts, exported: Exported) -> None:
    part = exported(season)
    said = {one["key"]: one for one in pack_part()["events"]}
    assert {one["key"]: one for one in part["events"]} == said
    assert {one["key"] for one in part["participants"]} == {one["key"] for one in pack_part()["participants"]}
    rails = {one["key"]: one["items"] for one in part["library"]["rails"]}
    assert rails == {"picked": ["power-play", "ten-questions"], "studio": []}


@pytest.mark.parametrize(
    ("changes", "section"),
    [
        ({"events": [event("x", NOON, home="nobody")]}, "participants"),
        ({"events": [event("x", NOON, location="nowhere")]}, "locations"),
        ({"library": {**library(), "categories": []}}, "library_categories"),
    ],
)
def test_a_key_that_no_section_has_is_refused(
    channel: ChannelFacts, apply: Apply, changes: dict[str, Any], section: str
) -> None:
    with pytest.raises(Invalid) as refused:
        apply(channel, **changes)
    assert list(refused.value.errors) == [section]


def test_a_participant_cannot_stand_for_itself(channel: ChannelFacts, apply: Apply) -> None:
    teams = pack_part()["participants"]
    teams[1]["children"] = ["cedar-ridge-teams"]
    teams[0]["children"] = [teams[1]["key"]]
    with pytest.raises(Invalid, match="stands for itself"):
        apply(channel, participants=teams)


def test_a_schedule_status_goes_through_an_export_and_an_apply_unchanged(
    season: ChannelFacts, apply: Apply, exported: Exported
) -> None:
    apply(
        season,
        events=[
            event("called-off", NOON, status="canceled"),
            event("snow", NOON, status="postponed"),
            event("moved", NOON, status="postponed", postponed_to=NOON + timedelta(days=3)),
        ],
    )
    before = exported(season)
    assert [(one["key"], one["status"], one["starts"], one["postponed_to"]) for one in before["events"]] == [
        ("called-off", "canceled", NOON, None),
        ("snow", "postponed", NOON, None),
        ("moved", "postponed", NOON, NOON + timedelta(days=3)),
    ]
    apply(season, events=before["events"])
    assert exported(season) == before


def test_a_pack_that_says_nothing_of_it_does_not_bring_a_canceled_event_back(
    season: ChannelFacts, apply: Apply, exported: Exported
) -> None:
    apply(season, events=[event("game", NOON, status="canceled")])
    apply(season, events=[event("game", NOON)])
    assert [one["status"] for one in exported(season)["events"]] == ["canceled"]
    apply(season, events=[event("game", NOON, status="scheduled")])
    assert [one["status"] for one in exported(season)["events"]] == [None]


def test_the_answer_names_the_new_and_the_first_time_of_a_rescheduled_event(
    season: ChannelFacts, apply: Apply, ids: Callable[[str, str], int], visitor: Visitor
) -> None:
    later = NOON + timedelta(days=3)
    apply(season, events=[event("game", NOON, status="postponed", postponed_to=later)])
    told = visitor.data(f"/events/{ids('event', 'game')}")
    assert (told["schedule_status"], told["event_utc_ts"], told["previous_event_utc_ts"]) == (
        "rescheduled",
        int(later.timestamp()),
        int(NOON.timestamp()),
    )
