"""A channel from a small pack folder with two paid games, sold through Stripe's stand-in."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from adapters.payments.fake_stripe.running import Running
from touchline.billing.adapters.cli.order_commands import orders as orders_group
from touchline.billing.tests.adapters.cards import new_card
from touchline.billing.tests.adapters.conftest import (  # noqa: F401 - fixtures
    shared_house,
    shared_stand_in,
    stand_in,
)
from touchline.catalog.adapters.cli.live_commands import live as live_group
from touchline.catalog.adapters.cli.media_commands import media as media_group
from touchline.channel.facade import ChannelFacts
from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import House
from touchline.front.packs.cli import channel as channel_group
from touchline.front.withdrawals.cli import events as events_group

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

GROUPS = {"orders": orders_group, "live": live_group, "media": media_group}


@dataclass
class Operator:
    """A pack folder, and the commands that an operator runs on it."""

    house: House
    folder: Path
    buyer: Visitor
    stand_in: Running

    def write(self, **files: str) -> None:
        """Write files of the pack (`events="…"`)."""
        for name, text in files.items():
            (self.folder / f"{name}.yaml").write_text(text)

    def apply(self, *options: str) -> Result:
        """`touchline channel apply FOLDER`."""
        return self._run(channel_group, "apply", str(self.folder), *options)

    def events(self, *words: str) -> Result:
        """`touchline events …`."""
        return self._run(events_group, *words, "--channel", "valley")

    def run(self, group: str, *words: str) -> Result:
        """`touchline orders …`, `touchline live …` or `touchline media …`."""
        return self._run(GROUPS[group], *words)

    def buy(self, key: str) -> dict[str, Any]:
        """The viewer buys an event (`first`), a package or a subscription."""
        body: dict[str, Any] = {"payment_method": new_card(self.stand_in)}
        ids = self.ids()
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
        answer = self.buyer.post("/stripe/buy", **body)
        assert answer.status_code == 200, answer.get_data(as_text=True)
        bought: dict[str, Any] = answer.json["data"]  # type: ignore[index]
        return bought

    def order(self, order_id: int) -> dict[str, Any]:
        """An order as its buyer has it."""
        found: dict[str, Any] = self.buyer.data(f"/orders/{order_id}")
        return found

    def refunds(self) -> int:
        """How many refunds the provider made."""
        return len(self.stand_in.client().v1.refunds.list().data)

    def ids(self) -> dict[str, Any]:
        """The ids of the channel's things by kind and key."""
        with self.house.container.database().transaction(self.buyer.channel.id):
            catalog = self.house.container.catalog.facade()
            kinds = {kind: dict(catalog.ids_by_key(kind)) for kind in ("event", "participant")}
            found: dict[str, Any] = kinds | self.house.container.billing.facade().offer_ids()
            return found

    def _run(self, group: Any, *words: str) -> Result:
        return CliRunner(env={"COLUMNS": "80"}).invoke(
            group, list(words), obj=self.house, catch_exceptions=False
        )


def told(done: Result) -> Any:
    """What a command answered in JSON."""
    return json.loads(done.stdout)


@pytest.fixture
def operator(
    house: House,
    stand_in: Running,  # noqa: F811
    tmp_path: Path,
    visit: Callable[[ChannelFacts], Visitor],
) -> Operator:
    """The operator of `valley`, with one viewer."""
    folder = tmp_path / "valley"
    folder.mkdir()
    made = Operator(house, folder, None, stand_in)  # type: ignore[arg-type]
    made.write(
        channel="slug: valley\nname: Valley\ndomains: [valley.localhost]\nlanguages: [fr]\ncurrency: USD\n",
        categories="- {key: hockey, name: Hockey}\n- {key: soccer, name: Soccer}\n",
        participants="- {key: hawks, name: Hawks}\n- {key: otters, name: Otters}\n",
        events=EVENTS,
        packages=PACKAGES,
    )
    done = made.apply()
    assert done.exit_code == 0, (done.output, done.exception)
    with house.container.database().transaction(None, unscoped=True):
        facts = house.container.channel.facade().find_channel("valley")
    made.buyer = visit(facts).register()
    return made
