"""Several at the same moment, on both databases: one clip a wish, no more than passes allow, right counts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest

from touchline.clips.tests.adapters.conftest import wish
from touchline.clips.tests.adapters.scene import Scene
from touchline.conftest import Visitor
from touchline.shared.clock import SystemClock
from touchline.shared.jobs import Task

pytestmark = pytest.mark.both_databases
PRESSES = 4


@pytest.fixture
def film(scene: Scene) -> int:
    """The recording of the game `over`."""
    return scene.film("over")


def all_at_once(presses: Sequence[Callable[[], Any]]) -> list[Any]:
    """Every press in a thread of its own, begun at the same moment."""
    ready = Barrier(len(presses))

    def pressed(press: Callable[[], Any]) -> Any:
        ready.wait(10)
        return press()

    with ThreadPoolExecutor(len(presses)) as threads:
        return list(threads.map(pressed, presses))


def pressing(scene: Scene, viewer: Visitor, body: dict[str, Any]) -> Callable[[], Any]:
    """A press of Save in a browser of its own."""
    browser = viewer.browser.application.test_client()
    return lambda: browser.post("/api/clip", json={"api_key": viewer.api_key, **body})


@pytest.fixture
def meeting(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> Barrier:
    """Whoever saves has linked the segments before anybody keeps a row: nobody finds the other's clip."""
    barrier = Barrier(PRESSES)
    files: Any = scene.house.container.clips.files()
    gather = files.gather

    def and_wait(*arguments: Any) -> None:
        gather(*arguments)
        barrier.wait(20)

    monkeypatch.setattr(files, "gather", and_wait)
    return barrier


def test_the_same_clip_wished_for_at_the_same_moment_is_one(
    scene: Scene, ada: Visitor, film: int, meeting: Barrier, cuts: list[Task]
) -> None:
    body = wish(scene.event("over"), film)
    answers = all_at_once([pressing(scene, ada, body)] * PRESSES)
    assert [answer.status_code for answer in answers] == [201] * PRESSES
    assert len({answer.json["data"]["id"] for answer in answers}) == 1
    (clip,) = ada.data("/clips/user")
    folders = {"/".join(key.split("/")[:2]) for key in scene.files("clips/")}
    assert folders == {scene.clip(clip["id"]).folder}
    assert ada.browser.get(clip["url"]).status_code == 200
    assert len(cuts) == 1


def test_two_clips_given_the_same_name_at_the_same_moment_do_not_both_get_it(
    scene: Scene, ada: Visitor, film: int, save: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = (save(ada, "over", film, name=name)["id"] for name in ("First", "Second"))
    monkeypatch.setattr(scene.house.container.clips.kept(), "same", lambda _clip: None)  # seen by nobody yet
    statuses = []
    for number in (first, second):
        answer = ada.post(f"/clip/{number}", _method="patch", name="Third")
        statuses.append(answer.status_code)
    assert statuses == [200, 400]
    assert [clip["name"] for clip in ada.data("/clips/user")] == ["Second", "Third"]


def test_no_more_clips_are_made_than_a_pass_has(
    scene: Scene, bea: Visitor, film: int, meeting: Barrier
) -> None:
    scene.allow(bea, "clipping", clips=2)
    event = scene.event("over")
    bodies = [wish(event, film, name=f"Clip {number}") for number in range(PRESSES)]
    answers = all_at_once([pressing(scene, bea, body) for body in bodies])
    assert sorted(answer.status_code for answer in answers) == [201, 201, 403, 403]
    assert len(bea.data("/clips/user")) == 2
    assert len({key.split("/")[1] for key in scene.files("clips/")}) == 2


def test_an_events_count_is_right_after_all(
    scene: Scene, ada: Visitor, film: int, meeting: Barrier, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scene.house.container.clips.count(), "_clock", SystemClock())
    event = scene.event("over")
    bodies = [wish(event, film, name=f"Clip {number}") for number in range(PRESSES)]
    all_at_once([pressing(scene, ada, body) for body in bodies])
    assert ada.data(f"/events/{event}")["clip_count"] == PRESSES


def test_no_more_is_taken_away_than_a_pass_has(
    scene: Scene, ada: Visitor, bea: Visitor, film: int, save: Callable[..., Any]
) -> None:
    scene.allow(bea, "download_clip", downloads=1)
    clips = [save(ada, "over", film, name=f"Clip {number}")["id"] for number in range(PRESSES)]
    for number in clips:
        scene.finish(number)

    def taking(number: int) -> Callable[[], Any]:
        browser = bea.browser.application.test_client()
        return lambda: browser.get(f"/api/clip/download/{number}", query_string={"api_key": bea.api_key})

    answers = all_at_once([taking(number) for number in clips])
    assert sorted(answer.status_code for answer in answers) == [200, 403, 403, 403]
