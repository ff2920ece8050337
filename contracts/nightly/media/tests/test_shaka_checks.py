"""Failures reported for a shaka-player playback that differs from the package."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from contracts.media.cases import ExpectedOutput
from contracts.media.decoded_streams import DecodedStream
from contracts.media.outputs import MediaOutput
from contracts.nightly.media.shaka import Playback, Variant, parse_playback
from contracts.nightly.media.shaka_checks import (
    check_offered_tracks,
    check_playback,
    check_selection,
    list_selections,
    select_played_part,
)

EXPECTED = ExpectedOutput(4, audio_track_count=2)
COMPLETE_PLAYBACK = Playback(
    error="",
    duration=4.001,
    pictures=101,
    sizes=((160, 90),),
    sound_bytes=24_000,
    buffered=((0.001, 4.001),),
    standstill=0.2,
    captions=0,
    variants=(Variant(160, 90, 400_000), Variant(80, 44, 200_000), Variant(160, 90, 400_000)),
    audio_tracks=("Français", "English"),
    text_tracks=("CC1",),
)
MASTER = """#EXTM3U
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="audio",NAME="Français",LANGUAGE="fr",DEFAULT=YES,AUTOSELECT=YES
#EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID="cc",NAME="CC1",LANGUAGE="en",INSTREAM-ID="CC1"
#EXT-X-STREAM-INF:BANDWIDTH=400000,RESOLUTION=160x90
v0/index.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=200000,RESOLUTION=80x44
v1/index.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=90000
audio/index.m3u8
"""


@pytest.fixture
def output(tmp_path: Path) -> MediaOutput:
    """Return a package with only a master playlist."""
    (tmp_path / "master.m3u8").write_text(MASTER)
    return MediaOutput(tmp_path)


def test_an_expected_playback_has_no_failures(output: MediaOutput) -> None:
    assert [
        *check_playback(EXPECTED, COMPLETE_PLAYBACK, 100),
        *check_offered_tracks(EXPECTED, COMPLETE_PLAYBACK, output),
    ] == []


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"error": "error 1001 BAD_HTTP_STATUS"}, "error 1001 BAD_HTTP_STATUS"),
        ({"duration": 4.2}, "4.200 s long, not 4.000 s"),
        ({"pictures": 99}, "99 of 100 frames"),
        ({"sound_bytes": 0}, "no audio"),
        (
            {"buffered": ((0.0, 2.0), (2.5, 4.0))},
            "the buffered ranges have gaps: 0.000 to 2.000 s, 2.500 to 4.000 s",
        ),
        ({"buffered": ()}, "the buffered ranges have gaps: "),
        ({"buffered": ((0.4, 4.0),)}, "starts at 0.400 s"),
        ({"standstill": 4.5}, "freezes for 4.5 s"),
    ],
)
def test_a_playback_that_differs_is_a_failure(change: dict[str, Any], message: str) -> None:
    assert list(check_playback(EXPECTED, replace(COMPLETE_PLAYBACK, **change), 100)) == [message]


def test_a_source_without_audio_needs_no_audio() -> None:
    without_audio = replace(EXPECTED, audio_ranges=())
    assert list(check_playback(without_audio, replace(COMPLETE_PLAYBACK, sound_bytes=0), 100)) == []


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"variants": (Variant(160, 90, 400_000),)}, "offers 160x90, not 160x90, 80x44"),
        ({"audio_tracks": ("Français",)}, "offers 1 audio tracks, not 2"),
        ({"text_tracks": ()}, "offers the text tracks [], not ['CC1']"),
    ],
)
def test_an_announced_track_that_is_not_offered_is_a_failure(
    change: dict[str, Any], message: str, output: MediaOutput
) -> None:
    assert list(check_offered_tracks(EXPECTED, replace(COMPLETE_PLAYBACK, **change), output)) == [message]


def test_each_variant_and_track_is_played_separately() -> None:
    assert dict(list_selections(COMPLETE_PLAYBACK)) == {
        "160x90": {"bandwidth": 400_000},
        "80x44": {"bandwidth": 200_000},
        "audio English": {"audio": "English"},
        "captions CC1": {"text": "CC1"},
    }


def test_a_selection_with_other_content_is_a_failure() -> None:
    assert list(check_selection("160x90", {"bandwidth": 400_000}, COMPLETE_PLAYBACK)) == []
    assert list(check_selection("80x44", {"bandwidth": 200_000}, COMPLETE_PLAYBACK)) == ["shows 160x90"]
    assert list(check_selection("captions CC1", {"text": "CC1"}, COMPLETE_PLAYBACK)) == ["no captions"]
    assert (
        list(check_selection("captions CC1", {"text": "CC1"}, replace(COMPLETE_PLAYBACK, captions=2))) == []
    )


def test_the_browser_response_is_parsed() -> None:
    response = {
        **{"error": "", "duration": 4.001, "pictures": 101, "sizes": [[160, 90]], "sound_bytes": 24_000},
        **{"buffered": [[0.001, 4.001]], "standstill": 0.2, "captions": 0, "text_tracks": ["CC1"]},
        "variants": [
            {"width": item.width, "height": item.height, "bandwidth": item.bandwidth}
            for item in COMPLETE_PLAYBACK.variants
        ],
        "audio_tracks": ["Français", "English"],
    }
    assert parse_playback(response) == COMPLETE_PLAYBACK


def test_a_long_stream_is_played_at_both_ends() -> None:
    assert select_played_part(DecodedStream(frame_times=[number / 8 for number in range(4800)])) == (
        191,
        (12.0, 588.0),
    )
    assert select_played_part(DecodedStream(frame_times=[number / 8 for number in range(800)])) == (800, ())


def test_the_middle_of_a_long_stream_is_optional() -> None:
    end_seconds = replace(COMPLETE_PLAYBACK, duration=600.0, pictures=240, buffered=((588.0, 600.0),))
    assert list(check_playback(ExpectedOutput(600, frame_rate=10), end_seconds, 240)) == []
