"""What an account holds (product.md §4 and §6): read from its paid, active orders, and from nothing else."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from touchline.billing.application.trial_marks import TrialMarks
from touchline.billing.domain.orders import Order, active, kept_at
from touchline.billing.domain.periods import counted_since
from touchline.billing.ports.channel_facts import ChannelFacts
from touchline.billing.ports.customers import Trials
from touchline.billing.ports.orders import Orders
from touchline.shared.clock import Clock
from touchline.shared.ids import AccountId


@dataclass(frozen=True)
class Entitlement:
    """What an account holds: `kind` is `event`, `package` or `subscription`.

    `event_id` for a single event, `category_ids` (none: all) and `participant_id` for a package or team pass.
    `limits` say how often it allows what is counted (`clips`, `downloads`) since the instant `since`; what
    they do not name is not limited.
    """

    kind: str
    event_id: int | None
    category_ids: tuple[int, ...]
    participant_id: int | None
    capabilities: frozenset[str]
    limits: Mapping[str, int] = field(default_factory=dict)
    since: datetime | None = None


class Entitlements:
    """Tells what accounts hold now: one query, whatever is asked about it."""

    def __init__(self, orders: Orders, clock: Clock, grace: timedelta) -> None:
        self._orders = orders
        self._clock = clock
        self._grace = grace

    def __call__(self, account_id: AccountId) -> list[Entitlement]:
        """What the account's paid, active orders give."""
        now = self._clock.now()
        return [_given(order, now) for order in active(self._orders.paid(account_id), now, self._grace)]

    def kept(
        self, account_id: AccountId, instants: Collection[datetime]
    ) -> dict[datetime, list[Entitlement]]:
        """What the account holds now, or held at each of these instants and was not taken back since (refund,
        chargeback, revocation); what ran out by itself is among it. One query."""
        now, orders = self._clock.now(), self._orders.paid(account_id)
        held = active(orders, now, self._grace)
        return {
            at: [_given(order, now) for order in (*held, *kept_at(orders, at, self._grace))]
            for at in set(instants)
        }


class UsedTrials:
    """Tells whether a viewer had their free trial. Cards are looked at when a trial begins."""

    def __init__(self, trials: Trials, marks: TrialMarks, channel: ChannelFacts) -> None:
        self._trials = trials
        self._marks = marks
        self._channel = channel

    def __call__(self, account_id: AccountId) -> bool:
        """Whether this account, or an earlier one with its address, had one in this channel."""
        person = self._channel.person(account_id)
        return self._trials.used(self._marks.viewer(account_id, person))


def _given(order: Order, now: datetime) -> Entitlement:
    grant = order.grant
    return Entitlement(
        kind=order.product.kind.value,
        event_id=grant.event_id,
        category_ids=grant.category_ids,
        participant_id=grant.participant_id,
        capabilities=frozenset(one.value for one in grant.capabilities),
        limits={feature.value: most for feature, most in grant.limits.items()},
        since=counted_since(order, now),
    )
