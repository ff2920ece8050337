"""Payments as a provider might tell them, for tests."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from touchline.billing.domain.offers import Capability, Price
from touchline.billing.domain.orders import AutoRenewal, Grant, Kind, Order, OrderStatus, Product
from touchline.billing.domain.payment import Charged, Payment, PaymentState, Refunded, Rhythm
from touchline.billing.tests.orders import NOW, order
from touchline.billing.tests.samples import dollars

YEAR = NOW + timedelta(days=365)
YEARLY = Product(kind=Kind.SUBSCRIPTION, id=1, name={"en": "Yearly"}, period="annual")


def charged(amount: str = "13.50", **more: Any) -> Charged:
    """A charge, paid at `NOW`."""
    unsaid: dict[str, Any] = {"ref": "ch_1", "amount": dollars(amount), "at": NOW, "paid": True}
    return Charged(**(unsaid | more))


def refunded(amount: str = "13.50", ref: str = "re_1", **more: Any) -> Refunded:
    """Money that went back an hour later."""
    return Refunded(ref, dollars(amount), more.pop("at", NOW + timedelta(hours=1)), **more)


def payment(state: PaymentState = PaymentState.PAID, *charges: Charged, **more: Any) -> Payment:
    """The payment of `order()`; a paid one has its charge."""
    if state is PaymentState.PAID and not charges and "charges" not in more:
        charges = (charged(),)
    unsaid: dict[str, Any] = {"ref": "pi_1", "order": "0" * 32, "charges": charges}
    return Payment(state=state, **(unsaid | more))


def running(*charges: Charged, **rhythm: Any) -> Payment:
    """A subscription that was begun at `NOW` for a year."""
    paid = charges or (charged("99.00"),)
    return payment(
        PaymentState.PAID, *paid, ref="sub_1", rhythm=Rhythm(**({"since": NOW, "until": YEAR} | rhythm))
    )


def subscribed(**changes: Any) -> Order:
    """An order of a yearly subscription, paid at `NOW`."""
    unsaid: dict[str, Any] = {
        "product": YEARLY,
        "grant": Grant(capabilities=(Capability.WATCH,)),
        "price": Price(dollars("99.00"), dollars("0")),
        "status": OrderStatus.PAID,
        "payment_ref": "sub_1",
        "starts_at": NOW,
        "expires_at": YEAR,
        "auto_renewal": AutoRenewal.ACTIVE,
        "slot": "subscription:1",
    }
    return order(**(unsaid | changes))
