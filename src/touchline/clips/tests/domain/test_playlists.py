"""The playlists of clips, read by the rules of RFC 8216."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from touchline.clips.domain.clip import Range
from touchline.clips.domain.footage import Footage, Sound
from touchline.clips.domain.playlists import (
    master_text,
    media_text,
    needed,
    offset_of,
    shown,
    sounds_of,
)
from touchline.clips.tests.samples import footage, pieces, rendition
from touchline.shared.errors import Refused


class Read:
    """A media playlist as a player reads it; a playlist that breaks a rule does not get here."""

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
        assert all(one.startswith("#EXTINF:") for one, two in pairwise(lines) if two in self.names), "4.3.2.1"
        assert len(self.durations) == len(self.names)
        assert all(int(one + 0.5) <= int(tags["#EXT-X-TARGETDURATION"]) for one in self.durations), "4.3.3.1"
        self.breaks = [
            self.names.index(lines[place + 2])
            for place, line in enumerate(lines)
            if line == "#EXT-X-DISCONTINUITY"
        ]
        start = dict(part.split("=") for part in tags["#EXT-X-START"].split(","))
        self.start = float(start["TIME-OFFSET"])
        assert start["PRECISE"] == "YES"
        assert self.start <= sum(self.durations), "4.3.5.2"


def read(of: Footage, asked: Range) -> tuple[Read, Range]:
    """The largest rendition's playlist for a range, and the range that it shows."""
    largest = needed(of, asked)[0]
    played = shown(largest, asked)
    return Read(media_text(largest, offset_of(largest, played))), played


def test_a_clip_has_the_segments_that_hold_any_part_of_it() -> None:
    playlist, played = read(footage(), Range(3200, 9400))
    assert playlist.names == ["00000.ts", "00001.ts", "00002.ts", "00003.ts"]
    assert (playlist.durations, playlist.start, playlist.breaks) == ([4.0] * 4, 3.2, [])
    assert played == Range(3200, 9400)


def test_one_that_begins_and_ends_with_segments_has_no_more_than_those() -> None:
    playlist, _ = read(footage(), Range(8000, 8000))
    assert (playlist.names, playlist.start) == (["00000.ts", "00001.ts"], 0.0)
    whole, _ = read(footage(), Range(0, 40_000))
    assert len(whole.names) == 10


@pytest.mark.parametrize(("length_ms", "target"), [(4000, 4), (4004, 4), (4499, 4), (4500, 5), (480, 1)])
def test_the_target_is_the_longest_segment_in_whole_seconds(length_ms: int, target: int) -> None:
    largest = rendition("v0", pieces(range(3), length_ms=length_ms))
    text = media_text(largest, 0)
    Read(text)
    assert f"#EXT-X-TARGETDURATION:{target}\n" in text


def test_after_a_break_of_the_encoder_a_discontinuity_is_said() -> None:
    before, after = pieces(range(3)), pieces(range(3, 6), take=1, shift_ms=7000)
    stream = Footage(8, True, 0, 31_000, 0.0, [rendition("v0", [*before, *after])])
    playlist, played = read(stream, Range(6000, 17_000))
    assert playlist.breaks == [2]
    assert played == Range(6000, 10_000), "7 of its 17 seconds nothing came in"
    assert playlist.start + played.duration_ms / 1000 <= sum(playlist.durations)


def test_what_begins_in_a_break_begins_with_the_first_picture_after_it() -> None:
    before, after = pieces(range(3)), pieces(range(3, 6), take=1, shift_ms=7000)
    stream = Footage(8, True, 0, 31_000, 0.0, [rendition("v0", [*before, *after])])
    playlist, played = read(stream, Range(15_000, 9_000))
    assert (played, playlist.start, playlist.breaks) == (Range(19_000, 5_000), 0.0, [])
    for nothing in (Range(13_000, 5_000), Range(13_000, 6_500)):
        with pytest.raises(Refused, match="There are no pictures in this range"):
            read(stream, nothing)


def test_sizes_whose_segments_lie_alike_are_all_in_the_clip() -> None:
    sizes = needed(footage(), Range(3200, 9400))
    assert [one.name for one in sizes] == ["v0", "v1"]
    assert [len(one.pieces) for one in sizes] == [4, 4]
    assert master_text(sizes) == (
        "#EXTM3U\n#EXT-X-VERSION:6\n#EXT-X-INDEPENDENT-SEGMENTS\n"
        "#EXT-X-STREAM-INF:BANDWIDTH=1280000,RESOLUTION=1280x720\nv0/index.m3u8\n"
        "#EXT-X-STREAM-INF:BANDWIDTH=640000,RESOLUTION=640x360\nv1/index.m3u8\n"
    )


@pytest.mark.parametrize(
    "small",
    [
        pieces(range(10), name="v1", shift_ms=500),
        pieces(range(2, 10), name="v1"),
        pieces(range(20), name="v1", length_ms=2000),
        (),
    ],
)
def test_a_size_whose_segments_lie_otherwise_is_left_out(small: tuple[object, ...]) -> None:
    both = [rendition("v0", pieces(range(10))), rendition("v1", small)]  # type: ignore[arg-type]
    assert [one.name for one in needed(Footage(8, False, 0, 40_000, 25.0, both), Range(3200, 9400))] == ["v0"]


def test_a_size_without_segments_does_not_stand_in_the_way_of_the_next() -> None:
    both = [rendition("v0", ()), rendition("v1", pieces(range(10), name="v1"))]
    assert [one.name for one in needed(Footage(8, False, 0, 40_000, 25.0, both), Range(3200, 9400))] == ["v1"]
    with pytest.raises(Refused):
        needed(Footage(8, False, 0, 40_000, 25.0, []), Range(3200, 9400))


ENGLISH = Sound("", "English", "en", True, ())


def french(count: int = 10) -> Sound:
    """Another sound, whose segments end 15 ms after those of the pictures."""
    return Sound("a1", "Français", "fr", False, pieces(range(count), name="a1", shift_ms=15))


def test_a_clip_has_the_sounds_of_its_recording_with_the_segments_of_its_pictures() -> None:
    recording = replace(footage(), sounds=[ENGLISH, french()])
    (largest, *_) = renditions = needed(recording, Range(8000, 8000))
    sounds = sounds_of(recording, largest)
    assert [one.key for one in sounds[1].pieces] == ["assets/1/a1/00002.ts", "assets/1/a1/00003.ts"]
    lines = master_text(renditions, sounds).splitlines()
    assert lines[3:5] == [
        '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sounds",NAME="English",LANGUAGE="en",DEFAULT=YES,AUTOSELECT=YES,'
        'CHANNELS="2"',
        '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sounds",NAME="Français",LANGUAGE="fr",DEFAULT=NO,AUTOSELECT=YES,'
        'CHANNELS="2",URI="a1/index.m3u8"',
    ]
    assert all(line.endswith(',AUDIO="sounds"') for line in lines if line.startswith("#EXT-X-STREAM-INF"))
    assert len(Read(media_text(sounds[1], 0)).names) == 2


@pytest.mark.parametrize("sounds", [[], [ENGLISH], [ENGLISH, french(3)]], ids=["none", "one", "too-short"])
def test_a_clip_without_a_choice_of_sounds_names_none(sounds: list[Sound]) -> None:
    recording = replace(footage(), sounds=sounds)
    renditions = needed(recording, Range(8000, 8000))
    assert sounds_of(recording, renditions[0]) == ()
    assert "AUDIO" not in master_text(renditions, sounds_of(recording, renditions[0]))


def test_captions_within_the_pictures_are_announced_where_their_tag_is_known() -> None:
    tag = '#EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID="closed",NAME="CC1",INSTREAM-ID="CC1"'
    plain = rendition("v0", pieces(range(2)))
    announced = replace(plain, attributes=f'{plain.attributes},CLOSED-CAPTIONS="closed"')
    assert tag in master_text([announced], (), [tag])
    assert 'CLOSED-CAPTIONS="closed"' in master_text([announced], (), [tag])
    assert "CLOSED-CAPTIONS" not in master_text([announced])
