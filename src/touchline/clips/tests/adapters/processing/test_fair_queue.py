"""A real worker on a real queue: twenty clips of one viewer do not delay another viewer's clip."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
import rq

from touchline.clips.application.processing.job_requests import QUEUE, request_clip_cut
from touchline.clips.domain.clip import Clip, ClipDetails, Range
from touchline.clips.domain.folders import CLIPS, new_folder
from touchline.clips.domain.ids import ClipId
from touchline.clips.tests.adapters.processing.test_killed_workers import SECRET, wait_until
from touchline.clips.tests.cutting_fakes import CHANNEL_ID, build_clip, write_segments
from touchline.entrypoints.bootstrap import Application
from touchline.entrypoints.runner.programs import is_queue_up, valkey
from touchline.platform.config.settings import Settings
from touchline.platform.db.base import Base
from touchline.shared.clock import SystemClock
from touchline.shared.ids import AccountId, ChannelId
from touchline.shared.tasks.work import WorkState

ADA, BEA = AccountId(3), AccountId(4)


@pytest.fixture
def new_application(tmp_path: Path) -> Iterator[Application]:
    """Yield an application with its own queue."""
    new_application = Application(Settings(var=tmp_path / "var", secret_key=SECRET))
    new_application.settings.var.mkdir()
    Base.metadata.create_all(new_application.container.database().engine)
    server = subprocess.Popen(valkey(new_application.settings).command, stdout=subprocess.DEVNULL)
    try:
        wait_until(lambda: is_queue_up(new_application.settings))
        yield new_application
    finally:
        server.kill()
        server.wait()
        new_application.close()


def save(
    new_application: Application,
    folder: Path,
    creator: AccountId,
    number: int,
    channel: ChannelId = CHANNEL_ID,
) -> ClipId:
    """Save a clip that waits to be cut. Its segment is unreadable, so that the cut ends at once."""
    container: Any = new_application.container
    clip = build_clip(
        0,
        channel_id=channel,
        account_id=creator,
        details=ClipDetails(f"Clip {number}", ("save",)),
        range=Range(40 * number, 1000),
        folder=new_folder(CLIPS, SystemClock().now()),
        created_at=SystemClock().now(),
    )
    write_segments(container.clips.files(), clip, {"a.ts": b"no film"}, folder)
    with new_application.container.database().transaction(channel):
        saved: Clip = container.clips.clips().add(clip)
        request_clip_cut(new_application.container.outbox(), saved)
    return saved.id


def cut_all(
    new_application: Application, ids: Sequence[ClipId], channel: ChannelId = CHANNEL_ID
) -> list[ClipId]:
    """Run all jobs of the queue in order and return the clips in the order in which they were cut."""
    container: Any = new_application.container
    connection = new_application.adapters.queue().connection
    order: list[ClipId] = []
    for _ in ids:
        (job,) = rq.Queue(QUEUE, connection=connection).get_jobs(0, 1)
        rq.Queue(QUEUE, connection=connection).remove(job)
        _, channel_id, clip_id = job.args
        container.clips.cut_next_clip()(ChannelId(channel_id), ClipId(clip_id))
        with new_application.container.database().transaction(channel):
            clips = [container.clips.clips().get(queued_id) for queued_id in ids]
        order += [clip.id for clip in clips if clip.state is WorkState.FAILED and clip.id not in order]
    assert rq.Queue(QUEUE, connection=connection).count == 0
    return order


def test_one_clip_does_not_wait_behind_twenty_clips_of_another_viewer(
    new_application: Application, tmp_path: Path
) -> None:
    of_ada = [save(new_application, tmp_path, ADA, number) for number in range(20)]
    of_bea = save(new_application, tmp_path, BEA, 20)
    order = cut_all(new_application, [*of_ada, of_bea])
    assert order == [of_ada[0], of_bea, *of_ada[1:]]


@pytest.mark.nightly
def test_a_new_viewer_is_next_while_other_clips_are_processing(
    new_application: Application, tmp_path: Path
) -> None:
    of_ada = [save(new_application, tmp_path, ADA, number) for number in range(6)]
    started = cut_some(new_application, of_ada, 3)
    of_bea = save(new_application, tmp_path, BEA, 9)
    assert started == of_ada[:3]
    assert cut_all(new_application, [*of_ada[3:], of_bea]) == [of_bea, *of_ada[3:]]


@pytest.mark.nightly
def test_the_reported_queue_position_matches_the_processing_order(
    new_application: Application, tmp_path: Path
) -> None:
    of_ada = [save(new_application, tmp_path, ADA, number) for number in range(4)]
    of_bea = save(new_application, tmp_path, BEA, 9)
    container: Any = new_application.container
    with new_application.container.database().transaction(CHANNEL_ID):
        clips = [container.clips.clips().get(clip_id) for clip_id in (*of_ada, of_bea)]
        ahead = container.clips.clips().count_ahead(clips)
    assert ahead == {of_ada[0]: 0, of_bea: 1, of_ada[1]: 2, of_ada[2]: 3, of_ada[3]: 4}


def cut_some(new_application: Application, ids: Sequence[ClipId], number: int) -> list[ClipId]:
    """Run the first `number` jobs of the queue and return the clips that they cut."""
    container: Any = new_application.container
    connection = new_application.adapters.queue().connection
    for _ in range(number):
        (job,) = rq.Queue(QUEUE, connection=connection).get_jobs(0, 1)
        rq.Queue(QUEUE, connection=connection).remove(job)
        container.clips.cut_next_clip()(ChannelId(job.args[1]), ClipId(job.args[2]))
    with new_application.container.database().transaction(CHANNEL_ID):
        clips = [container.clips.clips().get(clip_id) for clip_id in ids]
    return [clip.id for clip in clips if clip.state is WorkState.FAILED]
