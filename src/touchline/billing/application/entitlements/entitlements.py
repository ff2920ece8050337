"""Entitlements of an account (product.md §4 and §6), derived only from its paid, active orders."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from touchline.billing.application.customers.trial_digests import TrialDigests
from touchline.billing.domain.checkout.orders import Order, list_active, list_valid_at
from touchline.billing.domain.renewals.billing_periods import get_usage_start
from touchline.billing.ports.current_channel import CurrentChannel
from touchline.billing.ports.customers import Trials
from touchline.billing.ports.orders import Orders
from touchline.shared.clock import Clock
from touchline.shared.ids import AccountId


@dataclass(frozen=True)
class Entitlement:
    """What an account is entitled to. `kind` is `event`, `package` or `subscription`.

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


class EntitlementQueries:
    """Lists the entitlements of accounts, with one query per call."""

    def __init__(self, orders: Orders, clock: Clock, grace: timedelta) -> None:
        self._orders = orders
        self._clock = clock
        self._grace = grace

    def __call__(self, account_id: AccountId) -> list[Entitlement]:
        """Return the entitlements from the account's paid, active orders."""
        now = self._clock.now()
        return [
            _build_entitlement(order, now)
            for order in list_active(self._orders.list_paid(account_id), now, self._grace)
        ]

    def list_at(
        self, account_id: AccountId, instants: Collection[datetime]
    ) -> dict[datetime, list[Entitlement]]:
        """Return for each instant what the account holds now, or held then.

        Leaves out entitlements that were taken back since (refund, chargeback, revocation), but not those
        that expired. One query.
        """
        now, orders = self._clock.now(), self._orders.list_paid(account_id)
        held = list_active(orders, now, self._grace)
        return {
            at: [_build_entitlement(order, now) for order in (*held, *list_valid_at(orders, at, self._grace))]
            for at in set(instants)
        }


class TrialHistory:
    """Tells whether a viewer has used a free trial. Cards are checked only when a trial begins."""

    def __init__(self, trials: Trials, trial_digests: TrialDigests, channel: CurrentChannel) -> None:
        self._trials = trials
        self._trial_digests = trial_digests
        self._channel = channel

    def __call__(self, account_id: AccountId) -> bool:
        """Return whether this account, or an earlier one with its email address, used a trial in this
        channel.
        """
        viewer_profile = self._channel.viewer_profile(account_id)
        return self._trials.is_used(self._trial_digests.for_viewer(account_id, viewer_profile))


def _build_entitlement(order: Order, now: datetime) -> Entitlement:
    grant = order.grant
    return Entitlement(
        kind=order.product.kind.value,
        event_id=grant.event_id,
        category_ids=grant.category_ids,
        participant_id=grant.participant_id,
        capabilities=frozenset(one.value for one in grant.capabilities),
        limits={feature.value: limit for feature, limit in grant.limits.items()},
        since=get_usage_start(order, now),
    )
