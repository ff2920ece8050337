"""Provider states of context analytics: who runs a channel, and a season of visits to one of its games."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

from contracts.provider.stage import NOON, Stage
from contracts.provider.states_accounts import a_viewer
from contracts.provider.states_catalog import an_event
from touchline.billing.tests.orders import line, order
from touchline.demo.audience import Season, Show
from touchline.demo.audience_calls import lines_of, send

PROFILE = "prairie-profile"
HOURS = 2


def a_counted_channel(stage: Stage) -> None:
    """What browsers tell of the channel is kept."""
    stage.rewrite("channel.yaml", "settings:\n", f"settings:\n  analytics_key: {PROFILE}\n")


def an_operator_with_a_season(stage: Stage, api_key: str, email: str, event_id: int, days: int) -> None:
    """An operator, logged in behind this key, of a channel on which the game of this id was watched for so
    many days, and as many days before."""
    a_counted_channel(stage)
    an_event(stage, event_id, stream_status="finished", recorded=False)
    a_viewer(stage, api_key, email)
    with stage.channel() as (_, channel):
        channel.desk.change_operators().add(email)
    zone = ZoneInfo("America/Chicago")
    first = NOON.astimezone(zone).date() - timedelta(days=2 * days - 1)
    game = Show("event", event_id, 0, HOURS * 3600)
    season = Season([game], zone, first, int(NOON.timestamp()), visits_a_day=1)
    analytics: Any = stage.house.container.analytics
    _sold(stage, email)
    lines = (line for visit in season.visits() for line in lines_of(visit, PROFILE))
    send(lines, analytics.intake.spool().append, analytics.intake.drain().own)


def _sold(stage: Stage, email: str) -> None:
    """An order and its line of the ledger, by the clock of the contracts: the stand-in goes by its own."""
    billing: Any = stage.house.container.billing
    with stage.channel() as (_, channel):
        bought = order(account_id=channel.kept_accounts().by_email(email).id, created_at=NOON)
        billing.kept_orders().place(bought)
        billing.ledger().write(line(bought.id, at=NOON - timedelta(days=1)))


STATES: dict[str, Any] = {
    "a counted channel": a_counted_channel,
    "an operator with a season": an_operator_with_a_season,
}
