"""The client of Google and Facebook against a provider that really speaks OpenID Connect."""

from __future__ import annotations

import logging
import socket
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from joserfc.jwk import RSAKey

from adapters.social.fake_provider.protocol import IdTokens
from adapters.social.oidc import OidcProviders
from adapters.social.providers import fake, real
from adapters.social.tests.running import NONCE, VERIFIER, Running, choose, code_of, depart, person
from touchline.channel.ports.social import SocialPerson, SocialRefused, SocialUnavailable

NOBODY = "eyJhbGciOiJub25lIn0"  # {"alg":"none"}


def test_a_code_is_exchanged_for_the_person_who_chose(running: Running) -> None:
    client = running.client()
    back = choose(depart(client), person="maya")
    assert back["state"] == "sealed"
    found = person(client, back["code"])
    assert found == SocialPerson("google", found.subject, "maya@example.com", True, "Maya", "Halvorsen")
    assert found.subject


def test_the_same_person_has_the_same_subject_each_time(running: Running) -> None:
    client = running.client()
    first, second = (person(client, code_of(client)).subject for _ in range(2))
    assert first == second != person(client, code_of(client, "noah")).subject


def test_an_address_that_nobody_verified_is_said_to_be_so(running: Running) -> None:
    found = person(client := running.client(), code_of(client, "ines"))
    assert (found.email, found.email_verified) == ("ines@example.com", False)


def test_a_person_may_keep_their_address_to_themselves(running: Running) -> None:
    found = person(client := running.client(), code_of(client, "theo"))
    assert (found.email, found.email_verified) == (None, False)


def test_facebook_does_not_say_that_an_address_is_verified(running: Running) -> None:
    client = running.client()
    found = person(client, code_of(client, provider="facebook"), "facebook")
    assert (found.provider, found.email, found.email_verified) == ("facebook", "maya@example.com", False)


def test_where_an_operator_says_so_facebooks_addresses_count(running: Running) -> None:
    client = OidcProviders(replace(each, vouches=True) for each in fake(running.port))
    assert person(client, code_of(client, provider="facebook"), "facebook").email_verified
    assert not person(client, code_of(client, "theo", "facebook"), "facebook").email_verified


def test_who_would_rather_not_say_comes_back_with_an_error(running: Running) -> None:
    back = choose(depart(running.client()), person="")
    assert (back["error"], back["state"]) == ("access_denied", "sealed")
    assert "code" not in back


def test_a_code_that_was_never_given_is_refused(running: Running) -> None:
    with pytest.raises(SocialRefused):
        person(running.client(), "never given")


def test_a_code_works_once(running: Running) -> None:
    code = code_of(client := running.client())
    person(client, code)
    with pytest.raises(SocialRefused):
        person(client, code)


def test_a_code_is_of_no_use_without_its_verifier(running: Running) -> None:
    code = code_of(client := running.client())
    with pytest.raises(SocialRefused):
        person(client, code, verifier="w" * 64)


def test_a_code_of_another_page_is_refused(running: Running) -> None:
    code = code_of(client := running.client())
    with pytest.raises(SocialRefused):
        person(client, code, redirect_uri="http://elsewhere.example/callback")


def test_a_code_of_another_log_in_is_refused_by_its_nonce(running: Running) -> None:
    code = code_of(client := running.client())
    with pytest.raises(SocialRefused):
        person(client, code, nonce="another")


def test_a_code_of_one_provider_is_nothing_to_the_other(running: Running) -> None:
    code = code_of(client := running.client())
    with pytest.raises(SocialRefused):
        person(client, code, "facebook")


@pytest.fixture
def sign(running: Running, monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """`sign(iss=…)`: a code whose ID token says something else, or is signed by another `key`."""

    def change(key: RSAKey | None = None, **claims: Any) -> str:
        if key is not None:
            monkeypatch.setattr(IdTokens, "resolve_client_private_key", lambda *_: key)
        told = IdTokens.get_client_claims
        monkeypatch.setattr(IdTokens, "get_client_claims", lambda *given: {**told(*given), **claims})
        return code_of(running.client())

    return change


def test_what_another_key_has_signed_is_refused(running: Running, sign: Callable[..., str]) -> None:
    code = sign(key=RSAKey.generate_key(2048))
    with pytest.raises(SocialRefused):
        person(running.client(), code)


@pytest.mark.parametrize(
    "claims",
    [
        {"iss": "https://accounts.google.com"},
        {"aud": "somebody else"},
        {"aud": ["touchline-demo", "somebody else"]},
        {"exp": 1_000_000_000},
        {"iat": 4_000_000_000},
        {"nonce": None},
    ],
)
def test_what_was_signed_for_something_else_is_refused(
    claims: dict[str, Any], running: Running, sign: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    if "nonce" in claims:
        monkeypatch.setattr(IdTokens, "get_authorization_code_claims", lambda *_: {})
        claims = {}
    code = sign(**claims)
    with pytest.raises(SocialRefused):
        person(running.client(), code)


@pytest.mark.parametrize("token", [f"{NOBODY}.{NOBODY}.", "not a token", ""])
def test_what_nobody_has_signed_is_refused(
    token: str, running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(IdTokens, "encode_id_token", lambda *_: token)
    code = code_of(client := running.client())
    with pytest.raises(SocialRefused):
        person(client, code)


def test_a_provider_that_signs_with_a_new_key_is_believed_without_a_restart(running: Running) -> None:
    client = running.client()
    person(client, code_of(client))
    running.issuers["google"].key = RSAKey.generate_key(2048, {"use": "sig", "alg": "RS256"}, auto_kid=True)
    assert person(client, code_of(client)).first_name == "Maya"


def test_description_and_keys_are_fetched_once(running: Running, caplog: pytest.LogCaptureFixture) -> None:
    client = running.client()
    with caplog.at_level(logging.INFO, "werkzeug"):
        for _ in range(2):
            person(client, code_of(client))
    asked = [line for line in caplog.messages if "openid-configuration" in line or "/jwks" in line]
    assert len(asked) == 2


def test_a_provider_that_is_down_is_unavailable_and_no_refusal() -> None:
    with closing(socket.socket()) as taken:
        taken.bind(("127.0.0.1", 0))
        client = OidcProviders(fake(taken.getsockname()[1]))
        with pytest.raises(SocialUnavailable):
            depart(client)


def test_a_provider_that_goes_down_on_the_way_is_unavailable(running: Running) -> None:
    code = code_of(client := running.client())
    running.stop()
    with pytest.raises(SocialUnavailable):
        person(client, code)


def test_a_provider_that_takes_its_time_is_not_waited_for() -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as silent:
        client = OidcProviders(fake(silent.getsockname()[1]), timeouts=(0.2, 0.2))
        with pytest.raises(SocialUnavailable):
            depart(client)


def test_a_provider_that_describes_itself_as_another_is_not_talked_with(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running.issuers["google"], "issuer", "https://elsewhere.example")
    with pytest.raises(SocialUnavailable):
        depart(running.client())


def test_a_provider_that_is_not_set_up_is_unknown(running: Running) -> None:
    with pytest.raises(KeyError):
        depart(running.client(), "myspace")


def test_refusals_are_logged_by_their_code_without_anything_secret(
    running: Running, caplog: pytest.LogCaptureFixture
) -> None:
    code = code_of(client := running.client())
    with caplog.at_level(logging.DEBUG), pytest.raises(SocialRefused):
        person(client, code, verifier="w" * 64)
    assert "google takes no code: invalid_grant" in caplog.messages
    written = " ".join(caplog.messages)
    assert not any(secret in written for secret in (code, VERIFIER, "w" * 64, NONCE))


KEYS = {"google_id": "g", "google_secret": "gs", "facebook_id": "f", "facebook_secret": "fs"}


def test_the_real_ones_are_offered_where_they_have_a_client_id() -> None:
    assert OidcProviders(real(KEYS, False)).names() == ["google", "facebook"]
    assert OidcProviders(real({**KEYS, "google_id": ""}, False)).names() == ["facebook"]
    assert OidcProviders(real(dict.fromkeys(KEYS, ""), False)).names() == []


def test_facebook_is_asked_without_its_description_which_names_no_token_endpoint() -> None:
    address = depart(OidcProviders(real(KEYS, False)), "facebook")
    query = parse_qs(urlsplit(address).query)
    assert address.startswith("https://www.facebook.com/v21.0/dialog/oauth?")
    assert query["scope"] == ["openid email public_profile"]
    assert (query["client_id"], query["code_challenge_method"]) == (["f"], ["S256"])
    assert "fs" not in address
