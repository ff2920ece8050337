"""Settings specific to each provider: its URLs, and whether its email claims are trusted."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

GOOGLE, FACEBOOK = "google", "facebook"
DEMO_CLIENT, DEMO_SECRET = "touchline-demo", "no secret at all"
_GRAPH = "https://graph.facebook.com/v21.0"


@dataclass(frozen=True)
class ProviderConfig:
    """Configuration of an OpenID Connect provider.

    `metadata` holds the members of the discovery document for a provider that publishes no complete one.
    `alternate_issuer` is another issuer name in its tokens. `trusts_email` means that every address from the
    provider counts as verified. Otherwise, only a token with one of `verified_claims` does. With
    `hosted_domains`, the token must also name one of them as the domain of the person's organization (`hd`).
    """

    name: str
    client_id: str
    client_secret: str = field(repr=False)
    issuer: str
    scope: str = "openid email profile"
    metadata: Mapping[str, str] = field(default_factory=dict)
    alternate_issuer: str | None = None
    trusts_email: bool = False
    verified_claims: tuple[str, ...] = ("email_verified",)
    hosted_domains: frozenset[str] | None = None


def google_config(client_id: str, client_secret: str) -> ProviderConfig:
    """Return the configuration of Google, which has a discovery document.

    According to its documentation, Google's issuer may appear with or without `https://`.
    """
    issuer = "https://accounts.google.com"
    return ProviderConfig(GOOGLE, client_id, client_secret, issuer, alternate_issuer="accounts.google.com")


def facebook_config(client_id: str, client_secret: str, trusts_email: bool) -> ProviderConfig:
    """Return the configuration of Facebook.

    Its discovery document has no token endpoint, so all endpoints are set here.

    Facebook's tokens never contain `email_verified`, and Facebook does not guarantee that an address is
    verified.
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
    """Yield the providers whose client id is set.

    `keys` are `google_id, google_secret, facebook_id, …`.
    """
    if keys["google_id"]:
        yield google_config(keys["google_id"], keys["google_secret"])
    if keys["facebook_id"]:
        yield facebook_config(keys["facebook_id"], keys["facebook_secret"], trust_facebook_email)


def fake_providers(port: int) -> Iterator[ProviderConfig]:
    """Yield both providers, as imitated by the demo's identity provider on this machine."""
    for name, scope in ((GOOGLE, "openid email profile"), (FACEBOOK, "openid email public_profile")):
        yield ProviderConfig(name, DEMO_CLIENT, DEMO_SECRET, f"http://127.0.0.1:{port}/{name}", scope)
