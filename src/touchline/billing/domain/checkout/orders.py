"""Orders: one purchase by one viewer, from selecting Pay to its end (product.md, sections 3 and 4)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum

from touchline.billing.domain.bundles.bundle_items import BundleItem
from touchline.billing.domain.offers.offer_availability import EVERYTHING, OfferAvailability
from touchline.billing.domain.offers.offers import Capability, Limits, Price, get_streams
from touchline.billing.domain.offers.terms import UNLIMITED, Term
from touchline.billing.domain.renewals.off_season import OffSeason
from touchline.shared.errors import TouchlineError
from touchline.shared.ids import AccountId, OrderId
from touchline.shared.money import Money
from touchline.shared.strings.localized import LocalText


class ProductKind(StrEnum):
    """The kind of product that was bought."""

    EVENT = "event"
    PACKAGE = "package"
    SUBSCRIPTION = "subscription"
    DONATION = "donation"


class OrderStatus(StrEnum):
    """Payment status of an order. `created` may become `paid` or `failed`, `paid` may become `refunded`."""

    CREATED = "created"
    PAID = "paid"
    FAILED = "failed"
    REFUNDED = "refunded"


class ActivityStatus(StrEnum):
    """Access status of an order. `canceled` orders were ended early."""

    ACTIVE = "active"
    INACTIVE = "inactive"
    EXPIRED = "expired"
    CANCELED = "canceled"


class AutoRenewal(StrEnum):
    """Renewal status of a subscription. `processing` while the provider is being updated."""

    ACTIVE = "active"
    PROCESSING = "processing"
    CANCELED = "cancelled"


class ProductStatus(StrEnum):
    """Current state of a product that was bought. A `postponed` event has no new time yet, a `rescheduled`
    one has; a `withdrawn` product is no longer in the channel.
    """

    AVAILABLE = "available"
    POSTPONED = "postponed"
    RESCHEDULED = "rescheduled"
    CANCELED = "canceled"
    WITHDRAWN = "withdrawn"

    @property
    def is_unavailable(self) -> bool:
        """Whether none of the product can be watched as it was bought, at least for now."""
        return self in (ProductStatus.POSTPONED, ProductStatus.CANCELED, ProductStatus.WITHDRAWN)


class InvalidTransitionError(TouchlineError):
    """An order cannot change from its current status to the requested one."""

    code = "errors.order_step"


_TRANSITIONS = {
    OrderStatus.CREATED: frozenset({OrderStatus.PAID, OrderStatus.FAILED}),
    OrderStatus.PAID: frozenset({OrderStatus.REFUNDED}),
    OrderStatus.FAILED: frozenset[OrderStatus](),
    OrderStatus.REFUNDED: frozenset[OrderStatus](),
}


@dataclass(frozen=True, kw_only=True)
class Product:
    """A product as it was named when it was bought.

    `id` is the id of the event, package or subscription. `package_id` is the single-event package of an
    event. `participant_id` is the team of a team pass. `off_season` is the part of the year in which a
    subscription is not charged. `id` of a donation is its package. `receipt_note` is a text for the receipt.
    """

    kind: ProductKind
    id: int
    name: LocalText
    period: str | None = None
    package_id: int | None = None
    event_category_id: int | None = None
    participant_id: int | None = None
    participant_name: LocalText | None = None
    off_season: OffSeason | None = None
    receipt_note: LocalText | None = None


@dataclass(frozen=True, kw_only=True)
class Grant:
    """Content and capabilities that an order grants while it is active.

    A grant covers one event, or all events in `category_ids` (none: all categories). With a participant, it
    covers only that participant's events. `limits` caps how often counted features may be used. `term` is how
    long the access lasts (for a subscription the provider decides). `availability` says whether it includes
    the live stream and the replay. `bundle` are the other channels of the deployment that it opens.
    """

    capabilities: tuple[Capability, ...]
    event_id: int | None = None
    category_ids: tuple[int, ...] = ()
    participant_id: int | None = None
    limits: Limits = field(default_factory=dict)
    term: Term = UNLIMITED
    availability: OfferAvailability = EVERYTHING
    bundle: tuple[BundleItem, ...] = ()

    @property
    def streams(self) -> int:
        """How many devices may watch at once."""
        return get_streams(self.limits)


@dataclass(kw_only=True)
class Order:
    """One purchase.

    `uuid` identifies the order at the payment provider, `key` is the browser's idempotency key.

    `card` is the provider's id of the card to charge. `payment_ref` is the provider's id of the payment or
    subscription, once it is known. `attempt_until` is the time until which a process may be calling the
    provider about the order. `past_due_at` is the time since which a renewal could not be charged.
    `requested_auto_renewal` is the renewal setting that the viewer requested, while `auto_renewal` is
    `processing`. `next_check_at` is when to check the order with the provider if no webhook event arrives
    first. `version` counts the changes. `account_id` is None after the account is erased.

    `product_status` is the current state of the product (`domain.products.product_states`),
    `product_starts_at` the new start of a rescheduled event. `refund_due` means that the next order sync
    refunds all the money. `card_last4` are the last four digits of the card that was charged last.

    `voucher_count` is the number of codes that a gift or group purchase bought, 0 for other orders. Such an
    order grants its buyer nothing (`domain.vouchers`).
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
    card_last4: str | None = None
    voucher_count: int = 0

    @property
    def currency(self) -> str:
        """ISO 4217 currency code."""
        return self.price.base.currency

    @property
    def total(self) -> Money:
        """Amount charged at once: the price less the discount, or zero if a trial was taken."""
        if self.trial_days:
            return Money(0, self.currency)
        return self.price.total - self.discount

    @property
    def is_for_others(self) -> bool:
        """Whether the order bought codes for other people, and grants its buyer nothing."""
        return self.voucher_count > 0

    @property
    def is_free(self) -> bool:
        """Whether the order needs no payment at the provider; a subscription always needs a card for its
        renewals.
        """
        return self.product.kind is not ProductKind.SUBSCRIPTION and self.total.minor == 0

    def is_in_progress(self, now: datetime) -> bool:
        """Return whether a process may be calling the provider about the order's payment."""
        return (
            self.status is OrderStatus.CREATED
            and self.payment_ref is None
            and self.attempt_until is not None
            and now < self.attempt_until
        )

    def mark_paid(self, at: datetime, *, expires_at: datetime | None) -> None:
        """Mark the order as paid (or as free) and grant access until `expires_at` (None: forever)."""
        self._transition_to(OrderStatus.PAID)
        self.starts_at, self.expires_at = at, expires_at
        self.client_secret = self.failure_code = self.failure_message = self.attempt_until = None

    def mark_failed(self, code: str, message: str) -> None:
        """Mark the order as failed: nothing was charged or will be. `message` is for the viewer."""
        self._transition_to(OrderStatus.FAILED)
        self.failure_code, self.failure_message = code, message
        self.client_secret = self.slot = self.attempt_until = None

    def mark_refunded(self, at: datetime) -> None:
        """Mark the order as fully refunded and end its access."""
        self._transition_to(OrderStatus.REFUNDED)
        self.end(at)

    def end(self, at: datetime) -> None:
        """End the order's access early."""
        self.ended_at = self.ended_at or at
        self.slot = None
        self.stop_renewal()

    @property
    def can_extend(self) -> bool:
        """Whether the access can end later: it is paid, has an end, and does not renew."""
        return (
            self.status is OrderStatus.PAID
            and self.ended_at is None
            and self.expires_at is not None
            and not self.can_renew
            and not self.is_for_others
        )

    def reopen(self) -> None:
        """Restore the access of an ended order; a subscription does not start to renew again."""
        self.ended_at = None

    def stop_renewal(self) -> None:
        """Turn off automatic renewal."""
        if self.auto_renewal:
            self.auto_renewal, self.requested_auto_renewal = AutoRenewal.CANCELED, None

    def request_auto_renewal(self, *, enabled: bool, now: datetime) -> None:
        """Record whether the viewer wants automatic renewal; the next order sync updates the provider."""
        self.auto_renewal, self.requested_auto_renewal, self.next_check_at = (
            AutoRenewal.PROCESSING,
            enabled,
            now,
        )

    def activity(self, now: datetime, grace: timedelta) -> ActivityStatus:
        """Return whether the order grants access now.

        A subscription whose renewal could not be charged stays active for `grace` beyond the paid period.
        """
        if self.status is OrderStatus.REFUNDED:
            return ActivityStatus.CANCELED
        if self.status is not OrderStatus.PAID:
            return ActivityStatus.INACTIVE
        if self.ended_at is not None:
            return ActivityStatus.CANCELED
        if self.is_for_others:
            return ActivityStatus.INACTIVE
        if self.expires_at is None or now < self.expires_at:
            return ActivityStatus.ACTIVE
        if self.is_renewing and now < self.expires_at + grace:
            return ActivityStatus.ACTIVE
        return ActivityStatus.INACTIVE if self.past_due_at is not None else ActivityStatus.EXPIRED

    @property
    def is_renewing(self) -> bool:
        """Whether the order will be charged again automatically."""
        return self.auto_renewal is AutoRenewal.ACTIVE and self.ended_at is None

    @property
    def can_renew(self) -> bool:
        """Whether the order renews, or a renewal change is pending."""
        return self.auto_renewal not in (None, AutoRenewal.CANCELED) and self.ended_at is None

    def _transition_to(self, to: OrderStatus) -> None:
        if to not in _TRANSITIONS[self.status]:
            raise InvalidTransitionError(f"An order that is {self.status.value} cannot become {to.value}.")
        self.status = to


def list_valid_at(orders: Iterable[Order], at: datetime, grace: timedelta) -> list[Order]:
    """Return the paid orders that granted access at an instant and were not revoked since.

    Orders that simply expired are included. Orders that were refunded, charged back or ended early are not.
    """
    return [order for order in orders if _was_active_at(order, at, grace) and not _was_revoked(order)]


def _was_active_at(order: Order, at: datetime, grace: timedelta) -> bool:
    until = order.expires_at
    return order.created_at <= at and (until is None or at < until + grace)


def _was_revoked(order: Order) -> bool:
    if order.status is not OrderStatus.PAID or order.is_for_others:
        return True
    return order.ended_at is not None and (order.expires_at is None or order.ended_at < order.expires_at)


def get_slot(product: Product, uuid: str = "") -> str:
    """Return the name of the slot that only one open order for this product can hold (see `Orders.add`).

    A viewer may donate again at any time, so each donation has its own slot.
    """
    if product.kind is ProductKind.DONATION:
        return f"{product.kind.value}:{uuid}"
    team = f":{product.participant_id or 0}" if product.kind is ProductKind.PACKAGE else ""
    return f"{product.kind.value}:{product.id}{team}"


def list_active(orders: Iterable[Order], now: datetime, grace: timedelta) -> list[Order]:
    """Return the orders that grant access now."""
    return [order for order in orders if order.activity(now, grace) is ActivityStatus.ACTIVE]
