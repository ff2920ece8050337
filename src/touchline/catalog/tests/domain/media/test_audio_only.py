"""The part of a stream that viewers with audio only may have."""

from __future__ import annotations

import pytest

from touchline.catalog.domain.media.audio_only import is_audio_path, is_master_path, select_audio

RECORDING = """#EXTM3U
#EXT-X-VERSION:6
#EXT-X-INDEPENDENT-SEGMENTS
#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="captions",NAME="English",URI="captions/1.m3u8"
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sounds",NAME="Home",DEFAULT=YES,AUTOSELECT=YES
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sounds",NAME="Away",DEFAULT=NO,URI="a1/index.m3u8"
#EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID="closed",NAME="CC1",INSTREAM-ID="CC1"
#EXT-X-STREAM-INF:BANDWIDTH=900000,RESOLUTION=1280x720,CODECS="avc1.64001f,mp4a.40.2",AUDIO="sounds"
v0/index.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=400000,CODECS="avc1.64001f,mp4a.40.2"
v1/index.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=140000,CODECS="mp4a.40.2",AUDIO="sounds",CLOSED-CAPTIONS="closed"
audio/index.m3u8
#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=90000,RESOLUTION=640x360,CODECS="avc1.64001e",URI="v1/iframes.m3u8"
"""


def test_the_master_playlist_keeps_audio_and_captions_alone() -> None:
    assert (
        select_audio(RECORDING)
        == """#EXTM3U
#EXT-X-VERSION:6
#EXT-X-INDEPENDENT-SEGMENTS
#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="captions",NAME="English",URI="captions/1.m3u8"
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sounds",NAME="Home",DEFAULT=YES,AUTOSELECT=YES
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sounds",NAME="Away",DEFAULT=NO,URI="a1/index.m3u8"
#EXT-X-STREAM-INF:BANDWIDTH=140000,CODECS="mp4a.40.2",AUDIO="sounds"
audio/index.m3u8
"""
    )


@pytest.mark.parametrize(
    "master",
    [
        "",
        '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=9,CODECS="avc1.64001f"\nv0/index.m3u8\n',
        "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=9\nv0/index.m3u8\n",
        '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=9,RESOLUTION=2x2,CODECS="mp4a.40.2"\nv0/index.m3u8\n',
    ],
    ids=["empty", "video-codec", "unknown-codecs", "with-a-size"],
)
def test_a_stream_without_an_audio_rendition_has_no_audio(master: str) -> None:
    assert select_audio(master) is None


@pytest.mark.parametrize(
    ("path", "is_allowed"),
    [
        ("assets/7-ab/audio/index.m3u8", True),
        ("assets/7-ab/audio/00000.ts", True),
        ("assets/7-ab/a1/00000.ts", True),
        ("assets/7-ab/captions/1.vtt", True),
        ("assets/7-ab/captions/1.m3u8", True),
        ("live/3-cd/audio.m3u8", True),
        ("live/3-cd/audio.parts.m3u8", True),
        ("live/3-cd/audio/1-00000.ts", True),
        ("live/3-cd/audio2/1-00000.ts", True),
        ("live/3-cd/captions-fr.m3u8", True),
        ("live/3-cd/captions-fr/1-00000.vtt", True),
        ("assets/7-ab/master.m3u8", False),
        ("assets/7-ab/v0/index.m3u8", False),
        ("assets/7-ab/v0/00000.ts", False),
        ("assets/7-ab/v1/iframes.m3u8", False),
        ("assets/7-ab/storyboard.vtt", False),
        ("assets/7-ab/storyboard-1.jpg", False),
        ("assets/7-ab/audio.ts", False),
        ("live/3-cd/source.m3u8", False),
        ("live/3-cd/source.parts.m3u8", False),
        ("live/3-cd/source/1-00000.ts", False),
        ("live/3-cd/small/1-00000.1.ts", False),
        ("clips/69/play/audio/00000.ts", False),
        ("downloads/69/audio/event.mp4", False),
        ("assets", False),
    ],
)
def test_only_files_without_a_picture_are_audio(path: str, is_allowed: bool) -> None:
    assert is_audio_path(path) is is_allowed


def test_the_master_playlist_is_that_of_a_recording_or_live_stream() -> None:
    assert is_master_path("assets/7-ab/master.m3u8")
    assert is_master_path("live/3-cd/master.m3u8")
    assert not is_master_path("clips/69/master.m3u8")
    assert not is_master_path("assets/7-ab/v0/master.m3u8")
