"""Events of this context. Handlers can receive an event twice."""

from dataclasses import dataclass

from touchline.shared.events import DomainEvent


@dataclass(frozen=True)
class OrderPaid(DomainEvent):
    """An order was paid, for the first time or by a renewal. `transaction_id` is 0 if nothing was charged (a
    trial, or access granted by an operator). `account_id` is 0 after the account was erased."""

    order_id: int
    account_id: int
    transaction_id: int
    renewal: bool


@dataclass(frozen=True)
class OrderRefunded(DomainEvent):
    """An order was refunded, in full or in part."""

    order_id: int
    account_id: int
    transaction_id: int


@dataclass(frozen=True)
class ReceiptRequested(DomainEvent):
    """An operator sends the last receipt of an order again. `transaction_id` is 0 if nothing was charged.
    `key` identifies the request, so that each one sends one email."""

    order_id: int
    account_id: int
    transaction_id: int
    key: str


@dataclass(frozen=True)
class RenewalFailed(DomainEvent):
    """A renewal could not be charged; access continues for the grace period."""

    order_id: int
    account_id: int
    transaction_id: int


@dataclass(frozen=True)
class RenewalNear(DomainEvent):
    """A yearly renewal, or the end of a trial, is a few days away."""

    order_id: int
    account_id: int
    trial: bool


@dataclass(frozen=True)
class VoucherEmailDue(DomainEvent):
    """The email of a gift is due. `sending` identifies it, so that each one sends one email."""

    voucher_id: int
    sending: str


@dataclass(frozen=True)
class VoucherRedeemed(DomainEvent):
    """The code of a gift or group purchase was redeemed."""

    voucher_id: int


@dataclass(frozen=True)
class PurchaseChanged(DomainEvent):
    """A product that was bought was postponed, rescheduled, canceled or withdrawn. `change` is the version of
    the order, so that each change is reported once."""

    order_id: int
    account_id: int
    change: int


@dataclass(frozen=True)
class MakeGoodPaid(DomainEvent):
    """A make-good was paid with a promo code. `step` counts the payments of the same make-good, so that each
    one is reported once. A make-good that is paid to the card is reported by `OrderRefunded`."""

    make_good_id: int
    account_id: int
    step: int
