"""What is particular to each provider: its addresses, and what its word is worth."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

GOOGLE, FACEBOOK = "google", "facebook"
DEMO_CLIENT, DEMO_SECRET = "touchline-demo", "no secret at all"
_GRAPH = "https://graph.facebook.com/v21.0"


@dataclass(frozen=True)
class ProviderConfig:
    """One provider of OpenID Connect.

    `metadata` are the members of its discovery document, for one that publishes none that is whole.
    `alternate_issuer` is another name under which it signs. `trusts_email` says that any address it hands
    out is confirmed; without it, only a token with `email_verified` is believed.
    """

    name: str
    client_id: str
    client_secret: str = field(repr=False)
    issuer: str
    scope: str = "openid email profile"
    metadata: Mapping[str, str] = field(default_factory=dict)
    alternate_issuer: str | None = None
    trusts_email: bool = False


def google_config(client_id: str, client_secret: str) -> ProviderConfig:
    """Google, found by its discovery document. It signs with and without `https://`, says its manual."""
    issuer = "https://accounts.google.com"
    return ProviderConfig(GOOGLE, client_id, client_secret, issuer, alternate_issuer="accounts.google.com")


def facebook_config(client_id: str, client_secret: str, trusts_email: bool) -> ProviderConfig:
    """Facebook. Its discovery document names no token endpoint, so all are given here.

    Its tokens never say `email_verified`, and nowhere does it promise that an address is confirmed.
    """
    metadata = {
        "issuer": "https://www.facebook.com",
        "authorization_endpoint": "https://www.facebook.com/v21.0/dialog/oauth",
        "token_endpoint": f"{_GRAPH}/oauth/access_token",
        "jwks_uri": "https://www.facebook.com/.well-known/oauth/openid/jwks/",
    }
    scope = "openid email public_profile"
    return ProviderConfig(
        FACEBOOK, client_id, client_secret, metadata["issuer"], scope, metadata, trusts_email=trusts_email
    )


def real_providers(keys: Mapping[str, str], trust_facebook_email: bool) -> Iterator[ProviderConfig]:
    """Those whose client id an operator has set; `keys` are `google_id, google_secret, facebook_id, …`."""
    if keys["google_id"]:
        yield google_config(keys["google_id"], keys["google_secret"])
    if keys["facebook_id"]:
        yield facebook_config(keys["facebook_id"], keys["facebook_secret"], trust_facebook_email)


def fake_providers(port: int) -> Iterator[ProviderConfig]:
    """Both, as the demo's own identity provider plays them on this machine."""
    for name, scope in ((GOOGLE, "openid email profile"), (FACEBOOK, "openid email public_profile")):
        yield ProviderConfig(name, DEMO_CLIENT, DEMO_SECRET, f"http://127.0.0.1:{port}/{name}", scope)
