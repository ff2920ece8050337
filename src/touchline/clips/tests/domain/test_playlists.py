"""The playlists of clips, parsed by the rules of RFC 8216."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from touchline.clips.domain.clip import Range
from touchline.clips.domain.footage import AudioTrack, Footage
from touchline.clips.domain.playlists import (
    build_master_playlist,
    build_media_playlist,
    get_playable_range,
    get_playlist_offset,
    select_audio_tracks,
    select_renditions,
)
from touchline.clips.tests.samples import build_footage, build_rendition, build_segments
from touchline.shared.errors import RefusedError


class ParsedPlaylist:
    """A media playlist as a player reads it. A playlist that breaks a rule fails the test."""

    def __init__(self, text: str) -> None:
        lines = text.splitlines()
        assert text.endswith("\n")
        assert lines[0] == "#EXTM3U", "4.3.1.1: the first line"
        tags = dict(line.partition(":")[::2] for line in lines if line.startswith("#"))
        assert int(tags["#EXT-X-VERSION"]) >= 3, "4.3.2.1: decimal durations need version 3"
        assert tags["#EXT-X-PLAYLIST-TYPE"] == "VOD"
        assert lines[-1] == "#EXT-X-ENDLIST"
        self.durations = [
            float(line.removeprefix("#EXTINF:").rstrip(",")) for line in lines if line.startswith("#EXTINF:")
        ]
        self.names = [line for line in lines if line and not line.startswith("#")]
        assert all(tag.startswith("#EXTINF:") for tag, name in pairwise(lines) if name in self.names), (
            "4.3.2.1"
        )
        assert len(self.durations) == len(self.names)
        assert all(
            int(duration + 0.5) <= int(tags["#EXT-X-TARGETDURATION"]) for duration in self.durations
        ), "4.3.3.1"
        self.discontinuities = [
            self.names.index(lines[position + 2])
            for position, line in enumerate(lines)
            if line == "#EXT-X-DISCONTINUITY"
        ]
        start = dict(clip_range.split("=") for clip_range in tags["#EXT-X-START"].split(","))
        self.start = float(start["TIME-OFFSET"])
        assert start["PRECISE"] == "YES"
        assert self.start <= sum(self.durations), "4.3.5.2"


def parse_playlist(of: Footage, requested: Range) -> tuple[ParsedPlaylist, Range]:
    """Return the largest rendition's playlist for a range, and the range that it shows."""
    largest = select_renditions(of, requested)[0]
    playable = get_playable_range(largest, requested)
    return ParsedPlaylist(build_media_playlist(largest, get_playlist_offset(largest, playable))), playable


def test_a_clip_has_the_segments_that_hold_any_part_of_it() -> None:
    playlist, playable = parse_playlist(build_footage(), Range(3200, 9400))
    assert playlist.names == ["00000.ts", "00001.ts", "00002.ts", "00003.ts"]
    assert (playlist.durations, playlist.start, playlist.discontinuities) == ([4.0] * 4, 3.2, [])
    assert playable == Range(3200, 9400)


def test_one_that_begins_and_ends_with_segments_has_no_more_than_those() -> None:
    playlist, _ = parse_playlist(build_footage(), Range(8000, 8000))
    assert (playlist.names, playlist.start) == (["00000.ts", "00001.ts"], 0.0)
    complete_footage, _ = parse_playlist(build_footage(), Range(0, 40_000))
    assert len(complete_footage.names) == 10


@pytest.mark.parametrize(("length_ms", "target"), [(4000, 4), (4004, 4), (4499, 4), (4500, 5), (480, 1)])
def test_the_target_duration_is_the_longest_segment_in_seconds(length_ms: int, target: int) -> None:
    largest = build_rendition("v0", build_segments(range(3), length_ms=length_ms))
    text = build_media_playlist(largest, 0)
    ParsedPlaylist(text)
    assert f"#EXT-X-TARGETDURATION:{target}\n" in text


def test_an_encoder_interruption_adds_a_discontinuity() -> None:
    before, after = build_segments(range(3)), build_segments(range(3, 6), discontinuity=1, shift_ms=7000)
    stream = Footage(8, True, 0, 31_000, 0.0, [build_rendition("v0", [*before, *after])])
    playlist, playable = parse_playlist(stream, Range(6000, 17_000))
    assert playlist.discontinuities == [2]
    assert playable == Range(6000, 10_000), "7 of its 17 seconds nothing came in"
    assert playlist.start + playable.duration_ms / 1000 <= sum(playlist.durations)


def test_a_clip_that_starts_in_a_gap_starts_with_the_first_frame_after_it() -> None:
    before, after = build_segments(range(3)), build_segments(range(3, 6), discontinuity=1, shift_ms=7000)
    stream = Footage(8, True, 0, 31_000, 0.0, [build_rendition("v0", [*before, *after])])
    playlist, playable = parse_playlist(stream, Range(15_000, 9_000))
    assert (playable, playlist.start, playlist.discontinuities) == (Range(19_000, 5_000), 0.0, [])
    for empty_rendition in (Range(13_000, 5_000), Range(13_000, 6_500)):
        with pytest.raises(RefusedError, match="There is no video in this range"):
            parse_playlist(stream, empty_rendition)


def test_renditions_with_aligned_segments_are_all_in_the_clip() -> None:
    sizes = select_renditions(build_footage(), Range(3200, 9400))
    assert [rendition.name for rendition in sizes] == ["v0", "v1"]
    assert [len(rendition.segments) for rendition in sizes] == [4, 4]
    assert build_master_playlist(sizes) == (
        "#EXTM3U\n#EXT-X-VERSION:6\n#EXT-X-INDEPENDENT-SEGMENTS\n"
        "#EXT-X-STREAM-INF:BANDWIDTH=1280000,RESOLUTION=1280x720\nv0/index.m3u8\n"
        "#EXT-X-STREAM-INF:BANDWIDTH=640000,RESOLUTION=640x360\nv1/index.m3u8\n"
    )


@pytest.mark.parametrize(
    "small",
    [
        build_segments(range(10), name="v1", shift_ms=500),
        build_segments(range(2, 10), name="v1"),
        build_segments(range(20), name="v1", length_ms=2000),
        (),
    ],
)
def test_a_rendition_with_other_segments_is_left_out(small: tuple[object, ...]) -> None:
    both = [build_rendition("v0", build_segments(range(10))), build_rendition("v1", small)]  # type: ignore[arg-type]
    assert [
        rendition.name
        for rendition in select_renditions(Footage(8, False, 0, 40_000, 25.0, both), Range(3200, 9400))
    ] == ["v0"]


def test_a_rendition_without_segments_is_skipped() -> None:
    both = [build_rendition("v0", ()), build_rendition("v1", build_segments(range(10), name="v1"))]
    assert [
        rendition.name
        for rendition in select_renditions(Footage(8, False, 0, 40_000, 25.0, both), Range(3200, 9400))
    ] == ["v1"]
    with pytest.raises(RefusedError):
        select_renditions(Footage(8, False, 0, 40_000, 25.0, []), Range(3200, 9400))


ENGLISH = AudioTrack("", "English", "en", True, ())


def french_track(count: int = 10) -> AudioTrack:
    """Return another audio track, whose segments end 15 ms after the video segments."""
    return AudioTrack("a1", "Français", "fr", False, build_segments(range(count), name="a1", shift_ms=15))


def test_a_clip_has_the_audio_tracks_of_its_recording_with_matching_segments() -> None:
    recording = replace(build_footage(), audio_tracks=[ENGLISH, french_track()])
    (largest, *_) = renditions = select_renditions(recording, Range(8000, 8000))
    sounds = select_audio_tracks(recording, largest)
    assert [segment.key for segment in sounds[1].segments] == ["assets/1/a1/00002.ts", "assets/1/a1/00003.ts"]
    lines = build_master_playlist(renditions, sounds).splitlines()
    assert lines[3:5] == [
        '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sounds",NAME="English",LANGUAGE="en",DEFAULT=YES,AUTOSELECT=YES,'
        'CHANNELS="2"',
        '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sounds",NAME="Français",LANGUAGE="fr",DEFAULT=NO,AUTOSELECT=YES,'
        'CHANNELS="2",URI="a1/index.m3u8"',
    ]
    assert all(line.endswith(',AUDIO="sounds"') for line in lines if line.startswith("#EXT-X-STREAM-INF"))
    assert len(ParsedPlaylist(build_media_playlist(sounds[1], 0)).names) == 2


@pytest.mark.parametrize(
    "sounds", [[], [ENGLISH], [ENGLISH, french_track(3)]], ids=["none", "one", "too-short"]
)
def test_a_clip_with_one_audio_track_names_none(sounds: list[AudioTrack]) -> None:
    recording = replace(build_footage(), audio_tracks=sounds)
    renditions = select_renditions(recording, Range(8000, 8000))
    assert select_audio_tracks(recording, renditions[0]) == ()
    assert "AUDIO" not in build_master_playlist(renditions, select_audio_tracks(recording, renditions[0]))


def test_closed_captions_are_announced_when_their_tag_is_known() -> None:
    tag = '#EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID="closed",NAME="CC1",INSTREAM-ID="CC1"'
    plain = build_rendition("v0", build_segments(range(2)))
    tags_line = replace(plain, attributes=f'{plain.attributes},CLOSED-CAPTIONS="closed"')
    assert tag in build_master_playlist([tags_line], (), [tag])
    assert 'CLOSED-CAPTIONS="closed"' in build_master_playlist([tags_line], (), [tag])
    assert "CLOSED-CAPTIONS" not in build_master_playlist([tags_line])
