"""Google and Facebook as contracts need them: who comes back is who the code names."""

from __future__ import annotations

from touchline.channel.ports.social import SocialPerson, SocialRefused


class KnownPeople:
    """Both providers. A code is the address of the person who comes back with it; any other is refused."""

    def names(self) -> list[str]:
        """Those that are set up."""
        return ["google", "facebook"]

    def departure(self, provider: str, *, state: str, nonce: str, redirect_uri: str, verifier: str) -> str:
        """Nobody sets out in a contract: the verifier would follow the browser to the provider."""
        raise NotImplementedError

    def person(
        self, provider: str, *, code: str, nonce: str, redirect_uri: str, verifier: str
    ) -> SocialPerson:
        """The person of that address, which the provider has verified; `SocialRefused`."""
        if "@" not in code:
            raise SocialRefused
        return SocialPerson(provider, code, code, True, "Maya", "Halvorsen")
