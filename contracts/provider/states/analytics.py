"""Provider states of context analytics: a channel's operator, and a season of visits to one of its games."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

from contracts.provider.environment import NOON, ProviderEnvironment
from contracts.provider.states.accounts import create_viewer
from contracts.provider.states.catalog import create_event
from touchline.billing.tests.order_samples import build_order, build_transaction
from touchline.demo.audience import AudienceSimulation, WatchItem
from touchline.demo.audience_payloads import build_spool_lines, send_lines

PROFILE = "prairie-profile"
HOURS = 2


def enable_analytics(environment: ProviderEnvironment) -> None:
    """Store the channel's analytics events."""
    environment.replace_in_pack("channel.yaml", "settings:\n", f"settings:\n  analytics_key: {PROFILE}\n")


def create_operator_with_season(
    environment: ProviderEnvironment, api_key: str, email: str, event_id: int, days: int
) -> None:
    """Create an operator, logged in with this key, of a channel with views of this game.

    The game was watched on the last `days` days, and on as many days before them.
    """
    enable_analytics(environment)
    create_event(environment, event_id, stream_status="finished", recorded=False)
    create_viewer(environment, api_key, email)
    with environment.open_channel() as (_, channel):
        channel.operator_admin().add(email)
    zone = ZoneInfo("America/Chicago")
    first = NOON.astimezone(zone).date() - timedelta(days=2 * days - 1)
    watch_item = WatchItem("event", event_id, 0, HOURS * 3600)
    season = AudienceSimulation([watch_item], zone, first, int(NOON.timestamp()), visits_per_day=1)
    analytics: Any = environment.application.container.analytics
    _create_sale(environment, email)
    lines = (line for visit in season.generate_visits() for line in build_spool_lines(visit, PROFILE))
    send_lines(lines, analytics.spool().append, analytics.drain().drain_own_files)


def _create_sale(environment: ProviderEnvironment, email: str) -> None:
    """Create an order and its ledger entry on the contracts' clock. The fake has its own clock."""
    billing: Any = environment.application.container.billing
    with environment.open_channel() as (_, channel):
        created_order = build_order(account_id=channel.accounts().get_by_email(email).id, created_at=NOON)
        billing.orders().add(created_order)
        billing.ledger().add(build_transaction(created_order.id, at=NOON - timedelta(days=1)))


STATES: dict[str, Any] = {
    "a channel with analytics": enable_analytics,
    "an operator and a season of views": create_operator_with_season,
}
