"""Run operator commands and buy an offer, for CLI tests."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from click.testing import CliRunner, Result

from adapters.payments.fake_stripe.testing.server import FakeStripeServer
from touchline.billing.adapters.cli.coupon_commands import coupons
from touchline.billing.adapters.cli.order_commands import orders
from touchline.billing.tests.adapters.card_samples import create_card
from touchline.conftest import Visitor

WIDE_TERMINAL = {"COLUMNS": "400"}


@dataclass(frozen=True)
class Terminal:
    """Runs `touchline orders …` and `touchline coupons …` with `--channel`."""

    channel: str = "prairie"

    def orders(self, *arguments: str, stdin: str = "") -> Result:
        """Run `touchline orders ARGUMENTS`."""
        return CliRunner(env=WIDE_TERMINAL).invoke(
            orders, [*arguments, "--channel", self.channel], input=stdin
        )

    def coupons(self, *arguments: str) -> Result:
        """Run `touchline coupons ARGUMENTS`."""
        return CliRunner(env=WIDE_TERMINAL).invoke(coupons, [*arguments, "--channel", self.channel])


def parse_json_output(result: Result) -> Any:
    """Return the JSON output of a command, which must succeed."""
    assert result.exit_code == 0, (result.output, result.exception)
    return json.loads(result.stdout)


def buy_offer(
    viewer: Visitor, fake_stripe: FakeStripeServer, name: str = "Season", **more: Any
) -> dict[str, Any]:
    """Buy an offer by its name with a new card. Return the order."""
    kind = (
        "package" if any(package["name"] == name for package in viewer.data("/packages")) else "subscription"
    )
    (offer,) = [candidate for candidate in viewer.data(f"/{kind}s") if candidate["name"] == name]
    response = viewer.post(
        "/stripe/buy", type=kind, id=offer["id"], payment_method=create_card(fake_stripe), **more
    )
    assert response.status_code == 200, response.get_data(as_text=True)
    order: dict[str, Any] = response.json["data"]  # type: ignore[index]
    return order
