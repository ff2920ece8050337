"""Taking whole events away (api.md, `GET /download-event/{id}`)."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from touchline.clips.adapters import jobs
from touchline.clips.application.asking_to_cut import MAKE_EVENT_FILE
from touchline.clips.application.make_event_file import MakeEventFile
from touchline.clips.application.take_event import NO_RECORDING
from touchline.clips.domain.ids import EventFileId
from touchline.clips.ports.cutting import Cut
from touchline.clips.tests.adapters.scene import Scene
from touchline.clips.tests.cutting_fakes import FakeCutter, damaged
from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import House
from touchline.platform.db.base import Base
from touchline.shared.clock import FixedClock
from touchline.shared.ids import ChannelId
from touchline.shared.jobs import Task

WHOLE = b"".join(f"v0 {number}".encode() for number in range(10))


@pytest.fixture
def cutter() -> FakeCutter:
    """Puts bytes in a row."""
    return FakeCutter()


@pytest.fixture
def asked(house: House, monkeypatch: pytest.MonkeyPatch) -> list[Task]:
    """The jobs that were asked for to make files of events: here they wait."""
    waiting: list[Task] = []
    run = house.runner.run
    monkeypatch.setattr(
        house.runner, "run", lambda task: waiting.append(task) if task.name == MAKE_EVENT_FILE else run(task)
    )
    return waiting


@pytest.fixture
def work(house: House, asked: list[Task], cutter: FakeCutter, clock: FixedClock) -> Any:
    """`work()`: a worker does what was asked for."""

    def do() -> None:
        clips: Any = house.container.clips
        make = MakeEventFile(clips.ledger(), clips.footages(), clips.files(), cutter, clock)
        while asked:
            channel_id, file_id = asked.pop().ids
            jobs.make_event_file(int(channel_id), int(file_id), make=make)

    return do


def take(viewer: Visitor, scene: Scene, key: str = "over") -> Any:
    """The answer of the call."""
    return viewer.get(f"/download-event/{scene.event(key)}")


def told(viewer: Visitor, scene: Scene, key: str = "over") -> Any:
    """What a call says that must succeed."""
    answer = take(viewer, scene, key)
    assert answer.status_code == 200, answer.get_data(as_text=True)
    return answer.json["data"]


def refusal(answer: Any) -> tuple[int, str]:
    """Status and sentence."""
    return answer.status_code, answer.json["message"]


def taken(viewer: Visitor) -> int:
    """How many downloads are counted."""
    return int(viewer.data("/user/access")["feature_count"]["downloads"])


def test_who_asks_first_has_it_made_and_all_take_the_same_file(
    ada: Visitor, scene: Scene, asked: list[Task], work: Any
) -> None:
    scene.film("over")
    waiting = told(ada, scene)
    assert waiting == {
        "state": "queued",
        "progress": 0,
        "url": None,
        "filename": "2026-11-19 19.30 Cedar Ridge @ Northgate.mp4",
        "size": None,
        "expires_at": None,
        "failure_message": None,
    }
    told(ada, scene)
    assert [(task.name, task.queue) for task in asked] == [(MAKE_EVENT_FILE, "downloads")]
    work()
    ready = told(ada, scene)
    assert (ready["state"], ready["progress"], ready["size"]) == ("ready", 100, len(WHOLE))
    file = ada.browser.get(ready["url"])
    assert (file.status_code, file.data, file.content_type) == (200, WHOLE, "video/mp4")
    assert file.headers["Content-Disposition"] == f'attachment; filename="{ready["filename"]}"'
    assert not asked


def test_a_download_that_broke_off_goes_on(ada: Visitor, scene: Scene, work: Any) -> None:
    scene.film("over")
    told(ada, scene)
    work()
    url = told(ada, scene)["url"]
    tag = ada.browser.head(url).headers["ETag"]
    rest = ada.browser.get(url, headers={"Range": "bytes=7-", "If-Range": tag})
    assert (rest.status_code, rest.data) == (206, WHOLE[7:])
    past = ada.browser.get(url, headers={"Range": f"bytes={len(WHOLE)}-"})
    assert past.status_code == 416


def test_it_is_counted_once_a_viewer_when_the_address_is_given(ada: Visitor, scene: Scene, work: Any) -> None:
    scene.film("over")
    told(ada, scene)
    assert taken(ada) == 0
    work()
    for _ in range(3):
        told(ada, scene)
    assert taken(ada) == 1


def test_progress_is_told_while_it_is_made(
    ada: Visitor, scene: Scene, work: Any, cutter: FakeCutter, clock: FixedClock
) -> None:
    scene.film("over")
    told(ada, scene)
    seen: list[Any] = []
    whole = cutter.whole

    def slow(segments: Any, into: Any, on_progress: Any, sounds: Any = ()) -> Cut:
        clock.advance(timedelta(seconds=3))
        on_progress(0.4)
        seen.append(told(ada, scene))
        return whole(segments, into, on_progress, sounds)

    cutter.whole = slow  # type: ignore[method-assign]
    work()
    assert [(one["state"], one["progress"], one["url"]) for one in seen] == [("processing", 40, None)]


def test_a_failure_is_told_once_and_asking_again_makes_it_again(
    ada: Visitor, scene: Scene, work: Any, cutter: FakeCutter, asked: list[Task]
) -> None:
    scene.film("over")
    told(ada, scene)
    cutter.during = damaged
    work()
    failed = told(ada, scene)
    assert (failed["state"], failed["failure_message"]) == ("failed", "A part of the stream is damaged.")
    assert failed["url"] is None
    cutter.during = lambda: None
    assert told(ada, scene)["state"] == "queued"
    assert len(asked) == 1
    work()
    assert told(ada, scene)["state"] == "ready"


def test_a_recording_that_was_replaced_makes_another_file_and_the_old_one_is_tidied_away(
    ada: Visitor, scene: Scene, work: Any, house: House
) -> None:
    scene.film("over")
    told(ada, scene)
    work()
    rows = Base.metadata.tables["event_media"]
    with scene.transaction() as session:
        session.execute(rows.delete())
    scene.film("over", segments=3)
    assert told(ada, scene)["state"] == "queued"
    work()
    assert told(ada, scene)["size"] == len(b"v0 0v0 1v0 2")
    house.container.clips.tidy()()
    assert len(scene.files("downloads/")) == 1
    assert ada.browser.get(told(ada, scene)["url"]).data == b"v0 0v0 1v0 2"
    assert taken(ada) == 1


def test_a_file_that_was_lost_is_made_again(ada: Visitor, scene: Scene, work: Any) -> None:
    scene.film("over")
    told(ada, scene)
    work()
    scene.storage.remove("downloads/")
    assert told(ada, scene)["state"] == "queued"
    work()
    assert ada.browser.get(told(ada, scene)["url"]).data == WHOLE


def test_what_somebody_asks_for_stays(
    ada: Visitor, scene: Scene, work: Any, house: House, clock: FixedClock
) -> None:
    scene.film("over")
    told(ada, scene)
    work()
    for _ in range(3):
        clock.advance(timedelta(days=20))
        house.container.clips.tidy()()
        assert len(scene.files("downloads/")) == 1
        with scene.transaction():
            files = house.container.clips.event_files()
            file = files.held(EventFileId(house.container.clips.ledger().files()[0].id))
            file.wanted(clock.now())
            files.save(file)
    clock.advance(timedelta(days=31))
    house.container.clips.tidy()()
    assert scene.files("downloads/") == []


def test_without_a_recording_there_is_nothing_to_take(ada: Visitor, scene: Scene, asked: list[Task]) -> None:
    scene.live("on").publish(4)
    scene.film("replay", 100)
    for key in ("on", "over", "replay"):
        assert refusal(take(ada, scene, key)) == (400, NO_RECORDING)
    assert asked == []
    assert take(ada, scene, "over").status_code == 400


def test_an_event_that_nobody_knows_is_404(ada: Visitor, stranger: Visitor, scene: Scene) -> None:
    scene.film("over")
    assert ada.get("/download-event/999999").status_code == 404
    other = stranger.register(email="zoe@example.org")
    assert take(other, scene).status_code == 404


def test_who_has_no_pass_for_it_or_is_nobody_gets_none(
    bea: Visitor, passer_by: Visitor, scene: Scene, asked: list[Task]
) -> None:
    scene.film("over")
    scene.film("paid")
    assert refusal(take(bea, scene)) == (403, "Your pass does not include downloads.")
    scene.allow(bea, "clipping", "download_clip")
    assert take(bea, scene).status_code == 403
    assert refusal(take(passer_by, scene)) == (401, "user must be logged in")
    assert asked == []


def test_an_event_that_the_viewer_may_not_watch_is_refused(bea: Visitor, scene: Scene) -> None:
    scene.film("paid")
    assert refusal(take(bea, scene, "paid")) == (403, "You may not watch this event.")


def test_the_downloads_of_a_pass_come_to_an_end(bea: Visitor, scene: Scene, work: Any) -> None:
    scene.allow(bea, "download", downloads=1)
    for key in ("over", "paid"):
        scene.film(key)
    told(bea, scene)
    work()
    told(bea, scene)
    assert refusal(take(bea, scene, "paid")) == (403, "You have used all 1 downloads of your pass.")
    assert told(bea, scene)["state"] == "ready"


def test_the_job_of_a_channel_touches_no_other(
    scene: Scene, ada: Visitor, asked: list[Task], work: Any
) -> None:
    scene.film("over")
    told(ada, scene)
    _, file_id = asked[0].ids
    asked[0] = Task(MAKE_EVENT_FILE, (int(ChannelId(scene.channel.id)) + 1, file_id))
    work()
    assert told(ada, scene)["state"] == "queued"
