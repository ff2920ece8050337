"""`TOUCHLINE_PUSH=off`: this house sends no pushes."""

from touchline.engagement.ports.push import PushSubscriptionInfo
from touchline.shared.errors import RefusedError

PUSH_DISABLED = "This site sends no notifications to browsers."


class NoPushSender:
    """`PushSender` of a house without a key: browsers cannot subscribe, so nothing is ever sent."""

    public_key: str | None = None

    def validate(self, subscription: PushSubscriptionInfo) -> None:
        """`RefusedError`, whatever it is."""
        raise RefusedError(PUSH_DISABLED)

    def send(
        self, subscription: PushSubscriptionInfo, title: str, body: str, url: str, tag: str, ttl: int
    ) -> None:
        """Nothing: browsers that subscribed before it was switched off are told nothing until it is on."""
