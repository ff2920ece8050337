"""A random walk in which viewers, their bank, the provider, the clock and faults act in random order."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from adapters.payments.fake_stripe.testing.faults import Fault
from adapters.payments.stripe_webhooks import EVENT_TYPES
from touchline.billing.domain.checkout.orders import InvalidTransitionError
from touchline.billing.tests.proof.billing_system import BillingSystem
from touchline.billing.tests.proof.bundle_actions import BundleActions
from touchline.billing.tests.proof.checkpoints import ProcessKilledError
from touchline.billing.tests.proof.giving_actions import GivingActions
from touchline.billing.tests.proof.make_good_actions import MakeGoodActions
from touchline.billing.tests.proof.refund_actions import RefundActions
from touchline.billing.tests.proof.share_actions import ShareActions
from touchline.billing.tests.proof.system_actions import SystemActions
from touchline.billing.tests.proof.voucher_actions import VoucherActions
from touchline.shared.errors import TouchlineError

MONEY_CALLS = (
    "POST /v1/payment_intents",
    "POST /v1/payment_intents",
    "POST /v1/subscriptions",
    "POST /v1/refunds",
    "POST /v1/transfers",
    "GET /v1/p",
)


class RandomWalk(
    GivingActions,
    VoucherActions,
    RefundActions,
    MakeGoodActions,
    ShareActions,
    BundleActions,
    SystemActions,
):
    """One walk over an empty billing system. The same seed gives the same walk. `log` lists the steps;
    `step_count` is the number of steps.

    To add an area, add its class here. Its `WEIGHTS` name its actions and how often they happen.
    """

    def __init__(self, system: BillingSystem, seed: str) -> None:
        super().__init__(system, seed)
        self.log: list[str] = []
        self.step_count = 0
        self._weights = {
            name: weight
            for area in type(self).__mro__
            for name, weight in vars(area).get("WEIGHTS", {}).items()
        }

    def step(self) -> None:
        """Run a random action. Its process may be killed, or another action may run in between."""
        chance_value, checkpoints = self.random.random(), self.system.checkpoints
        prefix = self.random.choice(("", "", *MONEY_CALLS))
        after = self.random.randrange(1, 3 if prefix else 26)
        if chance_value < 0.12:
            checkpoints.kill_after(after, prefix)
            self.log.append("(kill planned)")
        elif chance_value < 0.32:
            checkpoints.run_after(after, self._run_between, prefix)
        self._run_random_action()
        self.system.checkpoints.clear()
        self.undelivered += [
            webhook for webhook in self.system.list_new_webhooks() if webhook["type"] in EVENT_TYPES
        ]

    def run_until_idle(self) -> None:
        """Deliver all webhooks and run all jobs, with no more faults."""
        self.system.simulator.faults.plan(Fault("", 0))
        for _ in range(12):
            webhooks = [
                webhook for webhook in self.system.list_new_webhooks() if webhook["type"] in EVENT_TYPES
            ] + self.undelivered
            self.undelivered = []
            self.random.shuffle(webhooks)
            for webhook in webhooks:
                self.system.deliver_webhook(webhook)
            self.system.run_reconciliation()
            if not webhooks and not self.system.queue.waiting:
                return
            tasks = dict.fromkeys(self.system.queue.waiting)
            self.system.queue.waiting.clear()
            for task in tasks:
                self.system.run_job(task)
        raise AssertionError("The system does not become idle.")

    def _run_between(self) -> None:
        """Run another action in between. Sometimes the process hangs until its attempt times out, others
        continue its work, and then it resumes.
        """
        self.log.append("  between:")
        chance_value = self.random.random()
        if chance_value < 0.35:
            self.system.clock.advance(timedelta(seconds=self.random.choice((46, 61, 91, 700))))
            for action in self.random.choice((
                (self.repeat_last_purchase,), (self.repeat_last_purchase, self.deliver_webhook, self.run_job),
                (self.run_reconciliation, self.run_job, self.run_job), (self.repeat_with_new_key,),
            )):  # fmt: skip
                self._run_action(action)
            return
        if chance_value < 0.45:
            self.advance_seconds()
        self._run_random_action()

    def _run_random_action(self) -> None:
        (name,) = self.random.choices(list(self._weights), list(self._weights.values()))
        self._run_action(getattr(self, name))

    def _run_action(self, action: Callable[[], str]) -> None:
        log_index, self.step_count = len(self.log), self.step_count + 1
        self.log.append(action.__name__)
        try:
            outcome = action()
        except InvalidTransitionError:
            raise
        except TouchlineError as error:
            outcome = f"{type(error).__name__}: {error.message}"
        except ProcessKilledError:
            outcome = "killed"
        self.log[log_index] = f"{self.system.clock.now():%m-%d %H:%M:%S} {action.__name__}: {outcome}"
