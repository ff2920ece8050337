"""Google and Facebook for contracts: the code names the person who logs in."""

from __future__ import annotations

from touchline.channel.ports.accounts.social import SocialProfile, SocialRejectedError


class FakeSocialProviders:
    """Both providers. A code is the email address of the person who logs in. Any other code is refused."""

    def list_names(self) -> list[str]:
        """Return the names of the configured providers."""
        return ["google", "facebook"]

    def build_authorization_url(
        self, provider: str, *, state: str, nonce: str, redirect_uri: str, verifier: str
    ) -> str:
        """Return an authorization URL. No contract uses it, because the verifier would follow it to the
        provider.
        """
        raise NotImplementedError

    def fetch_profile(
        self, provider: str, *, code: str, nonce: str, redirect_uri: str, verifier: str
    ) -> SocialProfile:
        """Return the profile of that address, which the provider has verified. Raises
        `SocialRejectedError`."""
        if "@" not in code:
            raise SocialRejectedError
        return SocialProfile(provider, code, code, True, "Maya", "Halvorsen")
