"""Revocations: actions of the viewer, the channel and the payment provider."""

from __future__ import annotations

from collections.abc import Callable

import pyotp
from click.testing import CliRunner

from touchline.billing.adapters.cli.order_commands import orders
from touchline.channel.adapters.cli.account_commands import accounts
from touchline.channel.adapters.cli.operator_commands import operators
from touchline.channel.tests.adapters.email_links import get_link_params
from touchline.clips.tests.adapters.api import test_access_revocation as purchases
from touchline.conftest import PASSWORD
from touchline.entrypoints.cli import main
from touchline.entrypoints.tests.rights.table.scenario import EMAIL, EVENT_KEY, RightsScenario
from touchline.front.withdrawals.event_commands import events

Revocation = Callable[[RightsScenario], None]
NEW_PASSWORD = "a puck over the glass"


def do_nothing(rights_scenario: RightsScenario) -> None:
    """Do nothing, so that every right works."""


def log_out(rights_scenario: RightsScenario) -> None:
    assert rights_scenario.phone.post("/auth/logout").status_code == 204


def log_out_remotely(rights_scenario: RightsScenario) -> None:
    sessions = rights_scenario.phone.data("/auth/sessions")
    mine = next(session["id"] for session in sessions if session["current"])
    assert rights_scenario.laptop.delete(f"/auth/sessions/{mine}").status_code == 204


def log_out_other_sessions(rights_scenario: RightsScenario) -> None:
    assert rights_scenario.laptop.delete("/auth/sessions").status_code == 204


def change_password(rights_scenario: RightsScenario) -> None:
    form = {"password": NEW_PASSWORD, "password_confirmation": NEW_PASSWORD, "current_password": PASSWORD}
    assert rights_scenario.laptop.post("/profile", _method="patch", **form).status_code == 200


def reset_password(rights_scenario: RightsScenario) -> None:
    anonymous = rights_scenario.create_anonymous_visitor()
    assert anonymous.post("/auth/password-reset-request", email=EMAIL).status_code == 204
    form = {
        "password": NEW_PASSWORD,
        "password_confirmation": NEW_PASSWORD,
        **get_link_params(rights_scenario.playback.scenario.application, EMAIL),
    }
    assert anonymous.post("/auth/password-reset", **form).status_code == 204


def enable_second_factor(rights_scenario: RightsScenario) -> None:
    begun = rights_scenario.laptop.post("/auth/second-factor", current_password=PASSWORD).get_json()["data"]
    code = pyotp.TOTP(begun["secret"]).at(rights_scenario.container.clock().now())
    assert rights_scenario.laptop.post("/auth/second-factor/confirm", code=code).status_code == 200


def set_temporary_password(rights_scenario: RightsScenario) -> None:
    run_command(accounts, "reset-password", EMAIL, "--channel", "prairie")


def suspend_account(rights_scenario: RightsScenario) -> None:
    run_command(accounts, "suspend", EMAIL, "--channel", "prairie")


def erase_account(rights_scenario: RightsScenario) -> None:
    run_command(accounts, "erase", EMAIL, "--channel", "prairie", "--yes")


def refund_order(rights_scenario: RightsScenario) -> None:
    """Refund the order with the operator's command, through the payment provider."""
    (order,) = rights_scenario.laptop.data("/orders")
    run_command(orders, "refund", str(order["id"]), "--channel", "prairie", "--yes")


def charge_back(rights_scenario: RightsScenario) -> None:
    """Charge back the payment. The provider reports it by signed webhook events."""
    (charge,) = rights_scenario.payment_provider.client().v1.charges.list().data
    rights_scenario.payment_provider.open_dispute(charge.id)
    sent = [
        delivery
        for delivery in rights_scenario.payment_provider.list_deliveries()
        if delivery["type"].startswith("charge.dispute.")
    ]
    assert [delivery["type"] for delivery in sent] == [
        "charge.dispute.created",
        "charge.dispute.funds_withdrawn",
    ]
    for delivery in sent:
        headers = {"Stripe-Signature": delivery["signature"]}
        response = rights_scenario.browser.post(
            "/api/stripe/webhook", data=delivery["payload"], headers=headers
        )
        assert response.status_code == 200


REFUND_TYPES: set[Revocation] = {refund_order, charge_back}
"""Revocations that need an order charged by the payment provider."""


def expire_grant(rights_scenario: RightsScenario) -> None:
    purchases.expire_pass(rights_scenario.playback)


def withdraw_event(rights_scenario: RightsScenario) -> None:
    """Remove all games from the pack."""
    rights_scenario.playback.scenario.apply([])


def hide_media(rights_scenario: RightsScenario) -> None:
    """Hide the recordings of the paid game and the free game."""
    for event in ("paid", "replay"):
        run_takedown(rights_scenario, "hide", event)


def withdraw_media(rights_scenario: RightsScenario) -> None:
    """Withdraw the recordings of the paid game and the free game."""
    for event in ("paid", "replay"):
        run_takedown(rights_scenario, "withdraw", event, "--yes")


def remove_operator(rights_scenario: RightsScenario) -> None:
    run_command(operators, "remove", EMAIL)


def cancel_event(rights_scenario: RightsScenario) -> None:
    """Cancel tonight's game."""
    result = CliRunner().invoke(
        events, ["cancel", EVENT_KEY, "--yes"], obj=rights_scenario.playback.scenario.application
    )
    assert result.exit_code == 0, (result.output, result.exception)


def run_takedown(rights_scenario: RightsScenario, *arguments: str) -> None:
    """Run `touchline recordings …`."""
    application = rights_scenario.playback.scenario.application
    result = CliRunner().invoke(main.commands["recordings"], list(arguments), obj=application)
    assert result.exit_code == 0, (result.output, result.exception)


def run_command(group: object, *arguments: str) -> None:
    """Run an operator's command."""
    result = CliRunner().invoke(group, list(arguments))  # type: ignore[arg-type]
    assert result.exit_code == 0, (result.output, result.exception)
