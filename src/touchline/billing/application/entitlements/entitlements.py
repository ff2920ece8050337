"""Entitlements of an account (product.md §4 and §6), derived only from its paid, active orders.

Orders of other channels count through the grants of bundles.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from touchline.billing.application.customers.trial_digests import TrialDigests
from touchline.billing.domain.bundles.bundle_grants import BundleGrant
from touchline.billing.domain.checkout.orders import Order, ProductKind, list_active, list_valid_at
from touchline.billing.domain.coverage import (
    EventAccess,
    EventScope,
    get_event_access,
    get_library_access,
    grants_access,
)
from touchline.billing.domain.offers.offer_availability import EVERYTHING, OfferAvailability
from touchline.billing.domain.offers.offers import get_streams
from touchline.billing.domain.renewals.billing_periods import get_usage_start
from touchline.billing.ports.bundles import BundleGrants
from touchline.billing.ports.current_channel import CurrentChannel
from touchline.billing.ports.customers import Trials
from touchline.billing.ports.orders import Orders
from touchline.shared.clock import Clock
from touchline.shared.ids import AccountId


@dataclass(frozen=True)
class Entitlement:
    """Access of an account to content. `kind` is `event`, `package` or `subscription`.

    `event_id` is set for a single event, `category_ids` (none: all) and `participant_id` for a package or
    team pass. `limits` caps the uses of counted features (`clips`, `downloads`) since the instant `since`.
    Features without an entry are unlimited.
    """

    kind: str
    event_id: int | None
    category_ids: tuple[int, ...]
    participant_id: int | None
    capabilities: frozenset[str]
    limits: Mapping[str, int] = field(default_factory=dict)
    since: datetime | None = None
    availability: OfferAvailability = EVERYTHING

    @property
    def streams(self) -> int:
        """How many devices may watch at once."""
        return get_streams(self.limits)


class EntitlementQueries:
    """Lists the entitlements of accounts, with two queries per call."""

    def __init__(
        self, orders: Orders, clock: Clock, grace: timedelta, bundle_grants: BundleGrants | None = None
    ) -> None:
        self._orders = orders
        self._clock = clock
        self._grace = grace
        self._bundle_grants = bundle_grants

    def __call__(self, account_id: AccountId) -> list[Entitlement]:
        """Return the entitlements from the account's paid, active orders, then those from bundles."""
        now = self._clock.now()
        own = [
            _build_entitlement(order, now)
            for order in list_active(self._list_paid(account_id), now, self._grace)
        ]
        bundled = [grant for grant in self._list_bundled(account_id) if grant.period.is_active(now)]
        return own + [_build_bundled(grant) for grant in bundled]

    def get_event_access(self, account_id: AccountId, events: Sequence[EventScope]) -> dict[int, EventAccess]:
        """Return how the account's purchases open each event now, by id. Events that none covers are left
        out.
        """
        now = self._clock.now()
        held = [(ProductKind(entitlement.kind), entitlement) for entitlement in self(account_id)]
        access_by_event = ((event.id, get_event_access(held, event, now)) for event in events)
        return {event_id: access for event_id, access in access_by_event if access}

    def get_library_access(self, account_id: AccountId) -> EventAccess | None:
        """Return how the account has access to the library; None if it has no access."""
        return get_library_access(
            [(ProductKind(entitlement.kind), entitlement) for entitlement in self(account_id)]
        )

    def had_access(self, account_id: AccountId, queries: Sequence[tuple[EventScope, datetime]]) -> list[bool]:
        """Return for each event and instant whether the account has access now, or had access then.

        Access that was revoked since (refund, chargeback, revocation) does not count; expired access does. A
        purchase of audio only does not count, because the right is to the video.
        """
        held = self._list_at(account_id, {instant for _, instant in queries})
        return [
            any(
                grants_access(entitlement, event) and not entitlement.availability.audio_only
                for entitlement in held[instant]
            )
            for event, instant in queries
        ]

    def _list_paid(self, account_id: AccountId) -> list[Order]:
        """Return the paid orders that grant something. A donation grants nothing."""
        return [
            order
            for order in self._orders.list_paid(account_id)
            if order.product.kind is not ProductKind.DONATION
        ]

    def _list_bundled(self, account_id: AccountId) -> Sequence[BundleGrant]:
        return self._bundle_grants.list_for_account(account_id) if self._bundle_grants else ()

    def _list_at(
        self, account_id: AccountId, instants: Collection[datetime]
    ) -> dict[datetime, list[Entitlement]]:
        now, orders = self._clock.now(), self._list_paid(account_id)
        held, bundled = list_active(orders, now, self._grace), self._list_bundled(account_id)
        return {
            at: [_build_entitlement(order, now) for order in (*held, *list_valid_at(orders, at, self._grace))]
            + [_build_bundled(grant) for grant in bundled if _was_bundled(grant, at, now)]
            for at in instants
        }


def _was_bundled(grant: BundleGrant, at: datetime, now: datetime) -> bool:
    return grant.period.is_active(now) or grant.period.was_active(at)


class TrialHistory:
    """Looks up whether a viewer has used a free trial. Cards are checked only when a trial starts."""

    def __init__(self, trials: Trials, trial_digests: TrialDigests, channel: CurrentChannel) -> None:
        self._trials = trials
        self._trial_digests = trial_digests
        self._channel = channel

    def __call__(self, account_id: AccountId) -> bool:
        """Return whether this account, or an earlier one with its email address, used a trial in this
        channel.
        """
        viewer_profile = self._channel.get_viewer_profile(account_id)
        return self._trials.is_used(self._trial_digests.for_viewer(account_id, viewer_profile))


def _build_entitlement(order: Order, now: datetime) -> Entitlement:
    grant = order.grant
    return Entitlement(
        kind=order.product.kind.value,
        event_id=grant.event_id,
        category_ids=grant.category_ids,
        participant_id=grant.participant_id,
        capabilities=frozenset(capability.value for capability in grant.capabilities),
        limits={feature.value: limit for feature, limit in grant.limits.items()},
        since=get_usage_start(order, now),
        availability=grant.availability,
    )


def _build_bundled(grant: BundleGrant) -> Entitlement:
    """Return the access that another channel's order gives: the whole channel, as its subscription does."""
    return Entitlement(
        kind=ProductKind.SUBSCRIPTION.value,
        event_id=None,
        category_ids=(),
        participant_id=None,
        capabilities=frozenset(grant.capabilities),
        limits=grant.limits,
        since=grant.used_since,
    )
