"""Ports to reports, blocked creators and the channel's moderation settings."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from touchline.clips.domain.moderation import ClipPolicy, Report
from touchline.shared.ids import AccountId
from touchline.shared.principal import Principal


@dataclass(frozen=True, slots=True)
class ReportedClip:
    """A clip with open reports.

    `reasons` counts the reports by reason, `texts` are the reporters' texts.
    """

    clip_id: int
    reports: int
    reasons: dict[str, int]
    texts: tuple[str, ...]
    first_at: datetime
    last_at: datetime


class Reports(Protocol):
    """Reports about the current channel's clips."""

    def add(self, report: Report) -> bool:
        """Insert a report. Return False if this reporter reported the clip before."""
        ...

    def exists_since(self, clip_id: int, since: datetime) -> bool:
        """Return whether a clip was reported since `since`."""
        ...

    def count_open(self, clip_id: int) -> int:
        """Return the number of reports about a clip that no operator has resolved."""
        ...

    def list_open(self, limit: int) -> Sequence[ReportedClip]:
        """List clips with open reports, most reports first."""
        ...

    def list_open_for_clips(self, clip_ids: Collection[int]) -> Mapping[int, Sequence[Report]]:
        """Return the open reports by clip, newest first. One query."""
        ...

    def resolve(self, clip_id: int, now: datetime) -> int:
        """Resolve all open reports about a clip and return how many there were."""
        ...

    def anonymize_reporter(self, account_id: AccountId) -> None:
        """Erase the account, digest and text from a reporter's reports. The reports stay."""
        ...

    def list_for_account(self, account_id: AccountId) -> Sequence[Report]:
        """List the reports of a viewer, newest first."""
        ...


class BlockedCreators(Protocol):
    """Viewers of the current channel who may not make clips."""

    def exists(self, account_id: AccountId) -> bool:
        """Return whether a viewer is blocked."""
        ...

    def list_blocked(self, account_ids: Collection[AccountId]) -> frozenset[AccountId]:
        """Return which of these viewers are blocked. One query."""
        ...

    def add(self, account_id: AccountId, now: datetime) -> bool:
        """Block a viewer; return False if they were blocked before."""
        ...

    def remove(self, account_id: AccountId) -> bool:
        """Lift the block; return False if there was none."""
        ...


class ChannelModeration(Protocol):
    """The channel's clip policy, accounts and takedown log."""

    def get_policy(self) -> ClipPolicy:
        """Return the channel's rules for clips."""
        ...

    def get_reporter_digest(self, account_id: AccountId | None, ip: str) -> str:
        """Return a keyed digest that identifies a reporter.

        It is based on the account, or on the network for visitors without one.
        """
        ...

    def find_account_id(self, email: str) -> AccountId | None:
        """Return the id of the viewer with this email address; None if there is none."""
        ...

    def list_names(self, account_ids: Collection[AccountId]) -> Mapping[AccountId, str]:
        """Return the names of viewers. Closed accounts are left out. One query."""
        ...

    def is_moderator(self, principal: Principal) -> bool:
        """Return whether the caller is an operator who may moderate clips."""
        ...

    def record(self, action: str, subject: str, subject_id: int, *, actor: str, reason: str) -> None:
        """Add an entry to the takedown log. Raises `RefusedError` if the reason is too long."""
        ...
