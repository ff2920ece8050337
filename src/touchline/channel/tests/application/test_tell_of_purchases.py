"""Which letters follow from what happened to a purchase."""

from __future__ import annotations

import pytest

from touchline.channel.application.letters import Kind, SendLetter
from touchline.channel.application.purchase_facts import BY_LINE, BY_ORDER
from touchline.channel.application.tell_of_purchases import TellOfPurchases
from touchline.channel.tests.fakes import FakeChannels
from touchline.channel.tests.letter_fakes import NOON, WrittenJobs, channel
from touchline.channel.tests.purchase_fakes import FakePurchases
from touchline.shared.clock import FixedClock
from touchline.shared.ids import AccountId, OrderId, TransactionId

JANE, NOBODY = AccountId(1), AccountId(0)
ORDER, LINE, NOTHING = OrderId(9), TransactionId(42), TransactionId(0)


class Teller(TellOfPurchases):
    """Remembers the letters that were asked for as (kind, account, about, key)."""

    def __init__(self) -> None:
        self.jobs, self.purchases = WrittenJobs(), FakePurchases()
        send = SendLetter(self.jobs, FakeChannels(channel()), FixedClock(NOON))
        super().__init__(send, self.purchases)

    @property
    def asked(self) -> list[tuple[object, ...]]:
        return [(*ids[1:4], ids[-1]) for _, ids, _, _ in self.jobs.asked]


@pytest.fixture
def tell() -> Teller:
    return Teller()


def test_a_payment_is_a_receipt_however_often_it_is_heard_of(tell: Teller) -> None:
    tell.paid(JANE, ORDER, LINE)
    tell.paid(JANE, ORDER, LINE)
    assert set(tell.asked) == {("receipt", 1, 42, "7-receipt-42")}


def test_a_purchase_without_a_payment_is_a_trial_or_something_that_is_open(tell: Teller) -> None:
    tell.paid(JANE, ORDER, NOTHING)
    tell.purchases.changes = {"trial_days": 7}
    tell.paid(JANE, ORDER, NOTHING)
    assert [asked[0] for asked in tell.asked] == ["access_opened", "trial_started"]
    assert {asked[1:] for asked in tell.asked} == {(1, 9, "7-opened-9")}


def test_a_refund_and_a_failed_renewal_are_told_once_a_line(tell: Teller) -> None:
    tell.refunded(JANE, LINE)
    tell.renewal_failed(JANE, LINE)
    assert tell.asked == [("refund", 1, 42, "7-refund-42"), ("renewal_failed", 1, 42, "7-renewal-failed-42")]


def test_a_renewal_that_is_near_is_told_once_for_each_time_it_renews(tell: Teller) -> None:
    tell.purchases.changes = {"renews_at": NOON}
    tell.renewal_near(JANE, ORDER, trial=False)
    tell.renewal_near(JANE, ORDER, trial=False)
    tell.purchases.changes = {"renews_at": NOON.replace(year=2027)}
    tell.renewal_near(JANE, ORDER, trial=True)
    assert [asked[0] for asked in tell.asked] == ["renewal_near", "renewal_near", "trial_ending"]
    assert [asked[-1] for asked in tell.asked] == ["7-near-9-2026-11-21"] * 2 + ["7-near-9-2027-11-21"]


def test_what_does_not_renew_any_more_is_not_near(tell: Teller) -> None:
    tell.renewal_near(JANE, ORDER, trial=False)
    assert tell.asked == []


def test_nobody_gets_no_letter(tell: Teller) -> None:
    tell.purchases.changes = {"renews_at": NOON}
    tell.paid(NOBODY, ORDER, LINE)
    tell.paid(NOBODY, ORDER, NOTHING)
    tell.refunded(NOBODY, LINE)
    tell.renewal_failed(NOBODY, LINE)
    tell.renewal_near(NOBODY, ORDER, trial=False)
    assert tell.asked == []


def test_every_kind_about_a_purchase_is_one_of_a_letter() -> None:
    assert {str(kind) for kind in Kind} >= BY_LINE | BY_ORDER
