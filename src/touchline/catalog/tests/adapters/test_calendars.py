"""Calendars on the real app: what a calendar program reads back (RFC 5545), with a key and without."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import icalendar
import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from touchline.catalog.tests.packs import event, pack_part
from touchline.catalog.tests.samples import NOON
from touchline.catalog.tests.samples import text as words
from touchline.channel.facade import ChannelFacts
from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import House
from touchline.shared.clock import FixedClock

Apply = Callable[..., None]
Ids = Callable[[str, str], int]
HOST = {"Host": "prairie.localhost"}
HOSTILE = 'A, "b"; c\\d\r\nEND:VEVENT\r\nBEGIN:VALARM\u2028<script>\x00 ' + "é" * 100


def read(answer: TestResponse) -> Any:
    """What a calendar program makes of an answer."""
    assert answer.status_code == 200, answer.get_data(as_text=True)
    assert answer.mimetype == "text/calendar"
    return icalendar.Calendar.from_ical(answer.get_data())


def names(calendar: Any) -> list[str]:
    """What its events are called."""
    return [str(one["SUMMARY"]) for one in calendar.walk("VEVENT")]


def test_an_event_comes_with_everything_a_calendar_shows(
    client: FlaskClient, season: ChannelFacts, ids: Ids
) -> None:
    number = ids("event", "on-now")
    answer = client.get(f"/watch/{number}.ics", headers=HOST)
    (one,) = read(answer).walk("VEVENT")
    assert one["UID"] == f"event-{number}@prairie.localhost"
    assert str(one["SUMMARY"]) == "Harlan Falls @ Cedar Ridge, quarterfinal"
    assert one["DTSTART"].dt == NOON - timedelta(hours=1)
    assert one["DTEND"].dt == NOON + timedelta(hours=1)
    assert one["DTSTAMP"].dt == one["LAST-MODIFIED"].dt == NOON
    assert one["SEQUENCE"] == 0
    assert str(one["LOCATION"]) == "Cedar Ridge Ice, Cedar Ridge, ND"
    assert str(one["URL"]) == f"http://prairie.localhost/watch/{number}"
    assert str(one["DESCRIPTION"]).splitlines() == ["quarterfinal", "A rivalry.", str(one["URL"])]
    assert one["CATEGORIES"].cats == ["Boys hockey"]
    assert answer.headers["Content-Disposition"] == f'inline; filename="event-{number}.ics"'


def test_with_a_key_the_same_stands_below_the_api(
    client: FlaskClient, visitor: Visitor, season: ChannelFacts, ids: Ids
) -> None:
    number = ids("event", "later")
    below = visitor.get(f"/events/{number}/calendar.ics")
    assert names(read(below)) == ["Harlan Falls @ Cedar Ridge"]
    assert len(names(read(visitor.get("/events/calendar.ics")))) == 6
    assert client.get("/api/events/calendar.ics").status_code == 403


@pytest.mark.parametrize(
    ("query", "count", "name"),
    [
        ({}, 6, "Prairie"),
        ({"team": "harlan-falls-hockey"}, 3, "Harlan Falls · Prairie"),
        ({"school": "cedar-ridge", "sport": "girls-soccer"}, 2, "Cedar Ridge · Girls soccer · Prairie"),
        ({"sport": "girls-soccer", "lang": "fr"}, 2, "Soccer féminin · Prairie"),
        ({"stream_status": "finished"}, 2, "Prairie"),
        ({"team": "nobody"}, 0, "nobody · Prairie"),
        ({"q": "harlen"}, 5, "Prairie"),
    ],
)
def test_a_feed_has_the_events_of_its_filter_and_says_whose_it_is(
    client: FlaskClient, season: ChannelFacts, query: dict[str, str], count: int, name: str
) -> None:
    calendar = read(client.get("/calendar.ics", query_string=query, headers=HOST))
    assert len(names(calendar)) == count
    assert str(calendar["X-WR-CALNAME"]) == name
    assert calendar["REFRESH-INTERVAL"].to_ical() == b"PT1H"


def test_a_feed_is_in_order_and_in_the_asked_language(client: FlaskClient, season: ChannelFacts) -> None:
    calendar = read(client.get("/calendar.ics?lang=fr", headers=HOST))
    starts = [one["DTSTART"].dt for one in calendar.walk("VEVENT")]
    assert starts == sorted(starts)
    assert names(calendar)[-1] == "Entraînement"


def test_lines_are_folded_at_75_octets_and_end_as_the_rfc_has_it(
    client: FlaskClient, season: ChannelFacts, apply: Apply
) -> None:
    apply(season, events=[event("long", NOON, name=words("é" * 200))])
    body = client.get("/calendar.ics", headers=HOST).get_data()
    assert body.endswith(b"END:VCALENDAR\r\n")
    assert all(len(line) <= 75 for line in body.split(b"\r\n"))
    assert b"\n" not in body.replace(b"\r\n", b"")


def test_a_hostile_name_stays_a_name(client: FlaskClient, season: ChannelFacts, apply: Apply) -> None:
    part = pack_part(events=[event("bad", NOON, name=words(HOSTILE), description=words(HOSTILE))])
    part["categories"][1]["name"] = part["locations"][0]["name"] = words(HOSTILE)
    apply(season, **part)
    calendar = read(client.get("/calendar.ics?sport=boys-hockey", headers=HOST))
    (one,) = calendar.walk("VEVENT")
    assert calendar.walk("VALARM") == []
    assert str(one["SUMMARY"]).startswith('A, "b"; c\\d END:VEVENT BEGIN:VALARM <script> é')
    assert len(one["CATEGORIES"].cats) == 1
    assert "END:VEVENT" in str(calendar["X-WR-CALNAME"])


def test_an_event_that_is_moved_has_a_higher_sequence_under_the_same_id(
    client: FlaskClient, season: ChannelFacts, apply: Apply, clock: FixedClock
) -> None:
    def told() -> Any:
        (one,) = read(client.get("/calendar.ics", headers=HOST)).walk("VEVENT")
        return one

    apply(season, events=[event("later", NOON)])
    first = told()
    clock.set(NOON + timedelta(hours=5))
    apply(season, events=[event("later", NOON)])
    assert told()["LAST-MODIFIED"].dt == first["LAST-MODIFIED"].dt
    apply(season, events=[event("later", NOON + timedelta(days=1))])
    moved = told()
    assert moved["UID"] == first["UID"]
    assert moved["SEQUENCE"] == first["SEQUENCE"] + 1
    assert moved["LAST-MODIFIED"].dt == datetime(2026, 11, 21, 23, 0, tzinfo=UTC)


def test_a_feed_is_kept_by_its_etag_until_something_changes(
    client: FlaskClient, season: ChannelFacts, apply: Apply
) -> None:
    answer = client.get("/calendar.ics", headers=HOST)
    assert answer.headers["Cache-Control"] == "public, max-age=900"
    again = {**HOST, "If-None-Match": answer.headers["ETag"]}
    assert client.get("/calendar.ics", headers=again).status_code == 304
    apply(season, events=[])
    assert client.get("/calendar.ics", headers=again).status_code == 200


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/watch/999999.ics", 404),
        ("/watch/99999999999.ics", 404),
        ("/watch/x.ics", 404),
        ("/calendar.ics?gender=neither", 422),
        ("/calendar.ics?channel=nobody", 404),
        ("/calendar.ics/more", 404),
    ],
)
def test_what_is_not_there_is_no_calendar(
    client: FlaskClient, season: ChannelFacts, path: str, status: int
) -> None:
    assert client.get(path, headers=HOST).status_code == status


def test_another_channel_has_none_of_it(
    client: FlaskClient, season: ChannelFacts, ids: Ids, other_channel: ChannelFacts
) -> None:
    number = ids("event", "later")
    theirs = {"Host": other_channel.domains[0]}
    assert client.get(f"/watch/{number}.ics", headers=theirs).status_code == 404
    assert names(read(client.get("/calendar.ics", headers=theirs))) == []
    assert len(names(read(client.get("/calendar.ics?channel=prairie", headers=theirs)))) == 6


def test_an_event_keeps_its_uid_when_the_channel_gets_another_domain(
    client: FlaskClient, season: ChannelFacts, ids: Ids, house: House
) -> None:
    number = ids("event", "on-now")
    (before,) = read(client.get(f"/watch/{number}.ics", headers=HOST)).walk("VEVENT")
    for domains in (("watch.example.org", "prairie.localhost"), ("watch.example.org",)):
        with house.container.database().transaction(None, unscoped=True):
            channels = house.container.channel.channels()
            channels.save(replace(channels.get(season.id), domains=domains))
        (after,) = read(client.get(f"/watch/{number}.ics", headers={"Host": domains[0]})).walk("VEVENT")
        assert after["UID"] == before["UID"]
