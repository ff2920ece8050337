"""This house sends no pushes."""

from touchline.engagement.ports.push import PushAddress


class NoPush:
    """`Push` of a house without a key: browsers cannot subscribe, so nothing is ever sent."""

    public_key: str | None = None

    def send(self, subscription: PushAddress, title: str, body: str, url: str, tag: str, ttl: int) -> None:
        """Nothing."""
