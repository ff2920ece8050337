"""`touchline account suspend|unsuspend|erase` on the real house."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from click.testing import CliRunner, Result

from touchline.channel.adapters.cli.account_commands import account
from touchline.channel.application.entering import SUSPENDED
from touchline.channel.facade import ChannelFacts
from touchline.conftest import NEWCOMER, PASSWORD, Visitor
from touchline.entrypoints.bootstrap import House
from touchline.platform.db.base import Base
from touchline.shared.errors import NotFound

EMAIL = NEWCOMER["email"]
Visit = Callable[[ChannelFacts], Visitor]


@pytest.fixture
def run(channel: ChannelFacts) -> Callable[..., Result]:
    """Runs `touchline account …`."""
    return lambda *words: CliRunner().invoke(account, list(words))


def log_in(visit: Visit, channel: ChannelFacts) -> Any:
    """Ask to log in with the right password."""
    return visit(channel).post("/v2/auth/login", login=EMAIL, password=PASSWORD)


def log_of(house: House, channel: ChannelFacts) -> list[tuple[str, str, str]]:
    """The log of take-downs."""
    with house.container.database().transaction(channel.id):
        entries = house.container.channel.takedowns().list(10)
    return [(one.action.value, one.actor, one.reason) for one in entries]


def push_addresses(house: House, channel: ChannelFacts) -> int:
    """How many browsers get pushes."""
    with house.container.database().transaction(channel.id) as session:
        return len(session.execute(Base.metadata.tables["engagement_push_subscription"].select()).all())


def subscribe(house: House, channel: ChannelFacts, account_id: int, now: Any) -> None:
    """Let a browser of the viewer take pushes."""
    rows = Base.metadata.tables["engagement_push_subscription"]
    values: dict[str, Any] = dict.fromkeys(("endpoint", "p256dh", "auth", "digest"), "x")
    with house.container.database().transaction(channel.id) as session:
        values |= {"channel_id": channel.id, "account_id": account_id, "created_at": now}
        session.execute(rows.insert().values(**values))


def test_a_suspended_viewer_is_out_everywhere_and_reads_so_at_the_log_in(
    run: Callable[..., Result], visitor: Visitor, visit: Visit, channel: ChannelFacts, house: House
) -> None:
    viewer = visitor.register()
    subscribe(house, channel, viewer.data("/profile")["id"], house.container.clock().now())
    told = run("suspend", "prairie", EMAIL, "--reason", "Insults", "--by", "rosa")
    assert told.output == f"{EMAIL} is suspended.\n"
    assert viewer.get("/profile").status_code in (401, 403)
    refused = log_in(visit, channel)
    assert (refused.status_code, refused.get_json()["message"]) == (400, SUSPENDED)
    assert push_addresses(house, channel) == 0
    again = json.loads(run("suspend", "prairie", EMAIL, "--json").output)
    assert again == {"email": EMAIL, "changed": False}
    assert log_of(house, channel) == [("suspend", "rosa", "Insults")]


def test_a_wrong_password_does_not_tell_that_an_account_is_suspended(
    run: Callable[..., Result], visitor: Visitor, visit: Visit, channel: ChannelFacts
) -> None:
    visitor.register()
    run("suspend", "prairie", EMAIL)
    refused = visit(channel).post("/v2/auth/login", login=EMAIL, password="another one")
    assert refused.get_json()["message"] != SUSPENDED


def test_a_viewer_whose_suspension_is_lifted_logs_in_again(
    run: Callable[..., Result], visitor: Visitor, visit: Visit, channel: ChannelFacts
) -> None:
    visitor.register()
    run("suspend", "prairie", EMAIL)
    assert run("unsuspend", "prairie", EMAIL).output == f"{EMAIL} can log in again.\n"
    assert log_in(visit, channel).status_code == 200
    assert run("unsuspend", "prairie", EMAIL).output == f"{EMAIL} was not suspended.\n"


def test_an_erased_viewer_leaves_nothing_and_nobody_is_named_in_the_log(
    run: Callable[..., Result], visitor: Visitor, visit: Visit, channel: ChannelFacts, house: House
) -> None:
    viewer = visitor.register()
    number = viewer.data("/profile")["id"]
    assert run("erase", "prairie", EMAIL).exit_code == 1, "nobody said yes"
    assert viewer.get("/profile").status_code == 200
    told = run("erase", "prairie", EMAIL, "--yes", "--by", "rosa")
    assert told.output == f"Erased account {number}.\n"
    assert viewer.get("/profile").status_code in (401, 403)
    assert log_in(visit, channel).status_code == 400
    assert log_of(house, channel) == [("erase", "rosa", "")]
    gone = run("erase", "prairie", EMAIL, "--yes")
    assert isinstance(gone.exception, NotFound)
