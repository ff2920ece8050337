"""What letters need, in memory, and an account to write to."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from touchline.channel.domain.accounts import Account
from touchline.channel.domain.channel import Channel
from touchline.channel.ports.letter_texts import LetterText
from touchline.shared.ids import AccountId, ChannelId

NOON = datetime(2026, 11, 21, 18, 0, tzinfo=UTC)


def account(**changes: Any) -> Account:
    """Jane, who reads French."""
    said: dict[str, Any] = {
        "channel_id": ChannelId(7),
        "email": "jane@example.org",
        "first_name": "Jane",
        "last_name": "Doe",
        "language": "fr",
        "created_at": NOON,
        "id": AccountId(1),
    }
    return Account(**{**said, **changes})


def channel(**changes: Any) -> Channel:
    """A channel in English and French."""
    said: dict[str, Any] = {
        "slug": "prairie",
        "name": "Prairie Sports",
        "id": ChannelId(7),
        "domains": ("prairie.example.org", "www.prairie.example.org"),
        "languages": ("en", "fr"),
        "time_zone": "America/Chicago",
    }
    return Channel(**{**said, **changes})


class WrittenJobs:
    """Jobs as (name, ids, queue, unique)."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, tuple[int | str, ...], str, str | None]] = []

    def enqueue(
        self,
        name: str,
        *ids: int | str,
        queue: str = "default",
        unique: str | None = None,
        timeout: int = 3600,
    ) -> None:
        self.asked.append((name, ids, queue, unique))


class PlainTexts:
    """Letters that say which they are; `facts` are those of the last one."""

    def __init__(self) -> None:
        self.facts: Mapping[str, object] = {}

    def write(
        self, kind: str, language: str, facts: Mapping[str, object], channel: Channel, site: str
    ) -> LetterText:
        self.facts = facts
        return LetterText(f"{kind} in {language}", f"<p>{site}</p>", str(facts["link"]))
