"""Tables and other contexts that revenue shares need."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

from touchline.billing.domain.checkout.orders import Grant, ProductKind
from touchline.billing.domain.ledger.transactions import Movement
from touchline.billing.domain.revenue_share.rules import Party, ShareRule
from touchline.billing.domain.revenue_share.statements import Game
from touchline.shared.money import Money


@dataclass(frozen=True, slots=True)
class ShareRecord:
    """A ledger line with its order's product. The amounts are in minor units and never negative."""

    at: datetime
    ordered_at: datetime
    movement: Movement
    currency: str
    amount: int
    tax: int
    fee: int
    kind: ProductKind
    product_id: int
    grant: Grant


@dataclass(frozen=True)
class ClosedMonth:
    """A month whose statements are final. `statements` is what was serialized when it was closed."""

    month: str
    closed_at: datetime
    statements: dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class SharePayout:
    """A payout of a statement. `ref` is the provider's id of the transfer; `failure` why the last try failed.

    `attempt` counts the tries that the provider refused.
    """

    month: str
    party: str
    amount: Money
    destination: str
    attempt: int = 0
    ref: str | None = None
    sent_at: datetime | None = None
    failure: str | None = None


class ShareRecords(Protocol):
    """The ledger lines of the current channel, without failed charges.

    A line counts once its taxes and its fee are known. A closed month keeps its lines forever.
    """

    def list_open(self, since: datetime, until: datetime) -> Iterable[ShareRecord]:
        """Return the lines of a time range that no closed month has. One query."""
        ...

    def count_unknown(self, since: datetime, until: datetime) -> int:
        """Return how many lines of a time range wait for their taxes or their fee."""
        ...

    def close(self, month: str, since: datetime, until: datetime) -> Iterable[ShareRecord]:
        """Assign the open lines of a time range to a month, and return them. Two queries."""
        ...


class RevenueShares(Protocol):
    """Parties, rules, closed months and payouts of the current channel."""

    def list_parties(self) -> Sequence[Party]:
        """Return the parties by name and key."""
        ...

    def save_party(self, party: Party) -> None:
        """Create or replace a party."""
        ...

    def list_rules(self) -> Sequence[ShareRule]:
        """Return all rules by party, basis and month."""
        ...

    def add_rule(self, rule: ShareRule) -> bool:
        """Add a rule. Return False if one of this party, basis and month exists."""
        ...

    def get_month(self, month: str) -> ClosedMonth | None:
        """Return a closed month; None if it is open."""
        ...

    def get_last_month(self) -> ClosedMonth | None:
        """Return the last closed month."""
        ...

    def add_month(self, closed: ClosedMonth) -> bool:
        """Store a closed month. Return False if it was closed before."""
        ...

    def set_statements(self, month: str, statements: dict[str, Any]) -> None:
        """Store the statements of a month that is being closed in this transaction."""
        ...

    def list_payouts(self, month: str) -> Sequence[SharePayout]:
        """Return the payouts of a month."""
        ...

    def get_or_add_payout(self, payout: SharePayout, now: datetime) -> SharePayout:
        """Return the payout of this month, party and currency. Create it if there is none."""
        ...

    def record_sent(self, payout: SharePayout, ref: str, at: datetime) -> None:
        """Record a payout that the provider has made."""
        ...

    def record_failure(self, payout: SharePayout, failure: str, *, is_refusal: bool) -> None:
        """Record why a payout failed. After a refusal, the next try is a new attempt."""
        ...


class ShareGames(Protocol):
    """The games of the current channel."""

    def list_games(self, since: datetime, until: datetime, event_ids: Collection[int]) -> Sequence[Game]:
        """Return the games that start in a time range, and those with these ids, without seconds."""
        ...

    def list_schools(self, language: str) -> Sequence[tuple[int, str]]:
        """Return the ids and names of the groups of teams, by name."""
        ...


class WatchedSeconds(Protocol):
    """What viewers watched, in the current channel."""

    def get_by_event(self, month: str) -> Mapping[int, int]:
        """Return the seconds that all viewers watched in a month, by event."""
        ...


class Payouts(Protocol):
    """Transfers to accounts at the payment provider. Methods raise `PaymentsUnavailableError`."""

    def transfer(self, destination: str, amount: Money, group: str, key: str) -> str:
        """Transfer money to an account, once for each `key`. Return the transfer's id."""
        ...

    def find_transfer(self, group: str, key: str) -> str | None:
        """Return the transfer of a key in a group, if there is one."""
        ...
