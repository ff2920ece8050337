"""Amounts and dates for people, in English and French."""

from __future__ import annotations

from datetime import UTC, datetime

from adapters.payments.fake_stripe.core.currencies import ZERO_DECIMAL, ZERO_DECIMAL_IN_HUNDREDTHS
from touchline.shared.money import Money, currency_exponent

# fmt: off
MONTHS = {
    "en": ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
           "November", "December"),
    "fr": ("janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre",
           "novembre", "décembre"),
}
# fmt: on


def format_money(minor: int, currency: str, language: str) -> str:
    """Return `12.50 USD` or `12,50 USD`. `minor` is in Stripe's smallest currency unit."""
    code = currency.upper()
    if currency in ZERO_DECIMAL_IN_HUNDREDTHS:
        minor //= 100
    elif currency in ZERO_DECIMAL:
        minor *= 10 ** currency_exponent(code)
    text = Money(minor, code).decimal
    return f"{text.replace('.', ',') if language == 'fr' else text}\N{NO-BREAK SPACE}{code}"


def format_date(timestamp: int, language: str) -> str:
    """Return `December 3, 2026` or `3 décembre 2026`. `timestamp` is in seconds since the epoch."""
    date = datetime.fromtimestamp(timestamp, UTC)
    month = MONTHS[language][date.month - 1]
    if language == "fr":
        return f"{'1er' if date.day == 1 else date.day} {month} {date.year}"
    return f"{month} {date.day}, {date.year}"
