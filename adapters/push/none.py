"""`TOUCHLINE_PUSH=off`: this house sends no pushes."""

from touchline.engagement.ports.push import PushAddress
from touchline.shared.errors import Refused

NOT_HERE = "This site sends no notifications to browsers."


class NoPush:
    """`Push` of a house without a key: browsers cannot subscribe, so nothing is ever sent."""

    public_key: str | None = None

    def accept(self, subscription: PushAddress) -> None:
        """`Refused`, whatever it is."""
        raise Refused(NOT_HERE)

    def send(self, subscription: PushAddress, title: str, body: str, url: str, tag: str, ttl: int) -> None:
        """Nothing: browsers that subscribed before it was switched off are told nothing until it is on."""
