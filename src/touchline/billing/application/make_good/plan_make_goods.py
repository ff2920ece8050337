"""The make-goods of an event as they are owed now: what was proposed and paid, with the current evidence."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from touchline.billing.domain.make_good.decisions import decide
from touchline.billing.domain.make_good.event_purchases import EventPurchase, build_event_purchase
from touchline.billing.domain.make_good.evidence import EventEvidence
from touchline.billing.domain.make_good.make_goods import MakeGood, MakeGoodStatus, propose
from touchline.billing.domain.make_good.policies import MakeGoodMethod, MakeGoodMode, MakeGoodPolicy
from touchline.billing.ports.make_goods import EventOrders, MakeGoods, MakeGoodSettings
from touchline.billing.ports.orders import Ledger
from touchline.billing.ports.playback_evidence import PlaybackEvidence
from touchline.billing.ports.sale_catalog import EventOnSale, SaleCatalog
from touchline.shared.clock import Clock
from touchline.shared.errors import NotFoundError
from touchline.shared.ids import AccountId, EventId
from touchline.shared.money import Money
from touchline.shared.strings.localized import LocalText


@dataclass(frozen=True, kw_only=True)
class MakeGoodPlan:
    """The make-goods of one event.

    `changed` are new ones (id 0) and ones with another amount, `obsolete` those that nobody is owed any more.
    `is_final`: no more reports are expected. `is_over`: later evidence no longer counts. `needs_review`: only
    an operator may decide to pay these viewers.
    """

    event_id: int
    event_name: LocalText
    currency: str
    policy: MakeGoodPolicy
    is_measured: bool
    is_final: bool
    is_over: bool
    make_goods: Sequence[MakeGood]
    changed: Sequence[MakeGood] = ()
    obsolete: Sequence[MakeGood] = ()
    needs_review: Set[AccountId] = frozenset()

    @property
    def unpaid(self) -> Sequence[MakeGood]:
        """The make-goods with money still to be paid."""
        return [item for item in self.make_goods if item.unpaid.minor > 0]

    def can_be_automatic(self, item: MakeGood) -> bool:
        """Return whether a make-good may be paid without an operator. A refund that was begun is finished."""
        if item.status is MakeGoodStatus.PAYING:
            return True
        return self.is_measured and item.account_id not in self.needs_review

    @property
    def unpaid_total(self) -> str:
        """The sum still to be paid, in major units."""
        unpaid = self.unpaid
        currency = unpaid[0].owed.currency if unpaid else self.currency
        return Money(sum(item.unpaid.minor for item in unpaid), currency).decimal


class PlanMakeGoods:
    """Plans make-goods in the current transaction. Writes nothing."""

    def __init__(
        self,
        make_goods: MakeGoods,
        settings: MakeGoodSettings,
        evidence: PlaybackEvidence,
        sale_catalog: SaleCatalog,
        event_orders: EventOrders,
        ledger: Ledger,
        clock: Clock,
        grace: timedelta,
    ) -> None:
        self._make_goods = make_goods
        self._settings = settings
        self._evidence = evidence
        self._sale_catalog = sale_catalog
        self._event_orders = event_orders
        self._ledger = ledger
        self._clock = clock
        self._grace = grace

    def __call__(self, event_id: int) -> MakeGoodPlan:
        """Return the plan of an event. Raises `NotFoundError` if there is no such event."""
        event = self._sale_catalog.get_event(event_id, None)
        if event is None:
            raise NotFoundError
        policy = self._settings.get_make_good_policy()
        stored = list(self._make_goods.list_for_event(event_id))
        evidence = self._evidence.get(EventId(event_id))
        ends_at = event.coverage.starts_at + timedelta(
            seconds=evidence.scheduled_seconds if evidence is not None else 0
        )
        is_over = evidence is not None and self._clock.now() >= ends_at + policy.window
        plan = MakeGoodPlan(
            event_id=event_id,
            event_name=event.name,
            currency=event.price.base.currency,
            policy=policy,
            is_measured=evidence is not None,
            is_final=evidence is not None and evidence.is_final,
            is_over=is_over,
            make_goods=stored,
            needs_review=frozenset(
                viewer.account_id for viewer in (evidence.viewers if evidence else ()) if viewer.needs_review
            ),
        )
        can_change = policy.mode is not MakeGoodMode.OFF and event.coverage.pass_type.costs_money
        if evidence is None or is_over or not can_change:
            return plan
        return self._merge(plan, stored, event, evidence, ends_at)

    def _merge(
        self,
        plan: MakeGoodPlan,
        stored: Sequence[MakeGood],
        event: EventOnSale,
        evidence: EventEvidence,
        ends_at: datetime,
    ) -> MakeGoodPlan:
        by_account = {item.account_id: item for item in stored if item.account_id is not None}
        paid = {account: part for account, item in by_account.items() if (part := item.paid_part) is not None}
        purchases = self._find_purchases(event, evidence, ends_at)
        decisions = {
            decision.account_id: decision
            for decision in decide(plan.policy, evidence.viewers, purchases, paid)
        }
        changed, obsolete, now = [], [], self._clock.now()
        for account_id, item in by_account.items():
            decision = decisions.pop(account_id, None)
            if decision is not None:
                changed += [item] if item.update(decision) else []
            elif item.status is MakeGoodStatus.PROPOSED and not item.paid.minor:
                obsolete.append(item)
        new = [
            propose(decision, plan.event_id, plan.event_name, now)
            for _, decision in sorted(decisions.items())
        ]
        obsolete_ids = {item.id for item in obsolete}
        return replace(
            plan,
            make_goods=[item for item in stored if item.id not in obsolete_ids] + new,
            changed=changed + new,
            obsolete=obsolete,
        )

    def _find_purchases(
        self, event: EventOnSale, evidence: EventEvidence, ends_at: datetime
    ) -> list[EventPurchase]:
        """Return the purchases of the event's viewers."""
        accounts = {viewer.account_id for viewer in evidence.viewers}
        orders = self._event_orders.list_paid(accounts, ends_at)
        if not orders:
            return []
        order_ids = [order.id for order in orders]
        transactions = self._ledger.list_for_orders(order_ids)
        credits = self._make_goods.list_for_orders(order_ids)
        events = self._sale_catalog.get_supply(None).events
        purchases = []
        for order in orders:
            credited = sum(
                item.paid.minor for item in credits.get(order.id, ()) if item.method is MakeGoodMethod.CREDIT
            )
            purchase = build_event_purchase(
                order,
                transactions.get(order.id, ()),
                Money(credited, order.currency),
                event.coverage,
                ends_at,
                events,
                self._grace,
            )
            purchases += [purchase] if purchase is not None else []
        return purchases
