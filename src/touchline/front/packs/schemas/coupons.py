"""`coupons.yaml`: promo codes, and the fields that only they and packages have."""

from __future__ import annotations

from datetime import date, datetime
from decimal import Decimal
from typing import Any

from marshmallow import ValidationError, validates_schema

from touchline.front.packs.parser import dates
from touchline.front.packs.problems import InvalidValueError
from touchline.front.packs.schemas.base import PackSchema
from touchline.front.packs.schemas.base_field import PackField, describe_type
from touchline.front.packs.schemas.context import get_pack_context
from touchline.front.packs.schemas.fields import DateTimeField, IntegerField, MoneyField, StringField
from touchline.front.packs.schemas.nested_fields import ListField
from touchline.front.packs.schemas.site import require_exactly_one

PRODUCT_KINDS = ("event", "package", "subscription")
"""Products that a code may apply to. Packages and subscriptions can also be selected by key."""


class CouponCodeField(StringField):
    """A promo code, converted to uppercase."""

    example = "a code such as `TIPOFF20`"

    def parse(self, value: Any) -> str:
        return super().parse(str(value) if type(value) is int else value).upper()


class PercentField(PackField):
    """A percentage greater than 0 and at most 100, with up to two decimals → an exact number."""

    example = "a percentage such as 20"

    def parse(self, value: Any) -> Decimal:
        percent = Decimal(value) if type(value) in (int, Decimal) else Decimal(0)
        if not 0 < percent <= 100 or percent != round(percent, 2):
            shown = f"`{value}`" if type(value) in (int, Decimal, str) else describe_type(value)
            raise InvalidValueError(
                f"{shown} is not a valid percentage",
                "write a number from 0.01 to 100, without a percent sign",
            )
        return percent

    def dump(self, value: Decimal) -> int | Decimal:
        return int(value) if value == int(value) else value


class EndDateField(DateTimeField):
    """An end time → an aware datetime in UTC. A day alone includes the whole day."""

    def parse(self, value: Any) -> datetime:
        context = get_pack_context()
        if not isinstance(value, str):
            raise InvalidValueError(f"is {describe_type(value)}, not a date", dates.DATE_HELP)
        return dates.parse_end(value, context.zone, context.now)


class LastDayField(PackField):
    """The last day of access, in the channel's time zone."""

    example = "a day: " + dates.DAY_HELP.removeprefix("write ")

    def parse(self, value: Any) -> date:
        context = get_pack_context()
        if not isinstance(value, str):
            raise InvalidValueError(f"is {describe_type(value)}, not a day", dates.DAY_HELP)
        return dates.parse_day(value, context.zone, context.now)

    def dump(self, value: date) -> str:
        return value.isoformat()


class CouponSchema(PackSchema):
    """A promo code: its discount, products, redemption limits, and start and end."""

    code = CouponCodeField(pattern=r"[A-Za-z0-9][A-Za-z0-9_-]{2,39}", example=CouponCodeField.example)
    percent = PercentField(default=None)
    amount = MoneyField(default=None)
    products = ListField(
        StringField(
            example="`event`, `package`, `subscription`, or one product such as `package:hockey-season`",
            pattern=r"event|(?:package|subscription)(?::[a-z0-9]+(?:-[a-z0-9]+)*)?",
        ),
        max_items=200,
    )
    limit = IntegerField(1, default=None)
    limit_each = IntegerField(1, default=None)
    starts = DateTimeField(allow_date_only=True, default=None)
    ends = EndDateField(default=None)

    @validates_schema
    def check_discount(self, data: dict[str, Any], **_: Any) -> None:
        """Require either a percentage or an amount."""
        require_exactly_one(data, "percent", "amount")

    @validates_schema
    def check_dates(self, data: dict[str, Any], **_: Any) -> None:
        """Require that the code ends after it starts."""
        if data.get("starts") and data.get("ends") and data["ends"] <= data["starts"]:
            raise ValidationError("is not after `starts`; write a later date", "ends")
