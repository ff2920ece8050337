"""What reports name: an event is of its sides and of whoever stands for them, on both databases."""

from __future__ import annotations

from collections.abc import Callable

from touchline.catalog.facade import CatalogFacade
from touchline.channel.facade import ChannelFacts
from touchline.entrypoints.bootstrap import House

Ids = Callable[[str, str], int]


def test_an_event_is_reported_for_its_sides_and_for_the_team_that_stands_for_one(
    house: House, season: ChannelFacts, catalog: CatalogFacade, ids: Ids
) -> None:
    hockey, soccer = ids("event", "on-now"), ids("event", "over-soccer")
    with house.container.database().transaction(season.id):
        told = catalog.reported.events([hockey, soccer], "en")
    cedar_ridge = ids("participant", "cedar-ridge-hockey")
    assert {team for team, _ in told[hockey].participants} == {
        ids("participant", "harlan-falls-hockey"),
        cedar_ridge,
        ids("participant", "cedar-ridge-teams"),
    }
    assert ids("participant", "cedar-ridge-teams") not in {team for team, _ in told[soccer].participants}
    assert [name for _, name in told[hockey].groups].count("Cedar Ridge") == 1
