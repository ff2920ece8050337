"""Keeping reports and blocks, and what moderation asks of the channel."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from touchline.clips.domain.moderation import ClipPolicy, Report
from touchline.shared.ids import AccountId


@dataclass(frozen=True, slots=True)
class ReportedClip:
    """A clip with open reports; `reasons` counts them by reason, `texts` are what reporters wrote."""

    clip_id: int
    reports: int
    reasons: dict[str, int]
    texts: tuple[str, ...]
    first_at: datetime
    last_at: datetime


class Reports(Protocol):
    """Reports about the clips of the present channel."""

    def add(self, report: Report) -> bool:
        """Keep a report; return False if this reporter reported the clip before."""
        ...

    def exists_since(self, clip_id: int, since: datetime) -> bool:
        """Return whether a clip was reported since an instant."""
        ...

    def count_open(self, clip_id: int) -> int:
        """Return the number of reports about a clip that no operator has decided on."""
        ...

    def list_open(self, limit: int) -> Sequence[ReportedClip]:
        """Return clips with open reports, those with the most reports first."""
        ...

    def resolve(self, clip_id: int, now: datetime) -> int:
        """Mark all open reports about a clip as decided; return how many there were."""
        ...

    def anonymize_reporter(self, account_id: AccountId) -> None:
        """Erase the reporter from their reports: account, digest and text. The reports stay."""
        ...

    def list_for_account(self, account_id: AccountId) -> Sequence[Report]:
        """Return what a viewer reported, the newest first."""
        ...


class BlockedCreators(Protocol):
    """Viewers of the present channel who may not make clips."""

    def exists(self, account_id: AccountId) -> bool:
        """Return whether a viewer is blocked."""
        ...

    def add(self, account_id: AccountId, now: datetime) -> bool:
        """Block a viewer; return False if they were blocked before."""
        ...

    def remove(self, account_id: AccountId) -> bool:
        """Lift the block; return False if there was none."""
        ...


class ChannelModeration(Protocol):
    """What the channel decides and records."""

    def get_policy(self) -> ClipPolicy:
        """Return the channel's rules for clips."""
        ...

    def get_reporter_digest(self, account_id: AccountId | None, ip: str) -> str:
        """Return a keyed digest that tells reporters apart: by account, and by network for visitors without
        one."""
        ...

    def find_account_id(self, email: str) -> AccountId | None:
        """Return the viewer with an email address; None if there is none."""
        ...

    def record(self, action: str, subject: str, subject_id: int, *, actor: str, reason: str) -> None:
        """Add an entry to the log of take-downs; `RefusedError` for a reason that is too long."""
        ...
