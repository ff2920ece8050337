"""Each rule for playlists with parts finds its violation. The product's playlists have none."""

from datetime import UTC, datetime

import pytest

from contracts.media.hls.media_rules import check_media
from touchline.catalog.domain.media.live_playlists import LivePlaylist
from touchline.catalog.domain.media.part_playlists import PartPlaylist, PlaylistPart

STARTED_AT = datetime(2026, 11, 27, tzinfo=UTC)
VALID = """#EXTM3U
#EXT-X-VERSION:9
#EXT-X-TARGETDURATION:2
#EXT-X-MEDIA-SEQUENCE:0
#EXT-X-PLAYLIST-TYPE:EVENT
#EXT-X-SERVER-CONTROL:CAN-SKIP-UNTIL=12,PART-HOLD-BACK=1.5
#EXT-X-PART-INF:PART-TARGET=0.5
#EXT-X-SKIP:SKIPPED-SEGMENTS=7
#EXTINF:2.000,
7.ts
#EXTINF:2.000,
8.ts
#EXTINF:2.000,
9.ts
#EXTINF:2.000,
10.ts
#EXTINF:2.000,
11.ts
#EXT-X-PART:DURATION=0.500,URI="12.0.ts",INDEPENDENT=YES
#EXT-X-PART:DURATION=0.500,URI="12.1.ts"
#EXT-X-PART:DURATION=0.500,URI="12.2.ts"
#EXT-X-PART:DURATION=0.500,URI="12.3.ts"
#EXTINF:2.000,
12.ts
#EXT-X-PART:DURATION=0.500,URI="13.0.ts",INDEPENDENT=YES
"""


def find_violated_rules(text: str) -> list[str]:
    return [violation.rule for violation in check_media("v0", text)]


def test_a_valid_playlist_with_parts_has_no_violations() -> None:
    assert find_violated_rules(VALID) == []


@pytest.mark.parametrize(
    ("rule", "original", "replacement"),
    [
        ("part-inf", "#EXT-X-PART-INF:PART-TARGET=0.5\n", ""),
        ("part-hold-back", ",PART-HOLD-BACK=1.5", ""),
        ("part-hold-back", "PART-HOLD-BACK=1.5", "PART-HOLD-BACK=0.9"),
        ("hold-back", "PART-HOLD-BACK=1.5", "PART-HOLD-BACK=1.5,HOLD-BACK=4"),
        ("skip-boundary", "CAN-SKIP-UNTIL=12,", "CAN-SKIP-UNTIL=8,"),
        ("skip-boundary", "CAN-SKIP-UNTIL=12,", ""),
        ("skip-boundary", "#EXTINF:2.000,\n7.ts\n", ""),
        ("skip", "SKIPPED-SEGMENTS=7", "SKIPPED-SEGMENTS=0"),
        ("version", "VERSION:9", "VERSION:6"),
        ("once", "#EXT-X-PART-INF:PART-TARGET=0.5\n", "#EXT-X-PART-INF:PART-TARGET=0.5\n" * 2),
        ("part-target", '0.500,URI="12.1.ts"', '0.600,URI="12.1.ts"'),
        ("part-target", '0.500,URI="13.0.ts"', '0.400,URI="13.0.ts"'),
        ("part", ',URI="13.0.ts"', ""),
        ("parts-fill-segment", '#EXT-X-PART:DURATION=0.500,URI="12.3.ts"\n', ""),
    ],
)
def test_a_violation_is_found(rule: str, original: str, replacement: str) -> None:
    assert original in VALID
    assert rule in find_violated_rules(VALID.replace(original, replacement))


@pytest.mark.parametrize("segments", [1, 5, 30])
@pytest.mark.parametrize("parts", range(4))
def test_the_playlists_of_live_streams_follow_the_rules(segments: int, parts: int) -> None:
    playlist = PartPlaylist(LivePlaylist())
    for segment in range(segments + 1):
        for index in range(4 if segment < segments else parts):
            playlist.add(PlaylistPart(1, segment, index, 500, is_independent=not index))
        if segment < segments:
            playlist.playlist.entries += playlist.playlist.build_entries(1, [2000], STARTED_AT)
    for ended in (False, True):
        assert find_violated_rules(playlist.render("source", ended=ended)) == []
