"""Make-goods: preview, proposal and payment. Money moves through `RefundService` and an order sync only.

The provider is called outside of database transactions. Each step may run twice or stop anywhere.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass

from touchline.billing.application.ledger.refund_service import RefundService
from touchline.billing.application.make_good.make_good_credits import MakeGoodCredits
from touchline.billing.application.make_good.plan_make_goods import MakeGoodPlan, PlanMakeGoods
from touchline.billing.domain.make_good.make_goods import MakeGood, MakeGoodStatus
from touchline.billing.domain.make_good.policies import MakeGoodMethod, MakeGoodMode
from touchline.billing.events import MakeGoodPaid
from touchline.billing.ports.make_goods import MakeGoods, MakeGoodSettings
from touchline.billing.ports.orders import Orders
from touchline.shared.audit import AuditRecord, AuditSubject, RecordAudit
from touchline.shared.clock import Clock
from touchline.shared.defaults import CURRENCY
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import NotFoundError, RefusedError
from touchline.shared.ids import AccountId, ChannelId, OrderId
from touchline.shared.money import Money
from touchline.shared.unit_of_work import Announce, UnitOfWorkFactory

MAKE_GOOD_OFF = ErrorMessage("errors.make_good_off", "Make-goods are off. Change the policy in the settings.")
PLAN_CHANGED = ErrorMessage(
    "errors.make_good_changed", "The amounts have changed. Check the new total and try again."
)
log = logging.getLogger(__name__)


@dataclass(frozen=True)
class MakeGoodRun:
    """Result of a run: how many viewers were paid, the sum by currency, and the orders that were refused."""

    paid: int
    amounts: tuple[Money, ...]
    refused: tuple[OrderId, ...]


@dataclass(frozen=True)
class _Refund:
    """A refund that was noted and is to be made."""

    order_id: OrderId
    charge: str
    amount: Money
    key: str
    step: int


class MakeGoodService:
    """Plans, proposes, pays and dismisses make-goods."""

    def __init__(
        self,
        uow: UnitOfWorkFactory,
        plan_make_goods: PlanMakeGoods,
        make_goods: MakeGoods,
        settings: MakeGoodSettings,
        orders: Orders,
        credits: MakeGoodCredits,
        refund_service: RefundService,
        announce: Announce,
        record_audit: RecordAudit,
        clock: Clock,
    ) -> None:
        self._uow = uow
        self._plan = plan_make_goods
        self._make_goods = make_goods
        self._settings = settings
        self._orders = orders
        self._credits = credits
        self._refund_service = refund_service
        self._announce = announce
        self._record_audit = record_audit
        self._clock = clock

    def preview(self, channel_id: ChannelId, event_id: int) -> MakeGoodPlan:
        """Return what a run would pay now. Nothing is stored. Raises `NotFoundError`."""
        with self._uow(channel_id):
            return self._plan(event_id)

    def preview_in_transaction(self, event_id: int) -> MakeGoodPlan:
        """Return what a run would pay now, in the current transaction. Raises `NotFoundError`."""
        return self._plan(event_id)

    def propose(self, channel_id: ChannelId, event_id: int) -> MakeGoodPlan:
        """Store the make-goods that are owed now. Raises `NotFoundError`."""
        with self._uow(channel_id):
            return self.propose_in_transaction(event_id)

    def propose_in_transaction(self, event_id: int) -> MakeGoodPlan:
        """Store the make-goods that are owed now, in the current transaction. Raises `NotFoundError`."""
        plan = self._plan(event_id)
        for item in plan.changed:
            if item.id:
                self._save_unless_changed(item)
            else:
                self._make_goods.add(item)
        for item in plan.obsolete:
            current = self._make_goods.get_for_update(item.id)
            if current and current.status is MakeGoodStatus.PROPOSED and not current.paid.minor:
                self._make_goods.delete(item.id)
        return plan

    def pay(
        self,
        channel_id: ChannelId,
        event_id: int,
        progress: Callable[[int, int], None] | None = None,
        *,
        is_automatic: bool = False,
    ) -> MakeGoodRun:
        """Propose, then pay all that is unpaid. A second run pays nobody twice.

        An automatic run leaves out the viewers that only an operator may decide to pay. Refunds that were
        begun are always finished.

        `progress` gets the number of viewers done and of all. Raises `NotFoundError`, `RefusedError` if
        make-goods are off, and `PaymentsUnavailableError`. What was paid until then stays paid, and the next
        run continues.
        """
        with self._uow(channel_id):
            if self._settings.get_make_good_policy().mode is MakeGoodMode.OFF:
                raise RefusedError(MAKE_GOOD_OFF)
        plan = self.propose(channel_id, event_id)
        with self._uow(channel_id):
            unpaid = [item for item in self._make_goods.list_for_event(event_id) if item.unpaid.minor > 0]
        if is_automatic:
            unpaid = [item for item in unpaid if plan.can_be_automatic(item)]
        amounts: dict[str, Money] = {}
        refused, paid = [], 0
        for number, item in enumerate(unpaid, 1):
            amount = self._pay_one(channel_id, item.id)
            if amount is None:
                refused.append(item.order_id)
            elif amount.minor:
                paid += 1
                amounts[amount.currency] = amounts.get(amount.currency, Money(0, amount.currency)) + amount
            if progress is not None:
                progress(number, len(unpaid))
        return MakeGoodRun(paid, tuple(amounts.values()), tuple(refused))

    def dismiss_in_transaction(self, make_good_id: int, reason: str) -> None:
        """Decide not to pay a make-good, in the current transaction. Raises `NotFoundError` or
        `RefusedError`.
        """
        make_good = self._make_goods.get_for_update(make_good_id)
        if make_good is None:
            raise NotFoundError
        make_good.dismiss(reason)
        self._make_goods.save(make_good)
        subject = AuditSubject("order", str(make_good.order_id))
        self._record_audit(AuditRecord("make_good.dismiss", subject, reason=reason))

    def _save_unless_changed(self, item: MakeGood) -> None:
        """Store an update, unless another process is paying or dismissed the make-good since."""
        current = self._make_goods.get_for_update(item.id)
        is_same = current is not None and current.step == item.step and current.paid == item.paid
        if current and is_same and current.status in (MakeGoodStatus.PROPOSED, MakeGoodStatus.PAID):
            self._make_goods.save(item)

    def _pay_one(self, channel_id: ChannelId, make_good_id: int) -> Money | None:
        """Pay one make-good. Return what was paid now; None if the provider refused the refund."""
        with self._uow(channel_id):
            item = self._make_goods.get_for_update(make_good_id)
            if item is None or item.unpaid.minor <= 0 or item.account_id is None:
                return Money(0, item.owed.currency if item else CURRENCY)
            order = self._orders.get(item.order_id)
            if order is None or order.account_id != item.account_id:
                return None
            if item.method is MakeGoodMethod.CREDIT:
                return self._pay_credit(channel_id, item, item.account_id)
            if item.status is not MakeGoodStatus.PAYING:
                item.begin_refund()
                self._make_goods.save(item)
            assert item.pending is not None
            refund = _Refund(item.order_id, item.charge, item.pending, item.get_key(order.uuid), item.step)
        return self._refund(channel_id, make_good_id, refund)

    def _pay_credit(self, channel_id: ChannelId, item: MakeGood, account_id: AccountId) -> Money:
        amount = item.unpaid
        days = self._settings.get_make_good_policy().credit_days
        item.pay_credit(self._credits(item, account_id, days), self._clock.now())
        self._make_goods.save(item)
        subject = AuditSubject("order", str(item.order_id))
        after = {"amount": f"{amount.decimal} {amount.currency}", "event": item.event_id}
        self._record_audit(AuditRecord("make_good.credit", subject, after=after))
        self._announce(MakeGoodPaid(channel_id, item.id, account_id, item.step))
        return amount

    def _refund(self, channel_id: ChannelId, make_good_id: int, refund: _Refund) -> Money | None:
        try:
            self._refund_service.refund_once(
                channel_id, refund.order_id, refund.charge, refund.amount, refund.key
            )
        except RefusedError as error:
            log.warning("make-good %s was refused: %s", make_good_id, error)
            with self._uow(channel_id):
                if (item := self._make_goods.get_for_update(make_good_id)) is not None:
                    item.abort_refund(refund.step)
                    self._make_goods.save(item)
            self._refund_service.sync_order(channel_id, refund.order_id)
            return None
        with self._uow(channel_id):
            item = self._make_goods.get_for_update(make_good_id)
            if item is None or not item.finish_refund(refund.step, self._clock.now()):
                return Money(0, refund.amount.currency)
            self._make_goods.save(item)
        return refund.amount
