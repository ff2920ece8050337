"""What the provider, the bank, the shop, the workers and the clock do in a walk. Each deed answers what it
was."""

from __future__ import annotations

from datetime import timedelta

from adapters.payments.fake_stripe.faults import Fault
from adapters.payments.fake_stripe.resources import disputes
from touchline.billing.tests.proof.scene import Scene
from touchline.billing.tests.proof.seams import Killed
from touchline.shared.errors import TouchlineError

SPANS = (1, 5, 20, 44, 46, 90, 700, 3 * 3600, 25 * 3600)
LONG = (2, 3, 7, 8, 8, 29, 31, 31, 61)


class World(Scene):
    """All but the viewers."""

    def notice(self) -> str:
        """A webhook arrives: any of those on their way, maybe not for the last time; or it is lost."""
        if not self.on_their_way:
            return "none"
        place = self.chance.randrange(len(self.on_their_way))
        told, luck = self.on_their_way[place], self.chance.random()
        if luck < 0.85:
            self.on_their_way.pop(place)
        if luck < 0.1:
            return f"lost: {told['type']}"
        self.store.hear(told)
        return str(told["type"])

    def job(self) -> str:
        """A worker takes a job; one that fails is tried again."""
        if not self.store.queue.waiting:
            return "none"
        task = self.store.queue.waiting.pop(self.chance.randrange(len(self.store.queue.waiting)))
        try:
            self.store.work(task)
        except (TouchlineError, Killed):
            self.store.queue.waiting.append(task)
            raise
        return str(task)

    def minute(self) -> str:
        """The job of each minute."""
        self.store.minute()
        return "done"

    def time(self) -> str:
        """Time passes."""
        self.store.clock.advance(timedelta(seconds=self.chance.choice(SPANS)))
        return "passes"

    def long_time(self) -> str:
        """Days or months pass: trials end, renewals are charged or fail."""
        for _ in range(days := self.chance.choice(LONG)):
            self.store.clock.advance(timedelta(days=1))
            self.store.world.catch_up()
        return f"{days} days"

    def trouble(self) -> str:
        """The next calls of the provider go wrong."""
        how, count = self.chance.choice(("after", "timeout", "500", "after")), self.chance.randrange(1, 6)
        only = self.chance.choice(("", "", "POST /v1/payment_intents", "POST /v1/subscriptions",
                                   "POST /v1/refunds", "POST /v1/customers", "DELETE"))  # fmt: skip
        self.store.world.faults.plan(Fault(how, count, only=only))
        return f"{how} {count} {only}"

    def refund(self) -> str:
        """The shop gives money back, all or a part."""
        charges = [one for one in self.store.world.store.each("charge") if one["status"] == "succeeded"]
        if not charges:
            return "nothing paid"
        one = self.chance.choice(charges[:6])
        left = one["amount"] - one["amount_refunded"]
        amount = left if self.chance.random() < 0.5 else self.chance.randrange(1, max(2, left))
        return self.at_provider("POST", "refunds", {"charge": one["id"], "amount": amount})

    def dispute(self) -> str:
        """A viewer's bank takes money back."""
        charges = [one for one in self.store.world.store.each("charge")
                   if one["status"] == "succeeded" and not one["disputed"]
                   and one["amount"] > one["amount_refunded"]]  # fmt: skip
        if not charges:
            return "nothing paid"
        one = self.chance.choice(charges[:6])
        with self.store.world.change() as account:
            disputes.opened(account, account.get("charge", one["id"]), "fraudulent")
        return str(one["id"])

    def decide(self) -> str:
        """A dispute comes to an end."""
        open_ones = [one for one in self.store.world.store.each("dispute") if one["status"] in disputes.OPEN]
        if not open_ones:
            return "none"
        outcome = self.chance.choice(("won", "lost"))
        with self.store.world.change() as account:
            disputes.closed(account, self.chance.choice(open_ones), outcome)
        return outcome

    def portal(self) -> str:
        """The viewer stops or goes on, or the operator ends it, at the provider itself."""
        living = [one for one in self.store.world.store.each("subscription")
                  if one["status"] in ("active", "trialing", "past_due")]  # fmt: skip
        if not living:
            return "none"
        name, luck = self.chance.choice(living)["id"], self.chance.random()
        if luck < 0.3:
            return self.at_provider("DELETE", f"subscriptions/{name}", {})
        return self.at_provider("POST", f"subscriptions/{name}", {"cancel_at_period_end": luck < 0.65})
