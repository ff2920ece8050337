"""Tests of the master playlist: order, bitrates, audio tracks, captions."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pytest

from adapters.video.playlists.master_playlist import (
    AudioTrack,
    ClosedCaptionTrack,
    Presentation,
    render_master_playlist,
)
from adapters.video.playlists.media_playlists import CaptionTrack, Rendition, Segment, read_rendition
from adapters.video.playlists.presentation import SourceAudio, build_audio_tracks
from adapters.video.tests.conftest import AAC, H264, MakePackage, MakeVideo


@pytest.fixture(scope="module")
def video_renditions(make_video: MakeVideo, make_package: MakePackage) -> list[Rendition]:
    """Return two real renditions."""
    package = make_package(make_video("master.mp4", *H264, *AAC, seconds=5, audio=5))[1]
    return [read_rendition(package / "v0", 160, 90), read_rendition(package / "v1", 80, 44)]


def create_rendition(folder: Path, name: str, *sizes: int) -> Rendition:
    """Return a rendition with segments of one second."""
    (folder / name).mkdir()
    segments = []
    for number, size in enumerate(sizes):
        path = folder / name / f"{number:05}.ts"
        path.write_bytes(bytes(size))
        segments.append(Segment(path, 1.0))
    return Rendition(name, 0, 0, tuple(segments))


def parse_variants(playlist: str) -> list[tuple[int, int, str]]:
    """Return the peak and average bitrate, and the URI of each variant."""
    result = re.findall(r"#EXT-X-STREAM-INF:BANDWIDTH=(\d+),AVERAGE-BANDWIDTH=(\d+),.*\n(\S+)", playlist)
    return [(int(peak), int(average), uri) for peak, average, uri in result]


def test_variants_are_ordered_by_bitrate(video_renditions: list[Rendition]) -> None:
    for order in (video_renditions, video_renditions[::-1]):
        result = parse_variants(render_master_playlist(Presentation(order, Fraction(25))))
        assert [peak for peak, *_ in result] == sorted((peak for peak, *_ in result), reverse=True)
        assert result[0][2] == "v0/index.m3u8"


def test_several_audio_tracks_are_a_group_with_the_default_in_the_video(
    video_renditions: list[Rendition], tmp_path: Path
) -> None:
    other = create_rendition(tmp_path, "a1", 1000, 3000)
    audio_tracks = build_audio_tracks(
        [SourceAudio("fre", "", False, other), SourceAudio("eng", "", True, None)]
    )
    without_alternatives = parse_variants(
        render_master_playlist(Presentation(video_renditions, Fraction(25)))
    )
    output = Presentation(video_renditions, Fraction(25), audio_tracks=audio_tracks)
    playlist = render_master_playlist(output)
    assert re.findall(r"#EXT-X-MEDIA:(.*)", playlist) == [
        'TYPE=AUDIO,GROUP-ID="sounds",NAME="English",LANGUAGE="en",DEFAULT=YES,AUTOSELECT=YES,CHANNELS="2"',
        'TYPE=AUDIO,GROUP-ID="sounds",NAME="Français",LANGUAGE="fr",DEFAULT=NO,AUTOSELECT=YES,'
        'CHANNELS="2",URI="a1/index.m3u8"',
    ]
    assert playlist.count(',AUDIO="sounds"') == len(video_renditions)
    for (peak, average, _), (base_peak, base_average, _) in zip(
        parse_variants(playlist), without_alternatives, strict=True
    ):
        assert peak - base_peak == 24_001
        assert average - base_average == 16_001


def test_the_first_track_of_a_language_is_autoselected(
    video_renditions: list[Rendition], tmp_path: Path
) -> None:
    commentary = SourceAudio("eng", "Radio", False, create_rendition(tmp_path, "a1", 1000))
    audio_tracks = build_audio_tracks([SourceAudio("eng", "", True, None), commentary])
    caption_tracks = [CaptionTrack(f"captions/{number}.m3u8", f"English {number}", "en") for number in (1, 2)]
    output = Presentation(
        video_renditions, Fraction(25), audio_tracks=audio_tracks, caption_tracks=caption_tracks
    )
    assert re.findall(r'NAME="(.+?)".*AUTOSELECT=(\w+)', render_master_playlist(output)) == [
        ("English", "YES"),
        ("Radio", "NO"),
        ("English 1", "YES"),
        ("English 2", "NO"),
    ]


def test_a_single_audio_track_has_no_group(video_renditions: list[Rendition]) -> None:
    audio_tracks = build_audio_tracks([SourceAudio("eng", "", True, None)])
    playlist = render_master_playlist(Presentation(video_renditions, Fraction(25), audio_tracks=audio_tracks))
    assert "#EXT-X-MEDIA" not in playlist
    assert "AUDIO=" not in playlist


def test_audio_tracks_have_unique_names_and_the_default_is_first() -> None:
    tracks = build_audio_tracks(
        [
            SourceAudio("eng", "", False, None),
            SourceAudio("eng", 'The "Radio" call', False, None),
            SourceAudio("", "", False, None),
            SourceAudio("", "", False, None),
            SourceAudio("eng", "", True, None),
        ]
    )
    assert [(track.name, track.language, track.is_default) for track in tracks] == [
        ("English", "en", True),
        ("English 2", "en", False),
        ("The Radio call", "en", False),
        ("Sound", "", False),
        ("Sound 2", "", False),
    ]


def test_audio_only_is_a_variant_without_a_resolution(
    video_renditions: list[Rendition], tmp_path: Path
) -> None:
    audio_rendition = create_rendition(tmp_path, "audio", 800, 900)
    other = AudioTrack("Français", "fr", False, create_rendition(tmp_path, "a1", 1000, 3000))
    default = AudioTrack("English", "en", True, None)
    for audio_tracks, rates in (
        ((), "BANDWIDTH=7201,AVERAGE-BANDWIDTH=6801"),
        ((default, other), "BANDWIDTH=24001,AVERAGE-BANDWIDTH=16001"),
    ):
        output = Presentation(
            video_renditions, Fraction(25), audio_tracks=audio_tracks, audio_only=audio_rendition
        )
        playlist = render_master_playlist(output)
        group = ',AUDIO="sounds"' if audio_tracks else ""
        assert (
            f'#EXT-X-STREAM-INF:{rates},CODECS="mp4a.40.2"{group},CLOSED-CAPTIONS=NONE\naudio/index.m3u8\n'
            in playlist
        )
        assert parse_variants(playlist)[-1][2] == "audio/index.m3u8"


def test_closed_captions_are_announced(video_renditions: list[Rendition]) -> None:
    closed_captions = [ClosedCaptionTrack("CC1", "CC1", ""), ClosedCaptionTrack("CC3", "CC3", "")]
    caption_tracks = [CaptionTrack("captions/1.m3u8", "Captions", "")]
    output = Presentation(
        video_renditions, Fraction(25), caption_tracks=caption_tracks, closed_captions=closed_captions
    )
    playlist = render_master_playlist(output)
    assert re.findall(
        r'TYPE=CLOSED-CAPTIONS,GROUP-ID="closed",NAME="(\w+)",.*INSTREAM-ID="(\w+)"', playlist
    ) == [
        ("CC1", "CC1"),
        ("CC3", "CC3"),
    ]
    assert playlist.count('SUBTITLES="captions",CLOSED-CAPTIONS="closed"') == len(video_renditions)
    assert "CLOSED-CAPTIONS=NONE" not in playlist
