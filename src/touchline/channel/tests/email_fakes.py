"""In-memory fakes for the email tests, and the account that receives the emails."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from touchline.channel.domain.accounts.accounts import Account
from touchline.channel.domain.site.channel import Channel
from touchline.channel.ports.email.email_templates import EmailContent
from touchline.shared.ids import AccountId, ChannelId

NOON = datetime(2026, 11, 21, 18, 0, tzinfo=UTC)


def account(**changes: Any) -> Account:
    """Return the account of Jane, who reads French."""
    fields: dict[str, Any] = {
        "channel_id": ChannelId(7),
        "email": "jane@example.org",
        "first_name": "Jane",
        "last_name": "Doe",
        "language": "fr",
        "created_at": NOON,
        "id": AccountId(1),
    }
    return Account(**{**fields, **changes})


def channel(**changes: Any) -> Channel:
    """Return a channel in English and French."""
    fields: dict[str, Any] = {
        "slug": "prairie",
        "name": "Prairie Sports",
        "id": ChannelId(7),
        "domains": ("prairie.example.org", "www.prairie.example.org"),
        "languages": ("en", "fr"),
        "time_zone": "America/Chicago",
    }
    return Channel(**{**fields, **changes})


class RecordingJobs:
    """Records jobs as (name, ids, queue, unique)."""

    def __init__(self) -> None:
        self.enqueued: list[tuple[str, tuple[int | str, ...], str, str | None]] = []

    def enqueue(
        self,
        name: str,
        *ids: int | str,
        queue: str = "default",
        unique: str | None = None,
        timeout: int = 3600,
        delay: int = 0,
    ) -> None:
        self.enqueued.append((name, ids, queue, unique))


class FakeEmailTemplates:
    """Renders emails that state their kind and language. `variables` are those of the last email."""

    def __init__(self) -> None:
        self.variables: Mapping[str, object] = {}

    def render(
        self, kind: str, language: str, variables: Mapping[str, object], channel: Channel, site_url: str
    ) -> EmailContent:
        self.variables = variables
        return EmailContent(f"{kind} in {language}", f"<p>{site_url}</p>", str(variables["link"]))
