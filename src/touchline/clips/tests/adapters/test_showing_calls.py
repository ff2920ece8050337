"""Who sees clips, and who plays them (api.md, "Clips")."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import update

from touchline.clips.tests.adapters.scene import GAMES, Scene, game
from touchline.conftest import NOON, Visitor
from touchline.platform.db.base import Base

Save = Callable[..., Any]


@pytest.fixture
def clip(scene: Scene, ada: Visitor, save: Save) -> Any:
    """Ada's clip of the free game."""
    return save(ada, "over", scene.film("over"))


@pytest.fixture
def paid(scene: Scene, ada: Visitor, save: Save) -> Any:
    """Ada's clip of the game that costs."""
    return save(ada, "paid", scene.film("paid"))


def withdraw(scene: Scene, key: str = "over") -> None:
    """The channel shows the game no more."""
    scene.apply([one for one in GAMES if one["key"] != key])


def test_the_uuid_is_for_its_owner_alone(ada: Visitor, bea: Visitor, passer_by: Visitor, clip: Any) -> None:
    mine = ada.data(f"/clip/{clip['id']}")
    assert (mine["uuid"], mine["share_url"], mine["is_own"]) == (clip["uuid"], clip["share_url"], True)
    event = clip["event_id"]
    for viewer in (bea, passer_by):
        for theirs in (viewer.data(f"/clip/{clip['id']}"), viewer.data(f"/clips/event/{event}")[0]):
            assert (theirs["uuid"], theirs["share_url"], theirs["is_own"]) == (None, None, False)
        assert clip["uuid"] not in viewer.get(f"/clips/event/{event}").get_data(as_text=True)


def test_a_clip_plays_for_those_who_may_watch_the_event(
    ada: Visitor, bea: Visitor, passer_by: Visitor, clip: Any, paid: Any, scene: Scene
) -> None:
    def url(viewer: Visitor, of: Any) -> object:
        (listed,) = viewer.data(f"/clips/event/{of['event_id']}")
        shown = viewer.data(f"/clip/{of['id']}")
        assert (listed["url"] is None) == (shown["url"] is None) == (shown["expires_at"] is None)
        return shown["url"]

    assert url(bea, clip) and url(passer_by, clip)
    assert url(ada, paid)
    assert url(bea, paid) is None and url(passer_by, paid) is None
    scene.allow(bea)
    assert url(bea, paid)


def test_its_owner_plays_it_once_the_pass_has_run_out(ada: Visitor, paid: Any, scene: Scene) -> None:
    with scene.transaction() as session:
        session.execute(update(Base.metadata.tables["billing_order"]).values(expires_at=NOON))
    shown = ada.data(f"/clip/{paid['id']}")
    assert shown["event"]["access_reason"] == "purchase_required"
    assert ada.browser.get(shown["url"]).status_code == 200


def test_a_shared_clip_plays_without_an_account(ada: Visitor, paid: Any, passer_by: Visitor) -> None:
    shared = passer_by.data(f"/shared-clip/{paid['id']}", uuid=paid["uuid"])
    assert (shared["uuid"], shared["share_url"], shared["is_own"]) == (
        paid["uuid"],
        paid["share_url"],
        False,
    )
    event = shared["event"]
    assert (event["has_access"], event["access_reason"], event["price"]) == (False, "login_required", "0.00")
    master = passer_by.browser.get(shared["url"])
    assert master.status_code == 200
    beside = shared["url"].replace("master.m3u8", "v1/00000.ts")
    assert passer_by.browser.get(beside).data == b"v1 0"


def test_its_token_opens_nothing_of_the_event_and_no_file(
    ada: Visitor, paid: Any, passer_by: Visitor, scene: Scene
) -> None:
    scene.finish(paid["id"])
    shared = passer_by.data(f"/shared-clip/{paid['id']}", uuid=paid["uuid"])
    before, folder = shared["url"].split("clips/")[0], scene.clip(paid["id"]).folder
    (master,) = [key for key in scene.files("assets/") if key.endswith("master.m3u8")]
    for key in (master, master.replace("master.m3u8", "v0/00000.ts"), f"{folder}/file/clip.mp4"):
        assert key in scene.files("")
        assert passer_by.browser.get(f"{before}{key}").status_code == 403
    other = scene.clip(paid["id"]).folder.replace("clips/", "clips/0")
    assert passer_by.browser.get(f"{before}{other}/play/master.m3u8").status_code == 403


@pytest.mark.parametrize("uuid", ["", "x", "\x01", "0f0e6f0c-6a3e-4a6e-9d0b-7d2b6c1f5a10", "é" * 36, None])
def test_another_uuid_leads_nowhere(passer_by: Visitor, clip: Any, uuid: str | None) -> None:
    query: dict[str, Any] = {} if uuid is None else {"uuid": uuid}
    assert passer_by.get(f"/shared-clip/{clip['id']}", **query).status_code == 404
    assert passer_by.get(f"/shared-clip/{clip['id']}", uuid=clip["uuid"].upper()).status_code == 200


def test_the_rules_of_regions_hold_for_everybody(
    ada: Visitor, passer_by: Visitor, clip: Any, scene: Scene
) -> None:
    scene.finish(clip["id"])
    scene.apply([game("over", NOON, geo={"block": ["US"]}), *GAMES[1:]])
    shared = passer_by.data(f"/shared-clip/{clip['id']}", uuid=clip["uuid"])
    assert (shared["url"], shared["event"]["access_reason"]) == (None, "geo_blocked")
    assert ada.data(f"/clip/{clip['id']}")["url"] is None
    refused = ada.get(f"/clip/download/{clip['id']}")
    assert refused.status_code == 403
    assert refused.json is not None
    assert refused.json["code"] == "errors.geo_blocked"


def test_an_address_made_where_rules_look_at_countries_opens_from_there_alone(
    passer_by: Visitor, clip: Any, scene: Scene
) -> None:
    scene.apply([game("over", GAMES[0]["starts"], geo={"block": ["FR"]}), *GAMES[1:]])
    url = passer_by.data(f"/shared-clip/{clip['id']}", uuid=clip["uuid"])["url"]
    assert ".d-US." in url
    assert passer_by.browser.get(url).status_code == 200
    assert passer_by.browser.get(url.replace(".d-US.", ".d-FR.")).status_code == 403


def test_a_clip_of_an_event_that_is_shown_no_more_is_in_its_owners_list_alone(
    ada: Visitor, bea: Visitor, clip: Any, scene: Scene
) -> None:
    withdraw(scene)
    (listed,) = ada.data("/clips/user")
    assert (listed["id"], listed["event"], listed["url"]) == (clip["id"], None, None)
    for viewer in (ada, bea):
        assert viewer.get(f"/clip/{clip['id']}").status_code == 404
        assert viewer.get(f"/shared-clip/{clip['id']}", uuid=clip["uuid"]).status_code == 404
        assert viewer.get(f"/clip/download/{clip['id']}").status_code == 404
        assert viewer.get(f"/clips/event/{clip['event_id']}").status_code == 404
    assert bea.delete(f"/clip/{clip['id']}").status_code == 404
    assert ada.delete(f"/clip/{clip['id']}").status_code == 204


def test_nothing_of_it_is_found_from_another_channel(
    ada: Visitor, clip: Any, stranger: Visitor, scene: Scene
) -> None:
    theirs = stranger.register(email="other@example.org")
    Scene(scene.house, stranger.channel).allow(theirs, "download_clip")
    number = clip["id"]
    assert theirs.get(f"/clip/{number}").status_code == 404
    assert theirs.get(f"/shared-clip/{number}", uuid=clip["uuid"]).status_code == 404
    assert theirs.get(f"/clips/event/{clip['event_id']}").status_code == 404
    assert theirs.get(f"/clip/download/{number}").status_code == 404
    assert theirs.delete(f"/clip/{number}").status_code == 404
    for way in ("unshare", "retry"):
        assert theirs.post(f"/clip/{number}/{way}").status_code == 404
    assert theirs.post(f"/clip/{number}", _method="patch", name="Mine").status_code == 404


def test_clips_are_listed_in_parts_the_newest_first(
    ada: Visitor, bea: Visitor, clip: Any, save: Save, scene: Scene
) -> None:
    more = [save(ada, "over", clip["event_media_id"], name=f"Clip {number}")["id"] for number in range(3)]
    newest = [*reversed(more), clip["id"]]
    for path in (f"/clips/event/{clip['event_id']}", "/clips/user"):
        part = ada.get(path, limit=2, offset=1).json
        assert part is not None
        assert [one["id"] for one in part["data"]] == newest[1:3]
        assert part["meta"] == {"total": 4, "limit": 2, "offset": 1}
        assert ada.get(path, limit=101).status_code == 422
    assert bea.data("/clips/user") == []
    assert [row["ahead"] for row in ada.data("/clips/user")] == [3, 2, 1, 0]


def test_another_kind_of_list_is_wrong(ada: Visitor) -> None:
    answer = ada.get("/clips/user", kind="films")
    assert answer.status_code == 422
    assert answer.json is not None
    assert "kind" in answer.json["errors"]


def test_longer_lists_cost_no_more_queries(
    ada: Visitor, clip: Any, save: Save, scene: Scene, queries: Callable[[], Any]
) -> None:
    def take(made: Any) -> None:
        scene.finish(made["id"])
        assert ada.get(f"/clip/download/{made['id']}").status_code == 200

    def asked() -> list[tuple[int, int]]:
        """How many rows each list has, and what it costs."""
        lists: list[tuple[str, dict[str, str]]] = [
            ("/clips/user", {}),
            ("/clips/user", {"kind": "downloads"}),
        ]
        found = []
        for path, query in [*lists, (f"/clips/event/{clip['event_id']}", {})]:
            with queries() as sent:
                rows = ada.data(path, **query)
            found.append((len(rows), len(sent)))
        return found

    save(ada, "paid", scene.film("paid"))
    take(clip)
    few = asked()
    for number in range(4):
        take(save(ada, "over", clip["event_media_id"], name=f"Clip {number}"))
    take(save(ada, "replay", scene.film("replay"), start_time=0, duration=5))
    many = asked()
    for (short, cheap), (long, dear) in zip(few, many, strict=True):
        assert long > 2 * short
        assert dear <= cheap <= 18
