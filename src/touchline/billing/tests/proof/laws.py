"""What holds after every step, and what holds once all is quiet."""

from __future__ import annotations

from collections import Counter, defaultdict
from datetime import timedelta
from itertools import pairwise
from typing import Any

from sqlalchemy import Row

from touchline.billing.domain.orders import Activity, Kind, Order, OrderStatus
from touchline.billing.tests.proof.store import Store
from touchline.billing.tests.proof.truth import Holding, accounts, books
from touchline.shared.ids import AccountId

GRACE = timedelta(days=7)
MOST = {"LAST3": 3}
STEPS = {("created", "paid"), ("created", "failed"), ("paid", "refunded")}
PLACES = tuple[AccountId, Kind, int, int | None]


class Laws:
    """Watches a store; `AssertionError` where a law is broken."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._before: dict[int, Row[Any]] = {}
        self._owner: dict[int, int] = {}

    def always(self) -> None:
        """Cheap ones, at any moment."""
        waiting: Counter[object] = Counter()
        uses: Counter[str] = Counter()
        for one in self._store.facts():
            before = self._before.get(one.id, one)
            assert before.status == one.status or _may(before, one), f"{before} became {one}"
            self._before[one.id] = one
            if one.account_id is not None:
                self._owner[one.id] = one.account_id
                waiting[one.account_id, one.kind, one.product_id, one.product] += one.status == "created"
            if one.promo_code and one.status != "failed":
                uses[one.promo_code] += 1
                uses[f"{one.promo_code} {self._owner.get(one.id)}"] += 1
        assert max(waiting.values(), default=0) <= 1, "Two orders wait for the same thing."
        for name, count in uses.items():
            assert count <= MOST.get(name, 99), f"{name} was used {count} times."
            assert " " not in name or count <= 1, f"{name} was used {count} times by one viewer."

    def quiet(self) -> None:
        """All of them, once everything was heard and every job has run."""
        self.always()
        orders, held = self._store.orders(), books(self._store.world)
        assert {one for one in held if held[one].taken} <= {one.uuid for one in orders}
        self._money(orders, held)
        self._customers(orders, held)
        self._once(orders, held)
        self._access(orders, held)
        self._trials(orders)

    def waits_for_nobody(self) -> None:
        """No order is left that nobody knows the end of."""
        left = [one.id for one in self._store.orders() if one.status is OrderStatus.CREATED]
        assert not left, f"Orders {left} wait for longer than a day."

    def _money(self, orders: list[Order], held: dict[str, Holding]) -> None:
        ledger: dict[int, int] = defaultdict(int)
        for line in self._store.lines():
            counts = {"charge": line.status == "paid", "dispute_won": True, "refund": -1, "dispute": -1}
            ledger[line.order_id] += line.amount_minor * counts[line.movement]
        for one in orders:
            holding = held[one.uuid]
            assert ledger[one.id] == holding.kept, (
                f"order {one.id}: the ledger says {ledger[one.id]}, the provider {holding.kept}"
            )
            if one.status is OrderStatus.FAILED and not (holding.disputed or holding.bounced):
                assert holding.kept == 0, f"order {one.id} failed, and {holding.kept} was kept"

    def _customers(self, orders: list[Order], held: dict[str, Holding]) -> None:
        made_for = accounts(self._store.world)
        for one in orders:
            for customer in held[one.uuid].customers & set(made_for):
                assert made_for[customer] == self._owner[one.id], f"order {one.id} was paid by another"

    def _once(self, orders: list[Order], held: dict[str, Holding]) -> None:
        """No order is paid twice, and nothing is paid twice at the same time. What a dispute was about may be
        bought again meanwhile."""
        places: dict[PLACES, list[Order]] = defaultdict(list)
        for one in orders:
            assert held[one.uuid].firsts <= 1, f"order {one.id} was charged {held[one.uuid].firsts} times"
            assert len(held[one.uuid].payments) <= 1, f"order {one.id} has two payments at the provider"
            if one.starts_at is not None and not held[one.uuid].disputed:
                places[_place(one, AccountId(self._owner[one.id]))].append(one)
        for same in places.values():
            same.sort(key=lambda one: one.starts_at or one.created_at)
            for first, second in pairwise(same):
                over = [at for at in (first.expires_at, first.ended_at) if at is not None]
                assert over and second.starts_at is not None and min(over) <= second.starts_at, (
                    f"orders {first.id} and {second.id} were paid for the same time"
                )

    def _access(self, orders: list[Order], held: dict[str, Holding]) -> None:
        now = self._store.clock.now()
        opens: dict[AccountId, Counter[object]] = defaultdict(Counter)
        for one in orders:
            active = one.activity(now, GRACE) is Activity.ACTIVE
            holding = held[one.uuid]
            if active:
                free = one.total.minor == 0 and not holding.taken
                assert one.status is OrderStatus.PAID and (free or holding.kept > 0), (
                    f"order {one.id} is open, and {holding.kept} was kept"
                )
            elif one.status is OrderStatus.PAID and one.product.kind is not Kind.SUBSCRIPTION:
                over = one.expires_at is not None and one.expires_at <= now
                assert over or holding.disputed or holding.kept == 0, f"order {one.id} is paid and closed"
            if one.product.kind is Kind.SUBSCRIPTION:
                self._runs(one, holding, active=active)
            if active and one.account_id is not None:
                grant = one.grant
                opens[one.account_id][
                    grant.event_id, grant.category_ids, grant.participant_id,
                    frozenset(each.value for each in grant.capabilities),
                ] += 1  # fmt: skip
        for account_id in self._store.people.known:
            with self._store.database.transaction(1):
                given = self._store.billing.facade().entitlements(account_id)
            told = Counter((one.event_id, one.category_ids, one.participant_id, one.capabilities)
                           for one in given)  # fmt: skip
            assert told == opens[account_id], f"viewer {account_id} holds {told}, not {opens[account_id]}"

    def _runs(self, one: Order, holding: Holding, *, active: bool) -> None:
        """What the provider goes on charging is open, and for what is over nothing is charged any more."""
        living = [each for each in holding.payments if each["status"] in ("active", "trialing")]
        if one.status is OrderStatus.CREATED:
            return
        if living and not holding.disputed and not active:
            raise AssertionError(
                f"order {one.id} is closed ({one.status}), and it is charged again and again"
            )
        if not living and active and one.expires_at is not None:
            past_due = any(each["status"] == "past_due" for each in holding.payments)
            over = any(each["status"] == "canceled" for each in holding.payments)
            assert past_due or over, f"order {one.id} is open, and nothing runs at the provider"

    def _trials(self, orders: list[Order]) -> None:
        had: Counter[str] = Counter()
        cards = {one["id"]: one["card"]["fingerprint"]
                 for one in self._store.world.store.each("payment_method")}  # fmt: skip
        for one in orders:
            if one.trial_days and one.starts_at is not None:
                had[f"account {self._owner[one.id]}"] += 1
                if one.card:
                    had[f"card {cards[one.card]}"] += 1
        assert max(had.values(), default=0) <= 1, f"A trial was had twice: {had}"


def _may(before: Row[Any], after: Row[Any]) -> bool:
    """One step, or two at once: what was paid and given back before we looked."""
    step = (before.status, after.status)
    return step in STEPS or (step == ("created", "refunded") and after.starts_at is not None)


def _place(order: Order, account_id: AccountId) -> PLACES:
    product = order.product
    return account_id, product.kind, product.id, product.participant_id
