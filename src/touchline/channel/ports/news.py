"""What letters must know of what viewers follow and say; asked of those who keep it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from touchline.shared.ids import AccountId


@dataclass(frozen=True)
class LiveGame:
    """An event that is live: its name and its page (a path), what the viewer's reminder is about, and the
    token by which one click takes that reminder away. Never a score."""

    event: str
    path: str
    about: str
    token: str


@dataclass(frozen=True)
class WrittenForm:
    """A form that somebody filled in. `rows` are questions with their answers; `to` is where the channel
    reads it, `sender` the address to answer to ("" where none was given)."""

    form: str
    alias: str
    to: str
    sender: str
    rows: tuple[tuple[str, str], ...]
    created_at: datetime


class News(Protocol):
    """Knows what there is to write about in the present channel."""

    def live(self, account_id: AccountId, event_id: int, language: str) -> LiveGame | None:
        """What a viewer is told of an event that is live; None once it is over, or they do not want to be
        told any more."""
        ...

    def written_form(self, request_id: int) -> WrittenForm | None:
        """A filled-in form, in the channel's language; None where it is gone, or nobody is to read it."""
        ...
