"""Tests of who can see and play clips (api.md, "Clips")."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import update

from touchline.clips.tests.adapters.scenario import EVENTS, ClipScenario, build_event
from touchline.conftest import NOON, Visitor
from touchline.platform.db.base import Base

Save = Callable[..., Any]


@pytest.fixture
def saved_clip(scenario: ClipScenario, ada: Visitor, save: Save) -> Any:
    """Return Ada's clip of the free event."""
    return save(ada, "over", scenario.add_recording("over"))


@pytest.fixture
def paid_clip(scenario: ClipScenario, ada: Visitor, save: Save) -> Any:
    """Return Ada's clip of the paid event."""
    return save(ada, "paid", scenario.add_recording("paid"))


def withdraw(scenario: ClipScenario, key: str = "over") -> None:
    """Withdraw the event."""
    scenario.apply([event for event in EVENTS if event["key"] != key])


def test_only_the_owner_sees_the_uuid(
    ada: Visitor, bea: Visitor, anonymous: Visitor, saved_clip: Any
) -> None:
    own_clip = ada.data(f"/clip/{saved_clip['id']}")
    assert (own_clip["uuid"], own_clip["share_url"], own_clip["is_own"]) == (
        saved_clip["uuid"],
        saved_clip["share_url"],
        True,
    )
    event = saved_clip["event_id"]
    for viewer in (bea, anonymous):
        for other_clip in (viewer.data(f"/clip/{saved_clip['id']}"), viewer.data(f"/clips/event/{event}")[0]):
            assert (other_clip["uuid"], other_clip["share_url"], other_clip["is_own"]) == (None, None, False)
        assert saved_clip["uuid"] not in viewer.get(f"/clips/event/{event}").get_data(as_text=True)


def test_a_clip_plays_for_those_who_may_watch_the_event(
    ada: Visitor, bea: Visitor, anonymous: Visitor, saved_clip: Any, paid_clip: Any, scenario: ClipScenario
) -> None:
    def get_url(viewer: Visitor, clip: Any) -> object:
        (listed,) = viewer.data(f"/clips/event/{clip['event_id']}")
        shown = viewer.data(f"/clip/{clip['id']}")
        assert (listed["url"] is None) == (shown["url"] is None) == (shown["expires_at"] is None)
        return shown["url"]

    assert get_url(bea, saved_clip) and get_url(anonymous, saved_clip)
    assert get_url(ada, paid_clip)
    assert get_url(bea, paid_clip) is None and get_url(anonymous, paid_clip) is None
    scenario.grant_pass(bea)
    assert get_url(bea, paid_clip)


def test_the_owner_can_play_a_clip_after_the_pass_expires(
    ada: Visitor, paid_clip: Any, scenario: ClipScenario
) -> None:
    with scenario.transaction() as session:
        session.execute(update(Base.metadata.tables["billing_order"]).values(expires_at=NOON))
    payload = ada.data(f"/clip/{paid_clip['id']}")
    assert payload["event"]["access_reason"] == "purchase_required"
    assert ada.browser.get(payload["url"]).status_code == 200


def test_a_shared_clip_plays_without_an_account(ada: Visitor, paid_clip: Any, anonymous: Visitor) -> None:
    shared = anonymous.data(f"/shared-clip/{paid_clip['id']}", uuid=paid_clip["uuid"])
    assert (shared["uuid"], shared["share_url"], shared["is_own"]) == (
        paid_clip["uuid"],
        paid_clip["share_url"],
        False,
    )
    event = shared["event"]
    assert (event["has_access"], event["access_reason"], event["price"]) == (False, "login_required", "0.00")
    master = anonymous.browser.get(shared["url"])
    assert master.status_code == 200
    sibling = shared["url"].replace("master.m3u8", "v1/00000.ts")
    assert anonymous.browser.get(sibling).data == b"v1 0"


def test_a_share_token_opens_neither_the_event_nor_the_file(
    ada: Visitor, paid_clip: Any, anonymous: Visitor, scenario: ClipScenario
) -> None:
    scenario.finish_clip(paid_clip["id"])
    shared = anonymous.data(f"/shared-clip/{paid_clip['id']}", uuid=paid_clip["uuid"])
    before, folder = shared["url"].split("clips/")[0], scenario.get_clip(paid_clip["id"]).folder
    (master,) = [key for key in scenario.list_files("assets/") if key.endswith("master.m3u8")]
    for key in (master, master.replace("master.m3u8", "v0/00000.ts"), f"{folder}/file/clip.mp4"):
        assert key in scenario.list_files("")
        assert anonymous.browser.get(f"{before}{key}").status_code == 403
    other = scenario.get_clip(paid_clip["id"]).folder.replace("clips/", "clips/0")
    assert anonymous.browser.get(f"{before}{other}/play/master.m3u8").status_code == 403


@pytest.mark.parametrize("uuid", ["", "x", "\x01", "0f0e6f0c-6a3e-4a6e-9d0b-7d2b6c1f5a10", "é" * 36, None])
def test_a_wrong_uuid_is_not_found(anonymous: Visitor, saved_clip: Any, uuid: str | None) -> None:
    query: dict[str, Any] = {} if uuid is None else {"uuid": uuid}
    assert anonymous.get(f"/shared-clip/{saved_clip['id']}", **query).status_code == 404
    assert (
        anonymous.get(f"/shared-clip/{saved_clip['id']}", uuid=saved_clip["uuid"].upper()).status_code == 200
    )


def test_region_rules_apply_to_everyone(
    ada: Visitor, anonymous: Visitor, saved_clip: Any, scenario: ClipScenario
) -> None:
    scenario.finish_clip(saved_clip["id"])
    scenario.apply([build_event("over", NOON, geo={"block": ["US"]}), *EVENTS[1:]])
    shared = anonymous.data(f"/shared-clip/{saved_clip['id']}", uuid=saved_clip["uuid"])
    assert (shared["url"], shared["event"]["access_reason"]) == (None, "geo_blocked")
    assert ada.data(f"/clip/{saved_clip['id']}")["url"] is None
    refused = ada.get(f"/clip/download/{saved_clip['id']}")
    assert refused.status_code == 403
    assert refused.json is not None
    assert refused.json["code"] == "errors.geo_blocked"


def test_a_url_issued_under_a_country_rule_opens_from_that_country_only(
    anonymous: Visitor, saved_clip: Any, scenario: ClipScenario
) -> None:
    scenario.apply([build_event("over", EVENTS[0]["starts"], geo={"block": ["FR"]}), *EVENTS[1:]])
    url = anonymous.data(f"/shared-clip/{saved_clip['id']}", uuid=saved_clip["uuid"])["url"]
    assert ".d-US." in url
    assert anonymous.browser.get(url).status_code == 200
    assert anonymous.browser.get(url.replace(".d-US.", ".d-FR.")).status_code == 403


def test_a_clip_of_a_withdrawn_event_is_listed_for_its_owner_only(
    ada: Visitor, bea: Visitor, saved_clip: Any, scenario: ClipScenario
) -> None:
    withdraw(scenario)
    (listed,) = ada.data("/clips/user")
    assert (listed["id"], listed["event"], listed["url"]) == (saved_clip["id"], None, None)
    for viewer in (ada, bea):
        assert viewer.get(f"/clip/{saved_clip['id']}").status_code == 404
        assert viewer.get(f"/shared-clip/{saved_clip['id']}", uuid=saved_clip["uuid"]).status_code == 404
        assert viewer.get(f"/clip/download/{saved_clip['id']}").status_code == 404
        assert viewer.get(f"/clips/event/{saved_clip['event_id']}").status_code == 404
    assert bea.delete(f"/clip/{saved_clip['id']}").status_code == 404
    assert ada.delete(f"/clip/{saved_clip['id']}").status_code == 204


def test_a_clip_is_not_found_from_another_channel(
    ada: Visitor, saved_clip: Any, other_visitor: Visitor, scenario: ClipScenario
) -> None:
    other_viewer = other_visitor.register(email="other@example.org")
    ClipScenario(scenario.application, other_visitor.channel).grant_pass(other_viewer, "download_clip")
    number = saved_clip["id"]
    assert other_viewer.get(f"/clip/{number}").status_code == 404
    assert other_viewer.get(f"/shared-clip/{number}", uuid=saved_clip["uuid"]).status_code == 404
    assert other_viewer.get(f"/clips/event/{saved_clip['event_id']}").status_code == 404
    assert other_viewer.get(f"/clip/download/{number}").status_code == 404
    assert other_viewer.delete(f"/clip/{number}").status_code == 404
    for action in ("unshare", "retry"):
        assert other_viewer.post(f"/clip/{number}/{action}").status_code == 404
    assert other_viewer.post(f"/clip/{number}", _method="patch", name="Mine").status_code == 404


def test_clips_are_paged_newest_first(
    ada: Visitor, bea: Visitor, saved_clip: Any, save: Save, scenario: ClipScenario
) -> None:
    more = [
        save(ada, "over", saved_clip["event_media_id"], name=f"Clip {number}")["id"] for number in range(3)
    ]
    newest = [*reversed(more), saved_clip["id"]]
    for path in (f"/clips/event/{saved_clip['event_id']}", "/clips/user"):
        part = ada.get(path, limit=2, offset=1).json
        assert part is not None
        assert [clip["id"] for clip in part["data"]] == newest[1:3]
        assert part["meta"] == {"total": 4, "limit": 2, "offset": 1}
        assert ada.get(path, limit=101).status_code == 422
    assert bea.data("/clips/user") == []
    assert [row["ahead"] for row in ada.data("/clips/user")] == [3, 2, 1, 0]


def test_an_unknown_kind_of_list_is_refused(ada: Visitor) -> None:
    response = ada.get("/clips/user", kind="films")
    assert response.status_code == 422
    assert response.json is not None
    assert "kind" in response.json["errors"]


def test_longer_lists_cost_no_more_queries(
    ada: Visitor, saved_clip: Any, save: Save, scenario: ClipScenario, queries: Callable[[], Any]
) -> None:
    def finish_and_download(clip: Any) -> None:
        scenario.finish_clip(clip["id"])
        assert ada.get(f"/clip/download/{clip['id']}").status_code == 200

    def count_queries() -> list[tuple[int, int]]:
        """Return the number of rows and of queries for each list."""
        viewer_lists: list[tuple[str, dict[str, str]]] = [
            ("/clips/user", {}),
            ("/clips/user", {"kind": "downloads"}),
        ]
        counts = []
        for path, query in [*viewer_lists, (f"/clips/event/{saved_clip['event_id']}", {})]:
            with queries() as sent:
                rows = ada.data(path, **query)
            counts.append((len(rows), len(sent)))
        return counts

    save(ada, "paid", scenario.add_recording("paid"))
    finish_and_download(saved_clip)
    few = count_queries()
    for number in range(4):
        finish_and_download(save(ada, "over", saved_clip["event_media_id"], name=f"Clip {number}"))
    finish_and_download(save(ada, "replay", scenario.add_recording("replay"), start_time=0, duration=5))
    many = count_queries()
    for (short, short_cost), (long, long_cost) in zip(few, many, strict=True):
        assert long > 2 * short
        assert long_cost <= short_cost <= 20
