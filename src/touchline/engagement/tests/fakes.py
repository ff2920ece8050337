"""What engagement's use cases are tested with: the real ports' names, kept in memory."""

from __future__ import annotations

from dataclasses import dataclass, field

from touchline.engagement.ports.channel_facts import Facts
from touchline.engagement.ports.push import PushAddress
from touchline.shared.errors import Invalid
from touchline.shared.ids import AccountId, ChannelId, SessionId

CHANNEL = Facts(ChannelId(1), "Riverside", "en", "America/Toronto", "https://riverside.test")


@dataclass
class FakeChannelFacts:
    """`ChannelFacts` that a test sets."""

    facts: Facts = CHANNEL
    languages: dict[AccountId, str] = field(default_factory=dict)
    sessions: frozenset[SessionId] = frozenset({SessionId(1)})

    def now(self) -> Facts:
        """The facts."""
        return self.facts

    def language_of(self, account_id: AccountId) -> str | None:
        """As a test said, else English."""
        return self.languages.get(account_id, "en")

    def open_sessions(self, account_id: AccountId) -> frozenset[SessionId]:
        """As a test said, else the first."""
        return self.sessions


@dataclass(frozen=True)
class Pushed:
    """One push that was sent."""

    subscription: PushAddress
    title: str
    body: str
    url: str
    tag: str
    ttl: int


@dataclass
class FakePush:
    """`Push` that keeps what was sent; `faults` are raised for the endpoints they are kept under."""

    public_key: str | None = "the house's key"
    sent: list[Pushed] = field(default_factory=list)
    faults: dict[str, Exception] = field(default_factory=dict)

    def accept(self, subscription: PushAddress) -> None:
        """`Invalid` for an endpoint that is not encrypted."""
        if not subscription.endpoint.startswith("https://"):
            raise Invalid({"endpoint": ["This browser’s push service is not one that we send to."]})

    def send(self, subscription: PushAddress, title: str, body: str, url: str, tag: str, ttl: int) -> None:
        """Keep it."""
        fault = self.faults.get(subscription.endpoint)
        if fault is not None:
            raise fault
        self.sent.append(Pushed(subscription, title, body, url, tag, ttl))
