"""Taking the files of clips away (api.md, "Clips")."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from touchline.clips.tests.adapters.scene import Scene
from touchline.conftest import Visitor

Save = Callable[..., Any]
CONTENT = bytes(range(256)) * 40


@pytest.fixture
def clip(scene: Scene, ada: Visitor, save: Save) -> Any:
    """Ada's clip of the free game, cut."""
    made = save(ada, "over", scene.film("over"))
    scene.finish(made["id"], CONTENT)
    return made


def take(viewer: Visitor, clip: Any) -> Any:
    """The answer of the call."""
    return viewer.get(f"/clip/download/{clip['id']}")


def refusal(answer: Any) -> tuple[int, str]:
    """Status and sentence."""
    return answer.status_code, answer.json["message"]


def test_the_file_comes_under_its_name(ada: Visitor, clip: Any) -> None:
    told = take(ada, clip).json["data"]
    assert told["filename"] == "2026-11-19 19.30 Cedar Ridge @ Northgate, Glove save.mp4"
    assert (told["size"], told["expires_at"]) == (len(CONTENT), "2026-11-22T00:00:00Z")
    file = ada.browser.get(told["url"])
    assert (file.status_code, file.data, file.content_type) == (200, CONTENT, "video/mp4")
    assert file.headers["Content-Disposition"] == f'attachment; filename="{told["filename"]}"'
    assert file.headers["Cache-Control"] == "private, no-cache"


def test_a_download_that_broke_off_goes_on(ada: Visitor, clip: Any, scene: Scene) -> None:
    url = take(ada, clip).json["data"]["url"]
    head = ada.browser.head(url)
    assert (head.content_length, head.headers["Accept-Ranges"], head.data) == (len(CONTENT), "bytes", b"")
    tag = head.headers["ETag"]
    rest = ada.browser.get(url, headers={"Range": "bytes=5000-", "If-Range": tag})
    assert (rest.status_code, rest.data) == (206, CONTENT[5000:])
    assert rest.headers["Content-Range"] == f"bytes 5000-{len(CONTENT) - 1}/{len(CONTENT)}"
    scene.put(scene.clip(clip["id"]).file_key, b"another file")
    other = ada.browser.get(url, headers={"Range": "bytes=5000-", "If-Range": tag})
    assert (other.status_code, other.data) == (200, b"another file")


def test_only_what_is_to_be_taken_away_is_an_attachment(ada: Visitor, clip: Any) -> None:
    shown = ada.data(f"/clip/{clip['id']}")
    for url in (shown["url"], shown["poster"]):
        assert "Content-Disposition" not in ada.browser.get(f"{url}?as=x.mp4").headers


def test_the_address_is_this_viewers_alone_and_of_this_file(ada: Visitor, clip: Any, scene: Scene) -> None:
    url = take(ada, clip).json["data"]["url"]
    assert ada.browser.get(url.replace("clip.mp4", "other.mp4")).status_code == 403
    assert ada.browser.get(url.replace("file/clip.mp4", "play/master.m3u8")).status_code == 403
    ada.post("/auth/logout")
    catalog: Any = scene.house.container.catalog
    catalog.playback_rights()._known.clear()
    assert ada.browser.get(url).status_code == 403


def test_before_it_is_ready_there_is_none(ada: Visitor, clip: Any, save: Save, scene: Scene) -> None:
    second = save(ada, "over", clip["event_media_id"], name="Second")
    assert refusal(take(ada, second)) == (400, "This clip is still being cut.")
    scene.fail(second["id"])
    assert refusal(take(ada, second)) == (400, "This clip could not be cut.")
    assert ada.data("/clips/user", kind="downloads") == []


def test_who_has_no_pass_for_it_gets_none(bea: Visitor, clip: Any, scene: Scene) -> None:
    assert refusal(take(bea, clip)) == (403, "Your pass does not include downloads.")
    scene.allow(bea, "download")
    assert refusal(take(bea, clip)) == (403, "Your pass does not include downloads.")
    scene.allow(bea, "download_clip")
    assert take(bea, clip).status_code == 200


def test_a_clip_of_what_one_may_not_watch_is_not_taken_away(
    ada: Visitor, bea: Visitor, save: Save, scene: Scene
) -> None:
    paid = save(ada, "paid", scene.film("paid"))
    scene.finish(paid["id"])
    scene.allow(bea, "download_clip", of_category=999)
    assert refusal(take(bea, paid)) == (403, "You may not watch this event.")
    assert take(ada, paid).status_code == 200


def test_a_thing_is_counted_once_a_viewer_and_limits_hold_for_new_ones(
    ada: Visitor, bea: Visitor, clip: Any, save: Save, scene: Scene
) -> None:
    scene.allow(bea, "download_clip", downloads=1)
    second = save(ada, "over", clip["event_media_id"], name="Second")
    scene.finish(second["id"])
    for _again in range(3):
        assert take(bea, clip).status_code == 200
    assert refusal(take(bea, second)) == (403, "You have used all 1 downloads of your pass.")
    (taken,) = bea.data("/clips/user", kind="downloads")
    assert (taken["id"], taken["kind"], taken["is_own"], taken["uuid"]) == (
        clip["id"],
        "downloads",
        False,
        None,
    )
    assert bea.data("/user/access")["feature_count"]["downloads"] == 1
    assert ada.data("/clips/user", kind="downloads") == []


def test_deleting_gives_no_download_back(
    ada: Visitor, bea: Visitor, clip: Any, save: Save, scene: Scene
) -> None:
    scene.allow(bea, "download_clip", downloads=1)
    second = save(ada, "over", clip["event_media_id"], name="Second")
    scene.finish(second["id"])
    assert take(bea, clip).status_code == 200
    assert ada.delete(f"/clip/{clip['id']}").status_code == 204
    assert refusal(take(bea, second))[0] == 403


def test_what_was_taken_last_comes_first(ada: Visitor, clip: Any, save: Save, scene: Scene) -> None:
    second = save(ada, "over", clip["event_media_id"], name="Second")
    scene.finish(second["id"])
    take(ada, second)
    take(ada, clip)
    assert [row["id"] for row in ada.data("/clips/user", kind="downloads")] == [clip["id"], second["id"]]
