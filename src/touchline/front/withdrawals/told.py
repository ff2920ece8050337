"""What commands print about orders that a change affects."""

from __future__ import annotations

from collections.abc import Sequence

import click

from touchline.front.withdrawals.changes import Outcome
from touchline.front.withdrawals.consent import ConsentNeeded, Effect, total
from touchline.platform.tables import print_table
from touchline.shared.money import Money

_COLUMNS = ("Affects", "Change", "Orders", "Paid")


def print_effects(effects: Sequence[Effect]) -> None:
    """Print each change with the number of its orders and their sum."""
    print_table(
        _COLUMNS,
        ((one.product, one.effect, str(len(one.order_ids)), _sums(one.paid)) for one in effects),
    )


def print_consent_needed(needed: ConsentNeeded) -> None:
    """Print what a change would take from buyers, and how to go on."""
    print_effects(needed.effects)
    emails = sum(one.emails for one in needed.effects)
    click.echo(needed.message, err=True)
    click.echo(f"{emails} buyers would get an email. To go on, run it again with --yes.", err=True)
    if any(one.refundable for one in needed.effects):
        click.echo("To pay back what is canceled or withdrawn, add --refund.", err=True)


def print_outcome(outcome: Outcome, waiting: Sequence[int], channel: str) -> None:
    """Print what became of orders, and the commands that pay back what was not refunded."""
    if not outcome.effects and not outcome.refunds:
        return
    if outcome.effects:
        print_effects(outcome.effects)
    if outcome.refunds:
        click.echo(f"Refunded {len(outcome.refunds) - len(waiting)} of {len(outcome.refunds)} orders.")
    if waiting:
        click.echo("The payment provider does not answer. The rest is refunded once it does.", err=True)
    rest = [
        order_id for one in outcome.effects for order_id in one.refundable if order_id not in outcome.refunds
    ]
    if rest:
        click.echo("To pay an order back:")
        for order_id in rest:
            click.echo(f"  touchline orders refund {order_id} --channel {channel}")


def outcome_as_json(outcome: Outcome, waiting: Sequence[int]) -> dict[str, object]:
    """Return the same for a program."""
    return {
        "effects": [one.as_json() for one in outcome.effects],
        "refunds": list(outcome.refunds),
        "refunds_waiting": list(waiting),
    }


def _sums(moneys: Sequence[Money]) -> str:
    return ", ".join(f"{one.decimal} {one.currency}" for one in total(moneys)) or "0.00"
