"""A random walk: viewers, their bank, the provider, the clock and bad luck take turns."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from adapters.payments.fake_stripe.faults import Fault
from adapters.payments.stripe_notices import KINDS
from touchline.billing.domain.orders import WrongStep
from touchline.billing.tests.proof.seams import Killed
from touchline.billing.tests.proof.store import Store
from touchline.billing.tests.proof.viewers import Viewers
from touchline.billing.tests.proof.world import World
from touchline.shared.errors import TouchlineError

MONEY = (
    "POST /v1/payment_intents",
    "POST /v1/payment_intents",
    "POST /v1/subscriptions",
    "POST /v1/refunds",
    "GET /v1/p",
)


class Walk(Viewers, World):
    """One walk over an empty store; the same seed walks the same way. `log` tells the steps, `taken` is how
    many they were."""

    def __init__(self, store: Store, seed: str) -> None:
        super().__init__(store, seed)
        self.log: list[str] = []
        self.taken = 0
        self._ways: list[tuple[Callable[[], str], int]] = [
            (self.buy, 22), (self.press_again, 8), (self.authenticate, 8), (self.pay, 5),
            (self.notice, 22), (self.job, 18), (self.minute, 5), (self.time, 9), (self.long_time, 2),
            (self.trouble, 6), (self.refund, 4), (self.switch, 4), (self.dispute, 2), (self.decide, 2),
            (self.close_account, 1), (self.portal, 1),
        ]  # fmt: skip

    def step(self) -> None:
        """Somebody does something; the process that does it may die, or another may come between."""
        luck, seams = self.chance.random(), self.store.seams
        at = self.chance.choice(("", "", *MONEY))
        after = self.chance.randrange(1, 3 if at else 26)
        if luck < 0.12:
            seams.dies(after, at)
            self.log.append("(dies)")
        elif luck < 0.32:
            seams.between(after, self._between, at)
        self._act()
        self.store.seams.clear()
        self.on_their_way += [one for one in self.store.webhooks() if one["type"] in KINDS]

    def quiet(self) -> None:
        """All that was sent arrives, all jobs run, nothing goes wrong any more."""
        self.store.world.faults.plan(Fault("", 0))
        for _ in range(12):
            told = [one for one in self.store.webhooks() if one["type"] in KINDS] + self.on_their_way
            self.on_their_way = []
            self.chance.shuffle(told)
            for one in told:
                self.store.hear(one)
            self.store.minute()
            if not told and not self.store.queue.waiting:
                return
            tasks = dict.fromkeys(self.store.queue.waiting)
            self.store.queue.waiting.clear()
            for task in tasks:
                self.store.work(task)
        raise AssertionError("It does not come to rest.")

    def _between(self) -> None:
        """Somebody else comes between. Or the process hangs for so long that it is taken for dead, others go
        on with its work, and then it wakes up again."""
        self.log.append("  between:")
        luck = self.chance.random()
        if luck < 0.35:
            self.store.clock.advance(timedelta(seconds=self.chance.choice((46, 61, 91, 700))))
            for do in self.chance.choice((
                (self.press_last,), (self.press_last, self.notice, self.job),
                (self.minute, self.job, self.job), (self.press_other,),
            )):  # fmt: skip
                self._do(do)
            return
        if luck < 0.45:
            self.time()
        self._act()

    def _act(self) -> None:
        ways, weights = zip(*self._ways, strict=True)
        self._do(self.chance.choices(ways, weights)[0])

    def _do(self, do: Callable[[], str]) -> None:
        place, self.taken = len(self.log), self.taken + 1
        self.log.append(do.__name__)
        try:
            told = do()
        except WrongStep:
            raise
        except TouchlineError as error:
            told = f"{type(error).__name__}: {error.message}"
        except Killed:
            told = "died"
        self.log[place] = f"{self.store.clock.now():%m-%d %H:%M:%S} {do.__name__}: {told}"
