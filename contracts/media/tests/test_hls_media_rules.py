"""Each rule for media playlists finds what breaks it: alone, side by side and over time."""

import pytest

from contracts.media.hls_media_rules import check_media, check_side_by_side, check_successive

VOD = """#EXTM3U
#EXT-X-VERSION:6
#EXT-X-TARGETDURATION:4
#EXT-X-MEDIA-SEQUENCE:0
#EXT-X-PLAYLIST-TYPE:VOD
#EXT-X-INDEPENDENT-SEGMENTS
#EXTINF:4.000000,
00000.ts
#EXTINF:4.400000,
00001.ts
#EXT-X-DISCONTINUITY
#EXTINF:1.200000,
00002.ts
#EXT-X-ENDLIST
"""
FRAMES = """#EXTM3U
#EXT-X-VERSION:4
#EXT-X-TARGETDURATION:2
#EXT-X-PLAYLIST-TYPE:VOD
#EXT-X-I-FRAMES-ONLY
#EXTINF:2.000,
#EXT-X-BYTERANGE:940@376
00000.ts
#EXTINF:2.000,
#EXT-X-BYTERANGE:752
00000.ts
#EXT-X-ENDLIST
"""


def live(*segments: str, first: int = 5, breaks: int = 1, target: int = 4, more: str = "") -> str:
    """A sliding window; a segment that begins with "!" has a discontinuity in front."""
    lines = ["#EXTM3U", "#EXT-X-VERSION:6", f"#EXT-X-TARGETDURATION:{target}"]
    lines += [f"#EXT-X-MEDIA-SEQUENCE:{first}", f"#EXT-X-DISCONTINUITY-SEQUENCE:{breaks}"]
    for segment in segments:
        lines += ["#EXT-X-DISCONTINUITY"] if segment.startswith("!") else []
        lines += ["#EXTINF:4.000,", f"{segment.lstrip('!')}.ts"]
    return "\n".join(lines) + "\n" + more


def rules(text: str) -> list[str]:
    return [finding.rule for finding in check_media("v0", text)]


def test_playlists_that_are_right_have_no_findings() -> None:
    assert rules(VOD) == rules(FRAMES) == rules(live("a", "b", "!c")) == []


@pytest.mark.parametrize(
    ("rule", "right", "wrong"),
    [
        ("begins-with-extm3u", "#EXTM3U\n", ""),
        ("once", "#EXT-X-TARGETDURATION:4\n", "#EXT-X-TARGETDURATION:4\n" * 2),
        ("no-master-tags", "#EXT-X-VERSION:6\n", "#EXT-X-VERSION:6\n#EXT-X-STREAM-INF:BANDWIDTH=1\n"),
        ("target-duration", "#EXT-X-TARGETDURATION:4\n", ""),
        ("target-duration", "#EXT-X-TARGETDURATION:4\n", "#EXT-X-TARGETDURATION:4.5\n"),
        ("target-duration", "#EXTINF:4.400000", "#EXTINF:4.500000"),
        ("playlist-type", "TYPE:VOD", "TYPE:LIVE"),
        ("vod-has-ended", "#EXT-X-ENDLIST\n", ""),
        ("before-segments", "00000.ts\n", "00000.ts\n#EXT-X-MEDIA-SEQUENCE:0\n"),
        ("extinf", "#EXTINF:1.200000,\n", ""),
        ("extinf", "#EXTINF:1.200000,", "#EXTINF:0.000000,"),
        ("version", "#EXT-X-VERSION:6\n", "#EXT-X-VERSION:2\n"),
        ("version", "#EXT-X-VERSION:6\n", ""),
        ("has-segments", VOD[VOD.index("#EXTINF") :], ""),
    ],
)
def test_a_broken_rule_is_found(rule: str, right: str, wrong: str) -> None:
    assert right in VOD
    assert rule in rules(VOD.replace(right, wrong))


def test_byte_ranges_need_version_4() -> None:
    assert rules(FRAMES.replace("VERSION:4", "VERSION:3")) == ["version"]


def test_a_sliding_window_has_three_target_durations() -> None:
    assert rules(live("a", "b")) == ["live-window"]


def test_renditions_side_by_side_have_one_target_duration_and_the_same_discontinuities() -> None:
    def found(other: str) -> list[str]:
        return [finding.rule for finding in check_side_by_side({"v0": VOD, "v1": other})]

    assert found(VOD) == []
    assert found(VOD.replace("TARGETDURATION:4", "TARGETDURATION:5")) == ["same-target-duration"]
    assert found(VOD.replace("#EXT-X-DISCONTINUITY\n", "")) == ["same-discontinuities"]
    moved = VOD.replace("#EXT-X-DISCONTINUITY\n", "")
    assert found(moved.replace("#EXTINF:4.4", "#EXT-X-DISCONTINUITY\n#EXTINF:4.4")) == [
        "same-discontinuities"
    ]
    assert found(VOD.replace("#EXTINF:1.2", "#EXTINF:3.2")) == ["same-length"]
    assert found(VOD.replace("TYPE:VOD", "TYPE:EVENT")) == ["same-type"]
    assert check_side_by_side({}) == []


def test_a_live_playlist_may_grow_slide_and_end() -> None:
    event = live("a", "b", "c", first=0, breaks=0).replace(
        "#EXTINF", "#EXT-X-PLAYLIST-TYPE:EVENT\n#EXTINF", 1
    )
    grown = event + "#EXTINF:4.000,\nd.ts\n"
    window = [live("a", "!b", "c"), live("!b", "c", "d", first=6), live("c", "d", "e", first=7, breaks=2)]
    assert check_successive("v0", window) == []
    assert check_successive("v0", [event, event, grown, grown + "#EXT-X-ENDLIST\n"]) == []


@pytest.mark.parametrize(
    ("rule", "older", "newer"),
    [
        ("constant-target-duration", live("a", "b", "c"), live("a", "b", "c", target=6)),
        ("sequence-never-goes-back", live("a", "b", "c"), live("z", "a", "b", first=4)),
        ("segments-never-change", live("a", "b", "c"), live("a", "x", "c")),
        ("segments-never-change", live("a", "b", "c"), live("a", "b", "c").replace("4.000", "3.900", 1)),
        ("segments-never-change", live("a", "b", "c"), live("b", "c", "d")),
        ("removed-from-the-front", live("a", "b", "c"), live("a", "b")),
        ("discontinuity-sequence", live("a", "!b", "c"), live("c", "d", "e", first=7)),
        ("discontinuity-sequence", live("a", "!b", "c"), live("!b", "c", "d", first=6, breaks=2)),
        ("discontinuity-sequence", live("a", "b", "c"), live("a", "b", "c", breaks=2)),
        (
            "nothing-after-the-end",
            live("a", "b", "c", more="#EXT-X-ENDLIST\n"),
            live("a", "b", "c", "d", more="#EXT-X-ENDLIST\n"),
        ),
        (
            "event-removes-nothing",
            live("a", "b", "c", more="#EXT-X-PLAYLIST-TYPE:EVENT\n"),
            live("b", "c", "d", first=6, more="#EXT-X-PLAYLIST-TYPE:EVENT\n"),
        ),
        (
            "constant-type",
            live("a", "b", "c", more="#EXT-X-PLAYLIST-TYPE:EVENT\n"),
            live("a", "b", "c", "d"),
        ),
    ],
)
def test_what_a_live_playlist_must_not_do_is_found(rule: str, older: str, newer: str) -> None:
    assert rule in {finding.rule for finding in check_successive("v0", [older, newer])}
