"""The games of revenue shares and the seconds watched, from the real catalog and analytics."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from touchline.analytics.tests.record_builders import START, batch, first_frame, viewing, visitor
from touchline.catalog.tests.samples import NOON
from touchline.channel.facade import ChannelDetails
from touchline.entrypoints.bootstrap import Application

MONTH = "2026-11"


def test_games_have_their_teams_schools_and_category(
    application: Application, site: ChannelDetails, ids: Callable[[str, str], int]
) -> None:
    billing: Any = application.container.billing
    since, until = NOON - timedelta(days=30), NOON + timedelta(days=30)
    with application.container.database().transaction(site.id):
        games = {game.id: game for game in billing.share_games().list_games(since, until, ())}
        schools = dict(billing.share_games().list_schools("en"))
        none = billing.share_games().list_games(until, until + timedelta(days=1), ())
        listed = billing.share_games().list_games(until, until + timedelta(days=1), {ids("event", "over")})
    over = games[ids("event", "over")]
    assert over.in_month
    assert set(over.participant_ids) >= {
        ids("participant", "harlan-falls-hockey"), ids("participant", "cedar-ridge-hockey")
    } or set(over.participant_ids) >= {
        ids("participant", "harlan-falls-soccer"), ids("participant", "cedar-ridge-soccer")
    }  # fmt: skip
    assert {schools[group] for group in over.group_ids} == {"Harlan Falls", "Cedar Ridge"}
    assert over.category_id is not None
    assert none == []
    assert [(game.id, game.in_month) for game in listed] == [(over.id, False)]


def test_seconds_are_counted_in_the_month_of_the_channel(
    application: Application, site: ChannelDetails, ids: Callable[[str, str], int]
) -> None:
    billing: Any = application.container.billing
    event_id = ids("event", "over")
    start = int((NOON - timedelta(hours=48)).timestamp()) - START
    with application.container.database().transaction(None, unscoped=True):
        for name in ("ada", "bo"):
            session = visitor(name, channel_id=site.id)
            records = (
                first_frame(start, session, thing_id=event_id),
                viewing(90, start + 30, session, thing_id=event_id, live=True),
            )
            application.container.analytics.store().write(batch(*records))
    with application.container.database().transaction(site.id):
        watched = billing.watched_seconds()
        assert watched.get_by_event(MONTH) == {event_id: 180}
        assert watched.get_by_event("2026-10") == {}
