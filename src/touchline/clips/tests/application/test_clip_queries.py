"""Queries of clips, and which data each viewer gets."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from touchline.clips.application.editing.change_clip import NOT_OWNER
from touchline.clips.domain.ids import ClipId
from touchline.clips.ports.allowances import Allowance
from touchline.clips.tests.fakes import event_row
from touchline.clips.tests.samples import ADA, BEA, NOON, build_clip, build_viewer
from touchline.shared.errors import ForbiddenError, NotFoundError, RefusedError
from touchline.shared.ids import ChannelId, EventId, SessionId
from touchline.shared.paging import PageRequest
from touchline.shared.principal import Principal
from touchline.shared.tasks.work import WorkState

CLIP_ID = ClipId(1)
PAGE = PageRequest()


@pytest.fixture
def saved_clip(use_cases: SimpleNamespace) -> Any:
    """Return Ada's clip, which is ready."""
    created = build_clip(size=99, state=WorkState.READY, progress=100, has_poster=True)
    use_cases.clips.save(created)
    return created


def test_a_clip_is_serialized_in_seconds(use_cases: SimpleNamespace, saved_clip: Any) -> None:
    payload = use_cases.show(build_viewer(), CLIP_ID)
    assert {name: payload[name] for name in ("start_time", "duration", "start_offset", "frame_rate")} == {
        "start_time": 3.2,
        "duration": 9.4,
        "start_offset": 3.2,
        "frame_rate": 25.0,
    }
    assert (payload["state"], payload["size"], payload["ahead"], payload["failure_message"]) == (
        "ready",
        99,
        0,
        None,
    )
    assert payload["poster"] == "picture clips/4f/poster.jpg"
    assert payload["url"] == "play clips/4f/play for 41 in None"


@pytest.mark.parametrize(
    ("account_id", "event", "shared", "plays"),
    [
        (ADA, event_row(7), False, True),
        (ADA, event_row(7, has_access=False, access_reason="purchase_required"), False, True),
        (ADA, event_row(7, has_access=False, access_reason="geo_blocked"), False, False),
        (BEA, event_row(7), False, True),
        (BEA, event_row(7, access_reason="not_started"), False, False),
        (BEA, event_row(7, has_access=False, access_reason="purchase_required"), False, False),
        (BEA, event_row(7, has_access=False, access_reason="purchase_required"), True, True),
        (ADA, event_row(7, recording_state="hidden"), False, True),
        (ADA, event_row(7, recording_state="withdrawn"), False, False),
        (ADA, event_row(7, recording_state="deleted"), False, False),
        (None, event_row(7), False, True),
        (None, event_row(7, has_access=False, access_reason="login_required"), False, False),
        (None, event_row(7, has_access=False, access_reason="login_required"), True, True),
        (None, event_row(7, has_access=False, access_reason="geo_blocked"), True, False),
    ],
)
def test_the_event_and_the_share_link_decide_who_plays_a_clip(
    use_cases: SimpleNamespace,
    saved_clip: Any,
    account_id: Any,
    event: dict[str, Any],
    shared: bool,
    plays: bool,
) -> None:
    use_cases.event_catalog.events[7] = event
    viewer = build_viewer(account_id)
    payload = (
        use_cases.show.show_shared(viewer, CLIP_ID, str(saved_clip.uuid))
        if shared
        else use_cases.show(viewer, CLIP_ID)
    )
    assert (payload["url"] is not None) is (payload["expires_at"] is not None) is plays
    assert (
        (payload["uuid"] is not None) is (payload["share_url"] is not None) is (shared or account_id == ADA)
    )


@pytest.mark.parametrize("state", ["withdrawn", "deleted"])
def test_a_clip_of_a_withdrawn_recording_is_found_by_its_owner_only_and_has_no_poster(
    use_cases: SimpleNamespace, saved_clip: Any, state: str
) -> None:
    use_cases.event_catalog.events[7] = event_row(7, recording_state=state)
    payload = use_cases.show(build_viewer(ADA), CLIP_ID)
    assert (payload["url"], payload["poster"]) == (None, None)
    with pytest.raises(NotFoundError):
        use_cases.show(build_viewer(BEA), CLIP_ID)
    with pytest.raises(NotFoundError):
        use_cases.show.show_shared(build_viewer(BEA), CLIP_ID, str(saved_clip.uuid))
    page = use_cases.list.list_for_event(build_viewer(ADA), EventId(7), PAGE)
    assert (list(page.items), page.total) == ([], 0)


@pytest.mark.parametrize(("state", "count"), [(None, 1), ("hidden", 1), ("withdrawn", 0), ("deleted", 0)])
def test_a_featured_clip_leaves_the_home_page_when_its_recording_is_withdrawn_or_deleted(
    use_cases: SimpleNamespace, saved_clip: Any, state: str | None, count: int
) -> None:
    saved_clip.feature(NOON)
    use_cases.clips.save(saved_clip)
    use_cases.event_catalog.events[7] = event_row(7, recording_state=state)
    assert len(use_cases.list_featured("en")) == count


def test_an_anonymous_session_plays_nothing(use_cases: SimpleNamespace, saved_clip: Any) -> None:
    anonymous = Principal(ChannelId(1), SessionId(0), None, "en", None)
    assert use_cases.show.show_shared(anonymous, CLIP_ID, str(saved_clip.uuid))["url"] is None


def test_a_shared_clip_needs_its_uuid(use_cases: SimpleNamespace, saved_clip: Any) -> None:
    for uuid in ("", "x", "00000000-0000-0000-0000-000000000002"):
        with pytest.raises(NotFoundError):
            use_cases.show.show_shared(build_viewer(None), CLIP_ID, uuid)


def test_a_clip_of_a_missing_event_is_listed_for_its_owner_only(
    use_cases: SimpleNamespace, saved_clip: Any
) -> None:
    use_cases.event_catalog.events.clear()
    (listed,) = use_cases.list.list_for_viewer(build_viewer(), "clips", PAGE).items
    assert (listed["event"], listed["url"]) == (None, None)
    calls: list[Callable[[], object]] = [
        lambda: use_cases.show(build_viewer(), CLIP_ID),
        lambda: use_cases.show.show_shared(build_viewer(), CLIP_ID, str(saved_clip.uuid)),
        lambda: use_cases.list.list_for_event(build_viewer(), EventId(7), PAGE),
        lambda: use_cases.download(build_viewer(), CLIP_ID),
        lambda: use_cases.delete(build_viewer(BEA), CLIP_ID),
    ]
    for call in calls:
        with pytest.raises(NotFoundError):
            call()


def test_a_failed_clip_has_a_message_and_no_size(use_cases: SimpleNamespace) -> None:
    use_cases.clips.save(build_clip(state=WorkState.FAILED, failure_message="A segment is damaged.", size=5))
    payload = use_cases.show(build_viewer(), CLIP_ID)
    assert (payload["failure_message"], payload["size"], payload["poster"]) == (
        "A segment is damaged.",
        None,
        None,
    )


def test_a_queued_clip_reports_how_many_are_ahead(use_cases: SimpleNamespace) -> None:
    for number in (1, 2, 3):
        use_cases.clips.save(build_clip(id=ClipId(number)))
    assert use_cases.show(build_viewer(), ClipId(3))["ahead"] == 2


def test_only_the_owner_can_change_a_clip(use_cases: SimpleNamespace, saved_clip: Any) -> None:
    actions: list[Callable[[], object]] = [
        lambda: use_cases.change.rename(build_viewer(BEA), CLIP_ID, "Mine", None),
        lambda: use_cases.change.unshare(build_viewer(BEA), CLIP_ID),
        lambda: use_cases.change.retry(build_viewer(BEA), CLIP_ID),
        lambda: use_cases.delete(build_viewer(BEA), CLIP_ID),
    ]
    for action in actions:
        with pytest.raises(ForbiddenError, match=NOT_OWNER):
            action()
    assert use_cases.clips.saved[CLIP_ID] == saved_clip


def test_deleting_removes_the_row_and_requests_file_removal(
    use_cases: SimpleNamespace, saved_clip: Any
) -> None:
    use_cases.delete(build_viewer(), CLIP_ID)
    assert use_cases.clips.saved == {}
    (task,) = use_cases.jobs.requested
    assert (task.name, task.ids) == ("clips.remove_files", (1, "clips/4f"))
    assert use_cases.announce.events[0].count == 0


def test_closing_an_account_deletes_the_viewers_clips(use_cases: SimpleNamespace, saved_clip: Any) -> None:
    use_cases.clips.save(build_clip(id=ClipId(2), account_id=BEA, folder="clips/5e"))
    use_cases.downloads.add(ADA, "clip", 2, NOON)
    use_cases.downloads.add(BEA, "clip", 1, NOON)
    for _twice in range(2):
        use_cases.erase(ChannelId(1), ADA)
    assert list(use_cases.clips.saved) == [2]
    assert use_cases.downloads.recorded == [(BEA, "clip", 1, NOON)]
    assert [task.ids for task in use_cases.jobs.requested] == [(1, "clips/4f")]
    assert [event.count for event in use_cases.announce.events] == [1]


def test_a_file_is_downloaded_under_its_name_and_counted_once(
    use_cases: SimpleNamespace, saved_clip: Any
) -> None:
    use_cases.allowances.allowances["download_clip"] = Allowance(True, 1)
    name = "2026-11-21 12.00 Cedar Ridge @ Northgate, Glove save.mp4"
    for _twice in range(2):
        downloaded = use_cases.download(build_viewer(), CLIP_ID)
    assert (downloaded["filename"], downloaded["size"]) == (name, 99)
    assert downloaded["url"] == f"file clips/4f/file/clip.mp4 for 41 as {name}"
    assert use_cases.downloads.recorded == [(ADA, "clip", 1, NOON)]
    use_cases.clips.save(build_clip(id=ClipId(2), state=WorkState.READY))
    with pytest.raises(ForbiddenError, match="You have used all 1 downloads of your pass"):
        use_cases.download(build_viewer(), ClipId(2))


@pytest.mark.parametrize(
    ("state", "sentence"),
    [
        (WorkState.QUEUED, "This clip is still being created. Please wait a moment."),
        (WorkState.PROCESSING, "This clip is still being created. Please wait a moment."),
        (WorkState.FAILED, "This clip could not be created. Please try again."),
    ],
)
def test_a_download_before_the_clip_is_ready_is_not_counted(
    use_cases: SimpleNamespace, state: WorkState, sentence: str
) -> None:
    use_cases.clips.save(build_clip(state=state))
    with pytest.raises(RefusedError, match=sentence):
        use_cases.download(build_viewer(), CLIP_ID)
    assert use_cases.downloads.recorded == []
