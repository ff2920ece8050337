"""Payment provider `off`: nothing can be bought on this deployment."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import NoReturn

from touchline.billing.ports.payments import (
    PAYMENTS_DISABLED,
    Card,
    Payer,
    Payment,
    PaymentRequest,
    PaymentsUnavailableError,
    ProviderStatus,
    SubscriptionRequest,
    WebhookEvent,
)
from touchline.shared.money import Money


class NoPayments:
    """`Payments`, `Wallet` and `WebhookEvents` of a site without payments.

    Calls raise an error for the viewer.
    """

    signature_header = ""

    def charge(self, payment_request: PaymentRequest) -> Payment:
        """Raise `PaymentsUnavailableError`."""
        _raise_unavailable()

    def subscribe(self, payment_request: SubscriptionRequest) -> Payment:
        """Raise `PaymentsUnavailableError`."""
        _raise_unavailable()

    def retrieve(self, ref: str) -> Payment:
        """Raise `PaymentsUnavailableError`."""
        _raise_unavailable()

    def find(self, customer: str, order: str) -> Payment | None:
        """Raise `PaymentsUnavailableError`."""
        _raise_unavailable()

    def confirm_with_card(self, ref: str, customer: str, card: str) -> Payment:
        """Raise `PaymentsUnavailableError`."""
        _raise_unavailable()

    def cancel_unpaid(self, ref: str) -> Payment:
        """Raise `PaymentsUnavailableError`."""
        _raise_unavailable()

    def set_auto_renewal(self, ref: str, *, enabled: bool) -> Payment:
        """Raise `PaymentsUnavailableError`."""
        _raise_unavailable()

    def move_renewal(self, ref: str, at: datetime) -> Payment:
        """Raise `PaymentsUnavailableError`."""
        _raise_unavailable()

    def cancel_subscription(self, ref: str) -> Payment:
        """Raise `PaymentsUnavailableError`."""
        _raise_unavailable()

    def refund(self, charge: str, amount: Money, key: str) -> None:
        """Raise `PaymentsUnavailableError`."""
        _raise_unavailable()

    def get_or_create_customer(self, payer: Payer) -> str:
        """Raise `PaymentsUnavailableError`."""
        _raise_unavailable()

    def delete_customer(self, customer: str) -> None:
        """Raise `PaymentsUnavailableError`."""
        _raise_unavailable()

    def create_setup_intent(self, customer: str) -> str:
        """Raise `PaymentsUnavailableError`."""
        _raise_unavailable()

    def list_cards(self, customer: str) -> list[Card]:
        """Raise `PaymentsUnavailableError`."""
        _raise_unavailable()

    def get_card(self, customer: str, card_id: str) -> Card | None:
        """Raise `PaymentsUnavailableError`."""
        _raise_unavailable()

    def detach_card(self, customer: str, card_id: str) -> None:
        """Raise `PaymentsUnavailableError`."""
        _raise_unavailable()

    def create_portal_session(self, customer: str, return_url: str, language: str) -> str:
        """Raise `PaymentsUnavailableError`."""
        _raise_unavailable()

    def construct_event(self, body: bytes, signature: str) -> WebhookEvent:
        """Raise `PaymentsUnavailableError`."""
        _raise_unavailable()

    def list_since(self, at: datetime) -> Iterable[WebhookEvent]:
        """Return no events."""
        return ()

    def transfer(self, destination: str, amount: Money, group: str, key: str) -> str:
        """Raise `PaymentsUnavailableError`."""
        _raise_unavailable()

    def find_transfer(self, group: str, key: str) -> str | None:
        """Raise `PaymentsUnavailableError`."""
        _raise_unavailable()

    def check(self) -> ProviderStatus:
        """Raise `PaymentsUnavailableError`."""
        _raise_unavailable()


def _raise_unavailable() -> NoReturn:
    raise PaymentsUnavailableError(PAYMENTS_DISABLED)
