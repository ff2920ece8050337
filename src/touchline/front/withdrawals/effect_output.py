"""Command output about orders that a change affects."""

from __future__ import annotations

from collections.abc import Sequence

import click

from touchline.front.withdrawals.apply_withdrawals import WithdrawalResult
from touchline.front.withdrawals.confirmation import ConfirmationRequiredError, OrderEffect, sum_by_currency
from touchline.platform.cli.tables import print_table
from touchline.shared.money import Money

_COLUMNS = ("Affects", "Change", "Orders", "Paid")


def print_effects(effects: Sequence[OrderEffect]) -> None:
    """Print each effect with the number of its orders and their total."""
    print_table(
        _COLUMNS,
        (
            (effect.product, effect.effect, str(len(effect.order_ids)), _format_amounts(effect.paid))
            for effect in effects
        ),
    )


def print_confirmation_required(error: ConfirmationRequiredError) -> None:
    """Print the effects of a change on buyers, and how to confirm it."""
    print_effects(error.effects)
    emails = sum(effect.emails for effect in error.effects)
    click.echo(error.message, err=True)
    click.echo(f"{emails} buyers would get an email. To continue, add --yes.", err=True)
    if any(effect.refundable for effect in error.effects):
        click.echo("To refund what is canceled or withdrawn, add --refund.", err=True)


def print_withdrawal(withdrawal: WithdrawalResult, pending_refunds: Sequence[int], channel: str) -> None:
    """Print the effects on orders, and the commands that refund the remaining orders."""
    if not withdrawal.effects and not withdrawal.refunds:
        return
    if withdrawal.effects:
        print_effects(withdrawal.effects)
    if withdrawal.refunds:
        click.echo(
            f"Refunded {len(withdrawal.refunds) - len(pending_refunds)} of {len(withdrawal.refunds)} orders."
        )
    if pending_refunds:
        click.echo(
            "The payment provider does not respond. The other refunds will follow when it does.", err=True
        )
    refundable = [
        order_id
        for effect in withdrawal.effects
        for order_id in effect.refundable
        if order_id not in withdrawal.refunds
    ]
    if refundable:
        click.echo("To refund an order:")
        for order_id in refundable:
            click.echo(f"  touchline orders refund {order_id} --channel {channel}")


def withdrawal_as_json(withdrawal: WithdrawalResult, pending_refunds: Sequence[int]) -> dict[str, object]:
    """Return the effects and refunds as JSON data."""
    return {
        "effects": [effect.as_json() for effect in withdrawal.effects],
        "refunds": list(withdrawal.refunds),
        "refunds_waiting": list(pending_refunds),
    }


def _format_amounts(amounts: Sequence[Money]) -> str:
    return ", ".join(f"{amount.decimal} {amount.currency}" for amount in sum_by_currency(amounts)) or "0.00"
