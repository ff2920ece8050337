"""Sponsors and pre-rolls for other contexts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from touchline.channel.domain.site.content import Preroll, Sponsor
from touchline.channel.ports.site.channels import Channels
from touchline.channel.ports.site.contents import Contents
from touchline.shared.defaults import PREROLL_MINUTES


@dataclass(frozen=True)
class SponsorSummary:
    """A sponsor in one language. `logo` is a URL, and `prerolls` the number of its pre-rolls."""

    key: str
    name: str
    logo: str | None
    url: str | None
    email: str | None
    daily_cap: int | None
    is_archived: bool
    prerolls: int


class SponsorQueries:
    """Queries for the sponsors and pre-rolls of the current channel."""

    def __init__(
        self, channels: Channels, contents: Contents, get_url: Callable[[str | None], str | None]
    ) -> None:
        self._channels = channels
        self._contents = contents
        self._get_url = get_url

    def list_sponsors(self, language: str) -> Sequence[SponsorSummary]:
        """Return the sponsors in the order of the channel. Runs two queries."""
        channel = self._channels.get_current()
        preroll_counts = Counter(preroll.sponsor for preroll in self._contents.list(Preroll))
        return [
            SponsorSummary(
                key=sponsor.key,
                name=channel.localize(sponsor.name, language),
                logo=self._get_url(sponsor.logo),
                url=sponsor.url,
                email=sponsor.email,
                daily_cap=sponsor.daily_cap,
                is_archived=sponsor.archived,
                prerolls=preroll_counts[sponsor.key],
            )
            for sponsor in self._contents.list(Sponsor)
        ]

    def list_prerolls(self) -> Sequence[tuple[Preroll, Sponsor | None]]:
        """Return each pre-roll with its sponsor. Runs two queries."""
        sponsors = {sponsor.key: sponsor for sponsor in self._contents.list(Sponsor)}
        return [
            (preroll, sponsors.get(preroll.sponsor) if preroll.sponsor else None)
            for preroll in self._contents.list(Preroll)
        ]

    def get_suppress_minutes(self) -> int:
        """Return the minutes for which a viewer sees no other pre-roll before the same event."""
        settings = self._channels.get_current().settings
        return int(settings.get("preroll_suppress_minutes", PREROLL_MINUTES))
