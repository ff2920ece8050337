"""In-memory fakes of engagement's ports."""

from __future__ import annotations

from dataclasses import dataclass, field

from touchline.engagement.ports.current_channel import ChannelDetails
from touchline.engagement.ports.push import PushSubscriptionInfo
from touchline.shared.errors import InvalidInputError
from touchline.shared.ids import AccountId, ChannelId, SessionId

CHANNEL = ChannelDetails(ChannelId(1), "Riverside", "en", "America/Toronto")


@dataclass
class FakeCurrentChannel:
    """`CurrentChannel` with values that a test sets."""

    details: ChannelDetails = CHANNEL
    languages: dict[AccountId, str] = field(default_factory=dict)
    active_sessions: frozenset[SessionId] = frozenset({SessionId(1)})

    def get_details(self) -> ChannelDetails:
        """Return the channel details."""
        return self.details

    def get_language(self, account_id: AccountId) -> str | None:
        """Return the language that the test set, or English."""
        return self.languages.get(account_id, "en")

    def can_manage_streams(self, account_id: AccountId) -> bool:
        """Return False: the accounts of these tests are viewers."""
        return False

    def list_active_sessions(self, account_id: AccountId) -> frozenset[SessionId]:
        """Return the active sessions that the test set, or session 1."""
        return self.active_sessions


@dataclass(frozen=True)
class SentPush:
    """A sent push."""

    subscription: PushSubscriptionInfo
    title: str
    body: str
    url: str
    tag: str
    ttl: int
    is_score: bool = False


@dataclass
class FakePushSender:
    """`PushSender` that records pushes. `errors` maps an endpoint to the error to raise."""

    public_key: str | None = "the deployment's key"
    sent: list[SentPush] = field(default_factory=list)
    errors: dict[str, Exception] = field(default_factory=dict)

    def validate(self, subscription: PushSubscriptionInfo) -> None:
        """Raise `InvalidInputError` if the endpoint does not use HTTPS."""
        if not subscription.endpoint.startswith("https://"):
            raise InvalidInputError({"endpoint": ["Notifications are not supported."]})

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
        """Record the push, or raise the error of its endpoint."""
        error = self.errors.get(subscription.endpoint)
        if error is not None:
            raise error
        self.sent.append(SentPush(subscription, title, body, url, tag, ttl, is_score))
