"""Amounts in the smallest currency unit: https://docs.stripe.com/currencies."""

from __future__ import annotations

from adapters.payments.fake_stripe.api.errors import invalid_request
from adapters.payments.fake_stripe.api.params import Params

ZERO_DECIMAL = frozenset(
    ["bif", "clp", "djf", "gnf", "jpy", "kmf", "krw", "mga", "pyg", "rwf", "vnd", "vuv", "xaf", "xof", "xpf"]
)
THREE_DECIMAL = frozenset(["bhd", "jod", "kwd", "omr", "tnd"])
ZERO_DECIMAL_IN_HUNDREDTHS = frozenset(["isk", "ugx"])
TWO_DECIMAL = (
    "aed afn all amd ang aoa ars aud awg azn bam bbd bdt bgn bmd bnd bob brl bsd bwp byn bzd cad cdf chf cny "
    "cop crc cve czk dkk dop dzd egp etb eur fjd fkp gbp gel gip gmd gtq gyd hkd hnl htg huf idr ils inr jmd "
    "kes kgs khr kyd kzt lak lbp lkr lrd lsl mad mdl mkd mmk mnt mop mur mvr mwk mxn myr mzn nad ngn nio nok "
    "npr nzd pab pen pgk php pkr pln qar ron rsd rub sar sbd scr sek sgd shp sle sos srd std szl thb tjs top "
    "try ttd twd tzs uah usd uyu uzs wst xcd yer zar zmw"
)
SUPPORTED = ZERO_DECIMAL | THREE_DECIMAL | ZERO_DECIMAL_IN_HUNDREDTHS | frozenset(TWO_DECIMAL.split())
MIN_AMOUNTS = {
    "aed": 200, "aud": 50, "bgn": 100, "brl": 50, "cad": 50, "chf": 50, "czk": 1500, "dkk": 250, "eur": 50,
    "gbp": 30, "hkd": 400, "huf": 17500, "inr": 50, "jpy": 50, "mxn": 1000, "myr": 200, "nok": 300, "nzd": 50,
    "pln": 200, "ron": 200, "sek": 300, "sgd": 50, "thb": 1000, "usd": 50,
}  # fmt: skip
MAX_AMOUNT = 99_999_999


def parse_currency(params: Params) -> str:
    """Return a supported currency, in lower case."""
    currency = params.require_string("currency").lower()
    if currency not in SUPPORTED:
        raise invalid_request(f"Invalid currency: {currency}.", None, params.get_full_name("currency"))
    return currency


def parse_amount(params: Params, name: str = "amount") -> int:
    """Return a non-negative integer amount."""
    params.require_string(name)
    amount = params.get_integer(name) or 0
    if amount < 0:
        raise invalid_request(
            "This value must be greater than or equal to 0.",
            "parameter_invalid_integer",
            params.get_full_name(name),
        )
    return amount


def validate_amount(amount: int, currency: str, param: str = "amount") -> None:
    """Raise `StripeError` if an amount cannot be charged."""
    if amount < MIN_AMOUNTS.get(currency, 1):
        message = f"Amount must be at least {format_amount(MIN_AMOUNTS.get(currency, 1), currency)}"
        raise invalid_request(message, "amount_too_small", param)
    if amount > MAX_AMOUNT:
        raise invalid_request(
            f"Amount must be no more than {format_amount(MAX_AMOUNT, currency)}", "amount_too_large", param
        )
    step = 10 if currency in THREE_DECIMAL else 100 if currency in ZERO_DECIMAL_IN_HUNDREDTHS else 1
    if amount % step:
        message = f"Invalid amount. Amounts in {currency.upper()} must be evenly divisible by {step}."
        raise invalid_request(message, "invalid_charge_amount_no_decimal_compatible", param)


def format_amount(amount: int, currency: str) -> str:
    """Return an amount for a message: `$0.50 usd`."""
    places = 0 if currency in ZERO_DECIMAL else 3 if currency in THREE_DECIMAL else 2
    number = f"{amount // 10**places}" + (f".{amount % 10**places:0{places}}" if places else "")
    sign = {"usd": "$", "cad": "$", "eur": "€", "gbp": "£", "jpy": "¥"}.get(currency, "")
    return f"{sign}{number} {currency}"
