"""The world of the table: the season of context clips, and a viewer who holds every right."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from touchline.channel.facade import ChannelFacts
from touchline.clips.tests.adapters.conftest import ada as ada
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
from touchline.entrypoints.tests.rights.table.world import TONIGHT, World


@pytest.fixture
def world(
    played: Played, scene: Scene, ada: Visitor, visit: Callable[[ChannelFacts], Visitor], push: FakePush
) -> World:
    """Ada on her laptop and her telephone; the rights are given to the telephone."""
    scene.apply([*GAMES, game(TONIGHT, NOON + timedelta(hours=2))])
    scene.film("replay", segments=60)
    telephone = visit(scene.channel).log_in()
    held = Played(scene, telephone, played.passer_by, played.clip)
    return World(held, ada, telephone, visit(scene.channel).browser, push)
