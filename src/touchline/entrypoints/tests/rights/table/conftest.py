"""The world of the table: the season of context clips, and a viewer who holds every right."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from adapters.payments.fake_stripe.running import Running
from touchline.billing.tests.adapters.conftest import shared_house as shared_house
from touchline.billing.tests.adapters.conftest import shared_stand_in as shared_stand_in
from touchline.billing.tests.adapters.conftest import stand_in as stand_in
from touchline.billing.tests.adapters.operators import buy
from touchline.billing.tests.samples import package, part
from touchline.channel.facade import ChannelFacts
from touchline.clips.tests.adapters.conftest import bea as bea
from touchline.clips.tests.adapters.conftest import cuts as cuts
from touchline.clips.tests.adapters.conftest import passer_by as passer_by
from touchline.clips.tests.adapters.conftest import save as save
from touchline.clips.tests.adapters.conftest import scene as scene
from touchline.clips.tests.adapters.scene import GAMES, Scene, game
from touchline.clips.tests.adapters.test_rights_end import Played
from touchline.clips.tests.adapters.test_rights_end import played as played
from touchline.conftest import NOON, Visitor
from touchline.engagement.tests.adapters.conftest import push as push
from touchline.engagement.tests.fakes import FakePush
from touchline.entrypoints.tests.rights.table.endings import MONEY_BACK, Ending
from touchline.entrypoints.tests.rights.table.world import TONIGHT, World
from touchline.shared.jobs import Task

CAPABILITIES = ("clipping", "download_clip", "download")
PASS = package("season", capabilities=["watch", *CAPABILITIES])


@pytest.fixture
def ada(visitor: Visitor, scene: Scene, stand_in: Running, cuts: list[Task], ending: Ending) -> Visitor:
    """A viewer with a season pass. She pays through the payment stand-in if the ending pays her back.
    Otherwise the order is inserted, which is faster."""
    viewer = visitor.register()
    if ending in MONEY_BACK:
        sell(scene, stand_in)
        assert buy(viewer, stand_in)["status"] == "paid"
    else:
        scene.allow(viewer, *CAPABILITIES)
    return viewer


def sell(scene: Scene, stand_in: Running) -> None:
    """Put the season pass on sale. The stand-in signs its webhooks and keeps them for the test."""
    house = scene.house
    assert house.settings.stripe is not None
    stand_in.world.outbox.secret = house.settings.stripe.webhook_secret(house.container.secret())
    stand_in.webhooks("never")
    with scene.transaction():
        ids = {"category": house.container.catalog.facade().ids_by_key("category")}
        house.container.billing.facade().apply_pack(part(PASS), ids)


@pytest.fixture
def world(
    played: Played,
    scene: Scene,
    ada: Visitor,
    visit: Callable[[ChannelFacts], Visitor],
    push: FakePush,
    stand_in: Running,
) -> World:
    """Ada on her laptop and her telephone; the rights are given to the telephone."""
    scene.apply([*GAMES, game(TONIGHT, NOON + timedelta(hours=2))])
    scene.film("replay", segments=60)
    telephone = visit(scene.channel).log_in()
    held = Played(scene, telephone, played.passer_by, played.clip)
    return World(held, ada, telephone, visit(scene.channel).browser, push, stand_in)
