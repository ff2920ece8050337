"""Links with which a sponsor reads its report without an account."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from touchline.analytics.application.sponsors.sponsor_reports import SponsorReports
from touchline.analytics.domain.sponsors.report_links import MAX_LINKS, LinkSecrets, ReportLink
from touchline.analytics.ports.sponsors import ReportLinks
from touchline.shared.clock import Clock
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import NotFoundError, RefusedError

SPONSOR_LINK_INVALID = ErrorMessage(
    "errors.sponsor_link", "This link no longer works. Ask the channel for a new one."
)
TOO_MANY_SPONSOR_LINKS = ErrorMessage(
    "errors.sponsor_links_full", "This sponsor has 50 links that work. Revoke one of them first."
)


@dataclass(frozen=True, slots=True)
class NewReportLink:
    """A new link. The token is shown once."""

    link: ReportLink
    token: str


@dataclass(frozen=True)
class SponsorLinks:
    """Use cases for the links of a sponsor."""

    links: ReportLinks
    reports: SponsorReports
    secrets: LinkSecrets
    clock: Clock

    def create(self, sponsor: str, label: str, days: int, language: str) -> NewReportLink:
        """Create a link that works for some days.

        Raises `NotFoundError` for an unknown sponsor, and `RefusedError` if it has too many links.
        """
        self.reports.require(sponsor, language)
        now = self.clock.now()
        if sum(link.is_valid(now) for link in self.links.list_for_sponsor(sponsor)) >= MAX_LINKS:
            raise RefusedError(TOO_MANY_SPONSOR_LINKS)
        token = self.secrets.create_token()
        link = ReportLink(sponsor, label, now, now + timedelta(days=days))
        return NewReportLink(self.links.add(link, self.secrets.hash_token(token)), token)

    def list_valid(self, sponsor: str, language: str) -> Sequence[ReportLink]:
        """Return the links of a sponsor that work, newest first. Raises `NotFoundError`."""
        self.reports.require(sponsor, language)
        now = self.clock.now()
        return [link for link in self.links.list_for_sponsor(sponsor) if link.is_valid(now)]

    def revoke(self, sponsor: str, link_id: int) -> None:
        """Revoke a link. A second call changes nothing. Raises `NotFoundError`."""
        if not self.links.revoke(sponsor, link_id, self.clock.now()):
            raise NotFoundError

    def open(self, token: str, language: str) -> ReportLink:
        """Return the link of a token.

        Raises `RefusedError` if it is unknown, revoked or has expired, or if its sponsor was removed.
        """
        link = self.links.find(self.secrets.hash_token(token))
        if link is None or not link.is_valid(self.clock.now()):
            raise RefusedError(SPONSOR_LINK_INVALID)
        try:
            self.reports.require(link.sponsor, language)
        except NotFoundError:
            raise RefusedError(SPONSOR_LINK_INVALID) from None
        return link
