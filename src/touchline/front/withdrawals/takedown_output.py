"""Command output about the clips and orders that a takedown affects."""

from __future__ import annotations

import click

from touchline.front.withdrawals.takedown_effects import TakedownEffect
from touchline.platform.cli.tables import print_table, print_text

MAX_LISTED = 20
"""Maximum number of clips and orders that are printed. `--json` returns all of them."""


def print_clips(effect: TakedownEffect) -> None:
    """Print the clips by number and name."""
    if not effect.clips:
        return
    print_table(("Clip", "Name"), [(str(clip.id), clip.name) for clip in effect.clips[:MAX_LISTED]])
    _print_remaining_count(len(effect.clips))


def print_orders(effect: TakedownEffect, event: str, channel: str) -> None:
    """Print the paid orders of the event, and the command that refunds each."""
    if not effect.orders:
        return
    print_text(f"Paid orders of {event}: {len(effect.orders)}.")
    rows = [
        (str(order.id), f"{order.paid.decimal} {order.paid.currency}") for order in effect.orders[:MAX_LISTED]
    ]
    print_table(("Order", "Paid"), rows)
    _print_remaining_count(len(effect.orders))
    refundable = [order for order in effect.orders if order.is_refundable]
    if refundable:
        click.echo("To refund an order:")
    for order in refundable[:MAX_LISTED]:
        click.echo(f"  touchline orders refund {order.id} --channel {channel}")
    click.echo(f"All orders:\n  touchline orders list --event {event} --channel {channel}")


def print_passes(effect: TakedownEffect, name: str) -> None:
    """Print how many valid passes open the recording."""
    if effect.pass_count:
        click.echo(f"Valid passes that open {name}: {effect.pass_count}.")


def serialize_effect(effect: TakedownEffect) -> dict[str, object]:
    """Return all effects as JSON data."""
    return {
        "affected_clips": [{"id": clip.id, "name": clip.name} for clip in effect.clips],
        "downloads": effect.download_count,
        "affected_passes": effect.pass_count,
        "affected_orders": [
            {
                "id": order.id,
                "paid": order.paid.decimal,
                "currency": order.paid.currency,
                "refundable": order.is_refundable,
            }
            for order in effect.orders
        ],
    }


def _print_remaining_count(count: int) -> None:
    if count > MAX_LISTED:
        click.echo(f"and {count - MAX_LISTED} more")
