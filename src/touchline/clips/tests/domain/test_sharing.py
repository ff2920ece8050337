"""Tests of the limits on share links of a paid event."""

from __future__ import annotations

from dataclasses import replace

import pytest

from touchline.clips.domain.clip import Range
from touchline.clips.domain.ids import ClipId
from touchline.clips.domain.sharing import SharedRange, ShareState, share_state, total_shared_ms
from touchline.clips.tests.samples import ADA, build_clip
from touchline.shared.ids import EventId

LIMIT_MS = 600_000


def build_shared_range(clip_id: int, start: int, seconds: int, media_id: int = 8) -> SharedRange:
    return SharedRange(ADA, EventId(7), media_id, ClipId(clip_id), start * 1000, seconds * 1000)


@pytest.mark.parametrize(
    ("ranges", "seconds"),
    [
        ([], 0),
        ([build_shared_range(1, 0, 300), build_shared_range(2, 300, 300)], 600),
        ([build_shared_range(1, 0, 300), build_shared_range(2, 100, 100)], 300),
        ([build_shared_range(2, 250, 300), build_shared_range(1, 0, 300)], 550),
        ([build_shared_range(1, 0, 300), build_shared_range(2, 0, 300, media_id=9)], 600),
    ],
    ids=["nothing", "one after the other", "one inside the other", "overlapping", "live and recording"],
)
def test_what_several_links_show_counts_once(ranges: list[SharedRange], seconds: int) -> None:
    assert total_shared_ms(ranges) == seconds * 1000


@pytest.mark.parametrize(
    ("kept", "paid", "ranges", "state"),
    [
        (True, False, [build_shared_range(1, 0, 300), build_shared_range(2, 300, 300)], ShareState.OPEN),
        (True, True, [], ShareState.OPEN),
        (True, True, [build_shared_range(1, 0, 300)], ShareState.OPEN),
        (True, True, [build_shared_range(1, 0, 300), build_shared_range(2, 300, 300)], ShareState.LIMIT),
        (
            True,
            True,
            [build_shared_range(1, 0, 300), build_shared_range(2, 300, 300), build_shared_range(3, 5000, 60)],
            ShareState.OPEN,
        ),
        (False, True, [build_shared_range(3, 5000, 60)], ShareState.ENDED),
        (False, False, [], ShareState.ENDED),
    ],
    ids=["free", "first", "within", "past the limit", "shown before", "refunded", "not shown any more"],
)
def test_a_link_plays_within_the_limit_while_the_purchase_is_valid(
    kept: bool, paid: bool, ranges: list[SharedRange], state: ShareState
) -> None:
    clip = replace(build_clip(), id=ClipId(3), range=Range(5_000_000, 60_000))
    assert (
        share_state(clip, is_purchase_valid=kept, is_paid=paid, shared_ranges=ranges, limit_ms=LIMIT_MS)
        is state
    )
