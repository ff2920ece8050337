"""Evidence and make-goods in a random walk, and the invariants of their money."""

from __future__ import annotations

from collections import defaultdict
from datetime import timedelta
from typing import ClassVar

from touchline.billing.domain.make_good.make_goods import MakeGoodStatus
from touchline.billing.domain.make_good.policies import MakeGoodMethod
from touchline.billing.tests.make_good_samples import build_evidence, build_viewer
from touchline.billing.tests.proof.billing_system import BillingSystem
from touchline.billing.tests.proof.environment import EVENT_ID
from touchline.billing.tests.proof.scenario import Scenario
from touchline.shared.ids import ChannelId

CHANNEL = ChannelId(1)
_YEAR_SECONDS = int(timedelta(days=365).total_seconds())


class MakeGoodActions(Scenario):
    """Reports that arrive late and again, and presses of the button that pays."""

    WEIGHTS: ClassVar = {"report_evidence": 3, "pay_make_goods": 3, "dismiss_make_good": 1}

    def report_evidence(self) -> str:
        """Replace the evidence of the event: more or fewer viewers lost more or less."""
        methods = ("credit", "refund")
        self.system.channels.make_good.update(
            mode=self.random.choice(("propose", "automatic")),
            hours=720,
            method=self.random.choice(methods),
            full_method=self.random.choice(methods),
            max_per_event=self.random.choice((None, 30, 200)),
            max_per_viewer=self.random.choice((None, None, 8)),
        )
        viewers = []
        for account in sorted(self.system.channels.viewers):
            wanted = self.random.randint(1, 7200)
            lost = self.random.choice((0, self.random.randint(0, wanted)))
            was_shut_out = self.random.random() < 0.1
            viewers.append(build_viewer(account, wanted, venue_seconds=lost, was_shut_out=was_shut_out))
        self.system.evidence.add(build_evidence(EVENT_ID, *viewers, scheduled_seconds=_YEAR_SECONDS))
        return f"{len(viewers)} viewers"

    def pay_make_goods(self) -> str:
        """Pay all make-goods of the event."""
        if not self.system.evidence.events:
            return "no evidence"
        return str(self.system.billing.make_good_service().pay(CHANNEL, EVENT_ID))

    def dismiss_make_good(self) -> str:
        """Dismiss a random make-good."""
        with self.system.database.transaction(CHANNEL):
            items = self.system.billing.make_goods().list_for_event(EVENT_ID)
            if not items:
                return "none"
            item = self.random.choice(items)
            self.system.billing.make_good_service().dismiss_in_transaction(item.id, "Agreed by phone")
        return str(item.id)


def check_make_goods(system: BillingSystem) -> None:
    """Check that each make-good was paid exactly once, by the provider or by promo codes of its viewer."""
    refunded: dict[str, int] = defaultdict(int)
    for refund in system.simulator.store.list_objects("refund"):
        key = str(refund["metadata"].get("key", ""))
        if key.startswith("make-good-"):
            refunded["-".join(key.split("-")[:4])] += refund["amount"]
    with system.database.transaction(CHANNEL):
        items = system.billing.make_goods().list_for_event(EVENT_ID)
        coupons = {coupon.code: coupon for coupon in system.billing.coupons().list_all()}
    accounts = [item.account_id for item in items if item.account_id is not None]
    assert len(accounts) == len(set(accounts)), "A viewer has two make-goods for one event."
    credited: dict[int, int] = defaultdict(int)
    for coupon in coupons.values():
        if coupon.account_id is not None and coupon.amount is not None:
            credited[coupon.account_id] += coupon.amount.minor
    for item in items:
        paid = refunded.pop(f"make-good-{item.event_id}-{item.order_id}", 0)
        if item.status is MakeGoodStatus.PAYING:
            assert item.pending is not None
            assert paid in (item.paid.minor, item.paid.minor + item.pending.minor)
        elif item.method is MakeGoodMethod.REFUND:
            assert paid == item.paid.minor, f"make-good {item.id}: {paid} refunded, {item.paid} noted"
        elif item.account_id is not None:
            assert credited[item.account_id] == item.paid.minor, f"make-good {item.id}: other promo codes"
        assert 0 <= item.paid.minor <= item.owed.minor <= item.paid_for.minor
    assert not refunded, f"Make-goods without a row were refunded: {dict(refunded)}"
    for order in system.list_orders():
        used = coupons.get(order.promo_code or "")
        if used is not None and used.account_id is not None and order.account_id is not None:
            assert used.account_id == order.account_id, f"order {order.id} used another viewer's code"
