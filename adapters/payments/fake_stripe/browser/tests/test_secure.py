"""The bank's question: what it shows, and what comes of the answer."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from flask.testing import FlaskClient

from adapters.payments.fake_stripe.browser.tests.conftest import Shop
from adapters.payments.fake_stripe.browser.tests.policies import rules


def path_of(intent: dict[str, Any], **more: str) -> str:
    """The address of the question about an intent."""
    return f"/3d-secure/{intent['id']}?client_secret={intent['client_secret']}" + "".join(
        f"&{name}={value}" for name, value in more.items()
    )


def test_it_says_who_wants_how_much(browser: FlaskClient, shop: Shop) -> None:
    page = browser.get(path_of(shop.asks())).get_data(as_text=True)
    for words in ("3D Secure 2 Test Page", "13.25\N{NO-BREAK SPACE}CAD", "Complete authentication"):
        assert words in page
    assert "Westfield @ &lt;b&gt;Riverside&lt;/b&gt;" in page
    assert 'role="dialog"' in page and 'aria-modal="true"' in page


def test_it_asks_in_french_too(browser: FlaskClient, shop: Shop) -> None:
    page = browser.get(path_of(shop.asks(), locale="fr")).get_data(as_text=True)
    for words in ('<html lang="fr">', "13,25\N{NO-BREAK SPACE}CAD", "Échouer à l’authentification"):
        assert words in page


@pytest.mark.parametrize(
    ("outcome", "status"), [("complete", "succeeded"), ("fail", "requires_payment_method")]
)
def test_the_answer_decides_the_payment(browser: FlaskClient, shop: Shop, outcome: str, status: str) -> None:
    intent = shop.asks()
    answer = browser.post(path_of(intent, framed="1", id="stripe-7"), data={"outcome": outcome})
    assert answer.status_code == 200
    page = answer.get_data(as_text=True)
    assert 'data-frame="stripe-7"' in page and 'data-done="done"' in page
    assert shop.world.call("GET", f"payment_intents/{intent['id']}")["status"] == status


def test_it_also_asks_about_a_card_that_is_saved(browser: FlaskClient, shop: Shop) -> None:
    asked = {"customer": shop.customer, "payment_method": "pm_card_authenticationRequired", "confirm": True}
    asked["return_url"] = "http://prairie.localhost:8080/profile"
    intent = shop.world.call("POST", "setup_intents", asked)
    assert "are you saving this card?" in browser.get(path_of(intent)).get_data(as_text=True)
    browser.post(path_of(intent), data={"outcome": "complete"})
    assert shop.world.call("GET", f"setup_intents/{intent['id']}")["status"] == "succeeded"


def test_a_second_answer_changes_nothing(browser: FlaskClient, shop: Shop) -> None:
    intent = shop.asks()
    for outcome in ("complete", "fail"):
        assert browser.post(path_of(intent), data={"outcome": outcome}).status_code == 200
    assert shop.world.call("GET", f"payment_intents/{intent['id']}")["status"] == "succeeded"
    assert 'data-done="done"' in browser.get(path_of(intent)).get_data(as_text=True)


def test_who_came_without_a_frame_goes_back_with_the_outcome(browser: FlaskClient, shop: Shop) -> None:
    back = "http://prairie.localhost:8080/buy?event_id=1"
    intent = shop.asks(return_url=back, automatic_payment_methods={"enabled": True})
    address = intent["next_action"]["redirect_to_url"]["url"].removeprefix(shop.world.address)
    page = browser.post(address, data={"outcome": "complete"}).get_data(as_text=True)
    told = page.partition('data-back="')[2].partition('"')[0].replace("&amp;", "&")
    query = parse_qs(urlsplit(told).query)
    assert told.startswith(back)
    assert (query["payment_intent"], query["redirect_status"]) == ([intent["id"]], ["succeeded"])


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_nobody_answers_without_the_client_secret(browser: FlaskClient, shop: Shop, method: str) -> None:
    intent = shop.asks()
    for secret in ("", f"{intent['id']}_secret_guessed"):
        path = f"/3d-secure/{intent['id']}?client_secret={secret}"
        answer = browser.open(path, method=method, data={"outcome": "complete"})
        assert answer.status_code in (400, 401, 404)
        assert intent["client_secret"] not in answer.get_data(as_text=True)
    assert shop.world.call("GET", f"payment_intents/{intent['id']}")["status"] == "requires_action"


def test_it_may_stand_in_the_pages_of_this_machine_alone(browser: FlaskClient, shop: Shop) -> None:
    answer = browser.get(path_of(shop.asks()))
    assert "http://*.localhost:*" in rules(answer)["frame-ancestors"]
    assert "https:" not in rules(answer)["frame-ancestors"]
    assert answer.headers["Cache-Control"] == "no-store"
