"""No payments: nothing can be bought on this deployment."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import NoReturn

from touchline.billing.ports.payments import (
    NOT_SET_UP,
    Card,
    Notice,
    Payer,
    Payment,
    PaymentsUnavailable,
    Wanted,
    WantedSubscription,
)
from touchline.shared.money import Money


class NoPayments:
    """`Payments`, `Wallet` and `Notices` of a site that sells nothing: viewers are told so."""

    signature_header = ""

    def charge(self, wanted: Wanted) -> Payment:
        """`PaymentsUnavailable`."""
        _refuse()

    def subscribe(self, wanted: WantedSubscription) -> Payment:
        """`PaymentsUnavailable`."""
        _refuse()

    def look(self, ref: str) -> Payment:
        """`PaymentsUnavailable`."""
        _refuse()

    def find(self, customer: str, order: str) -> Payment | None:
        """`PaymentsUnavailable`."""
        _refuse()

    def pay_with(self, ref: str, customer: str, card: str) -> Payment:
        """`PaymentsUnavailable`."""
        _refuse()

    def give_up(self, ref: str) -> Payment:
        """`PaymentsUnavailable`."""
        _refuse()

    def renew(self, ref: str, *, on: bool) -> Payment:
        """`PaymentsUnavailable`."""
        _refuse()

    def end(self, ref: str) -> Payment:
        """`PaymentsUnavailable`."""
        _refuse()

    def refund(self, charge: str, amount: Money, key: str) -> None:
        """`PaymentsUnavailable`."""
        _refuse()

    def customer(self, payer: Payer) -> str:
        """`PaymentsUnavailable`."""
        _refuse()

    def forget(self, customer: str) -> None:
        """`PaymentsUnavailable`."""
        _refuse()

    def setup(self, customer: str) -> str:
        """`PaymentsUnavailable`."""
        _refuse()

    def cards(self, customer: str) -> list[Card]:
        """`PaymentsUnavailable`."""
        _refuse()

    def card(self, customer: str, card_id: str) -> Card | None:
        """`PaymentsUnavailable`."""
        _refuse()

    def drop_card(self, customer: str, card_id: str) -> None:
        """`PaymentsUnavailable`."""
        _refuse()

    def portal(self, customer: str, back: str, language: str) -> str:
        """`PaymentsUnavailable`."""
        _refuse()

    def read(self, body: bytes, signature: str) -> Notice:
        """`PaymentsUnavailable`."""
        _refuse()

    def since(self, at: datetime) -> Iterable[Notice]:
        """Nothing ever happens."""
        return ()

    def check(self) -> None:
        """Nothing to be reached."""


def _refuse() -> NoReturn:
    raise PaymentsUnavailable(NOT_SET_UP)
