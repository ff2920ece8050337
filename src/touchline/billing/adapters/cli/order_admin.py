"""Command context of the order commands."""

from __future__ import annotations

import json
from typing import Any

import click
from dependency_injector.wiring import Provide, inject

from touchline.billing.adapters.cli.command_context import CommandContext
from touchline.billing.adapters.cli.formatting import ORDER_COLUMNS, TRANSACTION_COLUMNS, BillingFormatter
from touchline.billing.application.ledger.refund_service import RefundService
from touchline.billing.container import BillingContainer
from touchline.platform.cli.tables import print_table
from touchline.platform.config.settings import Settings
from touchline.shared.clock import Clock
from touchline.shared.ids import OrderId


class OrderAdmin(CommandContext):
    """The channel of a command, with its orders."""

    @inject
    def __init__(
        self,
        slug: str | None,
        refund_service: RefundService = Provide[BillingContainer.refund_service],
        settings: Settings = Provide[BillingContainer.settings],
        clock: Clock = Provide[BillingContainer.clock],
    ) -> None:
        super().__init__(slug)
        self.refund_service = refund_service
        self.formatter = BillingFormatter(self, clock, settings.renewal_grace_days)

    def serialize(self, order_id: OrderId) -> dict[str, Any]:
        """Return the JSON fields of an order and its transactions."""
        order, transactions = self.refund_service.get_order(self.channel_id, order_id)
        with self.transaction():
            serialized = self.formatter.serialize_order(order)
        return {
            **serialized,
            "transactions": [
                self.formatter.serialize_transaction(transaction) for transaction in transactions
            ],
        }

    def print_order(self, order_id: OrderId, *, as_json: bool) -> None:
        """Print an order with its transactions."""
        if as_json:
            click.echo(json.dumps(self.serialize(order_id), ensure_ascii=False, indent=2))
            return
        order, transactions = self.refund_service.get_order(self.channel_id, order_id)
        with self.transaction():
            print_table(ORDER_COLUMNS, [self.formatter.format_order(order)])
        if order.failure_message:
            click.echo(f"Failed: {order.failure_message}")
        if transactions:
            click.echo()
            print_table(
                TRANSACTION_COLUMNS,
                (self.formatter.format_transaction(transaction) for transaction in transactions),
            )
