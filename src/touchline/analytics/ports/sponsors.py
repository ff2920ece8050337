"""Ports of sponsors."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Protocol

from touchline.analytics.domain.sponsors.ad_breaks import AdReport
from touchline.analytics.domain.sponsors.ad_choice import AdPreroll, AdTarget
from touchline.analytics.domain.sponsors.figures import AdFigures, DayFigures
from touchline.analytics.domain.sponsors.report_links import ReportLink
from touchline.shared.ids import AccountId
from touchline.shared.principal import Principal


@dataclass(frozen=True)
class SponsorDetails:
    """A sponsor of the current channel, in one language. `logo` is a URL."""

    key: str
    name: str
    logo: str | None = None
    url: str | None = None
    email: str | None = None
    daily_cap: int | None = None
    is_archived: bool = False
    prerolls: int = 0


class Sponsors(Protocol):
    """The sponsors and pre-rolls of the current channel."""

    def list_sponsors(self, language: str) -> Sequence[SponsorDetails]:
        """Return the sponsors in the order of the channel. Two queries."""
        ...

    def list_prerolls(self) -> Sequence[AdPreroll]:
        """Return the pre-rolls with their sponsors."""
        ...

    def get_suppress_minutes(self) -> int:
        """Return the minutes for which a viewer sees no other pre-roll before the same event."""
        ...

    def get_site(self) -> tuple[str, str]:
        """Return the name and the address of the channel's site."""
        ...


class AdTargets(Protocol):
    """The events of the current channel."""

    def get(self, principal: Principal, event_id: int) -> AdTarget | None:
        """Return an event that the viewer may watch now; None otherwise."""
        ...

    def list_public(self, event_ids: Collection[int], language: str) -> Collection[int]:
        """Return those of the events that the channel shows to everybody."""
        ...


class AdReportSink(Protocol):
    """Takes the reports of ad breaks of all channels."""

    def add(self, reports: Sequence[AdReport]) -> None:
        """Add reports. A report that is known changes nothing.

        Call it in a transaction that sees all channels.
        """
        ...


class AdViews(AdReportSink, Protocol):
    """The ad breaks of all channels, and the figures of each sponsor by event and day."""

    def add_figures(self, figures: Mapping[tuple[Any, ...], AdFigures]) -> None:
        """Add figures by channel, sponsor, day and event."""
        ...

    def sum_by_sponsor(self, first: date, last: date) -> Mapping[str, AdFigures]:
        """Return the figures of the current channel by sponsor. One query."""
        ...

    def list_days(self, sponsor: str, first: date, last: date) -> Sequence[DayFigures]:
        """Return the figures of a sponsor by day and event. One query."""
        ...

    def prune(self, before: date) -> int:
        """Delete the ad breaks of all channels before a day. The figures stay. Return their number."""
        ...


class AdCaps(Protocol):
    """How often an account saw a sponsor on a day, in the current channel."""

    def claim(self, account_id: AccountId, sponsor: str, day: date, cap: int) -> bool:
        """Count a pre-roll and return True; return False if the cap is reached. Atomic."""
        ...

    def export_account(self, account_id: AccountId) -> list[dict[str, Any]]:
        """Return the rows of an account."""
        ...

    def erase_account(self, account_id: AccountId) -> None:
        """Delete the rows of an account."""
        ...

    def prune(self, before: date) -> int:
        """Delete the rows of all channels before a day. Return their number."""
        ...


class ReportLinks(Protocol):
    """The links of the current channel."""

    def add(self, link: ReportLink, token_hash: str) -> ReportLink:
        """Store a link, and return it with its id."""
        ...

    def list_for_sponsor(self, sponsor: str) -> Sequence[ReportLink]:
        """Return the links of a sponsor, newest first."""
        ...

    def find(self, token_hash: str) -> ReportLink | None:
        """Return the link of a token."""
        ...

    def revoke(self, sponsor: str, link_id: int, at: datetime) -> bool:
        """Revoke a link of a sponsor. Return False if there is none. A revoked link stays as it is."""
        ...
