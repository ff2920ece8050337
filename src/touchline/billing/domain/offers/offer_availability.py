"""Availability of an offer: whether a purchase includes the live stream, the replay, and their video."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any


class Inclusion(StrEnum):
    """Whether a purchase opens an event now. `later`: it opens the replay at a later time."""

    NOW = "now"
    LATER = "later"
    NEVER = "never"


@dataclass(frozen=True, kw_only=True)
class OfferAvailability:
    """The parts of an event that an offer includes.

    `replay_delay_hours` is the time from the planned end of an event until the offer includes its replay.
    `audio_only`: the offer includes the audio of events and library items, and no video.
    """

    live: bool = True
    replay: bool = True
    replay_delay_hours: int = 0
    audio_only: bool = False

    def get_replay_start(self, ends_at: datetime) -> datetime:
        """Return when the offer includes the replay of an event with this planned end."""
        return ends_at + timedelta(hours=self.replay_delay_hours)

    def get_inclusion(self, ends_at: datetime | None, now: datetime, *, is_over: bool) -> Inclusion:
        """Return whether the offer opens an event at `now`.

        Before and during an event, the live stream counts, and after it the replay. Without a delay, the
        replay opens as soon as the event is over, even before its planned end. An event without a known end
        has no delay.
        """
        if not is_over and self.live:
            return Inclusion.NOW
        if not self.replay:
            return Inclusion.NEVER
        is_due = ends_at is None or not self.replay_delay_hours or now >= self.get_replay_start(ends_at)
        return Inclusion.NOW if is_over and is_due else Inclusion.LATER

    def includes(self, other: OfferAvailability, *, has_video: bool = True) -> bool:
        """Return whether this availability has everything that the other has, and no later.

        `has_video`: the video counts. It does not for an event that has audio only.
        """
        return (
            (not self.audio_only or other.audio_only or not has_video)
            and (self.live or not other.live)
            and (self.replay or not other.replay)
            and (not other.replay or self.replay_delay_hours <= other.replay_delay_hours)
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the value for a column or pack entry."""
        return {
            "live": self.live,
            "replay": self.replay,
            "replay_delay_hours": self.replay_delay_hours,
            "audio_only": self.audio_only,
        }

    @classmethod
    def from_dict(cls, value: Mapping[str, Any] | None) -> OfferAvailability:
        """Return the availability of a column or pack entry; everything without one."""
        return cls(**value) if value else EVERYTHING


EVERYTHING = OfferAvailability()
"""Live and replay without a delay, with video: what every order before this setting bought."""
