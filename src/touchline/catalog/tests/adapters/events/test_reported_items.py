"""Reported items: an event belongs to its sides and their parent participants, on both databases."""

from __future__ import annotations

from collections.abc import Callable

from touchline.catalog.facade import CatalogFacade
from touchline.channel.facade import ChannelDetails
from touchline.entrypoints.bootstrap import Application

Ids = Callable[[str, str], int]


def test_an_event_is_reported_for_its_sides_and_their_parent_team(
    application: Application, season: ChannelDetails, catalog: CatalogFacade, ids: Ids
) -> None:
    hockey, soccer = ids("event", "on-now"), ids("event", "over-soccer")
    with application.container.database().transaction(season.id):
        reported = catalog.reported_items.list_events([hockey, soccer], "en")
    cedar_ridge = ids("participant", "cedar-ridge-hockey")
    assert {team for team, _ in reported[hockey].participants} == {
        ids("participant", "harlan-falls-hockey"),
        cedar_ridge,
        ids("participant", "cedar-ridge-teams"),
    }
    assert ids("participant", "cedar-ridge-teams") not in {team for team, _ in reported[soccer].participants}
    assert [name for _, name in reported[hockey].groups].count("Cedar Ridge") == 1
