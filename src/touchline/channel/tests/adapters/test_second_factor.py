"""The second factor over HTTP: from the first secret to the log-in that asks for a code."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pyotp
import pytest
from click.testing import CliRunner
from sqlalchemy import text

from touchline.channel.adapters.cli.account_commands import account
from touchline.channel.facade import ChannelFacts
from touchline.conftest import NEWCOMER, PASSWORD, Visitor
from touchline.entrypoints.bootstrap import House
from touchline.shared.clock import FixedClock

CREDENTIALS = {"login": NEWCOMER["email"], "password": PASSWORD}


class Guarded:
    """A viewer who turned the second factor on, and the app on their telephone."""

    def __init__(self, viewer: Visitor, clock: FixedClock) -> None:
        self.viewer, self._clock = viewer, clock
        begun = data(viewer.post("/auth/second-factor", current_password=PASSWORD))
        self.uri, self.app = begun["uri"], pyotp.TOTP(begun["secret"])
        confirmed = viewer.post("/auth/second-factor/confirm", code=self.code())
        self.recovery_codes: list[str] = data(confirmed)["recovery_codes"]

    def code(self) -> str:
        """What the app shows."""
        return self.app.at(self._clock.now())

    def next_code(self) -> str:
        """What the app shows half a minute later."""
        self._clock.advance(timedelta(seconds=30))
        return self.code()


@pytest.fixture
def guarded(visitor: Visitor, clock: FixedClock) -> Guarded:
    """The viewer, logged in."""
    return Guarded(visitor.register(), clock)


@pytest.fixture
def fresh(guarded: Guarded, visit: Callable[[ChannelFacts], Visitor], channel: ChannelFacts) -> Visitor:
    """Another browser, in which nobody is logged in."""
    return visit(channel)


def data(answer: Any) -> Any:
    """The `data` of an answer that must be 200."""
    assert answer.status_code == 200, answer.get_data(as_text=True)
    return answer.json["data"]


def refusal(answer: Any) -> tuple[int, str, str | None]:
    """Status, message and the member `error` of a refusal."""
    return answer.status_code, answer.json["message"], answer.json.get("error")


def test_the_app_is_told_the_channels_name_and_the_viewers_address(guarded: Guarded) -> None:
    assert guarded.uri.startswith("otpauth://totp/Prairie:ada%40example.org?secret=")
    assert len(guarded.recovery_codes) == 10
    assert guarded.viewer.data("/profile")["two_factor"] is True


def test_the_password_alone_lets_nobody_in_and_the_answer_names_what_is_wanted(fresh: Visitor) -> None:
    wanted = (400, "Enter the code of your authenticator app", "second_factor_required")
    assert refusal(fresh.post("/v2/auth/login", **CREDENTIALS)) == wanted
    wrong = (400, "This code is wrong. Please try again.", "second_factor_wrong")
    assert refusal(fresh.post("/v2/auth/login", **CREDENTIALS, code="000000")) == wrong


def test_a_wrong_password_is_refused_before_a_code_is_spoken_of(fresh: Visitor) -> None:
    status, message, error = refusal(fresh.post("/v2/auth/login", login=CREDENTIALS["login"], password="no"))
    assert (status, message, error) == (400, "Invalid email or password. Please try again.", None)


def test_a_code_lets_in_once(
    guarded: Guarded, visit: Callable[[ChannelFacts], Visitor], channel: ChannelFacts
) -> None:
    code = guarded.next_code()
    assert visit(channel).log_in(code=code).data("/profile")["email"] == NEWCOMER["email"]
    again = visit(channel).post("/v2/auth/login", **CREDENTIALS, code=code)
    assert refusal(again)[2] == "second_factor_wrong"


def test_a_recovery_code_lets_in_once(
    guarded: Guarded, visit: Callable[[ChannelFacts], Visitor], channel: ChannelFacts
) -> None:
    code = guarded.recovery_codes[3]
    visit(channel).log_in(code=code.upper())
    answer = visit(channel).post("/v2/auth/login", **CREDENTIALS, code=code)
    assert refusal(answer)[2] == "second_factor_wrong"
    visit(channel).log_in(code=guarded.recovery_codes[4])


def test_the_same_code_in_two_log_ins_at_once_lets_one_in(
    guarded: Guarded,
    visit: Callable[[ChannelFacts], Visitor],
    channel: ChannelFacts,
    house: House,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    passwords, code, both = house.container.channel.passwords(), guarded.next_code(), threading.Barrier(2)
    compare = passwords.matches

    def compare_together(*given: Any) -> bool:
        both.wait(timeout=20)
        return bool(compare(*given))

    monkeypatch.setattr(passwords, "matches", compare_together)
    browsers = [visit(channel), visit(channel)]
    with ThreadPoolExecutor(2) as pool:
        answers = pool.map(lambda one: one.post("/v2/auth/login", **CREDENTIALS, code=code), browsers)
        assert sorted(answer.status_code for answer in answers) == [200, 400]


def test_wrong_codes_are_slowed_down_after_ten(fresh: Visitor, guarded: Guarded) -> None:
    for _ in range(10):
        assert fresh.post("/v2/auth/login", **CREDENTIALS, code="000000").status_code == 400
    throttled = fresh.post("/v2/auth/login", **CREDENTIALS, code=guarded.next_code())
    assert throttled.status_code == 429
    assert 0 < int(throttled.headers["Retry-After"]) <= 60


def test_removing_needs_the_password_and_log_in_asks_for_no_code_after_it(
    fresh: Visitor, guarded: Guarded
) -> None:
    refused = guarded.viewer.post("/auth/second-factor/remove", current_password="wrong")
    assert refusal(refused)[:2] == (400, "Incorrect password")
    removed = guarded.viewer.post("/auth/second-factor/remove", current_password=PASSWORD)
    assert (removed.status_code, removed.data) == (204, b"")
    assert fresh.log_in().data("/profile")["two_factor"] is False


def test_beginning_needs_the_password_and_a_factor_that_is_off(guarded: Guarded) -> None:
    wrong = guarded.viewer.post("/auth/second-factor")
    assert refusal(wrong)[:2] == (400, "Incorrect password")
    twice = guarded.viewer.post("/auth/second-factor", current_password=PASSWORD)
    assert refusal(twice)[:2] == (400, "The authenticator app is turned on already")


def test_an_operator_lets_a_viewer_in_who_lost_app_and_codes(fresh: Visitor) -> None:
    done = CliRunner().invoke(account, ["remove-second-factor", "prairie", NEWCOMER["email"], "--json"])
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout) == {"email": NEWCOMER["email"], "was_on": True}
    assert fresh.log_in().data("/profile")["two_factor"] is False


def test_after_the_deployments_secret_has_changed_codes_are_wrong_and_nothing_breaks(
    fresh: Visitor, guarded: Guarded, transaction: Callable[..., Any]
) -> None:
    with transaction(fresh.channel.id) as session:
        session.execute(text("UPDATE account SET factor_secret = 'sealed by another'"))
    answer = fresh.post("/v2/auth/login", **CREDENTIALS, code=guarded.next_code())
    assert refusal(answer)[2] == "second_factor_wrong"


@pytest.mark.parametrize("path", ["", "/confirm", "/remove"])
def test_a_visitor_has_no_second_factor(visitor: Visitor, path: str) -> None:
    assert visitor.post(f"/auth/second-factor{path}", code="1").status_code == 401


def test_neither_secret_nor_codes_stand_in_the_database(
    guarded: Guarded, transaction: Callable[..., Any]
) -> None:
    with transaction(guarded.viewer.channel.id) as session:
        tables = ("account", "recovery_code")
        written = repr([session.execute(text(f"SELECT * FROM {table}")).all() for table in tables])  # noqa: S608
    assert guarded.app.secret not in written
    for code in guarded.recovery_codes:
        assert code not in written
        assert code.replace("-", "") not in written
