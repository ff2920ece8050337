"""The client of Google and Facebook, with a fake provider that implements OpenID Connect."""

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
from adapters.social.providers import fake_providers, real_providers
from adapters.social.tests.provider_server import (
    NONCE,
    VERIFIER,
    RunningProvider,
    choose_person,
    fetch_profile,
    get_code,
    start_login,
)
from touchline.channel.ports.accounts.social import SocialProfile, SocialRejectedError, SocialUnavailableError

UNSIGNED_HEADER = "eyJhbGciOiJub25lIn0"  # {"alg":"none"}


def test_a_code_is_exchanged_for_the_selected_person(running_provider: RunningProvider) -> None:
    client = running_provider.create_client()
    callback_params = choose_person(start_login(client), person="maya")
    assert callback_params["state"] == "sealed"
    profile = fetch_profile(client, callback_params["code"])
    assert profile == SocialProfile("google", profile.subject, "maya@example.com", True, "Maya", "Halvorsen")
    assert profile.subject


def test_the_same_person_has_the_same_subject_each_time(running_provider: RunningProvider) -> None:
    client = running_provider.create_client()
    first, second = (fetch_profile(client, get_code(client)).subject for _ in range(2))
    assert first == second != fetch_profile(client, get_code(client, "noah")).subject


def test_an_unverified_address_is_marked_unverified(running_provider: RunningProvider) -> None:
    profile = fetch_profile(client := running_provider.create_client(), get_code(client, "ines"))
    assert (profile.email, profile.email_verified) == ("ines@example.com", False)


def test_an_address_is_optional(running_provider: RunningProvider) -> None:
    profile = fetch_profile(client := running_provider.create_client(), get_code(client, "theo"))
    assert (profile.email, profile.email_verified) == (None, False)


def test_facebook_addresses_are_unverified(running_provider: RunningProvider) -> None:
    client = running_provider.create_client()
    profile = fetch_profile(client, get_code(client, provider="facebook"), "facebook")
    assert (profile.provider, profile.email, profile.email_verified) == (
        "facebook",
        "maya@example.com",
        False,
    )


def test_facebook_addresses_can_be_trusted_by_setting(running_provider: RunningProvider) -> None:
    client = OidcProviders(
        replace(config, trusts_email=True) for config in fake_providers(running_provider.port)
    )
    assert fetch_profile(client, get_code(client, provider="facebook"), "facebook").email_verified
    assert not fetch_profile(client, get_code(client, "theo", "facebook"), "facebook").email_verified


def test_a_denied_login_returns_an_error(running_provider: RunningProvider) -> None:
    callback_params = choose_person(start_login(running_provider.create_client()), person="")
    assert (callback_params["error"], callback_params["state"]) == ("access_denied", "sealed")
    assert "code" not in callback_params


def test_an_unknown_code_is_rejected(running_provider: RunningProvider) -> None:
    with pytest.raises(SocialRejectedError):
        fetch_profile(running_provider.create_client(), "never given")


def test_a_code_works_once(running_provider: RunningProvider) -> None:
    code = get_code(client := running_provider.create_client())
    fetch_profile(client, code)
    with pytest.raises(SocialRejectedError):
        fetch_profile(client, code)


def test_a_code_requires_its_verifier(running_provider: RunningProvider) -> None:
    code = get_code(client := running_provider.create_client())
    with pytest.raises(SocialRejectedError):
        fetch_profile(client, code, verifier="w" * 64)


def test_a_code_of_another_redirect_uri_is_rejected(running_provider: RunningProvider) -> None:
    code = get_code(client := running_provider.create_client())
    with pytest.raises(SocialRejectedError):
        fetch_profile(client, code, redirect_uri="http://elsewhere.example/callback")


def test_a_code_with_another_nonce_is_rejected(running_provider: RunningProvider) -> None:
    code = get_code(client := running_provider.create_client())
    with pytest.raises(SocialRejectedError):
        fetch_profile(client, code, nonce="another")


def test_a_code_is_bound_to_its_provider(running_provider: RunningProvider) -> None:
    code = get_code(client := running_provider.create_client())
    with pytest.raises(SocialRejectedError):
        fetch_profile(client, code, "facebook")


@pytest.fixture
def get_code_with_claims(
    running_provider: RunningProvider, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., str]:
    """Return a function that creates a code whose ID token has other claims or another `key`.

    Example: `get_code_with_claims(iss=…)`.
    """

    def get_altered_code(key: RSAKey | None = None, **claims: Any) -> str:
        if key is not None:
            monkeypatch.setattr(IdTokens, "resolve_client_private_key", lambda *_: key)
        get_claims = IdTokens.get_client_claims
        monkeypatch.setattr(IdTokens, "get_client_claims", lambda *args: {**get_claims(*args), **claims})
        return get_code(running_provider.create_client())

    return get_altered_code


def test_a_token_signed_by_another_key_is_rejected(
    running_provider: RunningProvider, get_code_with_claims: Callable[..., str]
) -> None:
    code = get_code_with_claims(key=RSAKey.generate_key(2048))
    with pytest.raises(SocialRejectedError):
        fetch_profile(running_provider.create_client(), code)


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
def test_a_token_with_other_claims_is_rejected(
    claims: dict[str, Any],
    running_provider: RunningProvider,
    get_code_with_claims: Callable[..., str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if "nonce" in claims:
        monkeypatch.setattr(IdTokens, "get_authorization_code_claims", lambda *_: {})
        claims = {}
    code = get_code_with_claims(**claims)
    with pytest.raises(SocialRejectedError):
        fetch_profile(running_provider.create_client(), code)


@pytest.mark.parametrize("token", [f"{UNSIGNED_HEADER}.{UNSIGNED_HEADER}.", "not a token", ""])
def test_an_unsigned_token_is_rejected(
    token: str, running_provider: RunningProvider, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(IdTokens, "encode_id_token", lambda *_: token)
    code = get_code(client := running_provider.create_client())
    with pytest.raises(SocialRejectedError):
        fetch_profile(client, code)


def test_a_rotated_signing_key_is_accepted_without_restart(running_provider: RunningProvider) -> None:
    client = running_provider.create_client()
    fetch_profile(client, get_code(client))
    running_provider.issuers["google"].key = RSAKey.generate_key(
        2048, {"use": "sig", "alg": "RS256"}, auto_kid=True
    )
    assert fetch_profile(client, get_code(client)).first_name == "Maya"


def test_metadata_and_keys_are_fetched_once(
    running_provider: RunningProvider, caplog: pytest.LogCaptureFixture
) -> None:
    client = running_provider.create_client()
    with caplog.at_level(logging.INFO, "werkzeug"):
        for _ in range(2):
            fetch_profile(client, get_code(client))
    request_lines = [
        log_line for log_line in caplog.messages if "openid-configuration" in log_line or "/jwks" in log_line
    ]
    assert len(request_lines) == 2


def test_an_unreachable_provider_is_unavailable() -> None:
    with closing(socket.socket()) as unused:
        unused.bind(("127.0.0.1", 0))
        client = OidcProviders(fake_providers(unused.getsockname()[1]))
        with pytest.raises(SocialUnavailableError):
            start_login(client)


def test_a_provider_that_fails_during_login_is_unavailable(running_provider: RunningProvider) -> None:
    code = get_code(client := running_provider.create_client())
    running_provider.stop()
    with pytest.raises(SocialUnavailableError):
        fetch_profile(client, code)


def test_a_slow_provider_times_out() -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as silent_server:
        client = OidcProviders(fake_providers(silent_server.getsockname()[1]), timeouts=(0.2, 0.2))
        with pytest.raises(SocialUnavailableError):
            start_login(client)


def test_metadata_of_another_issuer_is_rejected(
    running_provider: RunningProvider, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running_provider.issuers["google"], "issuer", "https://elsewhere.example")
    with pytest.raises(SocialUnavailableError):
        start_login(running_provider.create_client())


def test_an_unconfigured_provider_is_unknown(running_provider: RunningProvider) -> None:
    with pytest.raises(KeyError):
        start_login(running_provider.create_client(), "myspace")


def test_rejections_are_logged_by_code_without_secrets(
    running_provider: RunningProvider, caplog: pytest.LogCaptureFixture
) -> None:
    code = get_code(client := running_provider.create_client())
    with caplog.at_level(logging.DEBUG), pytest.raises(SocialRejectedError):
        fetch_profile(client, code, verifier="w" * 64)
    assert "google rejected the code: invalid_grant" in caplog.messages
    log_text = " ".join(caplog.messages)
    assert not any(secret in log_text for secret in (code, VERIFIER, "w" * 64, NONCE))


KEYS = {"google_id": "g", "google_secret": "gs", "facebook_id": "f", "facebook_secret": "fs"}


def test_real_providers_require_a_client_id() -> None:
    assert OidcProviders(real_providers(KEYS, False)).list_names() == ["google", "facebook"]
    assert OidcProviders(real_providers({**KEYS, "google_id": ""}, False)).list_names() == ["facebook"]
    assert OidcProviders(real_providers(dict.fromkeys(KEYS, ""), False)).list_names() == []


def test_facebook_uses_static_metadata() -> None:
    address = start_login(OidcProviders(real_providers(KEYS, False)), "facebook")
    query = parse_qs(urlsplit(address).query)
    assert address.startswith("https://www.facebook.com/v21.0/dialog/oauth?")
    assert query["scope"] == ["openid email public_profile"]
    assert (query["client_id"], query["code_challenge_method"]) == (["f"], ["S256"])
    assert "fs" not in address
