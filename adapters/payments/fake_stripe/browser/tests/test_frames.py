"""`stripe.js` and its frames: who may frame them, and that no other script can run in them."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient

from adapters.payments.fake_stripe.browser.tests.policies import parse_policy

FRAMES = [
    "/v3/field?type=cardNumber",
    "/v3/field?type=cardExpiry",
    "/v3/field?type=cardCvc",
    "/v3/controller",
]


def test_any_page_may_load_the_script(browser: FlaskClient) -> None:
    response = browser.get("/v3/stripe.js")
    assert response.content_type == "text/javascript; charset=utf-8"
    assert response.headers["Access-Control-Allow-Origin"] == "*"
    assert response.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
    assert browser.get("/v3/").get_data() == response.get_data()


def test_the_script_defines_no_global_names(browser: FlaskClient) -> None:
    script = browser.get("/v3/stripe.js").get_data(as_text=True)
    assert script.startswith(";(() => {") and script.endswith("})()\n")
    for part in ("class Frame ", "class Elements ", "window.Stripe ??= "):
        assert part in script


@pytest.mark.parametrize("path", FRAMES)
def test_a_frame_may_be_embedded_by_local_pages_only(browser: FlaskClient, path: str) -> None:
    response = browser.get(path)
    assert parse_policy(response)["frame-ancestors"] == (
        "'self' http://localhost:* http://*.localhost:* http://127.0.0.1:*"
    )
    assert response.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize("path", FRAMES)
def test_only_scripts_with_the_nonce_run_in_a_frame(browser: FlaskClient, path: str) -> None:
    first, second = browser.get(path), browser.get(path)
    html = first.get_data(as_text=True)
    nonce = parse_policy(first)["script-src"].removeprefix("'nonce-").removesuffix("'")
    assert re.findall(r"<(?:script|style)\b[^>]*>", html)
    assert all(f'nonce="{nonce}"' in tag for tag in re.findall(r"<(?:script|style)\b[^>]*>", html))
    assert not re.search(r"\son[a-z]+=", html)
    assert parse_policy(first)["script-src"] != parse_policy(second)["script-src"]
    assert (parse_policy(first)["default-src"], parse_policy(first)["base-uri"]) == ("'none'", "'none'")


@pytest.mark.parametrize(
    ("kind", "name"), [("cardNumber", "cc-number"), ("cardExpiry", "cc-exp"), ("cardCvc", "cc-csc")]
)
def test_a_browser_may_autofill_card_fields(browser: FlaskClient, kind: str, name: str) -> None:
    assert f'autocomplete="{name}"' in browser.get(f"/v3/field?type={kind}").get_data(as_text=True)


def test_a_field_uses_the_clock_of_the_fake(browser: FlaskClient) -> None:
    assert 'data-today="2026-11"' in browser.get("/v3/field?type=cardExpiry").get_data(as_text=True)
    browser.post("/_control/advance", json={"days": 40})
    assert 'data-today="2027-01"' in browser.get("/v3/field?type=cardExpiry").get_data(as_text=True)


@pytest.mark.parametrize(
    "path", ["/v3/field", "/v3/field?type=iban", "/v3/parts/gone.js", "/v3/parts/..%2Fpages.js"]
)
def test_unknown_fields_and_modules_return_404(browser: FlaskClient, path: str) -> None:
    assert browser.get(path).status_code == 404


@pytest.mark.parametrize("name", ["field", "controller", "cards", "secure", "portal", "control"])
def test_the_modules_of_the_frames_are_scripts(browser: FlaskClient, name: str) -> None:
    response = browser.get(f"/v3/parts/{name}.js")
    assert (response.status_code, response.mimetype) == (200, "text/javascript")
    assert response.headers["X-Content-Type-Options"] == "nosniff"
