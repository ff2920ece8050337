"""Google and Facebook as contracts need them: who comes back is who the code names."""

from __future__ import annotations

from touchline.channel.ports.accounts.social import SocialProfile, SocialRejectedError


class FakeSocialProviders:
    """Both providers. A code is the address of the person who comes back with it; any other is refused."""

    def list_names(self) -> list[str]:
        """Those that are set up."""
        return ["google", "facebook"]

    def build_authorization_url(
        self, provider: str, *, state: str, nonce: str, redirect_uri: str, verifier: str
    ) -> str:
        """Nobody sets out in a contract: the verifier would follow the browser to the provider."""
        raise NotImplementedError

    def fetch_profile(
        self, provider: str, *, code: str, nonce: str, redirect_uri: str, verifier: str
    ) -> SocialProfile:
        """The person of that address, which the provider has verified; `SocialRejectedError`."""
        if "@" not in code:
            raise SocialRejectedError
        return SocialProfile(provider, code, code, True, "Maya", "Halvorsen")
