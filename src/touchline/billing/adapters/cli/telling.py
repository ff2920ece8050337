"""Orders, lines and promo codes as commands tell them: to a program, or in a table."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from touchline.billing.adapters.cli.desk import Desk
from touchline.billing.application.coupon_desk import CodeInUse
from touchline.billing.domain.ledger import Transaction
from touchline.billing.domain.orders import Order
from touchline.shared.clock import Clock
from touchline.shared.text import pick

ORDER_COLUMNS = ("Id", "Placed", "Viewer", "Bought", "Status", "Access", "Total", "Until", "Renewal")
LINE_COLUMNS = ("Id", "At", "Kind", "Status", "Amount", "Taxes", "Provider's name")
CODE_COLUMNS = ("Code", "Takes off", "Of", "Used", "Each", "From", "Until", "State")


class Telling:
    """Tells in a channel's language and days."""

    def __init__(self, desk: Desk, clock: Clock, grace_days: int) -> None:
        self._desk = desk
        self._clock = clock
        self._grace = timedelta(days=grace_days)

    def order(self, order: Order) -> dict[str, Any]:
        """What a program is told; within a transaction."""
        product = order.product
        return {
            "id": order.id,
            "created_at": _instant(order.created_at),
            "account_id": order.account_id,
            "viewer": self._desk.viewer(order.account_id),
            "type": product.kind.value,
            "product_id": product.id,
            "product": self._name(order),
            "status": order.status.value,
            "activity_status": self._access(order),
            "currency": order.currency,
            "total": order.total.decimal,
            "discount": order.discount.decimal,
            "promo_code": order.promo_code,
            "trial_days": order.trial_days,
            "auto_renewal": order.auto_renewal.value if order.auto_renewal else None,
            "starts_at": _instant(order.starts_at),
            "expires_at": _instant(order.expires_at),
            "past_due_at": _instant(order.past_due_at),
            "ended_at": _instant(order.ended_at),
            "provider_ref": order.payment_ref,
            "failure": order.failure_message,
        }

    def line(self, line: Transaction) -> dict[str, Any]:
        """What a program is told of a line of the ledger."""
        return {
            "id": line.id,
            "at": _instant(line.at),
            "kind": line.movement.value,
            "status": line.status.value,
            "label": line.label.value if line.label else None,
            "amount": line.amount.decimal,
            "currency": line.amount.currency,
            "tax": [
                {"name": one.name, "rate": one.percent, "amount": one.amount.decimal} for one in line.tax
            ],
            "provider_ref": line.ref,
            "note": line.note,
        }

    def code(self, found: CodeInUse) -> dict[str, Any]:
        """What a program is told of a promo code."""
        one = found.coupon
        return {
            "code": one.code,
            "percent": f"{one.percent:f}" if one.percent is not None else None,
            "amount": one.amount.decimal if one.amount else None,
            "currency": one.amount.currency if one.amount else None,
            "products": list(found.products),
            "limit": one.most,
            "limit_each": one.most_each,
            "used": found.used,
            "starts_at": _instant(one.starts_at),
            "ends_at": _instant(one.ends_at),
            "stopped": one.stopped,
            "of_pack": one.of_pack,
        }

    def order_row(self, order: Order) -> tuple[str, ...]:
        """The same in `ORDER_COLUMNS`; within a transaction."""
        return (
            str(order.id),
            self._desk.day(order.created_at),
            self._desk.viewer(order.account_id),
            self._name(order),
            order.status.value,
            self._access(order),
            f"{order.total.decimal} {order.currency}",
            self._desk.day(order.expires_at),
            order.auto_renewal.value if order.auto_renewal else "",
        )

    def line_row(self, line: Transaction) -> tuple[str, ...]:
        """A line in `LINE_COLUMNS`."""
        return (
            str(line.id),
            self._desk.day(line.at),
            line.movement.value,
            line.status.value,
            f"{line.amount.decimal} {line.amount.currency}",
            ", ".join(f"{one.name} {one.amount.decimal}" for one in line.tax)
            if line.taxed
            else "not known yet",
            line.ref,
        )

    def code_row(self, found: CodeInUse) -> tuple[str, ...]:
        """A promo code in `CODE_COLUMNS`."""
        one = found.coupon
        off = f"{one.amount.decimal} {one.amount.currency}" if one.amount else f"{one.percent:f} %"
        return (
            one.code,
            off,
            ", ".join(found.products) or "everything",
            str(found.used) if one.most is None else f"{found.used} of {one.most}",
            "" if one.most_each is None else str(one.most_each),
            self._desk.day(one.starts_at),
            self._desk.day(one.ends_at),
            self._state(found),
        )

    def _state(self, found: CodeInUse) -> str:
        one, now = found.coupon, self._clock.now()
        if one.stopped:
            return "stopped"
        if one.starts_at is not None and now < one.starts_at:
            return "not yet"
        if one.ends_at is not None and now >= one.ends_at:
            return "over"
        return "used up" if one.most is not None and found.used >= one.most else "good"

    def _access(self, order: Order) -> str:
        return order.activity(self._clock.now(), self._grace).value

    def _name(self, order: Order) -> str:
        language, product = self._desk.shop.language, order.product
        names = (pick(product.name, language), pick(product.participant_name, language))
        return ", ".join(name for name in names if name)


def _instant(when: datetime | None) -> str | None:
    return when.strftime("%Y-%m-%dT%H:%M:%SZ") if when else None
