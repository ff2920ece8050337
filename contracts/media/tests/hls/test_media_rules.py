"""Each rule for media playlists finds its violation: alone, in comparison and over time."""

import pytest

from contracts.media.hls.media_rules import check_media, check_reloads, check_renditions_match

VALID_VOD = """#EXTM3U
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
VALID_IFRAMES = """#EXTM3U
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


def create_live_playlist(
    *segments: str, first: int = 5, discontinuity_sequence: int = 1, target: int = 4, extra_tags: str = ""
) -> str:
    """Return a sliding window. A segment that starts with "!" has a discontinuity before it."""
    lines = ["#EXTM3U", "#EXT-X-VERSION:6", f"#EXT-X-TARGETDURATION:{target}"]
    lines += [f"#EXT-X-MEDIA-SEQUENCE:{first}", f"#EXT-X-DISCONTINUITY-SEQUENCE:{discontinuity_sequence}"]
    for segment in segments:
        lines += ["#EXT-X-DISCONTINUITY"] if segment.startswith("!") else []
        lines += ["#EXTINF:4.000,", f"{segment.lstrip('!')}.ts"]
    return "\n".join(lines) + "\n" + extra_tags


def find_violated_rules(text: str) -> list[str]:
    return [violation.rule for violation in check_media("v0", text)]


def test_valid_playlists_have_no_violations() -> None:
    assert (
        find_violated_rules(VALID_VOD)
        == find_violated_rules(VALID_IFRAMES)
        == find_violated_rules(create_live_playlist("a", "b", "!c"))
        == []
    )


@pytest.mark.parametrize(
    ("rule", "original", "replacement"),
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
        ("has-segments", VALID_VOD[VALID_VOD.index("#EXTINF") :], ""),
    ],
)
def test_a_violation_is_found(rule: str, original: str, replacement: str) -> None:
    assert original in VALID_VOD
    assert rule in find_violated_rules(VALID_VOD.replace(original, replacement))


def test_byte_ranges_need_version_4() -> None:
    assert find_violated_rules(VALID_IFRAMES.replace("VERSION:4", "VERSION:3")) == ["version"]


def test_a_sliding_window_has_three_target_durations() -> None:
    assert find_violated_rules(create_live_playlist("a", "b")) == ["live-window"]


def test_renditions_have_the_same_target_duration_and_discontinuities() -> None:
    def find_rules(other: str) -> list[str]:
        return [violation.rule for violation in check_renditions_match({"v0": VALID_VOD, "v1": other})]

    assert find_rules(VALID_VOD) == []
    assert find_rules(VALID_VOD.replace("TARGETDURATION:4", "TARGETDURATION:5")) == ["same-target-duration"]
    assert find_rules(VALID_VOD.replace("#EXT-X-DISCONTINUITY\n", "")) == ["same-discontinuities"]
    shifted = VALID_VOD.replace("#EXT-X-DISCONTINUITY\n", "")
    assert find_rules(shifted.replace("#EXTINF:4.4", "#EXT-X-DISCONTINUITY\n#EXTINF:4.4")) == [
        "same-discontinuities"
    ]
    assert find_rules(VALID_VOD.replace("#EXTINF:1.2", "#EXTINF:3.2")) == ["same-length"]
    assert find_rules(VALID_VOD.replace("TYPE:VOD", "TYPE:EVENT")) == ["same-type"]
    assert check_renditions_match({}) == []


def test_a_live_playlist_may_append_slide_and_end() -> None:
    event_playlist = create_live_playlist("a", "b", "c", first=0, discontinuity_sequence=0).replace(
        "#EXTINF", "#EXT-X-PLAYLIST-TYPE:EVENT\n#EXTINF", 1
    )
    appended = event_playlist + "#EXTINF:4.000,\nd.ts\n"
    sliding_window = [
        create_live_playlist("a", "!b", "c"),
        create_live_playlist("!b", "c", "d", first=6),
        create_live_playlist("c", "d", "e", first=7, discontinuity_sequence=2),
    ]
    assert check_reloads("v0", sliding_window) == []
    assert (
        check_reloads("v0", [event_playlist, event_playlist, appended, appended + "#EXT-X-ENDLIST\n"]) == []
    )


@pytest.mark.parametrize(
    ("rule", "older", "newer"),
    [
        (
            "constant-target-duration",
            create_live_playlist("a", "b", "c"),
            create_live_playlist("a", "b", "c", target=6),
        ),
        (
            "sequence-never-goes-back",
            create_live_playlist("a", "b", "c"),
            create_live_playlist("z", "a", "b", first=4),
        ),
        ("segments-never-change", create_live_playlist("a", "b", "c"), create_live_playlist("a", "x", "c")),
        (
            "segments-never-change",
            create_live_playlist("a", "b", "c"),
            create_live_playlist("a", "b", "c").replace("4.000", "3.900", 1),
        ),
        ("segments-never-change", create_live_playlist("a", "b", "c"), create_live_playlist("b", "c", "d")),
        ("removed-from-the-front", create_live_playlist("a", "b", "c"), create_live_playlist("a", "b")),
        (
            "discontinuity-sequence",
            create_live_playlist("a", "!b", "c"),
            create_live_playlist("c", "d", "e", first=7),
        ),
        (
            "discontinuity-sequence",
            create_live_playlist("a", "!b", "c"),
            create_live_playlist("!b", "c", "d", first=6, discontinuity_sequence=2),
        ),
        (
            "discontinuity-sequence",
            create_live_playlist("a", "b", "c"),
            create_live_playlist("a", "b", "c", discontinuity_sequence=2),
        ),
        (
            "nothing-after-the-end",
            create_live_playlist("a", "b", "c", extra_tags="#EXT-X-ENDLIST\n"),
            create_live_playlist("a", "b", "c", "d", extra_tags="#EXT-X-ENDLIST\n"),
        ),
        (
            "event-removes-nothing",
            create_live_playlist("a", "b", "c", extra_tags="#EXT-X-PLAYLIST-TYPE:EVENT\n"),
            create_live_playlist("b", "c", "d", first=6, extra_tags="#EXT-X-PLAYLIST-TYPE:EVENT\n"),
        ),
        (
            "constant-type",
            create_live_playlist("a", "b", "c", extra_tags="#EXT-X-PLAYLIST-TYPE:EVENT\n"),
            create_live_playlist("a", "b", "c", "d"),
        ),
    ],
)
def test_invalid_live_reloads_are_found(rule: str, older: str, newer: str) -> None:
    assert rule in {violation.rule for violation in check_reloads("v0", [older, newer])}
