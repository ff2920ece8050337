"""Telling people from robots, by each adapter; reCAPTCHA's protocol over real HTTP."""

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
from touchline.channel.ports.robot_check import RobotCheckUnavailable

IP = "192.0.2.1"


class Service:
    """Answers as `siteverify` does; remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[dict[str, str]] = []
        self.answer: dict[str, Any] | str | None = None

    def __call__(self, environ: Any, start: Any) -> Any:
        request = Request(environ)
        self.asked.append(request.form.to_dict())
        if self.answer is not None:
            said = self.answer
        else:
            said = {"success": request.form["response"] == "pass", "error-codes": []}
        response = Response(said) if isinstance(said, str) else Response(json.dumps(said))
        return response(environ, start)


class Quiet(WSGIRequestHandler):
    """Writes no log."""

    def log(self, *_: Any) -> None:
        """Nothing."""


@pytest.fixture
def service() -> Service:
    return Service()


@pytest.fixture
def recaptcha(service: Service) -> Iterator[RecaptchaRobotCheck]:
    """The client of reCAPTCHA, its service on a port of loopback."""
    server = make_server("127.0.0.1", 0, service, request_handler=Quiet)
    thread = Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    yield RecaptchaRobotCheck("site-key", "secret", f"http://127.0.0.1:{server.server_port}/siteverify")
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture(params=["fake", "recaptcha"])
def check(request: pytest.FixtureRequest) -> Any:
    """Each adapter that asks somebody."""
    return FakeRobotCheck() if request.param == "fake" else request.getfixturevalue("recaptcha")


def test_a_persons_token_passes(check: RecaptchaRobotCheck) -> None:
    assert check.is_person("pass", IP)


def test_a_robots_token_fails(check: RecaptchaRobotCheck) -> None:
    assert not check.is_person("fail", IP)
    assert not check.is_person("&secret=pass&response=pass", IP)


def test_the_page_is_told_which_widget_to_show(recaptcha: RecaptchaRobotCheck) -> None:
    assert (recaptcha.provider, recaptcha.site_key, recaptcha.service) == (
        "recaptcha",
        "site-key",
        "reCAPTCHA",
    )
    assert FakeRobotCheck().provider == "fake"


def test_where_nobody_is_asked_everybody_passes() -> None:
    check = NoRobotCheck()
    assert (check.provider, check.site_key, check.is_person("", IP)) == (None, None, True)


def test_secret_token_and_address_are_sent(recaptcha: RecaptchaRobotCheck, service: Service) -> None:
    recaptcha.is_person("pass", IP)
    assert service.asked == [{"secret": "secret", "response": "pass", "remoteip": IP}]


@pytest.mark.parametrize("said", ["<html>", "[]", {"success": "true"}, {"success": 1}, {}])
def test_only_a_clear_yes_passes(said: Any, recaptcha: RecaptchaRobotCheck, service: Service) -> None:
    service.answer = said
    if said == "<html>":
        with pytest.raises(RobotCheckUnavailable):
            recaptcha.is_person("pass", IP)
    else:
        assert not recaptcha.is_person("pass", IP)


def test_a_wrong_secret_is_our_fault_and_not_the_visitors(
    recaptcha: RecaptchaRobotCheck, service: Service, caplog: pytest.LogCaptureFixture
) -> None:
    service.answer = {"success": False, "error-codes": ["invalid-input-secret"]}
    with pytest.raises(RobotCheckUnavailable):
        recaptcha.is_person("pass", IP)
    assert caplog.messages == ["the robot check refuses our secret: invalid-input-secret"]


def test_a_service_that_is_down_or_slow_is_unavailable() -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as silent:
        address = f"http://127.0.0.1:{silent.getsockname()[1]}/"
        slow = RecaptchaRobotCheck("site-key", "secret", address, timeouts=(0.2, 0.2))
        with pytest.raises(RobotCheckUnavailable):
            slow.is_person("pass", IP)
    with pytest.raises(RobotCheckUnavailable):
        slow.is_person("pass", IP)
