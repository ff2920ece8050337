"""An order: one purchase of one viewer, from the press of Pay to its end (product.md, sections 3 and 4)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum

from touchline.billing.domain.offers.offers import Capability, Limits, Price
from touchline.billing.domain.offers.terms import UNLIMITED, Term
from touchline.shared.errors import TouchlineError
from touchline.shared.ids import AccountId, OrderId
from touchline.shared.money import Money
from touchline.shared.strings.localized import LocalText


class ProductKind(StrEnum):
    """What was bought."""

    EVENT = "event"
    PACKAGE = "package"
    SUBSCRIPTION = "subscription"


class OrderStatus(StrEnum):
    """Where the money is: `created` may become `paid` or `failed`, `paid` may become `refunded`."""

    CREATED = "created"
    PAID = "paid"
    FAILED = "failed"
    REFUNDED = "refunded"


class ActivityStatus(StrEnum):
    """Whether the order opens anything now; `canceled` is one that was ended before its time."""

    ACTIVE = "active"
    INACTIVE = "inactive"
    EXPIRED = "expired"
    CANCELED = "canceled"


class AutoRenewal(StrEnum):
    """Whether a subscription goes on by itself; `processing` while the provider is being told."""

    ACTIVE = "active"
    PROCESSING = "processing"
    CANCELED = "cancelled"


class ProductStatus(StrEnum):
    """What became of what was bought. A `postponed` event has no new time yet, a `rescheduled` one has;
    `withdrawn` is no longer in the channel."""

    AVAILABLE = "available"
    POSTPONED = "postponed"
    RESCHEDULED = "rescheduled"
    CANCELED = "canceled"
    WITHDRAWN = "withdrawn"

    @property
    def is_unavailable(self) -> bool:
        """Whether nothing of it can be watched as it was bought, at least for now."""
        return self in (ProductStatus.POSTPONED, ProductStatus.CANCELED, ProductStatus.WITHDRAWN)


class InvalidTransitionError(TouchlineError):
    """An order cannot go from where it is to there."""

    code = "errors.order_step"


_TRANSITIONS = {
    OrderStatus.CREATED: frozenset({OrderStatus.PAID, OrderStatus.FAILED}),
    OrderStatus.PAID: frozenset({OrderStatus.REFUNDED}),
    OrderStatus.FAILED: frozenset[OrderStatus](),
    OrderStatus.REFUNDED: frozenset[OrderStatus](),
}


@dataclass(frozen=True, kw_only=True)
class Product:
    """What was bought, as it was called then. `id` is the event's, package's or subscription's id;
    `package_id` the single-event package of an event. A team pass names its `participant_id`."""

    kind: ProductKind
    id: int
    name: LocalText
    period: str | None = None
    package_id: int | None = None
    event_category_id: int | None = None
    participant_id: int | None = None
    participant_name: LocalText | None = None


@dataclass(frozen=True, kw_only=True)
class Grant:
    """What an order opens while it is active: one event, or what lies in `category_ids` (none: all of them)
    and has the participant, where one is named. `limits` say how often what is counted may be done with it,
    `term` how long it is open (a subscription's is the provider's)."""

    capabilities: tuple[Capability, ...]
    event_id: int | None = None
    category_ids: tuple[int, ...] = ()
    participant_id: int | None = None
    limits: Limits = field(default_factory=dict)
    term: Term = UNLIMITED


@dataclass(kw_only=True)
class Order:
    """One purchase. `uuid` is its name at the payment provider; `key` the browser's idempotency key.

    `card` is the provider's name of the card that is asked for, `payment_ref` the provider's payment or
    subscription once it is known. `attempt_until`: until then somebody is talking to the provider about it.
    `past_due_at`: since when a renewal could not be charged. `requested_auto_renewal`: what the
    viewer wants of the renewal while that is `processing`. `next_check_at`: when to compare it with the
    provider again, if nothing is heard before. `version` counts the changes. `account_id` is None once the
    person is forgotten. `product_status` says what became of what was bought (`domain.withdrawal`),
    `product_starts_at` the new start of a rescheduled event; `refund_due`: all its money is to go back, and
    settling sees to it.
    """

    uuid: str
    account_id: AccountId | None
    product: Product
    grant: Grant
    price: Price
    discount: Money
    created_at: datetime
    id: OrderId = field(default=OrderId(0))
    key: str | None = None
    slot: str | None = None
    status: OrderStatus = OrderStatus.CREATED
    promo_code: str | None = None
    trial_days: int = 0
    country: str | None = None
    card: str | None = None
    payment_ref: str | None = None
    client_secret: str | None = field(default=None, repr=False)
    failure_code: str | None = None
    failure_message: str | None = None
    attempt_until: datetime | None = None
    starts_at: datetime | None = None
    expires_at: datetime | None = None
    past_due_at: datetime | None = None
    ended_at: datetime | None = None
    auto_renewal: AutoRenewal | None = None
    requested_auto_renewal: bool | None = None
    next_check_at: datetime | None = None
    version: int = 0
    product_status: ProductStatus = ProductStatus.AVAILABLE
    product_starts_at: datetime | None = None
    refund_due: bool = False

    @property
    def currency(self) -> str:
        """ISO 4217."""
        return self.price.base.currency

    @property
    def total(self) -> Money:
        """What is charged at once: the price less the discount, nothing while a trial runs."""
        if self.trial_days:
            return Money(0, self.currency)
        return self.price.total - self.discount

    @property
    def is_free(self) -> bool:
        """Whether it is paid without the provider; a subscription needs a card for its renewals."""
        return self.product.kind is not ProductKind.SUBSCRIPTION and self.total.minor == 0

    def is_in_progress(self, now: datetime) -> bool:
        """Whether somebody may be talking to the provider about its payment."""
        return (
            self.status is OrderStatus.CREATED
            and self.payment_ref is None
            and self.attempt_until is not None
            and now < self.attempt_until
        )

    def mark_paid(self, at: datetime, *, expires_at: datetime | None) -> None:
        """The money has come (or none was asked): what was bought is open until `expires_at` (None: for
        good)."""
        self._transition_to(OrderStatus.PAID)
        self.starts_at, self.expires_at = at, expires_at
        self.client_secret = self.failure_code = self.failure_message = self.attempt_until = None

    def mark_failed(self, code: str, message: str) -> None:
        """Nothing was charged and nothing will be; `message` is for the viewer."""
        self._transition_to(OrderStatus.FAILED)
        self.failure_code, self.failure_message = code, message
        self.client_secret = self.slot = self.attempt_until = None

    def mark_refunded(self, at: datetime) -> None:
        """All the money went back: nothing is open any more."""
        self._transition_to(OrderStatus.REFUNDED)
        self.end(at)

    def end(self, at: datetime) -> None:
        """Close what the order opened, before its time."""
        self.ended_at = self.ended_at or at
        self.slot = None
        self.stop_renewal()

    def reopen(self) -> None:
        """Open again what was ended; a subscription does not renew again by that."""
        self.ended_at = None

    def stop_renewal(self) -> None:
        """It does not renew any more."""
        if self.auto_renewal:
            self.auto_renewal, self.requested_auto_renewal = AutoRenewal.CANCELED, None

    def request_auto_renewal(self, *, enabled: bool, now: datetime) -> None:
        """The viewer wants it to renew, or not to; settling tells the provider."""
        self.auto_renewal, self.requested_auto_renewal, self.next_check_at = (
            AutoRenewal.PROCESSING,
            enabled,
            now,
        )

    def activity(self, now: datetime, grace: timedelta) -> ActivityStatus:
        """Whether it opens anything now. A subscription whose renewal could not be charged stays open for
        `grace` beyond what was paid."""
        if self.status is OrderStatus.REFUNDED:
            return ActivityStatus.CANCELED
        if self.status is not OrderStatus.PAID:
            return ActivityStatus.INACTIVE
        if self.ended_at is not None:
            return ActivityStatus.CANCELED
        if self.expires_at is None or now < self.expires_at:
            return ActivityStatus.ACTIVE
        if self.is_renewing and now < self.expires_at + grace:
            return ActivityStatus.ACTIVE
        return ActivityStatus.INACTIVE if self.past_due_at is not None else ActivityStatus.EXPIRED

    @property
    def is_renewing(self) -> bool:
        """Whether more money will be asked for by itself."""
        return self.auto_renewal is AutoRenewal.ACTIVE and self.ended_at is None

    @property
    def can_renew(self) -> bool:
        """The same, or it is being switched."""
        return self.auto_renewal not in (None, AutoRenewal.CANCELED) and self.ended_at is None

    def _transition_to(self, to: OrderStatus) -> None:
        if to not in _TRANSITIONS[self.status]:
            raise InvalidTransitionError(f"An order that is {self.status.value} cannot become {to.value}.")
        self.status = to


def list_valid_at(orders: Iterable[Order], at: datetime, grace: timedelta) -> list[Order]:
    """Those of the paid orders that opened something at an instant and were not taken back since: what ran
    out by itself counts, what was refunded, charged back or ended before its time does not."""
    return [order for order in orders if _was_open_at(order, at, grace) and not _was_revoked(order)]


def _was_open_at(order: Order, at: datetime, grace: timedelta) -> bool:
    until = order.expires_at
    return order.created_at <= at and (until is None or at < until + grace)


def _was_revoked(order: Order) -> bool:
    if order.status is not OrderStatus.PAID:
        return True
    return order.ended_at is not None and (order.expires_at is None or order.ended_at < order.expires_at)


def get_slot(product: Product) -> str:
    """The name of the place that one open order for this product may have (see `Orders.place`)."""
    team = f":{product.participant_id or 0}" if product.kind is ProductKind.PACKAGE else ""
    return f"{product.kind.value}:{product.id}{team}"


def list_active(orders: Iterable[Order], now: datetime, grace: timedelta) -> list[Order]:
    """Those of the orders that open something now."""
    return [order for order in orders if order.activity(now, grace) is ActivityStatus.ACTIVE]
