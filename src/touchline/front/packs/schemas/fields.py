"""The simple kinds of values in a pack: words, keys, choices, colours, numbers, money, dates, links."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

from touchline.billing.domain.charging import step
from touchline.front.packs import dates
from touchline.front.packs.problems import Wrong, nearest
from touchline.front.packs.schemas.context import surroundings
from touchline.front.packs.schemas.value import Value, kind_of, plain
from touchline.shared.money import CURRENCIES, Money, exponent

KEY = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_PATH = re.compile(r"/[A-Za-z0-9/._~!$&'()*+,;=:@-]*")
"""A path of this site as both server and web app compare it: ASCII, nothing percent-encoded."""
_LINK = re.compile(r"(?:/(?!/)|https?://[^\s/]|mailto:\S+@|tel:\+?[0-9]|#)\S*")


class Word(Value):
    """A text that is the same in every language: a name of a font, a city, a code."""

    like = "a text"

    def __init__(self, *, like: str = "", pattern: str = "", most: int = 500, **rest: Any) -> None:
        self.like = like or self.like
        self.pattern = re.compile(pattern) if pattern else None
        self.most = most
        super().__init__(**rest)

    def read(self, value: Any) -> str:
        text = plain(value, self.like)
        if len(text) > self.most:
            raise Wrong(f"has {len(text)} characters", f"at most {self.most}")
        if self.pattern and not self.pattern.fullmatch(text):
            raise Wrong(f"`{text}` cannot be", f"write {self.like}")
        return text


class Key(Value):
    """The stable identity of a thing over applies, or a reference to one."""

    like = "a key such as `red-butte`"

    def read(self, value: Any) -> str:
        text = str(value) if type(value) is int else plain(value, self.like)
        if len(text) > 80 or not KEY.fullmatch(text):
            raise Wrong(f"`{text[:80]}` is not a key", "use a-z, 0-9 and single hyphens, such as `red-butte`")
        return text


class Choice(Value):
    """One of a closed set."""

    def __init__(self, *choices: str, **rest: Any) -> None:
        self.choices = choices
        self.like = "one of: " + ", ".join(choices)
        super().__init__(**rest)

    def read(self, value: Any) -> str:
        if value not in self.choices:
            shown = value if isinstance(value, str) else kind_of(value)
            raise Wrong(f"`{shown}` is not a choice", nearest(str(value), self.choices))
        return str(value)


class Colour(Value):
    """`#rgb` or `#rrggbb` → `#rrggbb` in small letters."""

    like = "a colour such as '#0b1018' (in quotes)"

    def read(self, value: Any) -> str:
        if not isinstance(value, str) or not re.fullmatch(r"#(?:[0-9a-fA-F]{3}){1,2}", value.strip()):
            shown = f"`{value}`" if isinstance(value, str) else kind_of(value)
            raise Wrong(
                f"{shown} is not a colour", "write six hexadecimal digits in quotes, such as '#0b1018'"
            )
        digits = value.strip()[1:].lower()
        return "#" + (digits if len(digits) == 6 else "".join(digit * 2 for digit in digits))


class Flag(Value):
    """true or false."""

    like = "true or false"

    def read(self, value: Any) -> bool:
        if not isinstance(value, bool):
            raise Wrong(f"`{value}` is not true or false", "write `true` or `false`")
        return value


class Whole(Value):
    """A whole number within bounds."""

    def __init__(self, least: int = 0, most: int = 1_000_000, **rest: Any) -> None:
        self.least, self.most = least, most
        self.like = f"a whole number from {least} to {most}"
        super().__init__(**rest)

    def read(self, value: Any) -> int:
        if type(value) is not int or not self.least <= value <= self.most:
            raise Wrong(f"`{value}` cannot be", f"write {self.like}")
        return value


class Amount(Value):
    """An amount in major units (8.99) in the channel's currency → `Money`."""

    like = "an amount such as 8.99"

    def read(self, value: Any) -> Money:
        currency = surroundings().currency
        digits = exponent(currency)
        text = str(value) if isinstance(value, int | Decimal | str) and not isinstance(value, bool) else ""
        if not re.fullmatch(r"[0-9]{1,7}" + (rf"(?:\.[0-9]{{1,{digits}}})?" if digits else ""), text):
            shown = f"`{value}`" if text else kind_of(value)
            example = "8.99" if digits else "900"
            raise Wrong(
                f"{shown} {_fault_of(text, currency, digits)}", f"write digits and a point, such as {example}"
            )
        found = Money.parse(text, currency)
        if found.minor % step(currency):
            least = Money(step(currency), currency).decimal
            raise Wrong(f"`{text}` cannot be paid by card", f"in {currency} write a multiple of {least}")
        return found

    def write(self, value: Money) -> int | Decimal:
        return Decimal(value.decimal) if exponent(value.currency) else value.minor


def _fault_of(text: str, currency: str, digits: int) -> str:
    """Why a text is no amount of a currency."""
    decimals = re.fullmatch(r"[0-9]{1,7}\.([0-9]+)", text)
    if decimals and len(decimals[1]) > digits:
        return f"has {len(decimals[1])} decimals, and {currency} has {digits or 'none'}"
    if re.fullmatch(r"[0-9]{8,}(?:\.[0-9]*)?", text):
        return "is too large an amount"
    return "is negative" if re.fullmatch(r"-[0-9]+(?:\.[0-9]+)?", text) else f"is not an amount of {currency}"


def known_currency(value: str) -> None:
    """Refuse what is no currency in use (ISO 4217)."""
    if value not in CURRENCIES:
        raise Wrong(f"`{value}` is not a currency", "write a code of ISO 4217, such as `USD`")


class When(Value):
    """A date of the pack → an aware instant in UTC."""

    like = "a date: " + dates.FORMS.removeprefix("write ")

    def __init__(self, *, day_is_enough: bool = False, **rest: Any) -> None:
        self.day_is_enough = day_is_enough
        super().__init__(**rest)

    def read(self, value: Any) -> datetime:
        around = surroundings()
        if not isinstance(value, str):
            raise Wrong(f"is {kind_of(value)}, not a date", dates.FORMS)
        return dates.instant(value, around.zone, around.now, day_is_enough=self.day_is_enough)

    def write(self, value: datetime) -> str:
        return dates.write_instant(value, surroundings().zone)


class Span(Value):
    """`2h`, `90m` → whole seconds."""

    like = "a span such as `2h` or `90m`"

    def read(self, value: Any) -> int:
        seconds = int(dates.span(str(value)).total_seconds())
        if not 0 < seconds <= 7 * 86400:
            raise Wrong(f"`{value}` cannot be", "a span is between 1s and 168h")
        return seconds

    def write(self, value: int) -> str:
        return dates.write_span(value)


class Link(Value):
    """A path of this site (`/upcoming`), a web address, or mailto:/tel:."""

    like = "a path such as `/upcoming` or an address such as `https://…`"

    def __init__(self, *, own: bool = False, **rest: Any) -> None:
        self.own = own
        super().__init__(**rest)

    def read(self, value: Any) -> str:
        text = plain(value, self.like)
        if not _LINK.fullmatch(text) or len(text) > 2000 or (self.own and not text.startswith("/")):
            right = "begin it with `/`" if self.own else "begin it with `/`, `https://` or `mailto:`"
            raise Wrong(f"`{text[:80]}` is not a link", right)
        path = text if self.own else re.split(r"[?#]", text, maxsplit=1)[0]
        if path.startswith("/") and (not path.isascii() or (self.own and not _PATH.fullmatch(path))):
            raise Wrong(
                f"`{text[:80]}` cannot be an address of this site",
                "use a-z, 0-9, hyphens and `/`, such as `/ecole-elan`; accents belong in the name",
            )
        return text


class Checked(Word):
    """A text that a function must accept (a time zone, a country)."""

    def __init__(self, check: Callable[[str], None], **rest: Any) -> None:
        self.check = check
        super().__init__(**rest)

    def read(self, value: Any) -> str:
        text = super().read(value)
        self.check(text)
        return text


def time_zone(name: str) -> None:
    """Refuse a zone the tz database does not know."""
    try:
        ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        raise Wrong(f"`{name}` is not a time zone", "write a name such as `America/Chicago`") from None
