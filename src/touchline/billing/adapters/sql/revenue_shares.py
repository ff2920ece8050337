"""Parties, rules, closed months and payouts in SQL."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, select, update
from sqlalchemy.orm import Session

from touchline.billing.adapters.sql.revenue_share_tables import (
    ShareMonthRow,
    SharePartyRow,
    SharePayoutRow,
    ShareRuleRow,
)
from touchline.billing.domain.revenue_share.rules import Party, PartyKind, ShareBasis, ShareRule
from touchline.billing.ports.revenue_shares import ClosedMonth, SharePayout
from touchline.platform.db.inserts import insert_if_absent
from touchline.shared.money import Money

_MAX_FAILURE = 500


class SqlRevenueShares:
    """Implements `RevenueShares` in the current transaction."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def list_parties(self) -> Sequence[Party]:
        """Return the parties by name and key."""
        statement = select(SharePartyRow).order_by(SharePartyRow.name, SharePartyRow.key)
        return [
            Party(
                key=row.key,
                name=row.name,
                kind=PartyKind(row.kind),
                participant_id=row.participant_id,
                group_id=row.group_id,
                payout_account=row.payout_account,
            )
            for row in self._session().scalars(statement)
        ]

    def save_party(self, party: Party) -> None:
        """Create or replace a party."""
        values = {
            "name": party.name,
            "kind": party.kind.value,
            "participant_id": party.participant_id,
            "group_id": party.group_id,
            "payout_account": party.payout_account,
        }
        if not insert_if_absent(self._session(), SharePartyRow, key=party.key, **values):
            self._session().execute(
                update(SharePartyRow).where(SharePartyRow.key == party.key).values(**values)
            )

    def list_rules(self) -> Sequence[ShareRule]:
        """Return all rules by party, basis and month."""
        row = ShareRuleRow
        return [
            ShareRule(
                party=rule.party,
                basis=ShareBasis(rule.basis),
                month=rule.month,
                basis_points=rule.basis_points,
                amount=rule.amount_minor,
                currency=rule.currency,
            )
            for rule in self._session().scalars(select(row).order_by(row.party, row.basis, row.month))
        ]

    def add_rule(self, rule: ShareRule) -> bool:
        """Add a rule. Return False if one of this party, basis and month exists."""
        return insert_if_absent(
            self._session(),
            ShareRuleRow,
            party=rule.party,
            basis=rule.basis.value,
            month=rule.month,
            basis_points=rule.basis_points,
            amount_minor=rule.amount,
            currency=rule.currency,
        )

    def get_month(self, month: str) -> ClosedMonth | None:
        """Return a closed month; None if it is open."""
        statement = select(ShareMonthRow).where(ShareMonthRow.month == month)
        row = self._session().scalars(statement).one_or_none()
        return ClosedMonth(row.month, row.closed_at, row.statements) if row else None

    def get_last_month(self) -> ClosedMonth | None:
        """Return the last closed month."""
        statement = select(ShareMonthRow).order_by(ShareMonthRow.month.desc()).limit(1)
        row = self._session().scalars(statement).one_or_none()
        return ClosedMonth(row.month, row.closed_at, row.statements) if row else None

    def add_month(self, closed: ClosedMonth) -> bool:
        """Store a closed month. Return False if it was closed before."""
        return insert_if_absent(
            self._session(),
            ShareMonthRow,
            month=closed.month,
            closed_at=closed.closed_at,
            statements=closed.statements,
        )

    def set_statements(self, month: str, statements: dict[str, Any]) -> None:
        """Store the statements of a month that is being closed in this transaction."""
        self._session().execute(
            update(ShareMonthRow).where(ShareMonthRow.month == month).values(statements=statements)
        )

    def list_payouts(self, month: str) -> Sequence[SharePayout]:
        """Return the payouts of a month."""
        statement = select(SharePayoutRow).where(SharePayoutRow.month == month)
        return [_to_payout(row) for row in self._session().scalars(statement)]

    def get_or_add_payout(self, payout: SharePayout, now: datetime) -> SharePayout:
        """Return the payout of this month, party and currency. Create it if there is none."""
        insert_if_absent(
            self._session(),
            SharePayoutRow,
            month=payout.month,
            party=payout.party,
            currency=payout.amount.currency,
            amount_minor=payout.amount.minor,
            destination=payout.destination,
            requested_at=now,
            attempt=0,
        )
        row = (
            self._session().scalars(select(SharePayoutRow).where(*_identify(payout)).with_for_update()).one()
        )
        if row.ref is None:
            row.destination = payout.destination
        return _to_payout(row)

    def record_sent(self, payout: SharePayout, ref: str, at: datetime) -> None:
        """Record a payout that the provider has made."""
        unsent = (*_identify(payout), SharePayoutRow.ref.is_(None))
        self._session().execute(
            update(SharePayoutRow).where(*unsent).values(ref=ref, sent_at=at, failure=None)
        )

    def record_failure(self, payout: SharePayout, failure: str, *, is_refusal: bool) -> None:
        """Record why a payout failed. A refusal of an earlier attempt changes nothing."""
        current = (
            *_identify(payout),
            SharePayoutRow.ref.is_(None),
            SharePayoutRow.attempt == payout.attempt,
        )
        values: dict[str, Any] = {"failure": failure[:_MAX_FAILURE], "attempt": payout.attempt + is_refusal}
        self._session().execute(update(SharePayoutRow).where(*current).values(**values))


def _identify(payout: SharePayout) -> tuple[ColumnElement[bool], ...]:
    return (
        SharePayoutRow.month == payout.month,
        SharePayoutRow.party == payout.party,
        SharePayoutRow.currency == payout.amount.currency,
    )


def _to_payout(row: SharePayoutRow) -> SharePayout:
    return SharePayout(
        month=row.month,
        party=row.party,
        amount=Money(row.amount_minor, row.currency),
        destination=row.destination,
        attempt=row.attempt,
        ref=row.ref,
        sent_at=row.sent_at,
        failure=row.failure,
    )
