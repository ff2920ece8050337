"""Payments through a provider that the operator chooses (`TOUCHLINE_PAYMENTS`), in provider-neutral terms.

The ids `ref`, `customer` and `card` are the provider's and opaque to us. Each call may take seconds and runs
outside of database transactions. Repeated requests for the same order make one payment, because the order's
`uuid` is the provider's idempotency key.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Protocol

from touchline.billing.domain.checkout.payments import (
    BillingCycle,
    ChargeAttempt,
    Payment,
    PaymentState,
    Reversal,
)
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import RefusedError, UnavailableError
from touchline.shared.ids import AccountId, ChannelId
from touchline.shared.money import Money

__all__ = [
    "PAYMENTS_DISABLED",
    "BillingCycle",
    "BillingInterval",
    "Card",
    "CardRefusedError",
    "ChargeAttempt",
    "Discount",
    "Payer",
    "Payment",
    "PaymentRequest",
    "PaymentState",
    "Payments",
    "PaymentsUnavailableError",
    "ProviderStatus",
    "Reversal",
    "SubscriptionRequest",
    "Wallet",
    "WebhookDelivery",
    "WebhookEvent",
    "WebhookEvents",
]

PAYMENTS_DISABLED = ErrorMessage("errors.payments_disabled", "Payments are not set up on this site.")
"""Message to viewers if nothing can be bought."""


class PaymentsUnavailableError(UnavailableError):
    """The provider does not respond, or refuses our requests. The request may or may not have been carried
    out. Repeating it with the same parameters is safe.

    `message` is for the viewer and reveals nothing internal. `provider_message` is the provider's own
    message, for the operator's terminal only. With `is_refusal` the provider refused, and nothing was done.
    """

    def __init__(
        self,
        message: str,
        *,
        code: str | None = None,
        provider_message: str = "",
        is_refusal: bool = False,
    ) -> None:
        super().__init__(message, code=code)
        self.provider_message = provider_message
        self.is_refusal = is_refusal


class CardRefusedError(RefusedError):
    """The provider does not know this card, or it belongs to another customer."""


class BillingInterval(StrEnum):
    """Billing interval of a subscription: every 12 months, or every 30 days (product.md §9)."""

    YEAR = "annual"
    MONTH = "month"


@dataclass(frozen=True)
class Payer:
    """Viewer data that the provider may get: one customer for each channel and account."""

    channel_id: ChannelId
    account_id: AccountId
    email: str
    name: str
    language: str


@dataclass(frozen=True)
class Discount:
    """A promo code's discount on the first payment of a subscription."""

    code: str
    amount: Money


@dataclass(frozen=True, kw_only=True)
class PaymentRequest:
    """A charge to make. `description` appears on the provider's own documents; `order` is the order's
    `uuid`."""

    channel_id: ChannelId
    order: str
    customer: str
    card: str
    amount: Money
    description: str


@dataclass(frozen=True, kw_only=True)
class SubscriptionRequest(PaymentRequest):
    """A subscription to start.

    `amount` is charged for each period, the first time after `trial_days`. `product` identifies the offer by
    its key, so that equal prices are created once.
    """

    product: str
    interval: BillingInterval
    trial_days: int = 0
    discount: Discount | None = None


@dataclass(frozen=True)
class WebhookEvent:
    """An event at the provider that requires a new check of an order.

    `id` is the webhook event's id, `at` its creation time. `order` is an order's uuid, `ref` the provider's
    id of a payment; either may be missing.
    """

    id: str
    kind: str
    at: datetime
    order: str | None = None
    ref: str | None = None


@dataclass(frozen=True)
class Card:
    """The public details of a saved card. `fingerprint` is the same for the same card everywhere."""

    id: str
    brand: str
    last4: str
    exp_month: int
    exp_year: int
    is_default: bool
    fingerprint: str | None = field(default=None, repr=False)


class WebhookDelivery(StrEnum):
    """Whether the provider sends webhook events here. `unknown` if the key may not read that."""

    ENABLED = "enabled"
    DISABLED = "disabled"
    MISSING = "missing"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class ProviderStatus:
    """The state of our account at the provider.

    `is_live` is False for a test key. `can_charge` is None if the key may not read it.
    """

    is_live: bool
    can_charge: bool | None
    webhooks: WebhookDelivery


class Payments(Protocol):
    """Charges, and reports the state of payments.

    All methods raise `PaymentsUnavailableError`. `charge`, `subscribe` and `refund` raise `RefusedError` for
    an amount that the provider cannot take.
    """

    def charge(self, payment_request: PaymentRequest) -> Payment:
        """Charge once. A declined card returns a `failed` payment. Raises `CardRefusedError` for an unusable
        card.
        """
        ...

    def subscribe(self, payment_request: SubscriptionRequest) -> Payment:
        """Start a subscription with recurring charges. Raises `CardRefusedError`."""
        ...

    def retrieve(self, ref: str) -> Payment:
        """Return the current state of a payment or subscription, read from the provider."""
        ...

    def find(self, customer: str, order: str) -> Payment | None:
        """Return the payment or subscription of an order's uuid, if the response to the request was lost."""
        ...

    def confirm_with_card(self, ref: str, customer: str, card: str) -> Payment:
        """Pay with another card while the payment waits for the viewer's bank.

        The same payment continues, so that it is charged at most once. A declined card fails the payment. A
        payment that is paid or final stays unchanged.
        """
        ...

    def cancel_unpaid(self, ref: str) -> Payment:
        """Make sure that an unpaid payment is never charged. Return its new state, which may turn out to be
        paid.
        """
        ...

    def set_auto_renewal(self, ref: str, *, enabled: bool) -> Payment:
        """Set whether a subscription renews or stops at the end of the paid period."""
        ...

    def move_renewal(self, ref: str, at: datetime) -> Payment:
        """Charge the next renewal at `at`, and later ones a billing interval apart from it. The time until
        then is free.
        """
        ...

    def cancel_subscription(self, ref: str) -> Payment:
        """Cancel a subscription at once; nothing more is charged."""
        ...

    def refund(self, charge: str, amount: Money, key: str) -> None:
        """Refund a charge in full or in part; `key` makes the call idempotent, and names the reversal.

        Raises `RefusedError` if less than `amount` is left.
        """
        ...

    def check(self) -> ProviderStatus:
        """Return the state of our account.

        Raises `PaymentsUnavailableError` if the provider cannot be reached with our keys.
        """
        ...


class Wallet(Protocol):
    """Customers and their saved cards. All methods raise `PaymentsUnavailableError`."""

    def get_or_create_customer(self, payer: Payer) -> str:
        """Return the viewer's customer id at the provider. Idempotent."""
        ...

    def delete_customer(self, customer: str) -> None:
        """Delete the customer with all cards. A customer that is already deleted is no error."""
        ...

    def create_setup_intent(self, customer: str) -> str:
        """Return the client secret with which the browser may save a card."""
        ...

    def list_cards(self, customer: str) -> list[Card]:
        """Return the saved cards, the default card first."""
        ...

    def get_card(self, customer: str, card_id: str) -> Card | None:
        """Return a card that this customer may pay with (saved, or new and unassigned); None for any
        other."""
        ...

    def detach_card(self, customer: str, card_id: str) -> None:
        """Remove a saved card. Raises `CardRefusedError` if it is not this customer's."""
        ...

    def create_portal_session(self, customer: str, return_url: str, language: str) -> str:
        """Return the URL of the provider's page for cards and invoices, which links back to `return_url`."""
        ...


class WebhookEvents(Protocol):
    """Webhook events from the provider. `signature_header` is the header that holds their signature."""

    signature_header: str

    def construct_event(self, body: bytes, signature: str) -> WebhookEvent:
        """Return the webhook event of a request.

        Raises `RefusedError` if the event is not from the provider or too old. The method may query
        the provider for the event's order, and then raises `PaymentsUnavailableError` if the provider is
        unavailable.
        """
        ...

    def list_since(self, at: datetime) -> Iterable[WebhookEvent]:
        """Return all events since an instant, oldest first, to find missed ones."""
        ...
