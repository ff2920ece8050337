"""The customer portal: what it shows, what its buttons do, and that it is limited to one customer."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient

from adapters.payments.fake_stripe.browser.tests.conftest import Merchant
from adapters.payments.fake_stripe.browser.tests.policies import parse_policy


def get_text(browser: FlaskClient, path: str) -> str:
    """Return the visible text of a page in one line."""
    html = browser.get(path).get_data(as_text=True).partition("<body")[2]
    return re.sub(r"\s+", " ", re.sub(r"<script.*?</script>|<[^>]*>", " ", f"<{html}"))


def test_it_shows_cards_subscriptions_and_invoices(browser: FlaskClient, merchant: Merchant) -> None:
    merchant.create_subscription(merchant.attach_card())
    page = get_text(browser, merchant.open_portal())
    for expected in (
        "visa •••• 4242",
        "Expires 12/2034",
        "All Access 99.99 USD a year Renews on November 22, 2027",
        "November 22, 2026",
        "Paid 99.99 USD",
    ):
        assert expected in page


def test_the_portal_uses_the_language_of_its_session(browser: FlaskClient, merchant: Merchant) -> None:
    merchant.create_subscription(merchant.attach_card(), trial_period_days=7)
    page = get_text(browser, merchant.open_portal(locale="fr"))
    assert "All Access 99,99 USD par an Essai gratuit jusqu’au 29 novembre 2026" in page
    assert "Retour" in page


def test_an_empty_portal_shows_an_empty_message(browser: FlaskClient, merchant: Merchant) -> None:
    page = get_text(browser, merchant.open_portal())
    for expected in ("You have no saved cards.", "You have no subscriptions.", "You have no invoices yet."):
        assert expected in page


def test_the_default_card_also_pays_renewals(browser: FlaskClient, merchant: Merchant) -> None:
    old, new = merchant.attach_card(), merchant.attach_card("pm_card_mastercard")
    subscription = merchant.create_subscription(old)
    path = merchant.open_portal()
    assert browser.post(f"{path}/cards/{new}/default").status_code == 303
    customer = merchant.simulator.call("GET", f"customers/{merchant.customer}")
    assert customer["invoice_settings"]["default_payment_method"] == new
    assert merchant.simulator.call("GET", f"subscriptions/{subscription}")["default_payment_method"] == new
    assert re.search(r"mastercard •••• 4444 Default .* visa •••• 4242", get_text(browser, path))


def test_a_card_is_removed(browser: FlaskClient, merchant: Merchant) -> None:
    card, path = merchant.attach_card(), merchant.open_portal()
    browser.post(f"{path}/cards/{card}/remove")
    assert "4242" not in get_text(browser, path)
    assert merchant.simulator.call("GET", f"payment_methods/{card}")["customer"] is None


def test_a_subscription_can_be_canceled_at_period_end_and_renewed(
    browser: FlaskClient, merchant: Merchant
) -> None:
    subscription, path = merchant.create_subscription(merchant.attach_card()), merchant.open_portal()
    for act, cancel_at_period_end, expected in (("cancel", True, "Ends on"), ("renew", False, "Renews on")):
        assert browser.post(f"{path}/subscriptions/{subscription}/{act}").status_code == 303
        assert (
            merchant.simulator.call("GET", f"subscriptions/{subscription}")["cancel_at_period_end"]
            is cancel_at_period_end
        )
        assert f"{expected} November 22, 2027" in get_text(browser, path)


def test_a_subscription_that_is_over_has_no_button(browser: FlaskClient, merchant: Merchant) -> None:
    subscription = merchant.create_subscription(merchant.attach_card())
    merchant.simulator.call("DELETE", f"subscriptions/{subscription}")
    html = browser.get(merchant.open_portal()).get_data(as_text=True)
    assert "Ended November 22, 2026" in re.sub(r"\s+", " ", html)
    assert f"/subscriptions/{subscription}/" not in html


def test_a_card_is_saved_by_the_fields_of_the_page(browser: FlaskClient, merchant: Merchant) -> None:
    response = browser.post(f"{merchant.open_portal()}/cards").json
    assert response is not None
    intent = merchant.simulator.call(
        "GET", f"setup_intents/{response['client_secret'].partition('_secret_')[0]}"
    )
    assert (intent["customer"], intent["usage"]) == (merchant.customer, "off_session")


@pytest.mark.parametrize("kind", ["cards/{}/default", "cards/{}/remove", "subscriptions/{}/cancel"])
def test_objects_of_another_customer_cannot_be_changed(
    browser: FlaskClient, merchant: Merchant, kind: str
) -> None:
    card = merchant.attach_card()
    object_id = merchant.create_subscription(card) if kind.startswith("subscriptions") else card
    stranger = Merchant(merchant.simulator)
    assert browser.post(f"{stranger.open_portal()}/{kind.format(object_id)}").status_code == 404
    assert merchant.simulator.call("GET", f"payment_methods/{card}")["customer"] == merchant.customer


@pytest.mark.parametrize("path", ["", "/cards", "/cards/pm_1/remove", "/subscriptions/sub_1/cancel"])
def test_a_guessed_session_url_returns_404(browser: FlaskClient, path: str) -> None:
    response = browser.open(f"/portal/guessed{path}", method="POST" if path else "GET")
    assert (response.status_code, "has expired" in response.get_data(as_text=True)) == (404, True)


def test_the_portal_cannot_be_framed_and_its_forms_post_to_itself(
    browser: FlaskClient, merchant: Merchant
) -> None:
    response = browser.get(merchant.open_portal())
    assert (parse_policy(response)["frame-ancestors"], parse_policy(response)["form-action"]) == (
        "'none'",
        "'self'",
    )
    assert parse_policy(response)["script-src"].startswith("'nonce-")
    html = response.get_data(as_text=True)
    assert html.count("<script") == html.count("<script nonce=") + html.count('<script type="module" nonce=')
