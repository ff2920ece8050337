"""Downloading the files of clips (api.md, "Clips")."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from touchline.clips.application.downloads.download_clip import NO_ACCESS
from touchline.clips.tests.adapters.scenario import ClipScenario
from touchline.conftest import Visitor

Save = Callable[..., Any]
CONTENT = bytes(range(256)) * 40


@pytest.fixture
def saved_clip(scenario: ClipScenario, ada: Visitor, save: Save) -> Any:
    """Return Ada's clip of the free event, already cut."""
    created = save(ada, "over", scenario.add_recording("over"))
    scenario.finish_clip(created["id"], CONTENT)
    return created


def download(viewer: Visitor, saved_clip: Any) -> Any:
    """Request the download and return the response."""
    return viewer.get(f"/clip/download/{saved_clip['id']}")


def error_message(response: Any) -> tuple[int, str]:
    """Return the status and the message."""
    return response.status_code, response.json["message"]


def test_the_file_is_downloaded_under_its_name(ada: Visitor, saved_clip: Any) -> None:
    payload = download(ada, saved_clip).json["data"]
    assert payload["filename"] == "2026-11-19 19.30 Cedar Ridge @ Northgate, Glove save.mp4"
    assert (payload["size"], payload["expires_at"]) == (len(CONTENT), "2026-11-22T00:00:00Z")
    file = ada.browser.get(payload["url"])
    assert (file.status_code, file.data, file.content_type) == (200, CONTENT, "video/mp4")
    assert file.headers["Content-Disposition"] == f'attachment; filename="{payload["filename"]}"'
    assert file.headers["Cache-Control"] == "private, no-cache"


def test_an_interrupted_download_resumes(ada: Visitor, saved_clip: Any, scenario: ClipScenario) -> None:
    url = download(ada, saved_clip).json["data"]["url"]
    head = ada.browser.head(url)
    assert (head.content_length, head.headers["Accept-Ranges"], head.data) == (len(CONTENT), "bytes", b"")
    tag = head.headers["ETag"]
    remainder = ada.browser.get(url, headers={"Range": "bytes=5000-", "If-Range": tag})
    assert (remainder.status_code, remainder.data) == (206, CONTENT[5000:])
    assert remainder.headers["Content-Range"] == f"bytes 5000-{len(CONTENT) - 1}/{len(CONTENT)}"
    scenario.put_file(scenario.get_clip(saved_clip["id"]).file_key, b"another file")
    other = ada.browser.get(url, headers={"Range": "bytes=5000-", "If-Range": tag})
    assert (other.status_code, other.data) == (200, b"another file")


def test_only_downloads_are_attachments(ada: Visitor, saved_clip: Any) -> None:
    shown = ada.data(f"/clip/{saved_clip['id']}")
    for url in (shown["url"], shown["poster"]):
        assert "Content-Disposition" not in ada.browser.get(f"{url}?as=x.mp4").headers


def test_the_url_is_for_one_viewer_and_one_file(
    ada: Visitor, saved_clip: Any, scenario: ClipScenario
) -> None:
    url = download(ada, saved_clip).json["data"]["url"]
    assert ada.browser.get(url.replace("clip.mp4", "other.mp4")).status_code == 403
    assert ada.browser.get(url.replace("file/clip.mp4", "play/master.m3u8")).status_code == 403
    ada.post("/auth/logout")
    catalog: Any = scenario.application.container.catalog
    catalog.playback_rights()._cache.clear()
    assert ada.browser.get(url).status_code == 403


def test_there_is_no_download_before_the_clip_is_ready(
    ada: Visitor, saved_clip: Any, save: Save, scenario: ClipScenario
) -> None:
    second = save(ada, "over", saved_clip["event_media_id"], name="Second")
    assert error_message(download(ada, second)) == (
        400,
        "This clip is still being created. Please wait a moment.",
    )
    scenario.fail_clip(second["id"])
    assert error_message(download(ada, second)) == (400, "This clip could not be created. Please try again.")
    assert ada.data("/clips/user", kind="downloads") == []


def test_a_viewer_without_a_pass_gets_no_download(
    bea: Visitor, saved_clip: Any, scenario: ClipScenario
) -> None:
    assert error_message(download(bea, saved_clip)) == (403, "Your pass does not include downloads.")
    scenario.grant_pass(bea, "download")
    assert error_message(download(bea, saved_clip)) == (403, "Your pass does not include downloads.")
    scenario.grant_pass(bea, "download_clip")
    assert download(bea, saved_clip).status_code == 200


def test_a_clip_of_an_event_without_access_cannot_be_downloaded(
    ada: Visitor, bea: Visitor, save: Save, scenario: ClipScenario
) -> None:
    paid = save(ada, "paid", scenario.add_recording("paid"))
    scenario.finish_clip(paid["id"])
    scenario.grant_pass(bea, "download_clip", of_category=999)
    assert error_message(download(bea, paid)) == (403, NO_ACCESS)
    assert download(ada, paid).status_code == 200


def test_a_download_is_counted_once_per_viewer_and_limits_apply_to_new_ones(
    ada: Visitor, bea: Visitor, saved_clip: Any, save: Save, scenario: ClipScenario
) -> None:
    scenario.grant_pass(bea, "download_clip", downloads=1)
    second = save(ada, "over", saved_clip["event_media_id"], name="Second")
    scenario.finish_clip(second["id"])
    for _again in range(3):
        assert download(bea, saved_clip).status_code == 200
    assert error_message(download(bea, second)) == (403, "You have used all 1 downloads of your pass.")
    (downloaded,) = bea.data("/clips/user", kind="downloads")
    assert (downloaded["id"], downloaded["kind"], downloaded["is_own"], downloaded["uuid"]) == (
        saved_clip["id"],
        "downloads",
        False,
        None,
    )
    assert bea.data("/user/access")["feature_count"]["downloads"] == 1
    assert ada.data("/clips/user", kind="downloads") == []


def test_deleting_a_clip_does_not_refund_a_download(
    ada: Visitor, bea: Visitor, saved_clip: Any, save: Save, scenario: ClipScenario
) -> None:
    scenario.grant_pass(bea, "download_clip", downloads=1)
    second = save(ada, "over", saved_clip["event_media_id"], name="Second")
    scenario.finish_clip(second["id"])
    assert download(bea, saved_clip).status_code == 200
    assert ada.delete(f"/clip/{saved_clip['id']}").status_code == 204
    assert error_message(download(bea, second))[0] == 403


def test_the_latest_download_is_listed_first(
    ada: Visitor, saved_clip: Any, save: Save, scenario: ClipScenario
) -> None:
    second = save(ada, "over", saved_clip["event_media_id"], name="Second")
    scenario.finish_clip(second["id"])
    download(ada, second)
    download(ada, saved_clip)
    assert [row["id"] for row in ada.data("/clips/user", kind="downloads")] == [
        saved_clip["id"],
        second["id"],
    ]
