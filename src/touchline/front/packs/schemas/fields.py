"""Simple pack fields: strings, keys, choices, colors, numbers, money, dates, links."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

from touchline.billing.domain.checkout.charge_limits import amount_step
from touchline.front.packs.parser import dates
from touchline.front.packs.problems import InvalidValueError, suggest
from touchline.front.packs.schemas.base_field import PackField, describe_type, parse_text
from touchline.front.packs.schemas.context import get_pack_context
from touchline.shared.money import CURRENCIES, Money, currency_exponent

KEY_PATTERN = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_PATH_PATTERN = re.compile(r"/[A-Za-z0-9/._~!$&'()*+,;=:@-]*")
"""A path on this site as both server and web app compare it: ASCII, nothing percent-encoded."""
_LINK_PATTERN = re.compile(r"(?:/(?!/)|https?://[^\s/]|mailto:\S+@|tel:\+?[0-9]|#)\S*")


class StringField(PackField):
    """A text that is the same in every language, such as a font name, a city or a code."""

    example = "a text"

    def __init__(self, *, example: str = "", pattern: str = "", maximum: int = 500, **rest: Any) -> None:
        self.example = example or self.example
        self.pattern = re.compile(pattern) if pattern else None
        self.maximum = maximum
        super().__init__(**rest)

    def parse(self, value: Any) -> str:
        text = parse_text(value, self.example)
        if len(text) > self.maximum:
            raise InvalidValueError(f"has {len(text)} characters", f"use at most {self.maximum}")
        if self.pattern and not self.pattern.fullmatch(text):
            raise InvalidValueError(f"`{text}` is not valid", f"write {self.example}")
        return text


class KeyField(PackField):
    """A key that identifies an entry across applies, or a reference to one."""

    example = "a key such as `red-butte`"

    def parse(self, value: Any) -> str:
        text = str(value) if type(value) is int else parse_text(value, self.example)
        if len(text) > 80 or not KEY_PATTERN.fullmatch(text):
            raise InvalidValueError(
                f"`{text[:80]}` is not a key", "use a-z, 0-9 and single hyphens, such as `red-butte`"
            )
        return text


class ChoiceField(PackField):
    """One of a fixed set of values."""

    def __init__(self, *choices: str, **rest: Any) -> None:
        self.choices = choices
        self.example = "one of: " + ", ".join(choices)
        super().__init__(**rest)

    def parse(self, value: Any) -> str:
        if value not in self.choices:
            shown = value if isinstance(value, str) else describe_type(value)
            raise InvalidValueError(f"`{shown}` is not a valid choice", suggest(str(value), self.choices))
        return str(value)


class ColorField(PackField):
    """`#rgb` or `#rrggbb` → `#rrggbb` in lowercase."""

    example = "a color such as '#0b1018' (in quotes)"

    def parse(self, value: Any) -> str:
        if not isinstance(value, str) or not re.fullmatch(r"#(?:[0-9a-fA-F]{3}){1,2}", value.strip()):
            shown = f"`{value}`" if isinstance(value, str) else describe_type(value)
            raise InvalidValueError(
                f"{shown} is not a color", "write six hexadecimal digits in quotes, such as '#0b1018'"
            )
        digits = value.strip()[1:].lower()
        return "#" + (digits if len(digits) == 6 else "".join(digit * 2 for digit in digits))


class BooleanField(PackField):
    """`true` or `false`."""

    example = "true or false"

    def parse(self, value: Any) -> bool:
        if not isinstance(value, bool):
            raise InvalidValueError(f"`{value}` is not true or false", "write `true` or `false`")
        return value


class IntegerField(PackField):
    """An integer within bounds."""

    def __init__(self, minimum: int = 0, maximum: int = 1_000_000, **rest: Any) -> None:
        self.minimum, self.maximum = minimum, maximum
        self.example = f"a whole number from {minimum} to {maximum}"
        super().__init__(**rest)

    def parse(self, value: Any) -> int:
        if type(value) is not int or not self.minimum <= value <= self.maximum:
            raise InvalidValueError(f"`{value}` is not valid", f"write {self.example}")
        return value


class MoneyField(PackField):
    """An amount in major units (8.99) in the channel's currency → `Money`."""

    example = "an amount such as 8.99"

    def parse(self, value: Any) -> Money:
        currency = get_pack_context().currency
        digits = currency_exponent(currency)
        text = str(value) if isinstance(value, int | Decimal | str) and not isinstance(value, bool) else ""
        if not re.fullmatch(r"[0-9]{1,7}" + (rf"(?:\.[0-9]{{1,{digits}}})?" if digits else ""), text):
            shown = f"`{value}`" if text else describe_type(value)
            sample_amount = "8.99" if digits else "900"
            raise InvalidValueError(
                f"{shown} {_describe_amount_error(text, currency, digits)}",
                f"write digits and a decimal point, such as {sample_amount}",
            )
        money = Money.parse(text, currency)
        if money.minor % amount_step(currency):
            minimum = Money(amount_step(currency), currency).decimal
            raise InvalidValueError(
                f"`{text}` cannot be charged to a card", f"in {currency} write a multiple of {minimum}"
            )
        return money

    def dump(self, value: Money) -> int | Decimal:
        return Decimal(value.decimal) if currency_exponent(value.currency) else value.minor


def _describe_amount_error(text: str, currency: str, digits: int) -> str:
    """Return why a text is not an amount in a currency."""
    decimals = re.fullmatch(r"[0-9]{1,7}\.([0-9]+)", text)
    if decimals and len(decimals[1]) > digits:
        return f"has {len(decimals[1])} decimals; {currency} allows {digits or 'none'}"
    if re.fullmatch(r"[0-9]{8,}(?:\.[0-9]*)?", text):
        return "is too large"
    return "is negative" if re.fullmatch(r"-[0-9]+(?:\.[0-9]+)?", text) else f"is not an amount of {currency}"


def check_currency(value: str) -> None:
    """Raise `InvalidValueError` unless the value is a currency in use (ISO 4217)."""
    if value not in CURRENCIES:
        raise InvalidValueError(f"`{value}` is not a currency", "write an ISO 4217 code, such as `USD`")


class DateTimeField(PackField):
    """A date of the pack → an aware datetime in UTC."""

    example = "a date: " + dates.DATE_HELP.removeprefix("write ")

    def __init__(self, *, allow_date_only: bool = False, **rest: Any) -> None:
        self.allow_date_only = allow_date_only
        super().__init__(**rest)

    def parse(self, value: Any) -> datetime:
        context = get_pack_context()
        if not isinstance(value, str):
            raise InvalidValueError(f"is {describe_type(value)}, not a date", dates.DATE_HELP)
        return dates.parse_datetime(value, context.zone, context.now, allow_date_only=self.allow_date_only)

    def dump(self, value: datetime) -> str:
        return dates.format_datetime(value, get_pack_context().zone)


class StartField(DateTimeField):
    """The start of an event: a date and time, or a day alone if the time is to be announced."""

    def parse(self, value: Any) -> datetime:
        if not isinstance(value, str):
            return super().parse(value)
        context = get_pack_context()
        return dates.parse_start(value, context.zone, context.now)


class DurationField(PackField):
    """A duration such as `2h` or `90m` → whole seconds."""

    example = "a duration such as `2h` or `90m`"

    def parse(self, value: Any) -> int:
        seconds = int(dates.parse_duration(str(value)).total_seconds())
        if not 0 < seconds <= 7 * 86400:
            raise InvalidValueError(f"`{value}` is not a valid duration", "write 1s to 168h")
        return seconds

    def dump(self, value: int) -> str:
        return dates.format_duration(value)


class LinkField(PackField):
    """A path on this site (`/upcoming`), a web URL, or mailto:/tel:."""

    example = "a path such as `/upcoming` or a URL such as `https://…`"

    def __init__(self, *, is_internal: bool = False, **rest: Any) -> None:
        self.is_internal = is_internal
        super().__init__(**rest)

    def parse(self, value: Any) -> str:
        text = parse_text(value, self.example)
        if (
            not _LINK_PATTERN.fullmatch(text)
            or len(text) > 2000
            or (self.is_internal and not text.startswith("/"))
        ):
            hint = "begin it with `/`" if self.is_internal else "begin it with `/`, `https://` or `mailto:`"
            raise InvalidValueError(f"`{text[:80]}` is not a link", hint)
        path = text if self.is_internal else re.split(r"[?#]", text, maxsplit=1)[0]
        if path.startswith("/") and (
            not path.isascii() or (self.is_internal and not _PATH_PATTERN.fullmatch(path))
        ):
            raise InvalidValueError(
                f"`{text[:80]}` cannot be a path on this site",
                "use a-z, 0-9, hyphens and `/`, such as `/ecole-elan`; put accents in the name",
            )
        return text


class CheckedStringField(StringField):
    """A text that a function validates (a time zone, a country)."""

    def __init__(self, check: Callable[[str], None], **rest: Any) -> None:
        self.check = check
        super().__init__(**rest)

    def parse(self, value: Any) -> str:
        text = super().parse(value)
        self.check(text)
        return text


def check_time_zone(name: str) -> None:
    """Raise `InvalidValueError` unless the tz database knows the zone."""
    try:
        ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        raise InvalidValueError(
            f"`{name}` is not a time zone", "write a name such as `America/Chicago`"
        ) from None
