"""What browsers tell, read strictly into facts (api.md, "Analytics"). What does not fit is `Unfit`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from touchline.analytics.domain.addresses import impersonal, origin_of, path_of
from touchline.analytics.domain.dropping import Reason, Unfit
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
from touchline.analytics.domain.values import (
    Payload,
    id_in,
    is_number,
    is_small,
    number,
    text,
    writable,
)
from touchline.shared.ids import AccountId

MOST_TRK, MOST_PAGE, MOST_URL, MOST_DETAIL_TEXT = 80, 200, 2_000, 120
MOST_DETAILS = 12
MOST_VIEWING = 120
"""Seconds of one report: a client that reports less often than this is not believed."""
MOST_POSITION, MOST_BITRATE, MOST_STARTUP, MOST_STALL = 10_000_000, 1_000_000, 600_000, 3_600_000
DAY_MS, AHEAD_MS = 86_400_000, 60_000
_NAME = re.compile(r"[A-Za-z0-9_-]{8,64}")
_EVENT = re.compile(r"[a-z_]{1,40}")
_DETAIL = re.compile(r"[a-z][a-z0-9_]{0,39}")
_FAULT = re.compile(r"[A-Za-z0-9_.:-]{0,40}")
_RESOLUTION = re.compile(r"[0-9]{1,5}x[0-9]{1,5}")
_SAID = frozenset(
    [
        "profile",
        "session",
        "session_uuid",
        "origin_url",
        "trk",
        "at",
        "consent",
        "user_id",
        "user_email",
        "event",
        "page",
        "device_type",
        "user_agent",
        "api_key",
        "_method",
        "email",
        "order",
        "order_id",
        "transaction_id",
        "token",
    ]
)
"""Members that have a place of their own, or must have none: an order says who bought."""
_DEVICES = {one.value: one for one in Device}
_SIDES = {one.value: one for one in Side}
_WHATS = {one.value: one for one in What if one is not What.VIEWING}
_KINDS = {one.value: one for one in ThingKind}
_THINGS = {f"{one.value}_id": one for one in ThingKind}
_ABOUT = ("category", "sport", "gender", "school", "league")


class Call(StrEnum):
    """The calls by which browsers tell something."""

    SESSION = "session"
    EVENT = "event"
    VIDEO = "video"
    VIEWING = "viewing"


@dataclass(frozen=True, slots=True)
class Sender:
    """Who sends a payload: the channel by its profile key, and the viewer where they agreed to be counted."""

    profile: str
    account_id: AccountId | None


@dataclass(frozen=True, slots=True)
class Read:
    """What a payload is read with: its number, when it came (ms since 1970), and makes the visitor from
    session, device, origin and trk."""

    id: int
    came: int
    visitor: Callable[[str, Device | None, str, str], Visitor]


def sender_of(payload: Any) -> Sender:
    """Who sends it; `Unfit` for what is no object or has no profile."""
    if not isinstance(payload, dict):
        raise Unfit(Reason.NOT_AN_OBJECT)
    profile = text(payload, "profile", 80)
    if not profile:
        raise Unfit(Reason.UNKNOWN_PROFILE)
    agreed = payload.get("consent") is True and payload.get("user_id")
    return Sender(profile, AccountId(id_in(payload, "user_id")) if agreed else None)


def token_of(payload: Payload) -> str:
    """The report token of a payload; "" where there is none that can be one."""
    found = payload.get("token")
    return found if isinstance(found, str) and len(found) <= MOST_TRK else ""


def fact_of(call: Call, payload: Payload, read: Read) -> Fact:
    """The fact that a payload of a call tells; `Unfit`."""
    return _READERS[call](payload, read)


def happened_at(payload: Payload, came: int) -> int:
    """The second in which it happened: as told where that lies within the day before it came (a queue that
    waited for the network) and not a minute ahead, else when it came."""
    told = payload.get("at")
    if is_number(told) and came - DAY_MS <= told <= came + AHEAD_MS:
        return int(told) // 1000
    return came // 1000


def _session(payload: Payload, read: Read) -> Session:
    resolution = text(payload, "resolution", 20)
    if resolution and not _RESOLUTION.fullmatch(resolution):
        raise Unfit(Reason.OUT_OF_RANGE)
    return Session(
        id=read.id,
        at=happened_at(payload, read.came),
        visitor=_visitor(payload, read, "session"),
        platform=text(payload, "platform", 20),
        resolution=resolution,
    )


def _happening(payload: Payload, read: Read) -> Happening:
    name = text(payload, "event", 40)
    if not _EVENT.fullmatch(name):
        raise Unfit(Reason.UNKNOWN_EVENT)
    member = next((one for one in _THINGS if payload.get(one) is not None), None)
    return Happening(
        id=read.id,
        at=happened_at(payload, read.came),
        visitor=_visitor(payload, read),
        name=name,
        page=path_of(text(payload, "page", MOST_URL), MOST_PAGE),
        thing_kind=_THINGS[member] if member else None,
        thing_id=id_in(payload, member) if member else 0,
        detail=_detail(payload),
    )


def _video(payload: Payload, read: Read) -> ViewFact:
    said = text(payload, "event", 40)
    what = _WHATS.get(said or What.FIRST_FRAME)
    if what is None:
        raise Unfit(Reason.UNKNOWN_EVENT)
    went_wrong = what in (What.STALL, What.ERROR)
    fault = text(payload, "fault", 40)
    if not _FAULT.fullmatch(fault):
        raise Unfit(Reason.OUT_OF_RANGE)
    return _view(
        payload,
        read,
        what=what,
        startup_ms=number(payload, "startup_ms", MOST_STARTUP) if what is What.FIRST_FRAME else 0,
        stall_ms=number(payload, "stall_ms", MOST_STALL) if what is What.STALL else 0,
        side=_SIDES.get(text(payload, "side", 20), Side.UNKNOWN) if went_wrong else None,
        fault=fault if went_wrong else "",
    )


def _viewing(payload: Payload, read: Read) -> ViewFact:
    if payload.get("viewing_time") is None:
        raise Unfit(Reason.WRONG_TYPE)
    return _view(payload, read, what=What.VIEWING, seconds=number(payload, "viewing_time", MOST_VIEWING))


def _view(payload: Payload, read: Read, **more: Any) -> ViewFact:
    view = text(payload, "video_view_uuid", 64)
    if not _NAME.fullmatch(view):
        raise Unfit(Reason.NO_VIEW)
    kind, live = _kind(text(payload, "stream_type", 20))
    thing_id = id_in(payload, "stream_id")
    if not thing_id:
        raise Unfit(Reason.NO_THING)
    return ViewFact(
        id=read.id,
        at=happened_at(payload, read.came),
        visitor=_visitor(payload, read),
        view=view,
        thing_kind=kind,
        thing_id=thing_id,
        live=live,
        position=number(payload, "position", MOST_POSITION),
        bitrate=number(payload, "bitrate", MOST_BITRATE),
        about=_about(payload),
        **more,
    )


def _kind(said: str) -> tuple[ThingKind, bool]:
    if said == "live":
        return ThingKind.EVENT, True
    kind = _KINDS.get(said)
    if kind is None:
        raise Unfit(Reason.NO_THING)
    return kind, False


def _visitor(payload: Payload, read: Read, name: str = "session_uuid") -> Visitor:
    session = text(payload, name, 64)
    if not _NAME.fullmatch(session):
        raise Unfit(Reason.NO_SESSION)
    return read.visitor(
        session,
        _DEVICES.get(text(payload, "device_type", 20)),
        origin_of(text(payload, "origin_url", MOST_URL)),
        impersonal(text(payload, "trk", MOST_TRK)),
    )


def _about(payload: Payload) -> Mapping[str, str]:
    """What the page said of the thing: short texts, and numbers as texts."""
    found = {}
    for name in _ABOUT:
        value = payload.get(name)
        if is_number(value) and is_small(value):
            value = str(value)
        if isinstance(value, str) and impersonal(value):
            found[name] = writable(value[:MOST_TRK])
    return found


def _detail(payload: Payload) -> Mapping[str, str | int | float | bool]:
    """What else was told: the first twelve short texts, numbers and truth values. What looks like an e-mail
    address is left out, whatever it is called."""
    found: dict[str, str | int | float | bool] = {}
    for name, value in payload.items():
        if len(found) == MOST_DETAILS:
            break
        if name in _SAID or name in _THINGS or not _DETAIL.fullmatch(name):
            continue
        if isinstance(value, bool) or (is_number(value) and is_small(value)):
            found[name] = value
        elif isinstance(value, str) and impersonal(value) == value:
            found[name] = writable(value[:MOST_DETAIL_TEXT])
    return found


_READERS: Mapping[Call, Callable[[Payload, Read], Fact]] = {
    Call.SESSION: _session,
    Call.EVENT: _happening,
    Call.VIDEO: _video,
    Call.VIEWING: _viewing,
}
