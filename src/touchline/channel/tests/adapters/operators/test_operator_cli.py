"""`touchline operators …` on the real application, and the operator flag in the profile."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from click.testing import CliRunner, Result

from touchline.channel.adapters.cli.operator_commands import operators
from touchline.channel.facade import ChannelDetails
from touchline.conftest import NEW_VIEWER, Visitor
from touchline.shared.errors import NotFoundError, RefusedError

Run = Callable[..., Result]
Verify = Callable[[str], None]
EMAIL = NEW_VIEWER["email"]


@pytest.fixture
def run(channel: ChannelDetails) -> Run:
    """Return a function that runs `touchline operators …` in an application with one channel."""
    return lambda *arguments: CliRunner().invoke(operators, list(arguments))


def register_verified_viewer(visitor: Visitor, verify_address: Verify) -> Visitor:
    """Register a viewer with a verified email address."""
    viewer = visitor.register()
    verify_address(EMAIL)
    return viewer


def test_an_operator_can_be_added_and_removed(run: Run, visitor: Visitor, verify_address: Verify) -> None:
    viewer = register_verified_viewer(visitor, verify_address)
    assert viewer.data("/profile")["operator"] is False
    assert run("add", EMAIL).stdout == f"{EMAIL} is now an operator of prairie, as owner.\n"
    assert viewer.data("/profile")["operator"] is True
    assert run("remove", EMAIL).stdout == f"{EMAIL} is no longer an operator of prairie.\n"
    assert viewer.data("/profile")["operator"] is False


def test_adding_or_removing_twice_succeeds_with_a_notice(
    run: Run, visitor: Visitor, verify_address: Verify
) -> None:
    register_verified_viewer(visitor, verify_address)
    run("add", EMAIL)
    second_result = run("add", EMAIL.upper())
    assert (second_result.exit_code, second_result.stdout) == (
        0,
        f"{EMAIL.upper()} is already an operator of prairie. To change the role, run: operators set-role\n",
    )
    run("remove", EMAIL)
    removed = run("remove", EMAIL, "--json")
    assert json.loads(removed.stdout) == {"email": EMAIL, "channel": "prairie", "changed": False}


def test_operators_are_listed(run: Run, visitor: Visitor, verify_address: Verify) -> None:
    empty_list = run("list").stdout
    assert (
        empty_list == "prairie has no operators. Add one: touchline operators add EMAIL --channel prairie\n"
    )
    register_verified_viewer(visitor, verify_address)
    run("add", EMAIL)
    assert "Ada Moreau" in run("list").stdout
    (operator,) = json.loads(run("list", "--json").stdout)
    assert (operator["email"], operator["name"], operator["role"]) == (EMAIL, "Ada Moreau", "owner")


def test_a_role_can_be_given_and_changed(run: Run, visitor: Visitor, verify_address: Verify) -> None:
    viewer = register_verified_viewer(visitor, verify_address)
    refused = run("set-role", EMAIL, "support").exception
    assert isinstance(refused, NotFoundError)
    assert f"touchline operators add {EMAIL} --channel prairie --role support" in refused.message
    assert run("add", EMAIL, "--role", "analyst").stdout.endswith("as analyst.\n")
    assert run("set-role", EMAIL, "support").stdout == f"{EMAIL} is now support of prairie.\n"
    assert viewer.data("/profile")["studio"]["role"] == "support"
    changed = run("set-role", EMAIL, "support", "--json")
    assert json.loads(changed.stdout)["changed"] is False


def test_a_command_can_remove_the_last_owner_and_warns(
    run: Run, visitor: Visitor, verify_address: Verify
) -> None:
    register_verified_viewer(visitor, verify_address)
    run("add", EMAIL)
    assert "Warning: prairie has no owner." in run("set-role", EMAIL, "analyst").stderr
    assert run("set-role", EMAIL, "owner").stderr == ""
    assert "Warning: prairie has no owner." in run("remove", EMAIL).stderr


def test_an_unknown_address_explains_how_to_add_an_account(run: Run) -> None:
    rejected = run("add", "nobody@example.com").exception
    assert isinstance(rejected, NotFoundError)
    assert "There is no account for nobody@example.com in prairie." in rejected.message
    assert "touchline accounts add nobody@example.com --channel prairie" in rejected.message


def test_an_operator_role_is_limited_to_its_channel(
    run: Run, visitor: Visitor, verify_address: Verify, other_visitor: Visitor
) -> None:
    register_verified_viewer(visitor, verify_address)
    other_viewer = other_visitor.register()
    assert run("add", EMAIL, "--channel", "prairie").exit_code == 0
    assert other_viewer.data("/profile")["operator"] is False
    assert json.loads(run("list", "--channel", "atelier", "--json").stdout) == []
    assert run("add", EMAIL).exit_code == 2


def test_an_unverified_account_is_not_made_an_operator_by_mistake(run: Run, visitor: Visitor) -> None:
    viewer = visitor.register()
    rejected = run("add", EMAIL).exception
    assert isinstance(rejected, RefusedError)
    assert f"{EMAIL} is not verified" in rejected.message
    assert viewer.data("/profile")["operator"] is False
    assert run("add", EMAIL, "--allow-unverified").exit_code == 0
    assert viewer.data("/profile")["operator"] is True
