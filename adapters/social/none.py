"""`TOUCHLINE_SOCIAL=off`: no social login."""

from touchline.channel.ports.accounts.social import SocialProfile


class NoSocialProviders:
    """Social providers of a deployment that has none."""

    def list_names(self) -> list[str]:
        """Return an empty list."""
        return []

    def build_authorization_url(
        self, provider: str, *, state: str, nonce: str, redirect_uri: str, verifier: str
    ) -> str:
        """Raise `KeyError`."""
        raise KeyError(provider)

    def fetch_profile(
        self, provider: str, *, code: str, nonce: str, redirect_uri: str, verifier: str
    ) -> SocialProfile:
        """Raise `KeyError`."""
        raise KeyError(provider)
