"""Tests for orders, their ledger, used trials and processed webhook events in the database."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import event

from touchline.billing.adapters.sql.customers import SqlTrials
from touchline.billing.adapters.sql.ledger import SqlLedger
from touchline.billing.adapters.sql.orders import SqlOrders
from touchline.billing.adapters.sql.processed_webhooks import SqlProcessedWebhooks
from touchline.billing.domain.checkout.orders import AutoRenewal, Grant, Order, OrderStatus
from touchline.billing.domain.ledger.taxes import TaxLine
from touchline.billing.domain.ledger.transactions import Movement, TransactionLabel
from touchline.billing.domain.offers.offers import Capability, Feature
from touchline.billing.domain.offers.terms import Term
from touchline.billing.ports.orders import OrderFilter
from touchline.billing.tests.offer_samples import usd
from touchline.billing.tests.order_samples import NOW, build_order, build_transaction
from touchline.billing.tests.payment_samples import YEAR, build_subscription_order
from touchline.channel.facade import ChannelDetails
from touchline.entrypoints.bootstrap import Application
from touchline.platform.db.session import current_session
from touchline.shared.clock import FixedClock
from touchline.shared.ids import AccountId, OrderId

ADA, BOB = AccountId(4), AccountId(5)
ORDER_REPOSITORY, LEDGER_REPOSITORY, PROCESSED_WEBHOOKS = (
    SqlOrders(current_session),
    SqlLedger(current_session),
    SqlProcessedWebhooks(current_session),
)
TRIAL_REPOSITORY = SqlTrials(current_session, FixedClock(NOW))


@pytest.fixture
def channel_session(transaction: Any, channel: ChannelDetails) -> Iterator[None]:
    """Open a transaction of the channel."""
    with transaction(channel.id):
        yield


def store_order(number: int = 1, **changes: Any) -> Order:
    """Store an order with its own uuid."""
    order = build_order(uuid=f"{number:032}", **changes)
    assert ORDER_REPOSITORY.add(order)
    return order


def test_an_order_is_loaded_as_it_was_stored(channel_session: None) -> None:
    grant = Grant(
        capabilities=(Capability.WATCH, Capability.NO_ADS),
        category_ids=(1, 2),
        participant_id=7,
        limits={Feature.CLIPS: 50},
        term=Term(days=30, not_before=NOW, until=YEAR),
    )
    order = build_subscription_order(
        uuid="1" * 32,
        grant=grant,
        key="a-key",
        discount=usd("9.90"),
        promo_code="TEN",
        trial_days=7,
        country="CA",
        card="pm_1",
        client_secret="secret",
        attempt_until=NOW,
        past_due_at=NOW,
        ended_at=YEAR,
        auto_renewal=AutoRenewal.PROCESSING,
        requested_auto_renewal=False,
        next_check_at=NOW,
    )
    assert ORDER_REPOSITORY.add(order)
    assert ORDER_REPOSITORY.get(order.id) == order
    order.failure_code, order.failure_message = "declined", "Your card was declined."
    ORDER_REPOSITORY.save(order)
    again = ORDER_REPOSITORY.get(order.id)
    assert again == order
    assert again is not None and again.version == 1


def test_a_slot_holds_one_order_of_a_viewer_until_its_release(channel_session: None) -> None:
    first = store_order(1, slot="event:12")
    second = build_order(uuid="2" * 32, slot="event:12")
    assert not ORDER_REPOSITORY.add(second)
    assert ORDER_REPOSITORY.get_by_slot(ADA, "event:12") == first
    store_order(3, slot="event:12", account_id=BOB)
    store_order(4, slot="event:13")
    first.mark_failed("declined", "Your card was declined.")
    ORDER_REPOSITORY.save(first)
    assert ORDER_REPOSITORY.get_by_slot(ADA, "event:12") is None
    assert ORDER_REPOSITORY.add(second)


def test_an_idempotency_key_is_unique_for_a_viewer(channel_session: None) -> None:
    first = store_order(1, key="a-key")
    assert not ORDER_REPOSITORY.add(build_order(uuid="2" * 32, key="a-key"))
    assert ORDER_REPOSITORY.get_by_key(ADA, "a-key") == first
    assert ORDER_REPOSITORY.get_by_key(BOB, "a-key") is None
    store_order(3, key="a-key", account_id=BOB)


def test_an_order_is_found_in_any_channel_by_its_provider_reference(
    transaction: Any, channel: ChannelDetails, other_channel: ChannelDetails
) -> None:
    with transaction(channel.id):
        ours = store_order(1, payment_ref="pi_1")
    with transaction(other_channel.id):
        theirs = store_order(2, payment_ref="pi_2")
        assert ORDER_REPOSITORY.get(ours.id) is None
    with transaction(None, unscoped=True):
        assert ORDER_REPOSITORY.find_location(ours.uuid, None) == (channel.id, ours.id)
        assert ORDER_REPOSITORY.find_location(None, "pi_2") == (other_channel.id, theirs.id)
        assert ORDER_REPOSITORY.find_location("unknown", "pi_1") == (channel.id, ours.id)
        assert ORDER_REPOSITORY.find_location("unknown", "pi_9") is None
        assert ORDER_REPOSITORY.find_location(None, None) is None


def test_due_orders_are_claimed_oldest_first_and_become_due_again(
    transaction: Any, channel: ChannelDetails, other_channel: ChannelDetails
) -> None:
    with transaction(channel.id):
        late, early = (
            store_order(1, next_check_at=NOW),
            store_order(2, next_check_at=NOW - timedelta(minutes=1)),
        )
        store_order(3, next_check_at=NOW + timedelta(seconds=1))
        store_order(4)
    with transaction(other_channel.id):
        other = store_order(5, next_check_at=NOW)
    later = NOW + timedelta(minutes=2)
    with transaction(None, unscoped=True):
        due = ORDER_REPOSITORY.claim_due(NOW, later, 2)
        assert due == [(channel.id, early.id), (channel.id, late.id)]
        assert ORDER_REPOSITORY.claim_due(NOW, later, 2) == [(other_channel.id, other.id)]
        assert ORDER_REPOSITORY.claim_due(NOW, later, 2) == []
    with transaction(channel.id):
        again = ORDER_REPOSITORY.get(early.id)
        assert again is not None and (again.next_check_at, again.version) == (later, 0)


def test_a_viewers_orders_are_newest_first_and_filtered_by_kind_and_status(channel_session: None) -> None:
    event_order, year = store_order(1), build_subscription_order(uuid="2" * 32)
    assert ORDER_REPOSITORY.add(year)
    store_order(3, account_id=BOB)
    assert [order.id for order in ORDER_REPOSITORY.list_for_account(ADA, OrderFilter(), 10, 0)] == [
        year.id,
        event_order.id,
    ]
    assert [order.id for order in ORDER_REPOSITORY.list_for_account(ADA, OrderFilter(), 10, 1)] == [
        event_order.id
    ]
    assert [
        order.id
        for order in ORDER_REPOSITORY.list_for_account(ADA, OrderFilter(status=OrderStatus.PAID), 10, 0)
    ] == [year.id]
    assert ORDER_REPOSITORY.count(ADA, OrderFilter(kind=year.product.kind)) == 1


def test_redemptions_exclude_failed_orders(channel_session: None) -> None:
    store_order(1, promo_code="TEN")
    store_order(2, promo_code="TEN", account_id=BOB)
    store_order(3, promo_code="TEN", status=OrderStatus.FAILED)
    store_order(4)
    assert ORDER_REPOSITORY.count_redemptions("TEN", ADA) == (2, 1)
    assert ORDER_REPOSITORY.count_redemptions("NONE", ADA) == (0, 0)


def test_entitlements_are_read_with_two_queries(channel_session: None, application: Application) -> None:
    for number in range(1, 30):
        store_order(number, status=OrderStatus.PAID)
    store_order(40, status=OrderStatus.PAID, ended_at=NOW)
    store_order(41)
    queries: list[str] = []
    engine = application.container.database().engine
    record_query = lambda *arguments: queries.append(arguments[2])  # noqa: E731
    event.listen(engine, "before_cursor_execute", record_query)
    entitlements = application.container.billing.facade().list_entitlements(ADA)
    event.remove(engine, "before_cursor_execute", record_query)
    assert (len(entitlements), len(queries)) == (29, 2)


def test_an_erased_account_leaves_anonymous_orders_and_transactions(channel_session: None) -> None:
    order = store_order(1, key="a-key", slot="event:12", card="pm_1", country="CA", client_secret="secret")
    LEDGER_REPOSITORY.add(build_transaction(order.id))
    ORDER_REPOSITORY.erase_account(ADA)
    after = ORDER_REPOSITORY.get(order.id)
    anonymous = replace(
        order, account_id=None, key=None, slot=None, card=None, country=None, client_secret=None
    )
    assert after == replace(anonymous, version=order.version + 1)
    assert len(LEDGER_REPOSITORY.list_for_orders([order.id])[order.id]) == 1


def test_a_transaction_is_stored_once(channel_session: None) -> None:
    order = store_order()
    tax = (TaxLine("GST", "5", usd("0.64")),)
    first = build_transaction(order.id, label=TransactionLabel.CREATED, tax=tax, note="visa")
    transaction_id = LEDGER_REPOSITORY.add(first)
    assert transaction_id is not None
    assert LEDGER_REPOSITORY.add(first) is None
    assert LEDGER_REPOSITORY.get(transaction_id) == replace(first, id=transaction_id)
    assert LEDGER_REPOSITORY.add(replace(first, movement=Movement.REFUND)) is not None


def test_transactions_of_several_orders_are_oldest_first(channel_session: None) -> None:
    first, second = store_order(1), store_order(2)
    LEDGER_REPOSITORY.add(build_transaction(first.id, ref="b", at=NOW + timedelta(hours=1)))
    LEDGER_REPOSITORY.add(build_transaction(first.id, ref="a"))
    LEDGER_REPOSITORY.add(build_transaction(second.id, ref="c"))
    found = LEDGER_REPOSITORY.list_for_orders([first.id, second.id, OrderId(99)])
    assert [transaction.ref for transaction in found[first.id]] == ["a", "b"]
    assert [transaction.ref for transaction in found[second.id]] == ["c"]


def test_missing_taxes_are_set_later_and_known_taxes_never_change(
    channel_session: None,
) -> None:
    order = store_order()
    tax = TaxLine("GST", "5", usd("0.64"))
    transaction_id = LEDGER_REPOSITORY.add(build_transaction(order.id, taxed=False))
    assert transaction_id is not None
    LEDGER_REPOSITORY.set_taxes(transaction_id, [tax])
    LEDGER_REPOSITORY.set_taxes(transaction_id, [])
    stored = LEDGER_REPOSITORY.get(transaction_id)
    assert stored is not None and (stored.tax, stored.taxed) == ((tax,), True)


def test_a_trial_is_used_by_all_its_digests_until_its_order_fails(channel_session: None) -> None:
    assert TRIAL_REPOSITORY.record(["account", "card"], "1")
    assert not TRIAL_REPOSITORY.record(["mail", "card"], "2")
    assert (TRIAL_REPOSITORY.is_used(["mail"]), TRIAL_REPOSITORY.is_used(["card", "mail"])) == (False, True)
    TRIAL_REPOSITORY.release("1")
    assert TRIAL_REPOSITORY.record(["mail", "card"], "2")


def test_a_trial_counts_in_its_channel_only(
    transaction: Any, channel: ChannelDetails, other_channel: ChannelDetails
) -> None:
    with transaction(channel.id):
        assert TRIAL_REPOSITORY.record(["card"], "1")
    with transaction(other_channel.id):
        assert TRIAL_REPOSITORY.record(["card"], "2")


def test_a_webhook_is_recorded_once_and_deleted_when_it_is_old(
    transaction: Any, application: Application
) -> None:
    with transaction(None, unscoped=True):
        assert PROCESSED_WEBHOOKS.record("evt_1", "charge.refunded", NOW)
        assert not PROCESSED_WEBHOOKS.record("evt_1", "charge.refunded", NOW)
        assert PROCESSED_WEBHOOKS.delete_before(NOW) == 0
        assert PROCESSED_WEBHOOKS.delete_before(NOW + timedelta(seconds=1)) == 1
        assert PROCESSED_WEBHOOKS.record("evt_1", "charge.refunded", NOW)


def test_the_webhook_cursor_is_one_instant(transaction: Any, application: Application) -> None:
    for until in (None, NOW, YEAR):
        with transaction(None, unscoped=True):
            assert PROCESSED_WEBHOOKS.get_cursor() == until
            PROCESSED_WEBHOOKS.set_cursor(YEAR if until else NOW)
