"""`touchline operator …` on the real house, and what the profile says of it."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from click.testing import CliRunner, Result

from touchline.channel.adapters.cli.operator_commands import operator
from touchline.channel.facade import ChannelFacts
from touchline.conftest import NEWCOMER, Visitor
from touchline.shared.errors import NotFound, Refused

Run = Callable[..., Result]
Verify = Callable[[str], None]
EMAIL = NEWCOMER["email"]


@pytest.fixture
def run(channel: ChannelFacts) -> Run:
    """Runs `touchline operator …` in a house with one channel."""
    return lambda *words: CliRunner().invoke(operator, list(words))


def known(visitor: Visitor, verified: Verify) -> Visitor:
    """A viewer who has shown that the address is theirs."""
    viewer = visitor.register()
    verified(EMAIL)
    return viewer


def test_an_added_viewer_is_an_operator_and_a_removed_one_is_none(
    run: Run, visitor: Visitor, verified: Verify
) -> None:
    viewer = known(visitor, verified)
    assert viewer.data("/profile")["operator"] is False
    assert run("add", EMAIL).stdout == f"{EMAIL} is an operator of prairie.\n"
    assert viewer.data("/profile")["operator"] is True
    assert run("remove", EMAIL).stdout == f"{EMAIL} is no operator any more of prairie.\n"
    assert viewer.data("/profile")["operator"] is False


def test_doing_it_again_says_so_and_is_no_failure(run: Run, visitor: Visitor, verified: Verify) -> None:
    known(visitor, verified)
    run("add", EMAIL)
    again = run("add", EMAIL.upper())
    assert (again.exit_code, again.stdout) == (0, f"{EMAIL.upper()} is an operator already of prairie.\n")
    run("remove", EMAIL)
    gone = run("remove", EMAIL, "--json")
    assert json.loads(gone.stdout) == {"email": EMAIL, "channel": "prairie", "changed": False}


def test_they_are_listed(run: Run, visitor: Visitor, verified: Verify) -> None:
    none = run("list").stdout
    assert none == "prairie has no operator. Make one: touchline operator add EMAIL --channel prairie\n"
    known(visitor, verified)
    run("add", EMAIL)
    assert "Ada Moreau" in run("list").stdout
    (told,) = json.loads(run("list", "--json").stdout)
    assert (told["email"], told["name"]) == (EMAIL, "Ada Moreau")


def test_an_address_without_an_account_is_told_how_to_get_one(run: Run) -> None:
    refused = run("add", "nobody@example.com").exception
    assert isinstance(refused, NotFound)
    assert "There is no account of nobody@example.com in prairie." in refused.message
    assert "touchline account add prairie nobody@example.com" in refused.message


def test_an_operator_of_one_channel_is_a_viewer_of_another(
    run: Run, visitor: Visitor, verified: Verify, stranger: Visitor
) -> None:
    known(visitor, verified)
    there = stranger.register()
    assert run("add", EMAIL, "--channel", "prairie").exit_code == 0
    assert there.data("/profile")["operator"] is False
    assert json.loads(run("list", "--channel", "atelier", "--json").stdout) == []
    assert run("add", EMAIL).exit_code == 2


def test_whoever_registered_an_address_that_may_be_anothers_is_made_none_by_mistake(
    run: Run, visitor: Visitor
) -> None:
    viewer = visitor.register()
    refused = run("add", EMAIL).exception
    assert isinstance(refused, Refused)
    assert f"{EMAIL} is not verified" in refused.message
    assert viewer.data("/profile")["operator"] is False
    assert run("add", EMAIL, "--unverified").exit_code == 0
    assert viewer.data("/profile")["operator"] is True
