"""Parses payloads from browsers into records (api.md, "Analytics").

Invalid payloads raise `InvalidPayloadError`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from touchline.analytics.domain.anonymization import blank_if_email, page_origin, page_path
from touchline.analytics.domain.drop_reasons import DropReason, InvalidPayloadError
from touchline.analytics.domain.payload_values import (
    Payload,
    get_id,
    get_number,
    get_text,
    is_number,
    is_storable_number,
    require_storable,
)
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
from touchline.shared.ids import AccountId

MAX_TRK_LENGTH, MAX_PAGE_LENGTH, MAX_URL_LENGTH, MAX_DETAIL_LENGTH = 80, 200, 2_000, 120
MAX_DETAILS = 12
MAX_VIEWING_SECONDS = 120
"""Maximum seconds in one viewing payload. A payload with more is rejected."""
MAX_POSITION, MAX_BITRATE, MAX_STARTUP_MS, MAX_STALL_MS = 10_000_000, 1_000_000, 600_000, 3_600_000
DAY_MS, CLOCK_SKEW_MS = 86_400_000, 60_000
_SESSION_PATTERN = re.compile(r"[A-Za-z0-9_-]{8,64}")
_EVENT_NAME_PATTERN = re.compile(r"[a-z_]{1,40}")
_DETAIL_NAME_PATTERN = re.compile(r"[a-z][a-z0-9_]{0,39}")
_FAULT_PATTERN = re.compile(r"[A-Za-z0-9_.:-]{0,40}")
_RESOLUTION_PATTERN = re.compile(r"[0-9]{1,5}x[0-9]{1,5}")
_RESERVED_FIELDS = frozenset(
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
"""Fields that are read separately or must not be stored: an order id, for instance, identifies the buyer."""
_DEVICES_BY_VALUE = {device.value: device for device in Device}
_SIDES_BY_VALUE = {side.value: side for side in FaultSide}
_EVENT_TYPES_BY_VALUE = {
    event_type.value: event_type
    for event_type in PlaybackEventType
    if event_type is not PlaybackEventType.VIEWING
}
_CONTENT_KINDS_BY_VALUE = {kind.value: kind for kind in ContentKind}
_CONTENT_ID_FIELDS = {f"{kind.value}_id": kind for kind in ContentKind}
_CONTENT_LABEL_FIELDS = ("category", "sport", "gender", "school", "league")


class BeaconType(StrEnum):
    """The beacon endpoints for browsers."""

    SESSION = "session"
    EVENT = "event"
    VIDEO = "video"
    VIEWING = "viewing"
    AD = "ad"


@dataclass(frozen=True, slots=True)
class Sender:
    """The sender of a payload: the channel's profile key, and the viewer if they agreed to be counted."""

    profile: str
    account_id: AccountId | None


@dataclass(frozen=True, slots=True)
class PayloadContext:
    """The context for parsing a payload.

    It has the record's id, the time of receipt (ms since 1970), and a factory that creates the visitor from
    session, device, origin and trk.
    """

    record_id: int
    received_ms: int
    create_visitor: Callable[[str, Device | None, str, str], Visitor]


def parse_sender(payload: Any) -> Sender:
    """Return the sender. Raises `InvalidPayloadError` if the payload is not an object or has no profile."""
    if not isinstance(payload, dict):
        raise InvalidPayloadError(DropReason.NOT_AN_OBJECT)
    profile = get_text(payload, "profile", 80)
    if not profile:
        raise InvalidPayloadError(DropReason.UNKNOWN_PROFILE)
    consented_user_id = payload.get("consent") is True and payload.get("user_id")
    return Sender(profile, AccountId(get_id(payload, "user_id")) if consented_user_id else None)


def parse_token(payload: Payload) -> str:
    """Return the report token of a payload, or "" if there is none or it cannot be one."""
    values = payload.get("token")
    return values if isinstance(values, str) and len(values) <= MAX_TRK_LENGTH else ""


def parse_record(beacon_type: BeaconType, payload: Payload, context: PayloadContext) -> Record:
    """Parse a payload into a record. Raises `InvalidPayloadError`."""
    return _PARSERS[beacon_type](payload, context)


def parse_event_time(payload: Payload, received_ms: int) -> int:
    """Return the second in which the event happened.

    Use the time in the payload if it lies within the day before receipt (a queue that waited for the network)
    and at most a minute after it. Otherwise use the time of receipt.
    """
    claimed_ms = payload.get("at")
    if is_number(claimed_ms) and received_ms - DAY_MS <= claimed_ms <= received_ms + CLOCK_SKEW_MS:
        return int(claimed_ms) // 1000
    return received_ms // 1000


def _parse_session_start(payload: Payload, context: PayloadContext) -> SessionStart:
    resolution = get_text(payload, "resolution", 20)
    if resolution and not _RESOLUTION_PATTERN.fullmatch(resolution):
        raise InvalidPayloadError(DropReason.OUT_OF_RANGE)
    return SessionStart(
        id=context.record_id,
        at=parse_event_time(payload, context.received_ms),
        visitor=_parse_visitor(payload, context, "session"),
        platform=get_text(payload, "platform", 20),
        resolution=resolution,
    )


def _parse_analytics_event(payload: Payload, context: PayloadContext) -> AnalyticsEvent:
    name = get_text(payload, "event", 40)
    if not _EVENT_NAME_PATTERN.fullmatch(name):
        raise InvalidPayloadError(DropReason.UNKNOWN_EVENT)
    id_field = next(
        (field_name for field_name in _CONTENT_ID_FIELDS if payload.get(field_name) is not None), None
    )
    return AnalyticsEvent(
        id=context.record_id,
        at=parse_event_time(payload, context.received_ms),
        visitor=_parse_visitor(payload, context),
        name=name,
        page=page_path(get_text(payload, "page", MAX_URL_LENGTH), MAX_PAGE_LENGTH),
        thing_kind=_CONTENT_ID_FIELDS[id_field] if id_field else None,
        thing_id=get_id(payload, id_field) if id_field else 0,
        detail=_parse_details(payload),
    )


def _parse_video_event(payload: Payload, context: PayloadContext) -> PlaybackEvent:
    value_text = get_text(payload, "event", 40)
    event_type = _EVENT_TYPES_BY_VALUE.get(value_text or PlaybackEventType.FIRST_FRAME)
    if event_type is None:
        raise InvalidPayloadError(DropReason.UNKNOWN_EVENT)
    has_fault = event_type in (PlaybackEventType.STALL, PlaybackEventType.ERROR)
    fault = get_text(payload, "fault", 40)
    if not _FAULT_PATTERN.fullmatch(fault):
        raise InvalidPayloadError(DropReason.OUT_OF_RANGE)
    return _build_playback_event(
        payload,
        context,
        what=event_type,
        startup_ms=get_number(payload, "startup_ms", MAX_STARTUP_MS)
        if event_type is PlaybackEventType.FIRST_FRAME
        else 0,
        stall_ms=get_number(payload, "stall_ms", MAX_STALL_MS)
        if event_type is PlaybackEventType.STALL
        else 0,
        side=_SIDES_BY_VALUE.get(get_text(payload, "side", 20), FaultSide.UNKNOWN) if has_fault else None,
        fault=fault if has_fault else "",
    )


def _parse_viewing(payload: Payload, context: PayloadContext) -> PlaybackEvent:
    if payload.get("viewing_time") is None:
        raise InvalidPayloadError(DropReason.WRONG_TYPE)
    return _build_playback_event(
        payload,
        context,
        what=PlaybackEventType.VIEWING,
        seconds=get_number(payload, "viewing_time", MAX_VIEWING_SECONDS),
    )


def _build_playback_event(payload: Payload, context: PayloadContext, **event_fields: Any) -> PlaybackEvent:
    view = get_text(payload, "video_view_uuid", 64)
    if not _SESSION_PATTERN.fullmatch(view):
        raise InvalidPayloadError(DropReason.NO_VIEW)
    kind, live = _parse_content_kind(get_text(payload, "stream_type", 20))
    content_id = get_id(payload, "stream_id")
    if not content_id:
        raise InvalidPayloadError(DropReason.NO_CONTENT)
    return PlaybackEvent(
        id=context.record_id,
        at=parse_event_time(payload, context.received_ms),
        visitor=_parse_visitor(payload, context),
        view=view,
        thing_kind=kind,
        thing_id=content_id,
        live=live,
        position=get_number(payload, "position", MAX_POSITION),
        bitrate=get_number(payload, "bitrate", MAX_BITRATE),
        about=_parse_content_labels(payload),
        **event_fields,
    )


def _parse_content_kind(value_text: str) -> tuple[ContentKind, bool]:
    if value_text == "live":
        return ContentKind.EVENT, True
    kind = _CONTENT_KINDS_BY_VALUE.get(value_text)
    if kind is None:
        raise InvalidPayloadError(DropReason.NO_CONTENT)
    return kind, False


def _parse_visitor(payload: Payload, context: PayloadContext, name: str = "session_uuid") -> Visitor:
    session = get_text(payload, name, 64)
    if not _SESSION_PATTERN.fullmatch(session):
        raise InvalidPayloadError(DropReason.NO_SESSION)
    return context.create_visitor(
        session,
        _DEVICES_BY_VALUE.get(get_text(payload, "device_type", 20)),
        page_origin(get_text(payload, "origin_url", MAX_URL_LENGTH)),
        blank_if_email(get_text(payload, "trk", MAX_TRK_LENGTH)),
    )


def _parse_content_labels(payload: Payload) -> Mapping[str, str]:
    """Return the page's labels of the content: short texts, and numbers as texts."""
    values = {}
    for name in _CONTENT_LABEL_FIELDS:
        value = payload.get(name)
        if is_number(value) and is_storable_number(value):
            value = str(value)
        if isinstance(value, str) and blank_if_email(value):
            values[name] = require_storable(value[:MAX_TRK_LENGTH])
    return values


def _parse_details(payload: Payload) -> Mapping[str, str | int | float | bool]:
    """Return the first twelve other values: short texts, numbers and booleans.

    Texts that may contain an email address are left out, whatever their name.
    """
    values: dict[str, str | int | float | bool] = {}
    for name, value in payload.items():
        if len(values) == MAX_DETAILS:
            break
        if name in _RESERVED_FIELDS or name in _CONTENT_ID_FIELDS or not _DETAIL_NAME_PATTERN.fullmatch(name):
            continue
        if isinstance(value, bool) or (is_number(value) and is_storable_number(value)):
            values[name] = value
        elif isinstance(value, str) and blank_if_email(value) == value:
            values[name] = require_storable(value[:MAX_DETAIL_LENGTH])
    return values


_PARSERS: Mapping[BeaconType, Callable[[Payload, PayloadContext], Record]] = {
    BeaconType.SESSION: _parse_session_start,
    BeaconType.EVENT: _parse_analytics_event,
    BeaconType.VIDEO: _parse_video_event,
    BeaconType.VIEWING: _parse_viewing,
}
