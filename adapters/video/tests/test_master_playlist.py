"""The multivariant playlist: order, bit rates, sounds, captions."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pytest

from adapters.video.master_playlist import AudioTrack, ClosedCaptionTrack, Presentation, master_playlist
from adapters.video.playlists import CaptionTrack, Rendition, Segment, read_rendition
from adapters.video.presentation import Sound, audio_tracks
from adapters.video.tests.conftest import AAC, H264, Film, Pack


@pytest.fixture(scope="module")
def pictures(film: Film, pack: Pack) -> list[Rendition]:
    """Two real renditions."""
    package = pack(film("master.mp4", *H264, *AAC, seconds=5, sound=5))[1]
    return [read_rendition(package / "v0", 160, 90), read_rendition(package / "v1", 80, 44)]


def of_bytes(folder: Path, name: str, *sizes: int) -> Rendition:
    """A rendition of segments of one second."""
    (folder / name).mkdir()
    segments = []
    for number, size in enumerate(sizes):
        path = folder / name / f"{number:05}.ts"
        path.write_bytes(bytes(size))
        segments.append(Segment(path, 1.0))
    return Rendition(name, 0, 0, tuple(segments))


def variants(playlist: str) -> list[tuple[int, int, str]]:
    """Peak, average and address of each variant."""
    found = re.findall(r"#EXT-X-STREAM-INF:BANDWIDTH=(\d+),AVERAGE-BANDWIDTH=(\d+),.*\n(\S+)", playlist)
    return [(int(peak), int(average), uri) for peak, average, uri in found]


def test_variants_are_in_order_of_bit_rate_whatever_their_size(pictures: list[Rendition]) -> None:
    for order in (pictures, pictures[::-1]):
        found = variants(master_playlist(Presentation(order, Fraction(25))))
        assert [peak for peak, *_ in found] == sorted((peak for peak, *_ in found), reverse=True)
        assert found[0][2] == "v0/index.m3u8"


def test_several_sounds_are_a_group_with_the_default_in_the_pictures(
    pictures: list[Rendition], tmp_path: Path
) -> None:
    other = of_bytes(tmp_path, "a1", 1000, 3000)
    sounds = audio_tracks([Sound("fre", "", False, other), Sound("eng", "", True, None)])
    plain = variants(master_playlist(Presentation(pictures, Fraction(25))))
    made = Presentation(pictures, Fraction(25), sounds=sounds)
    playlist = master_playlist(made)
    assert re.findall(r"#EXT-X-MEDIA:(.*)", playlist) == [
        'TYPE=AUDIO,GROUP-ID="sounds",NAME="English",LANGUAGE="en",DEFAULT=YES,AUTOSELECT=YES,CHANNELS="2"',
        'TYPE=AUDIO,GROUP-ID="sounds",NAME="Français",LANGUAGE="fr",DEFAULT=NO,AUTOSELECT=YES,'
        'CHANNELS="2",URI="a1/index.m3u8"',
    ]
    assert playlist.count(',AUDIO="sounds"') == len(pictures)
    for (peak, average, _), (peak_alone, average_alone, _) in zip(variants(playlist), plain, strict=True):
        assert peak - peak_alone == 24_001
        assert average - average_alone == 16_001


def test_players_choose_the_first_of_a_language_by_themselves(
    pictures: list[Rendition], tmp_path: Path
) -> None:
    radio = Sound("eng", "Radio", False, of_bytes(tmp_path, "a1", 1000))
    sounds = audio_tracks([Sound("eng", "", True, None), radio])
    texts = [CaptionTrack(f"captions/{number}.m3u8", f"English {number}", "en") for number in (1, 2)]
    made = Presentation(pictures, Fraction(25), sounds=sounds, captions=texts)
    assert re.findall(r'NAME="(.+?)".*AUTOSELECT=(\w+)', master_playlist(made)) == [
        ("English", "YES"),
        ("Radio", "NO"),
        ("English 1", "YES"),
        ("English 2", "NO"),
    ]


def test_one_sound_is_no_choice(pictures: list[Rendition]) -> None:
    sounds = audio_tracks([Sound("eng", "", True, None)])
    playlist = master_playlist(Presentation(pictures, Fraction(25), sounds=sounds))
    assert "#EXT-X-MEDIA" not in playlist
    assert "AUDIO=" not in playlist


def test_sounds_have_names_that_differ_and_the_default_comes_first() -> None:
    tracks = audio_tracks(
        [
            Sound("eng", "", False, None),
            Sound("eng", 'The "Radio" call', False, None),
            Sound("", "", False, None),
            Sound("", "", False, None),
            Sound("eng", "", True, None),
        ]
    )
    assert [(one.name, one.language, one.default) for one in tracks] == [
        ("English", "en", True),
        ("English 2", "en", False),
        ("The Radio call", "en", False),
        ("Sound", "", False),
        ("Sound 2", "", False),
    ]


def test_the_sound_alone_is_a_variant_without_a_size(pictures: list[Rendition], tmp_path: Path) -> None:
    alone = of_bytes(tmp_path, "audio", 800, 900)
    other = AudioTrack("Français", "fr", False, of_bytes(tmp_path, "a1", 1000, 3000))
    default = AudioTrack("English", "en", True, None)
    for sounds, rates in (
        ((), "BANDWIDTH=7201,AVERAGE-BANDWIDTH=6801"),
        ((default, other), "BANDWIDTH=24001,AVERAGE-BANDWIDTH=16001"),
    ):
        made = Presentation(pictures, Fraction(25), sounds=sounds, audio_only=alone)
        playlist = master_playlist(made)
        group = ',AUDIO="sounds"' if sounds else ""
        assert (
            f'#EXT-X-STREAM-INF:{rates},CODECS="mp4a.40.2"{group},CLOSED-CAPTIONS=NONE\naudio/index.m3u8\n'
            in playlist
        )
        assert variants(playlist)[-1][2] == "audio/index.m3u8"


def test_captions_within_the_pictures_are_announced(pictures: list[Rendition]) -> None:
    closed = [ClosedCaptionTrack("CC1", "CC1", ""), ClosedCaptionTrack("CC3", "CC3", "")]
    texts = [CaptionTrack("captions/1.m3u8", "Captions", "")]
    made = Presentation(pictures, Fraction(25), captions=texts, closed_captions=closed)
    playlist = master_playlist(made)
    assert re.findall(
        r'TYPE=CLOSED-CAPTIONS,GROUP-ID="closed",NAME="(\w+)",.*INSTREAM-ID="(\w+)"', playlist
    ) == [
        ("CC1", "CC1"),
        ("CC3", "CC3"),
    ]
    assert playlist.count('SUBTITLES="captions",CLOSED-CAPTIONS="closed"') == len(pictures)
    assert "CLOSED-CAPTIONS=NONE" not in playlist
