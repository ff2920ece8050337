"""Commands as an operator runs them, and a viewer who bought."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from click.testing import CliRunner, Result

from adapters.payments.fake_stripe.running import Running
from touchline.billing.adapters.cli.coupon_commands import coupons
from touchline.billing.adapters.cli.order_commands import orders
from touchline.billing.tests.adapters.cards import new_card
from touchline.conftest import Visitor

WIDE = {"COLUMNS": "400"}


@dataclass(frozen=True)
class Terminal:
    """`touchline orders …` and `touchline coupons …`, each with `--channel`."""

    channel: str = "prairie"

    def orders(self, *words: str, typed: str = "") -> Result:
        """`touchline orders WORDS`."""
        return CliRunner(env=WIDE).invoke(orders, [*words, "--channel", self.channel], input=typed)

    def coupons(self, *words: str) -> Result:
        """`touchline coupons WORDS`."""
        return CliRunner(env=WIDE).invoke(coupons, [*words, "--channel", self.channel])


def told(done: Result) -> Any:
    """The answer in JSON of a command that must succeed."""
    assert done.exit_code == 0, (done.output, done.exception)
    return json.loads(done.stdout)


def buy(viewer: Visitor, stand_in: Running, name: str = "Season", **more: Any) -> dict[str, Any]:
    """A viewer buys an offer by its name with a new card; answers the order."""
    kind = "package" if any(one["name"] == name for one in viewer.data("/packages")) else "subscription"
    (offer,) = [one for one in viewer.data(f"/{kind}s") if one["name"] == name]
    answer = viewer.post("/stripe/buy", type=kind, id=offer["id"], payment_method=new_card(stand_in), **more)
    assert answer.status_code == 200, answer.get_data(as_text=True)
    bought: dict[str, Any] = answer.json["data"]  # type: ignore[index]
    return bought
