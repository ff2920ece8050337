"""Saving clips: what is linked, kept, asked for and told."""

from __future__ import annotations

from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest

from touchline.clips.application.asking_to_cut import CUT_CLIP
from touchline.clips.application.save_clip import Wish
from touchline.clips.events import ClipsCounted
from touchline.clips.ports.allowances import Allowance
from touchline.clips.ports.files import Gone
from touchline.clips.tests.samples import ADA, BEA, NOON, footage, viewer
from touchline.shared.errors import Forbidden, Invalid, NotFound, NotLoggedIn, Refused
from touchline.shared.ids import EventId


def wish(**changes: Any) -> Wish:
    """9.4 s of event 7 from 3.2 s on."""
    unsaid: dict[str, Any] = {
        "event_id": EventId(7),
        "media_id": 8,
        "name": "Glove save",
        "tags": ["Save"],
        "start_ms": 3200,
        "duration_ms": 9400,
    }
    return Wish(**{**unsaid, **changes})


def test_the_segments_are_linked_into_a_folder_of_its_own(desk: SimpleNamespace) -> None:
    clip = desk.save(viewer(), wish())
    folder = clip.play_folder
    assert {key for key in desk.files.kept if key.endswith(".ts")} == {
        f"{folder}/{name}/{number:05}.ts" for name in ("v0", "v1") for number in range(4)
    }
    assert desk.files.kept[f"{folder}/v1/00002.ts"] == "assets/1/v1/00002.ts"
    assert "v0/index.m3u8" in desk.files.kept[f"{folder}/master.m3u8"]
    assert "TIME-OFFSET=3.200" in desk.files.kept[f"{folder}/v1/index.m3u8"]


def test_its_file_is_asked_for_and_its_event_counted(desk: SimpleNamespace) -> None:
    clip = desk.save(viewer(), wish())
    (task,) = desk.jobs.asked
    assert (task.name, task.ids, task.queue) == (CUT_CLIP, (1, clip.id), "clips")
    microseconds = int(NOON.timestamp()) * 1_000_000
    assert desk.announced.events == [ClipsCounted(1, 7, 1, microseconds)]


def test_wished_for_twice_it_is_one(desk: SimpleNamespace) -> None:
    first = desk.save(viewer(), wish())
    kept = dict(desk.files.kept)
    assert desk.save(viewer(), wish(name=" Glove  save ", tags=["Other"])).id == first.id
    assert desk.files.kept == kept
    assert len(desk.jobs.asked) == len(desk.announced.events) == 1
    assert desk.save(viewer(BEA), wish()).id != first.id, "another viewer's is another"


def test_who_comes_second_in_the_same_moment_leaves_no_folder(desk: SimpleNamespace) -> None:
    desk.save(viewer(), wish())
    kept, desk.clips.unseen = dict(desk.files.kept), 1
    assert desk.save(viewer(), wish()).id == 1
    assert desk.files.kept == kept
    assert len(desk.jobs.asked) == 1


def test_what_cannot_be_gathered_leaves_nothing(desk: SimpleNamespace) -> None:
    desk.files.fault = Gone()
    with pytest.raises(Gone, match="no longer there"):
        desk.save(viewer(), wish())
    assert (desk.files.kept, desk.clips.kept, desk.jobs.asked) == ({}, {}, [])


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"name": ""}, Invalid),
        ({"tags": []}, Invalid),
        ({"duration_ms": 300_001}, Invalid),
        ({"duration_ms": 0}, Invalid),
        ({"start_ms": 35_000}, Refused),
        ({"event_id": EventId(9)}, NotFound),
        ({"media_id": 9}, NotFound),
    ],
)
def test_what_is_not_right_is_refused_and_leaves_nothing(
    desk: SimpleNamespace, changes: dict[str, Any], error: type[Exception]
) -> None:
    with pytest.raises(error):
        desk.save(viewer(), wish(**changes))
    assert (desk.files.kept, desk.clips.kept) == ({}, {})


def test_nobody_clips_without_an_account_a_pass_and_the_event(desk: SimpleNamespace) -> None:
    with pytest.raises(NotLoggedIn):
        desk.save(viewer(None), wish())
    desk.footages.locked = {7}
    with pytest.raises(Forbidden, match="You may not watch this event"):
        desk.save(viewer(), wish())
    desk.allowances.given = {}
    with pytest.raises(Forbidden, match="Your pass does not include making clips"):
        desk.save(viewer(), wish())


def test_a_pass_has_so_many_clips(desk: SimpleNamespace) -> None:
    desk.allowances.given["clipping"] = Allowance(True, 2, NOON - timedelta(days=3))
    for number in range(2):
        desk.save(viewer(), wish(name=f"Clip {number}"))
    with pytest.raises(Forbidden, match="You have made all 2 clips of your pass"):
        desk.save(viewer(), wish(name="Third"))
    assert desk.save(viewer(), wish(name="Clip 1")).id == 2, "the one that is there is no third"
    desk.allowances.given["clipping"] = Allowance(True, 2, NOON + timedelta(seconds=1))
    assert desk.save(viewer(), wish(name="Third")).id == 3, "of the next season's two"


def test_the_counting_comes_after_the_long_work(desk: SimpleNamespace) -> None:
    desk.allowances.given["clipping"] = Allowance(True, 2)
    gather = desk.files.gather
    desk.files.gather = lambda *of: desk.turns.taken.append("gathered") or gather(*of)
    desk.save(viewer(), wish())
    assert desk.turns.taken == ["gathered", f"viewer {ADA}", "event 7"]


def test_of_a_live_stream_the_clip_knows_where_in_its_playlist_it_begins(desk: SimpleNamespace) -> None:
    desk.footages.media[8] = footage(range(100, 110), live=True, length_ms=2000)
    clip = desk.save(viewer(), wish(start_ms=203_400, duration_ms=6000))
    assert (clip.offset_ms, clip.range.start_ms, clip.frame_rate) == (1400, 203_400, 0.0)
