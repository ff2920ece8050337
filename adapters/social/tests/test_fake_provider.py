"""The demo's identity provider: what it shows, and what it refuses."""

from __future__ import annotations

import logging
from urllib.parse import parse_qs, urlsplit, urlunsplit

import pytest
import requests

from adapters.social.tests.running import CALLBACK, VERIFIER, Running, choose, code_of, depart, person


def without(address: str, *names: str) -> str:
    """An address without some of its parameters."""
    parts = urlsplit(address)
    kept = [pair for pair in parts.query.split("&") if pair.split("=")[0] not in names]
    return urlunsplit(parts._replace(query="&".join(kept)))


def test_it_says_that_it_is_a_demo_and_offers_its_people(running: Running) -> None:
    answer = requests.get(depart(running.client()), timeout=5)
    page = answer.text
    assert "Demo, not the real Google" in page
    assert "Choose who you are" in page
    for name in ("Maya Halvorsen", "Noah Tremblay", "Inès Roy", "Somebody else", "Cancel"):
        assert name in page
    assert '<html lang="en">' in page
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]


def test_one_may_be_anybody(running: Running) -> None:
    client = running.client()
    form = {"first_name": "Ada", "last_name": "Byron", "email": "ada@example.org", "email_verified": "yes"}
    code = choose(depart(client), person="other", **form)["code"]
    found = person(client, code)
    assert (found.first_name, found.last_name, found.email) == ("Ada", "Byron", "ada@example.org")
    assert found.email_verified
    again = choose(depart(client), person="other", **{**form, "email": "ADA@example.org"})["code"]
    assert person(client, again).subject == found.subject


def test_nobody_may_go_without_pkce(running: Running) -> None:
    address = without(depart(running.client()), "code_challenge", "code_challenge_method")
    answer = requests.get(address, timeout=5)
    assert (answer.status_code, "PKCE" in answer.text) == (400, True)
    assert requests.post(address, data={"person": "maya"}, timeout=5).status_code == 400


def test_nobody_may_go_without_a_nonce(running: Running) -> None:
    assert requests.get(without(depart(running.client()), "nonce"), timeout=5).status_code == 400


@pytest.mark.parametrize("uri", ["javascript:alert(1)", "ftp://example.org/"])
def test_it_sends_nobody_to_what_is_no_page(uri: str, running: Running) -> None:
    address = depart(running.client(), redirect_uri=uri)
    answer = requests.post(address, data={"person": "maya"}, allow_redirects=False, timeout=5)
    assert answer.status_code == 400
    assert "Location" not in answer.headers


def test_a_code_is_of_no_use_without_the_clients_secret(running: Running) -> None:
    code = code_of(running.client())
    form = {
        "grant_type": "authorization_code",
        "client_id": "touchline-demo",
        "client_secret": "guessed",
        "code": code,
        "code_verifier": VERIFIER,
        "redirect_uri": CALLBACK,
    }
    answer = requests.post(f"http://127.0.0.1:{running.port}/google/token", data=form, timeout=5)
    assert answer.json()["error"] == "invalid_client"


def test_an_access_token_tells_who_it_is_for(running: Running) -> None:
    address = f"http://127.0.0.1:{running.port}/google/userinfo"
    assert requests.get(address, timeout=5).status_code == 401
    person(client := running.client(), code_of(client))
    token = next(iter(running.issuers["google"].people))
    told = requests.get(address, headers={"Authorization": f"Bearer {token}"}, timeout=5).json()
    assert told["email"] == "maya@example.com"


def test_its_log_has_paths_without_queries(running: Running, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "werkzeug"):
        address = depart(client := running.client())
        code = code_of(client)
    written = " ".join(caplog.messages)
    assert "/google/authorize 200" in written
    assert not any(value in written for value in (code, parse_qs(urlsplit(address).query)["nonce"][0] + "&"))
