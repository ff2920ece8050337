"""A real worker on a real queue: a viewer with twenty clips does not keep another waiting for one."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
import rq

from touchline.clips.application.asking_to_cut import QUEUE, ask_to_cut
from touchline.clips.domain.clip import Clip, Range, Words
from touchline.clips.domain.folders import CLIPS, new_folder
from touchline.clips.domain.ids import ClipId
from touchline.clips.tests.adapters.test_killed_workers import SECRET, until
from touchline.clips.tests.cutting_fakes import CHANNEL, clip_of, gather
from touchline.entrypoints.bootstrap import House
from touchline.entrypoints.embedded import queue_answers, valkey
from touchline.platform.db.base import Base
from touchline.platform.settings import Settings
from touchline.shared.clock import SystemClock
from touchline.shared.ids import AccountId, ChannelId
from touchline.shared.work import WorkState

ADA, BEA = AccountId(3), AccountId(4)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A deployment with a queue of its own."""
    house = House(Settings(var=tmp_path / "var", secret_key=SECRET))
    house.settings.var.mkdir()
    Base.metadata.create_all(house.container.database().engine)
    server = subprocess.Popen(valkey(house.settings).command, stdout=subprocess.DEVNULL)
    try:
        until(lambda: queue_answers(house.settings))
        yield house
    finally:
        server.kill()
        server.wait()
        house.close()


def save(house: House, folder: Path, maker: AccountId, number: int, channel: ChannelId = CHANNEL) -> ClipId:
    """A clip that waits to be cut; its segment cannot be read, so that cutting ends at once."""
    container: Any = house.container
    clip = clip_of(
        0,
        channel_id=channel,
        account_id=maker,
        words=Words(f"Clip {number}", ("save",)),
        range=Range(40 * number, 1000),
        folder=new_folder(CLIPS, SystemClock().now()),
        created_at=SystemClock().now(),
    )
    gather(container.clips.files(), clip, {"a.ts": b"no film"}, folder)
    with house.container.database().transaction(channel):
        kept: Clip = container.clips.kept().add(clip)
        ask_to_cut(house.container.outbox(), kept)
    return kept.id


def cut_in_order(house: House, ids: Sequence[ClipId], channel: ChannelId = CHANNEL) -> list[ClipId]:
    """Let a worker take one job of the queue after the other; the clips in the order in which it cut them."""
    container: Any = house.container
    connection = house.adapters.queue().connection
    order: list[ClipId] = []
    for _ in ids:
        (job,) = rq.Queue(QUEUE, connection=connection).get_jobs(0, 1)
        rq.Queue(QUEUE, connection=connection).remove(job)
        _, channel_id, clip_id = job.args
        container.clips.cut_next()(ChannelId(channel_id), ClipId(clip_id))
        with house.container.database().transaction(channel):
            clips = [container.clips.kept().get(one) for one in ids]
        order += [one.id for one in clips if one.state is WorkState.FAILED and one.id not in order]
    assert rq.Queue(QUEUE, connection=connection).count == 0
    return order


def test_who_asks_for_one_clip_is_not_behind_the_twenty_of_another(house: House, tmp_path: Path) -> None:
    of_ada = [save(house, tmp_path, ADA, number) for number in range(20)]
    of_bea = save(house, tmp_path, BEA, 20)
    order = cut_in_order(house, [*of_ada, of_bea])
    assert order == [of_ada[0], of_bea, *of_ada[1:]]


def test_who_asks_while_others_are_cut_is_next(house: House, tmp_path: Path) -> None:
    of_ada = [save(house, tmp_path, ADA, number) for number in range(6)]
    begun = cut_in_order_some(house, of_ada, 3)
    of_bea = save(house, tmp_path, BEA, 9)
    assert begun == of_ada[:3]
    assert cut_in_order(house, [*of_ada[3:], of_bea]) == [of_bea, *of_ada[3:]]


def test_what_is_said_to_be_ahead_is_the_order_of_cutting(house: House, tmp_path: Path) -> None:
    of_ada = [save(house, tmp_path, ADA, number) for number in range(4)]
    of_bea = save(house, tmp_path, BEA, 9)
    container: Any = house.container
    with house.container.database().transaction(CHANNEL):
        clips = [container.clips.kept().get(one) for one in (*of_ada, of_bea)]
        ahead = container.clips.kept().ahead_of(clips)
    assert ahead == {of_ada[0]: 0, of_bea: 1, of_ada[1]: 2, of_ada[2]: 3, of_ada[3]: 4}


def cut_in_order_some(house: House, ids: Sequence[ClipId], number: int) -> list[ClipId]:
    """The first jobs of the queue."""
    container: Any = house.container
    connection = house.adapters.queue().connection
    for _ in range(number):
        (job,) = rq.Queue(QUEUE, connection=connection).get_jobs(0, 1)
        rq.Queue(QUEUE, connection=connection).remove(job)
        container.clips.cut_next()(ChannelId(job.args[1]), ClipId(job.args[2]))
    with house.container.database().transaction(CHANNEL):
        clips = [container.clips.kept().get(one) for one in ids]
    return [one.id for one in clips if one.state is WorkState.FAILED]
