"""What the server saw of the viewers of an event: who could watch, and who could not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from touchline.shared.ids import AccountId, EventId


class OutageSide(StrEnum):
    """The side at which an outage of an event began."""

    VENUE = "venue"
    DELIVERY = "delivery"


@dataclass(frozen=True, slots=True)
class Outage:
    """A time in which nobody could watch, from `starts_at` to before `ends_at`."""

    starts_at: datetime
    ends_at: datetime
    side: OutageSide

    @property
    def minutes(self) -> int:
        """Length in minutes, rounded up."""
        return max(1, -(-int((self.ends_at - self.starts_at).total_seconds()) // 60))


@dataclass(frozen=True, slots=True)
class ViewerEvidence:
    """What one account wanted to watch of an event, and what did not play.

    `wanted_seconds` includes the lost seconds: those at the venue's side, at the delivery's side, and at the
    viewer's own side. `was_shut_out`: the viewer came while there was no video, and never received any.
    `unconfirmed_seconds` is the part of `delivery_seconds` that only viewers show: nothing on the server
    confirms it, and viewers who agree could have pretended it.
    """

    account_id: AccountId
    wanted_seconds: int
    venue_seconds: int
    delivery_seconds: int
    viewer_seconds: int
    was_shut_out: bool = False
    unconfirmed_seconds: int = 0

    @property
    def needs_review(self) -> bool:
        """Whether only an operator may decide to pay this viewer."""
        return self.unconfirmed_seconds > 0


@dataclass(frozen=True, slots=True)
class EventEvidence:
    """The evidence of one event.

    `scheduled_seconds` is the planned length, or the longer time on air. `outages` are in order and do not
    overlap. `viewers` are in order of account. Accounts that never came are not listed. `is_final`: the event
    is over, and late reports have had their time, so the evidence no longer changes.
    """

    event_id: EventId
    scheduled_seconds: int
    outages: Sequence[Outage]
    viewers: Sequence[ViewerEvidence]
    is_final: bool
