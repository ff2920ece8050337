"""`TOUCHLINE_PUSH=off`: this deployment sends no pushes."""

from touchline.engagement.ports.push import PushSubscriptionInfo
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import RefusedError

PUSH_DISABLED = ErrorMessage("errors.push_disabled", "Browser notifications are turned off on this site.")


class NoPushSender:
    """`PushSender` for deployments without a key. Browsers cannot subscribe, so nothing is sent."""

    public_key: str | None = None

    def validate(self, subscription: PushSubscriptionInfo) -> None:
        """Raise `RefusedError` for every subscription."""
        raise RefusedError(PUSH_DISABLED)

    def send(
        self,
        subscription: PushSubscriptionInfo,
        title: str,
        body: str,
        url: str,
        tag: str,
        ttl: int,
        *,
        is_score: bool = False,
    ) -> None:
        """Do nothing. Browsers that subscribed earlier get no pushes until pushes are enabled again."""
