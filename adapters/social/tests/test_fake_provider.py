"""The demo's identity provider: what it shows, and what it refuses."""

from __future__ import annotations

import logging
from urllib.parse import parse_qs, urlsplit, urlunsplit

import pytest
import requests

from adapters.social.tests.provider_server import (
    CALLBACK,
    VERIFIER,
    RunningProvider,
    choose_person,
    fetch_profile,
    get_code,
    start_login,
)


def remove_param(address: str, *names: str) -> str:
    """Return a URL without some of its parameters."""
    url_parts = urlsplit(address)
    remaining_params = [pair for pair in url_parts.query.split("&") if pair.split("=")[0] not in names]
    return urlunsplit(url_parts._replace(query="&".join(remaining_params)))


def test_the_page_is_marked_as_demo_and_lists_people(running_provider: RunningProvider) -> None:
    response = requests.get(start_login(running_provider.create_client()), timeout=5)
    page = response.text
    assert "Demo, not the real Google" in page
    assert "Choose an account" in page
    for name in ("Maya Halvorsen", "Noah Tremblay", "Inès Roy", "Someone else", "Cancel"):
        assert name in page
    assert '<html lang="en">' in page
    assert "default-src 'none'" in response.headers["Content-Security-Policy"]


def test_a_custom_person_can_be_entered(running_provider: RunningProvider) -> None:
    client = running_provider.create_client()
    form = {"first_name": "Ada", "last_name": "Byron", "email": "ada@example.org", "email_verified": "yes"}
    code = choose_person(start_login(client), person="other", **form)["code"]
    profile = fetch_profile(client, code)
    assert (profile.first_name, profile.last_name, profile.email) == (
        "Ada",
        "Byron",
        "ada@example.org",
    )
    assert profile.email_verified
    second_code = choose_person(start_login(client), person="other", **{**form, "email": "ADA@example.org"})[
        "code"
    ]
    assert fetch_profile(client, second_code).subject == profile.subject


def test_pkce_is_required(running_provider: RunningProvider) -> None:
    address = remove_param(
        start_login(running_provider.create_client()), "code_challenge", "code_challenge_method"
    )
    response = requests.get(address, timeout=5)
    assert (response.status_code, "PKCE" in response.text) == (400, True)
    assert requests.post(address, data={"person": "maya"}, timeout=5).status_code == 400


def test_a_nonce_is_required(running_provider: RunningProvider) -> None:
    assert (
        requests.get(
            remove_param(start_login(running_provider.create_client()), "nonce"), timeout=5
        ).status_code
        == 400
    )


@pytest.mark.parametrize("uri", ["javascript:alert(1)", "ftp://example.org/"])
def test_redirects_are_limited_to_http_urls(uri: str, running_provider: RunningProvider) -> None:
    address = start_login(running_provider.create_client(), redirect_uri=uri)
    response = requests.post(address, data={"person": "maya"}, allow_redirects=False, timeout=5)
    assert response.status_code == 400
    assert "Location" not in response.headers


def test_a_code_requires_the_client_secret(running_provider: RunningProvider) -> None:
    code = get_code(running_provider.create_client())
    form = {
        "grant_type": "authorization_code",
        "client_id": "touchline-demo",
        "client_secret": "guessed",
        "code": code,
        "code_verifier": VERIFIER,
        "redirect_uri": CALLBACK,
    }
    response = requests.post(f"http://127.0.0.1:{running_provider.port}/google/token", data=form, timeout=5)
    assert response.json()["error"] == "invalid_client"


def test_an_access_token_returns_its_user(running_provider: RunningProvider) -> None:
    address = f"http://127.0.0.1:{running_provider.port}/google/userinfo"
    assert requests.get(address, timeout=5).status_code == 401
    fetch_profile(client := running_provider.create_client(), get_code(client))
    token = next(iter(running_provider.issuers["google"].people_by_token))
    user_info = requests.get(address, headers={"Authorization": f"Bearer {token}"}, timeout=5).json()
    assert user_info["email"] == "maya@example.com"


def test_the_log_contains_paths_without_queries(
    running_provider: RunningProvider, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO, "werkzeug"):
        address = start_login(client := running_provider.create_client())
        code = get_code(client)
    log_text = " ".join(caplog.messages)
    assert "/google/authorize 200" in log_text
    assert not any(value in log_text for value in (code, parse_qs(urlsplit(address).query)["nonce"][0] + "&"))
