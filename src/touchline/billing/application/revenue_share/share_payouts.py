"""Payouts of statements by transfers at the payment provider, which is called outside of transactions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from touchline.billing.ports.payments import PaymentsUnavailableError
from touchline.billing.ports.revenue_shares import Payouts, RevenueShares, SharePayout
from touchline.shared.audit import AuditRecord, AuditSubject, RecordAudit
from touchline.shared.clock import Clock
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import NotFoundError, RefusedError
from touchline.shared.ids import ChannelId
from touchline.shared.money import Money
from touchline.shared.unit_of_work import UnitOfWorkFactory

PAYOUTS_OFF = ErrorMessage("errors.share_payouts_off", "Payouts are turned off on this server.")
MONTH_OPEN = ErrorMessage("errors.share_month_open", "Close {month} before you pay out.")
NOTHING_PAYABLE = ErrorMessage("errors.share_nothing_payable", "There is nothing to pay out.")
NO_ACCOUNT = ErrorMessage("errors.share_no_account", "Add the Stripe account of {party} first.")


class SharePayouts:
    """Pays out statements. A repeated payout sends nothing."""

    def __init__(
        self,
        uow: UnitOfWorkFactory,
        shares: RevenueShares,
        payouts: Payouts,
        record_audit: RecordAudit,
        clock: Clock,
        enabled: bool,
    ) -> None:
        self._uow = uow
        self._shares = shares
        self._payouts = payouts
        self._record_audit = record_audit
        self._clock = clock
        self.enabled = enabled

    def list_for_month(self, month: str) -> dict[tuple[str, str], dict[str, Any]]:
        """Return the payouts of a month by party and currency. Needs a transaction."""
        return {
            (payout.party, payout.amount.currency): {
                "status": "sent" if payout.ref else "failed" if payout.failure else "pending",
                "ref": payout.ref,
                "sent_at": payout.sent_at,
                "failure": payout.failure,
            }
            for payout in self._shares.list_payouts(month)
        }

    def pay(self, channel_id: ChannelId, month: str, party: str, currency: str) -> None:
        """Pay out what a closed month owes to a party.

        Raises `NotFoundError`, `RefusedError` or `PaymentsUnavailableError`. After an unknown result, the
        next try first looks for the transfer, so that it is made once.
        """
        if not self.enabled:
            raise RefusedError(PAYOUTS_OFF)
        with self._uow(channel_id):
            payout = self._shares.get_or_add_payout(self._plan(month, party, currency), self._clock.now())
            if payout.ref is None:
                amount = f"{payout.amount.decimal} {payout.amount.currency}"
                self._record_audit(
                    AuditRecord("shares.pay_out", AuditSubject("share", party), after={"amount": amount})
                )
        if payout.ref is not None:
            return
        group = f"shares-{channel_id}-{month}"
        key = f"{group}-{party}-{currency}"
        try:
            ref = self._payouts.find_transfer(group, key) or self._payouts.transfer(
                payout.destination, payout.amount, group, f"{key}-{payout.attempt}"
            )
        except PaymentsUnavailableError as error:
            with self._uow(channel_id):
                failure = error.provider_message or error.message
                self._shares.record_failure(payout, failure, is_refusal=error.is_refusal)
            raise
        with self._uow(channel_id):
            self._shares.record_sent(payout, ref, self._clock.now())

    def _plan(self, month: str, party_key: str, currency: str) -> SharePayout:
        closed = self._shares.get_month(month)
        if closed is None:
            raise RefusedError(MONTH_OPEN.with_params(month=month))
        party = next((party for party in self._shares.list_parties() if party.key == party_key), None)
        statement = _find_statement(closed.statements, party_key, currency)
        if statement is None:
            raise NotFoundError
        amount = Money.parse(statement["payable"], currency)
        if not amount.minor:
            raise RefusedError(NOTHING_PAYABLE)
        if party is None or not party.payout_account:
            raise RefusedError(NO_ACCOUNT.with_params(party=statement["name"]))
        return SharePayout(month=month, party=party_key, amount=amount, destination=party.payout_account)


def _find_statement(statements: Mapping[str, Any], party: str, currency: str) -> Mapping[str, Any] | None:
    return next(
        (
            statement
            for group in statements["currencies"]
            if group["currency"] == currency
            for statement in group["parties"]
            if statement["key"] == party
        ),
        None,
    )
