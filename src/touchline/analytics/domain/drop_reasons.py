"""Why something that was told is not kept. The words stand in reports and metrics, so there are few."""

from __future__ import annotations

from enum import StrEnum


class DropReason(StrEnum):
    """What was wrong with a call, or with one thing in it."""

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


class InvalidPayloadError(Exception):
    """Something that was told cannot be kept."""

    def __init__(self, reason: DropReason) -> None:
        super().__init__(reason.value)
        self.reason = reason
