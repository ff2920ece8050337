"""Which email addresses single sign-on trusts, and what happens if its provider must not be reached."""

from __future__ import annotations

from typing import Any

import pytest

from adapters.social.oidc import _to_profile
from adapters.social.single_sign_on import GOOGLE_ISSUER, OidcSingleSignOn, build_config
from touchline.channel.domain.site.single_sign_on import SINGLE_SIGN_ON, SingleSignOn
from touchline.channel.ports.accounts.social import SocialUnavailableError

ENTRA = "https://login.microsoftonline.com/0b9bd3c6-6a6f-4a43-9a3e-2f3c9a4f5c10/v2.0"


class PrivateNetwork:
    """A client that refuses every address, as `PublicHttpClient` refuses private ones."""

    def request(self, method: str, url: str, *_: Any, **__: Any) -> Any:
        """Raise `ValueError`."""
        raise ValueError(url)


def settings_of(issuer: str) -> SingleSignOn:
    """Return the settings of a channel with this issuer."""
    return SingleSignOn("Northgate", issuer, "client", ("northgate.example",))


@pytest.mark.parametrize(
    ("issuer", "claims", "verified"),
    [
        (ENTRA, {}, False),
        (ENTRA, {"email_verified": True}, True),
        (ENTRA, {"xms_edov": "1"}, True),
        (ENTRA, {"xms_edov": False}, False),
        (GOOGLE_ISSUER, {"email_verified": True}, False),
        (GOOGLE_ISSUER, {"email_verified": True, "hd": "elsewhere.example"}, False),
        (GOOGLE_ISSUER, {"email_verified": True, "hd": "northgate.example"}, True),
        (GOOGLE_ISSUER, {"hd": "northgate.example"}, False),
    ],
)
def test_an_address_counts_only_if_the_organization_vouches_for_it(
    issuer: str, claims: dict[str, Any], verified: bool
) -> None:
    person = {"sub": "1", "email": "maya@northgate.example", **claims}
    assert _to_profile(build_config(settings_of(issuer), "secret"), person).email_verified is verified


def test_a_channel_without_a_secret_has_no_login() -> None:
    connector = OidcSingleSignOn({"prairie": "secret"}, PrivateNetwork())
    assert connector.connect("atelier", settings_of(ENTRA)) is None


def test_an_address_that_is_not_public_is_unavailable() -> None:
    connector = OidcSingleSignOn({"prairie": "secret"}, PrivateNetwork())
    client = connector.connect("prairie", settings_of("https://127.0.0.1/tenant"))
    assert client is not None
    with pytest.raises(SocialUnavailableError):
        client.build_authorization_url(
            SINGLE_SIGN_ON, state="s", nonce="n", redirect_uri="https://w.example/back", verifier="v" * 43
        )
