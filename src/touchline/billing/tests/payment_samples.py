"""Payments for tests, as a provider might return them."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from touchline.billing.domain.checkout.orders import (
    AutoRenewal,
    Grant,
    Order,
    OrderStatus,
    Product,
    ProductKind,
)
from touchline.billing.domain.checkout.payments import (
    BillingCycle,
    ChargeAttempt,
    Payment,
    PaymentState,
    Reversal,
)
from touchline.billing.domain.offers.offers import Capability, Price
from touchline.billing.tests.offer_samples import usd
from touchline.billing.tests.order_samples import NOW, build_order

YEAR = NOW + timedelta(days=365)
YEARLY = Product(kind=ProductKind.SUBSCRIPTION, id=1, name={"en": "Yearly"}, period="annual")


def build_charge(amount: str = "13.50", **more: Any) -> ChargeAttempt:
    """Build a charge paid at `NOW`."""
    defaults: dict[str, Any] = {"ref": "ch_1", "amount": usd(amount), "at": NOW, "is_paid": True}
    return ChargeAttempt(**(defaults | more))


def build_reversal(amount: str = "13.50", ref: str = "re_1", **more: Any) -> Reversal:
    """Build a reversal one hour after `NOW`."""
    return Reversal(ref, usd(amount), more.pop("at", NOW + timedelta(hours=1)), **more)


def build_payment(state: PaymentState = PaymentState.PAID, *charges: ChargeAttempt, **more: Any) -> Payment:
    """Build the payment of the order from `build_order()`. A paid payment has a charge."""
    if state is PaymentState.PAID and not charges and "charges" not in more:
        charges = (build_charge(),)
    defaults: dict[str, Any] = {"ref": "pi_1", "order": "0" * 32, "charges": charges}
    return Payment(state=state, **(defaults | more))


def build_subscription_payment(*charges: ChargeAttempt, **billing_cycle: Any) -> Payment:
    """Build the payment of a subscription that started at `NOW` for a year."""
    paid = charges or (build_charge("99.00"),)
    return build_payment(
        PaymentState.PAID,
        *paid,
        ref="sub_1",
        billing_cycle=BillingCycle(**({"since": NOW, "until": YEAR} | billing_cycle)),
    )


def build_subscription_order(**changes: Any) -> Order:
    """Build an order for a yearly subscription, paid at `NOW`."""
    defaults: dict[str, Any] = {
        "product": YEARLY,
        "grant": Grant(capabilities=(Capability.WATCH,)),
        "price": Price(usd("99.00"), usd("0")),
        "status": OrderStatus.PAID,
        "payment_ref": "sub_1",
        "starts_at": NOW,
        "expires_at": YEAR,
        "auto_renewal": AutoRenewal.ACTIVE,
        "slot": "subscription:1",
    }
    return build_order(**(defaults | changes))
