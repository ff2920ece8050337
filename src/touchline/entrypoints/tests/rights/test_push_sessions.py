"""A browser gets pushes as long as the session that subscribed in it: a table of every way a session ends."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pyotp
import pytest
from click.testing import CliRunner

from touchline.channel.adapters.cli.account_commands import account
from touchline.channel.adapters.sql.channel_tables import SessionRow
from touchline.channel.facade import ChannelFacts
from touchline.channel.tests.adapters.links import link_to
from touchline.conftest import NEWCOMER, NOON, PASSWORD, Visitor
from touchline.engagement.adapters.sql.tables import PushSubscriptionRow
from touchline.engagement.tests.adapters.conftest import Ids
from touchline.engagement.tests.adapters.season import HOUR
from touchline.engagement.tests.adapters.test_closed_accounts import close
from touchline.engagement.tests.adapters.test_pushing import (
    TELL,
    browsers,
    by_push_alone,
    reached,
    subscribe,
    subscription,
    waits,
)
from touchline.engagement.tests.fakes import FakePush
from touchline.entrypoints.bootstrap import House
from touchline.shared.clock import FixedClock

CHOSEN = "a puck over the glass"
EMAIL = NEWCOMER["email"]


@dataclass(frozen=True)
class Home:
    """Ada's laptop and telephone, both with pushes, and a browser in which nobody is logged in."""

    laptop: Visitor
    telephone: Visitor
    nobody: Visitor
    house: House
    clock: FixedClock


@pytest.fixture
def home(
    ada: Visitor,
    visit: Callable[[ChannelFacts], Visitor],
    house: House,
    clock: FixedClock,
    ids: Ids,
) -> Home:
    """Two hours before noon Ada waits for a game that is live at noon."""
    clock.set(NOON - 2 * HOUR)
    both = Home(ada, visit(ada.channel).log_in(), visit(ada.channel), house, clock)
    subscribe(both.laptop, "laptop")
    subscribe(both.telephone, "telephone")
    by_push_alone(ada)
    waits(ada, ids)
    return both


def at_the_game(home: Home, push: FakePush) -> list[str]:
    """The browsers that are told that the game is live."""
    home.clock.set(NOON)
    home.house.runner.run(TELL)
    return reached(push)


def session_of(viewer: Visitor) -> int:
    """The id of the viewer's own session."""
    found = [one["id"] for one in viewer.data("/auth/sessions") if one["current"]]
    return int(found[0])


def log_out(home: Home) -> None:
    assert home.telephone.post("/auth/logout").status_code == 204


def log_out_remotely(home: Home) -> None:
    path = f"/auth/sessions/{session_of(home.telephone)}"
    assert home.laptop.delete(path).status_code == 204


def log_out_all_others(home: Home) -> None:
    assert home.laptop.delete("/auth/sessions").status_code == 204


def new_password(home: Home) -> None:
    form = {"password": CHOSEN, "password_confirmation": CHOSEN, "current_password": PASSWORD}
    answer = home.laptop.post("/profile", _method="patch", **form)
    assert answer.status_code == 200, answer.get_data(as_text=True)


def reset_password(home: Home) -> None:
    assert home.nobody.post("/auth/password-reset-request", email=EMAIL).status_code in (200, 204)
    form = {"password": CHOSEN, "password_confirmation": CHOSEN, **link_to(home.house, EMAIL)}
    answer = home.nobody.post("/auth/password-reset", **form)
    assert answer.status_code in (200, 204), answer.get_data(as_text=True)


def second_factor(home: Home) -> None:
    begun = home.laptop.post("/auth/second-factor", current_password=PASSWORD).get_json()["data"]
    code = pyotp.TOTP(begun["secret"]).at(home.clock.now())
    assert home.laptop.post("/auth/second-factor/confirm", code=code).status_code == 200


def command(*words: str) -> Callable[[Home], None]:
    """What an operator does by `touchline account …`."""

    def run(home: Home) -> None:
        told = CliRunner().invoke(account, [words[0], "prairie", EMAIL, *words[1:]])
        assert told.exit_code == 0, told.output

    return run


def close_account(home: Home) -> None:
    close(home.laptop)


ENDINGS = {
    "log-out on the device": (log_out, ["laptop"]),
    "remote log-out": (log_out_remotely, ["laptop"]),
    "log-out of all others": (log_out_all_others, ["laptop"]),
    "new password": (new_password, ["laptop"]),
    "password reset": (reset_password, []),
    "second factor turned on": (second_factor, ["laptop"]),
    "temporary password": (command("temporary-password"), []),
    "log-out by the operator": (command("end-sessions"), []),
    "suspension": (command("suspend"), []),
    "suspension that was lifted": (
        lambda home: (command("suspend")(home), command("unsuspend")(home)),
        [],
    ),
    "erasure": (command("erase", "--yes"), []),
    "account closed": (close_account, []),
}


@pytest.mark.parametrize(("end", "left"), ENDINGS.values(), ids=ENDINGS.keys())
def test_a_browser_gets_no_push_once_its_session_has_ended(
    home: Home, push: FakePush, end: Callable[[Home], Any], left: list[str]
) -> None:
    end(home)
    assert at_the_game(home, push) == left
    with home.house.container.database().transaction(home.laptop.channel.id) as session:
        kept = session.query(PushSubscriptionRow).all()
    assert len(kept) == len(left), "the address of an ended session is not kept"


def test_without_an_ending_both_browsers_are_told(home: Home, push: FakePush) -> None:
    assert at_the_game(home, push) == ["laptop", "telephone"]


def test_a_session_that_expired_unannounced_gets_no_push_and_its_browser_is_forgotten(
    ada: Visitor, house: House, clock: FixedClock, ids: Ids, push: FakePush, visit: Callable[..., Visitor]
) -> None:
    clock.set(NOON - timedelta(days=61))
    rested = visit(ada.channel).log_in()
    subscribe(rested, "telephone")
    by_push_alone(rested)
    waits(rested, ids)
    clock.set(NOON - HOUR)
    subscribe(visit(ada.channel).log_in(), "laptop")
    clock.set(NOON)
    house.runner.run(TELL)
    assert reached(push) == ["laptop"]
    assert len(browsers(house, ada)) == 1


def test_a_session_that_a_process_of_an_earlier_release_ended_gets_no_push_either(
    home: Home, push: FakePush
) -> None:
    ended = session_of(home.telephone)
    with home.house.container.database().transaction(home.laptop.channel.id) as session:
        session.query(SessionRow).filter_by(id=ended).update({"ended_at": NOON})
    assert at_the_game(home, push) == ["laptop"]


def test_a_browser_that_logs_in_again_binds_its_address_to_the_new_session(
    home: Home, push: FakePush, visit: Callable[..., Visitor]
) -> None:
    address = subscription("shared")
    assert home.telephone.post("/push/subscription", **address).status_code == 204
    log_out(home)
    again = visit(home.laptop.channel).log_in()
    assert again.post("/push/subscription", **address).status_code == 204
    assert at_the_game(home, push) == ["laptop", "shared"]


@pytest.mark.parametrize(("end", "left"), [(None, ["laptop", "telephone"]), (log_out_remotely, [])])
def test_an_address_of_an_earlier_release_ends_with_the_first_session_that_ends(
    home: Home, push: FakePush, end: Callable[[Home], None] | None, left: list[str]
) -> None:
    with home.house.container.database().transaction(home.laptop.channel.id) as session:
        session.query(PushSubscriptionRow).update({"session_id": None})
    if end:
        end(home)
    assert at_the_game(home, push) == left
