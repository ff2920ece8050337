"""`touchline accounts suspend|unsuspend|erase` on the real application."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from click.testing import CliRunner, Result

from touchline.channel.adapters.cli.account_commands import accounts
from touchline.channel.application.accounts.login.session_start import ACCOUNT_SUSPENDED
from touchline.channel.facade import ChannelDetails
from touchline.conftest import NEW_VIEWER, PASSWORD, Visitor
from touchline.entrypoints.bootstrap import Application
from touchline.platform.db.base import Base
from touchline.shared.errors import NotFoundError

EMAIL = NEW_VIEWER["email"]
Visit = Callable[[ChannelDetails], Visitor]


@pytest.fixture
def run(channel: ChannelDetails) -> Callable[..., Result]:
    """Return a function that runs `touchline accounts …`."""
    return lambda *arguments: CliRunner().invoke(accounts, list(arguments))


def log_in(visit: Visit, channel: ChannelDetails) -> Any:
    """Try to log in with the correct password."""
    return visit(channel).post("/v2/auth/login", login=EMAIL, password=PASSWORD)


def list_takedowns(application: Application, channel: ChannelDetails) -> list[tuple[str, str, str]]:
    """Return the takedown log as (action, actor, reason)."""
    with application.container.database().transaction(channel.id):
        entries = application.container.channel.takedowns().list(10)
    return [(entry.action.value, entry.actor, entry.reason) for entry in entries]


def count_push_subscriptions(application: Application, channel: ChannelDetails) -> int:
    """Return the number of push subscriptions."""
    with application.container.database().transaction(channel.id) as session:
        return len(session.execute(Base.metadata.tables["engagement_push_subscription"].select()).all())


def add_push_subscription(
    application: Application, channel: ChannelDetails, account_id: int, now: Any
) -> None:
    """Add a push subscription for the viewer."""
    table = Base.metadata.tables["engagement_push_subscription"]
    values: dict[str, Any] = dict.fromkeys(("endpoint", "p256dh", "auth", "digest"), "x")
    with application.container.database().transaction(channel.id) as session:
        values |= {"channel_id": channel.id, "account_id": account_id, "created_at": now}
        session.execute(table.insert().values(**values))


def test_a_suspended_viewer_is_logged_out_and_informed_at_login(
    run: Callable[..., Result],
    visitor: Visitor,
    visit: Visit,
    channel: ChannelDetails,
    application: Application,
) -> None:
    viewer = visitor.register()
    add_push_subscription(
        application, channel, viewer.data("/profile")["id"], application.container.clock().now()
    )
    result = run("suspend", EMAIL, "--channel", "prairie", "--reason", "Insults", "--actor", "rosa")
    assert result.output == f"{EMAIL} is suspended.\n"
    assert viewer.get("/profile").status_code in (401, 403)
    rejected = log_in(visit, channel)
    assert (rejected.status_code, rejected.get_json()["message"]) == (400, ACCOUNT_SUSPENDED)
    assert count_push_subscriptions(application, channel) == 0
    again = json.loads(run("suspend", EMAIL, "--channel", "prairie", "--json").output)
    assert again == {"email": EMAIL, "changed": False}
    assert list_takedowns(application, channel) == [("suspend", "rosa", "Insults")]


def test_a_wrong_password_does_not_reveal_a_suspension(
    run: Callable[..., Result], visitor: Visitor, visit: Visit, channel: ChannelDetails
) -> None:
    visitor.register()
    run("suspend", EMAIL, "--channel", "prairie")
    rejected = visit(channel).post("/v2/auth/login", login=EMAIL, password="another one")
    assert rejected.get_json()["message"] != ACCOUNT_SUSPENDED


def test_an_unsuspended_viewer_can_log_in(
    run: Callable[..., Result], visitor: Visitor, visit: Visit, channel: ChannelDetails
) -> None:
    visitor.register()
    run("suspend", EMAIL, "--channel", "prairie")
    assert run("unsuspend", EMAIL, "--channel", "prairie").output == f"{EMAIL} can log in again.\n"
    assert log_in(visit, channel).status_code == 200
    assert run("unsuspend", EMAIL, "--channel", "prairie").output == f"{EMAIL} was not suspended.\n"


def test_an_erased_viewer_leaves_no_personal_data_in_the_log(
    run: Callable[..., Result],
    visitor: Visitor,
    visit: Visit,
    channel: ChannelDetails,
    application: Application,
) -> None:
    viewer = visitor.register()
    account_id = viewer.data("/profile")["id"]
    assert run("erase", EMAIL, "--channel", "prairie").exit_code == 1, "erasing requires a confirmation"
    assert viewer.get("/profile").status_code == 200
    result = run("erase", EMAIL, "--channel", "prairie", "--yes", "--actor", "rosa")
    assert result.output == f"Erased account {account_id}.\n"
    assert viewer.get("/profile").status_code in (401, 403)
    assert log_in(visit, channel).status_code == 400
    assert list_takedowns(application, channel) == [("erase", "rosa", "")]
    second_result = run("erase", EMAIL, "--channel", "prairie", "--yes")
    assert isinstance(second_result.exception, NotFoundError)
