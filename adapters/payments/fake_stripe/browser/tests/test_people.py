"""The page of controls."""

from __future__ import annotations

import json
import re

from flask.testing import FlaskClient

from adapters.payments.fake_stripe.browser.people import CARDS
from adapters.payments.fake_stripe.browser.tests.policies import rules
from adapters.payments.fake_stripe.cards import numbered


def buttons(html: str) -> list[tuple[str, dict[str, object]]]:
    """What each button would call, and with what."""
    found = re.findall(r"""data-path="([^"]*)" data-body=(?:'([^']*)'|"([^"]*)")""", html)
    return [(path, json.loads(one or other)) for path, one, other in found]


def test_all_its_cards_are_known_to_the_stand_in(browser: FlaskClient) -> None:
    page = browser.get("/_control").get_data(as_text=True)
    for number, _ in CARDS:
        assert number in page
        assert numbered(number).last4 == number[-4:]


def test_every_button_is_understood(browser: FlaskClient) -> None:
    found = buttons(browser.get("/_control").get_data(as_text=True))
    assert {path for path, _ in found} == {"advance", "webhooks", "webhooks/deliver", "fail", "reset"}
    for path, body in found:
        assert browser.post(f"/_control/{path}", json=body).status_code == 200, (path, body)


def test_it_shows_how_webhooks_are_sent_now(browser: FlaskClient) -> None:
    browser.post("/_control/webhooks", json={"mode": "never"})
    page = browser.get("/_control").get_data(as_text=True)
    assert re.findall(r'data-mode="(\w+)" aria-pressed="true"', page) == ["never"]


def test_nobody_may_frame_it(browser: FlaskClient) -> None:
    assert rules(browser.get("/_control"))["frame-ancestors"] == "'none'"
