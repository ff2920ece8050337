"""`TOUCHLINE_SOCIAL=off`: nobody is offered, and nobody known."""

from touchline.channel.ports.accounts.social import SocialProfile


class NoSocialProviders:
    """No provider is set up."""

    def list_names(self) -> list[str]:
        """None."""
        return []

    def build_authorization_url(
        self, provider: str, *, state: str, nonce: str, redirect_uri: str, verifier: str
    ) -> str:
        """`KeyError`, always."""
        raise KeyError(provider)

    def fetch_profile(
        self, provider: str, *, code: str, nonce: str, redirect_uri: str, verifier: str
    ) -> SocialProfile:
        """`KeyError`, always."""
        raise KeyError(provider)
