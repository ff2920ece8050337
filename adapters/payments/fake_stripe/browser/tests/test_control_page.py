"""The control page."""

from __future__ import annotations

import json
import re

from flask.testing import FlaskClient

from adapters.payments.fake_stripe.browser.control_page import CARDS
from adapters.payments.fake_stripe.browser.tests.policies import parse_policy
from adapters.payments.fake_stripe.cards import find_by_number


def list_buttons(html: str) -> list[tuple[str, dict[str, object]]]:
    """List the URL and the payload that each button sends."""
    matches = re.findall(r"""data-path="([^"]*)" data-body=(?:'([^']*)'|"([^"]*)")""", html)
    return [
        (path, json.loads(single_quoted or double_quoted)) for path, single_quoted, double_quoted in matches
    ]


def test_all_listed_cards_are_known_to_the_fake(browser: FlaskClient) -> None:
    page = browser.get("/_control").get_data(as_text=True)
    for number, _ in CARDS:
        assert number in page
        assert find_by_number(number).last4 == number[-4:]


def test_every_button_calls_a_supported_endpoint(browser: FlaskClient) -> None:
    buttons = list_buttons(browser.get("/_control").get_data(as_text=True))
    assert {path for path, _ in buttons} == {"advance", "webhooks", "webhooks/deliver", "fail", "reset"}
    for path, body in buttons:
        assert browser.post(f"/_control/{path}", json=body).status_code == 200, (path, body)


def test_it_shows_how_webhooks_are_sent_now(browser: FlaskClient) -> None:
    browser.post("/_control/webhooks", json={"mode": "never"})
    page = browser.get("/_control").get_data(as_text=True)
    assert re.findall(r'data-mode="(\w+)" aria-pressed="true"', page) == ["never"]


def test_the_control_page_cannot_be_framed(browser: FlaskClient) -> None:
    assert parse_policy(browser.get("/_control"))["frame-ancestors"] == "'none'"
