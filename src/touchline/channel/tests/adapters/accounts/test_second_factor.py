"""The second factor over HTTP, from setup to a login that requires a code."""

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

from touchline.channel.adapters.cli.account_commands import accounts
from touchline.channel.facade import ChannelDetails
from touchline.conftest import NEW_VIEWER, PASSWORD, Visitor
from touchline.entrypoints.bootstrap import Application
from touchline.shared.clock import FixedClock

CREDENTIALS = {"login": NEW_VIEWER["email"], "password": PASSWORD}


class SecondFactorViewer:
    """A viewer with the second factor turned on, and the authenticator app on their phone."""

    def __init__(self, viewer: Visitor, clock: FixedClock) -> None:
        self.viewer, self._clock = viewer, clock
        setup_data = data(viewer.post("/auth/second-factor", current_password=PASSWORD))
        self.uri, self.totp = setup_data["uri"], pyotp.TOTP(setup_data["secret"])
        confirmed = viewer.post("/auth/second-factor/confirm", code=self.code())
        self.recovery_codes: list[str] = data(confirmed)["recovery_codes"]

    def code(self) -> str:
        """Return the app's current code."""
        return self.totp.at(self._clock.now())

    def next_code(self) -> str:
        """Advance the clock by 30 seconds and return the app's next code."""
        self._clock.advance(timedelta(seconds=30))
        return self.code()


@pytest.fixture
def viewer_with_second_factor(visitor: Visitor, clock: FixedClock) -> SecondFactorViewer:
    """Return the viewer with a second factor, logged in."""
    return SecondFactorViewer(visitor.register(), clock)


@pytest.fixture
def anonymous_browser(
    viewer_with_second_factor: SecondFactorViewer,
    visit: Callable[[ChannelDetails], Visitor],
    channel: ChannelDetails,
) -> Visitor:
    """Return another browser, in which nobody is logged in."""
    return visit(channel)


def data(response: Any) -> Any:
    """Return the `data` of a response, which must have status 200."""
    assert response.status_code == 200, response.get_data(as_text=True)
    return response.json["data"]


def error_details(response: Any) -> tuple[int, str, str | None]:
    """Return the status, message and `error` of an error response."""
    return response.status_code, response.json["message"], response.json.get("error")


def test_the_totp_uri_contains_channel_and_address(viewer_with_second_factor: SecondFactorViewer) -> None:
    assert viewer_with_second_factor.uri.startswith("otpauth://totp/Prairie:ada%40example.org?secret=")
    assert len(viewer_with_second_factor.recovery_codes) == 10
    assert viewer_with_second_factor.viewer.data("/profile")["two_factor"] is True


def test_login_without_a_code_reports_the_required_second_factor(anonymous_browser: Visitor) -> None:
    required_error = (400, "Enter the code from your authenticator app", "second_factor_required")
    assert error_details(anonymous_browser.post("/v2/auth/login", **CREDENTIALS)) == required_error
    invalid_error = (400, "This code is incorrect. Please try again.", "second_factor_wrong")
    assert (
        error_details(anonymous_browser.post("/v2/auth/login", **CREDENTIALS, code="000000")) == invalid_error
    )


def test_a_wrong_password_is_rejected_before_the_code(anonymous_browser: Visitor) -> None:
    status, message, error = error_details(
        anonymous_browser.post("/v2/auth/login", login=CREDENTIALS["login"], password="no")
    )
    assert (status, message, error) == (400, "Invalid email or password. Please try again.", None)


def test_a_code_works_once(
    viewer_with_second_factor: SecondFactorViewer,
    visit: Callable[[ChannelDetails], Visitor],
    channel: ChannelDetails,
) -> None:
    code = viewer_with_second_factor.next_code()
    assert visit(channel).log_in(code=code).data("/profile")["email"] == NEW_VIEWER["email"]
    again = visit(channel).post("/v2/auth/login", **CREDENTIALS, code=code)
    assert error_details(again)[2] == "second_factor_wrong"


def test_a_recovery_code_works_once(
    viewer_with_second_factor: SecondFactorViewer,
    visit: Callable[[ChannelDetails], Visitor],
    channel: ChannelDetails,
) -> None:
    code = viewer_with_second_factor.recovery_codes[3]
    visit(channel).log_in(code=code.upper())
    response = visit(channel).post("/v2/auth/login", **CREDENTIALS, code=code)
    assert error_details(response)[2] == "second_factor_wrong"
    visit(channel).log_in(code=viewer_with_second_factor.recovery_codes[4])


def test_of_two_concurrent_logins_with_one_code_one_succeeds(
    viewer_with_second_factor: SecondFactorViewer,
    visit: Callable[[ChannelDetails], Visitor],
    channel: ChannelDetails,
    application: Application,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hasher, code, barrier = (
        application.container.channel.password_hasher(),
        viewer_with_second_factor.next_code(),
        threading.Barrier(2),
    )
    verify = hasher.verify

    def verify_together(*arguments: Any) -> bool:
        barrier.wait(timeout=20)
        return bool(verify(*arguments))

    monkeypatch.setattr(hasher, "verify", verify_together)
    browsers = [visit(channel), visit(channel)]
    with ThreadPoolExecutor(2) as pool:
        responses = pool.map(
            lambda browser: browser.post("/v2/auth/login", **CREDENTIALS, code=code), browsers
        )
        assert sorted(response.status_code for response in responses) == [200, 400]


def test_wrong_codes_are_delayed_after_ten(
    anonymous_browser: Visitor, viewer_with_second_factor: SecondFactorViewer
) -> None:
    for _ in range(10):
        assert anonymous_browser.post("/v2/auth/login", **CREDENTIALS, code="000000").status_code == 400
    rate_limited = anonymous_browser.post(
        "/v2/auth/login", **CREDENTIALS, code=viewer_with_second_factor.next_code()
    )
    assert rate_limited.status_code == 429
    assert 0 < int(rate_limited.headers["Retry-After"]) <= 60


def test_removal_requires_the_password_and_disables_the_code(
    anonymous_browser: Visitor, viewer_with_second_factor: SecondFactorViewer
) -> None:
    refused = viewer_with_second_factor.viewer.post("/auth/second-factor/remove", current_password="wrong")
    assert error_details(refused)[:2] == (400, "Incorrect password")
    removal_response = viewer_with_second_factor.viewer.post(
        "/auth/second-factor/remove", current_password=PASSWORD
    )
    assert (removal_response.status_code, removal_response.data) == (204, b"")
    assert anonymous_browser.log_in().data("/profile")["two_factor"] is False


def test_setup_requires_the_password_and_a_disabled_factor(
    viewer_with_second_factor: SecondFactorViewer,
) -> None:
    without_password = viewer_with_second_factor.viewer.post("/auth/second-factor")
    assert error_details(without_password)[:2] == (400, "Incorrect password")
    already_enabled = viewer_with_second_factor.viewer.post("/auth/second-factor", current_password=PASSWORD)
    assert error_details(already_enabled)[:2] == (400, "Your authenticator app is already on")


def test_an_operator_can_reset_the_second_factor(anonymous_browser: Visitor) -> None:
    result = CliRunner().invoke(
        accounts, ["remove-second-factor", NEW_VIEWER["email"], "--channel", "prairie", "--json"]
    )
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout) == {"email": NEW_VIEWER["email"], "was_on": True}
    assert anonymous_browser.log_in().data("/profile")["two_factor"] is False


def test_a_changed_deployment_secret_invalidates_codes(
    anonymous_browser: Visitor, viewer_with_second_factor: SecondFactorViewer, transaction: Callable[..., Any]
) -> None:
    with transaction(anonymous_browser.channel.id) as session:
        session.execute(text("UPDATE account SET factor_secret = 'sealed by another'"))
    response = anonymous_browser.post(
        "/v2/auth/login", **CREDENTIALS, code=viewer_with_second_factor.next_code()
    )
    assert error_details(response)[2] == "second_factor_wrong"


@pytest.mark.parametrize("path", ["", "/confirm", "/remove"])
def test_a_visitor_has_no_second_factor(visitor: Visitor, path: str) -> None:
    assert visitor.post(f"/auth/second-factor{path}", code="1").status_code == 401


def test_secret_and_codes_are_not_stored_in_plain_text(
    viewer_with_second_factor: SecondFactorViewer, transaction: Callable[..., Any]
) -> None:
    with transaction(viewer_with_second_factor.viewer.channel.id) as session:
        tables = ("account", "recovery_code")
        stored_text = repr([session.execute(text(f"SELECT * FROM {table}")).all() for table in tables])  # noqa: S608
    assert viewer_with_second_factor.totp.secret not in stored_text
    for code in viewer_with_second_factor.recovery_codes:
        assert code not in stored_text
        assert code.replace("-", "") not in stored_text
