"""Actions of the provider, the bank, the operator, the workers and the clock in a random walk. Each action
returns a description.
"""

from __future__ import annotations

from datetime import timedelta
from typing import ClassVar

from adapters.payments.fake_stripe.resources.core import disputes
from adapters.payments.fake_stripe.testing.faults import Fault
from touchline.billing.tests.proof.checkpoints import ProcessKilledError
from touchline.billing.tests.proof.scenario import Scenario
from touchline.shared.errors import TouchlineError

SHORT_SPANS = (1, 5, 20, 44, 46, 90, 700, 3 * 3600, 25 * 3600)
LONG_SPANS = (2, 3, 7, 8, 8, 29, 31, 31, 61)
FAULTY_CALLS = (
    "", "", "POST /v1/payment_intents", "POST /v1/subscriptions", "POST /v1/refunds", "POST /v1/customers",
    "POST /v1/transfers", "DELETE",
)  # fmt: skip


class SystemActions(Scenario):
    """All actors except the viewers."""

    WEIGHTS: ClassVar = {
        "deliver_webhook": 22, "run_job": 18, "run_reconciliation": 5, "advance_seconds": 9,
        "advance_days": 2, "plan_fault": 6, "refund_charge": 4, "open_dispute": 2, "close_dispute": 2,
        "change_subscription": 1,
    }  # fmt: skip

    def deliver_webhook(self) -> str:
        """Deliver a random webhook, which may be delivered again later, or lose it."""
        if not self.undelivered:
            return "none"
        index = self.random.randrange(len(self.undelivered))
        delivery, chance_value = self.undelivered[index], self.random.random()
        if chance_value < 0.85:
            self.undelivered.pop(index)
        if chance_value < 0.1:
            return f"lost: {delivery['type']}"
        self.system.deliver_webhook(delivery)
        return str(delivery["type"])

    def run_job(self) -> str:
        """Run a waiting job. A failed job is retried."""
        if not self.system.queue.waiting:
            return "none"
        task = self.system.queue.waiting.pop(self.random.randrange(len(self.system.queue.waiting)))
        try:
            self.system.run_job(task)
        except (TouchlineError, ProcessKilledError):
            self.system.queue.waiting.append(task)
            raise
        return str(task)

    def run_reconciliation(self) -> str:
        """Run the reconciliation job, which runs every minute."""
        self.system.run_reconciliation()
        return "done"

    def advance_seconds(self) -> str:
        """Advance the clock by seconds to hours."""
        self.system.clock.advance(timedelta(seconds=self.random.choice(SHORT_SPANS)))
        return "passes"

    def advance_days(self) -> str:
        """Advance the clock by days or months. Trials end, and renewals are charged or fail."""
        for _ in range(days := self.random.choice(LONG_SPANS)):
            self.system.clock.advance(timedelta(days=1))
            self.system.simulator.run_due()
        return f"{days} days"

    def plan_fault(self) -> str:
        """Make the next calls to the provider fail."""
        fault_kind, count = (
            self.random.choice(("after", "timeout", "500", "after")),
            self.random.randrange(1, 6),
        )
        path_prefix = self.random.choice(FAULTY_CALLS)
        self.system.simulator.faults.plan(Fault(fault_kind, count, path_prefix=path_prefix))
        return f"{fault_kind} {count} {path_prefix}"

    def refund_charge(self) -> str:
        """Refund a charge at the provider, fully or in part."""
        charges = [
            charge
            for charge in self.system.simulator.store.list_objects("charge")
            if charge["status"] == "succeeded"
        ]
        if not charges:
            return "nothing paid"
        picked_charge = self.random.choice(charges[:6])
        refundable = picked_charge["amount"] - picked_charge["amount_refunded"]
        amount = refundable if self.random.random() < 0.5 else self.random.randrange(1, max(2, refundable))
        return self.call_provider("POST", "refunds", {"charge": picked_charge["id"], "amount": amount})

    def open_dispute(self) -> str:
        """Open a dispute for a charge."""
        charges = [charge for charge in self.system.simulator.store.list_objects("charge")
                   if charge["status"] == "succeeded" and not charge["disputed"]
                   and charge["amount"] > charge["amount_refunded"]]  # fmt: skip
        if not charges:
            return "nothing paid"
        picked_charge = self.random.choice(charges[:6])
        with self.system.simulator.transaction() as account:
            disputes.open_dispute(account, account.get("charge", picked_charge["id"]), "fraudulent")
        return str(picked_charge["id"])

    def close_dispute(self) -> str:
        """Close a dispute as won or lost."""
        open_disputes = [
            dispute
            for dispute in self.system.simulator.store.list_objects("dispute")
            if dispute["status"] in disputes.OPEN_STATUSES
        ]
        if not open_disputes:
            return "none"
        outcome = self.random.choice(("won", "lost"))
        with self.system.simulator.transaction() as account:
            disputes.close_dispute(account, self.random.choice(open_disputes), outcome)
        return outcome

    def change_subscription(self) -> str:
        """Cancel or resume a renewal, or cancel a subscription, directly at the provider."""
        live = [subscription for subscription in self.system.simulator.store.list_objects("subscription")
                  if subscription["status"] in ("active", "trialing", "past_due")]  # fmt: skip
        if not live:
            return "none"
        subscription_id, chance_value = self.random.choice(live)["id"], self.random.random()
        if chance_value < 0.3:
            return self.call_provider("DELETE", f"subscriptions/{subscription_id}", {})
        return self.call_provider(
            "POST", f"subscriptions/{subscription_id}", {"cancel_at_period_end": chance_value < 0.65}
        )
