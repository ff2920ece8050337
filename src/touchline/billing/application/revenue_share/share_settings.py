"""Parties and rules of revenue shares."""

from __future__ import annotations

import re
from typing import Any

from touchline.billing.application.revenue_share.share_statements import ShareStatements
from touchline.billing.domain.revenue_share.rules import (
    WHOLE,
    Party,
    ShareBasis,
    ShareRule,
    get_next_month,
    parse_month,
)
from touchline.billing.ports.revenue_shares import RevenueShares
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import EditConflictError, InvalidInputError, NotFoundError, RefusedError
from touchline.shared.money import CURRENCIES, Money

RULE_EXISTS = ErrorMessage("errors.share_rule_exists", "There is already a rule from {month} on.")
MONTH_TOO_EARLY = ErrorMessage(
    "errors.share_month_too_early",
    "A rule can begin in {month} at the earliest. Earlier months are closed.",
)
_KEY = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_ACCOUNT = re.compile(r"acct_[A-Za-z0-9_]{4,70}")


class ShareSettings:
    """Reads and changes parties and rules, in a transaction of the channel."""

    def __init__(self, shares: RevenueShares, statements: ShareStatements) -> None:
        self._shares = shares
        self._statements = statements

    def show(self) -> dict[str, Any]:
        """Return the parties and the rules."""
        return {
            "parties": [
                {
                    "key": party.key,
                    "name": party.name,
                    "kind": party.kind.value,
                    "participant_id": party.participant_id,
                    "group_id": party.group_id,
                    "payout_account": party.payout_account,
                }
                for party in self._shares.list_parties()
            ],
            "rules": [
                {
                    "party": rule.party,
                    "basis": rule.basis.value,
                    "month": rule.month,
                    "percent": Money(rule.basis_points, "USD").decimal,
                    "amount": Money(rule.amount, rule.currency).decimal if rule.currency else None,
                    "currency": rule.currency or None,
                }
                for rule in self._shares.list_rules()
            ],
        }

    def save_party(self, party: Party) -> None:
        """Create or replace a party. Raises `InvalidInputError`."""
        errors: dict[str, list[str]] = {}
        if not _KEY.fullmatch(party.key) or len(party.key) > 80:
            errors["key"] = ["Use lowercase letters, digits and hyphens."]
        if party.payout_account and not _ACCOUNT.fullmatch(party.payout_account):
            errors["payout_account"] = ["Enter the ID of a Stripe account, such as acct_1A2b3C4d."]
        if party.participant_id is not None and party.group_id is not None:
            errors["group_id"] = ["Choose a team or a school, not both."]
        if errors:
            raise InvalidInputError(errors)
        self._shares.save_party(party)

    def add_rule(self, rule: ShareRule) -> None:
        """Add a rule. Raises `InvalidInputError`, `NotFoundError`, `RefusedError` or `EditConflictError`."""
        parse_month(rule.month)
        if rule.party not in {party.key for party in self._shares.list_parties()}:
            raise NotFoundError(f"There is no party {rule.party}.")
        if rule.basis is ShareBasis.FIXED:
            if rule.currency not in CURRENCIES or rule.amount < 0:
                raise InvalidInputError({"amount": ["Enter an amount of 0 or more, and its currency."]})
        elif not 0 <= rule.basis_points <= WHOLE:
            raise InvalidInputError({"percent": ["Enter a share from 0 to 100."]})
        last = self._shares.get_last_month()
        if last and rule.month <= last.month:
            raise RefusedError(MONTH_TOO_EARLY.with_params(month=get_next_month(last.month)))
        if not self._shares.add_rule(rule):
            raise EditConflictError(RULE_EXISTS.with_params(month=rule.month))
