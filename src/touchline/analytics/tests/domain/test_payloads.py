"""Parsing of beacon payloads into records, or drop reasons."""

from __future__ import annotations

from typing import Any

import pytest

from touchline.analytics.domain.drop_reasons import InvalidPayloadError
from touchline.analytics.domain.payloads import BeaconType, PayloadContext, Sender, parse_record, parse_sender
from touchline.analytics.domain.records import (
    AnalyticsEvent,
    ContentKind,
    Device,
    FaultSide,
    PlaybackEvent,
    PlaybackEventType,
    Record,
    SessionStart,
    Visitor,
)
from touchline.analytics.tests.ingest_fakes import (
    CHANNEL,
    NOON_MS,
    PAGE_VISIT,
    PROFILE_KEY,
    SESSION_HASH,
    VIEW_ID,
    VIEWING,
)

HOUR_MS = 3_600_000


def visitor(session: str, device: Device | None, origin: str, trk: str) -> Visitor:
    return Visitor(CHANNEL, session, device=device or Device.OTHER, origin=origin, trk=trk)


def parse(beacon_type: BeaconType, payload: Any) -> Record:
    return parse_record(beacon_type, payload, PayloadContext(7, NOON_MS, visitor))


def parse_event(**fields: Any) -> AnalyticsEvent:
    record = parse(BeaconType.EVENT, {**PAGE_VISIT, **fields})
    assert isinstance(record, AnalyticsEvent)
    return record


def parse_view(beacon_type: BeaconType = BeaconType.VIDEO, **fields: Any) -> PlaybackEvent:
    record = parse(beacon_type, {**VIEWING, **fields})
    assert isinstance(record, PlaybackEvent)
    return record


def test_a_session_start_has_its_hash_and_resolution() -> None:
    record = parse(
        BeaconType.SESSION,
        {
            "profile": PROFILE_KEY,
            "session": SESSION_HASH,
            "resolution": "1440x900",
            "platform": "web",
            "device_type": "tablet",
            "origin_url": "https://tv.example.org/a?b=c",
            "trk": "spring",
        },
    )
    origin = "https://tv.example.org/a"
    assert record == SessionStart(
        7, NOON_MS // 1000, visitor(SESSION_HASH, Device.TABLET, origin, "spring"), "web", "1440x900"
    )


def test_an_event_has_its_page_content_and_details() -> None:
    record = parse_event(
        event="select_item", page="/events/12?from=mail", event_id="12", position=3, list="home"
    )
    assert (record.name, record.page) == ("select_item", "/events/12")
    assert (record.thing_kind, record.thing_id) == (ContentKind.EVENT, 12)
    assert record.detail == {"position": 3, "list": "home"}


def test_details_with_personal_data_or_long_values_are_dropped() -> None:
    record = parse_event(
        user_email="ada@example.org",
        user_id=4,
        consent=True,
        contact="ada@example.org",
        nested={"a": 1},
        rows=[1],
        far=float("inf"),
        huge=10**400,
        long="x" * 500,
        Odd=1,
    )
    assert record.detail == {"long": "x" * 120}


def test_purchase_details_do_not_identify_the_buyer() -> None:
    details = {"order": 77, "order_id": "77", "transaction_id": "77", "email": "ada", "value": 10.74}
    assert parse_event(event="purchase", **details).detail == {"value": 10.74}


def test_texts_with_an_email_address_are_dropped() -> None:
    record = parse_event(page="/u/ada%40example.org", trk="ada@example.org", contact="ada%40example.org")
    assert (record.page, record.visitor.trk, record.detail) == ("", "", {})
    view = parse_view(
        BeaconType.VIEWING, viewing_time=5, school="ada@example.org", league="ada%2540example.org", sport="x"
    )
    assert view.about == {"sport": "x"}


def test_at_most_twelve_details_are_stored() -> None:
    assert len(parse_event(**{f"part_{index}": index for index in range(40)}).detail) == 12


def test_a_video_event_is_a_first_frame_by_default() -> None:
    record = parse_view(startup_ms=420.6, bitrate=3500, position=None, stall_ms=9)
    assert (record.what, record.startup_ms, record.bitrate, record.stall_ms) == (
        PlaybackEventType.FIRST_FRAME,
        421,
        3500,
        0,
    )
    assert (record.view, record.thing_kind, record.thing_id, record.live) == (
        VIEW_ID,
        ContentKind.EVENT,
        12,
        False,
    )


def test_a_live_stream_is_an_event_that_is_live() -> None:
    record = parse_view(stream_type="live")
    assert (record.thing_kind, record.live) == (ContentKind.EVENT, True)


def test_a_stall_has_its_duration_and_side() -> None:
    record = parse_view(event="stall", stall_ms=1500, side="delivery", fault="http-503")
    assert (record.what, record.stall_ms, record.side, record.fault) == (
        PlaybackEventType.STALL,
        1500,
        FaultSide.DELIVERY,
        "http-503",
    )
    assert parse_view(event="error", side="moon").side is FaultSide.UNKNOWN
    assert parse_view(event="pause", side="viewer", fault="x").side is None


def test_viewing_has_its_seconds_and_content_labels() -> None:
    record = parse_view(BeaconType.VIEWING, position=61.4, sport="Hockey", school=9, league="", gender=None)
    assert (record.what, record.seconds, record.position) == (PlaybackEventType.VIEWING, 10, 61)
    assert record.about == {"sport": "Hockey", "school": "9"}


@pytest.mark.parametrize(
    ("claimed_ms", "at"),
    [
        (NOON_MS - 23 * HOUR_MS, NOON_MS - 23 * HOUR_MS),
        (NOON_MS + 59_000, NOON_MS + 59_000),
        (NOON_MS - 25 * HOUR_MS, NOON_MS),
        (NOON_MS + 61_000, NOON_MS),
        (float("nan"), NOON_MS),
        (10**400, NOON_MS),
        ("soon", NOON_MS),
        (True, NOON_MS),
    ],
    ids=["within-a-day", "a-little-ahead", "too-old", "ahead", "nan", "huge", "text", "truth"],
)
def test_the_claimed_time_is_accepted_within_a_day(claimed_ms: Any, at: int) -> None:
    assert parse_event(at=claimed_ms).at == at // 1000


@pytest.mark.parametrize(
    ("beacon_type", "change", "reason"),
    [
        (BeaconType.EVENT, {"event": "Visit Page"}, "unknown_event"),
        (BeaconType.EVENT, {"event": None}, "unknown_event"),
        (BeaconType.EVENT, {"event": 5}, "wrong_type"),
        (BeaconType.EVENT, {"event": "a" * 41}, "too_long"),
        (BeaconType.EVENT, {"session_uuid": None}, "no_session"),
        (BeaconType.EVENT, {"session_uuid": "'; drop"}, "no_session"),
        (BeaconType.EVENT, {"page": "/a\x00b"}, "not_text"),
        (BeaconType.EVENT, {"page": "/\ud800"}, "not_text"),
        (BeaconType.EVENT, {"word": "a\x00b"}, "not_text"),
        (BeaconType.EVENT, {"page": "/" * 2001}, "too_long"),
        (BeaconType.EVENT, {"page": ["/"]}, "wrong_type"),
        (BeaconType.EVENT, {"trk": "x" * 81}, "too_long"),
        (BeaconType.EVENT, {"event_id": 2**31}, "out_of_range"),
        (BeaconType.EVENT, {"event_id": 0}, "out_of_range"),
        (BeaconType.EVENT, {"event_id": 1.5}, "wrong_type"),
        (BeaconType.SESSION, {}, "no_session"),
        (BeaconType.SESSION, {"session": SESSION_HASH, "resolution": "big"}, "out_of_range"),
        (BeaconType.VIDEO, {"video_view_uuid": ""}, "no_view"),
        (BeaconType.VIDEO, {"stream_id": None}, "no_thing"),
        (BeaconType.VIDEO, {"stream_type": "radio"}, "no_thing"),
        (BeaconType.VIDEO, {"event": "viewing"}, "unknown_event"),
        (BeaconType.VIDEO, {"position": -1}, "out_of_range"),
        (BeaconType.VIDEO, {"position": float("nan")}, "out_of_range"),
        (BeaconType.VIDEO, {"bitrate": 10**400}, "out_of_range"),
        (BeaconType.VIDEO, {"bitrate": True}, "wrong_type"),
        (BeaconType.VIDEO, {"event": "error", "fault": "<script>"}, "out_of_range"),
        (BeaconType.VIDEO, {"sport": "a\x00"}, "not_text"),
        (BeaconType.VIEWING, {"viewing_time": None}, "wrong_type"),
        (BeaconType.VIEWING, {"viewing_time": 121}, "out_of_range"),
        (BeaconType.VIEWING, {"viewing_time": "10"}, "wrong_type"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_invalid_values_are_rejected(beacon_type: BeaconType, change: dict[str, Any], reason: str) -> None:
    with pytest.raises(InvalidPayloadError) as rejected:
        parse(
            beacon_type,
            {**(PAGE_VISIT if beacon_type in (BeaconType.EVENT, BeaconType.SESSION) else VIEWING), **change},
        )
    assert rejected.value.reason == reason


@pytest.mark.parametrize(
    ("payload", "reason"),
    [
        ([], "not_an_object"),
        ({}, "unknown_profile"),
        ({"profile": 5}, "wrong_type"),
        ({"profile": "\ud800"}, "not_text"),
        ({"profile": PROFILE_KEY, "consent": True, "user_id": "ada"}, "wrong_type"),
    ],
    ids=["list", "nobody", "number", "half-a-character", "name-for-a-number"],
)
def test_a_payload_without_a_profile_is_rejected(payload: Any, reason: str) -> None:
    with pytest.raises(InvalidPayloadError) as rejected:
        parse_sender(payload)
    assert rejected.value.reason == reason


@pytest.mark.parametrize("consent", [None, False, "true", 1], ids=["none", "no", "text", "one"])
def test_a_viewer_is_identified_only_with_consent(consent: Any) -> None:
    assert parse_sender({"profile": PROFILE_KEY, "user_id": 4, "consent": True}) == Sender(PROFILE_KEY, 4)  # type: ignore[arg-type]
    assert parse_sender({"profile": PROFILE_KEY, "user_id": 4, "consent": consent}).account_id is None
    assert parse_sender({"profile": PROFILE_KEY, "user_id": None, "consent": True}).account_id is None
