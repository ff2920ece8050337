"""Stripe's test cards and their PaymentMethod names (https://docs.stripe.com/testing).

Of a card, only its name in this table, brand, last four digits and expiry are stored.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any

from adapters.payments.fake_stripe.api.errors import StripeError, invalid_request

ON_ATTACH, ON_CHARGE = "at once", "on charge"
UNLESS_SET_UP, ALWAYS, ON_SESSION = "unless set up", "always", "on session"


@dataclass(frozen=True)
class Decline:
    """A reason for a decline: Stripe's `code`, `decline_code` and message."""

    code: str
    decline_code: str | None
    message: str


GENERIC_DECLINE = Decline("card_declined", "generic_decline", "Your card was declined.")
INSUFFICIENT_FUNDS = Decline("card_declined", "insufficient_funds", "Your card has insufficient funds.")
LOST_CARD = Decline("card_declined", "lost_card", "Your card was declined.")
STOLEN_CARD = Decline("card_declined", "stolen_card", "Your card was declined.")
EXPIRED_CARD = Decline("expired_card", None, "Your card has expired.")
INCORRECT_CVC = Decline("incorrect_cvc", None, "Your card's security code is incorrect.")
PROCESSING_ERROR = Decline(
    "processing_error", None, "An error occurred while processing your card. Try again in a little bit."
)
AUTHENTICATION_REQUIRED = Decline(
    "authentication_required",
    "authentication_required",
    "Your card was declined. This transaction requires authentication.",
)


@dataclass(frozen=True)
class Card:
    """A test card and its behavior.

    `decline` applies when the card is saved or charged (`ON_ATTACH`), or only when it is charged
    (`ON_CHARGE`). `authentication` says when 3-D Secure is required. `dispute` is the reason of the dispute
    that a charge opens. `refund` says how refunds of its charges end.
    """

    name: str
    number: str
    brand: str = "visa"
    decline: Decline | None = None
    declines_on: str = ON_ATTACH
    authentication: str = ""
    dispute: str = ""
    refund: str = ""
    country: str = "US"
    funding: str = "credit"

    @property
    def last4(self) -> str:
        """Return the last four digits."""
        return self.number[-4:]

    @property
    def fingerprint(self) -> str:
        """Return the card fingerprint. It is the same for all PaymentMethods with the same card number."""
        return hashlib.sha256(f"card {self.name}".encode()).hexdigest()[:16]

    def get_decline(self, is_charge: bool) -> Decline | None:
        """Return the decline for a charge or for saving the card, or None."""
        return self.decline if is_charge or self.declines_on == ON_ATTACH else None

    def requires_authentication(self, *, off_session: bool, set_up: bool) -> bool:
        """Return whether the bank requires the customer to authenticate a charge."""
        if off_session:
            return self.authentication == ALWAYS or (self.authentication == UNLESS_SET_UP and not set_up)
        return bool(self.authentication)


CARDS = (
    Card("visa", "4242424242424242"),
    Card("visa_debit", "4000056655665556", funding="debit"),
    Card("mastercard", "5555555555554444", "mastercard"),
    Card("amex", "378282246310005", "amex"),
    Card("ca", "4000001240000000", country="CA"),
    Card("fr", "4000002500000003", country="FR"),
    Card("visa_chargeDeclined", "4000000000000002", decline=GENERIC_DECLINE),
    Card("visa_chargeDeclinedInsufficientFunds", "4000000000009995", decline=INSUFFICIENT_FUNDS),
    Card("visa_chargeDeclinedLostCard", "4000000000009987", decline=LOST_CARD),
    Card("visa_chargeDeclinedStolenCard", "4000000000009979", decline=STOLEN_CARD),
    Card("chargeDeclinedExpiredCard", "4000000000000069", decline=EXPIRED_CARD),
    Card("chargeDeclinedIncorrectCvc", "4000000000000127", decline=INCORRECT_CVC),
    Card("chargeDeclinedProcessingError", "4000000000000119", decline=PROCESSING_ERROR),
    Card("chargeCustomerFail", "4000000000000341", decline=GENERIC_DECLINE, declines_on=ON_CHARGE),
    Card("authenticationRequiredOnSetup", "4000002500003155", authentication=UNLESS_SET_UP),
    Card("authenticationRequired", "4000002760003184", authentication=ALWAYS),
    Card("authenticationRequiredSetupForOffSession", "4000003800000446", authentication=ON_SESSION),
    Card(
        "authenticationRequiredChargeDeclinedInsufficientFunds",
        "4000008260003178",
        decline=INSUFFICIENT_FUNDS,
        declines_on=ON_CHARGE,
        authentication=ALWAYS,
    ),
    Card("threeDSecure2Required", "4000000000003220", authentication=ALWAYS),
    Card("createDispute", "4000000000000259", dispute="fraudulent"),
    Card("createDisputeProductNotReceived", "4000000000002685", dispute="product_not_received"),
    Card("pendingRefund", "4000000000007726", refund="pending"),
    Card("refundFail", "4000000000005126", refund="fails"),
)
_BY_NAME = {card.name: card for card in CARDS}
_BY_NUMBER = {card.number: card for card in CARDS}
_ALIASES = {
    "chargeDeclined": "visa_chargeDeclined",
    "chargeDeclinedInsufficientFunds": "visa_chargeDeclinedInsufficientFunds",
    "visa_chargeDeclinedExpiredCard": "chargeDeclinedExpiredCard",
    "visa_chargeDeclinedIncorrectCvc": "chargeDeclinedIncorrectCvc",
    "visa_chargeDeclinedProcessingError": "chargeDeclinedProcessingError",
    "threeDSecureRequired": "threeDSecure2Required",
    "us": "visa",
}


def find_by_name(name: str) -> Card | None:
    """Return the card for a name: `visa` of `pm_card_visa` or `tok_visa`."""
    return _BY_NAME.get(_ALIASES.get(name, name))


def find_by_number(number: str) -> Card:
    """Return the card with a number.

    Raises `StripeError` for an invalid number and for a number that is not a test card.
    """
    digits = number.replace(" ", "").replace("-", "")
    if digits in _BY_NUMBER:
        return _BY_NUMBER[digits]
    if not digits.isdigit() or not 12 <= len(digits) <= 19 or not _luhn(digits):
        raise card_error(Decline("incorrect_number", None, "Your card number is incorrect."), "number")
    message = (
        "Your card was declined. Your request was in test mode, but used a non test card. For a list "
        "of valid test cards, visit: https://stripe.com/docs/testing."
    )
    raise card_error(Decline("card_declined", "test_mode_live_card", message))


def card_error(decline: Decline, param: str | None = None, **more: Any) -> StripeError:
    """Return the 402 error for a decline."""
    return StripeError(
        402,
        "card_error",
        decline.message,
        code=decline.code,
        decline_code=decline.decline_code,
        param=param,
        **more,
    )


def check_expiry(month: int | None, year: int | None, today: tuple[int, int]) -> tuple[int, int]:
    """Return a validated month and four-digit year. `today` is (year, month).

    Raises `StripeError` if the card has expired or a value is invalid.
    """
    if month is None or year is None:
        raise invalid_request(
            "Missing required param: card[exp_month].", "parameter_missing", "card[exp_month]"
        )
    year = year + 2000 if year < 100 else year
    if not 1 <= month <= 12:
        raise card_error(
            Decline("invalid_expiry_month", None, "Your card's expiration month is invalid."), "exp_month"
        )
    if (year, month) < today or year > today[0] + 50:
        raise card_error(
            Decline("invalid_expiry_year", None, "Your card's expiration year is invalid."), "exp_year"
        )
    return month, year


def _luhn(digits: str) -> bool:
    doubled = [int(digit) * (2 if position % 2 else 1) for position, digit in enumerate(reversed(digits))]
    return sum(value - 9 if value > 9 else value for value in doubled) % 10 == 0
