"""`TOUCHLINE_ROBOT_CHECK=fake`: reCAPTCHA's client with an in-process service."""

import io
import json
from typing import Any
from urllib.parse import parse_qs

import requests
from requests.adapters import BaseAdapter

from adapters.robot_check.recaptcha import RecaptchaRobotCheck

ADDRESS = "http://robot-check.invalid/recaptcha/api/siteverify"
SECRET = "the fake's own"  # noqa: S105


class FakeRobotCheck(RecaptchaRobotCheck):
    """Robot check that accepts only the token `pass`."""

    def __init__(self) -> None:
        super().__init__("fake-site-key", SECRET, ADDRESS, provider="fake")

    def _session(self) -> requests.Session:
        session = requests.Session()
        session.mount("http://robot-check.invalid/", _FakeServiceAdapter())
        return session


class _FakeServiceAdapter(BaseAdapter):
    """Transport adapter that implements the `siteverify` protocol without a network."""

    def send(self, request: requests.PreparedRequest, *_: Any, **__: Any) -> requests.Response:
        """Return the service's response to a request."""
        form = {name: values[0] for name, values in parse_qs(str(request.body)).items()}
        error_codes = [] if form.get("secret") == SECRET else ["invalid-input-secret"]
        error_codes += [] if form.get("response") == "pass" else ["invalid-input-response"]
        response = requests.Response()
        response.status_code, response.request, response.url = 200, request, str(request.url)
        response.raw = io.BytesIO(
            json.dumps({"success": not error_codes, "error-codes": error_codes}).encode()
        )
        return response

    def close(self) -> None:
        """Do nothing: there are no open connections."""
