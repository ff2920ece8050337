"""Letters about purchases, from what billing announces to the outbox, on both databases."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from pypdf import PdfReader

from touchline.billing.domain.ledger import Label, Movement
from touchline.billing.domain.orders import Order, OrderStatus
from touchline.billing.events import OrderPaid, OrderRefunded, RenewalFailed, RenewalNear
from touchline.billing.tests.orders import NOW, line, order
from touchline.billing.tests.payments import subscribed
from touchline.channel.facade import ChannelFacts
from touchline.channel.ports.post import Letter
from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import House
from touchline.shared.events import DomainEvent
from touchline.shared.ids import AccountId, TransactionId

Letters = Callable[[], Sequence[Letter]]
PAID: dict[str, Any] = {"status": OrderStatus.PAID, "starts_at": NOW}


class Books:
    """Writes orders and lines of one viewer, and announces what happened."""

    def __init__(self, house: House, channel: ChannelFacts, viewer: Visitor) -> None:
        self._billing: Any = house.container.billing
        self._open = house.container.database().transaction
        self._announce = house.container.outbox()
        self.channel_id = channel.id
        self.account_id = AccountId(viewer.data("/profile")["id"])

    def order(self, bought: Order, *lines: Any) -> tuple[Order, list[TransactionId]]:
        """Keep an order and its lines."""
        bought = replace(bought, account_id=self.account_id)
        with self._open(self.channel_id):
            assert self._billing.kept_orders().place(bought)
            return bought, [self._billing.ledger().write(replace(one, order_id=bought.id)) for one in lines]

    def change(self, bought: Order, **changes: Any) -> None:
        """Keep it otherwise."""
        with self._open(self.channel_id):
            self._billing.kept_orders().save(replace(bought, **changes))

    def announce(self, event: type[DomainEvent], bought: Order, **more: Any) -> None:
        """Something happened to an order."""
        with self._open(self.channel_id):
            self._announce(event(self.channel_id, bought.id, self.account_id, **more))  # type: ignore[call-arg]


@pytest.fixture
def ada(visitor: Visitor, letters: Letters) -> Visitor:
    """A viewer who reads English; her outbox begins with the letter that greets her."""
    return visitor.register()


@pytest.fixture
def books(house: House, channel: ChannelFacts, ada: Visitor) -> Books:
    return Books(house, channel, ada)


@pytest.fixture
def arrived(letters: Letters) -> Callable[[], list[Letter]]:
    """The letters about purchases, the newest first."""
    return lambda: [
        one for one in letters() if "Confirm" not in one.subject and "Confirmez" not in one.subject
    ]


def words(letter: Letter) -> str:
    """What its only file says."""
    (file,) = letter.attachments
    return PdfReader(io.BytesIO(file.content)).pages[0].extract_text()


def test_a_payment_is_answered_by_a_receipt_once(books: Books, arrived: Callable[[], list[Letter]]) -> None:
    bought, (paid,) = books.order(order(**PAID), line(0))
    for _ in range(2):
        books.announce(OrderPaid, bought, transaction_id=paid, renewal=False)
    (letter,) = arrived()
    assert letter.subject == "Your receipt from Prairie"
    assert "Paid: $13.50" in letter.text
    assert letter.attachments[0].name == f"prairie-{paid}.pdf"
    assert "Ada Moreau" in words(letter)


def test_a_viewer_who_reads_french_gets_both_in_french(
    house: House, visitor: Visitor, channel: ChannelFacts, letters: Letters
) -> None:
    viewer = visitor.register(email="zoe@example.org")
    with house.container.database().transaction(channel.id):
        accounts: Any = house.container.channel.kept_accounts()
        held = accounts.held(AccountId(viewer.data("/profile")["id"]))
        held.language = "fr"
        accounts.save(held)
    books = Books(house, channel, viewer)
    bought, (paid,) = books.order(order(**PAID), line(0))
    books.announce(OrderPaid, bought, transaction_id=paid, renewal=False)
    letter = letters()[0]
    assert letter.subject == "Votre reçu de Prairie"
    assert "Les As @ Les Ours" in words(letter)


def test_a_refund_brings_a_credit_note_and_says_that_it_is_closed(
    books: Books, arrived: Callable[[], list[Letter]]
) -> None:
    back = line(
        0, movement=Movement.REFUND, status=OrderStatus.REFUNDED, ref="re_1", at=NOW + timedelta(hours=1)
    )
    bought, (_, refunded) = books.order(order(**PAID | {"status": OrderStatus.REFUNDED}), line(0), back)
    books.announce(OrderRefunded, bought, transaction_id=refunded)
    (letter,) = arrived()
    assert "It is not open any more." in letter.text
    assert "Credit note" in words(letter)


def test_a_trial_is_told_with_what_it_costs_later_and_once_more_when_it_is_near(
    books: Books, arrived: Callable[[], list[Letter]]
) -> None:
    bought, _ = books.order(subscribed(trial_days=7, expires_at=NOW + timedelta(days=7)))
    books.announce(OrderPaid, bought, transaction_id=0, renewal=False)
    books.announce(RenewalNear, bought, trial=True)
    near, begun = arrived()
    assert begun.subject == "Your free trial at Prairie has begun"
    assert "Then we charge: $99.00" in begun.text
    assert near.subject == "Your free trial at Prairie ends on November 28, 2026"


def test_a_failed_renewal_says_until_when_the_time_of_grace_lasts(
    books: Books, arrived: Callable[[], list[Letter]]
) -> None:
    failed = line(0, status=OrderStatus.FAILED, label=Label.UPDATED)
    bought, (tried,) = books.order(subscribed(expires_at=NOW, past_due_at=NOW), failed)
    books.announce(RenewalFailed, bought, transaction_id=tried)
    (letter,) = arrived()
    assert "Until November 28, 2026 everything stays open for you." in letter.text
    assert letter.attachments == ()


def test_a_renewal_that_was_cancelled_or_paid_meanwhile_is_not_told_of(
    house: House, books: Books, arrived: Callable[[], list[Letter]]
) -> None:
    failed = line(0, status=OrderStatus.FAILED, label=Label.UPDATED)
    bought, (tried,) = books.order(subscribed(expires_at=NOW), failed)
    books.announce(RenewalFailed, bought, transaction_id=tried)
    books.change(bought, auto_renewal=None)
    books.announce(RenewalNear, bought, trial=False)
    assert arrived() == []


def test_who_closed_the_account_gets_no_letter(
    house: House, books: Books, arrived: Callable[[], list[Letter]]
) -> None:
    bought, (paid,) = books.order(order(**PAID), line(0))
    with house.container.database().transaction(books.channel_id):
        accounts: Any = house.container.channel.kept_accounts()
        held = accounts.held(books.account_id)
        held.close(NOW)
        accounts.save(held)
    books.announce(OrderPaid, bought, transaction_id=paid, renewal=False)
    assert arrived() == []
