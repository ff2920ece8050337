"""Playlists, captions and storyboards of a trimmed recording."""

from __future__ import annotations

from touchline.catalog.domain.media.trimmed_playlists import (
    delay_captions,
    list_playlists,
    parse_storyboard,
    trim_captions,
    trim_keyframes,
    trim_playlist,
    trim_storyboard,
)
from touchline.catalog.domain.media.trims import Trim

TRIM = Trim(4000, 8000)
MASTER = """#EXTM3U
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="audio",NAME="Radio",DEFAULT=NO,URI="a1/index.m3u8"
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="audio",NAME="Main",DEFAULT=YES
#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="captions",NAME="English",URI="captions/en.m3u8"
#EXT-X-STREAM-INF:BANDWIDTH=900000,AUDIO="audio"
v0/index.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=900000,AUDIO="other"
v0/index.m3u8
#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=100000,URI="v0/iframes.m3u8"
"""
PLAYLIST = """#EXTM3U
#EXT-X-TARGETDURATION:4
#EXT-X-MEDIA-SEQUENCE:0
#EXTINF:4.000000,
00000.ts
#EXTINF:3.960000,
00001.ts
#EXTINF:1.500000,
00002.ts
#EXT-X-ENDLIST
"""
KEYFRAMES = """#EXTM3U
#EXT-X-I-FRAMES-ONLY
#EXT-X-MAP:URI="00000.ts",BYTERANGE="564@0"
#EXTINF:4.000000,
#EXT-X-BYTERANGE:5000@564
00000.ts
#EXTINF:2.000000,
#EXT-X-BYTERANGE:5000@752
00001.ts
#EXTINF:2.000000,
#EXT-X-BYTERANGE:5000@9000
00001.ts
#EXT-X-ENDLIST
"""
CAPTIONS = """WEBVTT
X-TIMESTAMP-MAP=MPEGTS:90000,LOCAL:00:00:00.000

NOTE Whoever reads the file finds this.

STYLE
::cue { color: white }

00:01.000 --> 00:03.000
Before

2
00:00:03.000 --> 00:00:05.000 line:0
Across <00:00:04.500>the start

00:00:07.000 --> 00:00:09.000
Across the end

00:00:08.000 --> 00:00:09.000
After
"""


def test_a_master_playlist_names_each_playlist_once() -> None:
    names = list_playlists(MASTER)
    assert names.media == ("v0/index.m3u8", "a1/index.m3u8")
    assert (names.keyframes, names.captions) == (("v0/iframes.m3u8",), ("captions/en.m3u8",))


def test_a_playlist_keeps_the_segments_of_the_range() -> None:
    text, names = trim_playlist(PLAYLIST, TRIM)
    assert names == ["00001.ts"]
    assert text == (
        "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-MEDIA-SEQUENCE:0\n"
        "#EXTINF:3.960000,\n00001.ts\n#EXT-X-ENDLIST\n"
    )


def test_a_keyframe_playlist_declares_the_tables_of_its_first_segment() -> None:
    text = trim_keyframes(KEYFRAMES, ["00001.ts"])
    assert '#EXT-X-MAP:URI="00001.ts",BYTERANGE="752@0"' in text
    assert "00000.ts" not in text
    assert text.count("#EXT-X-BYTERANGE:5000@") == 2
    assert text.endswith("00001.ts\n#EXT-X-ENDLIST\n")


def test_captions_count_from_the_new_start_and_keep_only_the_range() -> None:
    assert trim_captions(CAPTIONS, TRIM) == (
        "WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:450000,LOCAL:00:00:00.000\n\n"
        "STYLE\n::cue { color: white }\n\n"
        "2\n00:00:00.000 --> 00:00:01.000 line:0\nAcross <00:00:00.500>the start\n\n"
        "00:00:03.000 --> 00:00:04.000\nAcross the end\n"
    )


def test_captions_of_a_trimmed_recording_are_later_in_its_full_length() -> None:
    captions = "WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nGoal\n"
    assert delay_captions(captions, 3_600_000) == "WEBVTT\n\n01:00:01.000 --> 01:00:02.000\nGoal\n"


def test_a_storyboard_has_the_thumbnails_of_the_range() -> None:
    storyboard = "WEBVTT\n\n" + "\n".join(
        f"00:00:{2 * number:02d}.000 --> 00:00:{2 * number + 2:02d}.000\n"
        f"storyboard-1.jpg#xywh={160 * number},0,160,90\n"
        for number in range(5)
    )
    text, tiles = trim_storyboard(storyboard, TRIM)
    assert [(tile.box, tile.start_ms) for tile in tiles] == [
        ((320, 0, 160, 90), 4000),
        ((480, 0, 160, 90), 6000),
    ]
    assert text == (
        "WEBVTT\n\n00:00:00.000 --> 00:00:02.000\nstoryboard-1.jpg#xywh=320,0,160,90\n\n"
        "00:00:02.000 --> 00:00:04.000\nstoryboard-1.jpg#xywh=480,0,160,90\n"
    )
    assert [tile.start_ms for tile in parse_storyboard(text)] == [0, 2000]
