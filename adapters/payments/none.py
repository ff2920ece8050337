"""No payments: nothing can be bought on this deployment."""

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
    SubscriptionRequest,
    WebhookEvent,
)
from touchline.shared.money import Money


class NoPayments:
    """`Payments`, `Wallet` and `WebhookEvents` of a site that sells nothing: viewers are told so."""

    signature_header = ""

    def charge(self, payment_request: PaymentRequest) -> Payment:
        """`PaymentsUnavailableError`."""
        _raise_unavailable()

    def subscribe(self, payment_request: SubscriptionRequest) -> Payment:
        """`PaymentsUnavailableError`."""
        _raise_unavailable()

    def retrieve(self, ref: str) -> Payment:
        """`PaymentsUnavailableError`."""
        _raise_unavailable()

    def find(self, customer: str, order: str) -> Payment | None:
        """`PaymentsUnavailableError`."""
        _raise_unavailable()

    def confirm_with_card(self, ref: str, customer: str, card: str) -> Payment:
        """`PaymentsUnavailableError`."""
        _raise_unavailable()

    def cancel_unpaid(self, ref: str) -> Payment:
        """`PaymentsUnavailableError`."""
        _raise_unavailable()

    def set_auto_renewal(self, ref: str, *, enabled: bool) -> Payment:
        """`PaymentsUnavailableError`."""
        _raise_unavailable()

    def cancel_subscription(self, ref: str) -> Payment:
        """`PaymentsUnavailableError`."""
        _raise_unavailable()

    def refund(self, charge: str, amount: Money, key: str) -> None:
        """`PaymentsUnavailableError`."""
        _raise_unavailable()

    def get_or_create_customer(self, payer: Payer) -> str:
        """`PaymentsUnavailableError`."""
        _raise_unavailable()

    def delete_customer(self, customer: str) -> None:
        """`PaymentsUnavailableError`."""
        _raise_unavailable()

    def create_setup_intent(self, customer: str) -> str:
        """`PaymentsUnavailableError`."""
        _raise_unavailable()

    def list_cards(self, customer: str) -> list[Card]:
        """`PaymentsUnavailableError`."""
        _raise_unavailable()

    def get_card(self, customer: str, card_id: str) -> Card | None:
        """`PaymentsUnavailableError`."""
        _raise_unavailable()

    def detach_card(self, customer: str, card_id: str) -> None:
        """`PaymentsUnavailableError`."""
        _raise_unavailable()

    def create_portal_session(self, customer: str, return_url: str, language: str) -> str:
        """`PaymentsUnavailableError`."""
        _raise_unavailable()

    def construct_event(self, body: bytes, signature: str) -> WebhookEvent:
        """`PaymentsUnavailableError`."""
        _raise_unavailable()

    def list_since(self, at: datetime) -> Iterable[WebhookEvent]:
        """Nothing ever happens."""
        return ()

    def check(self) -> None:
        """Nothing to be reached."""


def _raise_unavailable() -> NoReturn:
    raise PaymentsUnavailableError(PAYMENTS_DISABLED)
