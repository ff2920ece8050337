"""Tests that a subscription with an off-season is never charged in it, and once for all other time."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path

import pytest
import stripe

from adapters.payments.fake_stripe.testing.faults import Fault
from adapters.payments.stripe_webhooks import EVENT_TYPES
from touchline.billing.application.checkout.purchases import Purchase
from touchline.billing.domain.checkout.orders import ActivityStatus, AutoRenewal, Order, ProductKind
from touchline.billing.domain.renewals.off_season import OffSeason, get_charge_time
from touchline.billing.ports.payments import PaymentsUnavailableError
from touchline.billing.tests.offer_samples import (
    billing_part,
    coupon_entry,
    package_entry,
    subscription_entry,
    usd,
)
from touchline.billing.tests.proof.billing_system import BillingSystem
from touchline.shared.principal import Principal

MONTH, GRACE = timedelta(days=30), timedelta(days=7)
SUMMER = OffSeason("06-01", "08-31", "America/Toronto")
OFFERS = billing_part(
    package_entry("solo", type="event"),
    subscriptions=(
        subscription_entry(
            "seasonal",
            offer="monthly",
            period="month",
            trial_period=14,
            off_season={"from": "06-01", "until": "08-31"},
        ),
    ),
    coupons=(coupon_entry("ALL", percent=100),),
)


@pytest.fixture
def system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> BillingSystem:
    """Return a billing system with a seasonal subscription."""
    monkeypatch.setattr(stripe.HTTPClient, "INITIAL_DELAY", 0)
    monkeypatch.setattr(stripe.HTTPClient, "MAX_DELAY", 0)
    system = BillingSystem(f"sqlite:///{tmp_path / 'store.sqlite'}", {1: "USD"})
    system.publish_offers(1, OFFERS, usd("12.00"))
    return system


@pytest.fixture
def viewer(system: BillingSystem) -> Principal:
    """Return a viewer."""
    return system.register(101, "ada@example.org")


def subscribe(system: BillingSystem, viewer: Principal, at: str, **more: object) -> Order:
    """Buy the subscription at a time, and return the order."""
    system.clock.set(datetime.fromisoformat(at).replace(tzinfo=UTC))
    card = {"type": "card", "card": {"token": "tok_visa"}}
    system.checkout_service.buy(
        Purchase(
            kind=ProductKind.SUBSCRIPTION,
            id=system.get_offer_id("seasonal"),
            card=str(system.simulator.call("POST", "payment_methods", card)["id"]),
            **more,  # type: ignore[arg-type]
        ),
        viewer,
    )
    return system.list_orders()[-1]


def finish_day(system: BillingSystem) -> None:
    """Deliver all webhooks and run all jobs."""
    while webhooks := [item for item in system.list_new_webhooks() if item["type"] in EVENT_TYPES]:
        for webhook in webhooks:
            system.deliver_webhook(webhook)
        run_jobs(system)
    system.run_reconciliation()
    run_jobs(system)


def run_jobs(system: BillingSystem) -> None:
    """Run the waiting jobs."""
    tasks = dict.fromkeys(system.queue.waiting)
    system.queue.waiting.clear()
    for task in tasks:
        system.run_job(task)


def live_until(system: BillingSystem, at: str) -> None:
    """Let days pass, with the jobs of each day."""
    end = datetime.fromisoformat(at).replace(tzinfo=UTC)
    while system.clock.now() < end:
        system.clock.advance(min(timedelta(days=1), end - system.clock.now()))
        system.simulator.run_due()
        finish_day(system)


def list_charges(system: BillingSystem) -> list[datetime]:
    """Return the times of the paid charges in the ledger."""
    return [line.at for line in system.list_transactions() if line.movement == "charge"]


@pytest.mark.parametrize(
    "start", ["2026-01-05", "2026-05-02", "2026-05-20T13:30", "2026-07-15", "2026-09-01"]
)
def test_a_subscription_is_charged_for_each_30_days_of_the_season(
    system: BillingSystem, viewer: Principal, start: str
) -> None:
    subscribe(system, viewer, start)
    live_until(system, "2027-12-01")
    charges = list_charges(system)
    assert len(charges) >= 11
    for charge, renewal in pairwise(charges):
        due = get_charge_time(charge, MONTH, SUMMER)
        assert timedelta() <= renewal - due <= timedelta(days=1), "charged once, when it is due"
        assert SUMMER.get_pause(renewal) is None


def test_a_trial_and_a_free_first_month_also_stop_in_the_off_season(
    system: BillingSystem, viewer: Principal
) -> None:
    subscribe(system, viewer, "2026-05-25T12:00", is_trial=True)
    other = system.register(102, "bob@example.org")
    subscribe(system, other, "2026-05-25T12:00", promo_code="ALL")
    live_until(system, "2026-10-20")
    assert [f"{at:%m-%d}" for at in list_charges(system)] == ["09-08", "09-24", "10-08"]
    assert [line.label for line in system.list_transactions()] == ["created", "updated", "updated"]


def test_a_renewal_that_was_canceled_in_the_off_season_keeps_the_paid_days(
    system: BillingSystem, viewer: Principal
) -> None:
    order = subscribe(system, viewer, "2026-05-20T12:00")
    live_until(system, "2026-07-01")
    with system.database.transaction(1):
        system.billing.set_auto_renewal()(viewer, order.id, enabled=False)
    live_until(system, "2026-09-18")
    order = system.list_orders()[0]
    assert (order.auto_renewal, order.activity(system.clock.now(), GRACE)) == (
        AutoRenewal.CANCELED,
        ActivityStatus.ACTIVE,
    )
    live_until(system, "2026-11-01")
    assert system.list_orders()[0].activity(system.clock.now(), GRACE) is ActivityStatus.EXPIRED
    assert len(list_charges(system)) == 1


def test_a_dispute_in_the_off_season_ends_the_subscription(system: BillingSystem, viewer: Principal) -> None:
    from adapters.payments.fake_stripe.resources.core import disputes

    subscribe(system, viewer, "2026-05-20T12:00")
    live_until(system, "2026-07-01")
    with system.simulator.transaction() as account:
        charge = next(iter(system.simulator.store.list_objects("charge")))
        disputes.open_dispute(account, account.get("charge", charge["id"]), "fraudulent")
    live_until(system, "2026-12-01")
    assert system.list_orders()[0].activity(system.clock.now(), GRACE) is ActivityStatus.CANCELED
    assert len(list_charges(system)) == 1


def test_a_renewal_is_moved_later_if_the_provider_did_not_answer(
    system: BillingSystem, viewer: Principal
) -> None:
    system.simulator.faults.plan(Fault("500", 9, path_prefix="POST /v1/subscriptions/"))
    with pytest.raises(PaymentsUnavailableError):
        subscribe(system, viewer, "2026-05-20T12:00")
    system.simulator.faults.plan(Fault("", 0))
    live_until(system, "2026-05-22")
    assert system.list_orders()[0].expires_at == datetime(2026, 9, 19, 12, tzinfo=UTC)
    live_until(system, "2026-09-18")
    assert len(list_charges(system)) == 1


def test_a_renewal_that_an_operator_moved_at_the_provider_stays(
    system: BillingSystem, viewer: Principal
) -> None:
    order = subscribe(system, viewer, "2026-05-20T12:00")
    moved = datetime(2026, 10, 5, tzinfo=UTC)
    system.simulator.call("POST", f"subscriptions/{order.payment_ref}", {"trial_end": int(moved.timestamp())})
    live_until(system, "2026-10-10")
    assert [f"{at:%m-%d}" for at in list_charges(system)] == ["05-20", "10-05"]
