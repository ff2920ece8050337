"""The desk of the commands about orders."""

from __future__ import annotations

import json
from typing import Any

import click
from dependency_injector.wiring import Provide, inject

from touchline.billing.adapters.cli.desk import Desk
from touchline.billing.adapters.cli.telling import LINE_COLUMNS, ORDER_COLUMNS, Telling
from touchline.billing.adapters.operator_desk import OperatorDesk
from touchline.platform.settings import Settings
from touchline.platform.tables import print_table
from touchline.shared.clock import Clock
from touchline.shared.ids import OrderId


class OrderDesk(Desk):
    """A channel with its orders."""

    @inject
    def __init__(
        self,
        slug: str | None,
        operators: OperatorDesk = Provide["billing.desk.operators"],
        settings: Settings = Provide["settings"],
        clock: Clock = Provide["clock"],
    ) -> None:
        super().__init__(slug)
        self.operators = operators
        self.telling = Telling(self, clock, settings.renewal_grace_days)

    def plain(self, order_id: OrderId) -> dict[str, Any]:
        """An order with its lines, for a program."""
        order, lines = self.operators.told(self.channel_id, order_id)
        with self.inside():
            told = self.telling.order(order)
        return {**told, "transactions": [self.telling.line(line) for line in lines]}

    def show(self, order_id: OrderId, *, as_json: bool) -> None:
        """Print an order with its lines."""
        if as_json:
            click.echo(json.dumps(self.plain(order_id), ensure_ascii=False, indent=2))
            return
        order, lines = self.operators.told(self.channel_id, order_id)
        with self.inside():
            print_table(ORDER_COLUMNS, [self.telling.order_row(order)])
        if order.failure_message:
            click.echo(f"Failed: {order.failure_message}")
        if lines:
            click.echo()
            print_table(LINE_COLUMNS, (self.telling.line_row(line) for line in lines))
