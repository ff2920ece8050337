"""Parsers of setting values. Each returns the value, or raises `ValueError` with the allowed values."""

import contextlib
import re
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path

from touchline.shared.strings.validation import is_digits

_TAX_PATTERN = re.compile(r"(\S.*?)\s+([0-9]{1,3}(?:\.[0-9]{1,4})?)")


def text(value: str) -> str:
    """Text."""
    return value.strip()


def boolean(value: str) -> bool:
    """True or false."""
    if value.strip().lower() in ("1", "true", "yes", "on"):
        return True
    if value.strip().lower() in ("0", "false", "no", "off", ""):
        return False
    raise ValueError("must be true or false")


def integer_between(minimum: int, maximum: int) -> Callable[[str], int]:
    """A whole number from `minimum` to `maximum`."""

    def parse(value: str) -> int:
        if not is_digits(value.strip()) or not minimum <= int(value) <= maximum:
            raise ValueError(f"must be a whole number from {minimum} to {maximum}")
        return int(value)

    parse.__doc__ = f"A whole number from {minimum} to {maximum}."
    return parse


def ratio(value: str) -> float:
    """A number from 0 to 1."""
    with contextlib.suppress(ValueError):
        if 0 <= (number := float(value)) <= 1:
            return number
    raise ValueError("must be a number from 0 to 1")


def one_of(*choices: str) -> Callable[[str], str]:
    """One of the choices, in lower case."""

    def parse(value: str) -> str:
        if value.strip().lower() not in choices:
            raise ValueError("must be one of " + ", ".join(choices))
        return value.strip().lower()

    parse.__doc__ = "One of " + ", ".join(choices) + "."
    return parse


def base_url(value: str) -> str:
    """Empty, or the URL of a host without a trailing slash."""
    address = value.strip().rstrip("/")
    if address and not address.startswith(("http://", "https://")):
        raise ValueError("must be empty (same origin) or a URL that begins with http:// or https://")
    return address


def site_url(value: str) -> str:
    """Empty, or the URL of a site. {host} is replaced by the channel's host name."""
    address = value.strip().rstrip("/")
    if address and not address.startswith(("http://", "https://")):
        raise ValueError(
            "must be empty or a URL that begins with http:// or https://, such as https://{host}"
        )
    return address


def email_address(value: str) -> str:
    """An email address without a display name."""
    address = value.strip()
    if not re.fullmatch(r"[^\s@<>,;:\"]+@[^\s@<>,;:\"]+", address):
        raise ValueError("must be a plain email address, such as no-reply@example.org")
    return address


def contact_uri(value: str) -> str:
    """Empty, or a mailto: or https: URL."""
    address = value.strip()
    if address and not re.fullmatch(r"mailto:[^\s@]+@[^\s@]+|https://[^\s/]+\S*", address):
        raise ValueError("must be empty or a URL such as mailto:owner@example.org")
    return address


def push_services(value: str) -> str:
    """Host names, or full origins, separated by commas."""
    for name in map(str.strip, value.split(",")):
        if not re.fullmatch(r"(https?://)?(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*(:[0-9]{1,5})?", name):
            raise ValueError("must be host names, such as fcm.googleapis.com, *.push.apple.com")
    return value.strip()


def port_range(value: str) -> str:
    """A port, or a range of ports."""
    first, _, last = value.strip().partition("-")
    numbers = [int(item) for item in (first, last or first) if is_digits(item)]
    if len(numbers) != 2 or not 1 <= numbers[0] <= numbers[1] <= 65535:
        raise ValueError("must be a port or a range of ports, such as 19350-19359")
    return f"{numbers[0]}-{numbers[1]}"


def rtmp_url(value: str) -> str:
    """The URL of an RTMP application."""
    address = value.strip().rstrip("/")
    if not address.startswith("rtmp://") or not address.removeprefix("rtmp://").partition("/")[2]:
        raise ValueError("must be the URL of an RTMP application, such as rtmp://127.0.0.1:1935/live")
    return address


def directory(value: str) -> Path:
    """The path of a folder."""
    return Path(value).expanduser().resolve()


def country_code(value: str) -> str:
    """Empty, or a two-letter country code (ISO 3166-1)."""
    if len(value.strip()) not in (0, 2):
        raise ValueError("must be a two-letter country code, or empty")
    return value.strip().upper()


def channel_secrets(value: str) -> str:
    """Channels with their secrets."""
    if not all(key and secret for key, secret in parse_channel_secrets(value).items()):
        raise ValueError("must be channels with their secrets, such as prairie=SECRET; atelier=SECRET")
    return value


def parse_channel_secrets(value: str) -> dict[str, str]:
    """Return the secrets by channel from `prairie=SECRET; atelier=SECRET`."""
    pairs = (part.partition("=") for part in value.split(";") if part.strip())
    return {key.strip(): secret.strip() for key, _, secret in pairs}


def tax_rates(value: str) -> str:
    """Countries with tax names and percentages."""
    try:
        parse_tax_table(value)
    except ValueError:
        raise ValueError(
            "must be countries with tax names and percentages, such as CA=GST 5, QST 9.975; FR=TVA 20"
        ) from None
    return value.strip()


def parse_tax_table(value: str) -> dict[str, list[tuple[str, Decimal]]]:
    """Return the taxes of each country from `CA=GST 5, QST 9.975; FR=TVA 20`. Raises `ValueError`."""
    table: dict[str, list[tuple[str, Decimal]]] = {}
    for part in filter(None, map(str.strip, value.split(";"))):
        country, _, tax_list = part.partition("=")
        if not country_code(country) or country_code(country) in table:
            raise ValueError(part)
        table[country_code(country)] = [_parse_tax(item.strip()) for item in tax_list.split(",")]
    return table


def _parse_tax(text: str) -> tuple[str, Decimal]:
    match = _TAX_PATTERN.fullmatch(text)
    if match is None or not 0 < Decimal(match[2]) <= 100:
        raise ValueError(text)
    return match[1], Decimal(match[2])
