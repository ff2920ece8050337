"""Reasons for dropping beacons. They are labels in reports and metrics, so there are only a few."""

from __future__ import annotations

from enum import StrEnum


class DropReason(StrEnum):
    """Reason for dropping a beacon, or one payload in it."""

    TOO_LARGE = "too_large"
    SPOOL_FULL = "spool_full"
    UNREADABLE = "unreadable"
    NOT_JSON = "not_json"
    NOT_AN_OBJECT = "not_an_object"
    TOO_MANY = "too_many"
    NOT_TEXT = "not_text"
    TOO_LONG = "too_long"
    WRONG_TYPE = "wrong_type"
    OUT_OF_RANGE = "out_of_range"
    UNKNOWN_PROFILE = "unknown_profile"
    UNKNOWN_EVENT = "unknown_event"
    NO_SESSION = "no_session"
    NO_VIEW = "no_view"
    NO_CONTENT = "no_thing"
    NO_AD_BREAK = "no_ad_break"


class InvalidPayloadError(Exception):
    """The payload is invalid and cannot be stored."""

    def __init__(self, reason: DropReason) -> None:
        super().__init__(reason.value)
        self.reason = reason
