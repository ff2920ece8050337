"""The visible files of a recording while it plays as a simulated live event."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from touchline.catalog.application.playback.simulated_playlists import (
    parse_recorded_playlist,
    render_playlist,
    select_cues,
)

START = datetime(2026, 11, 21, 19, 0, tzinfo=UTC)
PLAYLIST = """#EXTM3U
#EXT-X-VERSION:6
#EXT-X-TARGETDURATION:4
#EXT-X-MEDIA-SEQUENCE:0
#EXT-X-PLAYLIST-TYPE:VOD
#EXT-X-INDEPENDENT-SEGMENTS
#EXTINF:4.000000,
00000.ts
#EXTINF:4.000000,
00001.ts
#EXTINF:1.500000,
00002.ts
#EXT-X-ENDLIST
"""
CAPTIONS = """WEBVTT
X-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:00:00.000

1
00:01.000 --> 00:03.000
The puck drops.

2
00:00:03.900 --> 00:00:06.000
A shot from the point.

00:00:04.000 --> 00:00:05.000 line:0
Saved!
"""


def seconds_after_start(seconds: float) -> str:
    """Return the playlist as it is `seconds` after the start."""
    return render_playlist(parse_recorded_playlist(PLAYLIST), START, START + timedelta(seconds=seconds))


def list_names(playlist: str) -> list[str]:
    """Return the segments in a playlist."""
    return [line for line in playlist.splitlines() if line and not line.startswith("#")]


def test_a_segment_is_listed_from_its_first_frame_on() -> None:
    assert list_names(seconds_after_start(0)) == ["00000.ts"]
    assert list_names(seconds_after_start(3.999)) == ["00000.ts"]
    assert list_names(seconds_after_start(4)) == ["00000.ts", "00001.ts"]
    assert list_names(seconds_after_start(60)) == ["00000.ts", "00001.ts", "00002.ts"]


def test_the_playlist_ends_after_the_last_segment() -> None:
    assert "#EXT-X-ENDLIST" not in seconds_after_start(9.4)
    assert seconds_after_start(9.5).endswith("#EXT-X-ENDLIST\n")


def test_the_playlist_only_grows_and_is_of_type_event() -> None:
    for earlier, later in ((0, 4), (4, 8), (8, 9.5)):
        assert seconds_after_start(later).startswith(seconds_after_start(earlier))
    assert "#EXT-X-PLAYLIST-TYPE:EVENT" in seconds_after_start(0)
    assert "#EXT-X-INDEPENDENT-SEGMENTS" in seconds_after_start(0)


def test_each_segment_has_its_program_date_time() -> None:
    lines = seconds_after_start(8).splitlines()
    dates = [line.partition(":")[2] for line in lines if line.startswith("#EXT-X-PROGRAM-DATE-TIME")]
    assert dates == ["2026-11-21T19:00:00.000Z", "2026-11-21T19:00:04.000Z", "2026-11-21T19:00:08.000Z"]
    assert lines[lines.index("00002.ts") - 1] == "#EXTINF:1.500000,"


I_FRAMES = """#EXTM3U
#EXT-X-VERSION:6
#EXT-X-I-FRAMES-ONLY
#EXT-X-TARGETDURATION:2
#EXT-X-MEDIA-SEQUENCE:0
#EXT-X-PLAYLIST-TYPE:VOD
#EXT-X-MAP:URI="00000.ts",BYTERANGE="564@0"
#EXTINF:2.000000,
#EXT-X-BYTERANGE:1880@564
00000.ts
#EXTINF:2.000000,
#EXT-X-BYTERANGE:940@9400
00000.ts
#EXTINF:2.000000,
#EXT-X-BYTERANGE:1316@564
00001.ts
#EXT-X-ENDLIST
"""


def test_iframes_keep_their_byte_ranges_and_appear_when_they_are_shown() -> None:
    def render_lines(seconds: float) -> list[str]:
        return render_playlist(
            parse_recorded_playlist(I_FRAMES), START, START + timedelta(seconds=seconds)
        ).splitlines()

    assert "#EXT-X-I-FRAMES-ONLY" in render_lines(0)
    assert [line for line in render_lines(3) if line.startswith(("#EXT-X-MAP", "#EXT-X-BYTE"))] == [
        '#EXT-X-MAP:URI="00000.ts",BYTERANGE="564@0"',
        "#EXT-X-BYTERANGE:1880@564",
        "#EXT-X-BYTERANGE:940@9400",
    ]
    assert render_lines(3)[-2:] == ["#EXT-X-BYTERANGE:940@9400", "00000.ts"]
    assert "00001.ts" not in render_lines(3.9)
    assert render_lines(6)[-3:] == ["#EXT-X-BYTERANGE:1316@564", "00001.ts", "#EXT-X-ENDLIST"]


def test_the_caption_file_of_an_event_is_split_into_chunks() -> None:
    chunks = parse_recorded_playlist("#EXTM3U\n#EXTINF:9.500,\n1.vtt\n#EXT-X-ENDLIST\n").segments
    assert [(chunk.name, chunk.start_seconds, chunk.duration_seconds) for chunk in chunks] == [
        ("1.vtt?piece=0", 0.0, 4.0),
        ("1.vtt?piece=1", 4.0, 4.0),
        ("1.vtt?piece=2", 8.0, 1.5),
    ]


def test_a_chunk_has_the_cues_that_start_in_it_and_the_file_header() -> None:
    first, second, third = (select_cues(CAPTIONS, number) for number in range(3))
    for chunk in (first, second, third):
        assert chunk.startswith("WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:00:00.000\n")
    assert ("puck" in first, "point" in first, "Saved" in first) == (True, True, False)
    assert ("puck" in second, "point" in second, "Saved" in second) == (False, False, True)
    assert "-->" not in third
