"""Calendars on the real app: what a calendar program reads (RFC 5545), with and without a key."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import icalendar
import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from touchline.catalog.tests.pack_samples import event_entry, pack_part
from touchline.catalog.tests.samples import NOON
from touchline.catalog.tests.samples import build_text as words
from touchline.channel.facade import ChannelDetails
from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import Application
from touchline.shared.clock import FixedClock

Apply = Callable[..., None]
Ids = Callable[[str, str], int]
HOST = {"Host": "prairie.localhost"}
MALICIOUS_NAME = 'A, "b"; c\\d\r\nEND:VEVENT\r\nBEGIN:VALARM\u2028<script>\x00 ' + "é" * 100


def parse_calendar(response: TestResponse) -> Any:
    """Parse a response as a calendar program does."""
    assert response.status_code == 200, response.get_data(as_text=True)
    assert response.mimetype == "text/calendar"
    return icalendar.Calendar.from_ical(response.get_data())


def list_summaries(calendar: Any) -> list[str]:
    """Return the summaries of a calendar's events."""
    return [str(event["SUMMARY"]) for event in calendar.walk("VEVENT")]


def test_an_event_has_every_field_that_calendars_show(
    client: FlaskClient, season: ChannelDetails, ids: Ids
) -> None:
    number = ids("event", "on-now")
    response = client.get(f"/watch/{number}.ics", headers=HOST)
    (component,) = parse_calendar(response).walk("VEVENT")
    assert component["UID"] == f"event-{number}@prairie.localhost"
    assert str(component["SUMMARY"]) == "Harlan Falls @ Cedar Ridge, quarterfinal"
    assert component["DTSTART"].dt == NOON - timedelta(hours=1)
    assert component["DTEND"].dt == NOON + timedelta(hours=1)
    assert component["DTSTAMP"].dt == component["LAST-MODIFIED"].dt == NOON
    assert component["SEQUENCE"] == 0
    assert str(component["LOCATION"]) == "Cedar Ridge Ice, Cedar Ridge, ND"
    assert str(component["URL"]) == f"http://prairie.localhost/watch/{number}"
    assert str(component["DESCRIPTION"]).splitlines() == ["quarterfinal", "A rivalry.", str(component["URL"])]
    assert component["CATEGORIES"].cats == ["Boys hockey"]
    assert response.headers["Content-Disposition"] == f'inline; filename="event-{number}.ics"'


def test_the_api_serves_the_same_calendar_with_a_key(
    client: FlaskClient, visitor: Visitor, season: ChannelDetails, ids: Ids
) -> None:
    number = ids("event", "later")
    api_response = visitor.get(f"/events/{number}/calendar.ics")
    assert list_summaries(parse_calendar(api_response)) == ["Harlan Falls @ Cedar Ridge"]
    assert len(list_summaries(parse_calendar(visitor.get("/events/calendar.ics")))) == 6
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
def test_a_feed_has_the_events_of_its_filter_and_is_named_after_it(
    client: FlaskClient, season: ChannelDetails, query: dict[str, str], count: int, name: str
) -> None:
    calendar = parse_calendar(client.get("/calendar.ics", query_string=query, headers=HOST))
    assert len(list_summaries(calendar)) == count
    assert str(calendar["X-WR-CALNAME"]) == name
    assert calendar["REFRESH-INTERVAL"].to_ical() == b"PT1H"


def test_a_feed_is_ordered_and_in_the_requested_language(client: FlaskClient, season: ChannelDetails) -> None:
    calendar = parse_calendar(client.get("/calendar.ics?lang=fr", headers=HOST))
    starts = [event["DTSTART"].dt for event in calendar.walk("VEVENT")]
    assert starts == sorted(starts)
    assert list_summaries(calendar)[-1] == "Entraînement"


def test_lines_are_folded_at_75_octets_and_end_with_crlf(
    client: FlaskClient, season: ChannelDetails, apply: Apply
) -> None:
    apply(season, events=[event_entry("long", NOON, name=words("é" * 200))])
    body = client.get("/calendar.ics", headers=HOST).get_data()
    assert body.endswith(b"END:VCALENDAR\r\n")
    assert all(len(line) <= 75 for line in body.split(b"\r\n"))
    assert b"\n" not in body.replace(b"\r\n", b"")


def test_a_malicious_name_is_escaped(client: FlaskClient, season: ChannelDetails, apply: Apply) -> None:
    part = pack_part(
        events=[event_entry("bad", NOON, name=words(MALICIOUS_NAME), description=words(MALICIOUS_NAME))]
    )
    part["categories"][1]["name"] = part["locations"][0]["name"] = words(MALICIOUS_NAME)
    apply(season, **part)
    calendar = parse_calendar(client.get("/calendar.ics?sport=boys-hockey", headers=HOST))
    (component,) = calendar.walk("VEVENT")
    assert calendar.walk("VALARM") == []
    assert str(component["SUMMARY"]).startswith('A, "b"; c\\d END:VEVENT BEGIN:VALARM <script> é')
    assert len(component["CATEGORIES"].cats) == 1
    assert "END:VEVENT" in str(calendar["X-WR-CALNAME"])


def test_a_rescheduled_event_has_a_higher_sequence_and_the_same_uid(
    client: FlaskClient, season: ChannelDetails, apply: Apply, clock: FixedClock
) -> None:
    def get_component() -> Any:
        (component,) = parse_calendar(client.get("/calendar.ics", headers=HOST)).walk("VEVENT")
        return component

    apply(season, events=[event_entry("later", NOON)])
    first = get_component()
    clock.set(NOON + timedelta(hours=5))
    apply(season, events=[event_entry("later", NOON)])
    assert get_component()["LAST-MODIFIED"].dt == first["LAST-MODIFIED"].dt
    apply(season, events=[event_entry("later", NOON + timedelta(days=1))])
    moved = get_component()
    assert moved["UID"] == first["UID"]
    assert moved["SEQUENCE"] == first["SEQUENCE"] + 1
    assert moved["LAST-MODIFIED"].dt == datetime(2026, 11, 21, 23, 0, tzinfo=UTC)


def test_a_feed_is_revalidated_by_its_etag_until_something_changes(
    client: FlaskClient, season: ChannelDetails, apply: Apply
) -> None:
    response = client.get("/calendar.ics", headers=HOST)
    assert response.headers["Cache-Control"] == "public, max-age=900"
    again = {**HOST, "If-None-Match": response.headers["ETag"]}
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
def test_a_missing_event_has_no_calendar(
    client: FlaskClient, season: ChannelDetails, path: str, status: int
) -> None:
    assert client.get(path, headers=HOST).status_code == status


def test_another_channel_does_not_include_the_events(
    client: FlaskClient, season: ChannelDetails, ids: Ids, other_channel: ChannelDetails
) -> None:
    number = ids("event", "later")
    other_feed = {"Host": other_channel.domains[0]}
    assert client.get(f"/watch/{number}.ics", headers=other_feed).status_code == 404
    assert list_summaries(parse_calendar(client.get("/calendar.ics", headers=other_feed))) == []
    assert (
        len(list_summaries(parse_calendar(client.get("/calendar.ics?channel=prairie", headers=other_feed))))
        == 6
    )


def test_an_event_keeps_its_uid_when_the_channel_changes_its_domain(
    client: FlaskClient, season: ChannelDetails, ids: Ids, application: Application
) -> None:
    number = ids("event", "on-now")
    (before,) = parse_calendar(client.get(f"/watch/{number}.ics", headers=HOST)).walk("VEVENT")
    for domains in (("watch.example.org", "prairie.localhost"), ("watch.example.org",)):
        with application.container.database().transaction(None, unscoped=True):
            channels = application.container.channel.channels()
            channels.save(replace(channels.get(season.id), domains=domains))
        (after,) = parse_calendar(client.get(f"/watch/{number}.ics", headers={"Host": domains[0]})).walk(
            "VEVENT"
        )
        assert after["UID"] == before["UID"]
