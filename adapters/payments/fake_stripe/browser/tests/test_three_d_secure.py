"""The 3-D Secure challenge: what it shows, and the effect of its result."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from flask.testing import FlaskClient

from adapters.payments.fake_stripe.browser.tests.conftest import Merchant
from adapters.payments.fake_stripe.browser.tests.policies import parse_policy


def get_path(intent: dict[str, Any], **more: str) -> str:
    """Return the path of the challenge for an intent."""
    return f"/3d-secure/{intent['id']}?client_secret={intent['client_secret']}" + "".join(
        f"&{name}={value}" for name, value in more.items()
    )


def test_the_challenge_names_the_merchant_and_the_amount(browser: FlaskClient, merchant: Merchant) -> None:
    page = browser.get(get_path(merchant.create_pending_payment())).get_data(as_text=True)
    for text in ("3D Secure 2 Test Page", "13.25\N{NO-BREAK SPACE}CAD", "Complete authentication"):
        assert text in page
    assert "Westfield @ &lt;b&gt;Riverside&lt;/b&gt;" in page
    assert 'role="dialog"' in page and 'aria-modal="true"' in page


def test_the_challenge_is_in_french_too(browser: FlaskClient, merchant: Merchant) -> None:
    page = browser.get(get_path(merchant.create_pending_payment(), locale="fr")).get_data(as_text=True)
    for text in ('<html lang="fr">', "13,25\N{NO-BREAK SPACE}CAD", "Échouer à l’authentification"):
        assert text in page


@pytest.mark.parametrize(
    ("outcome", "status"), [("complete", "succeeded"), ("fail", "requires_payment_method")]
)
def test_the_result_of_the_challenge_determines_the_payment_status(
    browser: FlaskClient, merchant: Merchant, outcome: str, status: str
) -> None:
    intent = merchant.create_pending_payment()
    response = browser.post(get_path(intent, framed="1", id="stripe-7"), data={"outcome": outcome})
    assert response.status_code == 200
    page = response.get_data(as_text=True)
    assert 'data-frame="stripe-7"' in page and 'data-done="done"' in page
    assert merchant.simulator.call("GET", f"payment_intents/{intent['id']}")["status"] == status


def test_it_also_challenges_a_card_setup(browser: FlaskClient, merchant: Merchant) -> None:
    params = {
        "customer": merchant.customer,
        "payment_method": "pm_card_authenticationRequired",
        "confirm": True,
    }
    params["return_url"] = "http://prairie.localhost:8080/profile"
    intent = merchant.simulator.call("POST", "setup_intents", params)
    assert "do you want to save this card?" in browser.get(get_path(intent)).get_data(as_text=True)
    browser.post(get_path(intent), data={"outcome": "complete"})
    assert merchant.simulator.call("GET", f"setup_intents/{intent['id']}")["status"] == "succeeded"


def test_a_second_result_is_ignored(browser: FlaskClient, merchant: Merchant) -> None:
    intent = merchant.create_pending_payment()
    for outcome in ("complete", "fail"):
        assert browser.post(get_path(intent), data={"outcome": outcome}).status_code == 200
    assert merchant.simulator.call("GET", f"payment_intents/{intent['id']}")["status"] == "succeeded"
    assert 'data-done="done"' in browser.get(get_path(intent)).get_data(as_text=True)


def test_a_challenge_without_a_frame_redirects_with_the_outcome(
    browser: FlaskClient, merchant: Merchant
) -> None:
    return_url = "http://prairie.localhost:8080/buy?event_id=1"
    intent = merchant.create_pending_payment(
        return_url=return_url, automatic_payment_methods={"enabled": True}
    )
    path = intent["next_action"]["redirect_to_url"]["url"].removeprefix(merchant.simulator.address)
    page = browser.post(path, data={"outcome": "complete"}).get_data(as_text=True)
    back_url = page.partition('data-back="')[2].partition('"')[0].replace("&amp;", "&")
    query = parse_qs(urlsplit(back_url).query)
    assert back_url.startswith(return_url)
    assert (query["payment_intent"], query["redirect_status"]) == ([intent["id"]], ["succeeded"])


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_the_challenge_requires_the_client_secret(
    browser: FlaskClient, merchant: Merchant, method: str
) -> None:
    intent = merchant.create_pending_payment()
    for secret in ("", f"{intent['id']}_secret_guessed"):
        path = f"/3d-secure/{intent['id']}?client_secret={secret}"
        response = browser.open(path, method=method, data={"outcome": "complete"})
        assert response.status_code in (400, 401, 404)
        assert intent["client_secret"] not in response.get_data(as_text=True)
    assert merchant.simulator.call("GET", f"payment_intents/{intent['id']}")["status"] == "requires_action"


def test_it_may_be_embedded_by_local_pages_only(browser: FlaskClient, merchant: Merchant) -> None:
    response = browser.get(get_path(merchant.create_pending_payment()))
    assert "http://*.localhost:*" in parse_policy(response)["frame-ancestors"]
    assert "https:" not in parse_policy(response)["frame-ancestors"]
    assert response.headers["Cache-Control"] == "no-store"
