"""Each rule for master playlists finds its violation, and nothing in a correct playlist."""

import pytest

from contracts.media.hls.master_rules import check_master

VALID_PLAYLIST = """#EXTM3U
#EXT-X-VERSION:6
#EXT-X-INDEPENDENT-SEGMENTS
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sound",NAME="English",LANGUAGE="en",DEFAULT=YES,AUTOSELECT=YES,CHANNELS="2"
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sound",NAME="French",LANGUAGE="fr",DEFAULT=NO,AUTOSELECT=YES,CHANNELS="2",URI="a1/index.m3u8"
#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="captions",NAME="English",LANGUAGE="en",DEFAULT=NO,AUTOSELECT=YES,FORCED=NO,URI="c0.m3u8"
#EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID="cc",NAME="English",LANGUAGE="en",DEFAULT=NO,AUTOSELECT=YES,INSTREAM-ID="CC1"
#EXT-X-STREAM-INF:BANDWIDTH=900000,AVERAGE-BANDWIDTH=800000,RESOLUTION=640x360,FRAME-RATE=25.000,CODECS="avc1.64001E,mp4a.40.2",AUDIO="sound",SUBTITLES="captions",CLOSED-CAPTIONS="cc"
v0/index.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=500000,AVERAGE-BANDWIDTH=400000,RESOLUTION=320x180,FRAME-RATE=25.000,CODECS="avc1.64000D,mp4a.40.2",AUDIO="sound",SUBTITLES="captions",CLOSED-CAPTIONS="cc"
v1/index.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=130000,AVERAGE-BANDWIDTH=129000,CODECS="mp4a.40.2",AUDIO="sound"
audio/index.m3u8
#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=90000,AVERAGE-BANDWIDTH=80000,RESOLUTION=640x360,CODECS="avc1.64001E",URI="v0/iframes.m3u8"
"""
_SMALL = "#EXT-X-STREAM-INF:BANDWIDTH=500000,AVERAGE-BANDWIDTH=400000,RESOLUTION=320x180"


def test_a_valid_playlist_has_no_violations() -> None:
    assert check_master(VALID_PLAYLIST, is_recording=True) == []


@pytest.mark.parametrize(
    ("rule", "original", "replacement"),
    [
        ("begins-with-extm3u", "#EXTM3U\n", "\n#EXTM3U\n"),
        ("one-version", "#EXT-X-VERSION:6\n", "#EXT-X-VERSION:6\n#EXT-X-VERSION:6\n"),
        ("no-media-tags", "#EXT-X-VERSION:6\n", "#EXT-X-VERSION:6\n#EXT-X-TARGETDURATION:4\n"),
        ("independent-segments", "#EXT-X-INDEPENDENT-SEGMENTS\n", ""),
        ("attribute-lists", "BANDWIDTH=900000,", "BANDWIDTH=900000,BANDWIDTH=900000,"),
        ("attribute-lists", 'CODECS="avc1.64001E,mp4a.40.2"', "CODECS=avc1.64001E"),
        ("attribute-lists", 'NAME="French"', "NAME=French"),
        ("uri-below-variant", "v0/index.m3u8\n", ""),
        ("variants-differ", "v1/index.m3u8\n", "v0/index.m3u8\n"),
        ("bandwidth", "STREAM-INF:BANDWIDTH=900000,", "STREAM-INF:"),
        ("average-bandwidth", ",AVERAGE-BANDWIDTH=800000", ""),
        ("average-bandwidth", "AVERAGE-BANDWIDTH=800000", "AVERAGE-BANDWIDTH=1800000"),
        ("codecs", "avc1.64001E,mp4a.40.2", "h264,aac"),
        ("codecs", "avc1.64001E,mp4a.40.2", "avc1.640009,mp4a.40.2"),
        ("codecs", ',CODECS="avc1.64001E,mp4a.40.2"', ""),
        ("resolution", ",RESOLUTION=640x360,FRAME-RATE", ",FRAME-RATE"),
        ("frame-rate", "FRAME-RATE=25.000,", ""),
        ("frame-rate", "FRAME-RATE=25.000,", "FRAME-RATE=25.0000001,"),
        ("closed-captions", ',CLOSED-CAPTIONS="cc"\nv0', "\nv0"),
        ("ordered-by-bit-rate", _SMALL, _SMALL.replace("500000", "100000")),
        ("larger-has-more-bits", _SMALL, _SMALL.replace("500000", "950000")),
        ("names-in-group-differ", 'NAME="French"', 'NAME="English"'),
        ("one-default", "DEFAULT=NO,AUTOSELECT=YES,CHANNELS", "DEFAULT=YES,AUTOSELECT=YES,CHANNELS"),
        ("autoselect-differs", 'LANGUAGE="fr"', 'LANGUAGE="en"'),
        ("rendition-type", "TYPE=SUBTITLES", "TYPE=TEXT"),
        ("rendition-attributes", ',NAME="French"', ""),
        ("subtitles-uri", ',URI="c0.m3u8"', ""),
        ("closed-captions-uri", 'INSTREAM-ID="CC1"', 'INSTREAM-ID="CC1",URI="cc.m3u8"'),
        ("instream-id", 'INSTREAM-ID="CC1"', 'INSTREAM-ID="CC9"'),
        ("instream-id", 'CHANNELS="2"\n', 'CHANNELS="2",INSTREAM-ID="CC1"\n'),
        ("channels", ',CHANNELS="2"\n', "\n"),
        ("forced", "TYPE=AUDIO,", "TYPE=AUDIO,FORCED=YES,"),
        ("default-is-autoselect", "DEFAULT=YES,AUTOSELECT=YES", "DEFAULT=YES,AUTOSELECT=NO"),
        ("groups-resolve", 'AUDIO="sound",SUBTITLES', 'AUDIO="other",SUBTITLES'),
        ("groups-are-used", ',SUBTITLES="captions"', ""),
        ("closed-captions-none", 'CLOSED-CAPTIONS="cc"\nv0', "CLOSED-CAPTIONS=NONE\nv0"),
        ("i-frame-playlists", VALID_PLAYLIST[VALID_PLAYLIST.index("#EXT-X-I-FRAME") :], ""),
        ("i-frame-attributes", ',URI="v0/iframes.m3u8"', ""),
        ("i-frame-attributes", 'CODECS="avc1.64001E",URI', 'CODECS="avc1.64001E,mp4a.40.2",URI'),
        (
            "i-frame-attributes",
            "STREAM-INF:BANDWIDTH=90000,",
            "STREAM-INF:FRAME-RATE=25.000,BANDWIDTH=90000,",
        ),
        ("i-frame-attributes", "STREAM-INF:BANDWIDTH=90000,", "STREAM-INF:BANDWIDTH=0,"),
        ("audio-only", "#EXT-X-STREAM-INF:BANDWIDTH=130000", "#EXT-X-STREAM-INF:BANDWIDTH=230000"),
        ("audio-only", 'CODECS="mp4a.40.2"', 'RESOLUTION=2x2,CODECS="mp4a.40.2"'),
    ],
)
def test_a_violation_is_found(rule: str, original: str, replacement: str) -> None:
    assert original in VALID_PLAYLIST
    assert rule in {
        violation.rule
        for violation in check_master(VALID_PLAYLIST.replace(original, replacement), is_recording=True)
    }


def test_a_recording_with_audio_needs_an_audio_only_variant_and_a_live_stream_does_not() -> None:
    without = VALID_PLAYLIST.replace("audio/index.m3u8\n", "")
    without = "\n".join(line for line in without.splitlines() if 'CODECS="mp4a' not in line) + "\n"
    assert [violation.rule for violation in check_master(without, is_recording=True)] == ["audio-only"]
    assert check_master(without, is_recording=True, has_audio=False) == []
    assert check_master(without, is_recording=False) == []


def test_groups_of_the_same_type_have_the_same_renditions() -> None:
    other_text = '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="low",NAME="English",LANGUAGE="en",CHANNELS="2"\n'
    text = VALID_PLAYLIST.replace("#EXT-X-STREAM-INF", f"{other_text}#EXT-X-STREAM-INF", 1).replace(
        'AUDIO="sound"\naudio', 'AUDIO="low"\naudio'
    )
    assert [violation.rule for violation in check_master(text, is_recording=True)] == ["groups-are-alike"]


def test_a_playlist_without_variants_is_invalid() -> None:
    text = "#EXTM3U\n#EXT-X-INDEPENDENT-SEGMENTS\n"
    assert [violation.rule for violation in check_master(text, is_recording=False)] == ["has-variants"]
