"""Events of this context. Handlers can receive an event twice."""

from dataclasses import dataclass

from touchline.shared.events import DomainEvent


@dataclass(frozen=True)
class OrderPaid(DomainEvent):
    """An order was paid, for the first time or again (a renewal); `transaction_id` 0 where nothing was
    charged (a trial, a gift). `account_id` 0: the person is forgotten."""

    order_id: int
    account_id: int
    transaction_id: int
    renewal: bool


@dataclass(frozen=True)
class OrderRefunded(DomainEvent):
    """Money of an order went back, all or a part."""

    order_id: int
    account_id: int
    transaction_id: int


@dataclass(frozen=True)
class RenewalFailed(DomainEvent):
    """A renewal could not be charged; access goes on for the time of grace."""

    order_id: int
    account_id: int
    transaction_id: int


@dataclass(frozen=True)
class RenewalNear(DomainEvent):
    """A yearly renewal, or the end of a trial, is some days away."""

    order_id: int
    account_id: int
    trial: bool


@dataclass(frozen=True)
class PurchaseChanged(DomainEvent):
    """What was bought was postponed, rescheduled, canceled or withdrawn; `change` counts the changes of the
    order, so that each is told once."""

    order_id: int
    account_id: int
    change: int
