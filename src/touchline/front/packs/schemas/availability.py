"""Availability of events and offers: live, replay, downloads and blackouts."""

from __future__ import annotations

import re
from typing import Any

from marshmallow import ValidationError, post_load, pre_dump, validates_schema

from touchline.catalog.domain.events.blackouts import Blackout
from touchline.front.packs.problems import InvalidValueError
from touchline.front.packs.schemas.base import PackSchema
from touchline.front.packs.schemas.base_field import PackField
from touchline.front.packs.schemas.context import get_pack_context
from touchline.front.packs.schemas.fields import BooleanField, DateTimeField, IntegerField, StringField
from touchline.front.packs.schemas.nested_fields import ListField

NEXT_DAY = "next_day"
MAX_BLACKOUTS = 20
_HOURS_PATTERN = re.compile(r"([1-9]\d{0,3})h")


class ReplayDelayField(PackField):
    """A delay of a replay: `next_day`, or hours such as `24h`."""

    example = "`next_day`, or hours such as `24h`"

    def parse(self, value: Any) -> dict[str, Any]:
        if value == NEXT_DAY:
            return {"time_zone": str(get_pack_context().zone)}
        match = _HOURS_PATTERN.fullmatch(str(value))
        if not match:
            raise InvalidValueError(f"`{value}` is not a delay", f"write {self.example}")
        return {"hours": int(match[1])}

    def dump(self, value: dict[str, Any]) -> str:
        return NEXT_DAY if value.get("time_zone") else f"{value['hours']}h"


class ReplaySchema(PackSchema):
    """When viewers may watch an event after its end."""

    offered = BooleanField(default=True)
    from_ = DateTimeField(default=None, data_key="from", attribute="from")
    until = DateTimeField(default=None)
    delay = ReplayDelayField(default=None)

    @validates_schema
    def check_delay(self, data: dict[str, Any], **_: Any) -> None:
        """Allow a delay only for a replay without a fixed start."""
        if data.get("delay") and data.get("from"):
            raise ValidationError("cannot be combined with `from`; keep one of them", "delay")
        if data.get("delay") and not data["offered"]:
            raise ValidationError("needs `offered: true`; remove this line", "delay")

    @validates_schema
    def check_window(self, data: dict[str, Any], **_: Any) -> None:
        """Require that the replay ends after it begins, and allow no times for an event that is live only."""
        since, until = data.get("from"), data.get("until")
        if not data["offered"] and (since or until):
            raise ValidationError("needs `offered: true`; remove this line", "from" if since else "until")
        if since and until and until <= since:
            raise ValidationError("is not after `from`; write a later time", "until")

    @post_load
    def omit_open_window(self, data: dict[str, Any], **_: Any) -> dict[str, Any] | None:
        """Return None for a replay without limits, as for no replay entry."""
        return data if data != {"offered": True, "from": None, "until": None, "delay": None} else None


class AvailabilitySchema(PackSchema):
    """What viewers may do with an event besides its replay: watch it live, download its recording, or only
    listen to it."""

    live = BooleanField(default=True)
    download = BooleanField(default=True)
    audio_only = BooleanField(default=False)


class BlackoutSchema(PackSchema):
    """Countries in which an event is not available for a time. A side without a time is open."""

    regions = ListField(StringField(example="a country such as `CA`", pattern="[A-Z]{2}"), min_items=1)
    from_ = DateTimeField(default=None, data_key="from", attribute="from")
    until = DateTimeField(default=None)
    hours_after_end = IntegerField(0, 8760, default=None)

    @validates_schema
    def check_interval(self, data: dict[str, Any], **_: Any) -> None:
        """Require that the blackout ends after it begins, and has one end."""
        since, until = data.get("from"), data.get("until")
        if until and data.get("hours_after_end") is not None:
            raise ValidationError("cannot be combined with `until`; keep one of them", "hours_after_end")
        if since and until and until <= since:
            raise ValidationError("is not after `from`; write a later time", "until")


class ChannelBlackoutSchema(BlackoutSchema):
    """A blackout of a channel. Its settings are stored as JSON."""

    @post_load
    def store(self, data: dict[str, Any], **_: Any) -> dict[str, Any]:
        """Return the value that is stored."""
        return Blackout(
            regions=tuple(data["regions"]),
            since=data["from"],
            until=data["until"],
            hours_after_end=data["hours_after_end"],
        ).to_dict()

    @pre_dump
    def read(self, data: dict[str, Any], **_: Any) -> dict[str, Any]:
        """Return the entry of a stored value."""
        blackout = Blackout.from_dict(data)
        return {
            "regions": list(blackout.regions),
            "from": blackout.since,
            "until": blackout.until,
            "hours_after_end": blackout.hours_after_end,
        }


class LibraryAvailabilitySchema(PackSchema):
    """When viewers may watch a library item, and whether they may only listen to it."""

    from_ = DateTimeField(default=None, data_key="from", attribute="from")
    until = DateTimeField(default=None)
    audio_only = BooleanField(default=False)

    @validates_schema
    def check_window(self, data: dict[str, Any], **_: Any) -> None:
        """Require that the time ends after it begins."""
        if data.get("from") and data.get("until") and data["until"] <= data["from"]:
            raise ValidationError("is not after `from`; write a later time", "until")


class OfferAvailabilitySchema(PackSchema):
    """Whether an offer includes the live stream and the replay of its events, and their video."""

    live = BooleanField(default=True)
    replay = BooleanField(default=True)
    replay_delay_hours = IntegerField(0, 8760, default=0)
    audio_only = BooleanField(default=False)

    @validates_schema
    def check_parts(self, data: dict[str, Any], **_: Any) -> None:
        """Reject an offer with neither, and a delay without a replay."""
        if not data["live"] and not data["replay"]:
            raise ValidationError("leaves nothing to watch; allow `live` or `replay`", "replay")
        if data["replay_delay_hours"] and not data["replay"]:
            raise ValidationError("needs `replay: true`; remove this line", "replay_delay_hours")


EVENT_INCLUDES_EVERYTHING = {"live": True, "download": True, "audio_only": False}
INCLUDES_EVERYTHING = {"live": True, "replay": True, "replay_delay_hours": 0, "audio_only": False}
