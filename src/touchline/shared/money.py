"""Money in whole minor units (cents), never a float. Its text form is a decimal in major units."""

from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Self

_EXPONENT_0 = frozenset(
    ["BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "UYI", "VND", "VUV",
    "XAF", "XOF", "XPF"]
)  # fmt: skip
_EXPONENT_3 = frozenset(["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"])

CURRENCIES = frozenset(
    ["AED", "AFN", "ALL", "AMD", "AOA", "ARS", "AUD", "AWG", "AZN", "BAM", "BBD", "BDT", "BGN", "BHD",
     "BIF", "BMD", "BND", "BOB", "BRL", "BSD", "BTN", "BWP", "BYN", "BZD", "CAD", "CDF", "CHF", "CLP",
     "CNY", "COP", "CRC", "CUP", "CVE", "CZK", "DJF", "DKK", "DOP", "DZD", "EGP", "ERN", "ETB", "EUR",
     "FJD", "FKP", "GBP", "GEL", "GHS", "GIP", "GMD", "GNF", "GTQ", "GYD", "HKD", "HNL", "HTG", "HUF",
     "IDR", "ILS", "INR", "IQD", "IRR", "ISK", "JMD", "JOD", "JPY", "KES", "KGS", "KHR", "KMF", "KPW",
     "KRW", "KWD", "KYD", "KZT", "LAK", "LBP", "LKR", "LRD", "LSL", "LYD", "MAD", "MDL", "MGA", "MKD",
     "MMK", "MNT", "MOP", "MRU", "MUR", "MVR", "MWK", "MXN", "MYR", "MZN", "NAD", "NGN", "NIO", "NOK",
     "NPR", "NZD", "OMR", "PAB", "PEN", "PGK", "PHP", "PKR", "PLN", "PYG", "QAR", "RON", "RSD", "RUB",
     "RWF", "SAR", "SBD", "SCR", "SDG", "SEK", "SGD", "SHP", "SLE", "SOS", "SRD", "SSP", "STN", "SVC",
     "SYP", "SZL", "THB", "TJS", "TMT", "TND", "TOP", "TRY", "TTD", "TWD", "TZS", "UAH", "UGX", "USD",
     "UYU", "UZS", "VED", "VES", "VND", "VUV", "WST", "XAF", "XCD", "XCG", "XOF", "XPF", "YER", "ZAR",
     "ZMW", "ZWG"]
)  # fmt: skip
"""Currencies in use (ISO 4217), without funds, metals and test codes."""


def currency_exponent(currency: str) -> int:
    """Return the number of decimals of a currency (ISO 4217)."""
    if currency in _EXPONENT_0:
        return 0
    return 3 if currency in _EXPONENT_3 else 2


@dataclass(frozen=True, order=False)
class Money:
    """An amount in one currency. `minor` is in the currency's smallest unit; `currency` is its ISO 4217
    code."""

    minor: int
    currency: str

    @property
    def decimal(self) -> str:
        """Return major units as the API writes them: `12.50`, or `1250` for a currency without decimals."""
        decimals = currency_exponent(self.currency)
        return f"{Decimal(self.minor).scaleb(-decimals):.{decimals}f}"

    @classmethod
    def parse(cls, text: str, currency: str) -> Self:
        """Parse major units (such as `12.50`). Raises ValueError if the text is no number or has too many
        decimals.
        """
        try:
            minor = Decimal(text).scaleb(currency_exponent(currency))
        except InvalidOperation:
            raise ValueError(f"{text!r} is not an amount.") from None
        if minor != minor.to_integral_value():
            raise ValueError(f"{text!r} has too many decimals for {currency}.")
        return cls(int(minor), currency)

    def __add__(self, other: "Money") -> "Money":
        return Money(self.minor + self._require_same_currency(other), self.currency)

    def __sub__(self, other: "Money") -> "Money":
        return Money(self.minor - self._require_same_currency(other), self.currency)

    def _require_same_currency(self, other: "Money") -> int:
        if other.currency != self.currency:
            raise ValueError(f"Cannot add {self.currency} and {other.currency}.")
        return other.minor
