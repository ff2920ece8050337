"""What browsers tell becomes facts, or is refused with a reason."""

from __future__ import annotations

from typing import Any

import pytest

from touchline.analytics.domain.dropping import Unfit
from touchline.analytics.domain.facts import (
    Device,
    Fact,
    Happening,
    Session,
    Side,
    ThingKind,
    ViewFact,
    Visitor,
    What,
)
from touchline.analytics.domain.payloads import Call, Read, Sender, fact_of, sender_of
from touchline.analytics.tests.intake_fakes import CHANNEL, HASH, KEY, NOON_MS, VIEW, VISIT, WATCHED

HOUR_MS = 3_600_000


def visitor(session: str, device: Device | None, origin: str, trk: str) -> Visitor:
    return Visitor(CHANNEL, session, device=device or Device.OTHER, origin=origin, trk=trk)


def read(call: Call, payload: Any) -> Fact:
    return fact_of(call, payload, Read(7, NOON_MS, visitor))


def happening(**said: Any) -> Happening:
    fact = read(Call.EVENT, {**VISIT, **said})
    assert isinstance(fact, Happening)
    return fact


def view(call: Call = Call.VIDEO, **said: Any) -> ViewFact:
    fact = read(call, {**WATCHED, **said})
    assert isinstance(fact, ViewFact)
    return fact


def test_a_session_has_its_hash_and_the_screen() -> None:
    fact = read(
        Call.SESSION,
        {
            "profile": KEY,
            "session": HASH,
            "resolution": "1440x900",
            "platform": "web",
            "device_type": "tablet",
            "origin_url": "https://tv.example.org/a?b=c",
            "trk": "spring",
        },
    )
    origin = "https://tv.example.org/a"
    assert fact == Session(
        7, NOON_MS // 1000, visitor(HASH, Device.TABLET, origin, "spring"), "web", "1440x900"
    )


def test_a_happening_has_its_page_its_thing_and_what_else_was_told() -> None:
    fact = happening(event="select_item", page="/events/12?from=mail", event_id="12", position=3, list="home")
    assert (fact.name, fact.page) == ("select_item", "/events/12")
    assert (fact.thing_kind, fact.thing_id) == (ThingKind.EVENT, 12)
    assert fact.detail == {"position": 3, "list": "home"}


def test_of_what_else_was_told_nothing_is_kept_that_names_a_person_or_is_no_short_value() -> None:
    fact = happening(
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
    assert fact.detail == {"long": "x" * 120}


def test_of_a_purchase_no_member_is_kept_that_says_who_bought() -> None:
    said = {"order": 77, "order_id": "77", "transaction_id": "77", "email": "ada", "value": 10.74}
    assert happening(event="purchase", **said).detail == {"value": 10.74}


def test_no_text_is_kept_that_may_hold_an_e_mail_address() -> None:
    fact = happening(page="/u/ada%40example.org", trk="ada@example.org", contact="ada%40example.org")
    assert (fact.page, fact.visitor.trk, fact.detail) == ("", "", {})
    told = view(
        Call.VIEWING, viewing_time=5, school="ada@example.org", league="ada%2540example.org", sport="x"
    )
    assert told.about == {"sport": "x"}


def test_of_what_else_was_told_twelve_values_are_kept() -> None:
    assert len(happening(**{f"part_{n}": n for n in range(40)}).detail) == 12


def test_a_first_frame_is_what_a_video_event_is_by_default() -> None:
    fact = view(startup_ms=420.6, bitrate=3500, position=None, stall_ms=9)
    assert (fact.what, fact.startup_ms, fact.bitrate, fact.stall_ms) == (What.FIRST_FRAME, 421, 3500, 0)
    assert (fact.view, fact.thing_kind, fact.thing_id, fact.live) == (VIEW, ThingKind.EVENT, 12, False)


def test_a_live_stream_is_an_event_that_is_live() -> None:
    fact = view(stream_type="live")
    assert (fact.thing_kind, fact.live) == (ThingKind.EVENT, True)


def test_a_stall_tells_how_long_and_whose_side() -> None:
    fact = view(event="stall", stall_ms=1500, side="delivery", fault="http-503")
    assert (fact.what, fact.stall_ms, fact.side, fact.fault) == (
        What.STALL,
        1500,
        Side.DELIVERY,
        "http-503",
    )
    assert view(event="error", side="moon").side is Side.UNKNOWN
    assert view(event="pause", side="viewer", fault="x").side is None


def test_viewing_has_its_seconds_and_what_the_page_said_of_the_thing() -> None:
    fact = view(Call.VIEWING, position=61.4, sport="Hockey", school=9, league="", gender=None)
    assert (fact.what, fact.seconds, fact.position) == (What.VIEWING, 10, 61)
    assert fact.about == {"sport": "Hockey", "school": "9"}


@pytest.mark.parametrize(
    ("told", "at"),
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
def test_when_it_happened_is_believed_within_a_day(told: Any, at: int) -> None:
    assert happening(at=told).at == at // 1000


@pytest.mark.parametrize(
    ("call", "change", "reason"),
    [
        (Call.EVENT, {"event": "Visit Page"}, "unknown_event"),
        (Call.EVENT, {"event": None}, "unknown_event"),
        (Call.EVENT, {"event": 5}, "wrong_type"),
        (Call.EVENT, {"event": "a" * 41}, "too_long"),
        (Call.EVENT, {"session_uuid": None}, "no_session"),
        (Call.EVENT, {"session_uuid": "'; drop"}, "no_session"),
        (Call.EVENT, {"page": "/a\x00b"}, "not_text"),
        (Call.EVENT, {"page": "/\ud800"}, "not_text"),
        (Call.EVENT, {"word": "a\x00b"}, "not_text"),
        (Call.EVENT, {"page": "/" * 2001}, "too_long"),
        (Call.EVENT, {"page": ["/"]}, "wrong_type"),
        (Call.EVENT, {"trk": "x" * 81}, "too_long"),
        (Call.EVENT, {"event_id": 2**31}, "out_of_range"),
        (Call.EVENT, {"event_id": 0}, "out_of_range"),
        (Call.EVENT, {"event_id": 1.5}, "wrong_type"),
        (Call.SESSION, {}, "no_session"),
        (Call.SESSION, {"session": HASH, "resolution": "big"}, "out_of_range"),
        (Call.VIDEO, {"video_view_uuid": ""}, "no_view"),
        (Call.VIDEO, {"stream_id": None}, "no_thing"),
        (Call.VIDEO, {"stream_type": "radio"}, "no_thing"),
        (Call.VIDEO, {"event": "viewing"}, "unknown_event"),
        (Call.VIDEO, {"position": -1}, "out_of_range"),
        (Call.VIDEO, {"position": float("nan")}, "out_of_range"),
        (Call.VIDEO, {"bitrate": 10**400}, "out_of_range"),
        (Call.VIDEO, {"bitrate": True}, "wrong_type"),
        (Call.VIDEO, {"event": "error", "fault": "<script>"}, "out_of_range"),
        (Call.VIDEO, {"sport": "a\x00"}, "not_text"),
        (Call.VIEWING, {"viewing_time": None}, "wrong_type"),
        (Call.VIEWING, {"viewing_time": 121}, "out_of_range"),
        (Call.VIEWING, {"viewing_time": "10"}, "wrong_type"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_does_not_fit_is_refused(call: Call, change: dict[str, Any], reason: str) -> None:
    with pytest.raises(Unfit) as refused:
        read(call, {**(VISIT if call in (Call.EVENT, Call.SESSION) else WATCHED), **change})
    assert refused.value.reason == reason


@pytest.mark.parametrize(
    ("payload", "reason"),
    [
        ([], "not_an_object"),
        ({}, "unknown_profile"),
        ({"profile": 5}, "wrong_type"),
        ({"profile": "\ud800"}, "not_text"),
        ({"profile": KEY, "consent": True, "user_id": "ada"}, "wrong_type"),
    ],
    ids=["list", "nobody", "number", "half-a-character", "name-for-a-number"],
)
def test_whoever_has_no_profile_is_refused(payload: Any, reason: str) -> None:
    with pytest.raises(Unfit) as refused:
        sender_of(payload)
    assert refused.value.reason == reason


@pytest.mark.parametrize("consent", [None, False, "true", 1], ids=["none", "no", "text", "one"])
def test_a_viewer_is_known_by_a_consent_alone(consent: Any) -> None:
    assert sender_of({"profile": KEY, "user_id": 4, "consent": True}) == Sender(KEY, 4)  # type: ignore[arg-type]
    assert sender_of({"profile": KEY, "user_id": 4, "consent": consent}).account_id is None
    assert sender_of({"profile": KEY, "user_id": None, "consent": True}).account_id is None
