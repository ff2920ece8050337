"""Who is told what of a clip."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from touchline.clips.application.change_clip import ANOTHERS
from touchline.clips.domain.ids import ClipId
from touchline.clips.ports.allowances import Allowance
from touchline.clips.tests.fakes import row
from touchline.clips.tests.samples import ADA, BEA, NOON, clip, viewer
from touchline.shared.errors import Forbidden, NotFound, Refused
from touchline.shared.ids import ChannelId, EventId, SessionId
from touchline.shared.paging import PageRequest
from touchline.shared.principal import Principal
from touchline.shared.work import WorkState

ONE = ClipId(1)
PAGE = PageRequest()


@pytest.fixture
def kept(desk: SimpleNamespace) -> Any:
    """Ada's clip, which is ready."""
    made = clip(size=99, state=WorkState.READY, progress=100, has_poster=True)
    desk.clips.save(made)
    return made


def test_a_clip_is_told_in_seconds(desk: SimpleNamespace, kept: Any) -> None:
    told = desk.show(viewer(), ONE)
    assert {name: told[name] for name in ("start_time", "duration", "start_offset", "frame_rate")} == {
        "start_time": 3.2,
        "duration": 9.4,
        "start_offset": 3.2,
        "frame_rate": 25.0,
    }
    assert (told["state"], told["size"], told["ahead"], told["failure_message"]) == ("ready", 99, 0, None)
    assert told["poster"] == "picture clips/4f/poster.jpg"
    assert told["url"] == "play clips/4f/play for 41 in None"


@pytest.mark.parametrize(
    ("who", "event", "shared", "plays"),
    [
        (ADA, row(7), False, True),
        (ADA, row(7, has_access=False, access_reason="purchase_required"), False, True),
        (ADA, row(7, has_access=False, access_reason="geo_blocked"), False, False),
        (BEA, row(7), False, True),
        (BEA, row(7, access_reason="not_started"), False, False),
        (BEA, row(7, has_access=False, access_reason="purchase_required"), False, False),
        (BEA, row(7, has_access=False, access_reason="purchase_required"), True, True),
        (ADA, row(7, recording_state="hidden"), False, True),
        (ADA, row(7, recording_state="withdrawn"), False, False),
        (ADA, row(7, recording_state="deleted"), False, False),
        (None, row(7), False, True),
        (None, row(7, has_access=False, access_reason="login_required"), False, False),
        (None, row(7, has_access=False, access_reason="login_required"), True, True),
        (None, row(7, has_access=False, access_reason="geo_blocked"), True, False),
    ],
)
def test_who_plays_it(
    desk: SimpleNamespace, kept: Any, who: Any, event: dict[str, Any], shared: bool, plays: bool
) -> None:
    desk.footages.events[7] = event
    asks = viewer(who)
    told = desk.show.shared(asks, ONE, str(kept.uuid)) if shared else desk.show(asks, ONE)
    assert (told["url"] is not None) is (told["expires_at"] is not None) is plays
    assert (told["uuid"] is not None) is (told["share_url"] is not None) is (shared or who == ADA)


@pytest.mark.parametrize("state", ["withdrawn", "deleted"])
def test_a_clip_of_a_withdrawn_recording_is_found_by_its_owner_alone_and_shows_no_picture(
    desk: SimpleNamespace, kept: Any, state: str
) -> None:
    desk.footages.events[7] = row(7, recording_state=state)
    told = desk.show(viewer(ADA), ONE)
    assert (told["url"], told["poster"]) == (None, None)
    with pytest.raises(NotFound):
        desk.show(viewer(BEA), ONE)
    with pytest.raises(NotFound):
        desk.show.shared(viewer(BEA), ONE, str(kept.uuid))
    page = desk.list.of_event(viewer(ADA), EventId(7), PAGE)
    assert (list(page.items), page.total) == ([], 0)


def test_nobodys_session_plays_nothing(desk: SimpleNamespace, kept: Any) -> None:
    page = Principal(ChannelId(1), SessionId(0), None, "en", None)
    assert desk.show.shared(page, ONE, str(kept.uuid))["url"] is None


def test_without_its_uuid_it_is_not_shared(desk: SimpleNamespace, kept: Any) -> None:
    for uuid in ("", "x", "00000000-0000-0000-0000-000000000002"):
        with pytest.raises(NotFound):
            desk.show.shared(viewer(None), ONE, uuid)


def test_of_an_event_that_is_shown_no_more_only_its_owners_list_knows(
    desk: SimpleNamespace, kept: Any
) -> None:
    desk.footages.events.clear()
    (listed,) = desk.list.of_viewer(viewer(), "clips", PAGE).items
    assert (listed["event"], listed["url"]) == (None, None)
    asked: list[Callable[[], object]] = [
        lambda: desk.show(viewer(), ONE),
        lambda: desk.show.shared(viewer(), ONE, str(kept.uuid)),
        lambda: desk.list.of_event(viewer(), EventId(7), PAGE),
        lambda: desk.take(viewer(), ONE),
        lambda: desk.delete(viewer(BEA), ONE),
    ]
    for ask in asked:
        with pytest.raises(NotFound):
            ask()


def test_a_failure_is_told_and_a_size_is_not(desk: SimpleNamespace) -> None:
    desk.clips.save(clip(state=WorkState.FAILED, failure_message="A segment is damaged.", size=5))
    told = desk.show(viewer(), ONE)
    assert (told["failure_message"], told["size"], told["poster"]) == ("A segment is damaged.", None, None)


def test_what_waits_says_how_many_are_before_it(desk: SimpleNamespace) -> None:
    for number in (1, 2, 3):
        desk.clips.save(clip(id=ClipId(number)))
    assert desk.show(viewer(), ClipId(3))["ahead"] == 2


def test_only_its_owner_changes_it(desk: SimpleNamespace, kept: Any) -> None:
    acts: list[Callable[[], object]] = [
        lambda: desk.change.rename(viewer(BEA), ONE, "Mine", None),
        lambda: desk.change.unshare(viewer(BEA), ONE),
        lambda: desk.change.retry(viewer(BEA), ONE),
        lambda: desk.delete(viewer(BEA), ONE),
    ]
    for act in acts:
        with pytest.raises(Forbidden, match=ANOTHERS):
            act()
    assert desk.clips.kept[ONE] == kept


def test_deleting_forgets_the_row_and_has_the_files_removed(desk: SimpleNamespace, kept: Any) -> None:
    desk.delete(viewer(), ONE)
    assert desk.clips.kept == {}
    (task,) = desk.jobs.asked
    assert (task.name, task.ids) == ("clips.remove_files", (1, "clips/4f"))
    assert desk.announced.events[0].count == 0


def test_a_viewer_who_leaves_takes_theirs_along(desk: SimpleNamespace, kept: Any) -> None:
    desk.clips.save(clip(id=ClipId(2), account_id=BEA, folder="clips/5e"))
    desk.downloads.note(ADA, "clip", 2, NOON)
    desk.downloads.note(BEA, "clip", 1, NOON)
    for _twice in range(2):
        desk.forget(ChannelId(1), ADA)
    assert list(desk.clips.kept) == [2]
    assert desk.downloads.noted == [(BEA, "clip", 1, NOON)]
    assert [task.ids for task in desk.jobs.asked] == [(1, "clips/4f")]
    assert [one.count for one in desk.announced.events] == [1]


def test_a_file_is_taken_away_under_its_name_and_counted_once(desk: SimpleNamespace, kept: Any) -> None:
    desk.allowances.given["download_clip"] = Allowance(True, 1)
    name = "2026-11-21 12.00 Cedar Ridge @ Northgate, Glove save.mp4"
    for _twice in range(2):
        taken = desk.take(viewer(), ONE)
    assert (taken["filename"], taken["size"]) == (name, 99)
    assert taken["url"] == f"file clips/4f/file/clip.mp4 for 41 as {name}"
    assert desk.downloads.noted == [(ADA, "clip", 1, NOON)]
    desk.clips.save(clip(id=ClipId(2), state=WorkState.READY))
    with pytest.raises(Forbidden, match="You have used all 1 downloads of your pass"):
        desk.take(viewer(), ClipId(2))


@pytest.mark.parametrize(
    ("state", "sentence"),
    [
        (WorkState.QUEUED, "This clip is still being cut."),
        (WorkState.PROCESSING, "This clip is still being cut."),
        (WorkState.FAILED, "This clip could not be cut."),
    ],
)
def test_what_is_not_ready_is_not_counted(desk: SimpleNamespace, state: WorkState, sentence: str) -> None:
    desk.clips.save(clip(state=state))
    with pytest.raises(Refused, match=sentence):
        desk.take(viewer(), ONE)
    assert desk.downloads.noted == []
