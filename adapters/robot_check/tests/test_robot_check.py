"""Robot checks by each adapter, with reCAPTCHA's protocol over real HTTP."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from contextlib import closing
from threading import Thread
from typing import Any

import pytest
from werkzeug.serving import WSGIRequestHandler, make_server
from werkzeug.wrappers import Request, Response

from adapters.robot_check.fake import FakeRobotCheck
from adapters.robot_check.none import NoRobotCheck
from adapters.robot_check.recaptcha import RecaptchaRobotCheck
from touchline.channel.ports.accounts.robot_check import RobotCheckUnavailableError

IP = "192.0.2.1"


class FakeSiteVerify:
    """Responds as `siteverify` does, and records the requests."""

    def __init__(self) -> None:
        self.requests: list[dict[str, str]] = []
        self.response: dict[str, Any] | str | None = None

    def __call__(self, environ: Any, start: Any) -> Any:
        request = Request(environ)
        self.requests.append(request.form.to_dict())
        if self.response is not None:
            body = self.response
        else:
            body = {"success": request.form["response"] == "pass", "error-codes": []}
        response = Response(body) if isinstance(body, str) else Response(json.dumps(body))
        return response(environ, start)


class QuietRequestHandler(WSGIRequestHandler):
    """Handles requests without logging them."""

    def log(self, *_: Any) -> None:
        """Log nothing."""


@pytest.fixture
def service() -> FakeSiteVerify:
    return FakeSiteVerify()


@pytest.fixture
def recaptcha(service: FakeSiteVerify) -> Iterator[RecaptchaRobotCheck]:
    """Yield the reCAPTCHA client, with its service on a loopback port."""
    server = make_server("127.0.0.1", 0, service, request_handler=QuietRequestHandler)
    thread = Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    yield RecaptchaRobotCheck("site-key", "secret", f"http://127.0.0.1:{server.server_port}/siteverify")
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture(params=["fake", "recaptcha"])
def check(request: pytest.FixtureRequest) -> Any:
    """Return each adapter that sends tokens to a service."""
    return FakeRobotCheck() if request.param == "fake" else request.getfixturevalue("recaptcha")


def test_a_valid_token_passes(check: RecaptchaRobotCheck) -> None:
    assert check.is_human("pass", IP)


def test_an_invalid_token_fails(check: RecaptchaRobotCheck) -> None:
    assert not check.is_human("fail", IP)
    assert not check.is_human("&secret=pass&response=pass", IP)


def test_provider_and_site_key_are_exposed(recaptcha: RecaptchaRobotCheck) -> None:
    assert (recaptcha.provider, recaptcha.site_key, recaptcha.service) == (
        "recaptcha",
        "site-key",
        "reCAPTCHA",
    )
    assert FakeRobotCheck().provider == "fake"


def test_every_token_passes_without_a_robot_check() -> None:
    check = NoRobotCheck()
    assert (check.provider, check.site_key, check.is_human("", IP)) == (None, None, True)


def test_secret_token_and_address_are_sent(recaptcha: RecaptchaRobotCheck, service: FakeSiteVerify) -> None:
    recaptcha.is_human("pass", IP)
    assert service.requests == [{"secret": "secret", "response": "pass", "remoteip": IP}]


@pytest.mark.parametrize("body", ["<html>", "[]", {"success": "true"}, {"success": 1}, {}])
def test_only_an_explicit_success_passes(
    body: Any, recaptcha: RecaptchaRobotCheck, service: FakeSiteVerify
) -> None:
    service.response = body
    if body == "<html>":
        with pytest.raises(RobotCheckUnavailableError):
            recaptcha.is_human("pass", IP)
    else:
        assert not recaptcha.is_human("pass", IP)


def test_an_invalid_secret_is_a_configuration_error(
    recaptcha: RecaptchaRobotCheck, service: FakeSiteVerify, caplog: pytest.LogCaptureFixture
) -> None:
    service.response = {"success": False, "error-codes": ["invalid-input-secret"]}
    with pytest.raises(RobotCheckUnavailableError):
        recaptcha.is_human("pass", IP)
    assert caplog.messages == ["reCAPTCHA rejects TOUCHLINE_RECAPTCHA_SECRET: invalid-input-secret"]


def test_an_unreachable_or_slow_service_is_unavailable() -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as silent_server:
        address = f"http://127.0.0.1:{silent_server.getsockname()[1]}/"
        slow_client = RecaptchaRobotCheck("site-key", "secret", address, timeouts=(0.2, 0.2))
        with pytest.raises(RobotCheckUnavailableError):
            slow_client.is_human("pass", IP)
    with pytest.raises(RobotCheckUnavailableError):
        slow_client.is_human("pass", IP)
