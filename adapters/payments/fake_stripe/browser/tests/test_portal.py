"""The customer portal: what it shows, what its buttons do, and that it is one customer's."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient

from adapters.payments.fake_stripe.browser.tests.conftest import Shop
from adapters.payments.fake_stripe.browser.tests.policies import rules


def text(browser: FlaskClient, path: str) -> str:
    """What is read on a page, in one line."""
    html = browser.get(path).get_data(as_text=True).partition("<body")[2]
    return re.sub(r"\s+", " ", re.sub(r"<script.*?</script>|<[^>]*>", " ", f"<{html}"))


def test_it_shows_cards_subscriptions_and_invoices(browser: FlaskClient, shop: Shop) -> None:
    shop.subscription(shop.card())
    page = text(browser, shop.portal())
    for words in (
        "visa •••• 4242",
        "Expires 12/2034",
        "All Access 99.99 USD a year Renews on November 22, 2027",
        "November 22, 2026",
        "Paid 99.99 USD",
    ):
        assert words in page


def test_it_speaks_the_language_of_its_session(browser: FlaskClient, shop: Shop) -> None:
    shop.subscription(shop.card(), trial_period_days=7)
    page = text(browser, shop.portal(locale="fr"))
    assert "All Access 99,99 USD par an Essai gratuit jusqu’au 29 novembre 2026" in page
    assert "Retour" in page


def test_who_has_nothing_is_told_so(browser: FlaskClient, shop: Shop) -> None:
    page = text(browser, shop.portal())
    for words in ("No card is saved.", "There is no subscription.", "There is no invoice yet."):
        assert words in page


def test_the_default_card_also_pays_what_is_renewed(browser: FlaskClient, shop: Shop) -> None:
    old, new = shop.card(), shop.card("pm_card_mastercard")
    subscription = shop.subscription(old)
    path = shop.portal()
    assert browser.post(f"{path}/cards/{new}/default").status_code == 303
    customer = shop.world.call("GET", f"customers/{shop.customer}")
    assert customer["invoice_settings"]["default_payment_method"] == new
    assert shop.world.call("GET", f"subscriptions/{subscription}")["default_payment_method"] == new
    assert re.search(r"mastercard •••• 4444 Default .* visa •••• 4242", text(browser, path))


def test_a_card_is_taken_away(browser: FlaskClient, shop: Shop) -> None:
    card, path = shop.card(), shop.portal()
    browser.post(f"{path}/cards/{card}/remove")
    assert "4242" not in text(browser, path)
    assert shop.world.call("GET", f"payment_methods/{card}")["customer"] is None


def test_a_subscription_ends_with_its_period_or_goes_on_after_all(browser: FlaskClient, shop: Shop) -> None:
    subscription, path = shop.subscription(shop.card()), shop.portal()
    for act, stops, words in (("cancel", True, "Ends on"), ("renew", False, "Renews on")):
        assert browser.post(f"{path}/subscriptions/{subscription}/{act}").status_code == 303
        assert shop.world.call("GET", f"subscriptions/{subscription}")["cancel_at_period_end"] is stops
        assert f"{words} November 22, 2027" in text(browser, path)


def test_a_subscription_that_is_over_has_no_button(browser: FlaskClient, shop: Shop) -> None:
    subscription = shop.subscription(shop.card())
    shop.world.call("DELETE", f"subscriptions/{subscription}")
    html = browser.get(shop.portal()).get_data(as_text=True)
    assert "Ended November 22, 2026" in re.sub(r"\s+", " ", html)
    assert f"/subscriptions/{subscription}/" not in html


def test_a_card_is_saved_by_the_fields_of_the_page(browser: FlaskClient, shop: Shop) -> None:
    given = browser.post(f"{shop.portal()}/cards").json
    assert given is not None
    intent = shop.world.call("GET", f"setup_intents/{given['client_secret'].partition('_secret_')[0]}")
    assert (intent["customer"], intent["usage"]) == (shop.customer, "off_session")


@pytest.mark.parametrize("kind", ["cards/{}/default", "cards/{}/remove", "subscriptions/{}/cancel"])
def test_nobody_touches_what_is_anothers(browser: FlaskClient, shop: Shop, kind: str) -> None:
    card = shop.card()
    theirs = shop.subscription(card) if kind.startswith("subscriptions") else card
    stranger = Shop(shop.world)
    assert browser.post(f"{stranger.portal()}/{kind.format(theirs)}").status_code == 404
    assert shop.world.call("GET", f"payment_methods/{card}")["customer"] == shop.customer


@pytest.mark.parametrize("path", ["", "/cards", "/cards/pm_1/remove", "/subscriptions/sub_1/cancel"])
def test_an_address_that_is_no_session_opens_nothing(browser: FlaskClient, path: str) -> None:
    answer = browser.open(f"/portal/guessed{path}", method="POST" if path else "GET")
    assert (answer.status_code, "no longer open" in answer.get_data(as_text=True)) == (404, True)


def test_nobody_may_frame_it_and_its_forms_stay_here(browser: FlaskClient, shop: Shop) -> None:
    answer = browser.get(shop.portal())
    assert (rules(answer)["frame-ancestors"], rules(answer)["form-action"]) == ("'none'", "'self'")
    assert rules(answer)["script-src"].startswith("'nonce-")
    html = answer.get_data(as_text=True)
    assert html.count("<script") == html.count("<script nonce=") + html.count('<script type="module" nonce=')
