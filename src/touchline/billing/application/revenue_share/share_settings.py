"""Parties and rules of revenue shares."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from touchline.billing.application.revenue_share.bundle_parties import BundleParties
from touchline.billing.domain.revenue_share.rules import (
    WHOLE,
    Party,
    PartyKind,
    ShareBasis,
    ShareRule,
    format_percent,
    get_next_month,
    parse_month,
    parse_percent,
)
from touchline.billing.ports.current_channel import CurrentChannel
from touchline.billing.ports.revenue_shares import RevenueShares
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import EditConflictError, InvalidInputError, NotFoundError, RefusedError
from touchline.shared.money import Money

RULE_EXISTS = ErrorMessage("errors.share_rule_exists", "There is already a rule from {month} on.")
MONTH_TOO_EARLY = ErrorMessage(
    "errors.share_month_too_early",
    "A rule can begin in {month} at the earliest. Earlier months are closed.",
)
INVALID_AMOUNT = "Enter an amount, such as 250.00."
BUNDLE_BASIS = "Set the share of a bundle in the bundle."
INVALID_PERCENT = "Enter a share from 0 to 100, with at most two decimals."
MAX_FIXED = 1_000_000_000
"""Maximum of a fixed amount, in minor units."""
_KEY = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_CHANNEL_KEY = re.compile(r"channel-[0-9]+")
_ACCOUNT = re.compile(r"acct_[A-Za-z0-9_]{4,70}")


@dataclass(frozen=True, kw_only=True)
class NewRule:
    """A rule as an owner enters it: a decimal percentage, or an amount in the channel's currency."""

    party: str
    basis: str
    month: str
    percent: str = "0"
    amount: str = "0"


class ShareSettings:
    """Reads and changes parties and rules, in a transaction of the channel."""

    def __init__(
        self,
        shares: RevenueShares,
        current_channel: CurrentChannel,
        bundle_parties: BundleParties | None = None,
    ) -> None:
        self._bundle_parties = bundle_parties
        self._shares = shares
        self._current_channel = current_channel

    def show(self) -> dict[str, Any]:
        """Return the parties and the rules."""
        parties = self._shares.list_parties()
        if self._bundle_parties is not None:
            parties = self._bundle_parties.add_to(parties)
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
                for party in parties
            ],
            "rules": [
                {
                    "party": rule.party,
                    "basis": rule.basis.value,
                    "month": rule.month,
                    "percent": format_percent(rule.basis_points),
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
        if bool(_CHANNEL_KEY.fullmatch(party.key)) != (party.kind is PartyKind.CHANNEL):
            errors["key"] = ["A key such as channel-5 belongs to a channel of a bundle."]
        if party.participant_id is not None and party.group_id is not None:
            errors["group_id"] = ["Choose a team or a school, not both."]
        if errors:
            raise InvalidInputError(errors)
        self._shares.save_party(party)

    def add_rule(self, new_rule: NewRule) -> None:
        """Add a rule. Raises `InvalidInputError`, `NotFoundError`, `RefusedError` or `EditConflictError`."""
        rule = self._parse(new_rule)
        if rule.party not in {party.key for party in self._shares.list_parties()}:
            raise NotFoundError
        if rule.basis is ShareBasis.FIXED:
            if rule.amount > MAX_FIXED:
                raise InvalidInputError({"amount": [INVALID_AMOUNT]})
        elif rule.basis is ShareBasis.BUNDLE:
            raise InvalidInputError({"basis": [BUNDLE_BASIS]})
        elif not 0 <= rule.basis_points <= WHOLE:
            raise InvalidInputError({"percent": [INVALID_PERCENT]})
        last = self._shares.get_last_month()
        if last and rule.month <= last.month:
            raise RefusedError(MONTH_TOO_EARLY.with_params(month=get_next_month(last.month)))
        if not self._shares.add_rule(rule):
            raise EditConflictError(RULE_EXISTS.with_params(month=rule.month))

    def _parse(self, new_rule: NewRule) -> ShareRule:
        is_fixed = new_rule.basis == ShareBasis.FIXED.value
        currency = self._current_channel.get_billing_settings().currency if is_fixed else ""
        try:
            amount = Money.parse(new_rule.amount, currency).minor if is_fixed else 0
        except ValueError:
            raise InvalidInputError({"amount": [INVALID_AMOUNT]}) from None
        try:
            basis_points = 0 if is_fixed else parse_percent(new_rule.percent)
        except ValueError:
            raise InvalidInputError({"percent": [INVALID_PERCENT]}) from None
        return ShareRule(
            party=new_rule.party,
            basis=ShareBasis(new_rule.basis),
            month=parse_month(new_rule.month),
            basis_points=basis_points,
            amount=amount,
            currency=currency,
        )
