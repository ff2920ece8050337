"""`coupons.yaml`: promo codes, and the kinds of values that only they and packages have."""

from __future__ import annotations

from datetime import date, datetime
from decimal import Decimal
from typing import Any

from marshmallow import ValidationError, validates_schema

from touchline.front.packs import dates
from touchline.front.packs.problems import Wrong
from touchline.front.packs.schemas.base import PackSchema
from touchline.front.packs.schemas.context import surroundings
from touchline.front.packs.schemas.fields import Amount, When, Whole, Word
from touchline.front.packs.schemas.many import Many
from touchline.front.packs.schemas.site import exactly_one
from touchline.front.packs.schemas.value import Value, kind_of

KINDS = ("event", "package", "subscription")
"""What a code may be for; packages and subscriptions also one by one, by their keys."""


class Code(Word):
    """A promo code, in capitals whatever it is written in."""

    like = "a code such as `TIPOFF20`"

    def read(self, value: Any) -> str:
        return super().read(str(value) if type(value) is int else value).upper()


class Percent(Value):
    """More than 0 and at most 100 percent, with up to two decimals → an exact number."""

    like = "a number of percent such as 20"

    def read(self, value: Any) -> Decimal:
        found = Decimal(value) if type(value) in (int, Decimal) else Decimal(0)
        if not 0 < found <= 100 or found != round(found, 2):
            shown = f"`{value}`" if type(value) in (int, Decimal, str) else kind_of(value)
            raise Wrong(f"{shown} cannot be", "write a number from 0.01 to 100, without a sign")
        return found

    def write(self, value: Decimal) -> int | Decimal:
        return int(value) if value == int(value) else value


class Until(When):
    """When something ends → an aware instant in UTC; a day alone is meant with all of it."""

    def read(self, value: Any) -> datetime:
        around = surroundings()
        if not isinstance(value, str):
            raise Wrong(f"is {kind_of(value)}, not a date", dates.FORMS)
        return dates.end(value, around.zone, around.now)


class LastDay(Value):
    """The last day on which something is open, in the channel's time zone."""

    like = "a day: " + dates.DAYS.removeprefix("write ")

    def read(self, value: Any) -> date:
        around = surroundings()
        if not isinstance(value, str):
            raise Wrong(f"is {kind_of(value)}, not a day", dates.DAYS)
        return dates.day(value, around.zone, around.now)

    def write(self, value: date) -> str:
        return value.isoformat()


class CouponSchema(PackSchema):
    """A promo code: how much it takes off, of what, how often, from when and until when."""

    code = Code(pattern=r"[A-Za-z0-9][A-Za-z0-9_-]{2,39}", like=Code.like)
    percent = Percent(default=None)
    amount = Amount(default=None)
    products = Many(
        Word(
            like="`event`, `package`, `subscription`, or one by its key such as `package:hockey-season`",
            pattern=r"event|(?:package|subscription)(?::[a-z0-9]+(?:-[a-z0-9]+)*)?",
        ),
        most=200,
    )
    limit = Whole(1, default=None)
    limit_each = Whole(1, default=None)
    starts = When(day_is_enough=True, default=None)
    ends = Until(default=None)

    @validates_schema
    def how_much(self, data: dict[str, Any], **_: Any) -> None:
        """A share or an amount."""
        exactly_one(data, "percent", "amount")

    @validates_schema
    def when(self, data: dict[str, Any], **_: Any) -> None:
        """It ends after it starts."""
        if data.get("starts") and data.get("ends") and data["ends"] <= data["starts"]:
            raise ValidationError("is not after `starts`; write a later date", "ends")
