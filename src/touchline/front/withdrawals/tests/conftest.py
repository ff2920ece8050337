"""Fixtures: a channel from a small pack folder with two paid games, sold through the Stripe fake."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from adapters.payments.fake_stripe.testing.server import FakeStripeServer
from touchline.billing.adapters.cli.order_commands import orders as orders_group
from touchline.billing.tests.adapters.card_samples import create_card
from touchline.billing.tests.adapters.conftest import fake_stripe, shared_application, shared_fake_stripe  # noqa: F401 - fixtures
from touchline.catalog.adapters.cli.stream_commands import streams
from touchline.channel.facade import ChannelDetails
from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import Application
from touchline.entrypoints.cli import main
from touchline.front.packs.cli import channels
from touchline.front.withdrawals.event_commands import events as events_group

EVENTS = """
- {key: first, away: hawks, home: otters, category: hockey, starts: '2026-11-27 18:00', pass: paid}
- {key: second, away: hawks, home: otters, category: hockey, starts: '2026-11-28 18:00', pass: paid}
"""
PACKAGES = """
packages:
  - {key: single, name: One game, type: event, price: {base: 9}}
  - {key: season, name: Season, price: {base: 40}, categories: [hockey]}
  - {key: team, name: Team pass, type: team, price: {base: 19}, categories: [hockey]}
subscriptions:
  - {key: year, name: All year, price: {base: 99}, offer: annual}
"""

GROUPS = {"orders": orders_group, "streams": streams, "recordings": main.commands["recordings"]}


@dataclass
class OperatorHarness:
    """A pack folder, and the commands that an operator runs on it."""

    application: Application
    folder: Path
    buyer: Visitor
    fake_stripe: FakeStripeServer

    def write_pack(self, **files: str) -> None:
        """Write files of the pack (`events="…"`)."""
        for name, text in files.items():
            (self.folder / f"{name}.yaml").write_text(text)

    def apply_pack(self, *options: str) -> Result:
        """Run `touchline channels apply FOLDER`."""
        return self._run(channels, "apply", str(self.folder), *options)

    def run_events_command(self, *arguments: str) -> Result:
        """Run `touchline events …`."""
        return self._run(events_group, *arguments, "--channel", "valley")

    def run_command(self, group: str, *arguments: str) -> Result:
        """Run `touchline orders …`, `touchline streams …` or `touchline recordings …`."""
        return self._run(GROUPS[group], *arguments)

    def buy(self, key: str) -> dict[str, Any]:
        """Buy an event (`first`), a package or a subscription as the viewer."""
        body: dict[str, Any] = {"payment_method": create_card(self.fake_stripe)}
        ids = self.list_ids()
        if key in ids["event"]:
            body |= {
                "type": "event",
                "id": ids["event"][key],
                "single_event_package_id": ids["package"]["single"],
            }
        elif key in ids["package"]:
            body |= {"type": "package", "id": ids["package"][key]}
            body |= {"participant_id": ids["participant"]["hawks"]} if key == "team" else {}
        else:
            body |= {"type": "subscription", "id": ids["subscription"][key]}
        response = self.buyer.post("/stripe/buy", **body)
        assert response.status_code == 200, response.get_data(as_text=True)
        order: dict[str, Any] = response.json["data"]  # type: ignore[index]
        return order

    def get_order(self, order_id: int) -> dict[str, Any]:
        """Return an order as its buyer sees it."""
        order: dict[str, Any] = self.buyer.data(f"/orders/{order_id}")
        return order

    def count_refunds(self) -> int:
        """Return the number of refunds that the provider made."""
        return len(self.fake_stripe.client().v1.refunds.list().data)

    def list_ids(self) -> dict[str, Any]:
        """Return the ids of the channel's records by kind and key."""
        with self.application.container.database().transaction(self.buyer.channel.id):
            catalog = self.application.container.catalog.facade()
            kinds = {kind: dict(catalog.list_ids_by_key(kind)) for kind in ("event", "participant")}
            ids: dict[str, Any] = kinds | self.application.container.billing.facade().list_offer_ids()
            return ids

    def _run(self, group: Any, *arguments: str) -> Result:
        return CliRunner(env={"COLUMNS": "80"}).invoke(
            group, list(arguments), obj=self.application, catch_exceptions=False
        )


def read_output(result: Result) -> Any:
    """Return a command's JSON output."""
    return json.loads(result.stdout)


@pytest.fixture
def operator(
    application: Application,
    fake_stripe: FakeStripeServer,  # noqa: F811
    tmp_path: Path,
    visit: Callable[[ChannelDetails], Visitor],
) -> OperatorHarness:
    """Return the operator of `valley`, with one viewer."""
    folder = tmp_path / "valley"
    folder.mkdir()
    harness = OperatorHarness(application, folder, None, fake_stripe)  # type: ignore[arg-type]
    harness.write_pack(
        channel="slug: valley\nname: Valley\ndomains: [valley.localhost]\nlanguages: [fr]\ncurrency: USD\n",
        categories="- {key: hockey, name: Hockey}\n- {key: soccer, name: Soccer}\n",
        participants="- {key: hawks, name: Hawks}\n- {key: otters, name: Otters}\n",
        events=EVENTS,
        packages=PACKAGES,
    )
    result = harness.apply_pack()
    assert result.exit_code == 0, (result.output, result.exception)
    with application.container.database().transaction(None, unscoped=True):
        details = application.container.channel.facade().find_channel("valley")
    harness.buyer = visit(details).register()
    return harness
