"""A browser gets pushes while the session that subscribed in it exists: a table of every way a session
ends."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pyotp
import pytest
from click.testing import CliRunner

from touchline.channel.adapters.cli.account_commands import accounts
from touchline.channel.adapters.sql.channel_tables import SessionRow
from touchline.channel.facade import ChannelDetails
from touchline.channel.tests.adapters.email_links import get_link_params
from touchline.conftest import NEW_VIEWER, NOON, PASSWORD, Visitor
from touchline.engagement.adapters.sql.tables import PushSubscriptionRow
from touchline.engagement.tests.adapters.browsers import (
    NOTIFY_LIVE_TASK,
    add_push_reminder,
    disable_email,
    list_delivered,
    list_subscriptions,
    subscribe,
    subscription,
)
from touchline.engagement.tests.adapters.conftest import Ids
from touchline.engagement.tests.adapters.season import HOUR
from touchline.engagement.tests.adapters.test_closed_accounts import close_account_by_email
from touchline.engagement.tests.fakes import FakePushSender
from touchline.entrypoints.bootstrap import Application
from touchline.shared.clock import FixedClock

NEW_PASSWORD = "a puck over the glass"
EMAIL = NEW_VIEWER["email"]


@dataclass(frozen=True)
class PushScenario:
    """Ada's laptop and phone, both with pushes, and a logged-out browser."""

    laptop: Visitor
    phone: Visitor
    anonymous: Visitor
    application: Application
    clock: FixedClock


@pytest.fixture
def push_scenario(
    ada: Visitor,
    visit: Callable[[ChannelDetails], Visitor],
    application: Application,
    clock: FixedClock,
    ids: Ids,
) -> PushScenario:
    """Set the clock to two hours before noon. Ada waits for a game that is live at noon."""
    clock.set(NOON - 2 * HOUR)
    both = PushScenario(ada, visit(ada.channel).log_in(), visit(ada.channel), application, clock)
    subscribe(both.laptop, "laptop")
    subscribe(both.phone, "telephone")
    disable_email(ada)
    add_push_reminder(ada, ids)
    return both


def start_event(push_scenario: PushScenario, push: FakePushSender) -> list[str]:
    """Start the game, and return the browsers that received the push."""
    push_scenario.clock.set(NOON)
    push_scenario.application.runner.run(NOTIFY_LIVE_TASK)
    return list_delivered(push)


def get_session(viewer: Visitor) -> int:
    """Return the id of the viewer's current session."""
    found = [session["id"] for session in viewer.data("/auth/sessions") if session["current"]]
    return int(found[0])


def log_out(push_scenario: PushScenario) -> None:
    assert push_scenario.phone.post("/auth/logout").status_code == 204


def log_out_remotely(push_scenario: PushScenario) -> None:
    path = f"/auth/sessions/{get_session(push_scenario.phone)}"
    assert push_scenario.laptop.delete(path).status_code == 204


def log_out_other_sessions(push_scenario: PushScenario) -> None:
    assert push_scenario.laptop.delete("/auth/sessions").status_code == 204


def change_password(push_scenario: PushScenario) -> None:
    form = {"password": NEW_PASSWORD, "password_confirmation": NEW_PASSWORD, "current_password": PASSWORD}
    response = push_scenario.laptop.post("/profile", _method="patch", **form)
    assert response.status_code == 200, response.get_data(as_text=True)


def reset_password(push_scenario: PushScenario) -> None:
    assert push_scenario.anonymous.post("/auth/password-reset-request", email=EMAIL).status_code in (200, 204)
    form = {
        "password": NEW_PASSWORD,
        "password_confirmation": NEW_PASSWORD,
        **get_link_params(push_scenario.application, EMAIL),
    }
    response = push_scenario.anonymous.post("/auth/password-reset", **form)
    assert response.status_code in (200, 204), response.get_data(as_text=True)


def second_factor(push_scenario: PushScenario) -> None:
    begun = push_scenario.laptop.post("/auth/second-factor", current_password=PASSWORD).get_json()["data"]
    code = pyotp.TOTP(begun["secret"]).at(push_scenario.clock.now())
    assert push_scenario.laptop.post("/auth/second-factor/confirm", code=code).status_code == 200


def command(*texts: str) -> Callable[[PushScenario], None]:
    """Return an action that runs an operator's command `touchline accounts …`."""

    def run(push_scenario: PushScenario) -> None:
        reported = CliRunner().invoke(accounts, [texts[0], EMAIL, "--channel", "prairie", *texts[1:]])
        assert reported.exit_code == 0, reported.output

    return run


def close_account(push_scenario: PushScenario) -> None:
    close_account_by_email(push_scenario.laptop)


REVOCATIONS = {
    "log-out on the device": (log_out, ["laptop"]),
    "remote log-out": (log_out_remotely, ["laptop"]),
    "log-out of all others": (log_out_other_sessions, ["laptop"]),
    "new password": (change_password, ["laptop"]),
    "password reset": (reset_password, []),
    "second factor turned on": (second_factor, ["laptop"]),
    "temporary password": (command("reset-password"), []),
    "log-out by the operator": (command("log-out"), []),
    "suspension": (command("suspend"), []),
    "suspension that was lifted": (
        lambda push_scenario: (command("suspend")(push_scenario), command("unsuspend")(push_scenario)),
        [],
    ),
    "erasure": (command("erase", "--yes"), []),
    "account closed": (close_account, []),
}


@pytest.mark.parametrize(("revoke", "remaining"), REVOCATIONS.values(), ids=REVOCATIONS.keys())
def test_a_browser_gets_no_push_once_its_session_has_ended(
    push_scenario: PushScenario,
    push: FakePushSender,
    revoke: Callable[[PushScenario], Any],
    remaining: list[str],
) -> None:
    revoke(push_scenario)
    assert start_event(push_scenario, push) == remaining
    with push_scenario.application.container.database().transaction(
        push_scenario.laptop.channel.id
    ) as session:
        stored = session.query(PushSubscriptionRow).all()
    assert len(stored) == len(remaining), "the subscription of an ended session is deleted"


def test_both_browsers_are_notified_while_their_sessions_are_active(
    push_scenario: PushScenario, push: FakePushSender
) -> None:
    assert start_event(push_scenario, push) == ["laptop", "telephone"]


def test_an_expired_session_gets_no_push_and_its_subscription_is_deleted(
    ada: Visitor,
    application: Application,
    clock: FixedClock,
    ids: Ids,
    push: FakePushSender,
    visit: Callable[..., Visitor],
) -> None:
    clock.set(NOON - timedelta(days=61))
    expired = visit(ada.channel).log_in()
    subscribe(expired, "telephone")
    disable_email(expired)
    add_push_reminder(expired, ids)
    clock.set(NOON - HOUR)
    subscribe(visit(ada.channel).log_in(), "laptop")
    clock.set(NOON)
    application.runner.run(NOTIFY_LIVE_TASK)
    assert list_delivered(push) == ["laptop"]
    assert len(list_subscriptions(application, ada)) == 1


def test_a_session_ended_by_an_earlier_release_gets_no_push(
    push_scenario: PushScenario, push: FakePushSender
) -> None:
    ended = get_session(push_scenario.phone)
    with push_scenario.application.container.database().transaction(
        push_scenario.laptop.channel.id
    ) as session:
        session.query(SessionRow).filter_by(id=ended).update({"ended_at": NOON})
    assert start_event(push_scenario, push) == ["laptop"]


def test_a_new_login_moves_the_push_subscription_to_the_new_session(
    push_scenario: PushScenario, push: FakePushSender, visit: Callable[..., Visitor]
) -> None:
    address = subscription("shared")
    assert push_scenario.phone.post("/push/subscription", **address).status_code == 204
    log_out(push_scenario)
    again = visit(push_scenario.laptop.channel).log_in()
    assert again.post("/push/subscription", **address).status_code == 204
    assert start_event(push_scenario, push) == ["laptop", "shared"]


@pytest.mark.parametrize(("revoke", "remaining"), [(None, ["laptop", "telephone"]), (log_out_remotely, [])])
def test_a_subscription_without_a_session_ends_with_any_session(
    push_scenario: PushScenario,
    push: FakePushSender,
    revoke: Callable[[PushScenario], None] | None,
    remaining: list[str],
) -> None:
    with push_scenario.application.container.database().transaction(
        push_scenario.laptop.channel.id
    ) as session:
        session.query(PushSubscriptionRow).update({"session_id": None})
    if revoke:
        revoke(push_scenario)
    assert start_event(push_scenario, push) == remaining
