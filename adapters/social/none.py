"""`TOUCHLINE_SOCIAL=off`: nobody is offered, and nobody known."""

from touchline.channel.ports.social import SocialPerson


class NoSocial:
    """No provider is set up."""

    def names(self) -> list[str]:
        """None."""
        return []

    def departure(self, provider: str, *, state: str, nonce: str, redirect_uri: str, verifier: str) -> str:
        """`KeyError`, always."""
        raise KeyError(provider)

    def person(
        self, provider: str, *, code: str, nonce: str, redirect_uri: str, verifier: str
    ) -> SocialPerson:
        """`KeyError`, always."""
        raise KeyError(provider)
