"""What ends rights: acts of the viewer, of the channel and of the payment provider."""

from __future__ import annotations

from collections.abc import Callable

import pyotp
from click.testing import CliRunner

from touchline.billing.adapters.cli.order_commands import orders
from touchline.catalog.adapters.cli.media_commands import media
from touchline.channel.adapters.cli.account_commands import account
from touchline.channel.adapters.cli.operator_commands import operator
from touchline.channel.tests.adapters.links import link_to
from touchline.clips.tests.adapters import test_rights_end as purchases
from touchline.conftest import PASSWORD
from touchline.entrypoints.tests.rights.table.world import EMAIL, TONIGHT, World
from touchline.front.withdrawals.cli import events

Ending = Callable[[World], None]
CHOSEN = "a puck over the glass"


def nothing(world: World) -> None:
    """Every right works."""


def log_out(world: World) -> None:
    assert world.telephone.post("/auth/logout").status_code == 204


def remote_log_out(world: World) -> None:
    sessions = world.telephone.data("/auth/sessions")
    mine = next(one["id"] for one in sessions if one["current"])
    assert world.laptop.delete(f"/auth/sessions/{mine}").status_code == 204


def log_out_of_all_others(world: World) -> None:
    assert world.laptop.delete("/auth/sessions").status_code == 204


def new_password(world: World) -> None:
    form = {"password": CHOSEN, "password_confirmation": CHOSEN, "current_password": PASSWORD}
    assert world.laptop.post("/profile", _method="patch", **form).status_code == 200


def reset(world: World) -> None:
    anybody = world.anybody()
    assert anybody.post("/auth/password-reset-request", email=EMAIL).status_code == 204
    form = {"password": CHOSEN, "password_confirmation": CHOSEN, **link_to(world.played.scene.house, EMAIL)}
    assert anybody.post("/auth/password-reset", **form).status_code == 204


def second_factor(world: World) -> None:
    begun = world.laptop.post("/auth/second-factor", current_password=PASSWORD).get_json()["data"]
    code = pyotp.TOTP(begun["secret"]).at(world.container.clock().now())
    assert world.laptop.post("/auth/second-factor/confirm", code=code).status_code == 200


def temporary_password(world: World) -> None:
    command(account, "temporary-password", "prairie", EMAIL)


def suspension(world: World) -> None:
    command(account, "suspend", "prairie", EMAIL)


def erasure(world: World) -> None:
    command(account, "erase", "prairie", EMAIL, "--yes")


def refund(world: World) -> None:
    """The operator's command, which pays back by the payment provider."""
    (order,) = world.laptop.data("/orders")
    command(orders, "refund", str(order["id"]), "--channel", "prairie", "--yes")


def chargeback(world: World) -> None:
    """The customer's bank takes the money back; the provider's signed webhooks say so."""
    (charge,) = world.stand_in.client().v1.charges.list().data
    world.stand_in.dispute(charge.id)
    sent = [one for one in world.stand_in.deliveries() if one["type"].startswith("charge.dispute.")]
    assert [one["type"] for one in sent] == ["charge.dispute.created", "charge.dispute.funds_withdrawn"]
    for one in sent:
        headers = {"Stripe-Signature": one["signature"]}
        answer = world.browser.post("/api/stripe/webhook", data=one["payload"], headers=headers)
        assert answer.status_code == 200


MONEY_BACK: set[Ending] = {refund, chargeback}
"""The endings that need an order which the payment provider charged."""


def end_of_grant(world: World) -> None:
    purchases.ran_out(world.played)


def event_withdrawn(world: World) -> None:
    """The pack has none of the games any more."""
    world.played.scene.apply([])


def media_hidden(world: World) -> None:
    """The recordings of the paid game and of the free one."""
    for game in ("paid", "replay"):
        command(media, "hide", game)


def media_withdrawn(world: World) -> None:
    """The recordings of the paid game and of the free one."""
    for game in ("paid", "replay"):
        command(media, "withdraw", game, "--yes")


def operator_removed(world: World) -> None:
    command(operator, "remove", EMAIL)


def event_canceled(world: World) -> None:
    """The game that is on tonight."""
    told = CliRunner().invoke(events, ["cancel", TONIGHT, "--yes"], obj=world.played.scene.house)
    assert told.exit_code == 0, (told.output, told.exception)


def command(group: object, *words: str) -> None:
    """Type an operator's command."""
    told = CliRunner().invoke(group, list(words))  # type: ignore[arg-type]
    assert told.exit_code == 0, (told.output, told.exception)
