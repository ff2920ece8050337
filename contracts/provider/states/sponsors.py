"""Provider states of sponsors: an operator, and a sponsor with a link to its report."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from contracts.provider.environment import NOON, ProviderEnvironment
from contracts.provider.states.accounts import create_viewer
from touchline.analytics.domain.sponsors.report_links import ReportLink

SPONSOR = "- {key: feed, name: Feed & Seed, url: 'https://example.org/feed', daily_cap: 3}\n"


def create_sponsor(environment: ProviderEnvironment, api_key: str, email: str) -> None:
    """Create an operator, logged in with this key, of a channel with the sponsor `feed`."""
    environment.append_to_pack("sponsors.yaml", SPONSOR)
    create_viewer(environment, api_key, email)
    with environment.open_channel() as (_, channel):
        channel.operator_admin().add(email)


def create_link(environment: ProviderEnvironment, token: str) -> None:
    """Create link 1 with this token. It opens the report of the sponsor `feed` for 30 days."""
    if not environment.has_appended("sponsors.yaml", SPONSOR):
        environment.append_to_pack("sponsors.yaml", SPONSOR)
    links: Any = environment.application.container.analytics.sponsor_links()
    with environment.open_channel():
        link = ReportLink("feed", "Mia", NOON, NOON + timedelta(days=30))
        links.links.add(link, links.secrets.hash_token(token))


STATES: dict[str, Any] = {"an operator and a sponsor": create_sponsor, "a link of a sponsor": create_link}
